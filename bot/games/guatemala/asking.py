"""The question, how the game stands, how it ended: from the public view."""

from collections.abc import Sequence
from typing import Final

from bot.games.guatemala import terms
from bot.games.guatemala.telling import ENDINGS
from bot.wording import Text, Words
from bot.wording.awards import Award, highest, tally
from rules.contract import Fact
from rules.guatemala import facts as f
from rules.guatemala.board import HARBOUR
from rules.guatemala.pieces import EXTRA_STEP, KIND_OF, LETTERS, MOST_PIECES, SACK_PRICE, Kind
from rules.guatemala.production import LINES, SPACES
from rules.guatemala.views import BEYOND, sources
from rules.guatemala.views import GuatemalaPublic as View


def ask(words: Words, topic: str, view: View, names: Sequence[str]) -> str:
    """Puts the question to the player who is asked; it says nothing that others may not read."""
    match topic:
        case "buyer":
            starts = names[(view.active + 1) % view.seats]
            return words.say(
                "Put the Buyer on any space of the perimeter track, 0 to {last}. After that {name} starts.",
                last=SPACES - 1,
                name=starts,
            )
        case "blockade":
            return _blockade(words, view, tuple(names))
        case "build":
            blocked = words.say("Your scoring was blocked; you keep the {money}.", money=words.money(SACK_PRICE))
            return f"{blocked} {_build(words, view)}"
        case "refill":
            return _refill(words, view)
        case _:
            return f"{words.say('Your turn.')} {_turn(words, view)}"


def _turn(words: Words, view: View) -> str:
    match view.phase:
        case "line":
            return words.put(_AT_LINE[_there(view)], space=view.buyer, line=terms.line(words, view.buyer))
        case "build":
            return _build(words, view)
        case _:
            return words.say(
                "Move the Buyer 1 to 3 spaces, or 4 for {price}. He stands at space {space} ({line}).",
                price=words.money(EXTRA_STEP),
                space=view.buyer,
                line=terms.line(words, view.buyer),
            )


_AT_LINE: Final = {
    (True, True): Text(
        "The Buyer stands at space {space} ({line}): build up to three pieces, score a coffee sack, or stop."
    ),
    (True, False): Text("The Buyer stands at space {space} ({line}): build up to three pieces, or stop."),
    (False, True): Text("The Buyer stands at space {space} ({line}): score a coffee sack, or stop."),
    (False, False): Text("The Buyer stands at space {space} ({line}), where nothing lies: stop."),
}
"""Sentences by what lies at the line: pieces to build, coffee sacks."""


def _there(view: View) -> tuple[bool, bool]:
    kinds = {KIND_OF[view.board[field]] for field in LINES[view.buyer]} - {Kind.EMPTY}
    return bool(kinds - {Kind.SACK}), Kind.SACK in kinds


def _build(words: Words, view: View) -> str:
    left = MOST_PIECES - len(view.emptied)
    where = terms.line(words, view.buyer)
    if not left:
        return words.say("You have taken three pieces: finish the turn.")
    return words.many(
        "You may take {n} more piece from {line}, or finish.",
        "You may take up to {n} pieces from {line}, or finish.",
        left,
        line=where,
    )


def stakes(view: View, coffee: int) -> tuple[int, ...]:
    """Returns what a scoring of this coffee would bring each seat."""
    gained = [0] * view.seats
    for plantation in view.plantations:
        if plantation.coffee == coffee:
            gained[plantation.seat] += plantation.points
    return tuple(gained)


def _blockade(words: Words, view: View, names: tuple[str, ...]) -> str:
    if view.scored < 0:
        return words.say("Block or pass?")
    coffee = terms.coffee_name(words, view.scored)
    gains = terms.gains(words, stakes(view, view.scored), names)
    lines = [
        words.say("{name} wants to score {coffee}.", name=names[view.active], coffee=coffee),
        words.say("It would bring: {gains}.", gains=gains) if gains else words.say("It would bring nobody points."),
    ]
    return " ".join(lines)


def _refill(words: Words, view: View) -> str:
    lines: list[str] = []
    if view.tied:
        where = words.either([terms.harbour(words, place - HARBOUR) for place in view.tied])
        lines.append(words.say("Choose the harbour whose ship sails: {harbours}.", harbours=where))
    if view.open_field >= 0 and view.stocks[view.active]:
        field = terms.field(view.open_field)
        lines.append(words.say("Choose the coffee sack from your stock that you lay at {field}.", field=field))
    return " ".join(lines) or words.say("Finish the scoring.")


# ── how it stands ────────────────────────────────────────────────────────────────────────────────────────────────────


_STATUS: Final = {
    "buyer": Text("{name}'s turn: put the Buyer on the perimeter track."),
    "turn": Text("{name}'s turn: move the Buyer."),
    "line": Text("{name}'s turn: build, score or stop."),
    "blockade": Text("{name}'s turn: scoring {coffee}. Asked about a blockade: {asked}."),
    "refill": Text("{name}'s turn: scoring {coffee}, one choice is still open."),
    "build": Text("{name}'s turn: building."),
}
"""Sentences by the tags of the phases."""


def status(words: Words, view: View, names: Sequence[str]) -> str:
    """Returns one sentence: whose turn it is and what there is to do."""
    if view.ending:
        return words.put(ENDINGS[view.ending])
    coffee = terms.coffee_name(words, view.scored) if view.scored >= 0 else ""
    asked = words.listed([names[seat] for seat in view.waiting])
    return words.put(_STATUS[view.phase], name=names[view.active], coffee=coffee, asked=asked)


def brought(seat: int, view: View, told: Sequence[Fact]) -> tuple[tuple[str, int], ...]:
    return sources(view, seat, told)


def source(words: Words, key: str) -> str:
    """Names what brought points: a coffee by its letter, or what went beyond the track."""
    if key == BEYOND:
        return words.say("beyond the end of the track")
    return terms.coffee_name(words, LETTERS.index(key))


def result(words: Words, seat: int, names: Sequence[str], view: View) -> str:
    points = terms.points(words, view.points[seat])
    text = f"{names[seat]}: {points}, {words.money(view.money[seat])}"
    return f"{text} ({words.say('resigned')})" if seat in view.resigned else text


# ── what is worth telling at the end ──

AWARDS = (
    Award(
        Text("Blocked most often: {names} ({n}×)"),
        lambda told: tally((fact.scorer, 1) for fact in told if isinstance(fact, f.Blocked)),
    ),
    Award(
        Text("Most in one scoring: {names} (+{n})"),
        lambda told: highest(pair for fact in told if isinstance(fact, f.Scored) for pair in enumerate(fact.points)),
    ),
    Award(
        Text("Blocked others most often: {names} ({n}×)"),
        lambda told: tally((fact.seat, 1) for fact in told if isinstance(fact, f.Blocked)),
    ),
    Award(
        Text("Placed the most pieces: {names} ({n})"),
        lambda told: tally((fact.seat, 1) for fact in told if isinstance(fact, f.Placed)),
    ),
    Award(
        Text("Walked the Buyer farthest: {names} ({n} spaces)"),
        lambda told: tally((fact.seat, fact.spaces) for fact in told if isinstance(fact, f.BuyerMoved)),
        least=2,
    ),
)
