"""Parts of the café at double size."""

from __future__ import annotations

from typing import Final

from renderer.cafe import geometry as at
from renderer.scene import Box, Scene
from rules.cafe.views import CafePublic

ZOOM: Final = 2
HALF: Final = at.PAGE // 2


def parts(view: CafePublic) -> dict[str, Box]:
    """The corners of the room, its sides, the bar; the hands in halves."""
    quarter = HALF // 2
    corners = {
        "nw": (0, 0),
        "north": (quarter, 0),
        "ne": (HALF, 0),
        "west": (0, quarter),
        "bar": (quarter, quarter),
        "east": (HALF, quarter),
        "sw": (0, HALF),
        "south": (quarter, HALF),
        "se": (HALF, HALF),
    }
    found = {name: Box(x, y, x + HALF, y + HALF) for name, (x, y) in corners.items()}
    for name, x in (("hands-west", 0), ("hands-east", HALF)):
        found[name] = Box(x, at.HALL, x + HALF, at.height(view.seats))
    return found


def closeup(view: CafePublic, scene: Scene, region: str) -> Scene:
    return Scene(scene.theme, scene.ground, scene.items, parts(view)[region], ZOOM)
