"""A café that is played to its end with luck that is settled beforehand, so that ways are compared in the same luck.

Each seat draws in an order of its own, whatever the others draw meanwhile: a way by which a guest more or fewer is
drawn meets with nearly the same guests as any other. Each order is as likely as any, so each draw is as well.
"""

from typing import Final

from players.cafe.hall import Found
from players.cafe.quick import Quick
from rules.cafe import scoring
from rules.cafe.board import ALLOWED
from rules.cafe.guests import JOKERS
from rules.cafe.moves import Bar, Name, Seating, Swap
from rules.cafe.state import Cafe
from rules.chance import Chance, Seeded
from rules.contract import Move

SEEDS: Final = 1 << 62


class Stacked(Quick):
    """What is drawn was settled when it began."""

    __slots__ = ("_left", "_orders", "gone")

    def __init__(self, state: Cafe, chance: Chance) -> None:
        super().__init__(state)
        self._left = len(self.bag)
        self.gone = bytearray(self._left)
        self._orders = [Seeded(chance.below(SEEDS)) for _ in range(self.seats)]

    def play(self, move: Move, chance: Chance) -> None:
        """A legal move of the seat whose turn it is."""
        seat = self.seat
        match move:
            case Seating():
                self._sit(seat, Found(scoring.points(self.hall, move.guests), move.guests), chance)
            case Bar():
                self._drink(seat, move.kind, chance)
            case Swap():
                self._swap(seat, move.kind, move.chair, chance)
            case Name():
                self.named(move.nation)
            case _:
                raise TypeError(move)

    def draw(self, seat: int, chance: Chance) -> int:
        """The next in the seat's order who is still there; this luck is settled."""
        del chance
        order, gone = self._orders[seat], self.gone
        at = order.below(len(gone))
        while gone[at]:
            at = order.below(len(gone))
        gone[at] = 1
        self._left -= 1
        return self.bag[at]

    @property
    def left(self) -> int:
        return self._left

    def _missed_least(self, hand: list[int]) -> int:
        """Whoever has the fewest chairs left goes to the bar."""
        free = self.hall.free
        return min([kind for kind in hand if kind < JOKERS], key=lambda kind: (ALLOWED[kind] & free).bit_count())
