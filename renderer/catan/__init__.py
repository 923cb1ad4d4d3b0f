"""The pictures of Catan: `board` and `market` of the public view, `hand` of a seat's own."""

from __future__ import annotations

from renderer.catan.board import paint_board
from renderer.catan.closeup import closeup, parts
from renderer.catan.ghosts import planned
from renderer.catan.hand import paint_hand
from renderer.catan.market import paint_market
from renderer.catan.marks import BOARD, MARKET, NONE, Marks, Shift, Spot, drafted, last_move, legal
from renderer.painters import Names, Painter
from renderer.scene import Scene
from rules.catan.views import CatanPublic, CatanSeat


def paint_public(view: CatanPublic, picture: str, marks: Marks, _names: Names) -> Scene:
    return paint_board(view, marks) if picture == BOARD else paint_market(view, marks)


def zoom_public(view: CatanPublic, picture: str, marks: Marks, _names: Names, region: str) -> Scene:
    if region not in parts(view, picture):
        raise KeyError(region)
    return closeup(view, marks, paint_board(view, marks, named=False), region)


PUBLIC = Painter(
    view=CatanPublic,
    pictures=(BOARD, MARKET),
    paint=paint_public,
    regions=lambda view, picture: tuple(parts(view, picture)),
    zoom=zoom_public,
    unmarked=NONE,
    happened=last_move,
    planned=planned,
)
SEAT = Painter(CatanSeat, ("hand",), lambda view, _picture, _marks, _names: paint_hand(view))

__all__ = ["PUBLIC", "SEAT", "Marks", "Shift", "Spot", "drafted", "last_move", "legal", "planned"]
