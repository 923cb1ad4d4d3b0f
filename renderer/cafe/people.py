"""The guests: ladies under a round head of hair in domes of cloth, gentlemen with hats and square shoulders, jokers.

What tells a lady from a gentleman is the outline: round all over, or flat at hat and shoulders. The letters of the
nation fill the clothes, so that they are read on a phone. Complexions are mixed as in any café.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from renderer import pen
from renderer.cafe import theme
from renderer.scene import Drawing
from renderer.sketch import TEXT, Sketch
from rules.cafe.guests import NATIONS, TOKENS, is_joker, sex

JOKER: Final = "J"
UNNAMED: Final = -1
FACED: Final = 80
"""Smaller guests have no eyes."""
LETTERS: Final = 0.567
"""How high the letters of a nation are, in parts of a guest's width."""

SKINS: Final = (3, 3, 1, 1, 2, 2, 0, 1, 1, 2, 0, 0, 2, 2, 1, 1, 0, 0, 1, 1, 2, 1, 2, 0, 1, 1)
"""By kind of guest."""

_GOWN: Final = pen.smooth(
    (
        *((50, 12), (27, 13.5), (11, 20), (5, 32), (4.3, 56), (4.3, 80), (7, 82)),
        *((50, 82), (93, 82), (95.7, 80), (95.7, 56), (95, 32), (89, 20), (73, 13.5)),
    ),
    4,
)
_COAT: Final = pen.softened(((4.3, 31), (95.7, 31), (95.7, 82), (4.3, 82)), 4)
_BOB: Final = pen.smooth(((50, 4.2), (64, 6), (74, 16), (75, 27), (66, 33), (34, 33), (25, 27), (26, 16), (36, 6)), 4)
_BOWLER: Final = pen.softened(((28, 12), (37, 12), (37, 4.2), (63, 4.2), (63, 12), (72, 12), (72, 17), (28, 17)), 3)


def tall(size: int) -> int:
    """How high a guest of a width is."""
    return round(size * 0.865)


@lru_cache(maxsize=512)
def guest(kind: int, size: int, named: int = UNNAMED) -> Drawing:
    """A guest so many pixels wide; a joker that is named a nation wears its letters."""
    sketch = Sketch(f"cafe:guest:{size}:{TOKENS[kind]}:{named}", size, tall(size))
    lady = not sex(kind)
    cloth = theme.MOTLEY if is_joker(kind) else theme.CLOTHS[kind // 2]
    skin = theme.SKINS[SKINS[kind]]
    if lady:
        sketch.outlined(_GOWN, cloth, theme.DARK)
        sketch.outlined(_BOB, theme.DARK, theme.DARK)
        sketch.disc(50, 21, 13.5, skin, 11.5)
    else:
        sketch.outlined(pen.ellipse(50, 20, 14, 14, 24), skin, theme.DARK)
        sketch.outlined(_COAT, cloth, theme.DARK)
    if is_joker(kind):
        _cap(sketch, 1 if lady else 0.6)
    elif not lady:
        sketch.outlined(_BOWLER, theme.DARK, theme.DARK)
    else:
        sketch.disc(68, 10, 7.5, theme.RIBBON)
    if size >= FACED:
        for x in (44.5, 55.5):
            sketch.disc(x, 24.5 if is_joker(kind) else 21.5, 2.6, theme.DARK)
    _letters(sketch, kind, named)
    return sketch.drawn()


def _cap(sketch: Sketch, spread: float) -> None:
    """Two horns with bells: a lady's hang far out, a gentleman's stay near his ears."""
    left = pen.smooth(((50, 14), (40, 4), (22, 3.5), (7, 8), (4, 24), (17, 20), (31, 20), (42, 17), (50, 18)), 4)
    left = tuple((50 + (x - 50) * spread, y) for x, y in left)
    sketch.outlined(left, theme.MOTLEY_DARK, theme.DARK)
    sketch.outlined(tuple((100 - x, y) for x, y in left), theme.BELL, theme.DARK)
    for x, ink in ((-41, theme.BELL), (41, theme.MOTLEY_DARK)):
        sketch.outlined(pen.ellipse(50 + x * spread, 25, 5, 5, 16), ink, theme.DARK)


def _letters(sketch: Sketch, kind: int, named: int) -> None:
    size = max(TEXT, sketch.width * LETTERS)
    at = 50, 57.5
    if is_joker(kind):
        half = 20 if named == UNNAMED else 43
        sketch.area(pen.rounded(50 - half, 34.5, 50 + half, 79.5, 6), theme.CREAM)
        sketch.words(JOKER if named == UNNAMED else NATIONS[named], at, theme.DARK, theme.CREAM, size)
        return
    nation = kind // 2
    sketch.words(NATIONS[nation], at, theme.ON_CLOTH[nation], theme.CLOTHS[nation], size)
