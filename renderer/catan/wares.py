"""What is sold and won: bars of chocolate, chips, development cards, and the signs of what a seat has."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from renderer.catan import theme
from renderer.catan.cards import silhouette
from renderer.drawing import pen
from renderer.drawing.sketch import LINE, TEXT, Sketch
from renderer.scene import Drawing, Ink
from rules.catan.pieces import SORT_NAMES, Card, Dev, Sort

BAR: Final = 74
SIGN: Final = 62
FILLINGS: Final = (
    (Card.MILK,),
    (Card.COCOA,),
    (Card.MILK, Card.HAZELNUT),
    (Card.COCOA, Card.HAZELNUT),
    (Card.GRAPES, Card.HAZELNUT),
)
DARK_SORTS: Final = (Sort.FINE_DARK, Sort.DARK_NUT)


@lru_cache(maxsize=16)
def bar(sort: int, size: int = BAR) -> Drawing:
    """Four by four pieces, the lower half still wrapped: the number of its die, and what is in it."""
    sketch = Sketch(f"bar:{SORT_NAMES[sort]}:{size}", size)
    body, piece = (
        (theme.BITTER_DARK, theme.BITTER) if sort in DARK_SORTS else (theme.CHOCOLATE_DARK, theme.CHOCOLATE_LIGHT)
    )
    sketch.outlined(pen.rounded(9, 5, 91, 60, 6), body, theme.DARK)
    for column in range(4):
        for row in range(2):
            x, y = 14.5 + column * 18.4, 9.5 + row * 18.4
            sketch.area(pen.rounded(x, y, x + 14.5, y + 14.5, 4), piece)
    paper, ink = theme.WRAPPERS[sort], theme.ON_WRAPPER[sort]
    teeth = [(x, 50 if i % 2 else 43) for i, x in enumerate((4, 15.5, 27, 38.5, 50, 61.5, 73, 84.5, 96))]
    sketch.outlined((*teeth, (96, 96), (4, 96)), paper, theme.DARK)
    sketch.words(str(sort + 1), (23, 73), ink, paper, max(TEXT, size * 0.44))
    fillings = FILLINGS[sort]
    for i, card in enumerate(fillings):
        x = 65 if len(fillings) == 1 else 53 + 27 * i
        silhouette(sketch, int(card), (x, 73), 37 if len(fillings) == 1 else 29, ink)
    return sketch.drawn()


@lru_cache(maxsize=16)
def medal(text: str, size: int = SIGN) -> Drawing:
    """A victory-point chip, of gold; with how many, if any."""
    sketch = Sketch(f"medal:{text}:{size}", size)
    sketch.disc(50, 50, 49, theme.DARK)
    sketch.disc(50, 50, 49 - 100 * LINE / size, theme.GOLD)
    if text:
        sketch.words(text, (50, 50), theme.DARK, theme.GOLD, max(52, size * 0.68))
    else:
        sketch.area(pen.softened(pen.star(50, 52, 27, 13, 5), 3), theme.DARK)
    return sketch.drawn()


def _card(key: str, size: int, paper: Ink) -> Sketch:
    sketch = Sketch(f"{key}:{size}", size)
    sketch.outlined(pen.rounded(16, 4, 84, 96, 12), paper, theme.DARK)
    return sketch


@lru_cache(maxsize=4)
def dev_back(size: int = SIGN) -> Drawing:
    """A development card from behind: a hexagon."""
    sketch = _card("dev-back", size, theme.CARD_BACK)
    sketch.area(pen.polygon(50, 50, 25, 6), theme.CREAM)
    sketch.area(pen.polygon(50, 50, 13, 6), theme.CARD_BACK)
    return sketch.drawn()


@lru_cache(maxsize=4)
def resource_back(size: int = SIGN) -> Drawing:
    """Two resource cards from behind: three colours of land, so that no one resource is meant."""
    sketch = Sketch(f"resource-back:{size}", size)
    sketch.outlined(pen.rounded(26, 4, 94, 80, 10), theme.TERRAINS[4], theme.DARK)
    sketch.outlined(pen.rounded(6, 18, 74, 96, 10), theme.TERRAINS[2], theme.DARK)
    for top, ink in ((26, theme.FOREST[0]), (48, theme.CARDS[1]), (70, theme.CARDS[3])):
        sketch.area(pen.rectangle(15, top, 65, top + 18), ink)
    return sketch.drawn()


@lru_cache(maxsize=4)
def ingredient_back(size: int = SIGN) -> Drawing:
    """Two ingredient cards from behind: brown as chocolate, with a bean."""
    sketch = Sketch(f"ingredient-back:{size}", size)
    sketch.outlined(pen.rounded(26, 4, 94, 80, 10), theme.HILLS[2], theme.DARK)
    sketch.outlined(pen.rounded(6, 18, 74, 96, 10), theme.CHOCOLATE, theme.DARK)
    silhouette(sketch, int(Card.COCOA), (40, 57), 56, theme.CREAM)
    return sketch.drawn()


@lru_cache(maxsize=4)
def any_resource(size: int = SIGN) -> Drawing:
    """A resource of one's choice."""
    sketch = _card("any", size, theme.TERRAINS[2])
    sketch.words("?", (50, 50), theme.DARK, theme.TERRAINS[2], max(52, size * 0.6))
    return sketch.drawn()


@lru_cache(maxsize=4)
def helmet(size: int = SIGN) -> Drawing:
    """Knights."""
    sketch = Sketch(f"helmet:{size}", size)
    _helmet(sketch, 50, 50, 1.0)
    return sketch.drawn()


@lru_cache(maxsize=4)
def small_helmet(size: int) -> Drawing:
    """Knights beside a number: a visor and a plume."""
    sketch = Sketch(f"small-helmet:{size}", size)
    sketch.outlined(((44, 30), (52, 8), (92, 8), (84, 34)), theme.RED, theme.DARK)
    dome = ((14, 92), (10, 56), (24, 32), (50, 24), (76, 32), (90, 56), (86, 92))
    sketch.outlined(pen.softened(dome, 8), theme.STEEL, theme.DARK)
    sketch.line(((30, 58), (70, 58)), theme.DARK, 7)
    return sketch.drawn()


def _helmet(sketch: Sketch, x: float, y: float, part: float) -> None:
    def at(*points: tuple[float, float]) -> list[tuple[float, float]]:
        return [(x + (px - 50) * part, y + (py - 50) * part) for px, py in points]

    plume = at((46, 24), (32, 9), (62, 8), (87, 15), (91, 36), (78, 26), (62, 24))
    sketch.outlined(pen.smooth(plume, 5), theme.RED, theme.DARK)
    dome = at((16, 90), (12, 54), (22, 30), (50, 19), (78, 30), (88, 54), (84, 90), (50, 94))
    sketch.outlined(pen.softened(dome, 8), theme.STEEL, theme.DARK)
    sketch.line(at((22, 52), (78, 52)), theme.DARK, 9)
    sketch.line(at((50, 30), (50, 90)), theme.STEEL_DARK)
    for dx in (-16, 16):
        sketch.line(at((50 + dx, 68), (50 + dx, 82)), theme.DARK)


@lru_cache(maxsize=4)
def way(size: int = SIGN) -> Drawing:
    """The longest road, and road building: roads of nobody, one after the other."""
    sketch = Sketch(f"way:{size}", size)
    weight = max(24 * size / 62, 3 * LINE)
    lines = (((21, 78), (37, 38)), ((37, 38), (63, 64)), ((63, 64), (79, 22)))
    for line in lines:
        sketch.line(line, theme.DARK, weight)
    for line in lines:
        sketch.line(line, theme.PLANK, weight - 12)
    for x, y in ((37, 38), (63, 64)):
        sketch.disc(x, y, 9, theme.DARK)
    return sketch.drawn()


@lru_cache(maxsize=4)
def cross(size: int = SIGN) -> Drawing:
    """Cannot be made."""
    sketch = Sketch(f"cross:{size}", size)
    for line in (((22, 22), (78, 78)), ((78, 22), (22, 78))):
        sketch.line(line, theme.DARK, 22)
        sketch.line(line, theme.RED, 10)
    return sketch.drawn()


# ── development cards from the front ─────────────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=16)
def dev(kind: int, size: int) -> Drawing:
    sketch = Sketch(f"dev:{kind}:{size}", size)
    sketch.outlined(pen.rounded(12, 3, 88, 97, 9), theme.LINEN, theme.DARK)
    sketch.area(pen.rounded(19, 10, 81, 90, 5), theme.DEV_PAPERS[kind])
    _DEVS[kind](sketch)
    return sketch.drawn()


def _knight(sketch: Sketch) -> None:
    _helmet(sketch, 50, 51, 0.52)


def _victory(sketch: Sketch) -> None:
    sketch.outlined(pen.softened(pen.star(50, 53, 29, 14, 5), 3), theme.LEGAL, theme.DARK)


def _two_roads(sketch: Sketch) -> None:
    for line in (((29, 74), (46, 28)), ((54, 74), (71, 28))):
        sketch.line(line, theme.DARK, sketch.width * 0.15)
        sketch.line(line, theme.SAND, sketch.width * 0.15 - 12)


def _plenty(sketch: Sketch) -> None:
    for x, y, ink in ((61, 37, theme.CARDS[3]), (41, 58, theme.CARDS[0])):
        sketch.outlined(pen.rounded(x - 14, y - 19, x + 14, y + 19, 5), ink, theme.DARK)
        for line in (((x - 7, y), (x + 7, y)), ((x, y - 7), (x, y + 7))):
            sketch.line(line, theme.CREAM)


def _monopoly(sketch: Sketch) -> None:
    crown = ((26, 66), (24, 32), (38, 48), (50, 24), (62, 48), (76, 32), (74, 66))
    sketch.outlined(pen.softened(crown, 3), theme.GOLD, theme.DARK)
    sketch.outlined(pen.rectangle(26, 64, 74, 76), theme.GOLD_DARK, theme.DARK)


_DEVS: Final[dict[int, Callable[[Sketch], None]]] = {
    int(Dev.KNIGHT): _knight,
    int(Dev.VICTORY_POINT): _victory,
    int(Dev.ROAD_BUILDING): _two_roads,
    int(Dev.PLENTY): _plenty,
    int(Dev.MONOPOLY): _monopoly,
}


@lru_cache(maxsize=4)
def arrow(*, up: bool) -> Drawing:
    """A bar came along here, to the right when it rose."""
    sketch = Sketch(f"arrow:{up}", 62)
    for weight, ink in ((16, theme.DARK), (LINE, theme.WHITE)):
        for x in (38, 66):
            points = ((x - 12, 24), (x + 12, 50), (x - 12, 76))
            sketch.line(points if up else tuple((100 - px, y) for px, y in points), ink, weight)
    return sketch.drawn()


@lru_cache(maxsize=4)
def exchange(size: int = SIGN) -> Drawing:
    """This for that."""
    sketch = Sketch(f"exchange:{size}", size)
    shape = ((6, 38), (52, 38), (52, 18), (94, 50), (52, 82), (52, 62), (6, 62))
    sketch.outlined(pen.softened(shape, 4), theme.FOREST[2], theme.DARK)
    return sketch.drawn()


@lru_cache(maxsize=4)
def workshop(size: int = SIGN) -> Drawing:
    """Production sites left: a hut that belongs to nobody."""
    sketch = Sketch(f"workshop:{size}", size)
    sketch.outlined(pen.softened(((10, 46), (50, 8), (90, 46)), 4), theme.SHELF, theme.DARK)
    sketch.outlined(pen.rectangle(20, 45, 80, 93), theme.LINEN, theme.DARK)
    sketch.area(pen.rounded(40, 60, 60, 90, 6), theme.DARK)
    return sketch.drawn()


@lru_cache(maxsize=4)
def victory_card(size: int) -> Drawing:
    """A victory-point card, turned up."""
    sketch = _card("victory-card", size, theme.DEV_PAPERS[1])
    sketch.area(pen.softened(pen.star(50, 53, 30, 14, 5), 3), theme.DARK)
    sketch.area(pen.softened(pen.star(50, 53, 20, 9, 5), 3), theme.LEGAL)
    return sketch.drawn()


@lru_cache(maxsize=16)
def small_road(ink: Ink, size: int) -> Drawing:
    """A road for a price or a number; in nobody's colour or in a seat's."""
    sketch = Sketch(f"small-road:{ink}:{size}", size)
    weight = max(size * 0.4, 3 * LINE)
    sketch.line(((24, 78), (76, 22)), theme.DARK, weight)
    sketch.line(((24, 78), (76, 22)), ink, weight - 2 * LINE)
    return sketch.drawn()


@lru_cache(maxsize=16)
def small_house(ink: Ink, size: int) -> Drawing:
    sketch = Sketch(f"small-house:{ink}:{size}", size)
    sketch.outlined(((12, 46), (50, 10), (88, 46), (88, 91), (12, 91)), ink, theme.DARK)
    return sketch.drawn()


@lru_cache(maxsize=16)
def small_city(ink: Ink, size: int) -> Drawing:
    """A tower with a dark roof beside a low hall."""
    sketch = Sketch(f"small-city:{ink}:{size}", size)
    sketch.outlined(((9, 91), (9, 38), (27, 8), (45, 38), (45, 54), (91, 54), (91, 91)), ink, theme.DARK)
    sketch.area(((9, 38), (27, 8), (45, 38)), theme.DARK)
    return sketch.drawn()


@lru_cache(maxsize=4)
def goal(size: int = SIGN) -> Drawing:
    """How many points win: a flag to be reached."""
    sketch = Sketch(f"goal:{size}", size)
    sketch.line(((22, 9), (22, 91)), theme.DARK, 10)
    sketch.outlined(((24, 10), (92, 10), (78, 33), (92, 56), (24, 56)), theme.LEGAL, theme.DARK)
    sketch.area(pen.softened(pen.star(52, 34, 19, 9, 5), 2), theme.DARK)
    return sketch.drawn()
