"""Catan as the contract wants it."""

from collections.abc import Callable
from typing import Any

from rules.catan import (
    asking,
    choices,
    ending,
    handling,
    imagination,
    legal,
    notation,
    older,
    scoring,
    setup,
    views,
)
from rules.catan.facts import CatanFact
from rules.catan.moves import CatanMove
from rules.catan.state import Catan
from rules.catan.views import CatanPublic, CatanSeat
from rules.contract import (
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


class CatanGame:
    """The rules; no state of its own."""

    key = "catan"
    version = 2
    seats = setup.SEATS
    options: tuple[Option, ...] = setup.OPTIONS
    state_type = Catan
    fact_type: Any = CatanFact

    def __init__(self) -> None:
        """What every move asks for are the functions themselves, kept where they are found soonest."""
        self.apply: Callable[[Catan, Seat, CatanMove, Chance], Step[Catan]] = handling.handle
        self.moves: Callable[[Catan, Seat], tuple[CatanMove, ...]] = legal.moves
        self.prompts: Callable[[Catan], tuple[Prompt, ...]] = asking.prompts
        self.write: Callable[[CatanMove], str] = notation.write

    def setup(self, setup_: Setup, chance: Chance, /) -> Step[Catan]:
        return setup.begin(setup_, chance)

    def choices(self, state_: Catan, seat: Seat, tokens: tuple[str, ...], /) -> tuple[Choice, ...]:
        return choices.choices(state_, seat, tokens)

    def best(self, _state: Catan, _seat: Seat, _n: int, /) -> tuple[tuple[CatanMove, int], ...]:
        """Nothing here can be ranked by a number that everybody would agree on."""
        return ()

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

    def remember(self, memory_: Memory | None, public: CatanPublic, seat: Seat, facts: tuple[Fact, ...], /) -> Memory:
        return imagination.remember(memory_, public, seat, facts)

    def imagine(self, public: CatanPublic, private: CatanSeat, memory_: Memory, chance: Chance, /) -> Catan:
        return imagination.imagine(public, private, memory_, chance)

    def upgrade(self, version: int, state_: str, /) -> Catan:
        return older.upgraded(version, state_)

    def parse(self, text: str, /) -> CatanMove:
        return notation.parse(text)


RULES = CatanGame()
