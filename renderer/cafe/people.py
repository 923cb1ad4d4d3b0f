"""The guests: ladies in round white bonnets and white gowns, gentlemen in flat black hats and coats, jokers.

What tells a lady from a gentleman is the lightness of the whole guest: white with dark letters, or black with bright
ones, the same for jokers, whose bells hang at the hem; head and shoulders are round or square besides. The
letters of the nation fill the clothes, so that they are read on a phone. Complexions are mixed as in any café.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from renderer.cafe import heads, theme
from renderer.drawing import pen
from renderer.drawing.sketch import TEXT, Sketch
from renderer.scene import Drawing, Ink
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
        *((50, 24), (27, 24), (11, 28), (5.6, 38), (5, 58), (5, 79.6), (8, 82.6)),
        *((50, 82.6), (92, 82.6), (95, 79.6), (95, 58), (94.4, 38), (89, 28), (73, 24)),
    ),
    4,
)
_COAT: Final = pen.softened(((4.3, 29), (95.7, 29), (95.7, 82), (4.3, 82)), 4)


def tall(size: int) -> int:
    """How high a guest of a width is."""
    return round(size * 0.865)


def clothes(kind: int) -> tuple[Ink, Ink]:
    """The colour of a guest's body, and of the letters on it: neither of a light and a dark one reaches the middle."""
    nation = len(NATIONS) if is_joker(kind) else kind // 2
    return (theme.COAT, theme.TINTS[nation]) if sex(kind) else (theme.GOWN, theme.DYES[nation])


@lru_cache(maxsize=512)
def guest(kind: int, size: int, named: int = UNNAMED) -> Drawing:
    """A guest so many pixels wide; a joker that is named a nation wears its letters."""
    sketch = Sketch(f"cafe:guest:{size}:{TOKENS[kind]}:{named}", size, tall(size))
    cloth, ink = clothes(kind)
    skin = theme.SKINS[SKINS[kind]]
    if sex(kind):
        sketch.outlined(_COAT, cloth, theme.DARK)
        sketch.outlined(heads.HAT, theme.DARK, theme.DARK)
        sketch.area(pen.softened(((36, 21.5), (64, 21.5), (62, 31), (38, 31)), 4), skin)
    else:
        sketch.outlined(_GOWN, cloth, ink)
        sketch.outlined(heads.BONNET, theme.WHITE, theme.DARK)
        sketch.disc(50, 26.5, 12, skin, 8)
    if size >= FACED:
        for x in (45.5, 54.5):
            sketch.disc(x, 26, 2.4, theme.DARK)
    _letters(sketch, kind, named, ink, cloth)
    if is_joker(kind):
        x, y, bell = (12.5, 73, 8) if named == UNNAMED else (8, 77.5, 6)  # two letters reach the hem
        for middle in (x, 100 - x):
            sketch.disc(middle, y, bell, theme.DARK)
            sketch.disc(middle, y, bell - 3.5, theme.BELL)
    return sketch.drawn()


def _letters(sketch: Sketch, kind: int, named: int, ink: Ink, cloth: Ink) -> None:
    size = max(TEXT, min(sketch.width * LETTERS, sketch.width * 0.667 - 9.4))  # clear of borders, which never shrink
    nation = named if is_joker(kind) else kind // 2
    sketch.words(JOKER if nation == UNNAMED else NATIONS[nation], (50, 57.5), ink, cloth, size)
