"""Which painter paints which view: the registry, and the calls that serve every game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from renderer import cafe, catan, guatemala
from renderer.raster import compose, encode
from renderer.scene import Scene
from rules.cafe.views import CafePublic, CafeSeat
from rules.catan.views import CatanPublic, CatanSeat
from rules.contract import Choice, Fact, PublicView, SeatView
from rules.guatemala.views import GuatemalaPublic, GuatemalaSeat

View = PublicView | SeatView


class Painter(Struct, frozen=True):
    """How the views of one type are painted."""

    pictures: tuple[str, ...]
    paint: Callable[[Any, str, Any], Scene]
    """View, picture, marks."""
    regions: Callable[[Any, str], tuple[str, ...]]
    zoom: Callable[[Any, str, Any, str], Scene]
    """View, picture, marks, region."""
    unmarked: Any
    """The marks that point at nothing."""
    happened: Callable[[Iterable[Fact]], Any]
    """The marks of the last move."""
    planned: Callable[[Any, Iterable[Fact], tuple[str, ...], Iterable[Choice]], tuple[Any, tuple[str, ...]]]
    """The marks of a planned turn and of where its next word may go, and the pictures that say most about it."""


PAINTERS: Mapping[type[View], Painter] = MappingProxyType(
    {
        GuatemalaPublic: Painter(
            (guatemala.PRODUCTION, guatemala.PLANTATION),
            guatemala.paint_public,
            guatemala.public_regions,
            guatemala.zoom_public,
            guatemala.NONE,
            guatemala.last_move,
            guatemala.planned,
        ),
        GuatemalaSeat: Painter(
            (guatemala.HAND,),
            guatemala.paint_seat,
            guatemala.seat_regions,
            guatemala.zoom_seat,
            guatemala.NONE,
            guatemala.last_move,
            guatemala.planned,
        ),
        CafePublic: Painter(
            (cafe.CAFE,),
            cafe.paint_public,
            cafe.public_regions,
            cafe.zoom_public,
            cafe.NONE,
            cafe.last_move,
            cafe.planned,
        ),
        CafeSeat: Painter(
            (cafe.HAND,),
            cafe.paint_seat,
            cafe.seat_regions,
            cafe.zoom_seat,
            cafe.NONE,
            cafe.last_move,
            cafe.planned,
        ),
        CatanPublic: Painter(
            (catan.BOARD, catan.MARKET),
            catan.paint_public,
            catan.public_regions,
            catan.zoom_public,
            catan.NONE,
            catan.last_move,
            catan.planned,
        ),
        CatanSeat: Painter(
            (catan.HAND,),
            catan.paint_seat,
            catan.seat_regions,
            catan.zoom_seat,
            catan.NONE,
            catan.last_move,
            catan.planned,
        ),
    }
)


def _painter(view: View, picture: str) -> tuple[Painter, str]:
    painter = PAINTERS[type(view)]
    name = picture or painter.pictures[0]
    if name not in painter.pictures:
        raise KeyError(name)
    return painter, name


def pictures(view: View) -> tuple[str, ...]:
    """The names of the pictures that show a view."""
    return PAINTERS[type(view)].pictures


def paint(view: View, picture: str = "", marks: Any = None) -> Scene:
    """One picture of a view; the first one where none is named."""
    painter, name = _painter(view, picture)
    return painter.paint(view, name, painter.unmarked if marks is None else marks)


def happened(view: View, facts: Iterable[Fact]) -> Any:
    """The marks of the last move."""
    return PAINTERS[type(view)].happened(facts)


def planned(
    view: View, facts: Iterable[Fact], tokens: tuple[str, ...], choices: Iterable[Choice]
) -> tuple[Any, tuple[str, ...]]:
    """The marks of a planned turn, and the names of the pictures to show it by."""
    return PAINTERS[type(view)].planned(view, facts, tokens, choices)


def regions(view: View, picture: str = "") -> tuple[str, ...]:
    """The names of the parts of a picture that can be shown at double size."""
    painter, name = _painter(view, picture)
    return painter.regions(view, name)


def zoom(view: View, picture: str, region: str, marks: Any = None) -> Scene:
    """A part of a picture at double size."""
    painter, name = _painter(view, picture)
    return painter.zoom(view, name, painter.unmarked if marks is None else marks, region)


def warm(view: View) -> None:
    """Makes the parts that pictures of such a view are made of: for a thread, before the first is wanted."""
    for name in pictures(view):
        encode(compose(paint(view, name)))
