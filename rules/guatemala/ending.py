"""The end of a turn and of the game, and its ranking (GC-28, GC-29, GC-31)."""

from msgspec.structs import replace

from rules.contract import GameIsOver, IllegalMove, NotAsked, Outcome, Step, Told
from rules.facts import Announced
from rules.guatemala.board import sack_space
from rules.guatemala.facts import Ended, Resigned
from rules.guatemala.production import SPACES
from rules.guatemala.state import LAPS, RESIGNED, SACKS, Guatemala, Over, Turn

LAP = SPACES
LAST_LAP = 2 * SPACES


def track_reached(state: Guatemala) -> bool:
    """A marker stands on or past the last laid sack; while none is laid nothing ends."""
    return bool(state.track) and max(state.points) >= sack_space(len(state.track))


def over(state: Guatemala, ending: str, told: tuple[Told, ...]) -> Step[Guatemala]:
    return Step(replace(state, phase=Over(ending)), (*told, Announced(Ended(ending))))


def next_turn(state: Guatemala, seat: int, told: tuple[Told, ...]) -> Step[Guatemala]:
    """The turn of a seat is over."""
    if not state.sacks:
        return over(state, SACKS, told)
    if state.walked >= LAST_LAP:
        return over(state, LAPS, told)
    return Step(replace(state, phase=Turn((seat + 1) % state.seats)), told)


def resign(state: Guatemala, seat: int) -> Step[Guatemala]:
    """GC-31: the plantations stay; with one seat left the game ends."""
    if isinstance(state.phase, Over):
        raise IllegalMove(GameIsOver())
    if state.resigned >> seat & 1:
        raise IllegalMove(NotAsked())
    after = replace(state, resigned=state.resigned | 1 << seat)
    told = (Announced(Resigned(seat)),)
    if state.seats - after.resigned.bit_count() < 2:
        return over(after, RESIGNED, told)
    return Step(after, told)


def outcome(state: Guatemala) -> Outcome | None:
    """GC-29: points, then money, then shared; who resigned comes last (GC-31)."""
    phase = state.phase
    if not isinstance(phase, Over):
        return None

    def rank(seat: int) -> tuple[bool, int, int]:
        return not state.resigned >> seat & 1, state.points[seat], state.money[seat]

    ranks = sorted({rank(seat) for seat in range(state.seats)}, reverse=True)
    ranking = tuple(tuple(seat for seat in range(state.seats) if rank(seat) == value) for value in ranks)
    return Outcome(ranking, phase.ending, state.points)
