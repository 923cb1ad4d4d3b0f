"""What happened, what is asked, what went wrong: facts, reasons, answers and public views put into words.

A public text is made of announced facts and the public view alone; what one person is told is made of his own view. The
caller chooses the language and cleans the names. Nothing here knows Discord but its limits: a text fits where it is
meant for. What a game cannot say gives way to something plainer (bot/mishaps.py): to no words, or to the notation.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from msgspec.structs import replace

from bot.answers import Answer, AnswerKept, BadMove, BadOrder, Played
from bot.mishaps import spared
from bot.orders import ASKING, BLOCK, PASS
from bot.receipts import cafe, catan, guatemala, replies
from bot.receipts.paging import ALT, BUTTON, MESSAGE, OPTION, PAGE, TITLE, fit, newest
from bot.receipts.phrases import Names, Phrases, Tokens
from bot.words import Text, Words, clip, quoted
from rules.contract import Choice, Fact, GameIsOver, NotAsked, Outcome, PublicView, Reason, SeatView
from rules.engine import Entry

PHRASES: Mapping[str, Phrases] = MappingProxyType(
    {phrases.key: phrases for phrases in (guatemala.PHRASES, cafe.PHRASES, catan.PHRASES)}
)
"""By game, like rules.GAMES."""

_BY_PACKAGE = {phrases.package: phrases for phrases in PHRASES.values()}


def _of(value: object) -> Phrases:
    """The game that a fact, a reason or a view belongs to."""
    return _BY_PACKAGE[type(value).__module__.rpartition(".")[0]]


def _unsaid(words: Words) -> str:
    """Instead of a sentence that failed."""
    return words.say("This could not be put into words; the picture shows it, and the buttons work as always.")


# ── what happened ────────────────────────────────────────────────────────────────────────────────────────────────────


def tell(words: Words, facts: Sequence[Fact], names: Names) -> list[str]:
    """A line a turn. The facts are those that the reader may know."""
    with spared:
        return _of(facts[0]).tell(words, facts, names) if facts else []
    return [_unsaid(words)]


def happened(words: Words, kind: str, seat: int, facts: Sequence[Fact], names: Names) -> str:
    """A commit as the thread is told of it: its facts, or that it took one back (kinds as in the records)."""
    if kind == "undo":
        return words.say("{name} has taken the last move back.", name=names[seat])
    return newest(tell(words, facts, names))


def log_line(words: Words, entry: Entry, names: Names) -> str:
    """One line of the log as its reader may see it."""
    text = " ".join(happened(words, entry.kind, entry.seat, entry.facts, names).split("\n"))
    if entry.undone:
        text = f"~~{text}~~ ({words.say('taken back')})"
    return f"{entry.number} · {text}" if entry.number is not None else text


# ── what is asked ────────────────────────────────────────────────────────────────────────────────────────────────────


def ask(words: Words, topic: str, view: PublicView, names: Names) -> str:
    """The question to one who is asked; everybody may read it."""
    with spared:
        return _of(view).ask(words, topic, view, names)
    return _unsaid(words)


def status(words: Words, view: PublicView, names: Names) -> str:
    """In one sentence whose turn it is and what is to be done."""
    with spared:
        return _of(view).status(words, view, names)
    return _unsaid(words)


def standing(words: Words, view: PublicView, names: Names) -> list[str]:
    """Who has how much, with the signs by which the picture shows him; nothing where the game does not say so."""
    say = _of(view).standing
    with spared:
        return [say(words, view, names)] if say is not None else []
    return []


def waiting_for(words: Words, seats: Sequence[int], names: Names) -> str:
    """Empty where nobody is waited for."""
    if not seats:
        return ""
    return words.say("Waiting for {names}.", names=words.listed([names[seat] for seat in seats]))


def ending(words: Words, outcome: Outcome, names: Names, view: PublicView) -> str:
    """Who won, and the ranking. Why it ended is said by the last fact and by `status`."""
    with spared:
        return _of(view).ending(words, outcome, names, view)
    return _unsaid(words)


# ── what is answered ─────────────────────────────────────────────────────────────────────────────────────────────────


def explain(words: Words, reason: Reason, names: Names = ()) -> str:
    """Why a move is refused, and what to do."""
    if isinstance(reason, NotAsked):
        return words.say("You are not asked for that now. Open “My turn” to see what is.")
    if isinstance(reason, GameIsOver):
        return words.say("The game is over. See the result with /table board.")
    with spared:
        return _of(reason).explain(words, reason, names)
    return words.say("That is not possible now. Open “My turn” to see what is.")


def reply(words: Words, answer: Answer, names: Names = (), game: str = "", heard: Sequence[Fact] = ()) -> str:
    """An answer of a use case, to the one who asked, with what he alone was told by it."""

    def explained(bad: BadMove) -> str:
        return explain(words, bad.reason, names)

    if isinstance(answer, Played) and heard:
        public = [replies.reply(words, answer, explained, str)] if answer.number else []
        return clip(" ".join([*public, *tell(words, heard, names)]), MESSAGE)
    if isinstance(answer, BadOrder) and game in PHRASES and game not in ASKING:
        return order(words, game, "")
    if isinstance(answer, AnswerKept) and game in PHRASES and answer.text not in (BLOCK, PASS):
        answer = replace(answer, text=_planned(words, answer.text, game, None, names))
    return clip(replies.reply(words, answer, explained, lambda rule: order(words, game, rule)), MESSAGE)


# ── menus ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def label(
    words: Words,
    choice: Choice,
    game: str,
    tokens: Tokens = (),
    view: PublicView | None = None,
    *,
    names: Names = (),
) -> str:
    """A choice after these tokens, short enough for a button. With the view and the names it can say more."""
    with spared:
        person = PHRASES[game].person
        named = person(words, choice, tokens, names) if names and person is not None else ""
        return clip(named or PHRASES[game].label(words, choice, tokens, view), BUTTON)
    return clip(choice.token, BUTTON)


def press(words: Words, choice: Choice, game: str, tokens: Tokens, *, own: bool) -> str:
    """What a button of its own says where `label` would say too little; else empty. `own`: its reader has the turn."""
    say = PHRASES[game].press
    with spared:
        return clip(say(words, choice, tokens, own), BUTTON) if say is not None else ""
    return ""


def detail(words: Words, choice: Choice, game: str, tokens: Tokens, names: Names) -> str:
    """The second line of a menu entry; may be empty."""
    with spared:
        return clip(PHRASES[game].detail(words, choice, tokens, names), OPTION)
    return ""


def group(words: Words, key: str, game: str) -> str:
    """The heading of the choices of a group."""
    with spared:
        return clip(PHRASES[game].group(words, key), TITLE)
    return clip(key, TITLE)


def heading(words: Words, key: str, game: str, tokens: Tokens, view: PublicView) -> str:
    """Of a menu of what can follow these words: its group or verb, with more where the game has more to say."""
    say = PHRASES[game].heading
    with spared:
        return clip(say(words, key, tokens, view), OPTION) if say is not None else group(words, key, game)
    return group(words, key, game)


def planned(words: Words, text: str, game: str, view: PublicView | None = None, names: Names = ()) -> str:
    """A move of a plan, from its notation; for its mover only."""
    return clip(_planned(words, text, game, view, names), OPTION)


def _planned(words: Words, text: str, game: str, view: PublicView | None, names: Names) -> str:
    with spared:
        return PHRASES[game].planned(words, text, view, names)
    return text


def plan(
    words: Words, moves: Sequence[str], game: str, view: PublicView, facts: Sequence[Fact], *, names: Names
) -> list[str]:
    """A line for each move of a plan. `view` is the position before it, `facts` what it does."""
    say = PHRASES[game].plan
    with spared:
        if say is not None:
            return [clip(line, OPTION) for line in say(words, moves, facts, names)]
    return [planned(words, text, game, view, names) for text in moves]


def declines(game: str, verb: str) -> bool:
    """Does a choice of this verb answer a question by doing nothing?"""
    return verb in PHRASES[game].declines


def turn(words: Words, text: str, worth: int, view: PublicView) -> str:
    """A whole turn in its notation and what it brings, as a line of a list."""
    say = _of(view).turn
    with spared:
        return clip(say(words, text, worth, view) if say is not None else text, OPTION)
    return clip(text, OPTION)


def example(game: str) -> str:
    """What could be typed in this game."""
    return PHRASES[game].example


def asks_others(view: PublicView) -> bool:
    """Is anybody asked out of turn in this game?"""
    return _of(view).asks_others


def order(words: Words, game: str, rule: str) -> str:
    """A standing order, from its canonical words; for its giver only."""
    with spared:
        if game in PHRASES:
            return PHRASES[game].order(words, rule)
    return words.say("Your standing order: {rule}.", rule=quoted(rule, OPTION))


def option(words: Words, game: str, key: str) -> str:
    """The name of an option of a new table."""
    text = PHRASES[game].options.get(key)
    return words.put(text) if text else key


def setting(words: Words, game: str, key: str, chosen: str) -> str:
    """An option with one of its values."""
    return f"{option(words, game, key)} – {value(words, game, key, chosen)}"


_PARTS = {
    "centre": Text("middle"),
    "n": Text("top"),
    "s": Text("bottom"),
    "north": Text("top"),
    "south": Text("bottom"),
    "west": Text("middle left"),
    "east": Text("middle right"),
    "nw": Text("top left"),
    "ne": Text("top right"),
    "sw": Text("bottom left"),
    "se": Text("bottom right"),
    "north-west": Text("top left"),
    "north-east": Text("top right"),
    "south-west": Text("middle left"),
    "south-east": Text("middle right"),
    "sea-west": Text("harbours left"),
    "sea-east": Text("harbours right"),
    "track-west": Text("victory track left"),
    "track-east": Text("victory track right"),
    "bar": Text("bar"),
    "hands-west": Text("hands left"),
    "hands-east": Text("hands right"),
}


def part(words: Words, game: str, picture: str, region: str) -> str:
    """A part of a picture that can be shown larger."""
    name = PHRASES[game].pictures.get(picture)
    where = _PARTS.get(region)
    return f"{words.put(name) if name else picture}: {words.put(where) if where else region}"


def value(words: Words, game: str, key: str, value: str) -> str:
    """One of an option's values."""
    text = PHRASES[game].values.get((key, value))
    return words.put(text) if text else value


# ── boards and hands in words ────────────────────────────────────────────────────────────────────────────────────────


def alt(words: Words, view: PublicView, names: Names, facts: Sequence[Fact] = ()) -> str:
    """The alt text of a picture."""
    with spared:
        return _of(view).alt(words, view, names, facts)
    return _of(view).title


def alts(words: Words, view: PublicView, names: Names) -> dict[str, str]:
    """Of pictures with a description of their own."""
    with spared:
        return {picture: say(words, view, names) for picture, say in _of(view).alts.items()}
    return {}


def text_board(words: Words, view: PublicView, names: Names) -> list[str]:
    """The whole position in pages, for those who see no pictures."""
    with spared:
        return _of(view).text_board(words, view, names)
    return [_unsaid(words)]


def hand(words: Words, seat_view: SeatView, names: Names = ()) -> str:
    """What a seat sees besides; for its player only."""
    game = _of(seat_view)
    with spared:
        return game.beside(words, seat_view, names) if names and game.beside else game.hand(words, seat_view)
    return _unsaid(words)


def beside(words: Words, seat_view: SeatView, names: Names) -> str:
    """The same in the panel of a turn; empty where the game does not want it there."""
    say = _of(seat_view).beside
    with spared:
        return say(words, seat_view, names) if say is not None else ""
    return ""


__all__ = [
    "ALT",
    "BUTTON",
    "MESSAGE",
    "OPTION",
    "PAGE",
    "PHRASES",
    "TITLE",
    "Names",
    "Phrases",
    "alt",
    "alts",
    "ask",
    "asks_others",
    "beside",
    "declines",
    "detail",
    "ending",
    "example",
    "explain",
    "fit",
    "group",
    "hand",
    "happened",
    "heading",
    "label",
    "log_line",
    "newest",
    "option",
    "order",
    "plan",
    "planned",
    "reply",
    "setting",
    "standing",
    "status",
    "tell",
    "text_board",
    "turn",
    "value",
    "waiting_for",
]
