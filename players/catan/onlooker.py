"""What somebody who has no seat can think of a game of Catan: a state as likely as all that everybody was told."""

from bisect import bisect_right
from itertools import accumulate
from typing import Final

from msgspec.structs import replace

from rules import counts
from rules.catan.imagination import imagine
from rules.catan.memory import CatanMemory
from rules.catan.pieces import BASE_BANK, DECK, DEV_KINDS, KINDS, MARKET_BANK, RESOURCE_MASK
from rules.catan.state import Catan
from rules.catan.views import CatanPublic, CatanSeat
from rules.chance import Chance, draw
from rules.contract import Memory

NOBODY: Final = CatanSeat(
    seat=0, hand=(), devs=(), fresh=(), points=0, rates=(), owed_resources=0, owed_ingredients=0, discarding=(),
    asked=0, can_pay=False, reply=None, replies=(),
)  # fmt: skip
"""What the first seat sees, for somebody who knows nothing of it."""


def imagined(public: CatanPublic, memory: Memory, chance: Chance) -> Catan:
    """A deal of those that fit what was told; the first seat's development cards are dealt before the others'."""
    if public.ending:
        return imagine(public, replace(NOBODY, hand=public.hands[0], devs=public.held_devs[0]), memory, chance)
    if isinstance(memory, CatanMemory) and memory.deals:
        upto = list(accumulate(memory.weights))
        deal = memory.deals[bisect_right(upto, chance.below(upto[-1]))]
        hand, memory = deal[0], replace(memory, deals=(deal,), weights=(1,))
    else:
        unseen = (MARKET_BANK if public.market else BASE_BANK) - counts.pack(public.bank)
        hand = _drawn(unseen & RESOURCE_MASK, public.resources[0], chance)
        hand += _drawn(unseen & ~RESOURCE_MASK, public.ingredients[0], chance)
    devs = _drawn(DECK - counts.pack(public.used), public.devs[0], chance)
    first = replace(NOBODY, hand=tuple(counts.unpack(hand, KINDS)), devs=tuple(counts.unpack(devs, DEV_KINDS)))
    return imagine(public, first, memory, chance)


def _drawn(pool: int, number: int, chance: Chance) -> int:
    cards = 0
    for _ in range(number):
        kind, pool = draw(chance, pool)
        cards = counts.plus(cards, kind)
    return cards
