"""What just happened: frames under the guests of the last moves, the movers' signs beside them, and what stays lit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from renderer.cafe import geometry as at
from renderer.cafe import signs
from renderer.cafe.geometry import Cell
from renderer.cafe.marks import Marks, Moved
from renderer.cafe.people import tall
from renderer.drawing.players import tile
from renderer.drawing.signs import turn
from renderer.scene import Box, Items, Point, centred
from rules.cafe.board import CELLS, TABLES
from rules.cafe.views import CafePublic

AROUND: Final = 14
"""So much larger than a guest its frame is."""
TILE, SMALL = 64, 44
"""The mover's sign on the floor, and at the bar, where it covers no letters and no hat."""
PAIRED: Final = 48
"""The sign beside the number of its move."""
Tiles = Mapping[Cell, int]
"""Cells of free floor, each with the number of the move whose mover's sign stands there."""


def tiles(marks: Marks) -> Tiles:
    """Beside each guest of a move one; two guests of a move may share it. Cells that say nothing are taken first."""
    found: dict[Cell, int] = {}
    for number, move in enumerate(marks.moves):
        for chair in move.chairs:
            free = [cell for cell in at.beside(chair) if at.is_floor(cell) and found.get(cell, number) == number]
            if free and not any(cell in found for cell in free):
                found[min(free, key=lambda cell: (_shared(cell, move, chair), cell in at.CORNERS, cell))] = number
    return found


def _shared(cell: Cell, move: Moved, chair: int) -> bool:
    """False for a cell that lies beside another guest of the move too."""
    return not any(cell in at.beside(other) for other in move.chairs if other != chair)


def frames(marks: Marks) -> Items:
    wide, high = at.GUEST + AROUND, tall(at.GUEST) + AROUND
    points = ((at.chair(chair), signs.frame(wide, high, thin=chair in marks.older)) for chair in marks.seated)
    return [centred(frame, (x, max(y, high / 2))) for (x, y), frame in points]


def signs_of(marks: Marks, tiles_: Tiles) -> Items:
    """The movers' signs, and of several moves which it was."""
    items: Items = []
    numbers = marks.numbers
    several = len(set(numbers)) > 1
    for cell, number in tiles_.items():
        seat, (x, y) = marks.moves[number].seat, _towards(cell, marks.moves[number])
        if several and numbers[number] > 0:
            x = at.cell(*cell).centre[0]
            items.append(centred(tile(seat, PAIRED), (x - 20, y)))
            items.append(centred(turn(numbers[number]), (x + 21, y + 2)))
        else:
            items.append(centred(tile(seat, TILE), (x, y)))
    for number, move in enumerate(marks.moves):
        if move.field >= 0:
            _, sign, at_number = at.stood(move.field)
            items.append(centred(tile(move.seat, SMALL), sign))
            if several and numbers[number] > 0:
                items.append(centred(signs.number(numbers[number]), at_number))
    return items


def _towards(cell: Cell, move: Moved) -> Point:
    """The middle of a cell, a little nearer to the guest."""
    x, y = at.cell(*cell).centre
    near = [at.chair(chair) for chair in move.chairs if cell in at.beside(chair)]
    dx = sum(px - x for px, _ in near)
    dy = sum(py - y for _, py in near)
    return x + dx * 0.08, y + dy * 0.08


def lit(view: CafePublic, marks: Marks, tiles_: Tiles) -> tuple[Box, ...]:
    """The guests of the last moves with the signs beside them, the tables that they scored, the plaques with gains, and
    that of who comes next.
    """
    if marks.chairs:
        return _offered(view, marks)
    if not marks.moves or marks.ghosts or marks.to_bar >= 0:
        return ()
    found = [at.cell(*CELLS[chair]).grown(AROUND / 2) for chair in marks.seated]
    for field in marks.stood:
        x, y = at.field(field)
        found.append(Box(x - 54, y - 44, x + 50, y + 44))
    found += [at.cell(TABLES[spot.place].row, TABLES[spot.place].column).grown(3) for spot in marks.tables]
    found += [at.cell(*cell) for cell in tiles_]
    seats = {move.seat for move in marks.moves} | ({view.active} if view.active >= 0 else set[int]())
    return (*found, *(at.plaque(view.seats, seat) for seat in sorted(seats)))


def _offered(view: CafePublic, marks: Marks) -> tuple[Box, ...]:
    """The chairs that may be named, the guests that a plan has seated already, and whose plan it is."""
    places = [spot.place for spot in marks.chairs] + [sits.chair for sits in marks.ghosts]
    return (*(at.cell(*CELLS[place]).grown(4) for place in places), at.plaque(view.seats, view.active))
