"""The guests: ladies in bell skirts, gentlemen with square shoulders, jokers in motley; a nation's colour and letters.

What tells a lady from a gentleman is the outline: of the clothes, of hair or hat. Complexions are mixed as in any café.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from renderer import pen
from renderer.cafe import theme
from renderer.scene import Drawing, Ink, Point
from renderer.sketch import TEXT, Sketch
from rules.cafe.guests import NATIONS, TOKENS, is_joker, sex

JOKER: Final = "J"
UNNAMED: Final = -1

SKINS: Final = (3, 3, 0, 1, 2, 3, 0, 1, 1, 2, 0, 0, 2, 2, 1, 0, 0, 0, 1, 1, 2, 1, 3, 0, 1, 1)
HAIRS: Final = (0, 0, 0, 0, 0, 0, 3, 1, 1, 0, 2, 2, 0, 0, 0, 1, 2, 1, 0, 0, 1, 0, 0, 2, 3, 3)
"""By kind of guest."""

_GOWN: Final = pen.smooth(
    (
        *((38, 47), (27, 53), (17, 63), (9, 78), (5, 90), (9, 95), (50, 96)),
        *((91, 95), (95, 90), (91, 78), (83, 63), (73, 53), (62, 47)),
    ),
    4,
)
_COAT: Final = pen.softened(((5, 57), (14, 48), (86, 48), (95, 57), (89, 96), (11, 96)), 7)
_BOB: Final = pen.smooth(
    ((50, 4), (67, 9), (77, 24), (80, 44), (68, 55), (50, 53), (32, 55), (20, 44), (23, 24), (33, 9)), 4
)
_BOWLER: Final = pen.softened(
    ((18, 17), (33, 17), (33, 4), (67, 4), (67, 17), (82, 17), (82, 26), (18, 26)),
    5,
)
_MOUSTACHE: Final = (
    *((37, 38), (42, 44), (48, 45), (50, 43), (52, 45), (58, 44), (63, 38)),
    *((56, 40), (52, 38.5), (50, 40), (48, 38.5), (44, 40)),
)


@lru_cache(maxsize=512)
def guest(kind: int, size: int, named: int = UNNAMED) -> Drawing:
    """A guest on a square of so many pixels; a joker that is named a nation wears its letters."""
    sketch = Sketch(f"cafe:guest:{TOKENS[kind]}:{named}:{size}", size)
    lady = not sex(kind)
    cloth = theme.MOTLEY if is_joker(kind) else theme.CLOTHS[kind // 2]
    skin, hair = theme.SKINS[SKINS[kind]], theme.HAIRS[HAIRS[kind]]
    if lady:
        sketch.outlined(_BOB, hair, theme.DARK)
    else:
        sketch.outlined(pen.ellipse(50, 34, 17, 17, 24), skin, theme.DARK)
    sketch.outlined(_GOWN if lady else _COAT, cloth, theme.DARK)
    if lady:
        sketch.disc(50, 34, 14, skin, 16)
    _face(sketch, theme.CHEEK if lady else hair)
    if is_joker(kind):
        _cap(sketch)
    elif lady:
        _flower(sketch, (70, 18))
    else:
        sketch.outlined(_BOWLER, theme.FELT, theme.DARK)
    _letters(sketch, kind, named, 76 if lady else 75)
    return sketch.drawn()


def _face(sketch: Sketch, mouth: Ink) -> None:
    """Two eyes, and a mouth or a moustache."""
    for x in (44, 56):
        sketch.disc(x, 33, 2.6, theme.DARK)
    if mouth == theme.CHEEK:
        sketch.disc(50, 42, 3.6, mouth, 2.6)
    else:
        sketch.area(_MOUSTACHE, mouth)


def _flower(sketch: Sketch, at: Point) -> None:
    x, y = at
    sketch.area(pen.smooth(pen.star(x, y, 13, 9, 5), 3), theme.RIBBON)
    sketch.disc(x, y, 5, theme.BELL)


def _cap(sketch: Sketch) -> None:
    """Two horns with bells."""
    left = pen.smooth(((50, 13), (38, 5), (22, 4), (9, 12), (8, 26), (20, 20), (31, 24), (40, 26), (50, 25)), 4)
    sketch.outlined(left, theme.MOTLEY_DARK, theme.DARK)
    sketch.outlined(tuple((100 - x, y) for x, y in left), theme.BELL, theme.DARK)
    for x, y, ink in ((10, 28, theme.BELL), (90, 28, theme.MOTLEY_DARK)):
        sketch.outlined(pen.ellipse(x, y, 6, 6, 16), ink, theme.DARK)


def _letters(sketch: Sketch, kind: int, named: int, y: float) -> None:
    size = max(TEXT, sketch.width * 0.4)
    if is_joker(kind):
        for x in (16, 84):
            sketch.area(((x, y - 14), (x + 6, y), (x, y + 14), (x - 6, y)), theme.MOTLEY_DARK)
        sketch.area(pen.rounded(23, y - 17, 77, y + 17, 6), theme.CREAM)
        text = JOKER if named == UNNAMED else NATIONS[named]
        sketch.words(text, (50, y), theme.DARK, theme.CREAM, size)
        return
    nation = kind // 2
    sketch.words(NATIONS[nation], (50, y), theme.ON_CLOTH[nation], theme.CLOTHS[nation], size)
