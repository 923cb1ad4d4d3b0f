"""What a plan would put on the map: a move that is said whole stands there before it is committed."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from renderer.catan.marks import BOARD, MARKET, OF_THE_MARKET, Marks, drafted, legal
from rules.catan.hexes import CORNER_OF, EDGE_OF, HEX_OF
from rules.catan.views import CatanPublic
from rules.contract import Choice, Fact


def planned(
    view: CatanPublic, facts: Iterable[Fact], tokens: tuple[str, ...], choices: Iterable[Choice]
) -> tuple[Marks, tuple[str, ...]]:
    """A planned turn with its ghosts, where its next word may go, and which picture to look at for that."""
    wanted, done, now = legal(tokens, choices), drafted(facts), said(tokens, view.active)
    marks = replace(
        wanted,
        ghost_corners=(*done.ghost_corners, *wanted.ghost_corners, *now.ghost_corners),
        ghost_edges=done.ghost_edges,
        ghost_sites=done.ghost_sites,
        said_edges=now.said_edges,
        said_sites=now.said_sites,
        ghost_robber=done.ghost_robber,
    )
    to_market = (bool(tokens) and tokens[0] in OF_THE_MARKET) or view.phase == "rise"
    return marks, ((MARKET,) if to_market and not (wanted.legal_edges or now.said_edges) else (BOARD,))


def said(tokens: tuple[str, ...], seat: int) -> Marks:
    """The ghosts of a whole move by its words; none of what is not built."""
    match tokens:
        case ("found", corner, edge):
            return Marks(ghost_corners=(CORNER_OF[corner.upper()],), said_edges=(EDGE_OF[edge.upper()],))
        case ("settlement" | "city", corner):
            return Marks(ghost_corners=(CORNER_OF[corner.upper()],))
        case ("road", edge) | ("chocolate", _, "road", edge) if edge.upper() in EDGE_OF:
            return Marks(said_edges=(EDGE_OF[edge.upper()],))
        case ("sites", *pairs) if len(pairs) % 2 == 0:
            return Marks(said_sites=tuple((seat, HEX_OF[hexagon]) for hexagon in pairs[1::2]))
        case _:
            return Marks()


def with_sites(view: CatanPublic, marks: Marks) -> CatanPublic:
    """The view with the sites that are only said: where one stands in its hex depends on all that stands there."""
    seat = view.active
    more = tuple((hexagon, 1) for _, hexagon in marks.said_sites)
    if not more:
        return view
    return replace(view, sites=tuple(own + more if owner == seat else own for owner, own in enumerate(view.sites)))
