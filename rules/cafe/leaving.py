"""Who has resigned, and what still happens in that seat (CI-22)."""

from msgspec.structs import replace

from rules.cafe import best, ending
from rules.cafe.facts import Resigned
from rules.cafe.guests import kinds, ordinary
from rules.cafe.moves import Bar, CafeMove, Name, Seating, by_chair
from rules.cafe.state import RESIGNED, Cafe, NameBirthday, Over
from rules.contract import GameIsOver, IllegalMove, NotAsked, Step
from rules.facts import Announced


def idle(state: Cafe, seat: int) -> CafeMove:
    """The first ordinary guest to the bar, else the first legal turn."""
    if isinstance(state.phase, NameBirthday):
        return Name(0)
    for kind in kinds(ordinary(state.hands[seat])):
        return Bar(kind)
    _, guests = next(best.seatings(state, seat))
    return Seating(tuple(sorted(guests, key=by_chair)))


def resign(state: Cafe, seat: int) -> Step[Cafe]:
    """With one seat left the game ends."""
    if isinstance(state.phase, Over):
        raise IllegalMove(GameIsOver())
    if state.resigned >> seat & 1:
        raise IllegalMove(NotAsked())
    after = replace(state, resigned=state.resigned | 1 << seat)
    told = (Announced(Resigned(seat)),)
    return ending.over(after, RESIGNED, told) if ending.playing(after) < 2 else Step(after, told)


def resigned(state: Cafe) -> tuple[int, ...]:
    return tuple(seat for seat in range(state.seats) if state.resigned >> seat & 1)
