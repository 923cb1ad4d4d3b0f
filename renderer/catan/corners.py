"""The corners of the island's picture: the dice, whose turn it is or who has won, and the bank of the base game."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from renderer.catan import symbols, theme
from renderer.catan.geometry import PAGE, Layout
from renderer.catan.marks import Marks
from renderer.catan.prices import bank, corners
from renderer.drawing import names as names_
from renderer.drawing import pen, signs
from renderer.drawing.players import tile as badge
from renderer.drawing.sketch import TEXT, Sketch
from renderer.painters import Names
from renderer.scene import Box, Drawing, Items, Stamp, centred
from rules.catan.views import CatanPublic


def corner_signs(view: CatanPublic, marks: Marks, names: Names) -> Items:
    """The dice on the left; on the right whose turn it is, or who has won; the bank of the base game below."""
    items: Items = []
    if marks.dice:
        for i, value in enumerate(marks.dice):
            items.append(centred(symbols.die(value), (54 + i * 84, 54 + i * 12)))
    seat = view.winner if view.winner >= 0 else view.active
    left, top = PAGE - TURN[0] - 6, 6
    items.append(Stamp(turn_board(), left, top, alone=True))
    items.append(centred(badge(seat, 64), (left + 46, top + 42), f"turn:{seat}"))
    sign = signs.crown(56) if view.winner >= 0 else signs.hourglass(56) if view.waiting else None
    if sign is not None:
        items.append(centred(sign, (left + TURN[0] - 44, top + 42)))
    if seat < len(names):
        room = TURN[0] - 28
        items += names_.name(names[seat], (left + 14, top + 96), room, TEXT, ink=theme.DARK, paper=theme.LINEN)
    return [*items, *([] if view.market else bank(view))]


TURN: Final = (216, 122)


def cards(where: Layout) -> tuple[Box, ...]:
    """What lies in the corners."""
    return *corners(where), turn_box()


def turn_box() -> Box:
    return Box(PAGE - TURN[0] - 6, 6, PAGE - 6, TURN[1] + 6)


@lru_cache(maxsize=1)
def turn_board() -> Drawing:
    sketch = Sketch("whose-turn", *TURN)
    sketch.scale = 1.0
    sketch.outlined(pen.rounded(3, 3, TURN[0] - 3, TURN[1] - 3, 18), theme.LINEN, theme.DARK)
    return sketch.drawn()
