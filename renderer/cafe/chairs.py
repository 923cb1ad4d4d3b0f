"""Paints who sits where, ghosts among them, and the chairs on which nobody sits."""

from __future__ import annotations

from typing import Final

from renderer.cafe import furniture, signs, theme
from renderer.cafe import geometry as at
from renderer.cafe.marks import Marks
from renderer.cafe.people import UNNAMED, guest, tall
from renderer.drawing.signs import brackets
from renderer.scene import Items, Point, centred
from rules.cafe.board import BETWEEN, CHAIR_NAMES, CHAIRS
from rules.cafe.guests import TOKENS
from rules.cafe.moves import Sits
from rules.cafe.views import CafePublic, admitted

AROUND: Final = (106, 92)
"""Around a joker that may be swapped."""


def free(view: CafePublic, marks: Marks) -> Items:
    """The chairs on which nobody sits, with whom the tables admit; named where none is offered, for those stand out."""
    women, men = admitted(view)
    named = marks.numbered and not marks.chairs
    taken = {sits.chair for sits in view.guests}
    taken |= {spot.place for spot in marks.chairs} | {sits.chair for sits in marks.ghosts}
    items: Items = []
    for chair in range(CHAIRS):
        if chair not in taken:
            admits = bool(women >> chair & 1), bool(men >> chair & 1)
            drawing = furniture.chair(chair, admits, numbered=named)
            items.append(centred(drawing, at.chair(chair), alone=True))
    return items


def guests(view: CafePublic, marks: Marks) -> Items:
    """Who sits, ghosts among them, and the chairs that may be named."""
    ghosts = {sits.chair: sits for sits in marks.ghosts}
    seated = {sits.chair: sits for sits in view.guests} | ghosts
    jokers = [spot.place for spot in marks.chairs if spot.place in seated]
    places = {chair: at.chair(chair) for chair in jokers}
    items: Items = [centred(brackets(*AROUND, theme.LEGAL), (x, max(y, AROUND[1] / 2))) for x, y in places.values()]
    for chair, sits in sorted(seated.items()):
        drawing = guest(sits.kind, at.GUEST, _named(sits))
        items.append(centred(drawing, at.chair(chair), f"chair:{chair}:{TOKENS[sits.kind]}"))
        if chair in ghosts:
            ghost, (x, y) = signs.ghost(at.GUEST + 10, tall(at.GUEST) + 10), at.chair(chair)
            items.append(centred(ghost, (x, max(y, ghost.height / 2))))
    for chair, cell in called(view, marks).items():
        items.append(centred(signs.place_of(CHAIR_NAMES[chair]), labelled(cell)[1]))
    for spot in marks.chairs:
        if spot.place not in seated:
            items.append(centred(signs.spot(CHAIR_NAMES[spot.place], spot.worth), at.chair(spot.place)))
    return items


def called(view: CafePublic, marks: Marks) -> dict[int, at.Cell]:
    """Each chair that a plan names and a guest hides, with the floor beside it on which its name stands: those of the
    plan's guests, and of jokers that may be swapped.
    """
    taken = {sits.chair for sits in view.guests}
    hidden = [sits.chair for sits in marks.ghosts] + [spot.place for spot in marks.chairs if spot.place in taken]
    found: dict[int, at.Cell] = {}
    for chair in hidden:
        free = [cell for cell in at.beside(chair) if at.is_floor(cell) and cell not in found.values()]
        if free:
            found[chair] = min(free, key=lambda cell: (cell in at.CORNERS, cell))
    return found


def labelled(cell: at.Cell) -> tuple[Point, Point]:
    """Where a table's name stands on a cell of floor, and below it a chair's."""
    x, y = at.cell(*cell).centre
    return ((x, y - 20), (x, y + 15)) if cell in at.CORNERS else ((x, y), (x, y))


def _named(sits: Sits) -> int:
    """Between two nations a joker shows which one it counts for; elsewhere that goes without saying."""
    return sits.nation if BETWEEN >> sits.chair & 1 else UNNAMED
