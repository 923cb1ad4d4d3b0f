"""Twelve flags, simplified to what is left of them on a phone, in hundredths of their width on 60 of height."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from renderer.cafe import theme
from renderer.drawing import pen
from renderer.drawing.pen import Outline
from renderer.drawing.sketch import LINE
from renderer.scene import Area, Ink, Point, Shape, Stroke

HIGH: Final = 60
Parts = list[tuple[Outline, Ink]]


def flag(nation: int, width: float, at: Point) -> tuple[Shape, ...]:
    """Around a point, with a border."""
    scale = width / 100
    x, y = at[0] - width / 2, at[1] - HIGH * scale / 2
    shapes: list[Shape] = [Area(outline, ink) for outline, ink in _FLAGS[nation]()]
    border = pen.rounded(x - 1, y - 1, x + width + 1, y + HIGH * scale + 1, 4)
    return *pen.placed(shapes, scale, x, y), Stroke(border, theme.DARK, LINE, closed=True)


def _stripes(*inks: Ink) -> Parts:
    step = HIGH / len(inks)
    return [(pen.rectangle(0, i * step, 100, (i + 1) * step), ink) for i, ink in enumerate(inks)]


def _columns(*inks: Ink) -> Parts:
    step = 100 / len(inks)
    return [(pen.rectangle(i * step, 0, (i + 1) * step, HIGH), ink) for i, ink in enumerate(inks)]


def _star(x: float, y: float, radius: float, ink: Ink) -> tuple[Outline, Ink]:
    return pen.star(x, y, radius, radius * 0.42, 5), ink


def _bar(ax: float, ay: float, bx: float, by: float, half: float) -> Outline:
    """A slanting bar, within the flag."""
    dx, dy = bx - ax, by - ay
    length = (dx * dx + dy * dy) ** 0.5
    nx, ny = -dy / length * half, dx / length * half
    points = ((ax + nx, ay + ny), (bx + nx, by + ny), (bx - nx, by - ny), (ax - nx, ay - ny))
    return tuple((min(100.0, max(0.0, x)), min(float(HIGH), max(0.0, y))) for x, y in points)


def _central_africa() -> Parts:
    parts = _stripes(theme.BLUE, theme.WHITE, theme.GREEN, theme.YELLOW)
    return [*parts, (pen.rectangle(38, 0, 62, HIGH), theme.RED), _star(17, 9, 12, theme.YELLOW)]


def _china() -> Parts:
    return [*_stripes(theme.RED), _star(32, 32, 25, theme.YELLOW)]


def _cuba() -> Parts:
    parts = _stripes(theme.BLUE, theme.WHITE, theme.BLUE, theme.WHITE, theme.BLUE)
    return [*parts, (((0, 0), (54, 30), (0, 60)), theme.RED), _star(19, 30, 15, theme.WHITE)]


def _england() -> Parts:
    """The Union Flag."""
    parts = _stripes(theme.NAVY)
    for half, ink in ((9, theme.WHITE), (3.5, theme.RED)):
        parts += [(_bar(0, 0, 100, 60, half), ink), (_bar(0, 60, 100, 0, half), ink)]
    for half, ink in ((13, theme.WHITE), (8, theme.RED)):
        parts += [
            (pen.rectangle(50 - half, 0, 50 + half, HIGH), ink),
            (pen.rectangle(0, 30 - half, 100, 30 + half), ink),
        ]
    return parts


def _france() -> Parts:
    return _columns(theme.BLUE, theme.WHITE, theme.RED)


def _germany() -> Parts:
    return _stripes(theme.BLACK, theme.RED, theme.YELLOW)


def _india() -> Parts:
    wheel = pen.ellipse(50, 30, 10, 10, 16)
    return [*_stripes(theme.CLOTHS[6], theme.WHITE, theme.GREEN), (wheel, theme.NAVY)]


def _italy() -> Parts:
    return _columns(theme.GREEN, theme.WHITE, theme.RED)


def _russia() -> Parts:
    return _stripes(theme.WHITE, theme.BLUE, theme.RED)


def _spain() -> Parts:
    crest = pen.rounded(20, 20, 38, 42, 6)
    return [*_stripes(theme.RED, theme.YELLOW, theme.YELLOW, theme.RED), (crest, theme.RED)]


def _turkey() -> Parts:
    moon = [(pen.ellipse(36, 30, 22, 22), theme.WHITE), (pen.ellipse(42, 30, 17, 17), theme.RED)]
    return [*_stripes(theme.RED), *moon, _star(67, 30, 13, theme.WHITE)]


def _usa() -> Parts:
    parts = _stripes(*(theme.RED, theme.WHITE) * 2, theme.RED)
    return [*parts, (pen.rectangle(0, 0, 50, HIGH * 3 / 5), theme.NAVY), _star(25, 19, 15, theme.WHITE)]


_FLAGS: Final[tuple[Callable[[], Parts], ...]] = (
    _central_africa,
    _china,
    _cuba,
    _england,
    _france,
    _germany,
    _india,
    _italy,
    _russia,
    _spain,
    _turkey,
    _usa,
)
"""In the order of rules/cafe/guests.py."""
