"""The plates under the island: what everybody sees of each player, what changed there, and at the end the result."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from renderer.catan import theme, wares
from renderer.catan.geometry import Layout
from renderer.catan.marks import Marks
from renderer.drawing import pen, plates, signs
from renderer.drawing.plates import Player
from renderer.drawing.sketch import TEXT, Sketch
from renderer.painters import Names
from renderer.pixels.raster import ink_width
from renderer.scene import Box, Drawing, Ink, Items, Stamp, centred
from rules.catan.pieces import CITIES, HAND_LIMIT, KINDS, RESOURCES_EACH, ROADS, SETTLEMENTS
from rules.catan.views import CatanPublic, ranked, sources

INSET: Final = 14
SCORE: Final = 66.0
LARGE, MIDDLE, SMALL = 52.0, 44.0, 36.0
"""The sizes of numbers: the large ones decide, and are eleven pixels high on a phone."""
ICONS: Final = {LARGE: 48, MIDDLE: 40, SMALL: 34}
SHARE: Final = 0.57
"""How much of its row a score takes."""
ROWS: Final = {True: (56, 48, 42, 36), False: (58, 48, 36)}
"""The heights of the rows under the name, in the Market and in the base game."""


class Cell(NamedTuple):
    """A sign and its number."""

    means: str
    icon: Drawing
    number: str
    size: float
    many: bool = False
    """It is red: more cards than a seven lets one keep."""
    held: bool = False
    """It lies on gold: the longest road, the largest army."""


def seats(view: CatanPublic, where: Layout, marks: Marks, names: Names) -> Items:
    places = ranked(view) or (0,) * view.seats
    items: Items = []
    for seat in range(view.seats):
        box, name = where.seat(view.seats, seat), names[seat] if seat < len(names) else ""
        items += _plate(view, box, Player(seat, name, place=places[seat]))
        if seat in marks.legal_seats:
            at = box.left + plates.INSET + plates.SIGN / 2, box.top + plates.INSET + plates.SIGN / 2
            items.append(centred(signs.brackets(88, 84, theme.LEGAL), at))
    return items


# ── one plate ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _plate(view: CatanPublic, box: Box, player: Player) -> Items:
    seat, gone = player.seat, player.seat in view.resigned
    paper = theme.LINEN_DARK if gone else theme.LINEN
    running = not view.ending
    who = Player(
        seat,
        player.name,
        active=seat == view.active if running else player.place == 1,
        waiting=seat in view.waiting,
        gone=gone,
    )
    items = plates.plate("catan-plate", box, who, paper)
    if player.place:  # beside the score, so that names have their whole line
        sign = signs.crown(58) if player.place == 1 else signs.rank(player.place, 52)
        items.append(centred(sign, (box.right - INSET - 32, box.top + plates.NAME + 26)))
    y = box.top + plates.NAME
    rows = list(zip(_rows(view, seat), ROWS[view.market], strict=True))
    for row, high in rows:
        under = Box(box.left + INSET, y, box.right - INSET, y + high)
        stock = running and row == rows[-1][0]
        if stock:
            box_ = signs.ground(int(under.width) + 4, high - 2, theme.SAND, 10)
            items.append(Stamp(box_, int(under.left) - 4, int(y) + 1))
        items += _row(row, under, theme.SAND if stock else paper)
        y += high
    return items


def _row(cells: list[Cell], box: Box, paper: Ink) -> Items:
    items: Items = []
    x = box.left
    for one in cells:
        drawing = _score(one, paper) if one.size == SCORE else _cell(one, paper)
        items.append(Stamp(drawing, round(x), round(box.top + (box.height - drawing.height) / 2), one.means))
        x += box.width * (SHARE if one.size == SCORE else 1 / len(cells))
    return items


def _rows(view: CatanPublic, seat: int) -> list[list[Cell]]:
    score = Cell(f"points:{seat}:{view.points[seat]}", signs.laurel(48), f"{view.points[seat]}/{view.goal}", SCORE)
    if view.ending:
        return _result(view, seat, score)
    piles = _piles(view, seat)
    devs = Cell(f"devs:{seat}:{view.devs[seat]}", wares.dev_back(48), str(view.devs[seat]), LARGE)
    less = [_smaller(devs), *_played(view, seat)]
    left = _left(view, seat)
    if not view.market:
        return [[score, piles[0]], less, left]
    return [[score, piles[0]], [piles[1], devs], _played(view, seat), left]


def _smaller(cell: Cell) -> Cell:
    return cell._replace(icon=wares.dev_back(ICONS[MIDDLE]), size=MIDDLE)


def _piles(view: CatanPublic, seat: int) -> list[Cell]:
    held = [("resources", wares.resource_back(48), view.resources[seat])]
    if view.market:
        held.append(("ingredients", wares.ingredient_back(48), view.ingredients[seat]))
    most = KINDS * RESOURCES_EACH if seat in view.resigned else HAND_LIMIT
    return [Cell(f"{name}:{seat}:{n}", icon, str(n), LARGE, many=n > most) for name, icon, n in held]


def _played(view: CatanPublic, seat: int) -> list[Cell]:
    knights, length, size = view.knights[seat], view.lengths[seat], ICONS[MIDDLE]
    army, longest = view.army == seat, view.longest == seat
    found = [
        Cell(f"knights:{seat}:{knights}", wares.small_helmet(size), str(knights), MIDDLE, held=army),
        Cell(f"length:{seat}:{length}", wares.way(size), str(length), MIDDLE, held=longest),
    ]
    if view.market:
        chips = view.chips[seat]
        found.append(Cell(f"chips:{seat}:{chips}", wares.medal("", size), str(chips), MIDDLE))
    return found


def _left(view: CatanPublic, seat: int) -> list[Cell]:
    """The pieces that a player can still build."""
    ink = theme.SEATS[seat]
    left = (
        ("roads", wares.small_road(ink, 34), ROADS - len(view.roads[seat])),
        ("settlements", wares.small_house(ink, 34), SETTLEMENTS - len(view.settlements[seat])),
        ("cities", wares.small_city(ink, 34), CITIES - len(view.cities[seat])),
    )
    return [Cell(f"left-{name}:{seat}:{number}", icon, str(number), SMALL) for name, icon, number in left]


def _result(view: CatanPublic, seat: int, score: Cell) -> list[list[Cell]]:
    """At the end: what the points came from, each as a gain, and what was still in the hand."""
    ink, size = theme.SEATS[seat], 38
    icons = {
        "settlements": wares.small_house(ink, size),
        "cities": wares.small_city(ink, size),
        "road": wares.way(size),
        "army": wares.small_helmet(size),
        "chips": wares.medal("", size),
        "hidden": wares.victory_card(size),
    }
    got = [
        Cell(f"from-{name}:{seat}:{number}", icons[name], f"+{number}" if number else "0", SMALL)
        for name, number in sources(view, seat)
    ]
    piles = [cell._replace(size=SMALL, many=False) for cell in _piles(view, seat)]
    devs = Cell(f"devs:{seat}:{view.devs[seat]}", wares.dev_back(34), str(view.devs[seat]), SMALL)
    icons_small = (wares.resource_back(34), wares.ingredient_back(34))
    hand = [cell._replace(icon=icon) for cell, icon in zip(piles, icons_small, strict=False)]
    if not view.market:
        return [[score], got[:3], [*got[3:], hand[0], devs]]
    return [[score], got[:3], got[3:], [*hand, devs]]


# ── drawings ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _cell(cell: Cell, paper: Ink) -> Drawing:
    return stat(cell.icon, cell.number, cell.size, paper, many=cell.many, held=cell.held)


@lru_cache(maxsize=512)
def stat(icon: Drawing, number: str, size: float, paper: Ink, *, many: bool = False, held: bool = False) -> Drawing:
    """A sign with its number."""
    high = icon.height + 4
    shift = 6 if held else 1
    wide = max(68, round(icon.width + 8 + ink_width(number, size) + 2 * shift))
    sketch = Sketch(f"stat:{icon.key}:{number}:{size}:{paper}:{many}:{held}", wide, high)
    sketch.scale = 1.0
    under = theme.GOLD if held else paper
    if held:
        sketch.outlined(pen.rounded(3, 3, wide - 3, high - 3, 12), theme.GOLD, theme.DARK)
    sketch.shapes += pen.placed(icon.shapes, 1.0, shift, (high - icon.height) / 2)
    ink = theme.RED if many else theme.DARK
    sketch.words(number, (wide - shift - 2 - ink_width(number, size) / 2, high / 2), ink, under, size)
    return sketch.drawn()


def _score(cell: Cell, paper: Ink) -> Drawing:
    points, goal = cell.number.split("/")
    return _points(points, f"/{goal}", paper)


@lru_cache(maxsize=128)
def _points(points: str, goal: str, paper: Ink) -> Drawing:
    """A score, large, and the goal behind it."""
    one, other = ink_width(points, SCORE), ink_width(goal, TEXT)
    sketch = Sketch(f"score:{points}:{goal}:{paper}", max(62, round(one + other + 10)), 54)
    sketch.scale = 1.0
    sketch.words(points, (2 + one / 2, 28), theme.DARK, paper, SCORE)
    sketch.words(goal, (7 + one + other / 2, 38), theme.BARK, paper)
    return sketch.drawn()
