"""The colours of Guatemala Café: flat, warm and few."""

from __future__ import annotations

from typing import Final

from renderer.drawing import players
from renderer.scene import Ink, ink, inks

NAME: Final = "renderer.guatemala"


DARK: Final = ink("33241c")
"""Espresso: every outline."""
CREAM: Final = ink("fff6e0")
SHADE: Final = ink("33241c", 60)
"""What things throw on the ground."""
WHITE: Final = ink("ffffff")

# ── the coffees and the players: at least 20 apart in every kind of sight (tests/renderer/test_colours.py) ───────────

COFFEES: Final = (ink("171a26"), ink("fdfaf2"), ink("edc983"), ink("c64b2c"), ink("523016"))
ON_COFFEE: Final = (CREAM, DARK, DARK, WHITE, CREAM)
SEATS: Final = players.SEATS
ON_SEAT: Final = players.ON_SEAT

# ── things ───────────────────────────────────────────────────────────────────────────────────────────────────────────

JUTE, JUTE_DARK = ink("d8b27a"), ink("b98d54")
ADOBE, ADOBE_DARK = ink("f5e6c8"), ink("e3c796")
STRAW, STRAW_DARK = ink("f3d48a"), ink("d9a94f")
SKIN: Final = ink("b5794f")
PLANK, PLANK_DARK = ink("d39a5c"), ink("8a5a33")
GOLD, GOLD_DARK = ink("f6c544"), ink("d99a20")
LINEN: Final = ink("f4efe2")
SCARF: Final = ink("0f7f78")

# ── land and sea ─────────────────────────────────────────────────────────────────────────────────────────────────────

SKY, SUN, CLOUD = ink("fbdcae"), ink("fff3cf"), ink("fdebcb")
CONES: Final = (ink("c9b7ae"), ink("a9a3a6"), ink("8b8d96"))
HIGH: Final = (ink("a7aca9"), ink("b7bbb5"), ink("979e9e"))
GREEN: Final = (ink("8cb06c"), ink("9bbd78"), ink("7ba25f"))
YELLOW: Final = (ink("e8c465"), ink("efd182"), ink("dbb252"))
RIMS: Final = (ink("4e5a60"), ink("3d6344"), ink("7d5a24"))
"""The rim beside each zone, dark enough for cream letters."""
PLOT: Final = ink("fffbe8", 92)
PLOTS: Final = tuple(
    (*(round(under + (over - under) * PLOT[3] / 255) for under, over in zip(tone[:3], PLOT[:3], strict=True)), 255)
    for tone in (*HIGH, *GREEN, *YELLOW)
)
"""What a plot is on each tone of the land."""
RIDGE: Final = ink("4e5a60")
SAND, SAND_DARK = ink("f4dfae"), ink("e2c68a")
SEA, SEA_DARK, FOAM = ink("2f8f94"), ink("277d84"), ink("a9dbd3")
DEEP, DEEP_DARK = ink("1f5d66"), ink("1a4f58")
GARDEN, GARDEN_DARK, LEAF = ink("3f6b4f"), ink("365d45"), ink("5d8f5f")
CHERRY: Final = ink("d9483b")
WALK, STONE = ink("dcc08c"), ink("f1e0b8")
MAT, MAT_GAP = ink("f5e6c8"), ink("d9c195")
TIMBER, TIMBER_DARK = ink("6b4a33"), ink("59402c")

# ── marks ────────────────────────────────────────────────────────────────────────────────────────────────────────────

LAST: Final = ink("ffffff")
LEGAL: Final = ink("ffe14d")
PLANNED: Final = ink("ffe14d", 153)
"""Under what a plan has placed."""
LOST: Final = ink("f5b9a8")
SHOWN: Final = ink("ffd23f")
ROSETTE: Final = ink("b9ec9a")
"""Points: red would read as a loss."""
BARRIER: Final = ink("a92f2a")
PATH: Final = ink("b07a50")
MAYBE: Final = ink("d3efbf")
"""Under what a coffee would bring: the points' green, paler."""
LAMP: Final = ink("fff1b8")
"""Roads that join a shed to a harbour."""
LIT: Final = ink("fbd98a")
"""The line that the Buyer faces."""


def every() -> tuple[Ink, ...]:
    """All colours named here."""
    return inks(globals())
