"""Catan as the contract wants it: what each phase asks, and of whom."""

from typing import Any, Final

from rules.catan import (
    choices,
    discard,
    ending,
    handling,
    imagination,
    legal,
    memory,
    notation,
    offers,
    older,
    scoring,
    setup,
    state,
    views,
)
from rules.catan.facts import CatanFact
from rules.catan.memory import CatanMemory
from rules.catan.moves import CatanMove
from rules.catan.pieces import PLAYERS
from rules.catan.state import Catan
from rules.catan.views import CatanPublic, CatanSeat
from rules.contract import (
    ORDINARY,
    Chance,
    Choice,
    Fact,
    Memory,
    Option,
    Outcome,
    Prompt,
    Seat,
    Setup,
    Step,
)

SITES, DISCARD, ROBBER, STEAL, ROADS, RAISE = "sites", "discard", "robber", "steal", "roads", "raise"
"""The topics of the questions, besides the ordinary turn and an offer."""


def _of_the_active(topic: str, *, rest: bool = False) -> tuple[tuple[Prompt, ...], ...]:
    """The one question to the seat whose turn it is, by seat."""
    return tuple([(Prompt(seat, topic, rest=rest),) for seat in range(PLAYERS)])


_TURN: Final = _of_the_active(ORDINARY, rest=True)
_ASKED: Final[dict[type[state.Phase], tuple[tuple[Prompt, ...], ...]]] = {
    state.Found: _of_the_active(ORDINARY),
    state.FoundSites: _of_the_active(SITES),
    state.PreRoll: _TURN,
    state.MoveRobber: _of_the_active(ROBBER),
    state.Steal: _of_the_active(STEAL),
    state.Main: _TURN,
    state.FreeRoads: _of_the_active(ROADS),
    state.MarketRise: _of_the_active(RAISE),
    state.Over: ((),) * PLAYERS,
}
"""By phase and whose turn it is. A discard asks several; an offer asks others, besides."""


class CatanGame:
    """The rules; no state of its own."""

    key = "catan"
    version = 2
    seats = setup.SEATS
    options: tuple[Option, ...] = setup.OPTIONS
    state_type = Catan
    fact_type: Any = CatanFact

    def setup(self, setup_: Setup, chance: Chance, /) -> Step[Catan]:
        return setup.begin(setup_, chance)

    def prompts(self, state_: Catan, /) -> tuple[Prompt, ...]:
        phase = state_.phase
        if type(phase) is state.Discard:
            return _asked(state_, phase)
        asked = _ASKED[type(phase)][state_.active]
        return asked + offers.prompts(state_) if state_.offer and type(phase) is state.Main else asked

    def choices(self, state_: Catan, seat: Seat, tokens: tuple[str, ...], /) -> tuple[Choice, ...]:
        return choices.choices(state_, seat, tokens)

    def best(self, _state: Catan, _seat: Seat, _n: int, /) -> tuple[tuple[CatanMove, int], ...]:
        """Nothing here can be ranked by a number that everybody would agree on."""
        return ()

    def apply(self, state_: Catan, seat: Seat, move: CatanMove, chance: Chance, /) -> Step[Catan]:
        return handling.handle(state_, seat, move, chance)

    def idle(self, state_: Catan, seat: Seat, /) -> CatanMove:
        return ending.idle(state_, seat)

    def resign(self, state_: Catan, seat: Seat, /) -> Step[Catan]:
        return ending.resign(state_, seat)

    def resigned(self, state_: Catan, /) -> tuple[int, ...]:
        return ending.resigned(state_) if state_.resigned else ()

    def public(self, state_: Catan, /) -> CatanPublic:
        return views.public(state_)

    def private(self, state_: Catan, seat: Seat, /) -> CatanSeat:
        return views.private(state_, seat)

    def outcome(self, state_: Catan, /) -> Outcome | None:
        return scoring.outcome(state_)

    def remember(
        self, memory_: Memory | None, public: CatanPublic, seat: Seat, facts: tuple[Fact, ...], /
    ) -> CatanMemory:
        return memory.remember(memory_, public, seat, facts)

    def imagine(self, public: CatanPublic, private: CatanSeat, memory_: Memory, chance: Chance, /) -> Catan:
        return imagination.imagine(public, private, memory_, chance)

    def moves(self, state_: Catan, seat: Seat, /) -> tuple[CatanMove, ...]:
        return legal.moves(state_, seat)

    def upgrade(self, version: int, state_: str, /) -> Catan:
        return older.upgraded(version, state_)

    def parse(self, text: str, /) -> CatanMove:
        return notation.parse(text)

    def write(self, move: CatanMove, /) -> str:
        return notation.write(move)


def _asked(state_: Catan, phase: state.Discard) -> tuple[Prompt, ...]:
    """CM-26; an answered question stays open."""
    return tuple(
        [
            Prompt(seat, DISCARD, required=not given.packed, sealed=True)
            for seat, given in enumerate(phase.given)
            if discard.is_asked(state_, phase, seat)
        ]
    )


RULES = CatanGame()
