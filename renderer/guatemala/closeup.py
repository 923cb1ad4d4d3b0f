"""Parts of the pictures at double size, with the rims repeated where the part has lost them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from renderer.drawing import pen
from renderer.drawing.sketch import TEXT
from renderer.guatemala import geometry as at
from renderer.guatemala import theme
from renderer.guatemala.geometry import Layout, layout
from renderer.pixels.raster import words
from renderer.scene import Area, Box, Drawing, Ink, Items, Scene, Stamp
from rules.guatemala.production import FIRST_COLUMN, SIDE
from rules.guatemala.views import GuatemalaPublic

ZOOM: Final = 2
HALF: Final = at.PAGE // 2
STRIP: Final = 28
"""A repeated rim, in the measure of the whole picture; it lies on fields that the part cuts through anyway."""


def production_parts() -> dict[str, Box]:
    corners = {"nw": (0, 0), "ne": (HALF, 0), "sw": (0, HALF), "se": (HALF, HALF)}
    return {name: Box(x, y, x + HALF, y + HALF) for name, (x, y) in corners.items()}


def plantation_parts(where: Layout) -> dict[str, Box]:
    """The land in four, the harbours in two, the table with the victory track in two."""
    middle = where.sky + 5 * where.field
    rows = {
        "north": (0, middle),
        "south": (middle - where.field - STRIP, where.sea + 8),
        "sea": (where.sea - 30, where.panel),
        "track": (where.panel - 6, where.height),
    }
    found: dict[str, Box] = {}
    for name, (top, bottom) in rows.items():
        found[f"{name}-west"] = Box(0, top, HALF, bottom)
        found[f"{name}-east"] = Box(HALF, top, at.PAGE, bottom)
    return found


def parts(view: GuatemalaPublic, picture: str) -> dict[str, Box]:
    return production_parts() if picture == "production" else plantation_parts(layout(view.seats))


def closeup(view: GuatemalaPublic, picture: str, scene: Scene, region: str) -> Scene:
    window = parts(view, picture)[region]
    rims: Items = []
    if picture == "production":
        rims = _production_rims(window)
    elif region.startswith(("north", "south")):
        rims = _plantation_rims(layout(view.seats), window)
    return Scene(scene.theme, scene.ground, (*scene.items, *rims), window, ZOOM)


@lru_cache(maxsize=32)
def _strip(width: int, height: int, ink: Ink) -> Drawing:
    return Drawing.of(f"strip:{width}:{height}:{ink}", width, height, (Area(pen.rectangle(0, 0, width, height), ink),))


def _production_rims(window: Box) -> Items:
    items: Items = []
    middles = [at.YARD + (i + 0.5) * at.CELL for i in range(SIDE)]
    left, top = int(window.left), int(window.top)
    if top:
        first, last = max(left, at.YARD), min(int(window.right), at.YARD_END)
        items.append(Stamp(_strip(last - first, STRIP, theme.TIMBER), first, top))
        for i, x in enumerate(middles):
            items += _name(chr(ord(FIRST_COLUMN) + i), x, top + STRIP / 2, window, theme.TIMBER)
    if left:
        first, last = max(top, at.YARD), min(int(window.bottom), at.YARD_END)
        items.append(Stamp(_strip(STRIP, last - first, theme.TIMBER), left, first))
        for i, y in enumerate(middles):
            items += _name(str(i + 1), left + STRIP / 2, y, window, theme.TIMBER)
    return items


def _plantation_rims(where: Layout, window: Box) -> Items:
    items: Items = []
    left, top = int(window.left), int(window.top)
    if top:
        last = min(int(window.right), at.LEFT + where.board.columns * where.field)
        items.append(Stamp(_strip(last - left, STRIP, theme.RIDGE), left, top))
        for i in range(where.board.columns):
            x = at.LEFT + (i + 0.5) * where.field
            items += _name(chr(ord("A") + i), x, top + STRIP / 2, window, theme.RIDGE)
    if left:
        for row in range(at.ROWS):
            first = max(top + (STRIP if top else 0), where.sky + row * where.field)
            last = min(int(window.bottom), where.sky + (row + 1) * where.field)
            if last > first:
                ink = theme.RIMS[row // 3]
                items.append(Stamp(_strip(STRIP, last - first, ink), left, first))
                items += _name(str(row + 1), left + STRIP / 2, where.sky + (row + 0.5) * where.field, window, ink)
    return items


def _name(text: str, x: float, y: float, window: Box, ink: Ink) -> Items:
    """A coordinate, unless the part cuts through it."""
    name = words(text, (x, y), TEXT / ZOOM, theme.CREAM, ink)
    corner = window.left and window.top and x < window.left + 2 * STRIP and y < window.top + 2 * STRIP
    return [name] if window.holds(name.box) and not corner else []
