"""What stands beside the smaller board: the yellow arch of an old street, with agaves at its foot."""

from __future__ import annotations

from math import cos, pi, sin

from renderer.drawing import pen
from renderer.drawing.sketch import LINE
from renderer.guatemala import theme
from renderer.scene import Area, Disc, Shape, Stroke


def arch(x: float, y: float, size: float) -> list[Shape]:
    """Its foot stands at (x, y); `size` is the hundredth part of its width."""
    wall, shade = theme.STRAW, theme.STRAW_DARK
    shapes: list[Shape] = [Disc(0, 0, 56, 5, theme.SHADE)]
    shapes += pen.outlined(pen.rectangle(-50, -78, 50, 0), wall, theme.DARK, LINE / size)
    shapes.append(Area(pen.rectangle(-50, -60, 50, -53), theme.LINEN))
    opening = (*pen.arc(0, -26, 28, (pi, 2 * pi), 16), (28.0, 0.0), (-28.0, 0.0))
    shapes += pen.outlined(opening, theme.YELLOW[2], theme.DARK, LINE / size)
    shapes.append(Area((*pen.arc(0, -14, 22, (pi, 2 * pi), 12), (22.0, 0.0), (-22.0, 0.0)), theme.CONES[1]))
    for side in (-1, 1):
        shapes.append(Stroke(((side * 39, -44), (side * 39, -6)), shade, LINE / size))
    shapes += pen.outlined(pen.rectangle(-17, -104, 17, -78), wall, theme.DARK, LINE / size)
    shapes += pen.outlined(pen.ellipse(0, -91, 8, 8), theme.LINEN, theme.DARK, LINE / size)
    roof = pen.softened(((-22, -104), (0, -122), (22, -104)), 3)
    shapes += pen.outlined(roof, theme.COFFEES[3], theme.DARK, LINE / size)
    shapes.append(Stroke(((0, -122), (0, -130)), theme.DARK, LINE / size))
    return list(pen.placed(shapes, size, x, y))


def agave(x: float, y: float, size: float) -> list[Shape]:
    """A star of pointed leaves."""
    shapes: list[Shape] = [Disc(x, y, size * 0.9, size * 0.2, theme.SHADE)]
    for turn in (-1.15, 1.15, -0.75, 0.75, -0.36, 0.36, 0.0):
        tip = x + size * sin(turn), y - size * cos(turn)
        across = size * 0.16 * cos(turn), size * 0.16 * sin(turn)
        foot = x + size * 0.1 * sin(turn), y - size * 0.06
        leaf = (
            (foot[0] - across[0], foot[1] - across[1]),
            (x + size * 0.55 * sin(turn) - across[0], y - size * 0.5 * cos(turn) - across[1]),
            tip,
            (x + size * 0.55 * sin(turn) + across[0], y - size * 0.5 * cos(turn) + across[1]),
            (foot[0] + across[0], foot[1] + across[1]),
        )
        shapes += pen.outlined(leaf, theme.LEAF, theme.GARDEN_DARK, LINE)
    return shapes
