"""Every colour of the theme in one place, from which its palette is made.

`python -m renderer.guatemala.swatch` writes palette.txt; a test holds it to what is drawn. The plain colours of the
theme are kept exactly, the rest of the 256 go to the blends at their edges.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from renderer.drawing import signs
from renderer.drawing.players import tile
from renderer.guatemala import symbols, theme
from renderer.guatemala.geometry import CELL, PAGE
from renderer.guatemala.hand import paint_hand
from renderer.guatemala.land import land
from renderer.guatemala.pieces import piece, road
from renderer.guatemala.production import PIECE
from renderer.guatemala.yard import yard
from renderer.pixels.swatches import filled, palette_text
from renderer.scene import Drawing, Scene
from rules.guatemala.pieces import CODES
from rules.guatemala.views import GuatemalaSeat

COLOURS: Final = 180


def swatches() -> tuple[Scene, ...]:
    """Each ground, and on it every drawing."""
    drawings = _drawings()
    boards = tuple(
        filled(theme.NAME, ground, drawings, PAGE // (CELL + 6), CELL + 6)
        for ground in (yard(), land(2), land(3), land(4))
    )
    hand = GuatemalaSeat(0, (1, 1, 1, 1, 1), asked=True, may_block=True, answer="", plan_lay=3, plan_sail=-1)
    return *boards, *(paint_hand(hand) for _ in range(4))


def _drawings() -> list[Drawing]:
    found = [piece(code, size) for code in range(1, CODES) for size in (PIECE, 77)]
    found += [tile(seat, 64) for seat in range(4)]
    found += [symbols.plate(seat, 85) for seat in range(4)]
    found += [road(85, upright=True), road(85, upright=False), symbols.buyer(), symbols.coins(60), symbols.coin(3)]
    found += [road(85, upright=True, lit=True), symbols.coin(3, 42, theme.TIMBER, theme.ADOBE)]
    found += [symbols.coffee(kind, 50) for kind in range(5)]
    found += [signs.ring(95, 95), symbols.halo(93, 93), symbols.ghost(85, 85), signs.crown(46), signs.rank(2, 46)]
    found += [signs.pill(110, 60, good=True), signs.pill(110, 60, good=False), signs.ground(90, 34, theme.MAYBE, 8)]
    found += [symbols.rosette(8), signs.laurel(60), signs.hourglass(60), symbols.sack_sign(60)]
    found += [symbols.site(4, 85), signs.brackets(102, 102), signs.brackets(102, 102, theme.LEGAL)]
    found += [symbols.spot(82, 82), symbols.chip("A1"), symbols.glow(88), symbols.steps(0)]
    found += [signs.ground(96, 62, theme.GOLD, 18, theme.GOLD_DARK), symbols.lit(96), symbols.barrier()]
    found += [symbols.open_way(), symbols.ship_sign(84), symbols.pointer(theme.CREAM), symbols.waiting_field(PIECE)]
    return found


def write() -> str:
    return palette_text(swatches(), theme.every(), COLOURS, dims=True)


if __name__ == "__main__":
    (Path(__file__).parent / "palette.txt").write_text(write(), "ascii")
