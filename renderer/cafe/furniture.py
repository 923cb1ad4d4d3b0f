"""What stands in the room: tables with their flags, chairs and stools, palms, the bar."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from renderer import pen
from renderer.cafe import geometry as at
from renderer.cafe import theme
from renderer.cafe.flags import flag
from renderer.raster import words
from renderer.scene import Area, Drawing, Ink, Point, Shape
from renderer.sketch import LINE, TEXT, Sketch
from rules.cafe.board import CELLS, CHAIR_NAMES, TABLES, TABLES_AT
from rules.cafe.guests import NATIONS

HALF: Final = 47
"""Of a table."""
FLAG: Final = 70
SEAT: Final = 90
STOOL: Final = 40
BACK: Final = 5
"""How far a chair is moved towards its table, to leave room for its back."""
MINUS: Final = "\u2212"


def signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"{MINUS}{-number}" if number else "0"


# ── tables ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def table(number: int) -> list[Shape]:
    """A cloth in the nation's colour, its flag and its letters."""
    x, y = at.table(number)
    nation = TABLES[number].nation
    cloth = theme.CLOTHS[nation]
    outline = pen.rounded(x - HALF, y - HALF, x + HALF, y + HALF, 30)
    inner = pen.rounded(x - HALF + LINE, y - HALF + LINE, x + HALF - LINE, y + HALF - LINE, 24)
    name = words(NATIONS[nation], (x, y + 25), TEXT, theme.ON_CLOTH[nation], cloth)
    return [Area(outline, theme.DARK), Area(inner, cloth), *flag(nation, FLAG, (x, y - 17)), name]


# ── chairs ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=128)
def chair(number: int) -> Drawing:
    """With a back away from its table; between two tables a round stool without."""
    sketch = Sketch(f"cafe:chair:{CHAIR_NAMES[number]}", SEAT)
    sketch.scale = 1.0
    x = y = SEAT / 2
    first, *others = TABLES_AT[number]
    if others:
        sketch.disc(x, y, STOOL, theme.DARK)
        sketch.disc(x, y, STOOL - LINE, theme.SOFA)
        sketch.words(CHAIR_NAMES[number], (x, y), theme.CREAM, theme.SOFA)
        return sketch.drawn()
    row, column = CELLS[number]
    down, right = row - TABLES[first].row, column - TABLES[first].column
    half = SEAT / 2 - BACK
    far = SEAT / 2 - 12
    across, deep = (11, half - 7) if right else (half - 7, 11)
    _slab(sketch, (x + right * far, y + down * far), (across, deep), theme.WOOD_LIGHT, 8)
    x, y = x - BACK * right, y - BACK * down
    _slab(sketch, (x, y), (half, half), theme.VELVET, 16)
    sketch.words(CHAIR_NAMES[number], (x, y), theme.CREAM, theme.VELVET)
    return sketch.drawn()


def _slab(sketch: Sketch, at_: Point, half: Point, ink: Ink, radius: float) -> None:
    """Something with round corners and a border within its size."""
    (x, y), (across, deep) = at_, half
    sketch.area(pen.rounded(x - across, y - deep, x + across, y + deep, radius), theme.DARK)
    across, deep = across - LINE, deep - LINE
    sketch.area(pen.rounded(x - across, y - deep, x + across, y + deep, max(2, radius - LINE)), ink)
