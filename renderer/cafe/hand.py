"""Paints what one seat is asked: its guests, large, and whether its turn would end at the door."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from renderer.cafe import signs, theme
from renderer.cafe.geometry import PAGE, SLOTS
from renderer.cafe.people import guest
from renderer.drawing import pen
from renderer.drawing.players import tile
from renderer.drawing.signs import hourglass
from renderer.drawing.sketch import LINE
from renderer.scene import Area, Box, Drawing, Items, Scene, Shape, centred
from rules.cafe.guests import TOKENS
from rules.cafe.views import BIRTHDAY, CafeSeat

HEIGHT: Final = 260
SIZE: Final = 180
FIRST: Final = 310
PITCH: Final = 196


def paint_hand(view: CafeSeat) -> Scene:
    items: Items = [centred(tile(view.seat, 116), (106, 90), f"seat:{view.seat}")]
    for place in range(SLOTS):
        point = FIRST + place * PITCH, 128
        if place < len(view.hand):
            kind = view.hand[place]
            items.append(centred(guest(kind, SIZE), point, f"hand:{TOKENS[kind]}"))
        else:
            gone = place >= view.limit
            items.append(centred(signs.medal(SIZE, view.limit) if gone else signs.well(SIZE), point))
    if view.topic:
        asked = signs.cake(84) if view.topic == BIRTHDAY else hourglass(84)
        items.append(centred(asked, (72 if view.drops_out else 106, 196)))
    if view.drops_out:
        items.append(centred(signs.door(84), (152, 196)))
    return Scene(theme.NAME, tray(), tuple(items), Box(0, 0, PAGE, HEIGHT))


@lru_cache(maxsize=1)
def tray() -> Drawing:
    """A waiter's tray."""
    shapes: list[Shape] = [Area(pen.rectangle(0, 0, PAGE, HEIGHT), theme.WALL)]
    shapes += pen.outlined(pen.rounded(8, 8, PAGE - 8, HEIGHT - 8, 40), theme.BRASS, theme.DARK, LINE)
    shapes.append(Area(pen.rounded(20, 20, PAGE - 20, HEIGHT - 20, 30), theme.LINEN))
    return Drawing.of("cafe:tray", PAGE, HEIGHT, shapes)
