"""The signs of the players, the same in every game: a colour, a shape and a numeral. A player is always his tile."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from renderer.drawing import pen
from renderer.drawing.sketch import TEXT, Sketch
from renderer.scene import Drawing, ink

DARK: Final = ink("33241c")
WHITE: Final = ink("ffffff")
SHADE: Final = ink("33241c", 60)

SEATS: Final = (ink("1f5fae"), ink("f2b61c"), ink("c22f6b"), ink("7fd0c4"))
"""At least 20 apart in every kind of sight."""
ON_SEAT: Final = (WHITE, DARK, WHITE, DARK)
NUMERALS: Final = ("I", "II", "III", "IV")
"""What is a letter of nothing else."""

TILES: Final = (
    pen.softened(((0.0, -1.06), (1.14, 0.88), (-1.14, 0.88)), 0.2),
    pen.softened(pen.polygon(0, 0, 1.22, 4), 0.16),
    pen.ellipse(0, 0, 1, 1),
    pen.softened(pen.rectangle(-0.9, -0.9, 0.9, 0.9), 0.2),
)
"""By seat: triangle, diamond, circle, square; the narrower a numeral, the narrower its shape."""
ROOM: Final = ((41, 52.5), (38.8, 49), (44, 48), (49, 48))
"""The radius of each on a square of 100, and the row of its middle."""
SMALL: Final = 56
"""On a smaller tile the numeral is small too: its shape and its colour say the same."""
NUMERAL_AT: Final = (0.26, 0.0, 0.0, 0.0)
LEAST: Final = 44
"""On the smallest tile a triangle's border leaves less room below."""


@lru_cache(maxsize=64)
def tile(seat: int, size: int) -> Drawing:
    """A player's tile, alone: on his plaque, on the victory track."""
    sketch = Sketch(f"tile:{seat}:{size}", size)
    room, middle = ROOM[seat]
    room *= 1.0 if size >= SMALL else 1 - 4 / size  # its border is as thick as ever
    shadow = [(50 + x * room, middle + 4 + y * room) for x, y in TILES[seat]]
    sketch.area(shadow, SHADE)
    outline = [(50 + x * room, middle + y * room) for x, y in TILES[seat]]
    sketch.outlined(outline, SEATS[seat], DARK)
    at = middle + NUMERAL_AT[seat] * room * (1.0 if size > LEAST else 0.5)
    numeral = max(TEXT, size * 0.5) if size >= SMALL else round(size * 0.5)
    sketch.words(NUMERALS[seat], (50, at), ON_SEAT[seat], SEATS[seat], numeral)
    return sketch.drawn()
