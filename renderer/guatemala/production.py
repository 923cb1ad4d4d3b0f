"""Paints the production board: pieces on the yard, the Buyer on his walk, and what is pointed at."""

from __future__ import annotations

from typing import Final

from renderer.drawing import signs
from renderer.drawing.sketch import TEXT
from renderer.guatemala import geometry as at
from renderer.guatemala import symbols, theme
from renderer.guatemala.marks import Marks, Spot
from renderer.guatemala.pieces import piece
from renderer.guatemala.yard import yard
from renderer.pixels.raster import words
from renderer.scene import Box, Items, Scene, Stamp, centred
from rules.guatemala.pieces import ROAD, TOKENS
from rules.guatemala.production import LINES, MARKED, SIDE, SPACES
from rules.guatemala.views import GuatemalaPublic

PIECE: Final = 92
SUPPLY, ASIDE = 60, 80
"""The middle of a corner's sign: from above or below, and from the left."""
SIGN: Final = 54
LARGE, STEP = 52.0, 44.0
CENTAVOS: Final = "¢"
"""Behind a price on the walk, whose spaces are numbered."""
ON_CARD: Final = 70
CARD_LIFT: Final = 18
"""So far above the middle of its field a piece on a card stands."""
BESIDE: Final = 20
"""It makes room for what it would score."""
REACH: Final = 4
"""Three spaces are free, the fourth has a price (GC-8)."""


PAGE: Final = Box(0, 0, at.PAGE, at.PAGE)


def paint_production(view: GuatemalaPublic, marks: Marks) -> Scene:
    items: Items = []
    items += _walk(view, marks)
    items += _line(view)
    items += _pieces(view, marks)
    items += _marked(view, marks)
    items += _supply(view)
    asked = marks.fields or marks.spaces or marks.ghosts
    rings = (item.box for item in items if isinstance(item, Stamp) and item.drawing.key.startswith("ring:"))
    return Scene(theme.NAME, yard(), tuple(items), PAGE, lit=() if asked else tuple(rings))


def _supply(view: GuatemalaPublic) -> Items:
    """Roads left and sacks in the bag, in two corners of the garden."""
    items: Items = []
    for y, sign, number in (
        (SUPPLY, piece(ROAD, SIGN), view.road_stock),
        (at.PAGE - SUPPLY, symbols.sack_sign(SIGN), view.bag),
    ):
        items.append(centred(signs.ground(148, 76, theme.LINEN, 16, theme.DARK), (ASIDE, y), alone=True))
        items.append(centred(sign, (ASIDE - 39, y)))
        items.append(words(str(number), (ASIDE + 32, y), LARGE, theme.DARK, theme.LINEN))
    return items


# ── the walk ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _walk(view: GuatemalaPublic, marks: Marks) -> Items:
    items: Items = []
    items += _way(view, marks)
    items += [item for mark in marks.spaces for item in _space_spot(mark, plain=len(marks.spaces) > REACH)]
    buyer = max(view.buyer, marks.buyer_to)
    if buyer >= 0:
        if not marks.spaces:
            items += _reach(buyer)
        items.append(centred(symbols.buyer(), at.space(buyer).centre, "buyer"))
        if marks.buyer_from >= 0:
            box = at.space(view.buyer).grown(-9)
            items.append(signs.ringed(box, Box(0, 0, at.PAGE, at.PAGE), thin=marks.older_buyer))
    return items


def _way(view: GuatemalaPublic, marks: Marks) -> Items:
    """Where the Buyer came along."""
    items: Items = []
    number = marks.buyer_from
    while 0 <= number != view.buyer:
        items.append(centred(symbols.steps(number // SIDE), at.space(number).centre))
        number = (number + 1) % SPACES
    return items


def _stone(number: int) -> Stamp:
    box = at.space(number)
    stone = signs.ground(int(box.width) - 6, int(box.height) - 6, theme.GOLD, 18, theme.GOLD_DARK)
    return Stamp(stone, int(box.left) + 3, int(box.top) + 3)


def _reach(buyer: int) -> Items:
    """The four spaces that he can reach; the last one costs."""
    ahead = [(buyer + n) % SPACES for n in range(1, REACH + 1)]
    items: Items = [_stone(number) for number in ahead]
    items.append(words(f"2{CENTAVOS}", at.space(ahead[-1]).centre, STEP, theme.DARK, theme.GOLD))
    return items


def _space_spot(mark: Spot, *, plain: bool) -> Items:
    items: Items = [_stone(mark.place)]
    if plain:
        return items
    x, y = at.space(mark.place).centre
    along = (0, 1) if mark.place // SIDE % 2 else (1, 0)
    off = 22 if mark.worth else 0
    if mark.label:
        items.append(words(mark.label, (x - off * along[0], y - off * along[1]), TEXT, theme.DARK, theme.GOLD))
    if mark.worth:
        off = 19
        price = words(f"{mark.worth}{CENTAVOS}", (x + off * along[0], y + off * along[1]), TEXT, theme.DARK, theme.GOLD)
        items.append(price)
    return items


def _line(view: GuatemalaPublic) -> Items:
    """The mats that he faces are lit; a sack field keeps its print."""
    fields = LINES[view.buyer] if view.buyer >= 0 else ()
    return [
        centred(symbols.lit(at.CELL - 6), at.cell(field).centre)
        for field in fields
        if field not in MARKED or view.board[field]
    ]


def _pieces(view: GuatemalaPublic, marks: Marks) -> Items:
    """Each on its mat; what may be taken is smaller and stands on a card, so that its word does not cover it."""
    items: Items = []
    lit = LINES[view.buyer] if view.buyer >= 0 else ()
    legal = {mark.place: mark for mark in marks.fields if mark.label}
    for field, code in enumerate(view.board):
        if not code:
            continue
        x, y = at.cell(field).centre
        means = f"field:{field}:{TOKENS[code]}"
        if field in legal:
            aside = 0 if legal[field].worth is None else -BESIDE
            items.append(centred(symbols.card(legal[field].label, at.CELL), (x, y)))
            items.append(centred(piece(code, ON_CARD), (x + aside, y - CARD_LIFT), means))
        else:
            items.append(centred(piece(code, PIECE), (x, y), means, alone=field not in lit))
    return items


# ── marks ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _marked(view: GuatemalaPublic, marks: Marks) -> Items:
    items: Items = []
    if view.open_field >= 0:
        items.append(centred(symbols.waiting_field(PIECE), at.cell(view.open_field).centre))
    legal = {mark.place for mark in marks.fields}
    for field in dict.fromkeys((*marks.emptied, *marks.laid)):
        if field not in legal:
            thin = field in marks.older_fields
            items.append(signs.ringed(at.cell(field).grown(-8), Box(0, 0, at.PAGE, at.PAGE), thin=thin))
    for mark in marks.fields:
        items += _field_spot(mark)
    return items


def _field_spot(mark: Spot) -> Items:
    box = at.cell(mark.place)
    items: Items = []
    if not mark.label:
        items.append(centred(signs.brackets(at.CELL, at.CELL, theme.LEGAL), box.centre))
    if mark.worth is not None:
        worth = symbols.worth(mark.worth)
        items.append(Stamp(worth, int(box.right) - worth.width + 1, int(box.top) + 3))
    return items
