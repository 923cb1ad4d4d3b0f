"""Who has resigned, and what he still does (CM-29)."""

from typing import assert_never

from msgspec.structs import replace

from rules.catan import devcards, discard, founding, market, offers, robber, scoring
from rules.catan.facts import Resigned
from rules.catan.hexes import bits
from rules.catan.moves import CatanMove, End, Roll
from rules.catan.state import (
    RESIGNED,
    Catan,
    Discard,
    Found,
    FoundSites,
    FreeRoads,
    Main,
    MarketRise,
    MoveRobber,
    Over,
    PreRoll,
    Steal,
)
from rules.contract import GameIsOver, IllegalMove, NotAsked, Step
from rules.facts import Announced


def idle(state: Catan, seat: int) -> CatanMove:
    """The least that can be done."""
    phase = state.phase
    match phase:
        case PreRoll():
            return Roll()
        case Main() | Over():
            return End()
        case Discard():
            return discard.idle_discard(state, seat)
        case MoveRobber():
            return robber.idle_robber(state, seat)
        case Steal():
            return robber.idle_steal()
        case FreeRoads():
            return devcards.idle_free_road(state, seat)
        case MarketRise():
            return market.idle_raise(state)
        case Found():
            return founding.first_place(state)
        case FoundSites():
            return founding.first_sites(state, seat)
        case _:
            assert_never(phase)


def resign(state: Catan, seat: int) -> Step[Catan]:
    """What he has stays where it is; with one seat left the game ends."""
    if isinstance(state.phase, Over):
        raise IllegalMove(GameIsOver())
    if state.resigned >> seat & 1:
        raise IllegalMove(NotAsked())
    left = offers.leave(state, seat)
    after = replace(left.state, resigned=state.resigned | 1 << seat)
    told = (Announced(Resigned(seat)), *left.facts)
    if state.seats - after.resigned.bit_count() < 2:
        return scoring.over(after, RESIGNED, -1, told)
    return Step(after, told)


def resigned(state: Catan) -> tuple[int, ...]:
    return tuple(bits(state.resigned))
