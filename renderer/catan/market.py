"""Paints the market: the bars on their rows, the bank, the open offer, and what the seats have."""

from __future__ import annotations

from typing import Final

from renderer import signs
from renderer.catan import symbols, theme, wares
from renderer.catan.cards import sign
from renderer.catan.geometry import PAGE
from renderer.catan.marks import Marks, Shift
from renderer.catan.shop import OFFER, ROW, Shop, shop
from renderer.catan.table import BIG, drawer, seats, strip
from renderer.players import tile as badge
from renderer.raster import amount
from renderer.scene import Box, Items, Point, Scene, Stamp, centred
from renderer.sketch import TEXT
from rules.catan.pieces import BOTTOM_ROW, CARD_NAMES, KINDS, RESOURCES, SORT_NAMES, TOP_ROW
from rules.catan.views import CatanPublic, ShownOffer

SIGN: Final = 70
MOST: Final = 6
"""So many kinds of an offer have room in one line."""


def paint_market(view: CatanPublic, marks: Marks) -> Scene:
    where = Shop(view.seats, view.market, lines_of(view.offer))
    items: Items = []
    if view.market:
        items += _bars(view, where, marks)
    items += _bank(view, where, marks)
    if view.offer is not None:
        items += _offer(view.offer, where)
    items += seats(view, where, marks)
    return Scene(theme.NAME, shop(where), tuple(items), Box(0, 0, PAGE, where.height))


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
        items.append(centred(signs.brackets(112, ROW + 6, ink), where.slot(sort, view.bars[sort])))
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


def _kinds(cards: tuple[int, ...]) -> list[tuple[int, int]]:
    return [(kind, number) for kind, number in enumerate(cards) if number]


def lines_of(offer: ShownOffer | None) -> int:
    """Cards of many kinds need two."""
    if offer is None:
        return 0
    return 1 if len(_kinds(offer.gives)) + len(_kinds(offer.gets)) <= MOST else 2


def _offer(offer: ShownOffer, where: Shop) -> Items:
    """Who gives what for what, and to whom it is made; of two lines the shorter one has room for these."""
    given, wanted = _kinds(offer.gives), _kinds(offer.gets)
    upper = where.deal + OFFER // 2 - 6
    lower = upper + OFFER * (where.offer - 1)
    items: Items = [Stamp(strip(where.offer), 10, where.deal, alone=True)]
    items.append(centred(badge(offer.seat, 70), (64, upper), f"offer:{offer.seat}"))
    left = PAGE - 24 - 74 * len(offer.to)
    short = where.offer == 1 or len(given) <= len(wanted)
    x = _side(items, given, (114, upper), left if short else PAGE - 24)
    if where.offer == 2:
        x = 32
    items.append(centred(wares.exchange(64), (x + 32, lower)))
    _side(items, wanted, (x + 82, lower), left if where.offer == 1 or not short else PAGE - 24)
    for i, seat in enumerate(offer.to):
        items.append(centred(badge(seat, 64), (left + 38 + 74 * i, upper if short else lower)))
    return items


def _side(items: Items, cards: list[tuple[int, int]], at: Point, end: float) -> float:
    """Lays down signs with their numbers from a place on, close enough to end in time; where the next may lie."""
    x, y = at
    sizes = [TEXT if number > 9 else BIG for _, number in cards]
    texts = [
        amount(n, (0, y), size, theme.DARK, theme.LINEN) if n > 1 else None
        for (_, n), size in zip(cards, sizes, strict=True)
    ]
    wide = sum(68 + (text.box.width if text else 0) for text in texts)
    gap = min(16, (end - x - wide) / max(1, len(cards)))
    for (kind, number), text, size in zip(cards, texts, sizes, strict=True):
        items.append(centred(sign(kind, 66), (x + 33, y)))
        x += 68
        if text:
            items.append(amount(number, (x, y), size, theme.DARK, theme.LINEN))
            x += text.box.width
        x += gap
    return x + 10
