"""Signs that mean the same in every game: points, who is waited for, what is marked."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from renderer.drawing import pen
from renderer.drawing.sketch import TEXT, Sketch
from renderer.pixels.raster import ink_width, words
from renderer.scene import Box, Drawing, Ink, Items, Stamp, centred, ink

DARK, CREAM, GOLD_DARK, TIMBER = ink("33241c"), ink("fff6e0"), ink("d99a20"), ink("6b4a33")
SHADE: Final = ink("33241c", 60)
LAST: Final = ink("ffffff")
LEGAL: Final = ink("ffe14d")
GAINED, LOST = ink("b9ec9a"), ink("f5b9a8")
"""Under what was won, and under what was spent or lost; a theme that shows gains names both among its colours."""


@lru_cache(maxsize=4)
def laurel(size: int) -> Drawing:
    """Victory points: a star."""
    sketch = Sketch(f"laurel:{size}", size)
    sketch.area(pen.softened(pen.star(52, 58, 46, 22, 5), 5), SHADE)
    sketch.outlined(pen.softened(pen.star(50, 53, 46, 23, 5), 5), LEGAL, DARK)
    return sketch.drawn()


@lru_cache(maxsize=4)
def hourglass(size: int) -> Drawing:
    """The table waits for this seat."""
    sketch = Sketch(f"hourglass:{size}", size)
    sketch.outlined(
        pen.smooth(
            ((26, 16), (74, 16), (70, 34), (54, 50), (70, 66), (74, 84), (26, 84), (30, 66), (46, 50), (30, 34)), 4
        ),
        CREAM,
        DARK,
    )
    sketch.area(pen.smooth(((32, 80), (50, 62), (68, 80), (50, 82))), GOLD_DARK)
    sketch.area(pen.smooth(((38, 32), (62, 32), (50, 44))), GOLD_DARK)
    for y in (12, 88):
        sketch.line(((22, y), (78, y)), DARK, 10)
    return sketch.drawn()


@lru_cache(maxsize=64)
def brackets(width: int, height: int, ink: Ink = LAST) -> Drawing:
    """Four corners around something."""
    sketch = Sketch(f"brackets:{width}:{height}:{ink}", width, height)
    sketch.scale = 1.0
    arm = min(width, height) * 0.24
    left, top, right, bottom = 7, 7, width - 7, height - 7
    corners = ((left, top, 1, 1), (right, top, -1, 1), (right, bottom, -1, -1), (left, bottom, 1, -1))
    for weight, colour in ((14.0, DARK), (7.0, ink)):
        for x, y, dx, dy in corners:
            sketch.line(((x + dx * arm, y), (x, y), (x, y + dy * arm)), colour, weight)
    return sketch.drawn()


@lru_cache(maxsize=32)
def board(name: str, width: int, height: int, paper: Ink, *, active: bool, gone: bool) -> Drawing:
    """Behind what a seat has; the active one has a bright frame, of one whose player has left the border is broken."""
    sketch = Sketch(f"{name}:{width}:{height}:{paper}:{active}:{gone}", width, height)
    sketch.scale = 1.0
    sketch.area(pen.rounded(0, 0, width, height, 22), DARK)
    sketch.area(pen.rounded(6, 6, width - 6, height - 6, 17), LEGAL if active else DARK)
    inset = 14 if active else 6
    sketch.area(pen.rounded(inset, inset, width - inset, height - inset, 12), paper)
    if gone:
        sketch.dashes(pen.rounded(12, 12, width - 12, height - 12, 12), TIMBER, 6, 16, 14)
    return sketch.drawn()


@lru_cache(maxsize=128)
def ground(width: int, height: int, paper: Ink, radius: float, edge: Ink | None = None) -> Drawing:
    """Under numbers, signs or cards: a paper with round corners, with an edge or without."""
    sketch = Sketch(f"ground:{width}:{height}:{paper}:{radius}:{edge}", width, height)
    sketch.scale = 1.0
    if edge is None:
        sketch.area(pen.rounded(0, 0, width, height, radius), paper)
    else:
        sketch.outlined(pen.rounded(3, 3, width - 3, height - 3, radius), paper, edge)
    return sketch.drawn()


# ── what just happened, in every game ────────────────────────────────────────────────────────────────────────────────

RING: Final = 20
"""So far around a changed thing its ring reaches; `ringed` leaves that room."""
NUMBER: Final = 46
THICK, THIN = (18.0, 9.0), (12.0, 6.0)
"""Widths of a ring's dark and light line: of the newest move, and of those before it."""


@lru_cache(maxsize=128)
def ring(width: int, height: int, *, thin: bool = False) -> Drawing:
    """Around what the last move changed: thick and light with a dark edge, hollow within.

    `thin`: a move before the newest of several has changed it.
    """
    sketch = Sketch(f"ring:{width}:{height}{':thin' if thin else ''}", width, height)
    sketch.scale = 1.0
    outline = pen.rounded(9, 9, width - 9, height - 9, min(22, min(width, height) / 2 - 10))
    dark, light = THIN if thin else THICK
    sketch.edge(outline, DARK, dark)
    sketch.edge(outline, LAST, light)
    return sketch.drawn()


def ringed(box: Box, within: Box, *, thin: bool = False) -> Stamp:
    """The ring around a thing, kept inside a picture; its box is what `Scene.lit` is to keep bright."""
    wide, high = round(box.width + RING), round(box.height + RING)
    x = min(max(box.centre[0] - wide / 2, within.left), within.right - wide)
    y = min(max(box.centre[1] - high / 2, within.top), within.bottom - high)
    return Stamp(ring(wide, high, thin=thin), round(x), round(y))


@lru_cache(maxsize=64)
def turn(number: int, size: int = NUMBER) -> Drawing:
    """Which of several moves taken together changed a thing: the first, the second."""
    sketch = Sketch(f"turn:{number}" if size == NUMBER else f"turn:{number}:{size}", size)
    sketch.disc(50, 50, 50, DARK)
    sketch.disc(50, 50, 50 - 600 / size, LAST)
    sketch.words(str(number), (50, 50), DARK, LAST, TEXT if number > 9 else TEXT * size / NUMBER)
    return sketch.drawn()


GAIN: Final = 60
MINUS: Final = "−"


def gain(number: int, sign: Drawing, right: float, y: float, *, high: int = GAIN) -> Items:
    """What a player won or spent, at his plate: "+2" or "−2" and the thing's symbol, which is to be 48 pixels wide."""
    text = f"+{number}" if number >= 0 else f"{MINUS}{-number}"
    long = ink_width(text, TEXT)
    wide = round(long) + 20 + sign.width + 10
    start = right - wide
    return [
        Stamp(pill(wide, high, good=number >= 0), round(start), round(y - high / 2)),
        words(text, (start + 16 + long / 2, y), TEXT, DARK, GAINED if number >= 0 else LOST),
        centred(sign, (right - 10 - sign.width / 2, y)),
    ]


@lru_cache(maxsize=64)
def pill(width: int, height: int, *, good: bool) -> Drawing:
    """Under a gain or a loss; told apart by the sign before the number, not by the colour alone."""
    sketch = Sketch(f"pill:{width}:{height}:{good}", width, height)
    sketch.scale = 1.0
    sketch.outlined(pen.rounded(3, 3, width - 3, height - 3, height / 2 - 4), GAINED if good else LOST, DARK)
    return sketch.drawn()


# ── the end ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=4)
def crown(size: int) -> Drawing:
    """The winner."""
    sketch = Sketch(f"crown:{size}", size)
    outline = ((8, 26), (30, 48), (50, 12), (70, 48), (92, 26), (84, 86), (16, 86))
    sketch.outlined(pen.softened(outline, 4), LEGAL, DARK)
    sketch.line(((18, 74), (82, 74)), GOLD_DARK)
    for x, y in ((11, 24), (50, 13), (89, 24)):
        ball = max(8.0, 460 / size)
        sketch.disc(x, y, ball, DARK)
        sketch.disc(x, y, ball - 300 / size, LEGAL)
    return sketch.drawn()


@lru_cache(maxsize=8)
def rank(place: int, size: int = 64) -> Drawing:
    """A place in the ranking: a ribbon with "1." on it; a gain is a pill with its sign and never looks like that."""
    sketch = Sketch(f"rank:{place}:{size}", size)
    ribbon = pen.softened(((7, 7), (93, 7), (93, 93), (50, 78), (7, 93)), 5)
    paper = LEGAL if place == 1 else CREAM
    sketch.outlined(ribbon, paper, DARK)
    sketch.words(f"{place}.", (50, 42), DARK, paper)
    return sketch.drawn()
