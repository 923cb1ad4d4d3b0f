"""Beach, sea, harbours and the victory track of the plantation picture's ground."""

from __future__ import annotations

from math import pi, sin

from renderer.drawing import pen
from renderer.drawing.sketch import LINE, TEXT
from renderer.guatemala import geometry as at
from renderer.guatemala import theme
from renderer.guatemala.geometry import Layout
from renderer.pixels.raster import words
from renderer.scene import Area, Disc, Ink, Point, Shape, Stroke


def coast(where: Layout) -> list[Shape]:
    shapes = _sea(where)
    for harbour, docks in enumerate(where.board.docks):
        shapes += _harbour(where, harbour) if docks else _rocks(where, harbour)
    return shapes + _deep(where)


def _shore(y: float, waves: tuple[float, float, float], bottom: float, ink: Ink) -> Area:
    """From a wavy line (its height, length and start) down."""
    height, length, start = waves
    line: list[Point] = [(x, y + height * sin(2 * pi * x / length + start)) for x in range(0, at.PAGE + 1, 10)]
    return Area((*line, (at.PAGE, bottom), (0, bottom)), ink)


def _sea(where: Layout) -> list[Shape]:
    top, bottom = where.sea, where.height
    shapes: list[Shape] = [
        Area(pen.rectangle(0, top, at.PAGE, bottom), theme.SAND),
        _shore(top + 12, (4, 260, 0.4), bottom, theme.SAND_DARK),
        _shore(top + 20, (4, 300, 1.0), bottom, theme.FOAM),
        _shore(top + 28, (4, 300, 1.3), bottom, theme.SEA),
    ]
    for i in range(14):  # ripples
        x, y = 40 + (i * 331) % 1120, top + 60 + (i * 53) % max(1, where.panel - top - 80)
        shapes.append(Stroke(((x, y), (x + 22, y)), theme.SEA_DARK, LINE))
    return shapes


def _harbour(where: Layout, harbour: int) -> list[Shape]:
    board = where.board
    count = len(board.docks[harbour])
    left, right = where.dock(harbour, 0)[0], where.dock(harbour, count - 1)[0]
    half = (right - left) / (count - 1) / 2 - 4
    quay = where.docks - at.QUAY + 6
    shapes: list[Shape] = []
    points = board.access if board.branching else board.access[harbour : harbour + 1]
    for point in points:
        x, y = where.point(point)
        shapes += _planks(x - 15, y - 6, x + 15, quay + 10, upright=True)
    shapes += _planks(left - half, quay, right + half, quay + at.QUAY, upright=False)
    for dock in range(count + 1):
        x = left - half + (right - left + 2 * half) * dock / count
        shapes.append(Stroke(((x, quay + at.QUAY), (x, where.docks + where.field - 6)), theme.DARK, 14))
        shapes.append(Stroke(((x, quay + at.QUAY), (x, where.docks + where.field - 8)), theme.PLANK, LINE))
    x, y = where.flag(harbour)
    if not board.branching:
        shapes.append(Stroke(((x - 24, y - 26), (x - 24, y + 44)), theme.DARK, 8))
        flag = ((x - 24, y - 26), (x + 42, y - 26), (x + 26, y - 4), (x + 42, y + 18), (x - 24, y + 18))
        shapes += pen.outlined(flag, theme.WHITE, theme.DARK, LINE)
        shapes.append(words(str(harbour + 1), (x, y - 4), TEXT, theme.DARK, theme.WHITE))
    return shapes


def _planks(left: float, top: float, right: float, bottom: float, *, upright: bool) -> list[Shape]:
    shapes: list[Shape] = list(pen.outlined(pen.rounded(left, top, right, bottom, 5), theme.PLANK, theme.DARK, LINE))
    reach = bottom - top if upright else right - left
    count = max(2, round(reach / 26))
    for i in range(1, count):
        a = (left + 5, top + reach * i / count) if upright else (left + reach * i / count, top + 5)
        b = (right - 5, a[1]) if upright else (a[0], bottom - 5)
        shapes.append(Stroke((a, b), theme.PLANK_DARK, LINE))
    return shapes


def _rocks(where: Layout, harbour: int) -> list[Shape]:
    """A closed harbour."""
    x, _ = where.point(where.board.access[harbour])
    y = where.docks + 30
    shapes: list[Shape] = []
    for dx, dy, size in ((-70, 18, 30), (0, 0, 44), (74, 22, 34), (34, 36, 22)):
        shapes.append(Disc(x + dx, y + dy + size * 0.5, size * 1.25, size * 0.35, theme.FOAM))
        rock = pen.softened(
            (
                (x + dx - size, y + dy + size * 0.5),
                (x + dx - size * 0.6, y + dy - size * 0.4),
                (x + dx + size * 0.1, y + dy - size * 0.8),
                (x + dx + size * 0.8, y + dy - size * 0.1),
                (x + dx + size, y + dy + size * 0.5),
            ),
            10,
        )
        shapes += pen.outlined(rock, theme.CONES[2], theme.DARK, LINE)
    return shapes


def _deep(where: Layout) -> list[Shape]:
    """Deeper water under the table, and on it the victory track: one plank."""
    body = at.bar(where)
    plank = pen.rounded(body.left, body.top, body.right, body.bottom, 9)
    return [
        _shore(where.panel - 6, (3, 240, 2.0), where.height, theme.DEEP),
        *pen.outlined(plank, theme.STRAW, theme.DARK, LINE),
    ]
