"""The pictures of Catan: `board` and `market` of the public view, `hand` of a seat's own."""

from __future__ import annotations

from renderer.catan.board import paint_board
from renderer.catan.closeup import closeup, parts
from renderer.catan.ending import LOOK, paint_end
from renderer.catan.geometry import layout
from renderer.catan.ghosts import planned
from renderer.catan.hand import paint_hand
from renderer.catan.market import market_page, paint_market
from renderer.catan.marks import BOARD, MARKET, NONE, Change, Marks, Shift, Spot, drafted, last_move, legal, since
from renderer.painters import Names, Painter
from renderer.scene import Box, Scene
from rules.catan.views import CatanPublic, CatanSeat


def paint_public(view: CatanPublic, picture: str, marks: Marks, names: Names) -> Scene:
    return paint_board(view, marks, names) if picture == BOARD else paint_market(view, marks)


def zoom_public(view: CatanPublic, picture: str, marks: Marks, names: Names, region: str) -> Scene:
    if region not in parts(view, picture):
        raise KeyError(region)
    return closeup(view, marks, paint_board(view, marks, names, named=False), region)


def page(view: CatanPublic, picture: str) -> Box:
    return market_page(view) if picture == MARKET else layout(market=view.market).page


def telling(_painter: Painter, _view: CatanPublic, marks: Marks) -> tuple[str, ...]:
    """The Market is shown where something has changed in it: one picture fits a telephone's screen, two do not."""
    return (BOARD, MARKET) if marks.shifts or marks.sold or marks.die or not marks.moved else (BOARD,)


PUBLIC = Painter(
    view=CatanPublic,
    pictures=(BOARD, MARKET),
    paint=paint_public,
    regions=lambda view, picture: tuple(parts(view, picture)),
    zoom=zoom_public,
    unmarked=NONE,
    happened=last_move,
    planned=planned,
    since=since,
    telling=telling,
    end=paint_end,
    look=LOOK,
    page=page,
)
SEAT = Painter(CatanSeat, ("hand",), lambda view, _picture, _marks, _names: paint_hand(view))

__all__ = ["PUBLIC", "SEAT", "Change", "Marks", "Shift", "Spot", "drafted", "last_move", "legal", "planned", "since"]
