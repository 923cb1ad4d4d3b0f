"""Paints the café: who sits where, who stands at the bar, what is pointed at; the hands of all below."""

from __future__ import annotations

from renderer.cafe import counter, furniture, moved, signs, tables, theme
from renderer.cafe import geometry as at
from renderer.cafe.hall import hall
from renderer.cafe.marks import Marks
from renderer.cafe.panel import panel
from renderer.cafe.people import UNNAMED, guest, tall
from renderer.painters import Names
from renderer.scene import Box, Items, Scene, centred
from rules.cafe.board import BETWEEN, CHAIR_NAMES, CHAIRS
from rules.cafe.guests import TOKENS
from rules.cafe.moves import Sits
from rules.cafe.views import CafePublic, admitted


def paint_cafe(view: CafePublic, marks: Marks, names: Names) -> Scene:
    tiles = moved.tiles(marks)
    items: Items = []
    items += tables.crowned(view)
    items += tables.corners(view, marks, tiles)
    items += _free(view, marks)
    items += counter.fields(view, marks)
    items += moved.frames(marks)
    items += _guests(view, marks)
    items += counter.bar(view, marks)
    items += counter.shelf(view)
    items += tables.told(view, marks)
    items += panel(view, marks, names)
    items += moved.signs_of(marks, tiles)
    page = Box(0, 0, at.PAGE, at.height(view.seats))
    return Scene(theme.NAME, hall(view.seats), tuple(items), page, lit=moved.lit(view, marks, tiles))


# ── chairs ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _free(view: CafePublic, marks: Marks) -> Items:
    """The chairs on which nobody sits, with whom the tables admit."""
    women, men = admitted(view)
    taken = {sits.chair for sits in view.guests}
    taken |= {spot.place for spot in marks.chairs} | {sits.chair for sits in marks.ghosts}
    items: Items = []
    for chair in range(CHAIRS):
        if chair not in taken:
            admits = bool(women >> chair & 1), bool(men >> chair & 1)
            drawing = furniture.chair(chair, admits, numbered=marks.numbered)
            items.append(centred(drawing, at.chair(chair), alone=True))
    return items


def _guests(view: CafePublic, marks: Marks) -> Items:
    """Who sits, ghosts among them, and the chairs that may be named."""
    items: Items = []
    ghosts = {sits.chair: sits for sits in marks.ghosts}
    seated = {sits.chair: sits for sits in view.guests} | ghosts
    for chair, sits in sorted(seated.items()):
        drawing = guest(sits.kind, at.GUEST, _named(sits))
        items.append(centred(drawing, at.chair(chair), f"chair:{chair}:{TOKENS[sits.kind]}"))
        if chair in ghosts:
            items.append(centred(signs.ghost(at.GUEST + 4, tall(at.GUEST) + 4), at.chair(chair)))
    for spot in marks.chairs:
        x, y = at.chair(spot.place)
        if spot.place in seated:  # a joker that may be swapped
            items.append(centred(signs.spot(CHAIR_NAMES[spot.place], None), (x, y - 20)))
        else:
            items.append(centred(signs.spot(CHAIR_NAMES[spot.place], spot.worth), (x, y)))
    return items


def _named(sits: Sits) -> int:
    """Between two nations a joker shows which one it counts for; elsewhere that goes without saying."""
    return sits.nation if BETWEEN >> sits.chair & 1 else UNNAMED
