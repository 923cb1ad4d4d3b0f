"""The pictures of Café International: `cafe` of the public view, `hand` of a seat's own."""

from __future__ import annotations

from renderer.cafe.closeup import closeup, parts
from renderer.cafe.hand import paint_hand
from renderer.cafe.marks import CAFE, NONE, Handed, Marks, Spot, last_move, planned
from renderer.cafe.room import paint_cafe
from renderer.painters import Painter
from rules.cafe.views import CafePublic, CafeSeat

PUBLIC = Painter(
    view=CafePublic,
    pictures=(CAFE,),
    paint=lambda view, _picture, marks, _names: paint_cafe(view, marks),
    regions=lambda view, _picture: tuple(parts(view)),
    zoom=lambda view, _picture, marks, _names, region: closeup(view, paint_cafe(view, marks), region),
    unmarked=NONE,
    happened=last_move,
    planned=planned,
)
SEAT = Painter(CafeSeat, ("hand",), lambda view, _picture, _marks, _names: paint_hand(view))

__all__ = ["PUBLIC", "SEAT", "Handed", "Marks", "Spot", "last_move", "planned"]
