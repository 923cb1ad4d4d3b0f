"""A line with a width as polygons: one for each run without a sharp corner, so that few are to be filled."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import hypot
from typing import Final

from renderer.scene import Point, Stroke

SHARP: Final = 0.6
"""Below this cosine of its turn a corner gets a round joint, else its sides are prolonged until they meet."""


def runs(stroke: Stroke) -> Iterator[tuple[Point, ...]]:
    """The parts between sharp corners; a ring without one ends where it began."""
    points = _distinct(stroke.points)
    if len(points) < 2:
        yield points
        return
    if not stroke.closed:
        yield from _split(points)
        return
    ring = points if points[0] != points[-1] else points[:-1]
    corners = [i for i in range(len(ring)) if _turn(ring[i - 1], ring[i], ring[(i + 1) % len(ring)]) < SHARP]
    start = corners[0] if corners else 0
    turned = (*ring[start:], *ring[:start], ring[start])
    yield from _split(turned)


def _distinct(points: tuple[Point, ...]) -> tuple[Point, ...]:
    found = points[:1]
    for before, here in pairwise(points):
        if hypot(here[0] - before[0], here[1] - before[1]) > 0.01:
            found = (*found, here)
    return found


def _split(points: tuple[Point, ...]) -> Iterator[tuple[Point, ...]]:
    start = 0
    for i in range(1, len(points) - 1):
        if _turn(points[i - 1], points[i], points[i + 1]) < SHARP:
            yield points[start : i + 1]
            start = i
    yield points[start:]


def _direction(here: Point, there: Point) -> Point:
    x, y = there[0] - here[0], there[1] - here[1]
    length = hypot(x, y) or 1.0
    return x / length, y / length


def _turn(before: Point, here: Point, after: Point) -> float:
    """The cosine of the turn at a point: 1 straight on, -1 back."""
    one, two = _direction(before, here), _direction(here, after)
    return one[0] * two[0] + one[1] * two[1]


def band(run: tuple[Point, ...], half: float) -> list[Point]:
    """Its outline: one side there, the other side back."""
    if len(run) < 2:
        return []
    ring = len(run) > 3 and run[0] == run[-1]
    left: list[Point] = []
    right: list[Point] = []
    for i, (x, y) in enumerate(run):
        before = run[i - 1] if i else (run[-2] if ring else None)
        after = run[i + 1] if i + 1 < len(run) else (run[1] if ring else None)
        dx, dy = _side(before, (x, y), after, half)
        left.append((x + dx, y + dy))
        right.append((x - dx, y - dy))
    return left + right[::-1]


def _side(before: Point | None, here: Point, after: Point | None, half: float) -> Point:
    """From a point of the line to the left side of its band."""
    one = _direction(before, here) if before else _direction(here, after or here)
    two = _direction(here, after) if after else one
    x, y = one[1] + two[1], -(one[0] + two[0])
    stretch = 2 * half / max(0.5, x * x + y * y)
    return x * stretch, y * stretch


def drawn_in(points: tuple[Point, ...], by: float) -> list[Point]:
    """A polygon with each side moved inwards."""
    ring = _distinct((*points, points[0]))[:-1]
    if len(ring) < 3:
        return list(points)
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise((*ring, ring[0])))
    inwards = -by if area > 0 else by
    moved: list[Point] = []
    for i, here in enumerate(ring):
        dx, dy = _side(ring[i - 1], here, ring[(i + 1) % len(ring)], inwards)
        moved.append((here[0] + dx, here[1] + dy))
    return moved
