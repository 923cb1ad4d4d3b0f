"""The pictures of Guatemala Café: `production` and `plantation` of the public view, `hand` of a seat's own."""

from __future__ import annotations

from renderer.guatemala.closeup import closeup, parts
from renderer.guatemala.hand import paint_hand
from renderer.guatemala.marks import NONE, PLANTATION, PRODUCTION, Marks, Spot, drafted, last_move, legal, planned
from renderer.guatemala.plantation import paint_plantation
from renderer.guatemala.production import paint_production
from renderer.scene import Scene
from rules.guatemala.views import GuatemalaPublic, GuatemalaSeat

HAND = "hand"


def paint_public(view: GuatemalaPublic, picture: str, marks: Marks) -> Scene:
    return paint_production(view, marks) if picture == PRODUCTION else paint_plantation(view, marks)


def paint_seat(view: GuatemalaSeat, _picture: str, _marks: Marks) -> Scene:
    return paint_hand(view)


def public_regions(view: GuatemalaPublic, picture: str) -> tuple[str, ...]:
    return tuple(parts(view, picture))


def seat_regions(_view: GuatemalaSeat, _picture: str) -> tuple[str, ...]:
    """A hand is large as it is."""
    return ()


def zoom_public(view: GuatemalaPublic, picture: str, marks: Marks, region: str) -> Scene:
    return closeup(view, picture, paint_public(view, picture, marks), region)


def zoom_seat(_view: GuatemalaSeat, _picture: str, _marks: Marks, region: str) -> Scene:
    raise KeyError(region)


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
    "planned",
    "public_regions",
    "seat_regions",
    "zoom_public",
    "zoom_seat",
]
