"""Paints the café: who sits where, who stands at the bar, what is pointed at; the hands of all below."""

from __future__ import annotations

from typing import Final

from renderer.cafe import furniture, moved, signs, theme
from renderer.cafe import geometry as at
from renderer.cafe.hall import hall
from renderer.cafe.marks import Marks
from renderer.cafe.panel import panel
from renderer.cafe.people import UNNAMED, guest, tall
from renderer.painters import Names
from renderer.raster import amount, words
from renderer.scene import Box, Items, Scene, centred
from renderer.sketch import TEXT
from rules.cafe.board import BAR_FIELDS, BETWEEN, CHAIR_NAMES, CHAIRS, TABLE_NAMES, TABLE_NATION
from rules.cafe.guests import NATIONS, TOKENS
from rules.cafe.moves import Sits
from rules.cafe.views import BIRTHDAY, CafePublic, admitted, to_come

SIGN: Final = 60
BIG: Final = 51.0
STANDS: Final = 84
"""How wide a guest at the bar is."""
SAUCER: Final = 66


def paint_cafe(view: CafePublic, marks: Marks, names: Names) -> Scene:
    tiles = moved.tiles(marks)
    items: Items = []
    items += _crowned(view)
    items += _corners(view, marks, tiles)
    items += _free(view, marks)
    items += _fields(view, marks)
    items += moved.frames(marks)
    items += _guests(view, marks)
    items += _bar(view, marks)
    items += _shelf(view)
    items += _tables(view, marks)
    items += panel(view, marks, names)
    items += moved.signs_of(marks, tiles)
    page = Box(0, 0, at.PAGE, at.height(view.seats))
    return Scene(theme.NAME, hall(view.seats), tuple(items), page, lit=moved.lit(view, marks, tiles))


# ── chairs ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _free(view: CafePublic, marks: Marks) -> Items:
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


def _guests(view: CafePublic, marks: Marks) -> Items:
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


# ── tables ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _crowned(view: CafePublic) -> Items:
    return [centred(signs.crown(100, 90), at.table(table), f"crown:{table}") for table in view.one_nation]


def _corners(view: CafePublic, marks: Marks, tiles: moved.Tiles) -> Items:
    """Beside each table its name where it is wanted; else who may still come."""
    if not marks.numbered:
        return [] if view.ending else _to_come(view, tiles)
    free = [table for table in range(len(TABLE_NATION)) if at.corner(table) not in tiles]
    return [
        words(TABLE_NAMES[table], at.cell(*at.corner(table)).centre, TEXT, theme.WOOD_DARK, theme.FLOOR)
        for table in free
    ]


def _to_come(view: CafePublic, tiles: moved.Tiles) -> Items:
    """Beside one of the two tables of each nation who of it may still be drawn."""
    items: Items = []
    come = to_come(view)
    for nation in range(len(NATIONS)):
        first, second = (at.corner(table) for table, of in enumerate(TABLE_NATION) if of == nation)
        cell = second if first in tiles else first
        if cell in tiles:
            continue
        drawing = signs.who_comes(nation, come[2 * nation], come[2 * nation + 1])
        items.append(centred(drawing, at.cell(*cell).centre, alone=True))
    return items


def _tables(view: CafePublic, marks: Marks) -> Items:
    """What they brought, and which count double."""
    items: Items = []
    scored = {spot.place: spot.worth for spot in marks.tables if spot.worth}
    for table, nation in enumerate(TABLE_NATION):
        x, y = at.table(table)
        if nation in marks.nations:
            items.append(centred(signs.brackets(108, 98), (x, y)))
        if worth := scored.get(table):
            items.append(centred(signs.rosette(worth), (x, y - 26)))
        elif nation == view.birthday or nation in marks.nations:
            items.append(centred(signs.double(), (x, y - 26)))
    return items


# ── the bar ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _fields(view: CafePublic, marks: Marks) -> Items:
    """The free fields, the next one large."""
    taken = len(view.bar)
    items: Items = [
        centred(signs.saucer(BAR_FIELDS[field], SAUCER), at.field(field), alone=True)
        for field in range(taken + 1, len(BAR_FIELDS))
    ]
    if taken < len(BAR_FIELDS) and marks.to_bar < 0:
        x, y = at.field(taken)
        last = taken % at.ACROSS == at.ACROSS - 1
        items.append(centred(signs.follows(BAR_FIELDS[taken]), (x - 3 if last else x + 6, y)))
    return items


def _bar(view: CafePublic, marks: Marks) -> Items:
    """Who stands there."""
    items: Items = []
    for field, kind in enumerate(view.bar):
        if field in marks.stood:
            items.append(centred(signs.frame(at.FIELD[0] + 6, at.FIELD[1] + 12), at.field(field)))
        items.append(centred(guest(kind, STANDS), at.field(field), f"bar:{field}:{TOKENS[kind]}"))
    if marks.to_bar >= 0:
        point = at.field(len(view.bar))
        items.append(centred(guest(marks.to_bar, STANDS), point))
        items.append(centred(signs.ghost(at.FIELD[0], at.FIELD[1] + 2), point))
    return items


def _shelf(view: CafePublic) -> Items:
    """The bag, and what the variants are about."""
    y = at.BAR.top + at.SHELF / 2 + 1
    x = at.BAR.left + 46
    items: Items = [centred(signs.bag(SIGN), (x, y)), amount(view.bag, (x + 40, y), BIG, theme.CREAM, theme.COUNTER)]
    if view.threshold:
        x += 150
        text = NATIONS[view.birthday] if view.birthday >= 0 else str(view.threshold)
        items += [centred(signs.cake(SIGN), (x, y)), amount(text, (x + 40, y), BIG, theme.CREAM, theme.COUNTER)]
    if view.phase == BIRTHDAY:
        items.append(centred(signs.brackets(72, 72, theme.LEGAL), (x, y)))
    if view.regulars:
        items.append(centred(signs.mug(SIGN), (at.BAR.right - 54, y)))
    return items
