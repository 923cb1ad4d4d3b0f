"""What is no guest: rosettes of points, the places of a hand, the bag, a cake, and the signs of the marks."""

from __future__ import annotations

from functools import lru_cache

from renderer import pen
from renderer.cafe import theme
from renderer.cafe.furniture import signed
from renderer.raster import ink_box
from renderer.scene import Drawing, Ink
from renderer.sketch import LINE, TEXT, Sketch

ROSETTE = 60


def paper(points: int) -> Ink:
    """As at the bar: pale green brings, pale red costs; what does neither has no colour."""
    return theme.GAIN if points > 0 else theme.LOSS if points else theme.LINEN


@lru_cache(maxsize=256)
def rosette(points: int) -> Drawing:
    """Points got; what was paid has straight sides."""
    text = signed(points)
    left, _, right, _ = ink_box(text, TEXT)
    width = max(ROSETTE, round(right - left) + 18)
    sketch = Sketch(f"cafe:rosette:{points}", width, ROSETTE)
    sketch.scale = 1.0
    outline = pen.rounded(4, 8, width - 4, ROSETTE - 8, 6 if points < 0 else 22)
    sketch.outlined(outline, paper(points), theme.DARK)
    sketch.words(text, (width / 2, ROSETTE / 2), theme.DARK, paper(points))
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


@lru_cache(maxsize=64)
def brackets(width: int, height: int, ink: Ink = theme.LAST) -> Drawing:
    """Four corners around something."""
    sketch = Sketch(f"cafe:brackets:{width}:{height}:{ink}", width, height)
    sketch.scale = 1.0
    arm = min(width, height) * 0.22
    left, top, right, bottom = 7, 7, width - 7, height - 7
    corners = ((left, top, 1, 1), (right, top, -1, 1), (right, bottom, -1, -1), (left, bottom, 1, -1))
    for weight, colour in ((14.0, theme.DARK), (7.0, ink)):
        for x, y, dx, dy in corners:
            sketch.line(((x + dx * arm, y), (x, y), (x, y + dy * arm)), colour, weight)
    return sketch.drawn()


@lru_cache(maxsize=8)
def glow(width: int, height: int) -> Drawing:
    """Under a guest of the last move: the floor shines."""
    sketch = Sketch(f"cafe:glow:{width}:{height}", width, height)
    sketch.scale = 1.0
    sketch.area(pen.rounded(8, 8, width - 8, height - 8, 10), theme.GLOW)
    return sketch.drawn()


@lru_cache(maxsize=256)
def spot(name: str, worth: int | None) -> Drawing:
    """A legal chair with its name, and the points that the turn would bring."""
    width, height = 88, 88 if worth is not None else 48
    sketch = Sketch(f"cafe:spot:{name}:{worth}", width, height)
    sketch.scale = 1.0
    sketch.outlined(pen.rounded(3, 3, width - 3, height - 3, 16), theme.LEGAL, theme.DARK)
    if worth is None:
        sketch.words(name, (width / 2, height / 2), theme.DARK, theme.LEGAL)
        return sketch.drawn()
    sketch.area(pen.rounded(6, 6, width - 6, 44, 13), paper(worth))
    sketch.words(signed(worth), (width / 2, 25), theme.DARK, paper(worth))
    sketch.words(name, (width / 2, 63), theme.DARK, theme.LEGAL)
    return sketch.drawn()


@lru_cache(maxsize=2)
def well(size: int) -> Drawing:
    """A free place of a hand."""
    sketch = Sketch(f"cafe:well:{size}", size)
    outline = pen.rounded(10, 10, 90, 90, 22)
    sketch.area(outline, theme.WELL)
    sketch.dashes(outline, theme.LINEN_DARK, LINE, 12, 10)
    return sketch.drawn()


@lru_cache(maxsize=2)
def medal(size: int) -> Drawing:
    """A place of a hand given up for a table of one nation: a cup of coffee on a golden saucer."""
    sketch = Sketch(f"cafe:medal:{size}", size)
    sketch.disc(50, 50, 38, theme.DARK)
    sketch.disc(50, 50, 38 - 600 / size, theme.GOLD)
    sketch.line(((66, 40), (78, 34)), theme.DARK, 12)
    sketch.disc(48, 52, 23, theme.DARK)
    sketch.disc(48, 52, 17, theme.CREAM)
    sketch.disc(48, 52, 11, theme.WOOD_DARK)
    return sketch.drawn()


@lru_cache(maxsize=64)
def saucer(points: int, size: int, *, follows: bool) -> Drawing:
    """A free field of the bar with its number; the one that is next has a bright rim."""
    sketch = Sketch(f"cafe:saucer:{points}:{size}:{follows}", size)
    ink = paper(points)
    sketch.disc(50, 50, 48, theme.LEGAL if follows else theme.WOOD_DARK)
    sketch.disc(50, 50, 48 - 600 / size, ink)
    sketch.words(signed(points), (50, 50), theme.DARK, ink)
    return sketch.drawn()


@lru_cache(maxsize=2)
def crown(size: int) -> Drawing:
    """Around a table full of its own nation."""
    sketch = Sketch(f"cafe:crown:{size}", size)
    sketch.scale = 1.0
    outline = pen.rounded(7, 7, size - 7, size - 7, 30)
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
    sketch = Sketch("cafe:double", 76, 48)
    sketch.scale = 1.0
    sketch.outlined(pen.rounded(4, 3, 72, 45, 10), theme.CAKE, theme.DARK)
    icing = ((7, 13), (7, 6), (69, 6), (69, 13), (60, 9), (50, 13), (38, 9), (26, 13), (16, 9))
    sketch.area(pen.softened(icing, 3), theme.CREAM)
    sketch.words("\u00d72", (38, 28), theme.WHITE, theme.CAKE)
    return sketch.drawn()


@lru_cache(maxsize=1)
def bottles() -> Drawing:
    """What the house pours."""
    sketch = Sketch("cafe:bottles", 76, 68)
    sketch.scale = 1.0
    for x, ink in ((14, theme.VELVET), (38, theme.BRASS_DARK), (62, theme.SOFA)):
        sketch.area(
            ((x - 10, 66), (x - 10, 30), (x - 5, 20), (x - 5, 2), (x + 5, 2), (x + 5, 20), (x + 10, 30), (x + 10, 66)),
            ink,
        )
        sketch.area(pen.rectangle(x - 10, 38, x + 10, 54), theme.CREAM)
    return sketch.drawn()


@lru_cache(maxsize=2)
def mug(size: int) -> Drawing:
    """Regulars' tables count: a mug with froth."""
    sketch = Sketch(f"cafe:mug:{size}", size)
    sketch.edge(pen.rounded(62, 40, 86, 74, 12), theme.DARK, 16)
    sketch.edge(pen.rounded(62, 40, 86, 74, 12), theme.GLASS, 6)
    sketch.outlined(pen.rounded(14, 26, 70, 94, 8), theme.BRASS, theme.DARK)
    froth = pen.smooth(
        ((10, 26), (14, 12), (28, 14), (40, 5), (54, 13), (68, 11), (74, 26), (62, 36), (42, 32), (22, 36))
    )
    sketch.outlined(froth, theme.CREAM, theme.DARK)
    return sketch.drawn()


@lru_cache(maxsize=4)
def hourglass(size: int) -> Drawing:
    """This seat is asked."""
    sketch = Sketch(f"cafe:hourglass:{size}", size)
    glass = ((26, 16), (74, 16), (70, 34), (54, 50), (70, 66), (74, 84), (26, 84), (30, 66), (46, 50), (30, 34))
    sketch.outlined(pen.smooth(glass, 4), theme.CREAM, theme.DARK)
    sketch.area(pen.smooth(((32, 80), (50, 62), (68, 80), (50, 82))), theme.BRASS_DARK)
    sketch.area(pen.smooth(((38, 32), (62, 32), (50, 44))), theme.BRASS_DARK)
    for y in (12, 88):
        sketch.line(((22, y), (78, y)), theme.DARK, 10)
    return sketch.drawn()


@lru_cache(maxsize=4)
def door(size: int) -> Drawing:
    """Out: who cannot pay leaves the café."""
    sketch = Sketch(f"cafe:door:{size}", size)
    sketch.outlined(pen.rounded(20, 6, 80, 95, 6), theme.DARK, theme.DARK)
    sketch.outlined(((24, 10), (58, 22), (58, 95), (24, 92)), theme.WOOD, theme.DARK)
    sketch.disc(50, 56, 5, theme.BRASS)
    return sketch.drawn()
