"""The guests: ladies in bell skirts, gentlemen with square shoulders, jokers in motley; a nation's colour and letters.

What tells a lady from a gentleman is the outline: of the clothes, of hair or hat. Complexions are mixed as in any café.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from renderer import pen
from renderer.cafe import theme
from renderer.scene import Drawing, Point
from renderer.sketch import LINE, TEXT, Sketch
from rules.cafe.guests import NATIONS, TOKENS, is_joker, sex

JOKER: Final = "J"
UNNAMED: Final = -1

SKINS: Final = (3, 3, 0, 1, 2, 3, 0, 1, 1, 2, 0, 0, 2, 2, 1, 0, 0, 0, 1, 1, 2, 1, 3, 0, 1, 1)
HAIRS: Final = (0, 0, 0, 0, 0, 0, 3, 1, 1, 0, 2, 2, 0, 0, 0, 1, 2, 1, 0, 0, 1, 0, 0, 2, 3, 3)
"""By kind of guest."""

_GOWN: Final = pen.smooth(
    (
        *((37, 47), (27, 55), (16, 68), (7, 84), (4, 94), (26, 97), (50, 98)),
        *((74, 97), (96, 94), (93, 84), (84, 68), (73, 55), (63, 47)),
    ),
    4,
)
_COAT: Final = pen.softened(((9, 58), (20, 47), (80, 47), (91, 58), (86, 97), (14, 97)), 9)
_BOB: Final = pen.smooth(
    ((50, 4), (68, 9), (77, 26), (79, 46), (68, 52), (50, 50), (32, 52), (21, 46), (23, 26), (32, 9)), 4
)


@lru_cache(maxsize=512)
def guest(kind: int, size: int, named: int = UNNAMED) -> Drawing:
    """A guest on a square of so many pixels; a joker that is named a nation wears its letters."""
    sketch = Sketch(f"cafe:guest:{TOKENS[kind]}:{named}:{size}", size)
    sketch.disc(50, 93, 42, theme.SHADE, 6)
    lady = not sex(kind)
    cloth = theme.MOTLEY if is_joker(kind) else theme.CLOTHS[kind // 2]
    if lady:
        sketch.outlined(_BOB, theme.HAIRS[HAIRS[kind]], theme.DARK)
    sketch.outlined(_GOWN if lady else _COAT, cloth, theme.DARK)
    if is_joker(kind):
        _motley(sketch, lady=lady)
    _head(sketch, kind)
    _letters(sketch, kind, named, 80 if lady else 74)
    return sketch.drawn()


def _head(sketch: Sketch, kind: int) -> None:
    skin, hair = theme.SKINS[SKINS[kind]], theme.HAIRS[HAIRS[kind]]
    lady = not sex(kind)
    sketch.outlined(pen.ellipse(50, 31, 16, 18, 24), skin, theme.DARK)
    if is_joker(kind):
        _cap(sketch)
    elif lady:
        sketch.area(pen.smooth(((32, 30), (36, 12), (50, 8), (64, 12), (68, 30), (58, 20), (44, 20)), 4), hair)
        _flower(sketch, (70, 16))
    else:
        _bowler(sketch)
    if not lady:
        sketch.line(((43, 38), (50, 36), (57, 38)), hair)


def _bowler(sketch: Sketch) -> None:
    crown = pen.smooth(((33, 20), (34, 7), (50, 2), (66, 7), (67, 20), (50, 23)), 4)
    sketch.outlined(crown, theme.FELT, theme.DARK)
    sketch.outlined(pen.ellipse(50, 21, 28, 5, 24), theme.FELT, theme.DARK)


def _flower(sketch: Sketch, at: Point) -> None:
    x, y = at
    sketch.outlined(pen.smooth(pen.star(x, y, 12, 8, 5), 3), theme.RIBBON, theme.DARK)
    sketch.disc(x, y, 4, theme.BELL)


def _motley(sketch: Sketch, *, lady: bool) -> None:
    """Lozenges on both sides."""
    for x, y in ((18, 86), (82, 86), (24, 62), (76, 62)) if lady else ((20, 60), (80, 60), (22, 84), (78, 84)):
        lozenge = ((x, y - 12), (x + 7, y), (x, y + 12), (x - 7, y))
        sketch.area(lozenge, theme.MOTLEY_DARK)


def _cap(sketch: Sketch) -> None:
    """Three horns with bells."""
    left = pen.smooth(((50, 8), (36, 6), (18, 14), (10, 28), (24, 24), (34, 26), (50, 20)), 4)
    sketch.outlined(left, theme.MOTLEY, theme.DARK)
    sketch.outlined(tuple((100 - x, y) for x, y in left), theme.MOTLEY_DARK, theme.DARK)
    sketch.outlined(pen.softened(((36, 20), (50, -1), (64, 20), (50, 25)), 5), theme.BELL, theme.DARK)
    for x, y in ((11, 29), (89, 29)):
        sketch.outlined(pen.ellipse(x, y, 6, 6, 16), theme.BELL, theme.DARK)


def _letters(sketch: Sketch, kind: int, named: int, y: float) -> None:
    size = max(TEXT, sketch.width * 0.4)
    if is_joker(kind):
        sketch.outlined(pen.rounded(19, y - 19, 81, y + 17, 8), theme.CREAM, theme.DARK, LINE)
        text, ink, paper = JOKER if named == UNNAMED else NATIONS[named], theme.DARK, theme.CREAM
        sketch.words(text, (50, y - 1), ink, paper, size)
        return
    nation = kind // 2
    sketch.words(NATIONS[nation], (50, y), theme.ON_CLOTH[nation], theme.CLOTHS[nation], size)
