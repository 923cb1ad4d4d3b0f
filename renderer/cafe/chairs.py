"""Paints who sits where, ghosts among them, and the chairs on which nobody sits."""

from __future__ import annotations

from renderer.cafe import furniture, signs
from renderer.cafe import geometry as at
from renderer.cafe.marks import Marks
from renderer.cafe.people import UNNAMED, guest, tall
from renderer.scene import Items, centred
from rules.cafe.board import BETWEEN, CHAIR_NAMES, CHAIRS
from rules.cafe.guests import TOKENS
from rules.cafe.moves import Sits
from rules.cafe.views import CafePublic, admitted


def free(view: CafePublic, marks: Marks) -> Items:
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


def guests(view: CafePublic, marks: Marks) -> Items:
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
