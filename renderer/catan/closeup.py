"""Parts of the island at double size, with the names of its corners and edges on legal places.

Where nothing is being planned, those are the places that no building closes and no road covers.
"""

from __future__ import annotations

from typing import Final

from renderer.catan.geometry import PAGE, Layout, layout
from renderer.catan.labels import board_sizes, labels
from renderer.catan.marks import BOARD, Marks, Spot
from renderer.drawing.sketch import TEXT
from renderer.scene import Box, Items, Scene
from rules.catan.hexes import CORNER_NAMES, EDGE_NAMES, NEAR, bits
from rules.catan.views import CatanPublic

ZOOM: Final = 2
HALF: Final = PAGE // 2
TALL: Final = 600
FINE: Final = (22.0, TEXT / ZOOM)
"""The sizes of names that only a close-up can show."""


def parts(view: CatanPublic, picture: str) -> dict[str, Box]:
    """The island in six; what stands in the market is large as it is."""
    if picture != BOARD:
        return {}
    low = layout(market=view.market).height - TALL
    across = {"w": 0, "": HALF // 2, "e": HALF}
    return {
        name + side: Box(x, y, x + HALF, y + TALL) for name, y in (("n", 0), ("s", low)) for side, x in across.items()
    }


def closeup(view: CatanPublic, marks: Marks, scene: Scene, region: str) -> Scene:
    window = parts(view, BOARD)[region]
    where = layout(market=view.market)
    names = _names(view, where, marks, scene, window)
    return Scene(scene.theme, scene.ground, (*scene.items, *names), window, ZOOM)


def _names(view: CatanPublic, where: Layout, marks: Marks, scene: Scene, window: Box) -> Items:
    """Of the few places of a plan large ones; where there is no room for the name of an edge, it is left out."""
    items = list(scene.items)
    if marks.legal_corners or marks.legal_edges or marks.legal_hexes:
        spots = marks.legal_corners, marks.legal_edges
        return labels(where, spots, items, (*board_sizes(where), *FINE), window)
    corners, edges = _free(view, where)
    spots = [Spot(c, CORNER_NAMES[c]) for c in corners], [Spot(e, EDGE_NAMES[e]) for e in edges]
    return labels(where, spots, items, FINE, window)


def _free(view: CatanPublic, where: Layout) -> tuple[list[int], list[int]]:
    """The corners that no building closes, the edges that no road covers."""
    built = [corner for seat in (*view.settlements, *view.cities) for corner in seat]
    free = where.board.corners
    for corner in built:
        free &= ~NEAR[corner]
    roads = {edge for seat in view.roads for edge in seat}
    return list(bits(free)), [edge for edge in bits(where.board.edges) if edge not in roads]
