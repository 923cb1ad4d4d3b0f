"""Paints what one seat alone may see: its two piles, its development cards, its points and what it must discard."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from renderer.catan import theme, wares
from renderer.catan.cards import SHAPES, sign
from renderer.catan.geometry import PAGE
from renderer.drawing import pen, signs
from renderer.drawing.players import tile as badge
from renderer.drawing.sketch import LINE, TEXT, Sketch
from renderer.pixels.raster import words
from renderer.scene import Area, Box, Drawing, Ink, Items, Scene, Shape, Stroke, centred
from rules.catan.pieces import CARD_NAMES, DEV_KINDS, DEV_NAMES, RESOURCES
from rules.catan.views import CatanSeat

SIZE: Final = 114
FOUR: Final = 4
"""What the bank takes without a harbour."""
LEFT: Final = 190
"""The piles begin here; before them stand the seat, its points and what it owes."""
PITCH: Final = (PAGE - LEFT - 24) / RESOURCES
PILE: Final = 190
TOP: Final = 20
MIDDLE: Final = 93
"""Of what stands before the piles."""
MANY: Final = 60.0


def height(*, market: bool) -> int:
    return 2 * TOP + PILE * (3 if market else 2) + 4


def paint_hand(view: CatanSeat) -> Scene:
    market = _two(view)
    rows = 2 if market else 1
    items = _seat(view, height(market=market), market=market)
    for row in range(rows):
        items += _pile(view, row)
    items += _devs(view, TOP + PILE * rows)
    return Scene(theme.NAME, table(rows), tuple(items), Box(0, 0, PAGE, height(market=market)))


def _seat(view: CatanSeat, tall: int, *, market: bool) -> Items:
    """Whose hand it is, its points, and what must be discarded of each pile."""
    items: Items = [
        centred(badge(view.seat, 104), (MIDDLE, tall * 0.2), f"seat:{view.seat}"),
        centred(signs.laurel(76), (MIDDLE - 34, tall * 0.43)),
        words(str(view.points), (MIDDLE + 40, tall * 0.43), MANY, theme.DARK, theme.WALL),
    ]
    owed = (view.owed_resources, view.owed_ingredients) if market else (view.owed_resources,)
    backs = (wares.resource_back(68), wares.ingredient_back(68))
    for row, number in enumerate(owed):
        if number:
            y = tall * 0.64 + row * 92
            items.append(centred(backs[row], (MIDDLE - 44, y)))
            items.append(centred(_minus(number), (MIDDLE + 36, y), f"owed:{row}:{number}"))
    return items


def _two(view: CatanSeat) -> bool:
    """Is there a pile of ingredients?"""
    return any(view.hand[RESOURCES:]) or view.owed_ingredients > 0


def _column(column: int) -> float:
    return LEFT + PITCH * (column + 0.5)


def _pile(view: CatanSeat, row: int) -> Items:
    """Five kinds with their numbers, what the bank takes for one where that is less than four, and the discard."""
    items: Items = []
    middle = TOP + PILE * row + PILE / 2 - 4
    paper = theme.PILES[row]
    for column in range(RESOURCES):
        kind = RESOURCES * row + column
        number, x = view.hand[kind], _column(column)
        if number:
            items.append(centred(sign(kind, SIZE), (x - 34, middle), f"hand:{CARD_NAMES[kind]}:{number}"))
            items.append(words(str(number), (x + 58, middle), MANY if number < 10 else 52, theme.DARK, paper))
        else:
            items.append(centred(_none(kind), (x - 34, middle)))
        if view.rates[kind] < FOUR:
            items.append(words(f"{view.rates[kind]}:1", (x + 58, middle + 56), TEXT, theme.DARK, paper))
        if kind < len(view.discarding) and view.discarding[kind]:
            items.append(centred(_minus(view.discarding[kind]), (x + 56, middle - 56)))
    return items


@lru_cache(maxsize=16)
def _none(kind: int) -> Drawing:
    """A kind of which there is none."""
    small = 72
    sketch = Sketch(f"none:{CARD_NAMES[kind]}", small)
    points = tuple((50 + (x - 50) * 0.88, 50 + (y - 50) * 0.88) for x, y in SHAPES[kind])
    sketch.edge(points, theme.EMPTY[kind // RESOURCES])
    return sketch.drawn()


@lru_cache(maxsize=32)
def _minus(number: int) -> Drawing:
    """So many are to be discarded."""
    sketch = Sketch(f"minus:{number}", 84, 60)
    sketch.scale = 1.0
    sketch.outlined(pen.rounded(3, 3, 81, 57, 16), theme.RED, theme.DARK)
    sketch.words(f"−{number}", (42, 30), theme.WHITE, theme.RED, 40)
    return sketch.drawn()


def _devs(view: CatanSeat, top: int) -> Items:
    """Development cards from the front; with an hourglass how many came this turn and cannot be played yet."""
    items: Items = []
    middle = top + PILE / 2 - 4
    paper = theme.PILES[2]
    for kind in range(DEV_KINDS):
        number, fresh, x = view.devs[kind], view.fresh[kind], _column(kind)
        if not number:
            items.append(centred(_no_dev(), (x - 34, middle)))
            continue
        items.append(centred(wares.dev(kind, 152), (x - 34, middle), f"dev:{DEV_NAMES[kind]}:{number}"))
        items.append(words(str(number), (x + 58, middle - (36 if fresh else 0)), MANY, theme.DARK, paper))
        if fresh:
            items.append(centred(signs.hourglass(60), (x + 46, middle + 40)))
            items.append(words(str(fresh), (x + 84, middle + 40), TEXT, theme.DARK, paper))
    return items


@lru_cache(maxsize=1)
def _no_dev() -> Drawing:
    sketch = Sketch("no-dev", 72)
    sketch.dashes(pen.rounded(18, 5, 82, 95, 10), theme.EMPTY[2], LINE, 12, 10)
    return sketch.drawn()


@lru_cache(maxsize=2)
def table(rows: int) -> Drawing:
    """A table with a tray for each pile."""
    tall = height(market=rows == 2)
    shapes: list[Shape] = [Area(pen.rectangle(0, 0, PAGE, tall), theme.TIMBER)]
    shapes += [Stroke(((0, y), (PAGE, y)), theme.TIMBER_DARK, LINE) for y in range(70, tall, 74)]
    shapes += pen.outlined(pen.rounded(10, TOP, LEFT - 14, tall - TOP, 24), theme.WALL, theme.DARK, LINE)
    for row in range(rows + 1):
        top = TOP + PILE * row
        paper: Ink = theme.PILES[2 if row == rows else row]
        face = pen.rounded(LEFT - 4, top, PAGE - 10, top + PILE - 8, 24)
        shapes += pen.outlined(face, paper, theme.DARK, LINE)
    return Drawing.of(f"catan:hand:{rows}", PAGE, tall, shapes)
