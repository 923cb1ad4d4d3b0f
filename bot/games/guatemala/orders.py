"""The standing orders of Guatemala Café: which scorings are to be blocked; in words, and by presses."""

from typing import Any, Final

from bot.games.guatemala import terms
from bot.play.timed.orders import ANYTHING, ASK, BLOCK, NOT, PASS, REST, About, blockades
from bot.wording import Text, Words, capital
from bot.wording.order_lines import Line, Ordering, Step
from rules.contract import PublicView
from rules.guatemala.pieces import LETTERS
from rules.guatemala.views import GuatemalaPublic


def _about_blockade(view: PublicView) -> About | None:
    if not isinstance(view, GuatemalaPublic) or view.scored < 0:
        return None
    gains = [p.points for p in view.plantations if p.seat == view.active and p.coffee == view.scored]
    return About(LETTERS[view.scored], sum(gains))


ORDERS: Final = blockades(LETTERS, _about_blockade)


# ── in words ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def order(words: Words, rule: str) -> str:
    """Puts a standing order in its canonical words (bot/play/timed/orders.py) into a sentence: block K6 *12 pass."""
    lines, otherwise = _read(rule)
    rest = words.say("pass") if otherwise == PASS else words.say("ask me")
    if not lines:
        return words.say("Whenever asked: {rest}.", rest=rest)
    what = words.either([_line(words, line) for line in lines])
    return words.say("Block {what}; everything else: {rest}.", what=what, rest=rest)


def _read(rule: str) -> tuple[list[str], str]:
    """Returns the lines of an order, and what it does else."""
    *lines, otherwise = rule.split()
    return [line for line in lines if line != BLOCK], otherwise


def _line(words: Words, line: str) -> str:
    coffee, least = _coffee(words, line[0]), int(line[1:] or 0)
    if not least:
        return coffee
    return words.many("{coffee} for {n} point or more", "{coffee} for {n} points or more", least, coffee=coffee)


def _coffee(words: Words, letter: str) -> str:
    return terms.coffee_name(words, LETTERS.index(letter)) if letter in LETTERS else words.say("any coffee")


# ── by presses ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _from(words: Words, points: str) -> str:
    if points == "0":
        return words.say("for any points, or none")
    return words.many("for {n} point or more", "for {n} points or more", int(points))


def _otherwise(words: Words, word: str) -> str:
    return words.say("pass for me") if word == PASS else words.say("ask me")


def _lines(_view: Any) -> tuple[Line, ...]:
    block = (
        Step(Text("The coffee whose scoring you would block"), (*LETTERS, ANYTHING), _coffee),
        Step(Text("From how many points for its scorer on"), ("0", "3", "6", "9", "12"), _from),
    )
    rest = (Step(Text("What happens with all other scorings"), (PASS, ASK), _otherwise),)
    return Line(BLOCK, Text("Block a coffee"), block), Line(REST, Text("All others"), rest)


def _parts(words: Words, rule: str) -> list[tuple[str, str]]:
    if not rule:
        return []
    lines, otherwise = _read(rule)
    parts = [(_line(words, line), f"{NOT} {line[0]}") for line in lines]
    passes = words.say("everything else: {rest}", rest=words.say("pass"))
    return [
        (capital(said), line) for said, line in (*parts, *([(passes, f"{REST} {ASK}")] if otherwise == PASS else []))
    ]


ORDERING: Final = Ordering(
    _lines,
    _parts,
    "block K6 *12 pass",
    Text("This one: block black from 6 points, anything from 12; pass on the rest (ask: ask me)"),
)
