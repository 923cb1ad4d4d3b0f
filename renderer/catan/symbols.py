"""What is no piece: dice, signs of harbours, names, and the signs of the marks on the island."""

from __future__ import annotations

from functools import lru_cache
from math import hypot
from typing import Final

from renderer.catan import theme
from renderer.catan.cards import sign
from renderer.catan.geometry import Layout
from renderer.catan.pieces import ROAD, band
from renderer.catan.terrain import outline
from renderer.drawing import pen
from renderer.drawing.sketch import LINE, TEXT, Sketch
from renderer.pixels.raster import ink_width
from renderer.scene import Drawing, Ink

DIE: Final = 74
PIPS: Final = (
    (),
    ((50, 50),),
    ((28, 28), (72, 72)),
    ((26, 26), (50, 50), (74, 74)),
    ((28, 28), (72, 28), (28, 72), (72, 72)),
    ((26, 26), (74, 26), (50, 50), (26, 74), (74, 74)),
    ((28, 24), (72, 24), (28, 50), (72, 50), (28, 76), (72, 76)),
)
NAME_PLATE: Final = 33
"""Its height."""
SPOT: Final = 46


@lru_cache(maxsize=16)
def die(value: int, paper: Ink = theme.CREAM, ink: Ink = theme.DARK) -> Drawing:
    sketch = Sketch(f"die:{value}:{paper}", DIE)
    sketch.area(pen.rounded(6, 8, 98, 100, 20), theme.SHADE)
    sketch.outlined(pen.rounded(4, 4, 94, 94, 18), paper, theme.DARK)
    for x, y in PIPS[value]:
        sketch.disc(49 + (x - 50) * 0.94, 49 + (y - 50) * 0.94, 8.5, ink)
    return sketch.drawn()


@lru_cache(maxsize=8)
def harbour(kind: int) -> Drawing:
    """What a harbour trades: one resource 2:1, or anything 3:1."""
    sketch = Sketch(f"harbour:{kind}", 72)
    sketch.outlined(pen.ellipse(50, 50, 46, 46), theme.LINEN, theme.DARK)
    if kind < len(theme.CARDS) // 2:
        sketch.shapes += pen.placed(sign(kind, 54).shapes, 1.0, 9, 9)
    else:
        sketch.words("3:1", (50, 50), theme.DARK, theme.LINEN)
    return sketch.drawn()


@lru_cache(maxsize=256)
def name(text: str, terrain: int) -> Drawing:
    """What a hex is called, on a patch of its own colour."""
    width, height = round(ink_width(text, TEXT)) + 6, NAME_PLATE
    paper = theme.TERRAINS[terrain]
    sketch = Sketch(f"name:{text}:{terrain}", width, height)
    sketch.scale = 1.0
    sketch.area(pen.rounded(0, 0, width, height, 12), paper)
    sketch.words(text, (width / 2, height / 2), theme.ON_TERRAIN[terrain], paper)
    return sketch.drawn()


@lru_cache(maxsize=512)
def label(text: str, size: float, *, edge: bool = False) -> Drawing:
    """A word of the notation on a legal place; that of an edge is square."""
    part = min(1.0, size / TEXT)
    width, height = round(ink_width(text, size) + 22 * part), round(size * 0.72 + 18 * part)
    sketch = Sketch(f"label:{text}:{size}:{edge}", width, height)
    sketch.scale = 1.0
    paper = theme.LINEN if edge else theme.LEGAL
    corner = 6 if edge else height / 2 - 4
    shape = pen.rounded(3 * part, 3 * part, width - 3 * part, height - 3 * part, corner)
    sketch.outlined(shape, paper, theme.DARK, LINE * part)
    sketch.words(text, (width / 2, height / 2), theme.DARK, paper, size)
    return sketch.drawn()


@lru_cache(maxsize=4)
def spot() -> Drawing:
    """A legal corner."""
    sketch = Sketch("corner-spot", SPOT)
    sketch.disc(50, 50, 50, theme.DARK)
    sketch.disc(50, 50, 37, theme.LEGAL)
    return sketch.drawn()


@lru_cache(maxsize=64)
def leader(across: int, down: int) -> Drawing:
    """From a legal corner to its name, which found no room nearer by; so long and so high, to either side."""
    width, height = abs(across) + 20, abs(down) + 20
    sketch = Sketch(f"leader:{across}:{down}", width, height)
    sketch.scale = 1.0
    (ax, bx), (ay, by) = (
        ((10, width - 10) if across > 0 else (width - 10, 10)),
        ((10, height - 10) if down > 0 else (height - 10, 10)),
    )
    sketch.line(((ax, ay), (bx, by)), theme.DARK, 18)
    sketch.line(((ax, ay), (bx, by)), theme.LEGAL, LINE)
    return sketch.drawn()


@lru_cache(maxsize=8)
def lane(lean: int, where: Layout) -> Drawing:
    """A legal edge."""
    sketch, line = band("lane", lean, where)
    sketch.line(line, theme.DARK, ROAD)
    sketch.line(line, theme.LEGAL, ROAD - 2 * LINE)
    return sketch.drawn()


@lru_cache(maxsize=16)
def halo(lean: int, where: Layout, ink: Ink = theme.WHITE, *, thin: bool = False) -> Drawing:
    """Under a road that was built last, or is planned. `thin`: by a move before the newest of several."""
    sketch, line = band(f"halo:{ink}{':thin' if thin else ''}", lean, where)
    sketch.line(line, theme.DARK, ROAD + (19 if thin else 30))
    sketch.line(line, ink, ROAD + (12 if thin else 20))
    return sketch.drawn()


@lru_cache(maxsize=8)
def dashed_road(lean: int, where: Layout) -> Drawing:
    """On the yellow around a road that is planned."""
    sketch, ((ax, ay), (bx, by)) = band("dashed-road", lean, where)
    length = hypot(bx - ax, by - ay)
    half = ROAD / 2 + 5
    ux, uy = (bx - ax) / length * half, (by - ay) / length * half
    one, other = (ax - ux, ay - uy), (bx + ux, by + uy)
    ring = [(x + side * uy, y - side * ux) for (x, y), side in ((one, -1), (one, 1), (other, 1), (other, -1))]
    sketch.dashes(pen.softened(ring, 14), theme.DARK, LINE, 11, 10)
    return sketch.drawn()


@lru_cache(maxsize=4)
def legal_hex(where: Layout) -> Drawing:
    """The rim of a legal hex."""
    sketch = Sketch(f"legal-hex:{where.half}", 2 * where.half, 4 * where.rise)
    sketch.scale = 1.0
    rim = [(where.half + x, 2 * where.rise + y) for x, y in outline(where.half, where.rise, 14)]
    shape = pen.softened(rim, 12)
    sketch.edge(shape, theme.DARK, 16)
    sketch.edge(shape, theme.LEGAL, 8)
    return sketch.drawn()
