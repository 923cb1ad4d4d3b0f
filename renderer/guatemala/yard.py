"""The ground of the production board: the yard with its mats, the Buyer's walk, and the garden around."""

from __future__ import annotations

from functools import lru_cache

from renderer.drawing import pen
from renderer.drawing.sketch import LINE, TEXT
from renderer.guatemala import geometry as at
from renderer.guatemala import theme
from renderer.pixels.raster import words
from renderer.scene import Area, Disc, Drawing, Shape, Stroke
from rules.guatemala.production import FIELDS, FIRST_COLUMN, MARKED, SIDE, SPACES


@lru_cache(maxsize=1)
def yard() -> Drawing:
    shapes: list[Shape] = [Area(pen.rectangle(0, 0, at.PAGE, at.PAGE), theme.GARDEN)]
    shapes += _hedges()
    shapes += _walk()
    shapes += _mats()
    shapes += _rims()
    return Drawing.of("guatemala:yard", at.PAGE, at.PAGE, shapes)


def bush(x: float, y: float, size: float) -> list[Shape]:
    """A coffee bush with its cherries."""
    shapes: list[Shape] = [Disc(x + 4, y + size * 0.55, size, size * 0.3, theme.GARDEN_DARK)]
    for dx, dy, turn in ((-0.5, 0.1, -0.5), (0.5, 0.1, 0.5), (0.0, -0.35, 0.0)):
        leaf = pen.smooth(
            (
                (x + (dx - 0.42) * size, y + (dy + 0.1 + turn * 0.3) * size),
                (x + dx * size, y + (dy - 0.42) * size),
                (x + (dx + 0.42) * size, y + (dy + 0.1 - turn * 0.3) * size),
                (x + dx * size, y + (dy + 0.42) * size),
            )
        )
        shapes.append(Area(leaf, theme.LEAF))
        shapes.append(Stroke(leaf, theme.GARDEN_DARK, LINE, closed=True))
    for dx, dy in ((-0.2, 0.2), (0.25, 0.25), (0.02, -0.02)):
        shapes.append(Disc(x + dx * size, y + dy * size, size * 0.15, size * 0.15, theme.CHERRY))
    return shapes


def _hedges() -> list[Shape]:
    inner = pen.rounded(
        at.FIRST_WALK - 2, at.FIRST_WALK - 2, at.LAST_WALK + at.WALK + 2, at.LAST_WALK + at.WALK + 2, 40
    )
    shapes: list[Shape] = [Area(inner, theme.GARDEN_DARK)]
    for number in range(SPACES):  # the numbers of the spaces, a stone between two
        x, y = at.milestone(number)
        shapes.append(words(str(number), (x, y), TEXT, theme.CREAM, theme.GARDEN))
        side = number // SIDE
        dx, dy = ((at.CELL / 2, 0), (0, at.CELL / 2))[side % 2]
        if number % SIDE < SIDE - 1:
            sign = 1 if side < 2 else -1
            shapes.append(Disc(x + sign * dx, y + sign * dy, 5, 5, theme.LEAF))
    return shapes


def _walk() -> list[Shape]:
    middle = at.FIRST_WALK + at.WALK / 2, at.LAST_WALK + at.WALK / 2
    ring = pen.rounded(middle[0], middle[0], middle[1], middle[1], 34)
    shapes: list[Shape] = [Stroke(ring, theme.WALK, at.WALK, closed=True)]
    for number in range(SPACES):
        box = at.space(number).grown(-5)
        shapes.append(Area(pen.rounded(box.left, box.top, box.right, box.bottom, 18), theme.STONE))
    for y in middle:  # in the other two corners stands what is left
        shapes += bush(middle[1], y, 34)
    return shapes


def _mats() -> list[Shape]:
    edge = at.YARD - 2, at.YARD_END + 2
    shapes: list[Shape] = [Area(pen.rectangle(at.YARD - at.RIM, at.YARD - at.RIM, edge[1], edge[1]), theme.TIMBER)]
    shapes.append(Area(pen.rectangle(edge[0], edge[0], edge[1], edge[1]), theme.MAT_GAP))
    for field in range(FIELDS):
        box = at.cell(field).grown(-3)
        shapes.append(Area(pen.rounded(box.left, box.top, box.right, box.bottom, 14), theme.MAT))
        if field in MARKED:
            shapes += _marked(*box.centre)
    return shapes


def _marked(x: float, y: float) -> list[Shape]:
    """A sack field: a round jute mat."""
    return [
        Disc(x, y, 44, 44, theme.MAT_GAP),
        Stroke(pen.ellipse(x, y, 33, 33), theme.MAT, LINE, closed=True),
        Disc(x, y, 22, 22, theme.MAT),
        Stroke(pen.ellipse(x, y, 11, 11), theme.MAT_GAP, LINE, closed=True),
    ]


def _rims() -> list[Shape]:
    """Columns P to X above, rows 1 to 9 on the left."""
    line = at.YARD - at.RIM / 2 - 1
    shapes: list[Shape] = []
    for i in range(SIDE):
        middle = at.YARD + (i + 0.5) * at.CELL
        letter = chr(ord(FIRST_COLUMN) + i)
        shapes.append(words(letter, (middle, line), TEXT, theme.CREAM, theme.TIMBER))
        shapes.append(words(str(i + 1), (line, middle), TEXT, theme.CREAM, theme.TIMBER))
    return shapes
