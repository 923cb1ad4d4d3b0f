"""Guatemala Café as the contract wants it: which move answers which phase."""

from typing import Any, assert_never

import msgspec

from rules.contract import (
    ORDINARY,
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
    Reason,
    Seat,
    Setup,
    Step,
    no_older_version,
)
from rules.guatemala import (
    blockade,
    build,
    buyer,
    choices,
    ending,
    imagination,
    legal,
    moves,
    reasons,
    scoring,
    setup,
    views,
)
from rules.guatemala.facts import GuatemalaFact
from rules.guatemala.moves import (
    Block,
    Done,
    GuatemalaMove,
    Lay,
    Pass,
    PutBuyer,
    Sail,
    Score,
    StepOn,
    Take,
)
from rules.guatemala.state import (
    Blockade,
    Build,
    Guatemala,
    Line,
    Over,
    PutsBuyer,
    Refill,
    Turn,
)
from rules.guatemala.views import GuatemalaPublic, GuatemalaSeat

BUYER, BLOCKADE, BUILD, REFILL = "buyer", "blockade", "build", "refill"
"""The topics of the questions, besides the ordinary turn."""


class GuatemalaCafe:
    """The rules; no state of its own."""

    key = "guatemala"
    version = 2
    seats = (2, 3, 4)
    options: tuple[Option, ...] = (setup.SIDE, setup.SHIPS)
    state_type = Guatemala
    fact_type: Any = GuatemalaFact

    def setup(self, setup_: Setup, chance: Chance, /) -> Step[Guatemala]:
        return setup.begin(setup_, chance)

    def prompts(self, state: Guatemala, /) -> tuple[Prompt, ...]:
        phase = state.phase
        match phase:
            case Turn() | Line():
                return (Prompt(phase.seat, ORDINARY),)
            case Build():
                return (Prompt(phase.seat, BUILD if phase.blocked else ORDINARY),)
            case Blockade():
                return _asked(state, phase)
            case Refill():
                return (Prompt(phase.seat, REFILL),)
            case PutsBuyer():
                return (Prompt(phase.seat, BUYER),)
            case Over():
                return ()
            case _:
                assert_never(phase)

    def choices(self, state: Guatemala, seat: Seat, tokens: tuple[str, ...], /) -> tuple[Choice, ...]:
        return choices.choices(state, seat, tokens)

    def best(self, state: Guatemala, seat: Seat, n: int, /) -> tuple[tuple[GuatemalaMove, int], ...]:
        return choices.best(state, seat, n)

    def apply(self, state: Guatemala, seat: Seat, move: GuatemalaMove, chance: Chance, /) -> Step[Guatemala]:
        phase = state.phase
        match phase:
            case Turn() if phase.seat == seat:
                return _turn(state, phase, move)
            case Line() if phase.seat == seat:
                return _line(state, phase, move, chance)
            case Build() if phase.seat == seat:
                return _build(state, phase, move)
            case Blockade() if isinstance(move, Block | Pass) and blockade.is_asked(state, phase, seat):
                return blockade.answer(state, phase, seat, chance, block=isinstance(move, Block))
            case Refill() if phase.seat == seat and isinstance(move, Lay):
                return scoring.lay(state, phase, move)
            case Refill() if phase.seat == seat and isinstance(move, Sail):
                return scoring.sail(state, phase, move)
            case PutsBuyer() if phase.seat == seat and isinstance(move, PutBuyer):
                return buyer.put(state, seat, move)
            case Over():
                raise IllegalMove(GameIsOver())
            case _:
                raise IllegalMove(NotAsked())

    def idle(self, state: Guatemala, seat: Seat, /) -> GuatemalaMove:
        """GC-31"""
        phase = state.phase
        match phase:
            case Turn():
                return StepOn(1)
            case Line() | Build() | Over():
                return Done()
            case Blockade():
                return Pass()
            case PutsBuyer():
                return PutBuyer(0)
            case Refill() if phase.tied:
                return Sail(phase.tied[0])
            case Refill():
                return Lay(legal.held(state, seat)[0])
            case _:
                assert_never(phase)

    def resign(self, state: Guatemala, seat: Seat, /) -> Step[Guatemala]:
        return ending.resign(state, seat)

    def resigned(self, state: Guatemala, /) -> tuple[int, ...]:
        return tuple(seat for seat in range(state.seats) if state.resigned >> seat & 1)

    def public(self, state: Guatemala, /) -> GuatemalaPublic:
        return views.public(state)

    def private(self, state: Guatemala, seat: Seat, /) -> GuatemalaSeat:
        return views.private(state, seat)

    def outcome(self, state: Guatemala, /) -> Outcome | None:
        return ending.outcome(state)

    def remember(
        self, _memory: Memory | None, _public: GuatemalaPublic, _seat: Seat, _facts: tuple[Fact, ...], /
    ) -> Memory:
        return imagination.NOTHING

    def imagine(self, public: GuatemalaPublic, private: GuatemalaSeat, _memory: Memory, chance: Chance, /) -> Guatemala:
        return imagination.imagine(public, private, chance)

    def moves(self, state: Guatemala, seat: Seat, /) -> tuple[GuatemalaMove, ...]:
        return legal.moves(state, seat)

    def upgrade(self, version: int, state: str, /) -> Guatemala:
        """Version 1 kept one field less: its ships went to any harbour, and go on so."""
        if version != 1:
            no_older_version(version, state)
        return msgspec.convert([*msgspec.json.decode(state), True], Guatemala)

    def parse(self, text: str, /) -> GuatemalaMove:
        return moves.parse(text)

    def write(self, move: GuatemalaMove, /) -> str:
        return moves.write(move)


def _asked(state: Guatemala, phase: Blockade) -> tuple[Prompt, ...]:
    """GC-26; an answered question stays open."""
    given = phase.answers.block | phase.answers.passed
    return tuple(
        Prompt(seat, BLOCKADE, len(state.track), required=not given >> seat & 1, sealed=True)
        for seat in phase.asked
        if blockade.is_asked(state, phase, seat)
    )


# ── the ordinary turn: what each phase takes, and why not ────────────────────────────────────────────────────────────


def _turn(state: Guatemala, phase: Turn, move: GuatemalaMove) -> Step[Guatemala]:
    if isinstance(move, StepOn):
        return buyer.step(state, phase.seat, move)
    raise IllegalMove(_refusal(move, reasons.MoveTheBuyerFirst()))


def _line(state: Guatemala, phase: Line, move: GuatemalaMove, chance: Chance) -> Step[Guatemala]:
    match move:
        case Take():
            return build.take(state, phase.seat, phase, move)
        case Score():
            return scoring.score(state, phase.seat, move, chance)
        case Done():
            return buyer.stop(state, phase.seat)
        case _:
            raise IllegalMove(_refusal(move, reasons.BuyerHasMoved()))


def _build(state: Guatemala, phase: Build, move: GuatemalaMove) -> Step[Guatemala]:
    match move:
        case Take():
            return build.take(state, phase.seat, phase, move)
        case Done():
            built = build.finish(state, phase)
            return ending.next_turn(built.state, phase.seat, built.facts)
        case Score():
            raise IllegalMove(reasons.BuildOrScore())
        case _:
            raise IllegalMove(_refusal(move, reasons.BuyerHasMoved()))


_OF_THE_TURN = (StepOn, Take, Done, Score)


def _refusal(move: GuatemalaMove, reason: Reason) -> Reason:
    """Moves of the turn get a reason; an answer to a question that is not open is just not asked for."""
    return reason if isinstance(move, _OF_THE_TURN) else NotAsked()


RULES = GuatemalaCafe()
