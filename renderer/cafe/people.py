"""The guests: ladies in round white bonnets and domes of cloth, gentlemen in flat black hats and square coats, jokers.

What tells a lady from a gentleman is the upper third: round and light, or flat and dark, as wide as the guest. Jokers
wear the same with bells. The letters of the nation fill the clothes, so that they are read on a phone. Complexions are
mixed as in any café.
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
        *((50, 22), (27, 23), (11, 28), (5, 38), (4.3, 58), (4.3, 80), (7, 82)),
        *((50, 82), (93, 82), (95.7, 80), (95.7, 58), (95, 38), (89, 28), (73, 23)),
    ),
    4,
)
_COAT: Final = pen.softened(((4.3, 32), (95.7, 32), (95.7, 82), (4.3, 82)), 4)
_BONNET: Final = pen.smooth(
    ((50, 4.2), (70, 6), (84, 14), (89, 27), (84, 33), (50, 34), (16, 33), (11, 27), (16, 14), (30, 6)), 4
)
_HAT: Final = pen.softened(((27, 4.2), (73, 4.2), (73, 14), (92, 14), (92, 21), (8, 21), (8, 14), (27, 14)), 3)
_HORNS: Final = pen.softened(((8, 4.2), (24, 4.2), (40, 14), (60, 14), (76, 4.2), (92, 4.2), (92, 21), (8, 21)), 3)


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
        if is_joker(kind):
            _bells(sketch, 13)
        sketch.outlined(_BONNET, theme.WHITE, theme.DARK)
        sketch.disc(50, 23, 15, skin, 10)
    else:
        sketch.outlined(pen.ellipse(50, 26, 15, 14, 24), skin, theme.DARK)
        sketch.outlined(_COAT, cloth, theme.DARK)
        sketch.outlined(_HORNS if is_joker(kind) else _HAT, theme.DARK, theme.DARK)
        if is_joker(kind):
            _bells(sketch, 13)
    if size >= FACED:
        for x in (44.5, 55.5):
            sketch.disc(x, 24.5, 2.6, theme.DARK)
    _letters(sketch, kind, named)
    return sketch.drawn()


def _bells(sketch: Sketch, y: float) -> None:
    """A joker's, at both sides of the head."""
    for x in (13, 87):
        sketch.outlined(pen.ellipse(x, y, 9, 9, 16), theme.BELL, theme.DARK)


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
