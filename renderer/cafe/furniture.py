"""What stands in the room for good: tables with their flags, chairs, palms, the bar. Shapes of the ground."""

from __future__ import annotations

from math import atan2, cos, pi, sin

from renderer import pen
from renderer.cafe import geometry as at
from renderer.cafe import theme
from renderer.cafe.flags import flag
from renderer.raster import words
from renderer.scene import Area, Disc, Ink, Point, Shape, Stroke
from renderer.sketch import LINE, TEXT
from rules.cafe.board import BAR_FIELDS, TABLE_NAMES, TABLES, TABLES_AT
from rules.cafe.guests import NATIONS

TOP: float = 48
"""Half of a table."""
FLAG: float = 62
MINUS = "\u2212"


def signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"{MINUS}{-number}" if number else "0"


def table(number: int) -> list[Shape]:
    """A cloth in the nation's colour, its flag and its letters."""
    x, y = at.table(number)
    nation = TABLES[number].nation
    cloth = theme.CLOTHS[nation]
    name = words(NATIONS[nation], (x, y + 24), TEXT, theme.ON_CLOTH[nation], cloth)
    return [
        Disc(x + 2, y + 5, TOP, TOP, theme.SHADE),
        Disc(x, y, TOP, TOP, theme.DARK),
        Disc(x, y, TOP - LINE, TOP - LINE, cloth),
        *flag(nation, FLAG, (x, y - 14)),
        name,
    ]


def plate(number: int) -> list[Shape]:
    """The name of a table, inlaid in the floor beside it."""
    x, y = at.corner(number)
    outline = pen.rounded(x - 40, y - 20, x + 40, y + 20, 10)
    return [
        Area(outline, theme.BRASS),
        words(TABLE_NAMES[number], (x, y), TEXT, theme.DARK, theme.BRASS),
    ]


def chair(number: int) -> list[Shape]:
    """With a bent back away from its table; between two tables a stool without."""
    x, y = at.chair(number)
    shared = len(TABLES_AT[number]) > 1
    seat, trim = (theme.SOFA, theme.SOFA_DARK) if shared else (theme.VELVET, theme.VELVET_DARK)
    if shared:
        outline = pen.rounded(x - 40, y - 40, x + 40, y + 40, 14)
        inner = pen.rounded(x - 35, y - 35, x + 35, y + 35, 10)
        return [*pen.outlined(outline, theme.WOOD, theme.DARK, LINE), Area(inner, seat)]
    tx, ty = at.table(TABLES_AT[number][0])
    away = atan2(y - ty, x - tx)
    back = pen.arc(x, y, 40, (away - 0.36 * pi, away + 0.36 * pi), 16)
    return [
        Disc(x, y, 38, 38, theme.DARK),
        Stroke(back, theme.DARK, 14),
        Stroke(back, theme.WOOD_LIGHT, 6),
        Disc(x, y, 33, 33, trim),
        Disc(x, y, 33, 33, seat),
    ]


def palm(x: float, y: float, radius: float) -> list[Shape]:
    """A potted palm from above."""
    shapes: list[Shape] = [Disc(x + 2, y + 4, radius, radius, theme.SHADE)]
    shapes += [
        Disc(x, y, radius * 0.42, radius * 0.42, theme.DARK),
        Disc(x, y, radius * 0.32, radius * 0.32, theme.POT),
    ]
    for turn in range(7):
        angle = 2 * pi * turn / 7 - pi / 2
        ink = theme.LEAF if turn % 2 else theme.LEAF_DARK
        shapes += _leaf((x, y), angle, radius, ink)
    return shapes


def _leaf(root: Point, angle: float, length: float, ink: Ink) -> list[Shape]:
    x, y = root
    points = ((0.05, 0.0), (0.35, 0.17), (0.7, 0.15), (1.0, 0.0), (0.7, -0.15), (0.35, -0.17))
    turned = tuple(
        (
            x + length * (a * cos(angle) - b * sin(angle)),
            y + length * (a * sin(angle) + b * cos(angle)),
        )
        for a, b in points
    )
    return [Area(pen.smooth(turned, 4), ink)]


def bar() -> list[Shape]:
    """The counter, its shelf, and twenty saucers with what each brings or costs."""
    box = at.BAR
    outer = pen.rounded(box.left - 6, box.top - 6, box.right + 6, box.bottom + 6, 26)
    shapes: list[Shape] = [
        Area(pen.rounded(box.left - 2, box.top, box.right + 12, box.bottom + 14, 28), theme.SHADE),
        *pen.outlined(outer, theme.COUNTER, theme.DARK, LINE),
    ]
    top = box.top + at.SHELF
    shapes.append(Area(pen.rounded(box.left + 2, top - 2, box.right - 2, box.bottom - 1, 18), theme.MARBLE))
    for number, worth in enumerate(BAR_FIELDS):
        shapes += saucer(number, worth)
    return shapes


def saucer(number: int, worth: int) -> list[Shape]:
    x, y = at.field(number)
    ink = theme.GAIN if worth > 0 else theme.LOSS
    return [
        Disc(x, y, 41, 41, theme.VEIN),
        Disc(x, y, 38, 38, ink),
    ]
