"""The colours of Catan with the Chocolate Market: an island in a calm sea, and a confectioner's shop."""

from __future__ import annotations

from typing import Final

from renderer.drawing.players import NUMERALS, ON_SEAT, SEATS
from renderer.drawing.signs import GAINED, LOST
from renderer.scene import Ink, ink, inks

NAME: Final = "renderer.catan"


DARK: Final = ink("33241c")
"""Every outline."""
CREAM: Final = ink("fff6e0")
WHITE: Final = ink("ffffff")
SHADE: Final = ink("33241c", 60)
"""What things throw on the ground."""

# ── the sea ──────────────────────────────────────────────────────────────────────────────────────────────────────────

SEA, SEA_DARK, SEA_LIGHT = ink("4d93ab"), ink("438299"), ink("63a7bb")
FOAM, SAND = ink("bfe0df"), ink("f1e1b6")
DEEP: Final = ink("2f6379")

# ── the terrains, in the order of rules/catan/pieces.py ──────────────────────────────────────────────────────────────

TERRAINS: Final = (
    ink("46764e"),
    ink("d0804f"),
    ink("a9d06f"),
    ink("f0c95a"),
    ink("a7abb4"),
    ink("ecd7a6"),
    ink("1d4f43"),
)
ON_TERRAIN: Final = (CREAM, DARK, DARK, DARK, DARK, DARK, CREAM)
FOREST: Final = (ink("2d5b3d"), ink("3a6d48"), ink("5f9763"))
HILLS: Final = (ink("b5623a"), ink("c5734a"), ink("e39a68"))
PASTURE: Final = (ink("8bb857"), ink("bfe08a"))
FIELDS: Final = (ink("dba93c"), ink("c58c2b"), ink("fbe08c"))
MOUNTAINS: Final = (ink("7a7f8a"), ink("8f949e"), ink("5d616b"))
DESERT: Final = (ink("dcc083"), ink("c4a263"))
JUNGLE: Final = (ink("123a33"), ink("35735a"), ink("4f9468"))
BARK: Final = ink("6b4a33")
TOWEL: Final = ink("7f9b52")
"""Cactus."""

# ── cards: ten kinds, each a colour, a shape and a letter (tests/renderer/test_catan_colours.py) ─────────────────────

CARDS: Final = (
    ink("2e6b42"),
    ink("c2502f"),
    ink("f7f3e8"),
    ink("f2be3a"),
    ink("64738f"),
    ink("7a3f1f"),
    ink("dff0f5"),
    ink("a8cdec"),
    ink("dba262"),
    ink("6f3a86"),
)
ON_CARD: Final = (WHITE, WHITE, DARK, DARK, WHITE, WHITE, DARK, DARK, DARK, WHITE)

# ── chocolate, in the order of rules/catan/pieces.py ─────────────────────────────────────────────────────────────────

WRAPPERS: Final = (ink("8fd0ea"), ink("2a1712"), ink("e59a2e"), ink("57b277"), ink("94205a"))
ON_WRAPPER: Final = (DARK, CREAM, DARK, DARK, WHITE)
CHOCOLATE, CHOCOLATE_DARK, CHOCOLATE_LIGHT = ink("7b4a2d"), ink("5c3520"), ink("9a6a48")
BITTER, BITTER_DARK = ink("6a4331"), ink("3a2016")
LANES: Final = (ink("8fd0ea", 80), ink("7a5a48", 64), ink("e59a2e", 80), ink("57b277", 80), ink("c2507f", 72))
"""Over the wall behind each sort."""

# ── things ───────────────────────────────────────────────────────────────────────────────────────────────────────────

PLANK, PLANK_DARK = ink("d39a5c"), ink("8a5a33")
GOLD, GOLD_DARK = ink("f6c544"), ink("d99a20")
LINEN, LINEN_DARK = ink("f4efe2"), ink("ddcfb0")
CHIP: Final = ink("f7edd2")
RED: Final = ink("b02a22")
ROBBER, ROBBER_LIGHT = ink("3c3a42"), ink("605d68")
STEEL, STEEL_DARK = ink("c9d2d8"), ink("8e9aa3")
CARD_BACK: Final = ink("5b4a8a")

PILES: Final = (ink("dfe8c4"), ink("f3dcc0"), ink("dcd5e6"))
"""The trays of a hand: resources, ingredients, development cards."""
EMPTY: Final = (ink("bccb97"), ink("d9b68d"), ink("b5a9c9"))
DEV_PAPERS: Final = (ink("c9a7a0"), ink("8fb3d9"), ink("b5cf95"), ink("f0b98a"), ink("b9a3d3"))
"""Behind the pictures of development cards."""

# ── the shop ─────────────────────────────────────────────────────────────────────────────────────────────────────────

WALL: Final = ink("f6e3bf")
TIMBER, TIMBER_DARK = ink("6b4a33"), ink("59402c")
SHOP_ROWS: Final = (
    *(ink("cdb79a"), ink("e6d2ae"), ink("ecdab4"), ink("efdfbb")),
    *(ink("f2e4c0"), ink("f6e8c4"), ink("f9ecc8"), ink("fdf2cc")),
)
"""The wall behind the rows of the market, from the bottom up."""
AWNING: Final = ink("b5473c")
SHELF, SHELF_DARK = ink("b57f4d"), ink("96653a")

# ── marks ────────────────────────────────────────────────────────────────────────────────────────────────────────────

LEGAL: Final = ink("ffe14d")


def every() -> tuple[Ink, ...]:
    """All colours named here."""
    return inks(globals())


__all__ = ["GAINED", "LOST", "NUMERALS", "ON_SEAT", "SEATS"]
