"""Paints the café: who sits where, who stands at the bar, what is pointed at; the hands of all below."""

from __future__ import annotations

from typing import Final

from renderer.cafe import furniture, signs, theme
from renderer.cafe import geometry as at
from renderer.cafe.hall import hall
from renderer.cafe.marks import Marks
from renderer.cafe.panel import panel
from renderer.cafe.people import UNNAMED, guest
from renderer.raster import amount, words
from renderer.scene import Box, Items, Scene, centred
from renderer.sketch import TEXT
from rules.cafe.board import BAR_FIELDS, BETWEEN, CHAIR_NAMES, CHAIRS, TABLE_NAMES, TABLE_NATION
from rules.cafe.guests import NATIONS, TOKENS
from rules.cafe.moves import Sits
from rules.cafe.views import BIRTHDAY, CafePublic

SIGN: Final = 64
BIG: Final = 44.0


def paint_cafe(view: CafePublic, marks: Marks) -> Scene:
    items: Items = []
    items += _crowned(view)
    items += _chairs(view, marks)
    items += _bar(view, marks)
    items += _shelf(view)
    items += _tables(view, marks)
    items += panel(view, marks)
    return Scene(theme.NAME, hall(view.seats), tuple(items), Box(0, 0, at.PAGE, at.height(view.seats)))


# ── chairs ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _chairs(view: CafePublic, marks: Marks) -> Items:
    items: Items = []
    seated = {sits.chair: sits for sits in view.guests}
    ghosts = {sits.chair: sits for sits in marks.ghosts}
    legal = {spot.place: spot for spot in marks.chairs}
    for chair in range(CHAIRS):
        x, y = at.chair(chair)
        sits = ghosts.get(chair) or seated.get(chair)
        if chair in marks.seated:
            items.append(centred(signs.glow(96, 96), (x, y)))
        if sits:
            items.append(
                centred(guest(sits.kind, at.GUEST, _named(sits)), (x, y), f"chair:{chair}:{TOKENS[sits.kind]}")
            )
        if chair in legal:
            if sits:  # a joker that may be swapped
                items.append(centred(signs.spot(CHAIR_NAMES[chair], None), (x, y - 24)))
            else:
                items.append(centred(signs.spot(CHAIR_NAMES[chair], legal[chair].worth), (x, y)))
        elif chair in ghosts:
            items.append(centred(signs.ghost(96, 96), (x, y)))
        elif chair in marks.seated:
            items.append(centred(signs.brackets(96, 96), (x, y)))
        elif not sits:
            items.append(centred(furniture.chair(chair), (x, y), alone=True))
    return items


def _named(sits: Sits) -> int:
    """Between two nations a joker shows which one it counts for; elsewhere that goes without saying."""
    return sits.nation if BETWEEN >> sits.chair & 1 else UNNAMED


# ── tables ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _crowned(view: CafePublic) -> Items:
    return [centred(signs.crown(108), at.table(table), f"crown:{table}") for table in view.one_nation]


def _tables(view: CafePublic, marks: Marks) -> Items:
    items: Items = []
    for table, nation in enumerate(TABLE_NATION):
        x, y = at.corner(table)
        if nation == view.birthday or nation in marks.nations:
            items.append(centred(signs.double(), (x, y + 20)))
            y -= 20
        items.append(words(TABLE_NAMES[table], (x, y), TEXT, theme.WOOD_DARK, theme.FLOOR))
        if nation in marks.nations:
            items.append(centred(signs.brackets(112, 112), at.table(table)))
    for spot in marks.tables:
        x, y = at.table(spot.place)
        if spot.worth:
            items.append(centred(signs.rosette(spot.worth), (x, y - 20)))
    return items


# ── the bar ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _bar(view: CafePublic, marks: Marks) -> Items:
    items: Items = [centred(signs.glow(92, 92), at.field(field)) for field in marks.stood]
    for field, kind in enumerate(view.bar):
        items.append(centred(guest(kind, 86), at.field(field), f"bar:{field}:{TOKENS[kind]}"))
    for field in range(len(view.bar), len(BAR_FIELDS)):
        if field == len(view.bar) and marks.to_bar >= 0:
            items.append(centred(guest(marks.to_bar, 86), at.field(field)))
            items.append(centred(signs.ghost(92, 92), at.field(field)))
            continue
        saucer = signs.saucer(BAR_FIELDS[field], 82, follows=field == len(view.bar))
        items.append(centred(saucer, at.field(field), alone=True))
    items += [centred(signs.brackets(92, 92), at.field(field)) for field in marks.stood]
    return items


def _shelf(view: CafePublic) -> Items:
    """The bag, and what the variants are about."""
    y = at.BAR.top + at.SHELF / 2 - 2
    x = at.BAR.left + 46
    items: Items = [centred(signs.bag(SIGN), (x, y)), amount(view.bag, (x + 42, y), BIG, theme.CREAM, theme.COUNTER)]
    if view.threshold:
        x += 150
        text = NATIONS[view.birthday] if view.birthday >= 0 else str(view.threshold)
        items += [centred(signs.cake(SIGN), (x, y)), amount(text, (x + 42, y), BIG, theme.CREAM, theme.COUNTER)]
    if view.phase == BIRTHDAY:
        items.append(centred(signs.brackets(76, 76, theme.LEGAL), (x, y)))
    sign = signs.mug(SIGN) if view.regulars else signs.bottles()
    items.append(centred(sign, (at.BAR.right - 56, y)))
    return items
