"""Paints the victory track: numbers, sacks from its end on, markers in the lanes between the rows."""

from __future__ import annotations

from typing import Final

from renderer.guatemala import geometry as at
from renderer.guatemala import symbols, theme
from renderer.guatemala.badges import tile
from renderer.guatemala.coast import EVERY
from renderer.guatemala.geometry import Layout
from renderer.guatemala.marks import Marks
from renderer.guatemala.pieces import piece
from renderer.guatemala.production import Items, centred
from renderer.raster import words
from renderer.scene import Stamp
from renderer.sketch import TEXT
from rules.guatemala.board import TRACK_SPACES, sack_space
from rules.guatemala.pieces import LETTERS, SACK
from rules.guatemala.views import GuatemalaPublic

APART: Final = at.MARKER + 2


def track(view: GuatemalaPublic, where: Layout, marks: Marks) -> Items:
    items: Items = []
    laid = {sack_space(index + 1): coffee for index, coffee in enumerate(view.track)}
    for number in range(TRACK_SPACES):
        point = where.rung(number).centre
        if number in laid:
            if marks.sack and number == min(laid):  # brackets would hide a sack as small as this
                items.append(centred(symbols.glow(at.SPACE), point))
            letter = LETTERS[laid[number]]
            items.append(centred(piece(SACK + laid[number], at.SPACE), point, f"track:{number}:{letter}"))
        elif number % EVERY == 0:
            items.append(words(str(number), point, TEXT, theme.DARK, theme.STRAW))
    return items + _markers(view, where)


def _markers(view: GuatemalaPublic, where: Layout) -> Items:
    """Each in the lane beside its space; those that would overlap move aside, and a pointer keeps to the space."""
    items: Items = []
    spaces = [min(points, TRACK_SPACES - 1) for points in view.points]
    lanes: dict[float, list[int]] = {}
    for seat in sorted(range(view.seats), key=lambda seat: (spaces[seat] % at.IN_ROW, seat)):
        lanes.setdefault(where.lane(spaces[seat]), []).append(seat)
    for y, seats in lanes.items():
        wanted = [where.rung(spaces[seat]).centre[0] for seat in seats]
        for seat, x, aim in zip(seats, spread(wanted), wanted, strict=True):
            down = spaces[seat] // at.IN_ROW % 2 == 1
            edge = where.rung(spaces[seat])
            tip = edge.top - 8 if down else edge.bottom + 8
            pointer = symbols.pointer(down=down)
            items.append(Stamp(pointer, round(aim - 12), round(tip - 10)))
            if abs(x - aim) > at.MARKER / 2:
                level = round(tip - 14 if down else tip + 8)
                items.append(Stamp(symbols.lead(round(abs(x - aim))), round(min(x, aim)), level))
            items.append(centred(tile(seat, at.MARKER), (x, y), f"marker:{seat}"))
    return items


def spread(wanted: list[float]) -> list[float]:
    """The nearest places to those wanted, in ascending order, that lie apart and on the page."""
    found = list(wanted)
    half = at.MARKER / 2 + 2
    for i, x in enumerate(found):
        found[i] = max(x, found[i - 1] + APART if i else half)
    limit = at.PAGE - half
    for i in reversed(range(len(found))):
        found[i] = min(found[i], limit)
        limit = found[i] - APART
    return found
