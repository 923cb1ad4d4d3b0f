"""Random positions of Catan for the pictures, of a random player that walks `choices` and likes to build."""

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from renderer.catan import Marks, drafted, last_move, legal
from rules.catan.game import RULES
from rules.catan.state import Catan
from rules.catan.views import CatanPublic
from rules.chance import Seeded
from rules.contract import Choice, Fact, Seat, Setup
from rules.facts import heard

LEANS = {
    "settlement": 60, "city": 50, "site": 40, "chocolate": 60, "buy": 12, "knight": 12, "roads": 12, "road": 9,
    "bank": 5, "offer": 1, "end": 4,
}  # fmt: skip
"""The weights of first words; of all others 3."""
MAPS = ("base", "market")


class Moment(NamedTuple):
    state: Catan
    facts: tuple[Fact, ...]
    """What everybody was told about the last moves."""
    news: tuple[Fact, ...] = ()
    """About the last of them."""

    @property
    def view(self) -> CatanPublic:
        view = RULES.public(self.state)
        assert isinstance(view, CatanPublic)
        return view


def _walk(luck: random.Random, state: Catan, seat: int) -> tuple[str, ...]:
    tokens: tuple[str, ...] = ()
    whole = False
    while choices := RULES.choices(state, Seat(seat), tokens):
        if whole and luck.random() < 0.5:
            break
        weights = [3 if tokens else LEANS.get(choice.token, 3) for choice in choices]
        choice = luck.choices(choices, weights)[0]
        tokens, whole = (*tokens, choice.token), choice.whole
    return tokens


def game(market: bool, seats: int, seed: int) -> Iterator[Moment]:
    """One random game, position by position."""
    luck, chance = random.Random(seed), Seeded(seed)
    state = RULES.setup(Setup(seats, _options(market, seed)), chance).state
    past: list[tuple[Fact, ...]] = []
    yield Moment(state, ())
    while RULES.outcome(state) is None:
        asked = [prompt.seat for prompt in RULES.prompts(state) if prompt.required or luck.random() < 0.2]
        if not asked:
            continue
        seat = luck.choice(asked)
        tokens = _walk(luck, state, seat)
        if not tokens:
            continue
        step = RULES.apply(state, Seat(seat), RULES.parse(" ".join(tokens)), chance)
        state = step.state
        past = [*past[-2:], heard(step.facts, None)]
        yield Moment(state, tuple(fact for facts in past for fact in facts), past[-1])


def _options(market: bool, seed: int) -> tuple[tuple[str, str], ...]:
    if market:
        return (("game", "market"),)
    return ("game", "base"), ("map", "beginners" if seed % 3 == 0 else "shuffled")


@lru_cache(maxsize=16)
def positions(market: bool, seats: int, count: int, seed: int = 1) -> tuple[Moment, ...]:
    """So many positions out of random games, beginnings and ends among them; some with a seat that has resigned."""
    luck = random.Random(seed)
    found: list[Moment] = []
    while len(found) < count:
        moments = list(game(market, seats, seed * 1000 + len(found)))
        found += [moments[0], moments[-1], *(moment for moment in moments[1:-1] if luck.random() < 0.6)]
    return tuple(_resigned(moment, luck) for moment in found[:count])


def _resigned(moment: Moment, luck: random.Random) -> Moment:
    if luck.random() > 0.05 or RULES.outcome(moment.state) is not None:
        return moment
    return Moment(RULES.resign(moment.state, Seat(luck.randrange(moment.state.seats))).state, moment.facts)


def marks_for(moment: Moment, luck: random.Random) -> Marks:
    """None, the last move, a draft, or legal next words."""
    match luck.randrange(6):
        case 0:
            return Marks()
        case 1 | 2:
            return last_move(moment.facts)
        case 3:
            return drafted(moment.facts)
        case 4:  # a plan: ghosts, and where the next word may go
            wanted = asked(moment, luck)
            return replace(
                drafted(moment.facts),
                legal_corners=wanted.legal_corners,
                legal_edges=wanted.legal_edges,
                legal_hexes=wanted.legal_hexes,
            )
        case _:
            return asked(moment, luck)


def asked(moment: Moment, luck: random.Random) -> Marks:
    """The marks of some next word."""
    prompts = RULES.prompts(moment.state)
    if not prompts:
        return Marks()
    seat, tokens = luck.choice(prompts).seat, ()
    choices: tuple[Choice, ...] = RULES.choices(moment.state, Seat(seat), tokens)
    for _ in range(luck.randrange(1, 4)):
        if not choices:
            break
        token = luck.choice(choices).token
        ahead = RULES.choices(moment.state, Seat(seat), (*tokens, token))
        if not ahead:
            break
        tokens, choices = (*tokens, token), ahead
    return legal(tokens, choices)
