"""The toy's hands as a seat imagines them, held against every deal that agrees with what it was told."""

import pytest

from rules import counts
from rules.chance import Seeded
from rules.counts import Hidden
from tests.contract.deals import Hands, deals, odd
from tests.contract.toy import Toy
from tests.contract.toy_imagination import ToyMemory
from tests.contract.toy_pieces import Evening, ToyState

pytestmark = pytest.mark.no_cover

POOL = (2, 2, 1)
"""What seat 0 does not see."""
TOY = Toy()


def ending(*hands: tuple[int, ...]) -> ToyState:
    """Near the end: all other cards lie on the table."""
    bag = [amount - sum(hand[kind] for hand in hands[1:]) for kind, amount in enumerate(POOL)]
    table = counts.pack(14 - amount - hands[0][kind] for kind, amount in enumerate(POOL))
    packed = tuple(Hidden(counts.pack(hand)) for hand in hands)
    return ToyState(packed, Hidden(counts.pack(bag)), table, 0, (0,) * len(hands), 0, 0, 0, Evening())


@pytest.mark.parametrize("lacks", [(0, 0, 0), (0, 1, 0), (0, 1, 1), (0, 4, 0)])
def test_the_toy_s_hands_are_imagined_as_likely_as_they_are(lacks: tuple[int, ...]) -> None:
    """After a call nobody else has that kind: those deals are left out, the others stay as likely as they were."""
    state, luck = ending((1, 0, 0), (0, 1, 0), (0, 1, 1)), Seeded(5)
    memory = ToyMemory(lacks)

    def draw() -> Hands:
        made = TOY.imagine(TOY.public(state), TOY.private(state, 0), memory, luck)
        return (made.hands[1].packed, made.hands[2].packed, made.bag.packed)

    every = deals(POOL, (1, 2, 2))
    wanted = {
        hands: ways
        for hands, ways in every.items()
        if not any(
            lacks[seat] >> kind & 1 and counts.amount(hands[seat - 1], kind) for seat in (1, 2) for kind in range(3)
        )
    }
    assert len(wanted) < len(every) or not any(lacks)
    assert odd(draw, wanted, 6_000) == ""
