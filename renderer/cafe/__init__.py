"""The pictures of Café International: `cafe` of the public view, `hand` of a seat's own."""

from __future__ import annotations

from renderer.cafe.closeup import closeup, parts
from renderer.cafe.hand import paint_hand
from renderer.cafe.marks import CAFE, NONE, Handed, Marks, Spot, last_move, planned
from renderer.cafe.room import paint_cafe
from renderer.scene import Scene
from rules.cafe.views import CafePublic, CafeSeat

HAND = "hand"


def paint_public(view: CafePublic, _picture: str, marks: Marks) -> Scene:
    return paint_cafe(view, marks)


def paint_seat(view: CafeSeat, _picture: str, _marks: Marks) -> Scene:
    return paint_hand(view)


def public_regions(view: CafePublic, _picture: str) -> tuple[str, ...]:
    return tuple(parts(view))


def seat_regions(_view: CafeSeat, _picture: str) -> tuple[str, ...]:
    """A hand is large as it is."""
    return ()


def zoom_public(view: CafePublic, _picture: str, marks: Marks, region: str) -> Scene:
    return closeup(view, paint_cafe(view, marks), region)


def zoom_seat(_view: CafeSeat, _picture: str, _marks: Marks, region: str) -> Scene:
    raise KeyError(region)


__all__ = [
    "CAFE",
    "HAND",
    "NONE",
    "Handed",
    "Marks",
    "Spot",
    "last_move",
    "paint_public",
    "paint_seat",
    "planned",
    "public_regions",
    "seat_regions",
    "zoom_public",
    "zoom_seat",
]
