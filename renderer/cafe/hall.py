"""The ground of the picture: floor, walls, tables, chairs, the bar, and the sideboard on which the hands lie."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from renderer import pen
from renderer.cafe import furniture, theme
from renderer.cafe import geometry as at
from renderer.scene import Area, Drawing, Shape
from renderer.sketch import LINE
from rules.cafe.board import CHAIRS, TABLES

PALMS = ((0, 6), (12, 6), (6, 0), (6, 12), (2, 4), (2, 8), (10, 4), (10, 8), (4, 2), (4, 10), (8, 2), (8, 10))


@lru_cache(maxsize=4)
def hall(seats: int) -> Drawing:
    height = at.height(seats)
    shapes: list[Shape] = [Area(pen.rectangle(0, 0, at.PAGE, at.HALL), theme.FLOOR)]
    shapes += _tiles()
    for number in range(len(TABLES)):
        shapes += furniture.plate(number)
    for row, column in PALMS:
        shapes += furniture.palm(at.middle(column), at.middle(row), 40)
    for number in range(CHAIRS):
        shapes += furniture.chair(number)
    for number in range(len(TABLES)):
        shapes += furniture.table(number)
    shapes += furniture.bar()
    shapes.append(Area(pen.rectangle(0, at.HALL, at.PAGE, height), theme.WALL))
    shapes.append(Area(pen.rectangle(0, at.HALL, at.PAGE, at.HALL + LINE), theme.DARK))
    return Drawing(f"cafe:hall:{seats}", at.PAGE, height, tuple(shapes))


def _tiles() -> list[Shape]:
    """A checkered floor: lozenges, so that no edge of it runs along a chair."""
    step = (at.PAGE - 0) / 12
    shapes: list[Shape] = []
    for row, column in product(range(13), range(13)):
        x, y = column * step, row * step
        half = step / 2
        points = ((x, y - half), (x + half, y), (x, y + half), (x - half, y))
        shapes.append(
            Area(tuple((min(max(px, 0), at.PAGE), min(max(py, 0), at.HALL)) for px, py in points), theme.TILE)
        )
    return shapes
