"""Every colour of the theme in one place, from which its palette is made.

`python -m renderer.catan.swatch` writes palette.txt; a test holds it to what is drawn. The plain colours of the theme
are kept exactly, the rest of the 256 go to the blends at their edges.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from msgspec.structs import replace

from renderer.catan import theme
from renderer.catan.board import paint_board
from renderer.catan.gains import Gain
from renderer.catan.hand import paint_hand
from renderer.catan.market import paint_market
from renderer.catan.marks import Change, Marks, Shift, Spot
from renderer.pixels.swatches import palette_text
from renderer.scene import Scene
from rules.catan.board import BOARDS
from rules.catan.hexes import HEX_CORNERS, HEX_EDGES
from rules.catan.pieces import INGREDIENT_AT, KINDS
from rules.catan.views import CatanPublic, CatanSeat

COLOURS: Final = 208
"""Fewer than a palette can hold: fewer steps at the edges make the file smaller by a fortieth, unseen."""
SEATS: Final = 4


_TABLE: Final = CatanPublic(
    seats=SEATS,
    market=True,
    phase="main",
    waiting=(1,),
    active=1,
    starts=0,
    goal=13,
    terrain=(),
    numbers=(),
    harbours=(5, 5, 5, 5, 0, 1, 2, 3, 4),
    robber=3,
    roads=(),
    settlements=(),
    cities=(),
    sites=(),
    resources=(3, 12, 0, 7),
    ingredients=(4, 0, 11, 2),
    devs=(1, 0, 5, 2),
    knights=(0, 3, 1, 2),
    army=1,
    lengths=(5, 2, 7, 3),
    longest=2,
    points=(5, 7, 9, 12),
    chips=(0, 1, 4, 2),
    bank=(19,) * (KINDS - 1) + (0,),
    deck=13,
    used=(0,) * 5,
    played=False,
    site_stock=(9, 0, 5, 2, 3),
    chips_left=21,
    bars=(3, 3, 4, 4, 5),
    owed_resources=(),
    owed_ingredients=(),
    free_roads=0,
    offer=None,
    resigned=(3,),
    ending="",
    winner=-1,
)


def _view(*, market: bool) -> CatanPublic:
    """A crowded island: every piece of every seat on every terrain."""
    board = BOARDS[market]
    turns = range(board.hexes)
    fitting = [market and INGREDIENT_AT[terrain] >= 0 for terrain in board.terrains]
    return replace(
        _TABLE,
        market=market,
        terrain=board.terrains,
        numbers=(*board.chips, 0, *board.jungles),
        roads=tuple(tuple(HEX_EDGES[h][s] for h in turns[s::SEATS]) for s in range(SEATS)),
        settlements=tuple(tuple(HEX_CORNERS[h][0] for h in turns[s :: 2 * SEATS]) for s in range(SEATS)),
        cities=tuple(tuple(HEX_CORNERS[h][3] for h in turns[s + SEATS :: 2 * SEATS]) for s in range(SEATS)),
        sites=tuple(tuple((h, 1) for h in turns[s::SEATS] if fitting[h]) for s in range(SEATS)),
    )


def swatches() -> tuple[Scene, ...]:
    """Both islands, the market, and hands."""
    market, base = _view(market=True), _view(market=False)
    last = Marks(
        dice=(3, 5),
        changes=(Change("corner", 4, 0), Change("edge", 9, 1, 2), Change("edge", 10, 1, 2), Change("robber", 3, 2, 3)),
        gains=tuple(Gain(seat, 3 * seat + thing, 1 - 3 * (thing % 2)) for seat in range(SEATS) for thing in range(3)),
        die=4,
        sold=(1,),
        shifts=(Shift(1, 3, up=False), Shift(3, 4, up=True)),
    )
    plan = Marks(
        ghost_corners=(8,),
        ghost_edges=(20,),
        legal_corners=(Spot(30, "C3n"), Spot(33, "C4s")),
        legal_edges=(Spot(40, "D1w"), Spot(41, "D2e")),
        legal_hexes=(Spot(7, "B3"),),
    )
    hand = CatanSeat(
        seat=2,
        hand=(3, 1, 12, 1, 2, 4, 2, 1, 11, 1),
        devs=(2, 1, 1, 1, 1),
        fresh=(1, 0, 0, 0, 0),
        points=9,
        rates=(4,) * KINDS,
        owed_resources=9,
        owed_ingredients=0,
        discarding=(1,) + (0,) * (KINDS - 1),
        asked=0,
        can_pay=False,
        reply=None,
        replies=(),
    )
    return (
        *(paint_board(view, marks) for view in (market, base) for marks in (last, plan)),
        paint_market(market, last),
        paint_hand(hand),
    )


def write() -> str:
    return palette_text(swatches(), theme.every(), COLOURS, dims=True)


if __name__ == "__main__":
    (Path(__file__).parent / "palette.txt").write_text(write(), "ascii")
