"""The toy in pictures: its edges as squares, what is taken filled, and the points of each seat."""

from typing import Any

from renderer import Painter, Scene
from renderer.pixels.raster import words
from renderer.scene import Area, Box, Drawing, Stamp, ink
from tests.contract.toy_pieces import EDGES, Hand, Table

THEME = "tests.fourth_game"
PAPER, LINE, FULL = ink("f4ecd8"), ink("3a2f28"), ink("2f7d4f")
SIDE, ACROSS, WIDE, HIGH = 40, 13, 560, 360


def _square(x: float, y: float, side: float, colour: Any) -> Area:
    return Area(((x, y), (x + side, y), (x + side, y + side), (x, y + side)), colour)


GROUND = Drawing.of(
    "toy-table",
    WIDE,
    HIGH,
    (
        Area(((0, 0), (WIDE, 0), (WIDE, HIGH), (0, HIGH)), PAPER),
        *(_square(20 + edge % ACROSS * SIDE, 20 + edge // ACROSS * SIDE, 30, LINE) for edge in range(EDGES)),
    ),
)
TAKEN = Drawing.of("toy-taken", 30, 30, (_square(0, 0, 30, FULL),))


def _scene(view: Table | Hand, _picture: str, _marks: Any, _names: tuple[str, ...]) -> Scene:
    box = Box(0, 0, WIDE, HIGH)
    if isinstance(view, Hand):
        return Scene(THEME, GROUND, (words(str(view.cards.packed), (280, 330), 24, LINE, PAPER),), box)
    taken = [edge for edge in range(EDGES) if view.edges >> edge & 1]
    stamps = [Stamp(TAKEN, 20 + edge % ACROSS * SIDE, 20 + edge // ACROSS * SIDE, f"edge:{edge}") for edge in taken]
    points = [words(str(n), (60 + 120 * seat, 330), 24, LINE, PAPER) for seat, n in enumerate(view.points)]
    return Scene(THEME, GROUND, (*stamps, *points), box)


PUBLIC = Painter(Table, ("table",), _scene, planned=lambda _view, _facts, _tokens, _choices: (None, ("table",)))
SEAT = Painter(Hand, ("hand",), _scene)
