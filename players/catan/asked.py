"""What is asked beside the turn: where to found, what to discard."""

from typing import Final

from msgspec.structs import replace

from players.catan.land import Land
from players.catan.outlook import Outlook
from players.outcomes import Effort
from rules import counts
from rules.catan import legal, state
from rules.catan.hexes import HEX_MASK
from rules.catan.moves import Discard, Found
from rules.catan.pieces import KINDS, RESOURCE_MASK

CORNERS: Final = 14
"""So many of the best corners are looked at while founding."""
WAYS: Final = 120
"""So many ways to discard are compared."""


def places(land: Land, world: state.Catan, seat: int) -> list[Found]:
    """All roads at the best corners."""
    rates = land.rates(world.settlements[seat], 0, 0, world.robber)
    found = [move for move in legal.moves(world, seat) if isinstance(move, Found)]
    worth = {move.corner: land.added(move.corner, rates, world.ports[seat]) for move in found}
    best = sorted(worth, key=lambda corner: -worth[corner])[:CORNERS]
    return [move for move in found if move.corner in best]


def robbed_of_land(world: state.Catan, seat: int) -> bool:
    """Does the robber stand on land of this seat?"""
    return bool((world.settlements[seat] | world.cities[seat]) & HEX_MASK[world.robber])


def discard(outlook: Outlook, world: state.Catan, seat: int, phase: state.Discard, effort: Effort) -> Discard:
    """Of each pile what is missed least; of a very large one first some of what there is most of."""
    hand = world.hands[seat].packed

    def missed(given: int) -> float:
        effort.spend()
        return -outlook.value(replace(world, hands=state.with_hand(world.hands, seat, hand - given)), seat)

    cards = 0
    for pile, owed in (
        (hand & RESOURCE_MASK, phase.resources[seat]),
        (hand & ~RESOURCE_MASK, phase.ingredients[seat]),
    ):
        given, ways = _compared(pile, owed)
        cards += given + min(ways, key=lambda way: missed(given + way))
    return Discard(cards)


def _compared(pile: int, owed: int) -> tuple[int, tuple[int, ...]]:
    """What goes without thinking, and the ways to give the rest."""
    given = 0
    while len(ways := legal.selections(pile, owed)) > WAYS:
        amounts = counts.unpack(pile, KINDS)
        most = amounts.index(max(amounts))
        given, pile, owed = counts.plus(given, most), counts.without(pile, most), owed - 1
    return given, ways
