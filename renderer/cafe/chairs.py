"""Paints who sits where, ghosts among them, and the chairs on which nobody sits."""

from __future__ import annotations

from renderer.cafe import furniture, signs
from renderer.cafe import geometry as at
from renderer.cafe.marks import Marks
from renderer.cafe.people import UNNAMED, guest, tall
from renderer.scene import Items, Point, centred
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
            ghost, (x, y) = signs.ghost(at.GUEST + 10, tall(at.GUEST) + 10), at.chair(chair)
            items.append(centred(ghost, (x, max(y, ghost.height / 2))))
    items += [centred(signs.place_of(CHAIR_NAMES[chair]), labelled(cell)[1]) for chair, cell in called(marks).items()]
    for spot in marks.chairs:
        x, y = at.chair(spot.place)
        if spot.place in seated:  # a joker that may be swapped
            items.append(centred(signs.spot(CHAIR_NAMES[spot.place], None), (x, y - 20)))
        else:
            items.append(centred(signs.spot(CHAIR_NAMES[spot.place], spot.worth), (x, y)))
    return items


def called(marks: Marks) -> dict[int, at.Cell]:
    """Each chair that a guest of a plan hides, with the floor beside it on which its name stands."""
    found: dict[int, at.Cell] = {}
    for sits in marks.ghosts:
        free = [cell for cell in at.beside(sits.chair) if at.is_floor(cell) and cell not in found.values()]
        if free:
            found[sits.chair] = min(free, key=lambda cell: (cell in at.CORNERS, cell))
    return found


def labelled(cell: at.Cell) -> tuple[Point, Point]:
    """Where a table's name stands on a cell of floor, and below it a chair's."""
    x, y = at.cell(*cell).centre
    return ((x, y - 18), (x, y + 18)) if cell in at.CORNERS else ((x, y), (x, y))


def _named(sits: Sits) -> int:
    """Between two nations a joker shows which one it counts for; elsewhere that goes without saying."""
    return sits.nation if BETWEEN >> sits.chair & 1 else UNNAMED
