"""A scoring that everybody may block, and who blocks it by the law book."""

from collections.abc import Mapping

from tests.rules.guatemala.position import Position as Made


def asked(seats: int = 4, seat: int = 0) -> Made:
    """Every seat holds white and black, and seat `seat` may score white."""
    made = Made(seats, seat).line("cW", "wK", "wB")
    made.shed(seat, "W", "D6" if seats == 4 else "G6").worker(seat, "W", "E6" if seats == 4 else "G7")
    for other in range(seats):
        made.stock(other, "KW")
    return made


def clockwise(given: Mapping[int, str], order: tuple[int, ...]) -> int | None:
    """Who blocks by the law book; None while it is open, -1 if nobody does."""
    for seat in order:
        if given.get(seat) == "block":
            return seat
        if seat not in given:
            return None
    return -1
