"""The pictures of Guatemala Café: `production` and `plantation` of the public view, `hand` of a seat's own."""

from __future__ import annotations

from renderer.guatemala.geometry import PAGE, layout
from renderer.guatemala.hand import paint_hand
from renderer.guatemala.marks import NONE, Marks, Spot, drafted, last_move, legal
from renderer.guatemala.plantation import paint_plantation
from renderer.guatemala.production import paint_production
from renderer.scene import Box, Scene
from rules.contract import PublicView, SeatView
from rules.guatemala.views import GuatemalaPublic, GuatemalaSeat

PRODUCTION, PLANTATION, HAND = "production", "plantation", "hand"


def paint_public(view: PublicView, picture: str, marks: Marks) -> Scene:
    if not isinstance(view, GuatemalaPublic):
        raise TypeError(type(view))
    return paint_production(view, marks) if picture == PRODUCTION else paint_plantation(view, marks)


def paint_seat(view: SeatView, _picture: str, _marks: Marks) -> Scene:
    if not isinstance(view, GuatemalaSeat):
        raise TypeError(type(view))
    return paint_hand(view)


def public_regions(view: PublicView, picture: str) -> dict[str, Box]:
    """The parts of a picture that are worth a closer look; each is half a page wide."""
    half = PAGE // 2
    if picture == PRODUCTION or not isinstance(view, GuatemalaPublic):
        corners = {"nw": (0, 0), "ne": (half, 0), "sw": (0, half), "se": (half, half)}
        return {name: Box(x, y, x + half, y + half) for name, (x, y) in corners.items()}
    where = layout(view.seats)
    middle = (where.sea // 2 + 50) // 2 * 2
    rows = {"north": (0, middle), "south": (middle - 90, where.sea), "sea": (where.sea - 30, where.track)}
    found: dict[str, Box] = {}
    for name, (top, bottom) in rows.items():
        found[f"{name}-west"] = Box(0, top, half, bottom)
        found[f"{name}-east"] = Box(half, top, PAGE, bottom)
    found["track-west"] = Box(0, where.track - 10, half, where.height)
    found["track-east"] = Box(half, where.track - 10, PAGE, where.height)
    return found


def seat_regions(_view: SeatView, _picture: str) -> dict[str, Box]:
    return {}


__all__ = [
    "HAND",
    "NONE",
    "PLANTATION",
    "PRODUCTION",
    "Marks",
    "Spot",
    "drafted",
    "last_move",
    "legal",
    "paint_public",
    "paint_seat",
    "public_regions",
    "seat_regions",
]
