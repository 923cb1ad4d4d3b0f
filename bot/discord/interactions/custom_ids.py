"""What a press says: the custom_id of every button, menu and modal of ours. It carries no authority.

l:<table>:<verb>                     a lobby
b:<table>:<verb>                     a board; never goes stale
b:<table>:<verb>:<number>            a call; the number tells its message from others, and means nothing
a:<table>:<since>:<word>             the answer to a sealed question
c:<table>:<words>:<number>           a move that answers an offer, whole or begun; the number is that of a call
p:<table>:<since>:<rev>:<verb>:…     a planned turn
o:<table>                            a standing order (modal)
o:<table>:<verb>:<words>             a standing order, said word by word
t:<table>:<since>:<rev>              typed moves (modal)
s:<table>:<verb>                     one's own settings, come to from a hand; `me` without a table
m:<table>:<verb>                     one's inbox, come to from a table; `me` without one
"""

from typing import Final

from msgspec import Struct

LOBBY, BOARD, ANSWER, CALL, PLAN, ORDER, TYPED, SETTING, INBOX = "l", "b", "a", "c", "p", "o", "t", "s", "m"
KINDS: Final = (LOBBY, BOARD, ANSWER, CALL, PLAN, ORDER, TYPED, SETTING, INBOX)
LONGEST: Final = 100
TYPE, CORRECT = "type", "fix"
"""The verbs that open a form: with an example (in an order's, of its game), and with what was typed in vain."""
SEE, SURE = "see", "sure"
"""The verbs that show a panel's pictures, and that ask once more before the rest is committed."""
SEE_ORDER, SAY, GIVE = "see", "say", "give"
"""The verbs of a standing order: shown, said so far, given."""
NOWHERE: Final = "me"
"""What stands for the table where there is none."""
LAST: Final = "last"
"""The verb of a panel that tells the last move alone, and not all that has happened since one's own."""
AGAIN: Final = "again"
"""The verb that confirms a retyped line."""
SIT: Final = "sit"
"""The verb of a board that takes a seat over; its number follows."""
MOVE: Final = "at"
"""The verb of the board after a public move; its number and the sign of the step follow."""
SINCE: Final = "since"
"""The verb of what has happened since the reader's last turn; or since a public move, whose number follows."""
ZOOM: Final = "zoom"
"""The verb of close-ups; of an earlier position its number follows."""
STEPS: Final = "⏮◀▶"
"""To the beginning, back and on."""
REPLAY: Final = "reel"
"""The verb of a replay; the number of the move, how it is looked at and the sign of the step follow, between points."""
ROUNDS: Final = "rounds"
"""The verb of its menu of rounds; how it is looked at follows."""
STEPS_OF_REPLAY: Final = "⏮◀▶⏭"
TEXT: Final = "text"
"""The verb of a page of the text board; its number and the public move follow."""
TURNS, NEXT = "turns", "next"
"""The verbs of one's inbox: a page of it, whose number follows, and the panel of the next table in it."""
BEST: Final = "best"
"""The key of the menu of whole turns in a panel."""


class Said(Struct, frozen=True):
    """A custom_id, parsed."""

    kind: str
    table: str
    since: int = -1
    rev: int = -1
    verb: str = ""
    rest: str = ""


def lobby(table: str, verb: str) -> str:
    return f"{LOBBY}:{table}:{verb}"


def board(table: str, verb: str) -> str:
    return f"{BOARD}:{table}:{verb}"


def call(table: str, verb: str, number: int) -> str:
    return f"{BOARD}:{table}:{verb}:{number}"


def answer(table: str, since: int, word: str) -> str:
    return f"{ANSWER}:{table}:{since}:{word}"


def answering(table: str, words: str, number: int) -> str:
    return f"{CALL}:{table}:{words}:{number}"


def plan(table: str, since: int, rev: int, verb: str, rest: str = "") -> str:
    return f"{PLAN}:{table}:{since}:{rev}:{verb}:{rest}"[:LONGEST]


def order(table: str) -> str:
    return f"{ORDER}:{table}"


def ordering(table: str, verb: str = SEE_ORDER, line: str = "") -> str:
    """`line`: the words that are said, or given; to open the form, the game and what was typed in vain."""
    return f"{ORDER}:{table}:{verb}:{line}"[:LONGEST]


def typed(table: str, since: int, rev: int) -> str:
    return f"{TYPED}:{table}:{since}:{rev}"


def setting(verb: str, table: str = NOWHERE) -> str:
    """`table`: from whose hand one came."""
    return f"{SETTING}:{table}:{verb}"


def inbox(verb: str, table: str = NOWHERE) -> str:
    """`table`: from which one came."""
    return f"{INBOX}:{table}:{verb}"


def read(custom_id: str) -> Said | None:
    """Returns the parsed custom_id; None if it is none of ours, whatever it holds."""
    kind, _, tail = custom_id.partition(":")
    parts = tail.split(":", 4)
    if kind not in KINDS or not parts[0].isalnum():
        return None
    table = parts[0]
    match kind, parts[1:]:
        case ("l" | "b" | "s" | "m", [verb]):
            return Said(kind, table, verb=verb)
        case ("b" | "c", [verb, number]) if number.isdecimal():
            return Said(kind, table, verb=verb)
        case ("o", []):
            return Said(kind, table)
        case ("o", [verb, line, *more]):
            return Said(kind, table, verb=verb, rest=":".join((line, *more)) if verb == CORRECT else line)
        case ("a", [since, word]) if _whole(since):
            return Said(kind, table, int(since), verb=word)
        case ("t", [since, rev]) if _whole(since) and _whole(rev):
            return Said(kind, table, int(since), int(rev))
        case ("p", [since, rev, verb, *rest]) if _whole(since) and _whole(rev):
            return Said(kind, table, int(since), int(rev), verb, ":".join(rest))
        case _:
            return None


def _whole(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10
