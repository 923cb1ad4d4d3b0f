"""Paints what one seat alone may see: its sacks, and its answer or plan as it stands."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from renderer.drawing import pen, signs
from renderer.drawing.players import tile
from renderer.drawing.sketch import LINE
from renderer.guatemala import symbols, theme
from renderer.guatemala.geometry import PAGE
from renderer.guatemala.pieces import piece
from renderer.pixels.raster import words
from renderer.scene import Area, Box, Drawing, Items, Scene, Shape, Stroke, centred
from rules.guatemala.pieces import COFFEES, LETTERS, SACK
from rules.guatemala.views import GuatemalaSeat

HEIGHT: Final = 342
SIZE: Final = 166
FIRST: Final = 286
PITCH: Final = 198
MANY: Final = 64.0


def paint_hand(view: GuatemalaSeat) -> Scene:
    items: Items = [centred(tile(view.seat, 116), (106, 104), f"seat:{view.seat}")]
    for coffee in COFFEES:
        x, amount = FIRST + coffee * PITCH, view.stock[coffee]
        if amount:
            items.append(centred(piece(SACK + coffee, SIZE), (x, 124), f"hand:{LETTERS[coffee]}"))
        else:
            items.append(centred(symbols.waiting_field(SIZE), (x, 124)))
        items.append(words(str(amount), (x, 262), MANY, theme.DARK, theme.ADOBE))
    items += _answer(view)
    if view.plan_lay >= 0:
        box = signs.brackets(SIZE + 20, SIZE + 20)
        items.append(centred(box, (FIRST + view.plan_lay * PITCH, 124)))
    if view.plan_sail >= 0:
        items.append(centred(symbols.ship_sign(84), (84, 246)))
        items.append(words(str(view.plan_sail + 1), (146, 254), MANY, theme.DARK, theme.ADOBE))
    return Scene(theme.NAME, table(), tuple(items), Box(0, 0, PAGE, HEIGHT))


def _answer(view: GuatemalaSeat) -> Items:
    """Asked about a blockade: an hourglass; then what it said. Only the holder of a sack sees the barrier."""
    if not view.asked:
        return []
    if view.answer:
        return [centred(symbols.barrier() if view.answer == "block" else symbols.open_way(), (100, 232))]
    items: Items = [centred(signs.hourglass(84), (100 if not view.may_block else 78, 232))]
    if view.may_block:
        items.append(centred(symbols.barrier(), (158, 232)))
    return items


@lru_cache(maxsize=1)
def table() -> Drawing:
    """A table with a cloth on it."""
    shapes: list[Shape] = [Area(pen.rectangle(0, 0, PAGE, HEIGHT), theme.TIMBER)]
    shapes += [Stroke(((0, y), (PAGE, y)), theme.TIMBER_DARK, LINE) for y in (82, 165, 248)]
    shapes.append(Area(pen.rounded(12, 14, PAGE - 12, HEIGHT - 8, 26), theme.TIMBER_DARK))
    shapes.append(Area(pen.rounded(12, 10, PAGE - 12, HEIGHT - 14, 26), theme.ADOBE))
    for inset, ink in ((22, theme.CHERRY), (34, theme.SCARF)):
        cloth = pen.rounded(inset - 2, inset - 4, PAGE - inset + 2, HEIGHT - inset, 20)
        shapes.append(Stroke(cloth, ink, LINE, closed=True))
    return Drawing.of("guatemala:table", PAGE, HEIGHT, shapes)
