"""Paints the victory track: numbers, sacks from its end on, markers in the lanes between the rows."""

from __future__ import annotations

from typing import Final

from renderer.guatemala import geometry as at
from renderer.guatemala import symbols, theme
from renderer.guatemala.coast import EVERY
from renderer.guatemala.geometry import Layout
from renderer.guatemala.marks import Marks
from renderer.guatemala.pieces import piece
from renderer.players import tile
from renderer.raster import words
from renderer.scene import Ink, Items, Stamp, centred
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
            letter = LETTERS[laid[number]]
            items.append(centred(piece(SACK + laid[number], at.SPACE), point, f"track:{number}:{letter}", alone=True))
        elif number % EVERY == 0:
            items.append(words(str(number), point, TEXT, theme.DARK, theme.STRAW))
    items += _markers(view, where)
    if marks.sack and laid:
        items.append(_pointer(where, min(laid), theme.LEGAL))
    return items


def _pointer(where: Layout, number: int, ink: Ink) -> Stamp:
    """From the lane to a space, its tip on the edge."""
    box = where.rung(number)
    below = where.lane(number) > box.bottom
    return centred(symbols.pointer(ink, down=not below), (box.centre[0], box.bottom + 5 if below else box.top - 5))


def _markers(view: GuatemalaPublic, where: Layout) -> Items:
    """Each in the lane beside its space; those that would overlap move aside, and a line leads to their pointer."""
    leads: Items = []
    markers: Items = []
    pointers: Items = []
    spaces = [min(points, TRACK_SPACES - 1) for points in view.points]
    lanes: dict[int, list[int]] = {}
    for seat in sorted(range(view.seats), key=lambda seat: (spaces[seat] % at.IN_ROW, seat)):
        lanes.setdefault(spaces[seat] // (2 * at.IN_ROW), []).append(seat)
    for seats in lanes.values():
        wanted = [where.rung(spaces[seat]).centre[0] for seat in seats]
        for seat, x, aim in zip(seats, spread(wanted), wanted, strict=True):
            box, y = where.rung(spaces[seat]), where.lane(spaces[seat])
            if round(abs(x - aim)) > 0:
                level = box.bottom + 9 if y > box.bottom else box.top - 9
                lead = symbols.lead(round(abs(x - aim)))
                leads.append(Stamp(lead, round(min(x, aim)), round(level - 6)))
            markers.append(centred(tile(seat, at.MARKER), (x, y), f"marker:{seat}"))
            pointers.append(_pointer(where, spaces[seat], theme.CREAM))
    return leads + list(dict.fromkeys(pointers)) + markers


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
