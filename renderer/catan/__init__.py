"""The pictures of Catan: `board` and `market` of the public view, `hand` of a seat's own."""

from __future__ import annotations

from renderer.catan.board import paint_board
from renderer.catan.closeup import closeup, parts
from renderer.catan.ghosts import planned
from renderer.catan.hand import paint_hand
from renderer.catan.market import paint_market
from renderer.catan.marks import BOARD, MARKET, NONE, Marks, Shift, Spot, drafted, last_move, legal
from renderer.scene import Scene
from rules.catan.views import CatanPublic, CatanSeat

HAND = "hand"


def paint_public(view: CatanPublic, picture: str, marks: Marks) -> Scene:
    return paint_board(view, marks) if picture == BOARD else paint_market(view, marks)


def paint_seat(view: CatanSeat, _picture: str, _marks: Marks) -> Scene:
    return paint_hand(view)


def public_regions(view: CatanPublic, picture: str) -> tuple[str, ...]:
    return tuple(parts(view, picture))


def seat_regions(_view: CatanSeat, _picture: str) -> tuple[str, ...]:
    """A hand is large as it is."""
    return ()


def zoom_public(view: CatanPublic, picture: str, marks: Marks, region: str) -> Scene:
    if region not in parts(view, picture):
        raise KeyError(region)
    return closeup(view, marks, paint_board(view, marks, named=False), region)


def zoom_seat(_view: CatanSeat, _picture: str, _marks: Marks, region: str) -> Scene:
    raise KeyError(region)


__all__ = [
    "BOARD",
    "HAND",
    "MARKET",
    "NONE",
    "Marks",
    "Shift",
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
