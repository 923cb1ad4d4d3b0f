"""Paints the market: the bars on their rows, the bank, the open offer, and what the seats have."""

from __future__ import annotations

from renderer.catan import symbols, theme, wares
from renderer.catan.cards import sign
from renderer.catan.marks import Marks, Shift
from renderer.catan.shop import ROW, Shop, shop
from renderer.catan.table import Items, amount, centred, drawer, seats, strip
from renderer.guatemala import symbols as signs
from renderer.guatemala.badges import tile as badge
from renderer.raster import words
from renderer.scene import Box, Scene
from renderer.sketch import TEXT
from rules.catan.pieces import BOTTOM_ROW, CARD_NAMES, KINDS, RESOURCES, SORT_NAMES, TOP_ROW
from rules.catan.views import CatanPublic, ShownOffer

SIGN = 66
WIDEST = 100
"""Between two kinds of an offer."""


def paint_market(view: CatanPublic, marks: Marks) -> Scene:
    where = Shop(view.seats, view.market, view.offer is not None)
    items: Items = []
    if view.market:
        items += _bars(view, where, marks)
    items += _bank(view, where, marks)
    if view.offer is not None:
        items += _offer(view.offer, where)
    items += seats(view, where, marks)
    return Scene(theme.NAME, shop(where), tuple(items), Box(0, 0, shop(where).width, where.height))


# ── the bars ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _bars(view: CatanPublic, where: Shop, marks: Marks) -> Items:
    items: Items = []
    for shift in marks.shifts:
        items += _came(shift, view, where)
    for sort, row in enumerate(view.bars):
        means = f"bar:{SORT_NAMES[sort]}:{row}"
        items.append(centred(wares.bar(sort), where.slot(sort, row), means, alone=not marks.shifts))
    moved = {shift.sort for shift in marks.shifts}
    for sort in sorted(moved | set(marks.legal_sorts)):
        ink = theme.LEGAL if sort in marks.legal_sorts else theme.WHITE
        items.append(centred(signs.brackets(100, ROW, ink), where.slot(sort, view.bars[sort])))
    if marks.die:
        items.append(centred(symbols.die(marks.die), where.drawer(3, 1).centre))
    return items


def _came(shift: Shift, view: CatanPublic, where: Shop) -> Items:
    """Where a bar came from, unless it stands there again."""
    row = shift.row + (-1 if shift.up else 1)
    if row == view.bars[shift.sort] or not BOTTOM_ROW <= row <= TOP_ROW:
        return []
    return [centred(wares.arrow(up=shift.up), where.slot(shift.sort, row))]


# ── the bank ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _bank(view: CatanPublic, where: Shop, marks: Marks) -> Items:
    items: Items = []
    kinds = KINDS if view.market else RESOURCES
    for kind in range(kinds):
        box = where.drawer(kind)
        items += drawer(box, sign(kind, SIGN), view.bank[kind], f"bank:{CARD_NAMES[kind]}:{view.bank[kind]}")
    rest = [(wares.dev_back(SIGN), view.deck, f"deck:{view.deck}")]
    if view.market:
        rest.append((wares.medal("", SIGN), view.chips_left, f"chips:{view.chips_left}"))
    rest.append((wares.goal(SIGN), view.goal, f"goal:{view.goal}"))
    for i, (drawing, number, means) in enumerate(rest):
        box = where.drawer(i, 1) if view.market else where.drawer(RESOURCES + i)
        items += drawer(box, drawing, number, means)
    for i, left in enumerate(view.site_stock if view.market else ()):
        items += drawer(where.drawer(RESOURCES + i, 1), wares.workshop(SIGN), left, f"sites:{i}:{left}")
    for kind in marks.legal_cards:
        box = where.drawer(kind)
        items.append(centred(signs.brackets(int(box.width), int(box.height), theme.LEGAL), box.centre))
    return items


# ── the open offer ───────────────────────────────────────────────────────────────────────────────────────────────────


def _offer(offer: ShownOffer, where: Shop) -> Items:
    """Who gives what for what, and to whom it is made."""
    top = where.deal
    items: Items = [strip(top)]
    middle = top + 46
    given = [(kind, n) for kind, n in enumerate(offer.gives) if n]
    wanted = [(kind, n) for kind, n in enumerate(offer.gets) if n]
    items.append(centred(badge(offer.seat, 70), (64, middle), f"offer:{offer.seat}"))
    last = 1196 - 74 * len(offer.to)
    pitch = min(WIDEST + 10, (last - 190) / (len(given) + len(wanted)))
    x = 114.0
    for side in (given, wanted):
        for kind, number in side:
            items.append(centred(sign(kind, 62), (x + 31, middle)))
            if number > 1:
                size = TEXT if pitch < WIDEST or number > 9 else 44.0
                items.append(amount(number, x + 65, middle, theme.LINEN, size))
            x += pitch
        if side is given:
            items.append(centred(wares.exchange(62), (x + 31, middle)))
            x += 78
    for i, seat in enumerate(offer.to):
        items.append(centred(badge(seat, 62), (last + 30 + 72 * i, middle)))
    return items


__all__ = ["paint_market", "words"]
