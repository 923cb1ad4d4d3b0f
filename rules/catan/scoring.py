"""Points, the goal, and the ending (CM-7, CM-8, CM-10, CM-25, CM-29)."""

from typing import Final

from msgspec.structs import replace

from rules import counts
from rules.catan.facts import Ended, Won
from rules.catan.pieces import BASE_GOAL, MARKET_GOAL, Dev
from rules.catan.state import POINTS, Catan, Over
from rules.contract import Outcome, Step, Told
from rules.facts import Announced

LONGEST_ROAD: Final = 2
LARGEST_ARMY: Final = 2
_HIDDEN: Final = counts.BITS * Dev.VICTORY_POINT
_ALL: Final = counts.FULL


def goal(state: Catan) -> int:
    """CM-10, CM-25"""
    return MARKET_GOAL if state.market else BASE_GOAL


def hidden_points(state: Catan, seat: int) -> int:
    """The victory-point cards that a seat holds."""
    return state.devs[seat].packed >> _HIDDEN & _ALL


def points(state: Catan, seat: int) -> int:
    """With hidden cards."""
    count = state.settlements[seat].bit_count() + state.chips[seat]
    if cities := state.cities[seat]:
        count += 2 * cities.bit_count()
    if state.longest == seat:
        count += LONGEST_ROAD
    if state.army == seat:
        count += LARGEST_ARMY
    cards = state.devs[seat].packed
    return count + (cards >> _HIDDEN & _ALL) if cards else count


def public_points(state: Catan, seat: int) -> int:
    """Without hidden cards."""
    return points(state, seat) - hidden_points(state, seat)


def settled(state: Catan, told: tuple[Told, ...]) -> Step[Catan]:
    """After an act or gain of the player whose turn it is: he has won, or the game goes on (CM-10)."""
    seat = state.active
    count = points(state, seat)
    if count < (MARKET_GOAL if state.market else BASE_GOAL) or state.resigned >> seat & 1:
        return Step(state, told)
    won = Won(seat, count, hidden_points(state, seat))
    return over(state, POINTS, seat, (*told, Announced(won)))


def over(state: Catan, ending: str, winner: int, told: tuple[Told, ...]) -> Step[Catan]:
    """The game ends, and hidden cards are shown."""
    shown = Ended(ending, _totals(state), tuple([hidden_points(state, seat) for seat in range(state.seats)]))
    after = replace(state, phase=Over(ending, winner), offer=None, proposals=())
    return Step(after, (*told, Announced(shown)), final=True)


def outcome(state: Catan) -> Outcome | None:
    """CM-10: the winner, then the others by their points; who resigned comes last (CM-29)."""
    phase = state.phase
    if type(phase) is not Over:
        return None

    def rank(seat: int) -> tuple[bool, bool, int]:
        return not state.resigned >> seat & 1, seat == phase.winner, points(state, seat)

    ranks = sorted({rank(seat) for seat in range(state.seats)}, reverse=True)
    ranking = tuple(tuple(seat for seat in range(state.seats) if rank(seat) == value) for value in ranks)
    return Outcome(ranking, phase.ending, _totals(state))


def _totals(state: Catan) -> tuple[int, ...]:
    return tuple([points(state, seat) for seat in range(state.seats)])
