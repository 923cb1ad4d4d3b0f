"""What stands in the room: tables with their flags, chairs and stools, palms, the bar."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from renderer.cafe import geometry as at
from renderer.cafe import theme
from renderer.cafe.flags import flag
from renderer.cafe.heads import man, woman
from renderer.drawing import pen
from renderer.drawing.sketch import LINE, Sketch
from renderer.pixels.raster import words
from renderer.scene import Area, Drawing, Ink, Point, Shape
from rules.cafe.board import CELLS, CHAIR_NAMES, TABLES, TABLES_AT
from rules.cafe.guests import NATIONS

ACROSS, DEEP = 45, 37
"""Half of a table."""
NAME: Final = 50.6
FLAG: Final = 40
SEAT: Final = (88, 76)
STOOL: Final = 35
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
    outline = pen.rounded(x - ACROSS, y - DEEP, x + ACROSS, y + DEEP, 18)
    inner = pen.rounded(x - ACROSS + LINE, y - DEEP + LINE, x + ACROSS - LINE, y + DEEP - LINE, 12)
    name = words(NATIONS[nation], (x, y + 11.5), NAME, theme.ON_CLOTH[nation], cloth)
    return [Area(outline, theme.LINEN), Area(inner, cloth), *flag(nation, FLAG, (x, y - 23)), name]


# ── chairs ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=256)
def chair(number: int, admits: tuple[bool, bool], *, numbered: bool) -> Drawing:
    """With a back away from its table; between two tables a round stool without. On it whom the balance of the tables
    admits: a woman, a man, both, or nobody; numbered also its name.
    """
    first, *others = TABLES_AT[number]
    row, column = CELLS[number]
    down, right = (0, 0) if others else (row - TABLES[first].row, column - TABLES[first].column)
    name = CHAIR_NAMES[number] if numbered else ""
    letters = "".join(letter for letter, one in zip("fm", admits, strict=True) if one)
    sketch = Sketch(f"cafe:chair:{down}:{right}:{letters}:{name}", *SEAT)
    sketch.scale = 1.0
    x, y = SEAT[0] / 2, SEAT[1] / 2
    seat = theme.SOFA if others else theme.VELVET
    if others:
        sketch.disc(x, y, STOOL + 5, theme.DARK, STOOL)
        sketch.disc(x, y, STOOL + 5 - LINE, seat, STOOL - LINE)
    else:
        far = x + right * (x - 10), y + down * (y - 10)
        _slab(sketch, far, (10, y - 10) if right else (x - 10, 10), theme.WOOD_LIGHT, 7)
        x, y = x - BACK * right, y - BACK * down
        _slab(sketch, (x, y), (38, 36) if right else (41, 33), seat, 14)
    if numbered:
        sketch.words(name, (x, y - (13 if others else 16)), theme.CREAM, seat)
    _admitted(sketch, (x, y + 17 if numbered else y), admits, seat, small=numbered)
    return sketch.drawn()


def _admitted(sketch: Sketch, at_: Point, admits: tuple[bool, bool], seat: Ink, *, small: bool) -> None:
    """Who may sit down: a pair where everybody may, one alone on a bright cushion where that is news; else a bar."""
    x, y = at_
    faint = theme.FAINT[seat == theme.SOFA]
    if not any(admits):
        sketch.line(((x - 17, y), (x + 17, y)), theme.DARK, 14)
        sketch.line(((x - 15, y), (x + 15, y)), faint, 7)
    elif all(admits):
        woman(sketch, (x - 18, y), 33, faint)
        man(sketch, (x + 18, y), 33, faint)
    else:
        wide, across, deep = (36, 29, 15) if small else (58, 32, 27)
        sketch.area(pen.rounded(x - across, y - deep, x + across, y + deep, 12), theme.BRASS)
        (woman if admits[0] else man)(sketch, at_, wide)


def _slab(sketch: Sketch, at_: Point, half: Point, ink: Ink, radius: float) -> None:
    """Something with round corners and a border within its size."""
    (x, y), (across, deep) = at_, half
    sketch.area(pen.rounded(x - across, y - deep, x + across, y + deep, radius), theme.DARK)
    across, deep = across - LINE, deep - LINE
    sketch.area(pen.rounded(x - across, y - deep, x + across, y + deep, max(2, radius - LINE)), ink)
