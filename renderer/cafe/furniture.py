"""What stands in the room: tables with their flags, chairs and stools, palms, the bar."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from renderer import pen
from renderer.cafe import geometry as at
from renderer.cafe import theme
from renderer.cafe.flags import flag
from renderer.raster import words
from renderer.scene import Area, Box, Drawing, Shape
from renderer.sketch import LINE, TEXT, Sketch
from rules.cafe.board import CELLS, CHAIR_NAMES, TABLE_NAMES, TABLES, TABLES_AT
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
    name = words(NATIONS[nation], (x, y + 26), TEXT, theme.ON_CLOTH[nation], cloth)
    return [Area(outline, theme.DARK), Area(inner, cloth), *flag(nation, FLAG, (x, y - 15)), name]


def plate(number: int) -> Shape:
    """The name of a table, inlaid in the floor beside it."""
    return words(TABLE_NAMES[number], at.corner(number), TEXT, theme.WOOD_DARK, theme.FLOOR)


# ── chairs ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=128)
def chair(number: int) -> Drawing:
    """With a bent back away from its table; between two tables a round stool without."""
    sketch = Sketch(f"cafe:chair:{CHAIR_NAMES[number]}", SEAT)
    sketch.scale = 1.0
    tables = TABLES_AT[number]
    middle = SEAT / 2
    if len(tables) > 1:
        sketch.disc(middle, middle, STOOL, theme.DARK)
        sketch.disc(middle, middle, STOOL - LINE, theme.SOFA)
        sketch.words(CHAIR_NAMES[number], (middle, middle), theme.CREAM, theme.SOFA)
        return sketch.drawn()
    row, column = CELLS[number]
    down, right = row - TABLES[tables[0]].row, column - TABLES[tables[0]].column
    x, y = middle - BACK * right, middle - BACK * down
    half = middle - BACK
    for grown, ink in ((0, theme.DARK), (-LINE, theme.WOOD_LIGHT)):
        back = Box(middle, middle, middle, middle).grown(middle - 1 + grown)
        inside = half + grown - 8
        sides = (
            x - inside if down else max(back.left, back.right - 22 - 2 * grown) if right > 0 else back.left,
            y - inside if right else max(back.top, back.bottom - 22 - 2 * grown) if down > 0 else back.top,
            x + inside if down else min(back.right, back.left + 22 + 2 * grown) if right < 0 else back.right,
            y + inside if right else min(back.bottom, back.top + 22 + 2 * grown) if down < 0 else back.bottom,
        )
        sketch.area(pen.rounded(*sides, 8 + grown / 2), ink)
    sketch.area(pen.rounded(x - half, y - half, x + half, y + half, 16), theme.DARK)
    half -= LINE
    sketch.area(pen.rounded(x - half, y - half, x + half, y + half, 11), theme.VELVET)
    sketch.words(CHAIR_NAMES[number], (x, y), theme.CREAM, theme.VELVET)
    return sketch.drawn()
