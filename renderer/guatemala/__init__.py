"""The pictures of Guatemala Café: `production` and `plantation` of the public view, `hand` of a seat's own."""

from __future__ import annotations

from renderer.guatemala.closeup import closeup, parts
from renderer.guatemala.ending import LOOK, paint_end
from renderer.guatemala.hand import paint_hand
from renderer.guatemala.marks import (
    NONE,
    PLANTATION,
    PRODUCTION,
    Marks,
    Spot,
    drafted,
    last_move,
    legal,
    planned,
    since,
)
from renderer.guatemala.plantation import page as plantation_page
from renderer.guatemala.plantation import paint_plantation
from renderer.guatemala.production import PAGE, paint_production
from renderer.painters import Names, Painter
from renderer.scene import Box, Scene
from rules.guatemala.views import GuatemalaPublic, GuatemalaSeat


def paint_public(view: GuatemalaPublic, picture: str, marks: Marks, names: Names) -> Scene:
    return paint_production(view, marks) if picture == PRODUCTION else paint_plantation(view, marks, names)


def page(view: GuatemalaPublic, picture: str) -> Box:
    return PAGE if picture == PRODUCTION else plantation_page(view.seats)


def _telling(painter: Painter, _view: GuatemalaPublic, marks: Marks) -> tuple[str, ...]:
    """The production board only where it has changed, or where nothing has and both are looked at."""
    changed = marks.emptied or marks.laid or marks.buyer_from >= 0 or marks == NONE
    return painter.pictures if changed else (PLANTATION,)


PUBLIC = Painter(
    view=GuatemalaPublic,
    pictures=(PLANTATION, PRODUCTION),
    paint=paint_public,
    regions=lambda view, picture: tuple(parts(view, picture)),
    zoom=lambda view, picture, marks, names, region: closeup(
        view, picture, paint_public(view, picture, marks, names), region
    ),
    unmarked=NONE,
    happened=last_move,
    planned=planned,
    since=since,
    telling=_telling,
    end=paint_end,
    look=LOOK,
    page=page,
    packing=5,  # a third quicker; its pictures stay below 95 kB a megapixel and a half
)
SEAT = Painter(GuatemalaSeat, ("hand",), lambda view, _picture, _marks, _names: paint_hand(view))

__all__ = ["PUBLIC", "SEAT", "Marks", "Spot", "drafted", "last_move", "legal", "planned", "since"]
