"""The colours of Café International: a Viennese coffee house, warm and flat, and twelve nations in it."""

from __future__ import annotations

from typing import Final

from renderer.drawing import players
from renderer.scene import Ink, ink, inks

NAME: Final = "renderer.cafe"


DARK: Final = ink("2c1f1a")
"""Mocha: every outline."""
CREAM: Final = ink("fff4dc")
WHITE: Final = ink("ffffff")
SHADE: Final = ink("2c1f1a", 60)

# ── the nations: in the order of rules/cafe/guests.py; what no colour tells, letters do ──────────────────────────────

CLOTHS: Final = (
    ink("a6b85c"),
    ink("aa1a1c"),
    ink("74abf5"),
    ink("16235f"),
    ink("5a56ea"),
    ink("3f3137"),
    ink("ec7a20"),
    ink("1e8057"),
    ink("d5e6fb"),
    ink("ffdc22"),
    ink("33daae"),
    ink("9f559f"),
)
"""The colour of the cloths on a nation's tables."""
ON_CLOTH: Final = (DARK, WHITE, DARK, WHITE, WHITE, WHITE, DARK, WHITE, DARK, DARK, DARK, WHITE)
DYES: Final = (
    ink("846f3a"),
    ink("d91e6a"),
    ink("056ce9"),
    ink("513887"),
    ink("1330bc"),
    ink("5f3162"),
    ink("7a2d00"),
    ink("194d30"),
    ink("656c9b"),
    ink("9a6702"),
    ink("017664"),
    ink("875dc0"),
    ink("9a2776"),
)
"""Of letters on a lady's white gown, by nation, then of jokers."""
TINTS: Final = (
    ink("b4ca68"),
    ink("f24658"),
    ink("14a1fc"),
    ink("bc6db5"),
    ink("d5b1fa"),
    ink("94848b"),
    ink("dc6d10"),
    ink("60a16f"),
    ink("9ec6d2"),
    ink("e0bf00"),
    ink("3dd8ab"),
    ink("db42d8"),
    ink("f4a6d6"),
)
"""Of letters on a gentleman's black coat."""
GOWN, COAT = WHITE, ink("1c1613")

# ── the players: those of all games ──────────────────────────────────────────────────────────────────────────────────

SEATS: Final = players.SEATS

# ── people ───────────────────────────────────────────────────────────────────────────────────────────────────────────

SKINS: Final = (ink("f3d0b0"), ink("e0ac80"), ink("b97d50"), ink("7d4c2e"))
CAKE: Final = ink("b8336a")
RIBBON: Final = ink("d9536b")
BELL: Final = ink("ffd84a")

# ── the house ────────────────────────────────────────────────────────────────────────────────────────────────────────

FLOOR: Final = ink("ecdab6")
WALL: Final = ink("6f4029")
WOOD, WOOD_DARK, WOOD_LIGHT = ink("9c6138"), ink("7a4826"), ink("bb7d4b")
VELVET, SOFA = ink("23604d"), ink("8f2f3b")
BRASS, BRASS_DARK = ink("e2b44e"), ink("b98830")
COUNTER: Final = ink("5a3422")
LEAF, POT = ink("4f8f55"), ink("c66b3d")
FAINT: Final = (ink("7ba08f"), ink("c78a90"))
"""Of figures on a chair's velvet, on a stool's: they say nothing new."""
GAIN, LOSS = ink("b9ec9a"), ink("f3c9bb")
"""What brings points, what costs some: on the saucers of the bar, and wherever points stand."""
LINEN, LINEN_DARK = ink("fbf4e4"), ink("dccdb2")
WELL: Final = ink("efe3cb")

# ── flags ────────────────────────────────────────────────────────────────────────────────────────────────────────────

RED, BLUE, NAVY, GREEN, YELLOW, BLACK = (
    ink("d32f2f"),
    ink("2a5db8"),
    ink("22346e"),
    ink("2f8f4e"),
    ink("fdd13a"),
    ink("1f1f22"),
)

# ── marks ────────────────────────────────────────────────────────────────────────────────────────────────────────────

LAST: Final = WHITE
LEGAL: Final = ink("ffe14d")
GLOW: Final = BELL
GHOST: Final = WHITE
GOLD: Final = ink("f6c544")


def every() -> tuple[Ink, ...]:
    """All colours named here."""
    return inks(globals())
