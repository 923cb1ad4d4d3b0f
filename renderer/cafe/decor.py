"""What makes it a coffee house: the grand piano and the billiard table. All seen from above."""

from __future__ import annotations

from renderer.cafe import geometry as at
from renderer.cafe import theme
from renderer.drawing import pen
from renderer.drawing.sketch import LINE
from renderer.scene import Area, Box, Disc, Ink, Shape, Stroke


def decor() -> list[Shape]:
    return [*piano(at.NORTH), *billiards(at.SOUTH)]


def _board(box: Box, ink: Ink, radius: float = 10) -> list[Shape]:
    """Something with a border."""
    inner = box.grown(-LINE)
    return [
        Area(pen.rounded(box.left, box.top, box.right, box.bottom, radius), theme.DARK),
        Area(pen.rounded(inner.left, inner.top, inner.right, inner.bottom, max(3, radius - LINE)), ink),
    ]


def piano(box: Box) -> list[Shape]:
    """A grand piano, and its stool."""
    x, y = box.centre[0] + 14, box.centre[1]
    body = ((x - 70, y - 29), (x + 20, y - 29), (x + 84, y - 23), (x + 96, y - 3), (x + 60, y + 9), (x + 10, y + 29))
    outline = pen.softened((*body, (x - 70, y + 29)), 18)
    shapes: list[Shape] = list(pen.outlined(outline, theme.COUNTER, theme.DARK, LINE))
    keys = Box(x - 92, y - 29, x - 66, y + 29)
    shapes += _board(keys, theme.CREAM, 6)
    shapes += [Disc(x - 118, y, 20, 20, theme.DARK), Disc(x - 118, y, 14, 14, theme.SOFA)]
    return shapes


def billiards(box: Box) -> list[Shape]:
    """Three balls and no pocket."""
    table = Box(box.left + 6, box.top + 4, box.right - 6, box.bottom - 4)
    shapes = _board(table, theme.WOOD, 14)
    cloth = table.grown(-14)
    shapes.append(Area(pen.rectangle(cloth.left, cloth.top, cloth.right, cloth.bottom), theme.LEAF))
    x, y = table.centre
    shapes.append(Stroke(((x - 96, y), (x - 14, y)), theme.CREAM, LINE))
    for dx, dy, ink in ((4, -8, theme.WHITE), (62, 6, theme.RED), (92, -14, theme.YELLOW)):
        shapes += [Disc(x + dx, y + dy, 11, 11, theme.DARK), Disc(x + dx, y + dy, 7, 7, ink)]
    return shapes
