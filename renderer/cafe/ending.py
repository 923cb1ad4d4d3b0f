"""Paints the end: the house in the evening, the ranking, where the points came from, and who was left in the hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from renderer import ending
from renderer.cafe import signs, theme
from renderer.cafe.geometry import PAGE
from renderer.cafe.people import guest
from renderer.drawing import pen
from renderer.drawing.plates import Player
from renderer.drawing.sketch import LINE
from renderer.ending import Entry, Look
from renderer.painters import Names
from renderer.scene import Area, Disc, Drawing, Scene, Shape, Stroke
from rules.cafe.guests import TOKENS
from rules.cafe.views import BAR, LEFT, MIXED, ONE_NATION, REGULARS, CafePublic, places, sources
from rules.contract import Fact

HELD: Final = 96
"""How wide a guest is who was left in a hand."""
LOOK: Final = Look(theme.NAME, theme.LINEN, theme.LINEN_DARK, theme.BRASS)
SIGNS: Final[dict[str, Callable[[int], Drawing]]] = {
    MIXED: signs.mixed_table,
    ONE_NATION: signs.own_table,
    REGULARS: signs.mug,
    BAR: signs.cup,
    LEFT: signs.left_over,
}


def paint_end(view: CafePublic, told: Sequence[Fact], names: Names) -> Scene | None:
    if not view.ending:
        return None
    ranks = places(view)
    results: list[ending.Result] = []
    for seat in range(view.seats):
        gone = seat in view.resigned or seat in view.dropped
        player = Player(seat, names[seat] if names else "", gone=gone, place=ranks[seat])
        brought = [
            Entry(SIGNS[source](ending.ICON), ending.signed(points), f"from:{seat}:{source}")
            for source, points in (sources(seat, told) if told else ())
            if source != REGULARS or view.regulars
        ]
        held = [Entry(guest(kind, HELD), "", f"hand:{seat}:{TOKENS[kind]}") for kind in view.hands[seat]]
        results.append(ending.Result(player, view.scores[seat], tuple(brought), tuple(held)))
    return ending.paint(LOOK, _ground(view.seats), results)


@lru_cache(maxsize=3)
def _ground(seats: int) -> Drawing:
    """Panelled walls with lamps, a velvet sofa along them, and the floor."""
    height, head = ending.height(seats), ending.HEADS[seats]
    shapes: list[Shape] = [Area(pen.rectangle(0, 0, PAGE, head), theme.WALL)]
    for x in range(20, PAGE, 194):
        shapes.append(Area(pen.rounded(x, 26, x + 174, head - 96, 12), theme.WOOD_DARK))
        shapes.append(Stroke(pen.rounded(x + 12, 38, x + 162, head - 108, 8), theme.WOOD, LINE, closed=True))
    for x in (104, 1096):
        shapes += [Disc(x, 92, 54, 54, theme.BRASS_DARK), Disc(x, 92, 40, 40, theme.BRASS)]
        shapes += [Disc(x, 92, 24, 24, theme.CREAM), Stroke(((x, 0), (x, 64)), theme.DARK, LINE)]
    shapes.append(Area(pen.rounded(-20, head - 92, PAGE + 20, head + 20, 20), theme.SOFA))
    shapes += [Stroke(((x, head - 86), (x, head - 20)), theme.DARK, LINE) for x in range(120, PAGE, 240)]
    shapes.append(Area(pen.rectangle(0, head - 18, PAGE, height), theme.FLOOR))
    shapes.append(Area(pen.rectangle(0, head - 18, PAGE, head - 12), theme.DARK))
    return Drawing.of(f"cafe:end:{seats}", PAGE, height, shapes)
