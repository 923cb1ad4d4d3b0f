"""How high a message stands on a telephone and on a desk, about: a panel is to fit a screen, with its question."""

import re
import struct
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from bot.discord.layout import ACROSS, Button, Layout, Menu, Picture, Row, Unpainted

_MOMENT: Final = re.compile(r"<t:\d+:\w>")
_AS_SHOWN: Final = re.compile(r"\[([^\]]*)\]\([^)]*\)")
"""A moment, and a link, of which only its words are seen."""
PNG: Final = b"\x89PNG\r\n\x1a\n"
GIF: Final = b"GIF89a"
LINE, GAP, FRAME = 23, 8, 104
"""Heights in px: of a line of text, of what is between two parts, and of what Discord shows around every message."""
WRAPPED: Final = 8
"""By how many px a button is higher whose label takes two lines."""

MENU, ARROW = 400, 64
"""Widths in px: of a menu at most, and of what its heading has beside it there."""


class Screen(NamedTuple):
    """A screen in px, as Discord shows messages on it. `letter`: its width; `edge`: of a button less its label."""

    height: int
    width: int
    letter: float
    edge: int
    control: int
    tallest: int
    """A picture is never higher."""


SCREENS: Final = (Screen(700, 346, 8.1, 34, 40, 10_000), Screen(658, 556, 7.9, 34, 40, 350))
"""390 × 844 and 1280 × 800, less what stands above and below the messages, and by what an estimate may be wrong."""


def fitted(form: Layout, closer: Button) -> Layout:
    """Folds away as many pictures, from the last on, as do not fit above their question; `closer` shows them."""
    kept = room_for(form)
    if len(kept) == len(form.pictures):
        return form
    return replace(form, pictures=kept, rows=joined(form.rows, closer))


def joined(rows: tuple[Row, ...], press: Button) -> tuple[Row, ...]:
    """Returns rows with one button more: in the last of them, if there is room in it."""
    *others, last = rows
    return (*others, (*last, press)) if isinstance(last, tuple) and len(last) < ACROSS else (*rows, (press,))


def room_for(form: Layout) -> tuple[Picture, ...]:
    """Returns the pictures, from the first on, that fit above what is said and pressed."""
    kept = form.pictures
    while kept and not fits(replace(form, pictures=kept)):
        kept = kept[:-1]
    return kept


def fits(form: Layout) -> bool:
    """Does it fit both screens?"""
    return all(_height(form, screen) <= screen.height for screen in SCREENS)


def _height(form: Layout, screen: Screen) -> int:
    lines = sum(_wrapped(line, int(screen.width / screen.letter)) for line in form.text.split("\n"))
    rows = sum(_tall(row, screen) for row in form.rows)
    pictures = sum(_shown(*size_of(picture), screen) + GAP for picture in form.pictures)
    return FRAME + lines * LINE + rows + pictures


@lru_cache(maxsize=8192)
def _wrapped(line: str, most: int) -> int:
    """In how many lines of so many letters a line of text stands."""
    lines, left = 1, most
    line = _AS_SHOWN.sub(r"\1", _MOMENT.sub("23 hours ago", line)).replace("**", "")
    for word in line.split(" "):
        if len(word) > left:
            lines, left = lines + 1, most
        left -= len(word) + 1
    return lines


def _tall(row: Row, screen: Screen) -> int:
    """How high a row is, with what is below it."""
    if isinstance(row, Menu):
        letters = int((min(screen.width, MENU) - ARROW) / screen.letter)
        return screen.control + (_wrapped(row.prompt, letters) - 1) * LINE + GAP
    wrapped = sum(_wide(press, screen) > screen.width for press in row)
    return _lines_of(row, screen) * (screen.control + GAP) + wrapped * WRAPPED


def _lines_of(row: tuple[Button, ...], screen: Screen) -> int:
    """In how many lines a row's buttons stand."""
    lines, left = 1, screen.width
    for press in row:
        width = min(screen.width, _wide(press, screen))
        if width > left:
            lines, left = lines + 1, screen.width
        left -= width + GAP
    return lines


def _wide(press: Button, screen: Screen) -> int:
    return int(len(press.label) * screen.letter) + screen.edge


def _shown(width: int, height: int, screen: Screen) -> int:
    return min(screen.tallest, height * min(width, screen.width) // max(1, width))


def size_of(picture: Picture) -> tuple[int, int]:
    """Returns width and height of a PNG or a GIF in px, also before it is painted; nothing of anything else."""
    if isinstance(picture, Unpainted):
        return picture.size
    if picture.data.startswith(PNG):
        width, height = struct.unpack(">II", picture.data[16:24])
    else:
        width, height = struct.unpack("<HH", picture.data[6:10]) if picture.data.startswith(GIF) else (0, 0)
    return width, height
