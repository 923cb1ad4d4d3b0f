"""Paints the end: the volcanoes at evening, the ranking, what each coffee brought, and the sacks that were left."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from renderer import ending
from renderer.drawing import pen
from renderer.drawing.plates import Player
from renderer.ending import Entry, Look
from renderer.guatemala import symbols, theme
from renderer.guatemala.geometry import PAGE
from renderer.guatemala.land import sky
from renderer.guatemala.pieces import piece
from renderer.painters import Names
from renderer.scene import Area, Drawing, Scene, Shape
from rules.contract import Fact
from rules.guatemala.pieces import LETTERS, SACK
from rules.guatemala.views import BEYOND, GuatemalaPublic, ranked, sources

LOOK: Final = Look(theme.NAME, theme.LINEN, theme.ADOBE_DARK, theme.STRAW)


def paint_end(view: GuatemalaPublic, told: Sequence[Fact], names: Names) -> Scene | None:
    if not view.ending:
        return None
    places = ranked(view)
    results = [_result(view, seat, places[seat], told, names[seat] if names else "") for seat in range(view.seats)]
    return ending.paint(LOOK, _ground(view.seats), results)


def _result(view: GuatemalaPublic, seat: int, place: int, told: Sequence[Fact], name: str) -> ending.Result:
    player = Player(seat, name, gone=seat in view.resigned, place=place)
    brought = [
        Entry(_source(source), ending.signed(points), f"from:{seat}:{source}")
        for source, points in (sources(view, seat, told) if told else ())
        if points or source != BEYOND
    ]
    held = [Entry(symbols.coins(46), str(view.money[seat]), f"money:{seat}")]
    sacks = [(coffee, n) for coffee, n in enumerate(view.hands[seat]) if n]
    held += [Entry(piece(SACK + coffee, 52), str(n), f"hand:{seat}:{LETTERS[coffee]}:{n}") for coffee, n in sacks]
    return ending.Result(player, view.points[seat], tuple(brought), tuple(held))


def _source(name: str) -> Drawing:
    if name == BEYOND:
        return symbols.beyond(ending.ICON)
    return symbols.coffee(LETTERS.index(name), ending.ICON)


@lru_cache(maxsize=3)
def _ground(seats: int) -> Drawing:
    height, head = ending.height(seats), ending.HEADS[seats]
    shapes: list[Shape] = [Area(pen.rectangle(0, 0, PAGE, height), theme.SKY)]
    shapes += sky(head)
    shapes.append(Area(pen.rectangle(0, head - 14, PAGE, height), theme.GARDEN))
    return Drawing.of(f"guatemala:end:{seats}", PAGE, height, shapes)
