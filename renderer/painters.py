"""Which painter paints which view: the registry, and the calls that serve every game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from renderer import guatemala
from renderer.raster import compose, encode
from renderer.scene import Box, Scene, crop
from rules.contract import PublicView, SeatView
from rules.guatemala.views import GuatemalaPublic, GuatemalaSeat

View = PublicView | SeatView


class Painter(Struct, frozen=True):
    """How the views of one type are painted."""

    pictures: tuple[str, ...]
    paint: Callable[[Any, str, Any], Scene]
    """View, picture, marks."""
    regions: Callable[[Any, str], dict[str, Box]]
    unmarked: Any
    """The marks that point at nothing."""


PAINTERS: Mapping[type[View], Painter] = MappingProxyType(
    {
        GuatemalaPublic: Painter(
            (guatemala.PRODUCTION, guatemala.PLANTATION),
            guatemala.paint_public,
            guatemala.public_regions,
            guatemala.NONE,
        ),
        GuatemalaSeat: Painter((guatemala.HAND,), guatemala.paint_seat, guatemala.seat_regions, guatemala.NONE),
    }
)


def pictures(view: View) -> tuple[str, ...]:
    """The names of the pictures that show a view."""
    return PAINTERS[type(view)].pictures


def paint(view: View, picture: str = "", marks: Any = None) -> Scene:
    """One picture of a view; the first one where none is named."""
    painter = PAINTERS[type(view)]
    name = picture or painter.pictures[0]
    if name not in painter.pictures:
        raise KeyError(name)
    return painter.paint(view, name, painter.unmarked if marks is None else marks)


def regions(view: View, picture: str = "") -> tuple[str, ...]:
    """The names of the parts of a picture that can be shown at double size."""
    painter = PAINTERS[type(view)]
    return tuple(painter.regions(view, picture or painter.pictures[0]))


def zoom(view: View, picture: str, region: str, marks: Any = None) -> Scene:
    """A part of a picture at double size."""
    return crop(paint(view, picture, marks), PAINTERS[type(view)].regions(view, picture)[region])


def warm(view: View) -> None:
    """Makes the parts that pictures of such a view are made of: for a thread, before the first is wanted."""
    for name in pictures(view):
        encode(compose(paint(view, name)))
