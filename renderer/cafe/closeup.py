"""Parts of the café at double size."""

from __future__ import annotations

from typing import Final

from renderer.cafe import geometry as at
from renderer.scene import Box, Scene
from rules.cafe.views import CafePublic

ZOOM: Final = 2
HALF: Final = at.PAGE // 2


def parts(view: CafePublic) -> dict[str, Box]:
    """The four quarters of the room, the bar, the hands in halves."""
    found = {
        name: Box(x, y, x + HALF, y + HALF)
        for name, x, y in (("nw", 0, 0), ("ne", HALF, 0), ("sw", 0, HALF), ("se", HALF, HALF))
    }
    left = int(at.BAR.centre[0]) - HALF // 2
    found["bar"] = Box(left, left, left + HALF, left + HALF)
    for name, x in (("hands-west", 0), ("hands-east", HALF)):
        found[name] = Box(x, at.HALL, x + HALF, at.height(view.seats))
    return found


def closeup(view: CafePublic, scene: Scene, region: str) -> Scene:
    return Scene(scene.theme, scene.ground, scene.items, parts(view)[region], ZOOM)
