"""Random positions for the pictures, of a random player that walks `choices`; kept, because playing takes longest."""

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from renderer.guatemala import Marks, drafted, last_move, legal
from rules.chance import Seeded
from rules.contract import Choice, Fact, Seat, Setup
from rules.facts import heard
from rules.guatemala.game import RULES
from rules.guatemala.state import Guatemala
from rules.guatemala.views import GuatemalaPublic


class Moment(NamedTuple):
    state: Guatemala
    facts: tuple[Fact, ...]
    """What everybody was told about the last moves."""

    @property
    def view(self) -> GuatemalaPublic:
        view = RULES.public(self.state)
        assert isinstance(view, GuatemalaPublic)
        return view


def _walk(luck: random.Random, state: Guatemala, seat: int) -> tuple[str, ...]:
    tokens: tuple[str, ...] = ()
    whole = False
    while choices := RULES.choices(state, Seat(seat), tokens):
        if whole and luck.random() < 0.5:
            break
        choice = luck.choices(choices, [1 if c.token in {"done", "pass"} else 6 for c in choices])[0]
        tokens, whole = (*tokens, choice.token), choice.whole
    return tokens


def game(seats: int, seed: int) -> Iterator[Moment]:
    """One random game, position by position."""
    luck, chance = random.Random(seed), Seeded(seed)
    side = "fixed" if seed % 3 == 0 else "varied"
    state = RULES.setup(Setup(seats, (("side", side),)), chance).state
    past: list[tuple[Fact, ...]] = []
    yield Moment(state, ())
    while RULES.outcome(state) is None:
        seat = luck.choice([prompt.seat for prompt in RULES.prompts(state) if prompt.required])
        move = RULES.parse(" ".join(_walk(luck, state, seat)))
        step = RULES.apply(state, Seat(seat), move, chance)
        state = step.state
        past = [*past[-3:], heard(step.facts, None)]
        yield Moment(state, tuple(fact for facts in past for fact in facts))


@lru_cache(maxsize=16)
def positions(seats: int, count: int, seed: int = 1) -> tuple[Moment, ...]:
    """So many positions out of random games, early ones and ends among them; some with a seat that has resigned."""
    luck = random.Random(seed)
    found: list[Moment] = []
    while len(found) < count:
        moments = list(game(seats, seed * 1000 + len(found)))
        found += [moments[0], moments[-1], *(moment for moment in moments[1:-1] if luck.random() < 0.6)]
    return tuple(_resigned(moment, luck) for moment in found[:count])


def _resigned(moment: Moment, luck: random.Random) -> Moment:
    if luck.random() > 0.05 or RULES.outcome(moment.state) is not None:
        return moment
    return Moment(RULES.resign(moment.state, Seat(luck.randrange(moment.state.seats))).state, moment.facts)


def marks_for(moment: Moment, luck: random.Random) -> Marks:
    """None, the last move, a draft, legal next words, or the sheds of a coffee."""
    match luck.randrange(7):
        case 0:
            return Marks()
        case 1:
            return last_move(moment.facts)
        case 2:
            return replace(last_move(moment.facts), coffee=luck.randrange(5))
        case 3:
            return drafted(moment.facts)
        case 4:  # a plan: ghosts, and where the next word may go
            wanted = _asked(moment, luck)
            ghosts = drafted(moment.facts)
            return replace(ghosts, fields=wanted.fields, spaces=wanted.spaces, places=wanted.places)
        case _:
            return _asked(moment, luck)


def _asked(moment: Moment, luck: random.Random) -> Marks:
    prompts = RULES.prompts(moment.state)
    if not prompts:
        return Marks(coffee=luck.randrange(5))
    seat, tokens = prompts[0].seat, ()
    choices: tuple[Choice, ...] = RULES.choices(moment.state, Seat(seat), tokens)
    for _ in range(luck.randrange(1, 4)):
        token = luck.choice(choices).token
        ahead = RULES.choices(moment.state, Seat(seat), (*tokens, token))
        if not ahead:
            break
        tokens, choices = (*tokens, token), ahead
    return legal(moment.view, tokens, choices)
