"""What has changed on the island: rings, the movers' signs and the numbers of their moves, and what keeps its light."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from renderer.catan import pieces, symbols
from renderer.catan.corners import turn_box
from renderer.catan.geometry import Layout, layout
from renderer.catan.island import house, robber_at, stand
from renderer.catan.marks import EDGE, Change, Marks
from renderer.catan.prices import corners
from renderer.drawing import signs
from renderer.drawing.players import tile as badge
from renderer.scene import Box, Drawing, Items, Stamp, all_words, centred
from rules.catan.views import CatanPublic

BADGE: Final = 60
CLEAR: Final = 6
"""So much of a changed thing's rim a sign may cover."""


def ringed(change: Change) -> bool:
    """A road has a ring of its own shape."""
    return change.kind != EDGE


def changed_boxes(view: CatanPublic, where: Layout, marks: Marks) -> list[Box]:
    """Around each thing that has changed."""
    cities = {corner for own in view.cities for corner in own}
    boxes: list[Box] = []
    for change in marks.changes:
        match change.kind:
            case "corner":
                drawing = pieces.city(change.seat) if change.place in cities else pieces.settlement(change.seat)
                boxes.append(centred(drawing, house(where, change.place)).box.grown(6))  # its roof stays whole
            case "edge":
                boxes.append(centred(symbols.halo(where.lean(change.place), where), where.edge(change.place)).box)
            case "site":
                boxes.append(_site_box(view, where, change))
            case _:
                boxes.append(centred(pieces.robber(), robber_at(view, where)).box)
    return boxes


def _site_box(view: CatanPublic, where: Layout, change: Change) -> Box:
    means = f"site:{change.seat}:{change.place}"
    own = [d for d, stood in stand(view, change.place).items() if stood == means]
    at = where.beside(change.place, own[-1]) if own else where.hexagon(change.place)
    return centred(pieces.site(change.seat, 0), at).box


LIT: Final = ("changes:", "whose-turn", "die:")


def lit(view: CatanPublic, marks: Marks, boxes: list[Box], items: Items) -> tuple[Box, ...]:
    """What keeps its light: the changes, the roll and what it brought, whose turn it is, the plates of those who are
    waited for.

    The end of a game is all in light, and so is a plan as long as places are asked for; then its ghosts alone are.
    """
    where = layout(market=view.market)
    if view.ending:
        return ()
    if marks.planned:
        return _planned_lit(view, where, marks)
    if not (boxes or marks.gains or marks.dice):
        return ()
    page = where.page
    pairs = zip(boxes, marks.changes, strict=True)
    found = [signs.ringed(box, page).box if ringed(change) else box.grown(-8) for box, change in pairs]
    found += [item.box for item in items if isinstance(item, Stamp) and item.drawing.key.startswith(LIT)]
    return (*found, *(where.seat(view.seats, seat) for seat in view.waiting))


def _planned_lit(view: CatanPublic, where: Layout, marks: Marks) -> tuple[Box, ...]:
    """The ghosts of a plan that asks for no place, and all that is no island."""
    asked = marks.legal_corners or marks.legal_edges or marks.legal_hexes or marks.legal_seats
    drawn = [Change("corner", corner, view.active) for corner in marks.ghost_corners]
    drawn += [Change(EDGE, edge, view.active) for edge in (*marks.ghost_edges, *marks.said_edges)]
    drawn += [Change("site", hexagon, seat) for seat, hexagon in (*marks.ghost_sites, *marks.said_sites)]
    drawn += [Change("robber", view.robber, view.active)] if marks.ghost_robber else []
    if asked or not drawn:
        return ()
    page = where.page
    boxes = changed_boxes(view, where, replace(marks, changes=tuple(drawn)))
    return (*(box.grown(14) for box in boxes), Box(0, where.height, page.right, page.bottom), turn_box())


def told(view: CatanPublic, marks: Marks, boxes: list[Box], items: Items, within: Box) -> Items:
    """The mover's sign at the first thing of each move, and of several moves their numbers."""
    if not any(change.turn for change in marks.changes):
        return []
    hard = [word.box for word in all_words((), items)]
    hard += [item.box.grown(-6) for item in items if isinstance(item, Stamp) and item.means.startswith("chip:")]
    hard += corners(layout(market=view.market))
    hard += [box.grown(-CLEAR) for box, change in zip(boxes, marks.changes, strict=True) if ringed(change)]
    soft = [item.box.grown(-6) for item in items if isinstance(item, Stamp) and item.means.startswith(PIECES)]
    found: Items = []
    seen: set[int] = set()
    for change, box in zip(marks.changes, boxes, strict=True):
        if not change.turn:  # one of many moves long ago
            continue
        stamps = _said(change, box, (hard, soft), within, first=change.turn not in seen, several=marks.turns > 1)
        seen.add(change.turn)
        found += stamps
        hard += [stamp.box for stamp in stamps]
    return found


def _said(
    change: Change, box: Box, taken: tuple[list[Box], list[Box]], within: Box, *, first: bool, several: bool
) -> list[Stamp]:
    mover = _beside(badge(change.seat, BADGE), box, taken, within) if first else None
    number = _number(change, box, mover, taken, within) if several else None
    return [stamp for stamp in (mover, number) if stamp is not None]


def _number(
    change: Change, box: Box, mover: Stamp | None, taken: tuple[list[Box], list[Box]], within: Box
) -> Stamp | None:
    """Which move it was, at the mover's sign, else at the ring."""
    hard, soft = taken
    drawing = signs.turn(change.turn)
    if mover is None:
        return _beside(drawing, box, taken, within)
    near = _beside(drawing, mover.box, ([*hard, mover.box.grown(-10)], soft), within)
    return near or _beside(drawing, box, ([*hard, mover.box], soft), within)


PIECES: Final = ("settlement:", "city:", "site:", "robber:", "harbour:", "road:")
NEAR, AFAR = (-18, -6, 8), (26, 44, 62, 80)
"""At a ring, where a piece that has not changed may be covered; and beyond."""
AROUND: Final = ((1, -1), (-1, -1), (1, 1), (-1, 1), (0, -1), (1, 0), (-1, 0), (0, 1))


def _beside(drawing: Drawing, box: Box, taken: tuple[list[Box], list[Box]], within: Box) -> Stamp | None:
    """At the ring where it covers nothing, or at least no word and no chip; farther away only where that cannot be."""
    for far in (NEAR, AFAR):
        places = [(away, dx, dy) for away in far for dx, dy in AROUND]
        stamps = [_at(drawing, box, *place) for place in places]
        free = [stamp for stamp in stamps if within.holds(stamp.box) and not _meets(stamp, taken[0])]
        best = next((stamp for stamp in free if not _meets(stamp, taken[1])), None)
        if free:
            return best or free[0]
    return None


def _at(drawing: Drawing, box: Box, away: int, dx: int, dy: int) -> Stamp:
    x = box.centre[0] + dx * ((box.width + drawing.width) / 2 + away)
    return centred(drawing, (x, box.centre[1] + dy * ((box.height + drawing.height) / 2 + away)))


def _meets(stamp: Stamp, others: list[Box]) -> bool:
    return stamp.box.grown(-4).meets_any(others)
