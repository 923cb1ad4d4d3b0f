"""Paints the café: who sits where, who stands at the bar, what is pointed at; the hands of all below."""

from __future__ import annotations

from renderer.cafe import chairs, counter, moved, tables, theme
from renderer.cafe import geometry as at
from renderer.cafe.hall import hall
from renderer.cafe.marks import Marks
from renderer.cafe.panel import panel
from renderer.painters import Names
from renderer.scene import Box, Items, Scene
from rules.cafe.views import CafePublic


def paint_cafe(view: CafePublic, marks: Marks, names: Names) -> Scene:
    tiles = moved.tiles(marks)
    items: Items = []
    items += tables.corners(view, marks, tiles)
    items += chairs.free(view, marks)
    items += counter.fields(view, marks)
    items += tables.framed(view, marks)
    items += moved.frames(marks)
    items += chairs.guests(view, marks)
    items += counter.bar(view, marks)
    items += counter.shelf(view)
    items += tables.told(view, marks)
    items += panel(view, marks, names)
    items += moved.signs_of(marks, tiles)
    return Scene(theme.NAME, hall(view.seats), tuple(items), page(view), lit=moved.lit(view, marks, tiles))


def page(view: CafePublic) -> Box:
    return Box(0, 0, at.PAGE, at.height(view.seats))
