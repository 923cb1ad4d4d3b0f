"""What a seat can do, and how it is written.

seat USm C53 USf C60      one or two guests are seated, with the regulars' table up to four, in one move
seat Jf C61 IN            a joker on a chair between two nations is named one of them
bar USm                   a guest goes to the next field of the bar
swap INf C62              a guest takes the place of a joker
name IN                   the nation whose tables count double

The guests of a seating are a set: they are written by their chairs, and read in any order.
"""

from typing import assert_never

from msgspec import Struct

from rules import notation
from rules.cafe.board import CHAIR_NAMES, CHAIR_OF, NATIONS_AT
from rules.cafe.guests import KIND_OF, NATION_OF, NATIONS, TOKENS, is_joker
from rules.contract import Move
from rules.notation import NotationError

MOST_GUESTS = 4
UNNAMED = -1


class Sits(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A guest on a chair; for a joker between two nations the one that it is named."""

    kind: int
    chair: int
    nation: int = UNNAMED


class Seating(Move, frozen=True, tag="seat"):
    guests: tuple[Sits, ...]
    """By chair."""


class Bar(Move, frozen=True, tag="bar"):
    kind: int


class Swap(Move, frozen=True, tag="swap"):
    kind: int
    chair: int


class Name(Move, frozen=True, tag="name"):
    nation: int


CafeMove = Seating | Bar | Swap | Name

SEAT, BAR, SWAP, NAME = "seat", "bar", "swap", "name"


def by_chair(sits: Sits) -> int:
    return sits.chair


def write(move: CafeMove) -> str:
    match move:
        case Seating():
            return " ".join([SEAT, *map(_write, sorted(move.guests, key=by_chair))])
        case Bar():
            return f"{BAR} {TOKENS[move.kind]}"
        case Swap():
            return f"{SWAP} {TOKENS[move.kind]} {CHAIR_NAMES[move.chair]}"
        case Name():
            return f"{NAME} {NATIONS[move.nation]}"
        case _:
            assert_never(move)


def _write(sits: Sits) -> str:
    named = "" if sits.nation == UNNAMED else f" {NATIONS[sits.nation]}"
    return f"{TOKENS[sits.kind]} {CHAIR_NAMES[sits.chair]}{named}"


def parse(text: str) -> CafeMove:
    """Reads a move. Raises NotationError."""
    words = notation.words(text)
    if not words:
        raise NotationError("", "a move")
    match words:
        case ("SEAT", *rest):
            return _parse_seating(rest)
        case ("BAR", guest):
            return Bar(_guest(guest))
        case ("SWAP", guest, chair):
            return Swap(_guest(guest), _chair(chair))
        case ("NAME", nation):
            return Name(_nation(nation))
        case ("BAR" | "SWAP" | "NAME", *_):
            raise NotationError(
                " ".join(words)[:40], "bar and a guest, swap, a guest and a chair, or name and a nation"
            )
        case _:
            raise NotationError(words[0][:20], "seat, bar, swap or name")


def _parse_seating(words: list[str]) -> Seating:
    found: dict[int, Sits] = {}
    while words:
        if len(words) < 2 or len(found) == MOST_GUESTS:
            raise NotationError(" ".join(words)[:40], "a guest and a chair, up to four times")
        sits = Sits(_guest(words[0]), _chair(words[1]))
        if sits.chair in found:
            raise NotationError(words[1], "each chair once")
        words = words[2:]
        if words and words[0] in NATION_OF:
            sits = _named(sits, words[0])
            words = words[1:]
        found[sits.chair] = sits
    if not found:
        raise NotationError("", "a guest and a chair, such as USm C53")
    return Seating(tuple(found[chair] for chair in sorted(found)))


def _named(sits: Sits, word: str) -> Sits:
    """CI-10: what goes without saying is not kept, so that a move is written in one way only."""
    nation = NATION_OF[word]
    if is_joker(sits.kind) and NATIONS_AT[sits.chair] == (nation,):
        return sits
    return Sits(sits.kind, sits.chair, nation)


def _guest(word: str) -> int:
    if word not in KIND_OF:
        raise NotationError(word[:20], "a guest such as USm, INf, or a joker, Jf or Jm")
    return KIND_OF[word]


def _chair(word: str) -> int:
    name = f"C0{word[1:]}" if len(word) == 2 else word
    if name not in CHAIR_OF:
        raise NotationError(word[:20], "a chair, C01 to C68")
    return CHAIR_OF[name]


def _nation(word: str) -> int:
    if word not in NATION_OF:
        raise NotationError(word[:20], f"a nation: {', '.join(NATIONS)}")
    return NATION_OF[word]
