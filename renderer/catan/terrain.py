"""The seven terrains as hexes: plain colour in the middle and above it, so that chip and name stand clear."""

from __future__ import annotations

from functools import lru_cache
from math import cos, sin

from renderer.catan import theme
from renderer.catan.geometry import Layout
from renderer.drawing import pen
from renderer.drawing.pen import Outline
from renderer.drawing.sketch import LINE
from renderer.scene import Area, Disc, Drawing, Ink, Point, Shape, Stroke
from rules.catan.pieces import TERRAIN_NAMES, Terrain

GAP = 7.0
"""Half the strip of sand between two hexes."""
VARIANTS = 2
MARGIN = 8
"""Room for the rim."""


def outline(half: float, rise: float, gap: float = 0.0) -> Outline:
    """A hex around (0, 0), drawn in by a gap."""
    h, r = half - gap, rise - gap * 0.58
    return (0.0, -2 * r), (h, -r), (h, r), (0.0, 2 * r), (-h, r), (-h, -r)


@lru_cache(maxsize=32)
def tile(terrain: int, variant: int, where: Layout) -> Drawing:
    """A hex of land."""
    half, rise = where.half, where.rise
    face = pen.softened(outline(half, rise, GAP), 10)
    unit = half / 86
    shapes: list[Shape] = [Area(face, theme.TERRAINS[terrain])]
    art = _ART[terrain](variant)
    shapes += (_thick(shape) for shape in pen.placed(art, unit))
    rim = outline(half, rise)  # what the art throws over the hex's edge is under sand again
    shapes.append(Stroke(rim, theme.SAND, 2 * GAP, closed=True))
    name = f"land:{TERRAIN_NAMES[terrain]}:{variant}:{half}"
    width, height = 2 * half + 2 * MARGIN, 4 * rise + 2 * MARGIN
    return Drawing.of(name, width, height, pen.placed(shapes, 1.0, width / 2, height / 2))


def _thick(shape: Shape) -> Shape:
    """Where hexes are small, lines are no thinner."""
    return (
        Stroke(shape.points, shape.ink, max(LINE, shape.weight), shape.closed) if isinstance(shape, Stroke) else shape
    )


def _mirrored(points: tuple[tuple[float, float, float], ...], variant: int) -> list[tuple[float, float, float]]:
    """Seen from the other side, the farthest first."""
    sign = -1 if variant % 2 else 1
    return sorted(((sign * x, y, s) for x, y, s in points), key=lambda place: place[1])


# ── forest ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _forest(variant: int) -> list[Shape]:
    shapes: list[Shape] = [
        Area(pen.ellipse(-54, 36, 26, 12), theme.FOREST[1]),
        Area(pen.ellipse(56, 36, 25, 12), theme.FOREST[1]),
        Area(pen.ellipse(0, 88, 36, 10), theme.FOREST[1]),
    ]
    trees = (
        (-60, -14, 38), (-58, 38, 42), (60, -18, 40), (54, 36, 42), (-20, 76, 36), (16, 88, 42),
    )  # fmt: skip
    for x, y, size in _mirrored(trees, variant):
        shapes += _fir(x, y, size)
    return shapes


def _fir(x: float, y: float, size: float) -> list[Shape]:
    """Its foot stands at (x, y)."""
    wide = size * 0.42
    shapes: list[Shape] = [Stroke(((x, y), (x, y - size * 0.25)), theme.BARK, LINE)]
    for low, high, share in ((0.16, 0.76, 1.0), (0.5, 1.14, 0.74)):
        left, right, tip = x - wide * share, x + wide * share, y - size * high
        foot = y - size * low
        shapes.append(Area(((left, foot), (x, tip), (right, foot)), theme.FOREST[0]))
        shapes.append(Area(((left, foot), (x, tip), (x - wide * 0.05, foot)), theme.FOREST[2]))
    return shapes


# ── hills ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _hills(variant: int) -> list[Shape]:
    shapes: list[Shape] = []
    for x, y, size in _mirrored(((-48, 2, 29), (52, -6, 27), (-44, 46, 33), (48, 44, 34), (0, 84, 33)), variant):
        shapes += _mound(x, y, size)
    sign = -1 if variant % 2 else 1
    return shapes + _bricks(26 * sign, 68)


def _mound(x: float, y: float, size: float) -> list[Shape]:
    dome = (*pen.arc(x, y, size, (3.1416, 6.2832), 14), (x + size, y + 4), (x - size, y + 4))
    lit = tuple((x - size * 0.18 + (px - x) * 0.66, y + (py - y) * 0.82) for px, py in dome)
    return [Area(dome, theme.HILLS[0]), Area(lit, theme.HILLS[1])]


def _bricks(x: float, y: float) -> list[Shape]:
    shapes: list[Shape] = []
    for dx, dy in ((-11, 0), (11, 0), (0, -12)):
        brick = pen.rectangle(x + dx - 10, y + dy - 5, x + dx + 10, y + dy + 5)
        shapes.append(Area(brick, theme.HILLS[2]))
    return shapes


# ── pasture ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _pasture(variant: int) -> list[Shape]:
    sign = -1 if variant % 2 else 1
    shapes: list[Shape] = [
        Area(pen.ellipse(-40 * sign, 44, 34, 12), theme.PASTURE[1]),
        Area(pen.ellipse(44 * sign, -18, 26, 10), theme.PASTURE[1]),
    ]
    for x, y in ((-60, -36), (64, 40), (58, -36)):
        shapes += _tuft(x * sign, y)
    for x, y, size in _mirrored(((-52, 28, 1.0), (52, 4, 1.0), (4, 80, 1.05)), variant):
        shapes += _sheep(x, y, size, facing=sign if x < 20 else -sign)
    return shapes


def _tuft(x: float, y: float) -> list[Shape]:
    return [Stroke(((x - 6, y - 7), (x, y), (x + 6, y - 9)), theme.PASTURE[0], LINE)]


def _sheep(x: float, y: float, size: float, *, facing: int) -> list[Shape]:
    shapes: list[Shape] = [Disc(x, y + 15 * size, 22 * size, 4, theme.PASTURE[0])]
    legs = (x - 9 * size, x + 7 * size)
    shapes += [Stroke(((leg, y + 8), (leg, y + 14 * size)), theme.DARK, LINE) for leg in legs]
    wool = [(dx * size, dy * size) for dx, dy in ((-11, 1), (-4, -5), (6, -5), (12, 1), (0, 4))]
    shapes += [Disc(x + dx, y + dy, 11 * size, 10 * size, theme.CARDS[2]) for dx, dy in wool]
    head = x + 20 * size * facing
    shapes.append(Disc(head, y - 5 * size, 7.5 * size, 8.5 * size, theme.DARK))
    shapes.append(Disc(head - 2 * facing, y - 12 * size, 6 * size, 4 * size, theme.CARDS[2]))
    return shapes


# ── fields ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _fields(variant: int) -> list[Shape]:
    furrows = ((70, 50), (40, 68))
    shapes: list[Shape] = [Stroke(((-wide, y), (wide, y)), theme.FIELDS[0], LINE) for wide, y in furrows]
    for x, y, size in _mirrored(((-60, 22, 1.0), (-44, -22, 0.85), (54, 34, 1.05), (2, 84, 1.1)), variant):
        shapes += _sheaf(x, y, size)
    return shapes


def _sheaf(x: float, y: float, size: float) -> list[Shape]:
    """Bound in the middle, ears above."""
    s = size
    shapes: list[Shape] = [Disc(x, y + 15 * s, 17 * s, 4, theme.FIELDS[1])]
    body = ((-13, 15), (-6, 0), (-15, -17), (15, -17), (6, 0), (13, 15))
    shapes.append(Area(tuple((x + dx * s, y + dy * s) for dx, dy in body), theme.FIELDS[1]))
    for dx in (-12, -4, 4, 12):
        shapes.append(Stroke(((x + dx * 0.4 * s, y), (x + dx * s, y - 16 * s)), theme.FIELDS[2], LINE))
        shapes.append(Disc(x + dx * s, y - 19 * s, 4.4 * s, 6.5 * s, theme.FIELDS[2]))
    shapes.append(Stroke(((x - 6 * s, y + 1), (x + 6 * s, y + 1)), theme.HILLS[0], LINE))
    return shapes


# ── mountains ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _mountains(variant: int) -> list[Shape]:
    shapes: list[Shape] = []
    peaks = ((-52, 8, 52), (58, 10, 54), (46, 58, 50), (-10, 92, 58))
    for x, y, size in _mirrored(peaks, variant):
        shapes += _peak(x, y, size)
    return shapes


def _peak(x: float, y: float, size: float) -> list[Shape]:
    """Its foot's middle is (x, y)."""
    wide, tip = size * 0.5, (x, y - size)

    def down(side: float, share: float) -> Point:
        return x + side * wide * share, y - size * (1 - share)

    snow = (tip, down(1, 0.36), (x + wide * 0.04, y - size * 0.56), down(-1, 0.36))
    return [
        Area((tip, (x + wide, y), (x - wide, y)), theme.MOUNTAINS[0]),
        Area((tip, (x + wide * 0.1, y), (x - wide, y)), theme.MOUNTAINS[1]),
        Area(snow, theme.WHITE),
    ]


# ── desert ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _desert(variant: int) -> list[Shape]:
    sign = -1 if variant % 2 else 1
    shapes: list[Shape] = []
    for x, y, size in ((-42, 50, 34), (40, 66, 30), (0, 90, 26), (52, -20, 22)):
        dune = ((x * sign - size, y), (x * sign - size * 0.1, y - size * 0.5), (x * sign + size, y))
        shapes.append(Area(pen.smooth((*dune, (x * sign, y + 5))), theme.DESERT[0]))
    for x, y in ((46, 30), (-30, 76), (14, 52)):
        shapes.append(Stroke(((x * sign - 12, y), (x * sign, y - 4), (x * sign + 12, y)), theme.DESERT[1], LINE))
    return shapes + _cactus(-52 * sign, 22) + _cactus(58 * sign, 10, 0.7)


def _cactus(x: float, y: float, size: float = 1.0) -> list[Shape]:
    s = size
    arms = (((0, 14), (0, -38)), ((0, -4), (-16, -4), (-16, -22)), ((0, -12), (15, -12), (15, -28)))
    shapes: list[Shape] = [Disc(x, y + 15 * s, 16 * s, 4, theme.DESERT[1])]
    shapes += [Stroke(tuple((x + dx * s, y + dy * s) for dx, dy in arm), theme.TOWEL, 11 * s) for arm in arms]
    return shapes


# ── jungle ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _jungle(variant: int) -> list[Shape]:
    sign = -1 if variant % 2 else 1
    shapes: list[Shape] = []
    for x, y in ((-66, 34), (66, 30), (0, 90)):
        shapes.append(Disc(x, y, 16, 9, theme.JUNGLE[0]))
    for x, y, turn in ((-64, -30, 2.6), (60, -40, 0.4), (-70, 4, 2.9), (70, -2, 0.2)):
        shapes += _leaf(x * sign * 0.72, y * 0.82, turn if sign > 0 else 3.1416 - turn, 30, theme.JUNGLE[1])
    for x, y in ((-56, 30), (56, 26), (0, 78)):
        for turn in (3.6, 4.7, 5.8):
            shapes += _leaf(x * sign, y, turn, 27, theme.JUNGLE[1 + round(turn * 2) % 2])
        shapes += _pod(x * sign - 6, y + 6, -0.3) + _pod(x * sign + 9, y + 3, 0.25)
    return shapes


def _leaf(x: float, y: float, turn: float, size: float, ink: Ink) -> list[Shape]:
    """From its foot at (x, y)."""
    ahead, across = (cos(turn), sin(turn)), (-sin(turn), cos(turn))

    def at(far: float, wide: float) -> Point:
        return x + ahead[0] * far + across[0] * wide, y + ahead[1] * far + across[1] * wide

    blade = (at(0, 0), at(size * 0.4, size * 0.24), at(size, 0), at(size * 0.4, -size * 0.24))
    return [Area(pen.smooth(blade, 5), ink)]


def _pod(x: float, y: float, lean: float) -> list[Shape]:
    def turned(far: float, wide: float) -> Point:
        return x + wide * cos(lean) - far * sin(lean), y + wide * sin(lean) + far * cos(lean)

    body = tuple(turned(far, wide) for far, wide in ((-13, 0), (-5, 7), (5, 7), (14, 0), (5, -7), (-5, -7)))
    return [Area(pen.smooth(body, 5), theme.HILLS[2])]


_ART = {
    int(Terrain.FOREST): _forest,
    int(Terrain.HILLS): _hills,
    int(Terrain.PASTURE): _pasture,
    int(Terrain.FIELDS): _fields,
    int(Terrain.MOUNTAINS): _mountains,
    int(Terrain.DESERT): _desert,
    int(Terrain.JUNGLE): _jungle,
}
