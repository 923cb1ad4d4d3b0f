"""Names of people in any script: cut, fitted, and drawn with the first font that has each letter.

`fitted` makes the words of a name; the raster draws them by `mask`. Text is shaped (Arabic joined, accents on their
letters) where Pillow finds the system's libfribidi, else each letter stands by itself, leftward scripts still
leftward. What no font has is a box.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from importlib import resources
from io import BytesIO
from itertools import groupby
from math import ceil
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont, features

from renderer.drawing.letters import ELLIPSIS, cut, is_leftward, letters, shorter
from renderer.scene import Box, Ink, Point, Words

MAIN: Final = "Lato-Black.ttf"
RISE, FALL = 0.98, 0.28
"""How far letters reach over and under their line, in parts of their size; what goes farther is cut off."""
CAPITAL: Final = 0.72
"""The height of capitals: the middle of a name is theirs."""
EDGE: Final = 1
PLACEHOLDER: Final = "\ufffd"


class Run(NamedTuple):
    """Letters of one font and one direction."""

    text: str
    font: str
    leftward: bool


def is_shaped() -> bool:
    """Are names shaped? It needs libfribidi, which Pillow looks for when it is first asked."""
    return bool(features.check("raqm"))


@lru_cache(maxsize=16)
def _bytes(name: str) -> bytes:
    return (resources.files("renderer") / "fonts" / name).read_bytes()


@lru_cache(maxsize=64)
def _face(name: str, size: float) -> ImageFont.FreeTypeFont:
    engine = ImageFont.Layout.RAQM if is_shaped() else ImageFont.Layout.BASIC
    return ImageFont.truetype(BytesIO(_bytes(name)), size, layout_engine=engine)


class _Coverage(NamedTuple):
    font: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def has(self, sign: str) -> bool:
        place = bisect_right(self.starts, ord(sign)) - 1
        return place >= 0 and ord(sign) <= self.ends[place]


@lru_cache(maxsize=1)
def _lines() -> tuple[str, ...]:
    return tuple(_bytes("coverage.txt").decode("ascii").splitlines())


@lru_cache(maxsize=16)
def _covered(number: int) -> _Coverage:
    name, *ranges = _lines()[number].split()
    pairs = [[int(code, 16) for code in part.split("-")] for part in ranges]
    return _Coverage(name, tuple(p[0] for p in pairs), tuple(p[-1] for p in pairs))


def coverage() -> Iterator[_Coverage]:
    """Which letters each font has (coverage.txt), in the order in which fonts are asked; read as far as is asked."""
    return (_covered(number) for number in range(len(_lines())))


def _drawn(letter: str) -> tuple[str, str]:
    """A letter as it is drawn, and by which font: the first that has all its signs, else the first that has its own.

    Marks that this font lacks are left out. What no font has is drawn as its plain form (of mathematical bold, say) or
    as a box.
    """
    for wanted in (letter, letter[0]):
        for one in coverage():
            if all(map(one.has, wanted)):
                return "".join(filter(one.has, letter)), one.font
    plain = unicodedata.normalize("NFKC", letter[0])
    return _drawn(plain if plain != letter[0] else PLACEHOLDER)


@lru_cache(maxsize=512)
def runs(text: str) -> tuple[Run, ...]:
    """A name by fonts and directions, as they stand from left to right."""
    found: list[tuple[str, str, bool]] = []
    base = leftward = is_leftward(text)
    for letter in letters(text):
        letter, font = (letter, found[-1][1] if found else MAIN) if letter == " " else _drawn(letter)
        if any(unicodedata.bidirectional(sign) in ("L", "R", "AL", "EN") for sign in letter):
            leftward = is_leftward(letter)
        found.append((letter, font, leftward))
    whole = [
        Run("".join(letter for letter, _, _ in group), *key) for key, group in groupby(found, key=lambda one: one[1:])
    ]
    sides = [list(group) for _, group in groupby(whole, key=lambda run: run.leftward)]
    ordered = [side[::-1] if side[0].leftward else side for side in sides]
    return tuple(run for side in (ordered[::-1] if base else ordered) for run in side)


def _shown(run: Run) -> tuple[str, str | None]:
    """The text and the direction that the font is given: without shaping the last letter comes first."""
    if is_shaped():
        return run.text, "rtl" if run.leftward else "ltr"
    return ("".join(letters(run.text)[::-1]) if run.leftward else run.text), None


def width(text: str, size: float) -> float:
    return sum(_long(run, size) for run in runs(text))


def _long(run: Run, size: float) -> float:
    shown, direction = _shown(run)
    return _face(run.font, size).getlength(shown, direction=direction)


@lru_cache(maxsize=1024)
def fitted(text: str, room: float, size: float) -> str:
    """A name of at most fourteen letters that is no wider than the room."""
    name = cut(text)
    while name != ELLIPSIS and width(name, size) + 2 * EDGE > room:
        name = shorter(name)
    return name


def largest(text: str, room: float, size: float, least: float) -> float:
    """The size at which a name keeps all its letters; where there is none the least, at which it keeps most."""
    sizes = (size, (size + least) / 2, least)
    return next((tried for tried in sizes if fitted(text, room, tried) == cut(text)), least)


def name(
    text: str, start: Point, room: float, size: float, *, ink: Ink, paper: Ink, least: float = 0
) -> tuple[Words, ...]:
    """The words of a name that begins at a place; none for no name. `least`: so small rather than cut."""
    left, y = start
    size = largest(text, room, size, least or size)
    shown = fitted(text, room, size)
    if not shown:
        return ()
    wide = width(shown, size) + 2 * EDGE
    line = y + CAPITAL * size / 2
    box = Box(left, line - RISE * size, left + wide, line + FALL * size)
    return (Words(shown, left + wide / 2, y, size, ink, paper, box, named=True),)


@lru_cache(maxsize=256)
def mask(text: str, size: float) -> tuple[Image.Image, float, float]:
    """A name as a mask no larger than its box, and where its left upper corner lies from its middle."""
    wide = width(text, size) + 2 * EDGE
    sheet = Image.new("L", (ceil(wide), ceil((RISE + FALL) * size)))
    draw, x = ImageDraw.Draw(sheet), float(EDGE)
    for run in runs(text):
        shown, direction = _shown(run)
        face = _face(run.font, size)
        draw.text((x, RISE * size), shown, fill=255, font=face, anchor="ls", direction=direction)
        x += _long(run, size)
    return sheet, -wide / 2, (CAPITAL / 2 - RISE) * size
