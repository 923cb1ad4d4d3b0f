"""Café International as the contract wants it: which move answers which phase."""

from typing import Any, assert_never

from rules.cafe import (
    bar,
    best,
    choices,
    ending,
    imagination,
    jokers,
    leaving,
    moves,
    seating,
    setup,
    variants,
    views,
)
from rules.cafe.facts import CafeFact
from rules.cafe.moves import CafeMove, Name, Seating, Swap
from rules.cafe.state import Cafe, NameBirthday, Over
from rules.cafe.views import CafePublic, CafeSeat
from rules.contract import (
    Chance,
    Choice,
    Fact,
    GameIsOver,
    IllegalMove,
    Memory,
    NotAsked,
    Option,
    Outcome,
    Prompt,
    Seat,
    Setup,
    Step,
    no_older_version,
)


class CafeInternational:
    """The rules; no state of its own."""

    key = "cafe"
    version = 1
    seats = variants.SEATS
    options: tuple[Option, ...] = (variants.BIRTHDAY, variants.REGULARS)
    state_type = Cafe
    fact_type: Any = CafeFact

    def setup(self, setup_: Setup, chance: Chance, /) -> Step[Cafe]:
        return setup.begin(setup_, chance)

    def prompts(self, state: Cafe, /) -> tuple[Prompt, ...]:
        """Every move is a whole turn or answer, so a plan may end with it, also where its seat is asked again."""
        phase = state.phase
        return () if isinstance(phase, Over) else (Prompt(phase.seat, views.topic(phase), rest=True),)

    def choices(self, state: Cafe, seat: Seat, tokens: tuple[str, ...], /) -> tuple[Choice, ...]:
        return choices.choices(state, seat, tokens)

    def best(self, state: Cafe, seat: Seat, n: int, /) -> tuple[tuple[CafeMove, int], ...]:
        return best.best(state, seat, n)

    def apply(self, state: Cafe, seat: Seat, move: CafeMove, chance: Chance, /) -> Step[Cafe]:
        phase = state.phase
        if isinstance(phase, Over):
            raise IllegalMove(GameIsOver())
        if phase.seat != seat:
            raise IllegalMove(NotAsked())
        if isinstance(phase, NameBirthday):
            return variants.name(state, seat, move)
        return _turn(state, seat, move, chance)

    def idle(self, state: Cafe, seat: Seat, /) -> CafeMove:
        return leaving.idle(state, seat)

    def resign(self, state: Cafe, seat: Seat, /) -> Step[Cafe]:
        return leaving.resign(state, seat)

    def resigned(self, state: Cafe, /) -> tuple[int, ...]:
        return leaving.resigned(state)

    def public(self, state: Cafe, /) -> CafePublic:
        return views.public(state)

    def private(self, state: Cafe, seat: Seat, /) -> CafeSeat:
        return views.private(state, seat)

    def outcome(self, state: Cafe, /) -> Outcome | None:
        return ending.outcome(state)

    def remember(self, memory: Memory | None, _public: CafePublic, _seat: Seat, _facts: tuple[Fact, ...], /) -> Memory:
        return memory or Memory()

    def imagine(self, public: CafePublic, _private: CafeSeat, _memory: Memory, _chance: Chance, /) -> Cafe:
        return imagination.imagine(public)

    def moves(self, state: Cafe, seat: Seat, /) -> tuple[CafeMove, ...]:
        return best.turns(state, seat)

    upgrade = staticmethod(no_older_version)

    def parse(self, text: str, /) -> CafeMove:
        return moves.parse(text)

    def write(self, move: CafeMove, /) -> str:
        return moves.write(move)


def _turn(state: Cafe, seat: int, move: CafeMove, chance: Chance) -> Step[Cafe]:
    """Exactly one of three; passing is not allowed."""
    match move:
        case Seating():
            return seating.seat(state, seat, move, chance)
        case moves.Bar():
            return bar.lay(state, seat, move, chance)
        case Swap():
            return jokers.exchange(state, seat, move, chance)
        case Name():
            raise IllegalMove(NotAsked())
        case _:
            assert_never(move)


RULES = CafeInternational()
