"""What is no guest: rosettes of points, the places of a hand, the bag, a cake, and the signs of the marks."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from renderer.cafe import theme
from renderer.cafe.furniture import NAME, signed
from renderer.cafe.heads import man, woman
from renderer.cafe.people import LETTERS, tall
from renderer.drawing import pen
from renderer.drawing.signs import THICK, THIN
from renderer.drawing.sketch import LINE, TEXT, Sketch
from renderer.pixels.raster import ink_width
from renderer.scene import Drawing, Ink
from rules.cafe.guests import NATIONS

ROSETTE: Final = 66
"""The narrowest."""
LOW: Final = 38
COUNT: Final = 46.0
"""The size of how many may still come."""
COUNTER, DEEP = 84, 36
"""How wide their letters and numbers are, and how high the numbers; a frame in the next cell reaches in from above."""


def paper(points: int) -> Ink:
    """As at the bar: pale green brings, pale red costs; what does neither has no colour."""
    return theme.GAIN if points > 0 else theme.LOSS if points else theme.LINEN


@lru_cache(maxsize=256)
def rosette(points: int) -> Drawing:
    """Points got; what was paid has straight sides."""
    text = signed(points)
    width = max(ROSETTE, round(ink_width(text, TEXT)) + 22)
    sketch = Sketch(f"cafe:rosette:{points}", width, LOW)
    sketch.scale = 1.0
    outline = pen.rounded(4, 3, width - 4, LOW - 3, 5 if points < 0 else 18)
    sketch.outlined(outline, paper(points), theme.DARK)
    sketch.words(text, (width / 2, LOW / 2), theme.DARK, paper(points))
    return sketch.drawn()


@lru_cache(maxsize=256)
def ghost(width: int, height: int) -> Drawing:
    """Not yet committed: a broken frame."""
    sketch = Sketch(f"cafe:ghost:{width}:{height}", width, height)
    sketch.scale = 1.0
    outline = pen.rounded(4.5, 4.5, width - 4.5, height - 4.5, 20)
    sketch.edge(outline, theme.DARK, 9)
    sketch.dashes(outline, theme.GHOST, LINE, 12, 10)
    return sketch.drawn()


@lru_cache(maxsize=1)
def fresh(width: int, height: int) -> Drawing:
    """Under a guest that was just drawn, and all round: a bright plate."""
    sketch = Sketch(f"cafe:fresh:{width}:{height}", width, height)
    sketch.scale = 1.0
    for side, end, ink in ((0, 0, theme.DARK), (2, 4, theme.GLOW)):
        sketch.area(pen.rounded(side, end, width - side, height - end, 8 - end), ink)
    return sketch.drawn()


@lru_cache(maxsize=4)
def frame(width: int, height: int, *, thin: bool = False) -> Drawing:
    """Under a guest of the last move: the ring of all games, and the floor shines. `thin`: of one before the newest."""
    sketch = Sketch(f"cafe:frame:{width}:{height}{':thin' if thin else ''}", width, height)
    sketch.scale = 1.0
    outline = pen.rounded(9, 9, width - 9, height - 9, 16)
    sketch.area(outline, theme.GLOW)
    dark, light = THIN if thin else THICK
    sketch.edge(outline, theme.DARK, dark)
    sketch.edge(outline, theme.LAST, light)
    return sketch.drawn()


@lru_cache(maxsize=4)
def stand(width: int, height: int, *, thin: bool = False) -> Drawing:
    """Under a guest of the last move at the bar and the signs beside him: bright all over. `thin`: as of a frame."""
    sketch = Sketch(f"cafe:stand:{width}:{height}{':thin' if thin else ''}", width, height)
    sketch.scale = 1.0
    for inset, ink in ((0, theme.DARK), (4, theme.LAST), (8 if thin else 11, theme.GLOW)):
        sketch.area(pen.rounded(inset, inset, width - inset, height - inset, 16 - inset), ink)
    return sketch.drawn()


@lru_cache(maxsize=16)
def number(move: int) -> Drawing:
    """Which of several moves it was, narrow enough to stand between two hats at the bar."""
    sketch = Sketch(f"cafe:number:{move}", 28 if move < 10 else 48, 34)
    sketch.scale = 1.0
    for inset, ink in ((0, theme.DARK), (3, theme.LAST)):
        sketch.area(pen.rounded(inset, inset, sketch.width - inset, 34 - inset, 7 - inset), ink)
    sketch.words(str(move), (sketch.width / 2, 17), theme.DARK, theme.LAST)
    return sketch.drawn()


@lru_cache(maxsize=68)
def place_of(name: str) -> Drawing:
    """Beside a guest of a plan: the name of the chair that the guest hides."""
    sketch = Sketch(f"cafe:place:{name}", 90, 38)
    sketch.scale = 1.0
    sketch.outlined(pen.rounded(3, 3, 87, 35, 13), theme.LEGAL, theme.DARK)
    sketch.words(name, (45, 19), theme.DARK, theme.LEGAL)
    return sketch.drawn()


@lru_cache(maxsize=256)
def spot(name: str, worth: int | None) -> Drawing:
    """A legal chair with its name, and the points that the turn would bring: all of one size; none is missed."""
    width, height = 90, 76
    sketch = Sketch(f"cafe:spot:{name}:{worth}", width, height)
    sketch.scale = 1.0
    sketch.outlined(pen.rounded(3, 3, width - 3, height - 3, 14), theme.LEGAL, theme.DARK)
    if worth is None:
        sketch.words(name, (width / 2, height / 2), theme.DARK, theme.LEGAL)
        return sketch.drawn()
    sketch.area(pen.rounded(6, 6, width - 6, 38, 11), paper(worth))
    sketch.words(signed(worth), (width / 2, 22), theme.DARK, paper(worth))
    sketch.words(name, (width / 2, 54), theme.DARK, theme.LEGAL)
    return sketch.drawn()


@lru_cache(maxsize=4)
def well(size: int) -> Drawing:
    """A free place of a hand."""
    sketch = Sketch(f"cafe:well:{size}", size, tall(size))
    outline = pen.rounded(8, 8, 92, 78, 18)
    sketch.area(outline, theme.WELL)
    sketch.dashes(outline, theme.LINEN_DARK, LINE, 12, 10)
    return sketch.drawn()


@lru_cache(maxsize=16)
def medal(size: int, limit: int) -> Drawing:
    """A place of a hand given up for a table of one nation: on a golden saucer how many guests are drawn up to."""
    sketch = Sketch(f"cafe:medal:{size}:{limit}", size, tall(size))
    sketch.disc(50, 43, 42, theme.DARK)
    sketch.disc(50, 43, 42 - 600 / size, theme.GOLD)
    sketch.words(str(limit), (50, 43), theme.DARK, theme.GOLD, max(TEXT, size * LETTERS))
    return sketch.drawn()


@lru_cache(maxsize=64)
def saucer(points: int, width: int, height: int) -> Drawing:
    """A free field of the bar with its number."""
    sketch = Sketch(f"cafe:saucer:{points}:{width}:{height}", width, height)
    sketch.scale = 1.0
    ink = paper(points)
    sketch.area(pen.rounded(0, 0, width, height, height / 2 - 1), ink)
    sketch.words(signed(points), (width / 2, height / 2), theme.DARK, ink)
    return sketch.drawn()


@lru_cache(maxsize=32)
def follows(points: int) -> Drawing:
    """The field of the bar that is next: large, with a bright rim."""
    width = 106
    sketch = Sketch(f"cafe:saucer:{points}:True", width, 80)
    sketch.scale = 1.0
    paper_ = paper(points)
    for inset, ink, radius in ((0, theme.DARK, 24), (3, theme.LEGAL, 22), (9, paper_, 17)):
        sketch.area(pen.rounded(inset, inset, width - inset, 80 - inset, radius), ink)
    sketch.words(signed(points), (width / 2, 40), theme.DARK, paper_, NAME)
    return sketch.drawn()


@lru_cache(maxsize=12)
def letters(nation: int) -> Drawing:
    """The two letters of a nation on its colour."""
    sketch = Sketch(f"cafe:letters:{nation}", COUNTER, 30)
    sketch.scale = 1.0
    cloth, ink = theme.CLOTHS[nation], theme.ON_CLOTH[nation]
    sketch.area(pen.rectangle(0, 0, COUNTER, 30), cloth)
    sketch.words(NATIONS[nation], (COUNTER / 2, 15), ink, cloth)
    return sketch.drawn()


@lru_cache(maxsize=64)
def who_comes(women: int, men: int) -> Drawing:
    """How many women and men of a nation nobody has seen yet: light and round, dark and square, as they are."""
    sketch = Sketch(f"cafe:comes:{women}:{men}", COUNTER, DEEP)
    sketch.scale = 1.0
    half = COUNTER / 2
    if women:
        sketch.area(pen.rounded(0, 0, half - 1, DEEP, 12), theme.WHITE)
    if men:
        sketch.area(pen.rectangle(half + 1, 0, COUNTER, DEEP), theme.DARK)
    for number, x, ink, ground in (
        (women, half / 2, theme.DARK, theme.WHITE),
        (men, half * 1.5, theme.WHITE, theme.DARK),
    ):
        colours = (ink, ground) if number else (theme.WOOD_DARK, theme.FLOOR)
        sketch.words(str(number), (x, DEEP / 2), *colours, COUNT)
    return sketch.drawn()


@lru_cache(maxsize=2)
def crown(width: int, height: int) -> Drawing:
    """Around a table full of its own nation."""
    sketch = Sketch(f"cafe:crown:{width}", width, height)
    sketch.scale = 1.0
    outline = pen.rounded(7, 7, width - 7, height - 7, 22)
    sketch.edge(outline, theme.DARK, 13)
    sketch.edge(outline, theme.GOLD, 7)
    return sketch.drawn()


@lru_cache(maxsize=2)
def bag(size: int) -> Drawing:
    """The bag with the guests that nobody has drawn yet: a cloth bag with a string."""
    sketch = Sketch(f"cafe:bag:{size}", size)
    sketch.disc(52, 92, 40, theme.SHADE, 6)
    body = pen.smooth(((36, 28), (64, 28), (84, 46), (92, 72), (82, 93), (50, 96), (18, 93), (8, 72), (16, 46)))
    sketch.outlined(body, theme.LINEN_DARK, theme.DARK)
    neck = pen.smooth(((40, 26), (24, 8), (40, 12), (50, 7), (60, 12), (76, 8), (60, 26)))
    sketch.outlined(neck, theme.LINEN_DARK, theme.DARK)
    sketch.line(((35, 27), (65, 27)), theme.RIBBON, 8)
    return sketch.drawn()


@lru_cache(maxsize=4)
def cake(size: int) -> Drawing:
    """A birthday: a cake with candles."""
    sketch = Sketch(f"cafe:cake:{size}", size)
    for x in (32, 50, 68):
        sketch.line(((x, 40), (x, 20)), theme.DARK, 12)
        sketch.line(((x, 40), (x, 20)), theme.CREAM, 6)
        sketch.disc(x, 12, 7, theme.BRASS)
    sketch.outlined(pen.rounded(10, 38, 90, 92, 12), theme.CAKE, theme.DARK)
    icing = ((13, 52), (13, 41), (87, 41), (87, 52), (74, 62), (62, 52), (50, 62), (38, 52), (26, 62))
    sketch.area(pen.softened(icing, 6), theme.CREAM)
    return sketch.drawn()


@lru_cache(maxsize=1)
def double() -> Drawing:
    """The points of a birthday table count twice: the same cake, with a number."""
    sketch = Sketch("cafe:double", 68, 38)
    sketch.scale = 1.0
    sketch.outlined(pen.rounded(3, 3, 65, 35, 9), theme.CAKE, theme.DARK)
    sketch.words("\u00d72", (34, 19), theme.WHITE, theme.CAKE)
    return sketch.drawn()


@lru_cache(maxsize=2)
def mug(size: int) -> Drawing:
    """Regulars' tables count: a mug with froth."""
    sketch = Sketch(f"cafe:mug:{size}", size)
    sketch.edge(pen.rounded(62, 40, 86, 74, 12), theme.DARK, 16)
    sketch.edge(pen.rounded(62, 40, 86, 74, 12), theme.LINEN_DARK, 6)
    sketch.outlined(pen.rounded(14, 26, 70, 94, 8), theme.BRASS, theme.DARK)
    froth = pen.smooth(
        ((10, 26), (14, 12), (28, 14), (40, 5), (54, 13), (68, 11), (74, 26), (62, 36), (42, 32), (22, 36))
    )
    sketch.outlined(froth, theme.CREAM, theme.DARK)
    return sketch.drawn()


@lru_cache(maxsize=4)
def door(size: int) -> Drawing:
    """Out: who cannot pay leaves the café."""
    sketch = Sketch(f"cafe:door:{size}", size)
    sketch.outlined(pen.rounded(20, 6, 80, 95, 6), theme.DARK, theme.DARK)
    sketch.outlined(((24, 10), (58, 22), (58, 95), (24, 92)), theme.WOOD, theme.DARK)
    sketch.disc(50, 56, 5, theme.BRASS)
    return sketch.drawn()


@lru_cache(maxsize=16)
def tray(width: int, height: int, *, active: bool, gone: bool) -> Drawing:
    """A tray; whose turn it is has a bright rim, one whose player has left is dull and its rim broken."""
    sketch = Sketch(f"cafe:plaque:{width}:{height}:{active}:{gone}", width, height)
    sketch.scale = 1.0
    edge = theme.LEGAL if active else theme.BRASS_DARK
    sketch.area(pen.rounded(0, 0, width, height, 22), theme.DARK)
    sketch.area(pen.rounded(4, 4, width - 4, height - 4, 18), edge)
    inset = 11 if active else 8
    sketch.area(pen.rounded(inset, inset, width - inset, height - inset, 13), theme.LINEN_DARK if gone else theme.LINEN)
    if gone:
        sketch.dashes(pen.rounded(11, 11, width - 11, height - 11, 12), theme.WALL, 6, 16, 14)
    return sketch.drawn()


# ── where points come from, at the end ───────────────────────────────────────────────────────────────────────────────


def _cloth(sketch: Sketch, quarters: tuple[Ink, ...]) -> None:
    """A table from above, its cloth in four parts."""
    sketch.area(pen.rounded(4, 4, 96, 96, 24), theme.DARK)
    for number, ink in enumerate(quarters):
        x, y = 16 + number % 2 * 34, 16 + number // 2 * 34
        sketch.area(pen.rounded(x, y, x + 34, y + 34, 8), ink)


@lru_cache(maxsize=2)
def mixed_table(size: int) -> Drawing:
    """Guests of several nations: a cloth of four colours."""
    sketch = Sketch(f"cafe:mixed-table:{size}", size)
    _cloth(sketch, (theme.CLOTHS[1], theme.CLOTHS[9], theme.CLOTHS[7], theme.CLOTHS[2]))
    return sketch.drawn()


@lru_cache(maxsize=2)
def own_table(size: int) -> Drawing:
    """Guests of one nation: a cloth of one colour, with the golden edge that such a table has."""
    sketch = Sketch(f"cafe:own-table:{size}", size)
    sketch.area(pen.rounded(4, 4, 96, 96, 24), theme.DARK)
    sketch.area(pen.rounded(14, 14, 86, 86, 18), theme.GOLD)
    sketch.area(pen.rounded(28, 28, 72, 72, 10), theme.CLOTHS[1])
    return sketch.drawn()


@lru_cache(maxsize=2)
def cup(size: int) -> Drawing:
    """The bar: a cup on the counter."""
    sketch = Sketch(f"cafe:cup:{size}", size)
    sketch.edge(pen.ellipse(74, 40, 14, 13, 20), theme.DARK, 9)
    sketch.outlined(pen.softened(((14, 16), (70, 16), (66, 60), (18, 60)), 10), theme.CREAM, theme.DARK)
    sketch.outlined(pen.rounded(4, 66, 96, 92, 6), theme.COUNTER, theme.DARK)
    sketch.line(((14, 79), (86, 79)), theme.BRASS)
    return sketch.drawn()


@lru_cache(maxsize=2)
def left_over(size: int) -> Drawing:
    """Guests that nobody has seated: a lady and a gentleman before a door."""
    sketch = Sketch(f"cafe:left-over:{size}", size)
    sketch.outlined(pen.rounded(6, 4, 94, 96, 8), theme.WOOD_LIGHT, theme.DARK)
    for head, y in ((woman, 30), (man, 70)):
        head(sketch, (50, y), 66)
    return sketch.drawn()
