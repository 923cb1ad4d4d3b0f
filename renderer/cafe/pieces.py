"""Laying things on a picture by their middle, and numbers by their left end."""

from __future__ import annotations

from renderer.raster import words
from renderer.scene import Drawing, Ink, Point, Stamp, Words

Items = list[Stamp | Words]


def centred(drawing: Drawing, point: Point, means: str = "", *, alone: bool = False) -> Stamp:
    x, y = point
    return Stamp(drawing, round(x - drawing.width / 2), round(y - drawing.height / 2), means, alone)


def amount(number: int | str, at: Point, inks: tuple[Ink, Ink], size: float) -> Words:
    """Ranged left."""
    (left, y), (ink, paper) = at, inks
    text = words(str(number), (0, 0), size, ink, paper)
    return words(str(number), (left + text.box.width / 2, y), size, ink, paper)
