"""Paints the island with the plates of the players under it."""

from __future__ import annotations

from msgspec.structs import replace

from renderer.catan import symbols, theme
from renderer.catan.changes import changed_boxes, lit, ringed, told
from renderer.catan.corners import cards, corner_signs
from renderer.catan.events import beneath
from renderer.catan.geometry import layout
from renderer.catan.ghosts import with_sites
from renderer.catan.island import buildings, frames, inside, land, places, planned_roads, roads
from renderer.catan.labels import board_sizes, labels
from renderer.catan.marks import Marks
from renderer.catan.sea import sea
from renderer.drawing import signs
from renderer.painters import Names
from renderer.scene import Items, Scene, Stamp, Words, centred
from rules.catan.views import CatanPublic


def paint_board(view: CatanPublic, marks: Marks, names: Names = (), *, named: bool = True) -> Scene:
    """Without the names of legal places where a close-up writes its own."""
    where, view = layout(market=view.market), with_sites(view, marks)
    boxes = changed_boxes(view, where, marks)
    pairs = [(box, change) for box, change in zip(boxes, marks.changes, strict=True) if ringed(change)]
    rings = [signs.ringed(box, where.page, thin=change.older) for box, change in pairs]
    items = land(view, where, marks)
    items += [centred(symbols.lane(where.lean(e), where), where.edge(e)) for e in places(marks.legal_edges)]
    items += roads(view, where, marks)
    items += frames(view, where, marks)
    items += rings
    sites, over = inside(view, where, marks)
    items += [*sites, *planned_roads(view, where, marks), *buildings(view, where), *over]
    if named:
        spots = marks.legal_corners, marks.legal_edges
        items += labels(where, spots, items, board_sizes(where), where.island.grown(-2), cards=cards(where))
    signed = [*corner_signs(view, marks, names), *beneath(view, where, marks, names)]
    moved = told(view, marks, boxes, [*items, *signed], where.island.grown(-4))
    items += [*moved, *(_over(item, moved) for item in signed)]
    return Scene(theme.NAME, sea(where), tuple(items), where.page, lit=lit(view, marks, boxes, items))


def _over(item: Stamp | Words, moved: Items) -> Stamp | Words:
    """A plate over a sign that found no other room does not lie alone."""
    if isinstance(item, Stamp) and item.alone and any(sign.box.meets(item.box) for sign in moved):
        return replace(item, alone=False)
    return item
