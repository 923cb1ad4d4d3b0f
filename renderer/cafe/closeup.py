"""Parts of the café at double size."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from renderer.cafe import geometry as at
from renderer.scene import Box, Scene
from rules.cafe.views import CafePublic

ZOOM: Final = 2
HALF, DEEP = at.PAGE // 2, at.HALL // 2


def parts(view: CafePublic) -> dict[str, Box]:
    """The corners of the room, its sides, the bar; the hands in halves."""
    x, y = HALF // 2, DEEP // 2
    corners = {
        "nw": (0, 0),
        "north": (x, 0),
        "ne": (HALF, 0),
        "west": (0, y),
        "bar": (x, y),
        "east": (HALF, y),
        "sw": (0, DEEP),
        "south": (x, DEEP),
        "se": (HALF, DEEP),
    }
    found = {name: Box(left, top, left + HALF, top + DEEP) for name, (left, top) in corners.items()}
    wide = at.PAGE * 2 // 3 if view.seats == 3 else HALF  # the plaque in the middle is in both
    found["hands-west"] = Box(0, at.HALL, wide, at.height(view.seats))
    found["hands-east"] = Box(at.PAGE - wide, at.HALL, at.PAGE, at.height(view.seats))
    return found


def closeup(view: CafePublic, scene: Scene, region: str) -> Scene:
    return replace(scene, window=parts(view)[region], zoom=ZOOM)
