"""Paints the victory track: one bar with its numbers, the end that the sacks mark, and the players' markers."""

from __future__ import annotations

from typing import Final

from renderer.drawing import signs
from renderer.drawing.players import tile
from renderer.drawing.sketch import TEXT
from renderer.guatemala import geometry as at
from renderer.guatemala import symbols, theme
from renderer.guatemala.geometry import Layout
from renderer.guatemala.marks import Marks
from renderer.pixels.raster import words
from renderer.scene import Box, Items, Stamp, centred
from rules.guatemala.board import TRACK_SPACES
from rules.guatemala.views import GuatemalaPublic

APART: Final = at.MARKER + 2
EVERY: Final = 10
LABEL: Final = 98
"""How wide the number at the end is."""


def track(view: GuatemalaPublic, where: Layout, marks: Marks) -> Items:
    items: Items = _end(view, where, new=marks.sack)
    taken = [item.box for item in items]
    middle = at.bar(where).centre[1] + 2
    for number in range(0, TRACK_SPACES, EVERY):
        word = words(str(number), (where.along(number), middle), TEXT, theme.DARK, theme.STRAW)
        if not any(box.meets(word.box.grown(4)) for box in taken):
            items.append(word)
    return items + _markers(view, where)


def end_label(view: GuatemalaPublic, where: Layout) -> Box:
    """Beside the last sack: on the laid ones, if they are room enough, else before them."""
    bar, start = at.bar(where), where.along(view.last_sack) - 6
    left = start if bar.right - start > LABEL else start - LABEL
    return Box(left, bar.top, left + LABEL, bar.bottom)


def _end(view: GuatemalaPublic, where: Layout, *, new: bool) -> Items:
    """From the last sack on nobody goes: reaching it ends the game. One that has just been laid is bright."""
    if not view.track:
        return []
    bar, start = at.bar(where), round(where.along(view.last_sack) - 6)
    label = end_label(view, where)
    wide = round(bar.right) - min(start, round(label.left))
    ink, paper = (theme.DARK, theme.LEGAL) if new else (theme.CREAM, theme.BARRIER)
    ended = signs.ground(wide, round(bar.height), theme.BARRIER, 7, theme.DARK)
    newest = signs.ground(LABEL, round(bar.height), theme.LEGAL, 7, theme.DARK)
    return [
        Stamp(ended, round(bar.right) - wide, round(bar.top)),
        *([Stamp(newest, round(label.left), round(bar.top))] if new else ()),
        centred(symbols.sack_sign(40), (label.left + 26, bar.centre[1])),
        words(str(view.last_sack), (label.right - 30, bar.centre[1] + 1), TEXT, ink, paper),
    ]


def _markers(view: GuatemalaPublic, where: Layout) -> Items:
    """Each on the bar at its points; those that would overlap move aside, and all have a pointer to their place."""
    top = at.bar(where).top
    seats = sorted(range(view.seats), key=lambda seat: (view.points[seat], seat))
    wanted = [where.along(view.points[seat]) for seat in seats]
    pointers: Items = [
        centred(symbols.pointer(theme.SEATS[seat]), (x, top + 2)) for seat, x in zip(seats, wanted, strict=True)
    ]
    places = zip(seats, spread(wanted), strict=True)
    markers = [
        centred(tile(seat, at.MARKER), (x, where.track + at.MARKER / 2 - 4), f"marker:{seat}") for seat, x in places
    ]
    return [*pointers, *markers]


def spread(wanted: list[float]) -> list[float]:
    """The nearest places to those wanted, in ascending order, that lie apart and on the page."""
    found = list(wanted)
    half = at.MARKER / 2 + 2
    for i, x in enumerate(found):
        found[i] = max(x, found[i - 1] + APART if i else half)
    limit = at.PAGE - at.BUYER - half
    for i in reversed(range(len(found))):
        found[i] = min(found[i], limit)
        limit = found[i] - APART
    return found
