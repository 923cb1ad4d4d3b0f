"""Paints the plaques of the players: tile, points, the open hand, whose turn it is."""

from __future__ import annotations

from typing import Final

from renderer import pen
from renderer.cafe import geometry as at
from renderer.cafe import signs, theme
from renderer.cafe.furniture import MINUS
from renderer.cafe.marks import Marks
from renderer.cafe.people import guest
from renderer.players import tile
from renderer.raster import words
from renderer.scene import Box, Drawing, Items, Point, Stamp, centred
from renderer.sketch import Sketch
from rules.cafe.guests import TOKENS
from rules.cafe.views import CafePublic

POINTS: Final = 46.0
TILE: Final = 64


def panel(view: CafePublic, marks: Marks) -> Items:
    items: Items = []
    for seat in range(view.seats):
        items += _plaque(view, seat, at.plaque(view.seats, seat), marks)
    return items


def _plaque(view: CafePublic, seat: int, box: Box, marks: Marks) -> Items:
    gone = seat in view.resigned or seat in view.dropped
    paper = theme.LINEN_DARK if gone else theme.LINEN
    board = _board(int(box.width), int(box.height), active=seat == view.active, gone=gone)
    items: Items = [Stamp(board, int(box.left), int(box.top), alone=True)]
    items.append(centred(tile(seat, TILE), (box.left + 48, box.top + 46), f"seat:{seat}"))
    score = view.scores[seat]
    text = f"{MINUS}{-score}" if score < 0 else str(score)
    items.append(words(text, (box.left + 64, box.bottom - 35), POINTS, theme.DARK, paper))
    if gone:
        items.append(centred(signs.door(TILE), at.slot(box, at.SLOTS - 1)))
    items += _hand(view, seat, box, marks)
    change = -view.costs[seat] if view.costs else sum(spot.worth or 0 for spot in marks.gained if spot.place == seat)
    if change:
        items.append(centred(signs.rosette(change), (box.left + 119, box.top + 46)))
    return items


def _hand(view: CafePublic, seat: int, box: Box, marks: Marks) -> Items:
    """The guests held, the places that drawing fills, and those given up; who is in a plan has left his place."""
    items: Items = []
    new = [kind for handed in marks.drew if handed.seat == seat for kind in handed.kinds]
    planned = [sits.kind for sits in marks.ghosts] + [marks.to_bar] if seat == view.active else []
    fetched = list(marks.fetched)
    for place, kind in enumerate(view.hands[seat]):
        point = at.slot(box, place)
        if kind in planned:
            planned.remove(kind)
            items += _left(fetched.pop() if fetched else None, point)
            continue
        if kind in new:
            new.remove(kind)
            items.append(centred(signs.glow(at.SLOT + 10, 112), point))
        items.append(centred(guest(kind, at.SLOT), point, f"hand:{seat}:{TOKENS[kind]}"))
        if seat == view.active and kind in marks.wanted:
            items.append(centred(signs.brackets(at.SLOT, 104, theme.LEGAL), point))
    free = () if seat in {*view.resigned, *view.dropped} else range(len(view.hands[seat]), at.SLOTS)
    for place in free:
        sign = signs.well(at.SLOT) if place < view.limits[seat] else signs.medal(at.SLOT)
        items.append(centred(sign, at.slot(box, place)))
    return items


def _left(joker: int | None, point: Point) -> Items:
    """A place that a guest would leave, and the joker that would come into it."""
    if joker is None:
        return [centred(signs.well(at.SLOT), point)]
    return [centred(guest(joker, at.SLOT), point), centred(signs.ghost(at.SLOT + 4, 104), point)]


def _board(width: int, height: int, *, active: bool, gone: bool) -> Drawing:
    """A tray; whose turn it is has a bright rim, one whose player has left is dull and its rim broken."""
    sketch = Sketch(f"cafe:plaque:{width}:{height}:{active}:{gone}", width, height)
    sketch.scale = 1.0
    edge = theme.LEGAL if active else theme.BRASS_DARK
    sketch.area(pen.rounded(0, 0, width, height, 24), theme.DARK)
    sketch.area(pen.rounded(6, 6, width - 6, height - 6, 19), edge)
    inset = 15 if active else 10
    sketch.area(pen.rounded(inset, inset, width - inset, height - inset, 14), theme.LINEN_DARK if gone else theme.LINEN)
    if gone:
        sketch.dashes(pen.rounded(14, 14, width - 14, height - 14, 12), theme.WALL, 6, 16, 14)
    return sketch.drawn()
