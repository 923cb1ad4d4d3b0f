"""Outlines as points: curves, rounded corners, stars; and shapes moved and scaled. Plain arithmetic."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import cos, hypot, pi, sin

from renderer.scene import Area, Box, Disc, Ink, Point, Shape, Stroke, Words

Outline = tuple[Point, ...]


def rectangle(left: float, top: float, right: float, bottom: float) -> Outline:
    return (left, top), (right, top), (right, bottom), (left, bottom)


def rounded(left: float, top: float, right: float, bottom: float, radius: float) -> Outline:
    """A rectangle with round corners."""
    corners = (
        (right - radius, top + radius, -pi / 2),
        (right - radius, bottom - radius, 0.0),
        (left + radius, bottom - radius, pi / 2),
        (left + radius, top + radius, pi),
    )
    return tuple(point for x, y, start in corners for point in arc(x, y, radius, (start, start + pi / 2), 6))


def arc(x: float, y: float, radius: float, turn: tuple[float, float], steps: int = 12) -> Outline:
    """From one angle to another, clockwise as the page sees it."""
    start, end = turn
    return tuple(
        (x + radius * cos(start + (end - start) * i / steps), y + radius * sin(start + (end - start) * i / steps))
        for i in range(steps + 1)
    )


def ellipse(x: float, y: float, across: float, down: float, steps: int = 40) -> Outline:
    return tuple((x + across * cos(2 * pi * i / steps), y + down * sin(2 * pi * i / steps)) for i in range(steps))


def star(x: float, y: float, outer: float, inner: float, rays: int) -> Outline:
    """Rays around a point; with equal radii a regular polygon of twice as many corners."""
    return tuple(
        (
            x + (inner if i % 2 else outer) * cos(pi * i / rays - pi / 2),
            y + (inner if i % 2 else outer) * sin(pi * i / rays - pi / 2),
        )
        for i in range(2 * rays)
    )


def polygon(x: float, y: float, radius: float, corners: int, turn: float = -pi / 2) -> Outline:
    return tuple(
        (x + radius * cos(turn + 2 * pi * i / corners), y + radius * sin(turn + 2 * pi * i / corners))
        for i in range(corners)
    )


def smooth(points: Iterable[Point], steps: int = 8, *, closed: bool = True) -> Outline:
    """A curve through the points (Catmull-Rom)."""
    knots = tuple(points)
    n = len(knots)
    found: list[Point] = []
    for i in range(n if closed else n - 1):
        before, here = knots[i - 1 if closed or i else 0], knots[i]
        there = knots[(i + 1) % n]
        after = knots[(i + 2) % n] if closed else knots[min(i + 2, n - 1)]
        found.extend(_between(before, here, there, after, step / steps) for step in range(steps))
    if not closed:
        found.append(knots[-1])
    return tuple(found)


def _between(before: Point, here: Point, there: Point, after: Point, t: float) -> Point:
    x, y = (
        0.5
        * (
            2 * here[k]
            + (there[k] - before[k]) * t
            + (2 * before[k] - 5 * here[k] + 4 * there[k] - after[k]) * t * t
            + (3 * here[k] - before[k] - 3 * there[k] + after[k]) * t**3
        )
        for k in (0, 1)
    )
    return x, y


def softened(points: Iterable[Point], radius: float) -> Outline:
    """A polygon whose corners are cut round."""
    knots = tuple(points)
    found: list[Point] = []
    for i, (x, y) in enumerate(knots):
        first = _towards((x, y), knots[i - 1], radius)
        last = _towards((x, y), knots[(i + 1) % len(knots)], radius)
        for step in range(5):
            t = step / 4
            a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
            found.append((a * first[0] + b * x + c * last[0], a * first[1] + b * y + c * last[1]))
    return tuple(found)


def _towards(here: Point, there: Point, by: float) -> Point:
    x, y = there[0] - here[0], there[1] - here[1]
    length = hypot(x, y) or 1.0
    by = min(by, length / 2)
    return here[0] + x / length * by, here[1] + y / length * by


def dashes(outline: Outline, dash: float, gap: float, ink: Ink, weight: float) -> tuple[Shape, ...]:
    """A closed outline as dashes; what is left over is spread over the gaps."""
    points = (*outline, outline[0])
    lengths = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points)]
    total = sum(lengths)
    count = max(1, round(total / (dash + gap)))
    found: list[Shape] = []
    for i in range(count):
        start = total * i / count
        found.append(Stroke(_stretch(points, lengths, start, start + dash), ink, weight))
    return tuple(found)


def _stretch(points: Outline, lengths: list[float], start: float, end: float) -> Outline:
    found: list[Point] = []
    done = 0.0
    for (a, b), length in zip(pairwise(points), lengths, strict=True):
        for mark in (start, end):
            if length and done <= mark < done + length:
                t = (mark - done) / length
                found.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))
        if start < done + length < end:
            found.append(b)
        done += length
    return tuple(found)


def outlined(outline: Outline, ink: Ink, edge: Ink, weight: float) -> tuple[Shape, ...]:
    """A filled polygon with its border drawn on it."""
    return Area(outline, ink), Stroke(outline, edge, weight, closed=True)


def placed(shapes: Iterable[Shape], scale: float, x: float = 0.0, y: float = 0.0) -> tuple[Shape, ...]:
    """Scaled, then moved."""
    return tuple(_placed(shape, scale, x, y) for shape in shapes)


def _placed(shape: Shape, scale: float, x: float, y: float) -> Shape:
    match shape:
        case Area():
            return Area(_points(shape.points, scale, x, y), shape.ink)
        case Stroke():
            return Stroke(_points(shape.points, scale, x, y), shape.ink, shape.weight * scale, shape.closed)
        case Disc():
            return Disc(shape.x * scale + x, shape.y * scale + y, shape.across * scale, shape.down * scale, shape.ink)
        case Words():
            b = shape.box
            box = Box(b.left * scale + x, b.top * scale + y, b.right * scale + x, b.bottom * scale + y)
            return Words(
                shape.text, shape.x * scale + x, shape.y * scale + y, shape.size * scale, shape.ink, shape.paper, box
            )


def _points(points: Outline, scale: float, x: float, y: float) -> Outline:
    return tuple((px * scale + x, py * scale + y) for px, py in points)
