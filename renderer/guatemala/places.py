"""The places where something may be built, or a ship may sail from, with what it costs or brings."""

from __future__ import annotations

from renderer.drawing import signs
from renderer.drawing.sketch import TEXT
from renderer.guatemala import symbols, theme
from renderer.guatemala.geometry import Layout, harbour_of
from renderer.guatemala.marks import Spot
from renderer.pixels.raster import words
from renderer.scene import Items, centred
from rules.guatemala.board import HARBOUR
from rules.guatemala.views import GuatemalaPublic


def legal_place(view: GuatemalaPublic, where: Layout, mark: Spot) -> Items:
    if mark.place >= HARBOUR:
        return _harbour(view, where, mark)
    box = where.place(mark.place)
    x, y = box.centre
    size = where.field - 6
    items: Items = [centred(symbols.spot(size, size), (x, y))]
    off = 20 if mark.worth is not None else 0
    items.append(words(mark.label, (x, y - off), TEXT, theme.DARK, theme.LEGAL))
    if mark.worth is not None:
        items.append(centred(symbols.coin(mark.worth, 42, theme.GOLD_DARK), (x, y + 18)))
    return items


def _harbour(view: GuatemalaPublic, where: Layout, mark: Spot) -> Items:
    """The dock where a ship would lie; when a ship is to sail, the whole harbour."""
    harbour = harbour_of(mark.place)
    ships = len(view.harbours[harbour])
    if mark.worth is None:
        docks = [where.dock(harbour, dock) for dock in range(ships)]
        return [centred(signs.brackets(where.field, where.field, theme.LEGAL), point) for point in docks]
    point = where.dock(harbour, ships)
    return [
        centred(symbols.spot(where.field - 20, where.field - 20), point),
        centred(symbols.coin(mark.worth), point),
    ]
