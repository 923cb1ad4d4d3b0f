"""Over the plates: what each player won, spent and lost, and what is offered."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from renderer.catan import theme, wares
from renderer.catan.cards import sign
from renderer.catan.gains import CHIPS, DEV, INGREDIENT, Gain, folded
from renderer.catan.geometry import STRIP, Layout
from renderer.catan.marks import Marks
from renderer.catan.seats import seats
from renderer.drawing import pen, signs
from renderer.drawing.sketch import TEXT, Sketch
from renderer.painters import Names
from renderer.pixels.raster import ink_width
from renderer.scene import Drawing, Items, Stamp
from rules.catan.pieces import KINDS
from rules.catan.views import CatanPublic, ShownOffer

SYMBOL, PILL = 46, 54
ASKED: Final = 28
"""The width of a question mark: what one would get for it is open."""
MOST: Final = 14
"""More kinds of things than can change hands."""
Parts = tuple[tuple[int, int], ...]
"""Things (renderer/catan/gains.py) and numbers."""


# ── over the plates ──────────────────────────────────────────────────────────────────────────────────────────────────


def beneath(view: CatanPublic, where: Layout, marks: Marks, names: Names) -> Items:
    """The plates, and what is told over them."""
    return [*seats(view, where, marks, names), *over_plates(view, where, marks)]


def over_plates(view: CatanPublic, where: Layout, marks: Marks) -> Items:
    """What each player won and lost; of a player with neither the offer."""
    items: Items = []
    offers = (*([] if view.offer is None else [view.offer]), *view.proposals)
    for seat in range(view.seats):
        box = where.seat(view.seats, seat)
        pills = _pills([gain for gain in marks.gains if gain.seat == seat], box.width)
        x, y = round(box.left), where.height + STRIP // 2 + 1 - PILL // 2
        for drawing in pills:
            items.append(Stamp(drawing, x, y))
            x += drawing.width
        own = [offer for offer in offers if offer.seat == seat]
        if own and not pills:
            items += [Stamp(drawing, x, y) for drawing in _offer(own[-1], box.width)]
    return items


def _pills(own: list[Gain], room: float) -> list[Drawing]:
    """What was won and what was lost: of all kinds, or of piles where there is no room."""
    found: list[Drawing] = []
    for most in (MOST, 3, 2, 1):
        parts = folded(own, most)
        sides = [tuple(part for part in parts if (part[1] > 0) == good) for good in (True, False)]
        found = [_changes(side) for side in sides if side]
        if sum(drawing.width for drawing in found) <= room:
            break
    return found


def symbol(thing: int) -> Drawing:
    if thing < KINDS:
        return sign(thing, SYMBOL)
    if thing == DEV:
        return wares.dev_back(SYMBOL)
    if thing == CHIPS:
        return wares.medal("", SYMBOL)
    return wares.ingredient_back(SYMBOL) if thing == INGREDIENT else wares.resource_back(SYMBOL)


@lru_cache(maxsize=256)
def _changes(parts: Parts) -> Drawing:
    """All that was won, or all that was lost, in one pill: its first number says which."""
    good = parts[0][1] > 0
    texts = [
        ("+" if good else signs.MINUS) * (place == 0) + str(abs(number)) for place, (_, number) in enumerate(parts)
    ]
    return _line("changes", tuple(zip(texts, (thing for thing, _ in parts), strict=True)), good=good)


def _line(key: str, parts: tuple[tuple[str, int], ...], *, good: bool) -> Drawing:
    """Texts, each before its symbol."""
    wide = round(sum(ink_width(text, TEXT) + SYMBOL + 9 for text, _ in parts)) + 18
    sketch = Sketch(f"{key}:{parts}:{good}", wide, PILL)
    sketch.scale = 1.0
    sketch.shapes += signs.pill(wide, PILL, good=good).shapes
    x = 11.0
    for text, thing in parts:
        sketch.words(text, (x + ink_width(text, TEXT) / 2, PILL / 2), theme.DARK, signs.GAINED if good else signs.LOST)
        x += ink_width(text, TEXT) + 3
        sketch.shapes += pen.placed(symbol(thing).shapes, 1.0, x, (PILL - SYMBOL) / 2)
        x += SYMBOL + 6
    return sketch.drawn()


def _offer(offer: ShownOffer, room: float) -> list[Drawing]:
    """What a player gives for what, as far as it fits over the plate; the Market's picture tells it whole."""
    gives, gets = (tuple((kind, n) for kind, n in enumerate(cards) if n) for cards in (offer.gives, offer.gets))
    tries = (_deal(gives, gets, numbers=numbers) for numbers in (True, False))
    return [drawing for drawing in tries if drawing.width <= room][:1]


@lru_cache(maxsize=128)
def _deal(gives: Parts, gets: Parts, *, numbers: bool) -> Drawing:
    """Signs for signs, with their numbers where there is room; of a request only what it is for."""
    many = [f"{number}" if number > 1 and numbers else "" for _, number in (*gives, *gets)]
    wide = round(sum(SYMBOL + 4 + (ink_width(text, TEXT) + 4 if text else 0) for text in many)) + 24 + SYMBOL
    if not gives:
        wide += ASKED
    sketch = Sketch(f"deal:{gives}:{gets}:{numbers}", wide, PILL)
    sketch.scale = 1.0
    sketch.outlined(pen.rounded(3, 3, wide - 3, PILL - 3, 14), theme.LINEN, theme.DARK)
    x = 10.0
    if not gives:
        sketch.words("?", (x + ASKED / 2 - 3, PILL / 2), theme.DARK, theme.LINEN)
        x += ASKED
    for place, (kind, text) in enumerate(zip((kind for kind, _ in (*gives, *gets)), many, strict=True)):
        if place == len(gives):
            sketch.shapes += pen.placed(wares.exchange(SYMBOL).shapes, 1.0, x, (PILL - SYMBOL) / 2)
            x += SYMBOL + 4
        if text:
            sketch.words(text, (x + ink_width(text, TEXT) / 2, PILL / 2), theme.DARK, theme.LINEN)
            x += ink_width(text, TEXT) + 4
        sketch.shapes += pen.placed(sign(kind, SYMBOL).shapes, 1.0, x, (PILL - SYMBOL) / 2)
        x += SYMBOL + 4
    return sketch.drawn()
