"""What is shown: built up field by field from a state, never a state with fields taken away."""

from collections.abc import Iterable
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from rules import counts
from rules.contract import Fact, PublicView, SeatView
from rules.guatemala.blockade import is_asked, may_block
from rules.guatemala.board import HARBOUR, bits, sack_space
from rules.guatemala.facts import Scored
from rules.guatemala.pieces import LETTERS
from rules.guatemala.roads import harbour_of_shed, path_harbour
from rules.guatemala.scoring import plantation_points
from rules.guatemala.state import (
    KINDS,
    Blockade,
    Build,
    Guatemala,
    Line,
    Over,
    PutsBuyer,
    Refill,
    Turn,
)


class Plantation(Struct, frozen=True):
    """One coffee of one seat: its pieces, and the harbour that its shed is connected to."""

    seat: int
    coffee: int
    workers: tuple[int, ...]
    """Places (rules/guatemala/board.py)."""
    shed: int
    """A place; -1 without."""
    harbour: int
    """The harbour that roads join to the shed, were it scored now; -1 without a shed or roads."""
    leads: int
    """The harbour to which printed paths lead from the shed (GC-12); -1 without a shed."""
    points: int
    """What it would bring now."""
    tile: int
    """Where the owner's tile lies: under the shed, else under the worker that began it (GC-16)."""


class GuatemalaPublic(PublicView, frozen=True):
    """What everybody sees: both boards, the money, the points, how many sacks each holds."""

    seats: int
    phase: str
    """The tag of the phase: buyer, turn, line, build, blockade, refill or over."""
    waiting: tuple[int, ...]
    """Whom the table waits for; of a blockade all who are asked, whoever has answered."""
    active: int
    """Whose turn it is; -1 when it is over."""
    buyer: int
    walked: int
    board: tuple[int, ...]
    """The production board, a code a field (rules/guatemala/pieces.py)."""
    emptied: tuple[int, ...]
    """The fields emptied in this turn."""
    blocked: bool
    """Is it built after a blockade (GC-27)?"""
    money: tuple[int, ...]
    points: tuple[int, ...]
    stocks: tuple[int, ...]
    """How many sacks each seat holds; which ones is its secret."""
    bag: int
    track: tuple[int, ...]
    last_sack: int
    """The space of the last laid sack; the number of spaces while none is laid."""
    plantations: tuple[Plantation, ...]
    roads: tuple[int, ...]
    """Edges (rules/guatemala/board.py)."""
    road_stock: int
    harbours: tuple[tuple[int, ...], ...]
    """Coffees of the ships, from the cheapest dock on."""
    sailed: tuple[int, ...]
    scored: int
    """The coffee being scored while a blockade or a refill is open; else -1."""
    open_field: int
    """The field that waits for a sack; else -1."""
    tied: tuple[int, ...]
    """The harbours (as places) among which the scorer chooses the ship that sails."""
    resigned: tuple[int, ...]
    anywhere: bool
    """May ships go to any harbour (GC-12)?"""
    ending: str
    """Empty while it runs."""
    hands: tuple[tuple[int, ...], ...] = ()
    """At the end the sacks that each seat still held, by coffee; until then its secret."""


class GuatemalaSeat(SeatView, frozen=True):
    """What one seat sees besides."""

    seat: int
    stock: tuple[int, ...]
    """Its sacks, by coffee."""
    asked: bool
    """Is it asked about a blockade?"""
    may_block: bool
    answer: str
    """Its answer as it stands: block, pass or nothing."""
    plan_lay: int
    """The sack it said it would lay after the scoring that is asked about; else -1."""
    plan_sail: int
    """The harbour that it chose; else -1."""

    def __repr__(self) -> str:
        return f"GuatemalaSeat(seat={self.seat}, …)"


def public(state: Guatemala) -> GuatemalaPublic:
    shown = _standing(state)
    if not isinstance(state.phase, Over):
        return shown
    return replace(shown, hands=tuple(counts.unpack(stock.packed, KINDS) for stock in state.stocks))


def _standing(state: Guatemala) -> GuatemalaPublic:
    """What is the same in every phase."""
    phase = state.phase
    scoring = isinstance(phase, Blockade | Refill)
    return GuatemalaPublic(
        seats=state.seats,
        phase=tag(state),
        waiting=_waiting(state),
        active=-1 if isinstance(phase, Over) else phase.seat,
        buyer=state.buyer,
        walked=state.walked,
        board=state.board,
        emptied=phase.emptied if isinstance(phase, Build) else (),
        blocked=isinstance(phase, Build) and phase.blocked,
        money=state.money,
        points=state.points,
        stocks=tuple(counts.total(stock.packed) for stock in state.stocks),
        bag=counts.total(state.bag.packed),
        track=state.track,
        last_sack=sack_space(len(state.track)),
        plantations=tuple(_plantations(state)),
        roads=tuple(bits(state.roads)),
        road_stock=state.road_stock,
        harbours=state.harbours,
        sailed=state.sailed,
        scored=phase.coffee if scoring else -1,
        open_field=phase.field if scoring and not state.board[phase.field] else -1,
        tied=tuple(HARBOUR + k for k in phase.tied) if isinstance(phase, Refill) else (),
        resigned=tuple(bits(state.resigned)),
        anywhere=state.anywhere,
        ending=phase.ending if isinstance(phase, Over) else "",
    )


def tag(state: Guatemala) -> str:
    return str(type(state.phase).__struct_config__.tag)


def _waiting(state: Guatemala) -> tuple[int, ...]:
    phase = state.phase
    match phase:
        case Over():
            return ()
        case Blockade():
            return tuple(sorted(seat for seat in phase.asked if not state.resigned >> seat & 1))
        case PutsBuyer() | Turn() | Line() | Build() | Refill():
            return (phase.seat,)
        case _:
            assert_never(phase)


def _plantations(state: Guatemala) -> list[Plantation]:
    found: list[Plantation] = []
    for index, (workers, sheds) in enumerate(zip(state.workers, state.sheds, strict=True)):
        if not workers | sheds:
            continue
        seat, coffee = divmod(index, KINDS)
        shed = sheds.bit_length() - 1
        harbour = harbour_of_shed(state.seats, sheds, state.roads) if sheds else -1
        points = plantation_points(state, index)
        tile = shed if sheds else state.tiles[index]
        leads = path_harbour(state.seats, sheds)
        found.append(Plantation(seat, coffee, tuple(bits(workers)), shed, harbour, leads, points, tile))
    return found


BEYOND = "beyond"


def sources(view: GuatemalaPublic, seat: int, told: Iterable[Fact]) -> tuple[tuple[str, int], ...]:
    """Where the points of a seat came from, by all that everybody was told: what each coffee brought, by its letter,
    and what of it went beyond the end of the track.
    """
    brought = [0] * KINDS
    for fact in told:
        if isinstance(fact, Scored):
            brought[fact.coffee] += fact.points[seat]
    return (*zip(LETTERS, brought, strict=True), (BEYOND, view.points[seat] - sum(brought)))


def ranked(view: GuatemalaPublic) -> tuple[int, ...]:
    """The place of each seat once it is over (GC-29, GC-31), else nothing."""
    if not view.ending:
        return ()
    ranks = [(seat not in view.resigned, view.points[seat], view.money[seat]) for seat in range(view.seats)]
    return tuple(1 + sum(other > rank for other in ranks) for rank in ranks)


def private(state: Guatemala, seat: int) -> GuatemalaSeat:
    phase = state.phase
    asked = isinstance(phase, Blockade) and is_asked(state, phase, seat)
    answer, plan = "", None
    if isinstance(phase, Blockade):
        answer = "block" if phase.answers.block >> seat & 1 else "pass" if phase.answers.passed >> seat & 1 else ""
        plan = phase.plan if phase.seat == seat else None
    return GuatemalaSeat(
        seat=seat,
        stock=counts.unpack(state.stocks[seat].packed, KINDS),
        asked=asked,
        may_block=isinstance(phase, Blockade) and asked and may_block(state, seat, phase.coffee),
        answer=answer,
        plan_lay=plan.lay if plan else -1,
        plan_sail=plan.sail if plan else -1,
    )
