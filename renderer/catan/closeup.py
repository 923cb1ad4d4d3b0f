"""Parts of the island at double size, with the names of its corners and edges on legal places.

Where nothing is being planned, those are the places that no building closes and no road covers.
"""

from __future__ import annotations

from typing import Final

from renderer.catan import symbols
from renderer.catan.geometry import PAGE, Layout, layout
from renderer.catan.marks import BOARD, Marks
from renderer.catan.table import Items, centred
from renderer.scene import Box, Scene, all_words
from renderer.sketch import TEXT
from rules.catan.hexes import CORNER_NAMES, EDGE_NAMES, NEAR, bits
from rules.catan.views import CatanPublic

ZOOM: Final = 2
HALF: Final = PAGE // 2
TALL: Final = 640


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
    names = _names(where, window, scene, *_places(view, where, marks))
    return Scene(scene.theme, scene.ground, (*scene.items, *names), window, ZOOM)


def _places(view: CatanPublic, where: Layout, marks: Marks) -> tuple[list[int], list[int]]:
    """The corners and edges to be named."""
    if marks.legal_corners or marks.legal_edges or marks.legal_hexes:
        return [spot.place for spot in marks.legal_corners], [spot.place for spot in marks.legal_edges]
    built = [corner for seat in (*view.settlements, *view.cities) for corner in seat]
    free = where.board.corners
    for corner in built:
        free &= ~NEAR[corner]
    roads = {edge for seat in view.roads for edge in seat}
    return list(bits(free)), [edge for edge in bits(where.board.edges) if edge not in roads]


def _names(where: Layout, window: Box, scene: Scene, corners: list[int], edges: list[int]) -> Items:
    """Corners first: where there is no room, the name of an edge is left out."""
    taken = [word.box for word in all_words(scene.ground.shapes, scene.items)]
    size = TEXT / ZOOM
    places = [(where.corner(corner), symbols.label(CORNER_NAMES[corner], size)) for corner in corners]
    places += [(where.edge(edge), symbols.label(EDGE_NAMES[edge], size, edge=True)) for edge in edges]
    found: Items = []
    for point, drawing in places:
        stamp = centred(drawing, point)
        if window.holds(stamp.box) and not any(stamp.box.meets(box) for box in taken):
            taken.append(stamp.box)
            found.append(stamp)
    return found
