"""The question, how the game stands, how it ended: from the public view."""

from collections.abc import Sequence
from typing import Final

from bot.games.cafe import terms
from bot.games.cafe.telling import ENDINGS
from bot.wording import Text, Words
from bot.wording.awards import Award, highest, tally
from rules.cafe import facts as f
from rules.cafe.board import NATIONS_AT
from rules.cafe.guests import is_joker, sex
from rules.cafe.moves import Sits
from rules.cafe.views import BAR, BIRTHDAY, LEFT, MIXED, ONE_NATION, REGULARS, sources
from rules.cafe.views import CafePublic as View
from rules.contract import Fact


def ask(words: Words, topic: str, view: View, _names: Sequence[str]) -> str:
    """Puts the question to the player who is asked; it says nothing that others may not read."""
    if topic == BIRTHDAY:
        return words.say(
            "You are the first to reach {points}: name the birthday nation. Its two tables count double from now "
            "on, for everybody.",
            points=terms.points(words, view.threshold),
        )
    lines = [
        words.say(
            "Your turn: seat one or two guests, or send one to the bar (field {field}: {points}).",
            field=len(view.bar) + 1,
            points=terms.points(words, view.next_field),
        )
    ]
    jokers = [terms.chair_name(sits.chair) for sits in view.guests if _can_take(view, sits)]
    if jokers:
        chairs = words.either(jokers)
        lines.append(words.say("Or let a fitting guest take the place of the joker on {chairs}.", chairs=chairs))
    if view.opening:
        lines.append(words.say("You open the café: you may seat one guest alone, for no points."))
    lines += [warning] if (warning := at_stake(words, ("bar",), view)) else []
    if view.active >= 0:
        lines.append(words.say("Your guests: {list}.", list=terms.counted(words, view.hands[view.active])))
    return " ".join(lines)


def at_stake(words: Words, tokens: Sequence[str], view: View) -> str:
    """Warns whoever cannot pay the field of the bar."""
    if tokens[0] != "bar" or view.active < 0 or not drops_out(view, view.active):
        return ""
    return words.say("⚠️ You cannot pay that at the bar: if you go there you drop out of the game.")


def _can_take(view: View, sits: Sits) -> bool:
    """CI-15: does the acting seat hold a guest for the place of this joker?"""
    held = view.hands[view.active] if view.active >= 0 else ()
    return is_joker(sits.kind) and any(
        kind // 2 in NATIONS_AT[sits.chair] and sex(kind) == sex(sits.kind) for kind in held
    )


def drops_out(view: View, seat: int) -> bool:
    """CI-14: would the next field of the bar take this seat below zero, and so out of the game?"""
    return view.scores[seat] + view.next_field < 0


# ── how it stands ────────────────────────────────────────────────────────────────────────────────────────────────────


def status(words: Words, view: View, names: Sequence[str]) -> str:
    """Returns one sentence: whose turn it is and what there is to do."""
    if view.ending:
        return words.put(ENDINGS[view.ending])
    name = names[view.active]
    if view.phase == BIRTHDAY:
        return words.say("{name}'s turn: name the birthday nation.", name=name)
    return words.say("{name}'s turn: seat guests, go to the bar or take a joker.", name=name)


_SOURCES: Final = {
    MIXED: Text("mixed tables"),
    ONE_NATION: Text("one-nation tables"),
    REGULARS: Text("regulars' tables"),
    BAR: Text("bar"),
    LEFT: Text("guests left in the hand"),
}


def brought(seat: int, view: View, told: Sequence[Fact]) -> tuple[tuple[str, int], ...]:
    del view
    return sources(seat, told)


def source(words: Words, key: str) -> str:
    return words.put(_SOURCES[key])


def result(words: Words, seat: int, names: Sequence[str], view: View) -> str:
    return f"{names[seat]}: {terms.points(words, view.scores[seat])}{gone(words, view, seat)}"


def gone(words: Words, view: View, seat: int) -> str:
    """Returns why a player is out of the game."""
    if seat in view.dropped:
        return f" ({words.say('dropped out')})"
    return f" ({words.say('resigned')})" if seat in view.resigned else ""


# ── what is worth telling at the end ──

AWARDS = (
    Award(
        Text("Most in one turn: {names} (+{n})"),
        lambda told: highest((fact.seat, fact.points) for fact in told if isinstance(fact, f.Seated)),
    ),
    Award(
        Text("At the bar most often: {names} ({n}×)"),
        lambda told: tally((fact.seat, 1) for fact in told if isinstance(fact, f.WentToBar)),
    ),
    Award(
        Text("Scored the most tables: {names} ({n})"),
        lambda told: tally((fact.seat, 1) for fact in told if isinstance(fact, f.TableScored)),
    ),
    Award(
        Text("Seated the most guests: {names} ({n})"),
        lambda told: tally((fact.seat, len(fact.guests)) for fact in told if isinstance(fact, f.Seated)),
    ),
    Award(
        Text("Took the most jokers back: {names} ({n})"),
        lambda told: tally((fact.seat, 1) for fact in told if isinstance(fact, f.Swapped)),
    ),
)
