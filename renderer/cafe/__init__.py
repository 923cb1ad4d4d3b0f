"""The pictures of Café International: `cafe` of the public view, `hand` of a seat's own."""

from __future__ import annotations

from msgspec.structs import replace

from renderer.cafe.closeup import closeup, parts
from renderer.cafe.ending import LOOK, paint_end
from renderer.cafe.hand import paint_hand
from renderer.cafe.marks import CAFE, NONE, Handed, Marks, Moved, Spot, last_move, planned, since
from renderer.cafe.room import page, paint_cafe
from renderer.painters import Names, Painter
from renderer.scene import Scene
from rules.cafe.views import CafePublic, CafeSeat


def _closeup(view: CafePublic, _picture: str, marks: Marks, names: Names, region: str) -> Scene:
    return closeup(view, paint_cafe(view, replace(marks, numbered=True), names), region)


PUBLIC = Painter(
    view=CafePublic,
    pictures=(CAFE,),
    paint=lambda view, _picture, marks, names: paint_cafe(view, marks, names),
    regions=lambda view, _picture: tuple(parts(view)),
    zoom=_closeup,
    unmarked=NONE,
    happened=last_move,
    planned=planned,
    since=since,
    end=paint_end,
    look=LOOK,
    page=lambda view, _picture: page(view),
)
SEAT = Painter(CafeSeat, ("hand",), lambda view, _picture, _marks, _names: paint_hand(view))

__all__ = ["PUBLIC", "SEAT", "Handed", "Marks", "Moved", "Spot", "last_move", "planned", "since"]
