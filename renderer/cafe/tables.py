"""Paints what tables are about: whose are full of their nation, who may still come, what they brought, which count
double.
"""

from __future__ import annotations

from renderer.cafe import geometry as at
from renderer.cafe import moved, signs, theme
from renderer.cafe.chairs import called, labelled
from renderer.cafe.marks import Marks
from renderer.drawing.signs import brackets
from renderer.drawing.sketch import TEXT
from renderer.pixels.raster import words
from renderer.scene import Items, centred
from rules.cafe.board import TABLE_NAMES, TABLE_NATION
from rules.cafe.guests import NATIONS
from rules.cafe.views import CafePublic, to_come


def framed(view: CafePublic, marks: Marks) -> Items:
    """Those full of their nation, and those of a nation that may be named: under the guests, whose hats they touch."""
    items: Items = [centred(signs.crown(100, 90), at.table(table), f"crown:{table}") for table in view.one_nation]
    named = [table for table, nation in enumerate(TABLE_NATION) if nation in marks.nations]
    return items + [centred(brackets(108, 98), at.table(table)) for table in named]


def corners(view: CafePublic, marks: Marks, tiles: moved.Tiles) -> Items:
    """Beside each table its name where it is wanted; else who may still come."""
    if not marks.numbered:
        return [] if view.ending else _to_come(view, tiles)
    free = [table for table in range(len(TABLE_NATION)) if at.corner(table) not in tiles]
    below = set(called(view, marks).values())
    items: Items = []
    for table in free:
        cell = at.corner(table)
        point = labelled(cell)[0] if cell in below else at.cell(*cell).centre
        items.append(words(TABLE_NAMES[table], point, TEXT, theme.WOOD_DARK, theme.FLOOR))
    return items


def _to_come(view: CafePublic, tiles: moved.Tiles) -> Items:
    """Beside one of the two tables of each nation who of it may still be drawn."""
    items: Items = []
    come = to_come(view)
    for nation in range(len(NATIONS)):
        first, second = (at.corner(table) for table, of in enumerate(TABLE_NATION) if of == nation)
        cell = second if first in tiles else first
        if cell in tiles:
            continue
        x, y = at.cell(*cell).centre
        items.append(centred(signs.letters(nation), (x, y - 18), alone=True))
        items.append(centred(signs.who_comes(*come[2 * nation : 2 * nation + 2]), (x, y + 15.5), alone=True))
    return items


def told(view: CafePublic, marks: Marks) -> Items:
    """What they brought, and which count double."""
    items: Items = []
    scored = {spot.place: spot.worth for spot in marks.tables if spot.worth}
    for table, nation in enumerate(TABLE_NATION):
        x, y = at.table(table)
        if worth := scored.get(table):
            items.append(centred(signs.rosette(worth), (x, y - 26)))
        elif nation == view.birthday or nation in marks.nations:
            items.append(centred(signs.double(), (x, y - 26)))
    return items
