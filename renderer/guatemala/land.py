"""The ground of the plantation board: volcanoes, three zones, paths and sites, and the rims with their coordinates."""

from __future__ import annotations

from functools import lru_cache
from math import pi, sin

from renderer.drawing import pen
from renderer.drawing.sketch import LINE, TEXT
from renderer.guatemala import geometry as at
from renderer.guatemala import scenery, theme
from renderer.guatemala.coast import coast
from renderer.guatemala.geometry import Layout, layout
from renderer.pixels.raster import words
from renderer.scene import Area, Disc, Drawing, Ink, Point, Shape, Stroke
from rules.guatemala.board import WIDTH, bits, zone


@lru_cache(maxsize=4)
def land(seats: int) -> Drawing:
    where = layout(seats)
    shapes: list[Shape] = [Area(pen.rectangle(0, 0, at.PAGE, where.height), theme.SKY)]
    shapes += sky(where.sky)
    shapes += _zones(where)
    shapes += _plots(where)
    shapes += _paths(where)
    shapes += coast(where)
    if where.board.branching:
        shapes += scenery.arch(1090, where.sea + 10, 0.9)
        shapes += scenery.agave(1010, where.sea + 12, 30) + scenery.agave(1168, where.sea + 14, 26)
    shapes += _rims(where)
    return Drawing.of(f"guatemala:land:{seats}", at.PAGE, where.height, shapes)


def wave(y: float, height: float, length: float, start: float) -> list[Point]:
    """A line of hills from the left side of the page to the right."""
    return [
        (x, y + height * (sin(2 * pi * x / length + start) * 0.7 + sin(2 * pi * x / (length * 0.43) + start * 2) * 0.3))
        for x in range(0, at.PAGE + 1, 12)
    ]


def below(line: list[Point], bottom: float, ink: Ink) -> Area:
    return Area((*line, (at.PAGE, bottom), (0, bottom)), ink)


# ── the sky ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def sky(height: int) -> list[Shape]:
    """As much of it as there is room for above the rim."""
    base, part = height - 20, (height - at.RIDGE) / 104
    ridge = below(wave(height - at.RIDGE - 2, 5 * part, 420, 0.6), height, theme.RIDGE)
    if part < 0.3:
        return [ridge]
    shapes: list[Shape] = [Disc(196, base - 40 * part, 54 * part, 54 * part, theme.SUN)]
    for x, y, size in ((330, 38, 1.0), (70, 60, 0.8), (620, 30, 0.7)):
        shapes += _cloud(x, y * part, size * part)
    cones = (
        (90, 70, 150, 0),
        (300, 52, 190, 0),
        (720, 66, 190, 0),
        (490, 18, 230, 1),
        (860, 40, 200, 1),
        (1110, 58, 210, 1),
    )
    for x, peak, half, tone in cones:
        shapes += _volcano((x, base - (130 - peak) * part), half, base, tone)
    shapes += _smoke(490, base - 116 * part)
    return [*shapes, ridge]


def _cloud(x: float, y: float, size: float) -> list[Shape]:
    puffs = ((0, 0, 46, 15), (-28, 6, 30, 11), (34, 7, 34, 11))
    return [Disc(x + dx * size, y + dy * size, a * size, d * size, theme.CLOUD) for dx, dy, a, d in puffs]


def _volcano(top: Point, half: float, base: float, tone: int) -> list[Shape]:
    """Two slopes that grow steeper towards the crater; one of them in the shade."""
    x, peak = top
    rise = base - peak
    left = [
        (x - half, base),
        (x - half * 0.52, base - rise * 0.36),
        (x - half * 0.2, base - rise * 0.78),
        (x - 16, peak),
    ]
    right = [
        (x + 16, peak),
        (x + half * 0.2, base - rise * 0.78),
        (x + half * 0.52, base - rise * 0.36),
        (x + half, base),
    ]
    slope = pen.smooth(left, closed=False) + pen.smooth(right, closed=False)
    dark = (
        (x + 4, peak + 4),
        *pen.smooth(right, closed=False),
        (x + half * 0.3, base),
        (x + half * 0.12, base - rise * 0.5),
    )
    return [Area(slope, theme.CONES[tone]), Area(dark, theme.CONES[tone + 1])]


def _smoke(x: float, y: float) -> list[Shape]:
    return [Disc(x + 14, y - 4, 16, 9, theme.CLOUD), Disc(x + 44, y - 8, 24, 11, theme.CLOUD)]


# ── the zones ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _zones(where: Layout) -> list[Shape]:
    shapes: list[Shape] = []
    bottom = where.sea + at.SHORE
    for number, tones in enumerate((theme.HIGH, theme.GREEN, theme.YELLOW)):
        top = where.sky + number * 3 * where.field
        first = wave(top, 0 if number == 0 else 6, 300, number)
        shapes.append(below(first, bottom, tones[0]))
        shapes.append(below(wave(top + where.field * 0.95, 26, 620, 1.3 + number), bottom, tones[1]))
        shapes.append(below(wave(top + where.field * 1.95, 24, 540, 3.1 + number * 2), bottom, tones[2]))
    return shapes


def _plots(where: Layout) -> list[Shape]:
    shapes: list[Shape] = []
    board = where.board
    for place in bits(board.fields):
        box = where.place(place).grown(-5)
        outline = pen.rounded(box.left, box.top, box.right, box.bottom, 16)
        if place in board.closed_sites:
            shapes += _thicket(*box.centre, box.width)
            continue
        shapes.append(Area(outline, theme.PLOT))
        if board.site_at[place] < 0:
            shapes += _crop(place, *box.centre)
    return shapes


def _crop(place: int, x: float, y: float) -> list[Shape]:
    """Something small on every other plot, so that a zone is known by more than its colour."""
    row, column = divmod(place, WIDTH)
    if (row * 5 + column * 3) % 4 < 2:
        return []
    tone = int(zone(place))
    if tone == 0:  # stones
        return [Disc(x - 10, y + 8, 15, 9, theme.HIGH[2]), Disc(x + 14, y + 12, 9, 6, theme.HIGH[0])]
    if tone == 1:  # bushes
        return [
            Disc(x - 13, y + 6, 12, 12, theme.GREEN[2]),
            Disc(x + 13, y + 6, 12, 12, theme.GREEN[2]),
            Disc(x, y - 8, 13, 13, theme.GREEN[2]),
        ]
    return [  # furrows
        Stroke(tuple((x + dx + k * 20, y + 18 - dx * 0.4) for dx in (-14, 6)), theme.YELLOW[2], LINE)
        for k in (-1, 0, 1)
    ]


def _thicket(x: float, y: float, size: float) -> list[Shape]:
    """A closed site: overgrown."""
    shapes: list[Shape] = []
    for dx, dy in ((-0.25, 0.15), (0.25, 0.15), (0.0, -0.18), (0.0, 0.25)):
        shapes.append(Disc(x + dx * size, y + dy * size, size * 0.27, size * 0.25, theme.GARDEN))
        shapes.append(Disc(x + dx * size - 4, y + dy * size - 6, size * 0.14, size * 0.12, theme.LEAF))
    bars = (((-0.3, -0.3), (0.3, 0.3)), ((0.3, -0.3), (-0.3, 0.3)))
    for a, b in bars:
        line = ((x + a[0] * size, y + a[1] * size), (x + b[0] * size, y + b[1] * size))
        shapes += [Stroke(line, theme.DARK, 20), Stroke(line, theme.PLANK, 9)]
    return shapes


# ── paths ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _paths(where: Layout) -> list[Shape]:
    board = where.board
    shapes: list[Shape] = []
    if board.branching:
        for row in range(at.ROWS + 1):
            for column in range(board.columns + 1):
                x, y = where.point(WIDTH * row + column)
                shapes.append(Disc(x, y, 7, 7, theme.SAND))
        return shapes
    edges = [where.edge(edge) for edge in bits(board.edges)]
    shapes += [Stroke(line, theme.PATH, 22) for line in edges]
    for site in board.sites:
        shapes += _gate(where, site.entrance, site.field)
    for (ax, ay), (bx, by) in edges:
        for k in range(4):
            t = (k + 0.5) / 4
            shapes.append(Disc(ax + (bx - ax) * t, ay + (by - ay) * t, 4.5, 4.5, theme.SAND))
    return shapes


def _gate(where: Layout, entrance: int, place: int) -> list[Shape]:
    """The point at which a shed's road must begin, and the step to its door."""
    x, y = where.point(entrance)
    inner = where.place(place).centre
    step = ((x, y), (x + (inner[0] - x) * 0.3, y + (inner[1] - y) * 0.3))
    return [Stroke(step, theme.PATH, 18), Disc(x, y, 17, 17, theme.DARK), Disc(x, y, 9, 9, theme.SAND)]


# ── rims ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _rims(where: Layout) -> list[Shape]:
    shapes: list[Shape] = []
    edge = at.LEFT - 4
    for number, ink in enumerate(theme.RIMS):
        top = where.sky + number * 3 * where.field
        shapes.append(Area(pen.rectangle(0, top, edge, top + 3 * where.field), ink))
        for row in range(number * 3, number * 3 + 3):
            y = where.sky + (row + 0.5) * where.field
            shapes.append(words(str(row + 1), (edge / 2, y), TEXT, theme.CREAM, ink))
    for column in range(where.board.columns):
        x = at.LEFT + (column + 0.5) * where.field
        shapes.append(words(chr(ord("A") + column), (x, where.sky - 27), TEXT, theme.CREAM, theme.RIDGE))
    return shapes
