"""Cards, terrains, sorts of chocolate, stocks and prices (CM-1 to CM-3, CM-11, CM-16, CM-19).

Ten kinds of cards have one order, so that a hand is one packed int: resources 0–4, ingredients 5–9. The pile of the
resources is the lower half of such an int, the pile of the ingredients the upper one.
"""

from enum import IntEnum
from typing import Final

from rules import counts


class Card(IntEnum):
    LUMBER = 0
    BRICK = 1
    WOOL = 2
    GRAIN = 3
    ORE = 4
    COCOA = 5
    SUGAR = 6
    MILK = 7
    HAZELNUT = 8
    GRAPES = 9


CARDS: Final = tuple(Card)
KINDS: Final = 10
RESOURCES: Final = 5
"""Kinds below this are resources, from it on ingredients."""
CARD_NAMES: Final = ("lumber", "brick", "wool", "grain", "ore", "cocoa", "sugar", "milk", "hazelnut", "grapes")
CARD_OF: Final = {name.upper(): kind for kind, name in enumerate(CARD_NAMES)}

RESOURCE_BITS: Final = counts.BITS * RESOURCES
RESOURCE_MASK: Final = (1 << RESOURCE_BITS) - 1
"""The resources of a packed hand; the ingredients are `hand >> RESOURCE_BITS`, or what this does not cover."""
GUARD: Final = counts.pack((0x80,) * KINDS)
"""`have - want & GUARD`: there are too few of some kind, for the first such kind borrows. No kind has more than 127.
`(have | GUARD) - want & GUARD`: the kinds of which there are enough.
"""


class Terrain(IntEnum):
    """The first five give the resource of the same number."""

    FOREST = 0
    HILLS = 1
    PASTURE = 2
    FIELDS = 3
    MOUNTAINS = 4
    DESERT = 5
    JUNGLE = 6


TERRAIN_NAMES: Final = ("forest", "hills", "pasture", "fields", "mountains", "desert", "jungle")
INGREDIENT_AT: Final = (Card.HAZELNUT, Card.GRAPES, Card.MILK, Card.SUGAR, -1, -1, Card.COCOA)
"""CM-11: the ingredient whose sites fit on a terrain; -1 where none does."""


class Dev(IntEnum):
    """A development card (CM-1)."""

    KNIGHT = 0
    VICTORY_POINT = 1
    ROAD_BUILDING = 2
    PLENTY = 3
    MONOPOLY = 4


DEV_KINDS: Final = 5
DEV_NAMES: Final = ("knight", "victorypoint", "roads", "plenty", "monopoly")
DECK: Final = counts.pack((14, 5, 2, 2, 2))


class Sort(IntEnum):
    """CM-19: a sort of chocolate; a market die of 1–5 raises the sort of that number less one."""

    MILK = 0
    FINE_DARK = 1
    MILK_NUT = 2
    DARK_NUT = 3
    GRAPE_NUT = 4


SORTS: Final = tuple(Sort)
SORT_NAMES: Final = ("milk", "finedark", "milknut", "darknut", "grapenut")
SORT_OF: Final = {name.upper(): sort for sort, name in enumerate(SORT_NAMES)}


def ingredients(cocoa: int = 0, sugar: int = 0, milk: int = 0, hazelnut: int = 0, grapes: int = 0) -> int:
    return counts.pack((0, 0, 0, 0, 0, cocoa, sugar, milk, hazelnut, grapes))


def resources(lumber: int = 0, brick: int = 0, wool: int = 0, grain: int = 0, ore: int = 0) -> int:
    return counts.pack((lumber, brick, wool, grain, ore))


RECIPES: Final = (
    ingredients(cocoa=1, sugar=1, milk=1),
    ingredients(cocoa=2, sugar=1),
    ingredients(cocoa=1, sugar=1, milk=1, hazelnut=1),
    ingredients(cocoa=2, sugar=1, hazelnut=1),
    ingredients(cocoa=1, sugar=1, milk=1, hazelnut=1, grapes=1),
)
FIRST_ROWS: Final = (3, 3, 4, 4, 5)
TOP_ROW: Final = 7
BOTTOM_ROW: Final = 0
REWARD_CHIPS: Final = (0, 0, 0, 0, 1, 1, 1, 2)
"""CM-19, by row."""
REWARD_DEV: Final = (False, False, False, True, False, False, True, False)
REWARD_RESOURCE: Final = (False, True, False, False, False, True, False, False)
REWARD_ROAD: Final = (False, False, True, False, False, False, False, False)
CHOICE_OF_DIE: Final = 6
"""CM-17: a market die of 6 lets the player choose."""

# CM-3, CM-16
ROAD_COST: Final = resources(lumber=1, brick=1)
SETTLEMENT_COST: Final = resources(lumber=1, brick=1, wool=1, grain=1)
CITY_COST: Final = resources(grain=2, ore=3)
DEV_COST: Final = resources(wool=1, grain=1, ore=1)
SITE_COST: Final = resources(lumber=1, ore=1)

# CM-1
PLAYERS: Final = 4
"""At most."""
ROADS: Final = 15
SETTLEMENTS: Final = 5
CITIES: Final = 4
RESOURCES_EACH: Final = 19
# CM-11
BASE_BANK: Final = counts.pack((RESOURCES_EACH,) * RESOURCES)
MARKET_BANK: Final = BASE_BANK + ingredients(18, 14, 10, 10, 8)
SITES: Final = ingredients(9, 7, 5, 5, 3)
"""The production sites, packed at the place of their ingredient."""
CHIPS: Final = 28

BASE_GOAL: Final = 10  # CM-10
MARKET_GOAL: Final = 13  # CM-25
HAND_LIMIT: Final = 7  # CM-6, CM-22


def enough(have: int, want: int) -> bool:
    """Are there enough cards of every kind? No kind ever has more than 127."""
    return not have - want & GUARD
