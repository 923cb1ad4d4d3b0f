"""What is no piece: the Buyer, coins, rosettes, plates under pieces, sites, and the signs of the marks."""

from __future__ import annotations

from functools import lru_cache

from renderer.drawing import pen
from renderer.drawing.sketch import LINE, TEXT, Sketch
from renderer.guatemala import theme
from renderer.guatemala.badges import BADGES, PALE_EDGED, badge
from renderer.pixels.raster import ink_width
from renderer.scene import Drawing, Ink

COIN = 48
LARGE, BIG = 62, 52
"""From that size on a coin's price is as large as what must be read on a telephone."""
ROSETTE = 56
WORTH = 60, 50
TAG = 36
"""How high the lower part of a card is."""


@lru_cache(maxsize=1)
def buyer() -> Drawing:
    """A gentleman in linen with a wide hat."""
    sketch = Sketch("buyer", 68)
    sketch.disc(50, 93, 38, theme.SHADE, 6)
    coat = pen.smooth(((22, 92), (24, 62), (38, 50), (62, 50), (76, 62), (78, 92), (50, 95)))
    sketch.outlined(coat, theme.LINEN, theme.DARK)
    sketch.area(((40, 54), (60, 54), (50, 76)), theme.SCARF)
    sketch.line(((50, 78), (50, 88)), theme.ADOBE_DARK)
    sketch.disc(50, 42, 19, theme.DARK, 18)
    sketch.disc(50, 42, 12, theme.SKIN, 11)
    sketch.outlined(pen.ellipse(50, 30, 44, 9), theme.LINEN, theme.DARK)
    crown = pen.smooth(((27, 28), (31, 8), (50, 4), (69, 8), (73, 28), (50, 33)))
    sketch.outlined(crown, theme.LINEN, theme.DARK)
    sketch.line(((33, 24), (50, 27), (67, 24)), theme.CHERRY, 7)
    return sketch.drawn()


@lru_cache(maxsize=64)
def coin(price: int, size: int = COIN, edge: Ink = theme.DARK, paper: Ink = theme.GOLD) -> Drawing:
    """A price."""
    sketch = Sketch(f"coin:{price}:{size}:{edge}:{paper}", size)
    sketch.disc(50, 50, 50, edge)
    sketch.disc(50, 50, 50 - 600 / size, paper)
    sketch.words(str(price), (50, 50), theme.DARK, paper, BIG if size >= LARGE else TEXT)
    return sketch.drawn()


@lru_cache(maxsize=4)
def coins(size: int) -> Drawing:
    """Money: a coin without a number, with a bean in it."""
    sketch = Sketch(f"coins:{size}", size)
    sketch.disc(52, 88, 40, theme.SHADE, 8)
    sketch.outlined(pen.ellipse(50, 50, 42, 42), theme.GOLD_DARK, theme.DARK)
    sketch.disc(50, 50, 32, theme.GOLD)
    bean = pen.smooth(((50, 28), (64, 36), (66, 52), (58, 70), (46, 71), (36, 60), (36, 42)))
    sketch.area(bean, theme.DARK)
    sketch.line(((53, 34), (48, 48), (54, 56), (50, 66)), theme.GOLD)
    return sketch.drawn()


@lru_cache(maxsize=256)
def rosette(points: int) -> Drawing:
    """What a shed would score, or has scored."""
    sketch = Sketch(f"rosette:{points}", ROSETTE)
    paper = theme.ROSETTE if points else theme.LINEN
    sketch.outlined(pen.smooth(pen.star(50, 50, 45, 39, 11)), paper, theme.DARK)
    sketch.words(str(points), (50, 50), theme.DARK, paper)
    return sketch.drawn()


@lru_cache(maxsize=256)
def worth(points: int) -> Drawing:
    """What a sack would score, within its field: what the decision is about."""
    sketch = Sketch(f"worth:{points}", *WORTH)
    sketch.scale = 1.0
    paper = theme.ROSETTE if points else theme.LINEN
    sketch.outlined(pen.rounded(3, 3, WORTH[0] - 3, WORTH[1] - 3, 14), paper, theme.DARK)
    sketch.words(str(points), (WORTH[0] / 2, WORTH[1] / 2), theme.DARK, paper, 42 if points < 100 else TEXT)
    return sketch.drawn()


@lru_cache(maxsize=1)
def barrier() -> Drawing:
    """A blockade: crossed planks."""
    sketch = Sketch("barrier", 84)
    for line in (((16, 20), (84, 80)), ((84, 20), (16, 80))):
        sketch.line(line, theme.DARK, 26)
        sketch.line(line, theme.BARRIER, 14)
    return sketch.drawn()


@lru_cache(maxsize=1)
def open_way() -> Drawing:
    """No blockade: an arrow through."""
    sketch = Sketch("open-way", 84)
    arrow = ((10, 38), (52, 38), (52, 16), (92, 50), (52, 84), (52, 62), (10, 62))
    sketch.outlined(pen.softened(arrow, 4), theme.LEAF, theme.DARK)
    return sketch.drawn()


@lru_cache(maxsize=1)
def ship_sign(size: int) -> Drawing:
    """A ship of no colour."""
    sketch = Sketch(f"ship-sign:{size}", size)
    sketch.line(((50, 10), (50, 74)), theme.DARK, 8)
    sketch.outlined(pen.softened(((54, 12), (86, 60), (54, 60)), 5), theme.LINEN, theme.DARK)
    sketch.outlined(pen.softened(((44, 24), (44, 60), (20, 60)), 5), theme.LINEN, theme.DARK)
    sketch.outlined(pen.softened(((4, 68), (96, 68), (82, 92), (18, 92)), 7), theme.SCARF, theme.DARK)
    return sketch.drawn()


@lru_cache(maxsize=8)
def sack_sign(size: int) -> Drawing:
    """A sack of no colour: how many a stock or the bag holds."""
    sketch = Sketch(f"sack-sign:{size}", size)
    low = 91 if size < COIN else 95
    sketch.disc(52, 92, 40, theme.SHADE, 6)
    foot = ((84, low - 3), (50, low), (16, low - 3))
    body = pen.smooth(((36, 24), (64, 24), (84, 42), (90, 68), *foot, (10, 68), (16, 42)))
    sketch.outlined(body, theme.JUTE, theme.DARK)
    sketch.outlined(
        pen.smooth(((40, 22), (26, 8), (40, 11), (50, 7), (60, 11), (74, 8), (60, 22))), theme.JUTE, theme.DARK
    )
    sketch.line(((37, 23), (63, 23)), theme.CHERRY, 7)
    sketch.line(((30, 62), (70, 62)), theme.JUTE_DARK)
    sketch.line(((34, 76), (66, 76)), theme.JUTE_DARK)
    return sketch.drawn()


# ── under the pieces ─────────────────────────────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=16)
def plate(seat: int, size: int) -> Drawing:
    """A plot in its owner's colour."""
    sketch = Sketch(f"plate:{seat}:{size}", size)
    sketch.outlined(pen.rounded(4, 4, 96, 96, 16), theme.SEATS[seat], theme.DARK)
    return sketch.drawn()


@lru_cache(maxsize=16)
def link(seat: int, size: int, *, upright: bool) -> Drawing:
    """Joins two plates of a plantation."""
    width, height = (40, 30) if upright else (30, 40)
    sketch = Sketch(f"link:{seat}:{size}:{upright}", width, height)
    sketch.scale = 1.0
    sides = ((3, 3, 3, 27), (37, 3, 37, 27)) if upright else ((3, 3, 27, 3), (3, 37, 27, 37))
    sketch.area(pen.rectangle(0, 0, width, height), theme.SEATS[seat])
    for ax, ay, bx, by in sides:
        sketch.area(pen.rectangle(ax - 3, ay - 3, bx + 3, by + 3), theme.DARK)
    return sketch.drawn()


@lru_cache(maxsize=32)
def site(price: int, size: int) -> Drawing:
    """A free shed site with its printed price."""
    sketch = Sketch(f"site:{price}:{size}", size)
    house = ((50, 8), (92, 42), (84, 42), (84, 91), (16, 91), (16, 42), (8, 42))
    sketch.area(house, theme.LINEN)
    sketch.dashes(house, theme.TIMBER, LINE, 11, 9)
    sketch.words(str(price), (50, 62), theme.DARK, theme.LINEN, max(TEXT, size * 0.6))
    return sketch.drawn()


# ── marks ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=64)
def spot(width: int, height: int) -> Drawing:
    """A free legal place."""
    sketch = Sketch(f"spot:{width}:{height}", width, height)
    sketch.scale = 1.0
    outline = pen.rounded(4, 4, width - 4, height - 4, 14 if min(width, height) > 50 else 8)
    sketch.outlined(outline, theme.LEGAL, theme.GOLD_DARK)
    return sketch.drawn()


@lru_cache(maxsize=8)
def bar(size: int, *, upright: bool) -> Drawing:
    """A legal border."""
    width, height = (22, size) if upright else (size, 22)
    sketch = Sketch(f"bar:{size}:{upright}", width, height)
    sketch.scale = 1.0
    sketch.outlined(pen.rounded(3, 3, width - 3, height - 3, 8), theme.LEGAL, theme.DARK)
    return sketch.drawn()


@lru_cache(maxsize=128)
def card(text: str, size: int) -> Drawing:
    """Under a piece that may be taken: its word stands below it, on a tag of its own. No dark rim: hats are dark."""
    sketch = Sketch(f"card:{text}:{size}", size)
    sketch.scale = 1.0
    sketch.area(pen.rounded(1, 1, size - 1, size - 1, 16), theme.LEGAL)
    sketch.area(pen.rounded(9, 9, size - 9, size - TAG, 9), theme.MAT)
    sketch.words(text, (size / 2, size - TAG / 2 - 3), theme.DARK, theme.LEGAL)
    return sketch.drawn()


@lru_cache(maxsize=256)
def chip(text: str) -> Drawing:
    """A word of the notation on a legal place that holds something."""
    width = round(ink_width(text, TEXT)) + 20
    sketch = Sketch(f"chip:{text}", width, 44)
    sketch.scale = 1.0
    sketch.outlined(pen.rounded(3, 3, width - 3, 41, 10), theme.LEGAL, theme.DARK)
    sketch.words(text, (width / 2, 22), theme.DARK, theme.LEGAL)
    return sketch.drawn()


@lru_cache(maxsize=2)
def lit(size: int) -> Drawing:
    """A mat of the line that the Buyer faces."""
    sketch = Sketch(f"lit:{size}", size)
    sketch.area(pen.rounded(0, 0, 100, 100, 14), theme.LIT)
    return sketch.drawn()


@lru_cache(maxsize=8)
def steps(side: int) -> Drawing:
    """The Buyer came along here, clockwise: two chevrons."""
    sketch = Sketch(f"steps:{side}", 60)
    turn = ((1, 0), (0, 1), (-1, 0), (0, -1))[side]
    for ahead in (-16, 12):
        points = [
            (50 + turn[0] * a - turn[1] * b, 50 + turn[1] * a + turn[0] * b)
            for a, b in ((ahead - 10, -24), (ahead + 12, 0), (ahead - 10, 24))
        ]
        sketch.line(points, theme.TIMBER, 8)
    return sketch.drawn()


@lru_cache(maxsize=8)
def glow(size: int) -> Drawing:
    """Behind what scores."""
    sketch = Sketch(f"glow:{size}", size)
    sketch.outlined(pen.rounded(4, 4, 96, 96, 18), theme.SHOWN, theme.DARK)
    return sketch.drawn()


@lru_cache(maxsize=8)
def waiting_field(size: int) -> Drawing:
    """The field that waits for a sack."""
    sketch = Sketch(f"waiting-field:{size}", size)
    body = pen.smooth(((36, 24), (64, 24), (84, 42), (90, 68), (84, 90), (50, 93), (16, 90), (10, 68), (16, 42)))
    sketch.dashes(body, theme.TIMBER, LINE, 12, 10)
    return sketch.drawn()


@lru_cache(maxsize=8)
def pointer(ink: Ink) -> Drawing:
    """From a marker to its space on the bar."""
    sketch = Sketch(f"pointer:{ink}", 26, 16)
    sketch.scale = 1.0
    sketch.outlined(pen.softened(((4, 3), (22, 3), (13, 13)), 1), ink, theme.DARK)
    return sketch.drawn()


@lru_cache(maxsize=16)
def line(width: int, height: int, paper: Ink, *, active: bool, gone: bool) -> Drawing:
    """A player's line: bright-framed for whose turn it is, broken for who has left."""
    sketch = Sketch(f"line:{width}:{height}:{paper}:{active}:{gone}", width, height)
    sketch.scale = 1.0
    sketch.area(pen.rounded(0, 0, width, height, 15), paper if gone else theme.DARK)
    sketch.area(pen.rounded(3, 3, width - 3, height - 3, 12), theme.LEGAL if active else paper if gone else theme.DARK)
    inset = 7 if active else 4
    sketch.area(pen.rounded(inset, inset, width - inset, height - inset, 9), paper)
    if gone:
        sketch.dashes(pen.rounded(3, 3, width - 3, height - 3, 12), theme.DARK, 6, 16, 14)
    return sketch.drawn()


@lru_cache(maxsize=16)
def coffee(kind: int, size: int) -> Drawing:
    """A coffee alone: its badge, with a dark edge around a pale one."""
    sketch = Sketch(f"coffee:{kind}:{size}", size)
    if kind in PALE_EDGED:
        room = 100 * (size / 2 - 4) / size / 1.12
        sketch.edge([(50 + x * room, 50 + y * room) for x, y in BADGES[kind]], theme.DARK, 7)
    badge(sketch, kind, (50, 50), 100 * (size / 2 - 6) / size / 1.12)
    return sketch.drawn()


@lru_cache(maxsize=32)
def ghost(width: int, height: int) -> Drawing:
    """Under a piece that a plan has placed and nobody has committed yet."""
    sketch = Sketch(f"ghost:{width}:{height}", width, height)
    sketch.scale = 1.0
    sketch.area(pen.rounded(3, 3, width - 3, height - 3, 14 if min(width, height) > 60 else 8), theme.PLANNED)
    return sketch.drawn()


@lru_cache(maxsize=32)
def halo(width: int, height: int) -> Drawing:
    """Around a piece that a plan has placed: as thick as the ring of the last move, but broken into dashes."""
    sketch = Sketch(f"halo:{width}:{height}", width, height)
    sketch.scale = 1.0
    outline = pen.rounded(8, 8, width - 8, height - 8, 16 if min(width, height) > 60 else 9)
    sketch.edge(outline, theme.DARK, 16)
    sketch.dashes(outline, theme.WHITE, 8, 13, 11)
    return sketch.drawn()


@lru_cache(maxsize=2)
def beyond(size: int) -> Drawing:
    """Points that the track had no more spaces for: an arrow at its end."""
    sketch = Sketch(f"beyond:{size}", size)
    shape = ((6, 40), (44, 40), (44, 22), (76, 50), (44, 78), (44, 60), (6, 60))
    sketch.outlined(pen.softened(shape, 4), theme.STRAW, theme.DARK)
    sketch.line(((88, 10), (88, 90)), theme.DARK, 9)
    return sketch.drawn()
