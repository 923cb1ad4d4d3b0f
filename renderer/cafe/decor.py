"""What makes it a coffee house: the grand piano, the billiard table, the newspapers, the cakes. All seen from above."""

from __future__ import annotations

from math import cos, pi, sin

from renderer import pen
from renderer.cafe import geometry as at
from renderer.cafe import theme
from renderer.scene import Area, Box, Disc, Ink, Shape, Stroke
from renderer.sketch import LINE


def decor() -> list[Shape]:
    return [*piano(at.NORTH), *billiards(at.SOUTH), *papers(at.WEST), *cakes(at.EAST)]


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
    body = ((x - 70, y - 38), (x + 20, y - 38), (x + 84, y - 30), (x + 96, y - 4), (x + 60, y + 12), (x + 10, y + 38))
    outline = pen.softened((*body, (x - 70, y + 38)), 22)
    shapes: list[Shape] = list(pen.outlined(outline, theme.FELT, theme.DARK, LINE))
    for dy, length in ((-24, 116), (-12, 122), (0, 104), (12, 72), (24, 44)):
        shapes.append(Area(pen.rectangle(x - 48, y + dy - 2, x - 48 + length, y + dy + 2), theme.BRASS_DARK))
    keys = Box(x - 92, y - 38, x - 66, y + 38)
    shapes += _board(keys, theme.CREAM, 6)
    shapes += [Area(pen.rectangle(x - 86, y + 12 * i - 28, x - 76, y + 12 * i - 22), theme.DARK) for i in range(5)]
    shapes += [Disc(x - 118, y, 20, 20, theme.DARK), Disc(x - 118, y, 14, 14, theme.SOFA)]
    return shapes


def billiards(box: Box) -> list[Shape]:
    """Three balls and no pocket."""
    table = Box(box.left + 6, box.top + 4, box.right - 6, box.bottom - 4)
    shapes = _board(table, theme.WOOD, 14)
    cloth = table.grown(-14)
    shapes.append(Area(pen.rectangle(cloth.left, cloth.top, cloth.right, cloth.bottom), theme.LEAF))
    x, y = table.centre
    cue = ((x - 96, y + 12), (x - 14, y - 4))
    shapes.append(Stroke(cue, theme.CREAM, LINE))
    for dx, dy, ink in ((4, -8, theme.WHITE), (62, 6, theme.RED), (92, -14, theme.YELLOW)):
        shapes += [Disc(x + dx, y + dy, 11, 11, theme.DARK), Disc(x + dx, y + dy, 7, 7, ink)]
    return shapes


def papers(box: Box) -> list[Shape]:
    """A table with the newspapers of the day."""
    shapes = _board(Box(box.left, box.top + 30, box.right, box.bottom - 30), theme.WOOD)
    x = box.centre[0]
    for place in range(3):
        y = box.centre[1] + 66 * (place - 1)
        shapes.append(Area(pen.rectangle(x - 28, y - 22, x + 28, y + 22), theme.CREAM))
        shapes.append(Area(pen.rectangle(x - 22, y - 16, x + 22, y - 8), theme.DARK))
        for line in (0, 10):
            shapes.append(Area(pen.rectangle(x - 22, y + line - 2, x - 3, y + line + 4), theme.LINEN_DARK))
            shapes.append(Area(pen.rectangle(x + 3, y + line - 2, x + 22, y + line + 4), theme.LINEN_DARK))
    return shapes


def cakes(box: Box) -> list[Shape]:
    """The sideboard with the cakes; a piece of each is gone."""
    shapes = _board(Box(box.left, box.top + 30, box.right, box.bottom - 30), theme.CREAM)
    x = box.centre[0]
    for place, (ink, dot) in enumerate(
        ((theme.WOOD_DARK, theme.RIBBON), (theme.YELLOW, theme.RIBBON), (theme.RIBBON, theme.WHITE))
    ):
        y = box.centre[1] + 66 * (place - 1)
        turn = -0.2 + 0.9 * place
        cake = ((x, y), *pen.arc(x, y, 26, (turn + 0.9, turn + 2 * pi), 20))
        shapes += [Disc(x, y, 28, 28, theme.LINEN_DARK), Area(cake, ink)]
        for i in range(1, 5):
            angle = turn + 0.3 + 1.18 * i
            shapes.append(Disc(x + 17 * cos(angle), y + 17 * sin(angle), 4, 4, dot))
    return shapes
