"""Paints the plaques of the players: sign, name, points, the open hand, whose turn it is, and at the end the places."""

from __future__ import annotations

from typing import Final

from renderer.cafe import geometry as at
from renderer.cafe import signs, theme
from renderer.cafe.furniture import MINUS
from renderer.cafe.marks import Marks
from renderer.cafe.people import guest, tall
from renderer.drawing import names
from renderer.drawing.players import tile
from renderer.drawing.signs import brackets, crown, hourglass, rank
from renderer.painters import Names
from renderer.pixels.raster import words
from renderer.scene import Box, Drawing, Ink, Items, Point, Stamp, centred
from rules.cafe.guests import TOKENS
from rules.cafe.views import CafePublic, places

POINTS: Final = 72.0
LONG: Final = 62.0
"""Of points of three digits beside a hand."""
NAME: Final = 36.0
TILE: Final = 64
FRESH, LIFTED, RAISED = (75, 76), 3, 6
"""The plate of a guest that was just drawn, how much higher than a place its middle is, and the guest's."""
SMALL: Final = 40
"""The signs at the right end of a name."""
LOW_CROWN, LOW_RANK = 46, 48
"""A place in the ranking, over a hand."""


def panel(view: CafePublic, marks: Marks, called: Names) -> Items:
    items: Items = []
    ranks = places(view)
    for seat in range(view.seats):
        gone = seat in view.resigned or seat in view.dropped
        box, paper = at.plaque(view.seats, seat), theme.LINEN_DARK if gone else theme.LINEN
        first = bool(ranks) and ranks[seat] == 1
        board = signs.tray(int(box.width), int(box.height), active=first or seat == view.active, gone=gone)
        items.append(Stamp(board, int(box.left), int(box.top), alone=True))
        items += _who(view, seat, box, paper, called)
        items += _points(view, seat, box, paper)
        items += _hand(view, seat, box, marks)
        items += _ends(view, seat, box, marks, ranks[seat] if ranks else 0)
    return items


def _who(view: CafePublic, seat: int, box: Box, paper: Ink, called: Names) -> Items:
    """The sign, and the name on its line."""
    deep = view.seats == 3
    sign = centred(tile(seat, TILE), (box.left + 48, box.top + (46 if deep else 62)), f"seat:{seat}")
    if not called:
        return [sign]
    room = box.right - (box.left + 90) - (70 if deep else 215)
    return [sign, *names.name(called[seat], (box.left + 90, _line(box)), room, NAME, ink=theme.DARK, paper=paper)]


def _line(box: Box) -> float:
    """The line of the name."""
    return box.top + (46 if box.height == at.HIGH else 28)


def _points(view: CafePublic, seat: int, box: Box, paper: Ink) -> Items:
    score = view.scores[seat]
    text = f"{MINUS}{-score}" if score < 0 else str(score)
    if view.seats == 3:
        half = words(text, (0, 0), POINTS, theme.DARK, paper).box.width / 2
        return [words(text, (box.left + 22 + half, box.top + 105), POINTS, theme.DARK, paper)]
    size = POINTS if len(text) < 3 else LONG
    return [words(text, (box.left + 143, box.bottom - 40), size, theme.DARK, paper)]


def _end_sign(view: CafePublic, seat: int, place: int) -> Drawing | None:
    """Over a hand, where two plaques share a row, there is less room for a place."""
    deep = view.seats == 3
    if place:
        return crown(56 if deep else LOW_CROWN) if place == 1 else rank(place, 64 if deep else LOW_RANK)
    return hourglass(SMALL) if seat == view.active else None


def _ends(view: CafePublic, seat: int, box: Box, marks: Marks, place: int) -> Items:
    """At the right end: what was won or paid, who has left, who is waited for, and at the end the place."""
    x, items = box.right - 16, Items()
    change = -view.costs[seat] if view.costs else sum(spot.worth or 0 for spot in marks.gained if spot.place == seat)
    end = _end_sign(view, seat, place)
    y = _line(box)
    if end is not None:
        raised = (end.height - SMALL) / 2 if view.seats == 3 else -3
        items.append(centred(end, (x - end.width / 2, y + raised)))
        x -= end.width + 4
    if view.seats == 3:
        x, y = box.right - 16, box.top + 105
    if change:
        drawing = signs.rosette(change)
        items.append(centred(drawing, (x - drawing.width / 2, y)))
        x -= drawing.width + 4
    if seat in view.resigned or seat in view.dropped:
        items.append(centred(signs.door(SMALL), (x - SMALL / 2, y)))
    return items


def _hand(view: CafePublic, seat: int, box: Box, marks: Marks) -> Items:
    """The guests held, the places that drawing fills, and those given up; who is in a plan has left his place."""
    items: Items = []
    new = [kind for handed in marks.drew if handed.seat == seat for kind in handed.kinds]
    planned = [sits.kind for sits in marks.ghosts] + [marks.to_bar] if seat == view.active else []
    fetched = list(marks.fetched)
    for place, kind in enumerate(view.hands[seat]):
        point, size = at.slot(box, place), at.SLOT
        if kind in planned:
            planned.remove(kind)
            items += _left(fetched.pop() if fetched else None, point)
            continue
        if kind in new:
            new.remove(kind)
            x, y = point
            items.append(centred(signs.fresh(*FRESH), (x, y - LIFTED)))
            point, size = (x, y - RAISED), at.FRESH
        if seat == view.active and kind in marks.wanted:
            items.append(centred(brackets(at.PITCH + 4, 86, theme.LEGAL), point))
        items.append(centred(guest(kind, size), point, f"hand:{seat}:{TOKENS[kind]}"))
    free = () if seat in {*view.resigned, *view.dropped} else range(len(view.hands[seat]), at.SLOTS)
    for place in free:
        limit = view.limits[seat]
        sign = signs.well(at.SLOT) if place < limit else signs.medal(at.SLOT, limit)
        items.append(centred(sign, at.slot(box, place)))
    return items


def _left(joker: int | None, point: Point) -> Items:
    """A place that a guest would leave, and the joker that would come into it."""
    if joker is None:
        return [centred(signs.well(at.SLOT), point)]
    return [centred(guest(joker, at.SLOT), point), centred(signs.ghost(at.PITCH, tall(at.SLOT) + 6), point)]
