"""Random positions of Café International for its pictures, and marks for them; kept, because playing takes longest."""

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from renderer.cafe import Marks, last_move, planned
from rules.cafe.game import RULES
from rules.cafe.guests import kinds, ordinary
from rules.cafe.moves import Bar, CafeMove, Name, Swap
from rules.cafe.state import Cafe, NameBirthday
from rules.cafe.views import CafePublic
from rules.chance import Seeded
from rules.contract import Fact, Seat, Setup
from rules.facts import heard


class Moment(NamedTuple):
    state: Cafe
    facts: tuple[Fact, ...]
    """What everybody was told about the last move."""

    @property
    def view(self) -> CafePublic:
        return RULES.public(self.state)


def _move(luck: random.Random, state: Cafe, seat: Seat) -> CafeMove:
    """Often a good turn, sometimes any, sometimes the bar or a joker."""
    if isinstance(state.phase, NameBirthday):
        return Name(luck.randrange(12))
    held = kinds(ordinary(state.hands[seat]))
    if held and luck.random() < 0.2:
        return Bar(luck.choice(held))
    swaps = [choice.token for choice in RULES.choices(state, seat, ("swap",))]
    if swaps and luck.random() < 0.3:
        guest = luck.choice(swaps)
        chair = luck.choice(RULES.choices(state, seat, ("swap", guest))).token
        move = RULES.parse(f"swap {guest} {chair}")
        assert isinstance(move, Swap)
        return move
    return luck.choice(RULES.best(state, seat, luck.choice((3, 40))))[0]


def game(seats: int, seed: int) -> Iterator[Moment]:
    """One random game, position by position; every second one with the variants."""
    luck, chance = random.Random(seed), Seeded(seed)
    variants = (("birthday", "10"), ("regulars", "on")) if seed % 2 else ()
    step = RULES.setup(Setup(seats, variants), chance)
    yield Moment(step.state, heard(step.facts, None))
    while RULES.outcome(step.state) is None:
        seat = Seat(RULES.prompts(step.state)[0].seat)
        step = RULES.apply(step.state, seat, _move(luck, step.state, seat), chance)
        yield Moment(step.state, heard(step.facts, None))


@lru_cache(maxsize=16)
def positions(seats: int, count: int, seed: int = 1) -> tuple[Moment, ...]:
    """So many positions out of random games, some with a seat that has resigned."""
    luck = random.Random(seed)
    found: list[Moment] = []
    number = 0
    while len(found) < count:
        found += game(seats, seed * 1000 + number)
        number += 1
    return tuple(_resigned(moment, luck) for moment in found[:count])


def _resigned(moment: Moment, luck: random.Random) -> Moment:
    if luck.random() > 0.05 or RULES.outcome(moment.state) is not None:
        return moment
    return Moment(RULES.resign(moment.state, Seat(luck.randrange(moment.state.seats))).state, moment.facts)


def words_of(moment: Moment, luck: random.Random) -> tuple[str, ...]:
    """The beginning of some move, or a whole one."""
    seat = Seat(RULES.prompts(moment.state)[0].seat)
    tokens: tuple[str, ...] = ()
    for _ in range(luck.randrange(1, 8)):
        choices = RULES.choices(moment.state, seat, tokens)
        if not choices:
            break
        tokens = (*tokens, luck.choice(choices).token)
    return tokens


def marks_for(moment: Moment, luck: random.Random) -> Marks:
    """None, those of the last move, or those of a plan."""
    if luck.random() < 0.1:
        return Marks()
    if luck.random() < 0.4 or RULES.outcome(moment.state) is not None:
        return last_move(moment.facts)
    tokens = words_of(moment, luck)
    seat = Seat(RULES.prompts(moment.state)[0].seat)
    return planned(moment.view, (), tokens, RULES.choices(moment.state, seat, tokens))[0]
