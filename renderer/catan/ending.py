"""Paints the end: an evening sea, the ranking, where the points came from, and every hand turned up."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from renderer import ending
from renderer.catan import theme, wares
from renderer.catan.cards import sign
from renderer.catan.geometry import PAGE
from renderer.drawing import pen
from renderer.drawing.plates import Player
from renderer.drawing.sketch import LINE
from renderer.ending import Entry, Look
from renderer.painters import Names
from renderer.scene import Area, Disc, Drawing, Point, Scene, Shape, Stroke
from rules.catan.pieces import CARD_NAMES, DEV_NAMES
from rules.catan.views import ARMY, CHIPS_WON, CITIES, HIDDEN, ROAD, SETTLEMENTS, CatanPublic, ranked, sources
from rules.contract import Fact

LOOK: Final = Look(theme.NAME, theme.LINEN, theme.LINEN_DARK, theme.PILES[0])
HELD: Final = 48
"""How large the cards of a hand are; of all fifteen kinds a little less."""


def paint_end(view: CatanPublic, _told: Sequence[Fact], names: Names) -> Scene | None:
    if not view.ending:
        return None
    places = ranked(view)
    results = [_result(view, seat, places[seat], names[seat] if names else "") for seat in range(view.seats)]
    return ending.paint(LOOK, _ground(view.seats), results)


def _result(view: CatanPublic, seat: int, place: int, name: str) -> ending.Result:
    player, ink, size = Player(seat, name, gone=seat in view.resigned, place=place), theme.SEATS[seat], ending.ICON
    icons = {
        SETTLEMENTS: wares.small_house(ink, size),
        CITIES: wares.small_city(ink, size),
        ROAD: wares.way(size),
        ARMY: wares.small_helmet(size),
        CHIPS_WON: wares.medal("", size),
        HIDDEN: wares.victory_card(size),
    }
    brought = [
        Entry(icons[source], ending.signed(points), f"from:{seat}:{source}") for source, points in sources(view, seat)
    ]
    return ending.Result(player, view.points[seat], tuple(brought), _held(view, seat))


def _held(view: CatanPublic, seat: int) -> tuple[Entry, ...]:
    """All cards that were left, by kind."""
    cards = [(kind, n) for kind, n in enumerate(view.hands[seat]) if n]
    devs = [(kind, n) for kind, n in enumerate(view.held_devs[seat]) if n]
    size = HELD if len(cards) + len(devs) < 13 else HELD - 4
    found = [Entry(sign(kind, size), str(n), f"hand:{seat}:{CARD_NAMES[kind]}:{n}") for kind, n in cards]
    return (*found, *(Entry(wares.dev(kind, size), str(n), f"dev:{seat}:{DEV_NAMES[kind]}:{n}") for kind, n in devs))


@lru_cache(maxsize=2)
def _ground(seats: int) -> Drawing:
    """The sun goes down behind the island; below, the table."""
    height, head = ending.height(seats), ending.HEADS[seats]
    shore = head - 74
    shapes: list[Shape] = [Area(pen.rectangle(0, 0, PAGE, shore), theme.SAND)]
    shapes += [Disc(PAGE / 2, shore, size, size, ink) for size, ink in ((470, theme.FIELDS[2]), (330, theme.LEGAL))]
    for peak, half, ink in (
        ((150, 96), 210, theme.MOUNTAINS[1]),
        ((1060, 76), 240, theme.MOUNTAINS[0]),
        ((330, 150), 150, theme.FOREST[1]),
        ((890, 158), 150, theme.FOREST[1]),
        ((40, 160), 150, theme.FOREST[0]),
        ((1180, 168), 130, theme.FOREST[0]),
    ):
        shapes.append(_hill(peak, half, shore, ink))
    shapes.append(Area(pen.rectangle(0, shore, PAGE, head), theme.SEA))
    shapes += [_ripple(number, shore, head) for number in range(9)]
    shapes.append(Area(pen.rectangle(0, head - 16, PAGE, height), theme.TIMBER))
    shapes.append(Area(pen.rectangle(0, head - 16, PAGE, head - 9), theme.DARK))
    return Drawing.of(f"catan:end:{seats}", PAGE, height, shapes)


def _hill(peak: Point, half: float, base: float, ink: tuple[int, int, int, int]) -> Area:
    x, top = peak
    return Area(pen.softened(((x - half, base + 4), (x, top), (x + half, base + 4)), 46), ink)


def _ripple(number: int, top: float, bottom: float) -> Stroke:
    x, y = 30 + (number * 397) % 1120, top + 12 + (number * 23) % (bottom - top - 40)
    return Stroke(((x, y), (x + 40, y)), theme.SEA_LIGHT, LINE)
