"""Every legal move of a seat, quickly, for those who think ahead; what `choices` leads people to word by word."""

from itertools import product
from typing import assert_never

from rules import counts
from rules.guatemala import build, scoring
from rules.guatemala.blockade import is_asked, may_block
from rules.guatemala.board import bits
from rules.guatemala.buyer import FREE_STEPS, step_price
from rules.guatemala.moves import Block, Done, GuatemalaMove, Lay, Pass, Plan, PutBuyer, Sail, Score, StepOn, Take
from rules.guatemala.pieces import COFFEE_OF, KIND_OF, MOST_PIECES, Kind
from rules.guatemala.production import LINES, SPACES
from rules.guatemala.state import KINDS, Blockade, Build, Guatemala, Line, Over, PutsBuyer, Refill, Turn

Moves = tuple[GuatemalaMove, ...]


def moves(state: Guatemala, seat: int) -> Moves:
    phase = state.phase
    if isinstance(phase, Over):
        return ()
    if isinstance(phase, Blockade):
        return _answers(state, phase, seat)
    if phase.seat != seat:
        return ()
    match phase:
        case Turn():
            return tuple([StepOn(n) for n in range(1, FREE_STEPS + 2) if step_price(n) <= state.money[seat]])
        case Line():
            return (*scores(state, seat), *takes(state, seat), Done())
        case Build():
            return (*takes(state, seat), Done()) if len(phase.emptied) < MOST_PIECES else (Done(),)
        case PutsBuyer():
            return tuple([PutBuyer(space) for space in range(SPACES)])
        case Refill():
            return _refills(state, phase)
        case _:
            assert_never(phase)


def _answers(state: Guatemala, phase: Blockade, seat: int) -> Moves:
    if not is_asked(state, phase, seat):
        return ()
    return (Block(), Pass()) if may_block(state, seat, phase.coffee) else (Pass(),)


def _refills(state: Guatemala, phase: Refill) -> Moves:
    lays = [Lay(coffee) for coffee in held(state, phase.seat)] if phase.lays else []
    return (*lays, *[Sail(harbour) for harbour in phase.tied])


def held(state: Guatemala, seat: int) -> list[int]:
    """The coffees of which a seat has a sack in stock."""
    return [coffee for coffee, amount in enumerate(counts.unpack(state.stocks[seat].packed, KINDS)) if amount]


def takes(state: Guatemala, seat: int) -> Moves:
    """Every piece of the line at every place where it may go and can be paid."""
    where: dict[int, list[int]] = {}
    found: list[Take] = []
    for field in LINES[state.buyer]:
        code = state.board[field]
        if code not in where:
            first = build.FIRST.get(KIND_OF[code], 0)
            where[code] = [first + spot for spot in bits(build.places(state, seat, code))]
        found += [Take(field, place) for place in where[code]]
    return tuple(found)


def scores(state: Guatemala, seat: int) -> Moves:
    """Every sack of the line, with every plan that may be said in advance."""
    found: list[Score] = []
    lays = (-1, *held(state, seat))
    for field in LINES[state.buyer]:
        code = state.board[field]
        if KIND_OF[code] == Kind.SACK:
            tied = scoring.sailing(state, COFFEE_OF[code])
            sails = (-1, *tied) if len(tied) > 1 else (-1,)
            found += [Score(field, Plan(lay, sail)) for lay, sail in product(lays, sails)]
    return tuple(found)
