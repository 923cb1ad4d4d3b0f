"""What a seat knows of the sacks: its own, those that lie open, and how the rest is spread over the others and the bag.

An open sack can be scored, one in stock can be laid; one that another seat holds can be laid too, and blocks.
"""

from functools import lru_cache
from typing import Final

from msgspec import Struct

from rules import counts
from rules.guatemala.pieces import SACK, SACKS_EACH
from rules.guatemala.state import KINDS, Guatemala

STOCK: Final = 0.25
"""A sack in one's stock, against an open one."""
UNSEEN: Final = 0.06
"""A sack that may be laid by somebody, against an open one."""


class Sacks(Struct, frozen=True, gc=False):
    """By plantation, as a seat expects it."""

    found: tuple[float, ...]
    """How many sacks of its coffee its owner may find, against open ones."""
    held: tuple[float, ...]
    """How many the others hold, to block with."""


def sacks(state: Guatemala, seat: int) -> Sacks:
    stocks = tuple([counts.total(stock.packed) for stock in state.stocks])
    return _sacks(state.board, state.track, stocks, state.stocks[seat].packed, seat)


@lru_cache(1 << 10)
def _sacks(board: tuple[int, ...], track: tuple[int, ...], stocks: tuple[int, ...], stock: int, seat: int) -> Sacks:
    found, held = [0.0] * (KINDS * len(stocks)), [0.0] * (KINDS * len(stocks))
    own = [counts.amount(stock, coffee) for coffee in range(KINDS)]
    lying = [board.count(SACK + coffee) for coffee in range(KINDS)]
    known = [lying[coffee] + track.count(coffee) + own[coffee] for coffee in range(KINDS)]
    unseen = [max(0, SACKS_EACH - seen) for seen in known]  # one that is being scored may lie in two places
    total = sum(unseen) or 1
    for coffee in range(KINDS):
        each = [unseen[coffee] * size / total for size in stocks]
        each[seat] = own[coffee]
        for other, theirs in enumerate(each):
            at = other * KINDS + coffee
            found[at] = lying[coffee] + STOCK * theirs + UNSEEN * unseen[coffee]
            held[at] = sum(each) - theirs
    return Sacks(tuple(found), tuple(held))
