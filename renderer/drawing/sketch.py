"""A drawing in the making: shapes in hundredths of its width, strokes and letters in pixels of the finished picture."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from renderer.drawing import pen
from renderer.pixels.raster import words
from renderer.scene import Area, Disc, Drawing, Ink, Point, Shape, Stroke

LINE: Final = 6.0
"""No line is thinner: a third of it is left on a phone."""
TEXT: Final = 36.0
"""No text is smaller."""


class Sketch:
    """Collects shapes."""

    __slots__ = ("height", "key", "scale", "shapes", "width")

    def __init__(self, key: str, width: int, height: int | None = None) -> None:
        self.key, self.width, self.height = key, width, height if height is not None else width
        self.scale = width / 100
        self.shapes: list[Shape] = []

    def area(self, points: Iterable[Point], ink: Ink) -> None:
        self.shapes.append(Area(self._scaled(points), ink))

    def outlined(self, points: Iterable[Point], ink: Ink, edge: Ink, weight: float = LINE) -> None:
        outline = self._scaled(points)
        self.shapes += pen.outlined(outline, ink, edge, weight)

    def edge(self, points: Iterable[Point], ink: Ink, weight: float = LINE) -> None:
        """A closed border alone."""
        self.shapes.append(Stroke(self._scaled(points), ink, weight, closed=True))

    def line(self, points: Iterable[Point], ink: Ink, weight: float = LINE) -> None:
        self.shapes.append(Stroke(self._scaled(points), ink, weight))

    def dashes(self, points: Iterable[Point], ink: Ink, weight: float, dash: float, gap: float) -> None:
        self.shapes += pen.dashes(self._scaled(points), dash, gap, ink, weight)

    def disc(self, x: float, y: float, across: float, ink: Ink, down: float | None = None) -> None:
        s = self.scale
        self.shapes.append(Disc(x * s, y * s, across * s, (across if down is None else down) * s, ink))

    def words(self, text: str, at: Point, ink: Ink, paper: Ink, size: float = TEXT) -> None:
        self.shapes.append(words(text, (at[0] * self.scale, at[1] * self.scale), size, ink, paper))

    def drawn(self) -> Drawing:
        return Drawing.of(self.key, self.width, self.height, self.shapes)

    def _scaled(self, points: Iterable[Point]) -> tuple[Point, ...]:
        s = self.scale
        return tuple((x * s, y * s) for x, y in points)
