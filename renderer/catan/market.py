"""Paints the market: the bars on their rows, the bank, the open offer, and what the seats have."""

from __future__ import annotations

from typing import Final

from renderer.catan import symbols, theme, wares
from renderer.catan.cards import sign
from renderer.catan.geometry import PAGE
from renderer.catan.marks import Marks, Shift
from renderer.catan.shop import OFFER, SORT, Shop, shop
from renderer.catan.table import BIG, drawer, strip
from renderer.drawing import signs
from renderer.drawing.players import tile as badge
from renderer.drawing.sketch import TEXT
from renderer.pixels.raster import amount
from renderer.scene import Box, Items, Point, Scene, Stamp, centred
from rules.catan.pieces import BOTTOM_ROW, CARD_NAMES, KINDS, RESOURCES, SORT_NAMES, TOP_ROW
from rules.catan.views import CatanPublic, ShownOffer

SIGN, LARGE_SIGN = 70, 120
MOST: Final = 6
"""So many kinds of an offer have room in one line."""


def _shop(view: CatanPublic) -> Shop:
    return Shop(view.market, lines_of(view.offer))


def market_page(view: CatanPublic) -> Box:
    return _shop(view).page


def paint_market(view: CatanPublic, marks: Marks) -> Scene:
    where = _shop(view)
    items: Items = []
    if view.market:
        items += _bars(view, where, marks)
    items += _bank(view, where, marks)
    if view.offer is not None:
        items += _offer(view.offer, where)
    moved = sorted({shift.sort for shift in marks.shifts} if view.market else ())
    lit = [signs.ringed(bar_box(view, where, sort), where.page).box for sort in moved]
    lit += [item.box for item in items if isinstance(item, Stamp) and item.drawing.key.startswith("die:") and lit]
    return Scene(theme.NAME, shop(where), tuple(items), where.page, lit=tuple(lit))


# ── the bars ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _bars(view: CatanPublic, where: Shop, marks: Marks) -> Items:
    items: Items = []
    for shift in marks.shifts:
        items += _came(shift, view, where)
    for sort, row in enumerate(view.bars):
        means = f"bar:{SORT_NAMES[sort]}:{row}"
        items.append(centred(wares.bar(sort), where.slot(sort, row), means, alone=not marks.shifts))
    for sort in {shift.sort: shift for shift in marks.shifts}:
        items.append(signs.ringed(bar_box(view, where, sort), where.page))
    for sort in marks.legal_sorts:
        ink = theme.LEGAL
        items.append(centred(signs.brackets(104, SORT + 2, ink), where.slot(sort, view.bars[sort])))
    if marks.die:
        items.append(centred(symbols.die(marks.die), where.drawer(3, 1).centre))
    return items


def bar_box(view: CatanPublic, where: Shop, sort: int) -> Box:
    x, y = where.slot(sort, view.bars[sort])
    return Box(x - 37, y - 37, x + 37, y + 37)


def _came(shift: Shift, view: CatanPublic, where: Shop) -> Items:
    """Where a bar came from, unless it stands there again."""
    row = shift.row + (-1 if shift.up else 1)
    if row == view.bars[shift.sort] or not BOTTOM_ROW <= row <= TOP_ROW:
        return []
    return [centred(wares.arrow(up=shift.up), where.slot(shift.sort, row))]


# ── the bank ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _bank(view: CatanPublic, where: Shop, marks: Marks) -> Items:
    items: Items = []
    size = SIGN if view.market else LARGE_SIGN
    for kind in range(KINDS if view.market else RESOURCES):
        means = f"bank:{CARD_NAMES[kind]}:{view.bank[kind]}"
        items += drawer(where.drawer(kind), sign(kind, size), view.bank[kind], means)
    rest = [(wares.dev_back(size), view.deck, f"deck:{view.deck}")]
    if view.market:
        rest.append((wares.medal("", size), view.chips_left, f"chips:{view.chips_left}"))
    rest.append((wares.goal(size), view.goal, f"goal:{view.goal}"))
    for i, (drawing, number, means) in enumerate(rest):
        items += drawer(where.drawer(i, 1), drawing, number, means)
    for i, left in enumerate(view.site_stock if view.market else ()):
        items += drawer(where.drawer(RESOURCES + i, 1), wares.workshop(size), left, f"sites:{i}:{left}")
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
