"""Every colour of the café in one place, from which its palette is made.

`python -m renderer.cafe.swatch` writes palette.txt; a test holds it to what is drawn. The plain colours of the theme
are kept exactly, the rest of the 256 go to the blends at their edges.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from renderer.cafe import signs, theme
from renderer.cafe.furniture import chair
from renderer.cafe.geometry import GUEST, PAGE, SLOT
from renderer.cafe.hall import hall
from renderer.cafe.hand import paint_hand
from renderer.cafe.people import guest
from renderer.drawing import signs as common
from renderer.drawing.players import tile
from renderer.pixels.swatches import filled, palette_text
from renderer.scene import Box, Drawing, Scene
from rules.cafe.guests import KINDS
from rules.cafe.views import CafeSeat

COLOURS: Final = 180


def swatches() -> tuple[Scene, ...]:
    """The ground, and on it every drawing."""
    drawings = _drawings()
    hands = [CafeSeat(0, "turn", tuple(range(first, first + 5)), 5, drops_out=True) for first in (0, 7, 14, 21)]
    return (_bare(hall(4)), filled(theme.NAME, hall(4), drawings, PAGE // 110, 108), *map(paint_hand, hands))


def _drawings() -> list[Drawing]:
    found = [guest(kind, GUEST) for kind in range(KINDS)]
    found += [tile(seat, size) for seat in range(4) for size in (64, 44)]
    found += [signs.rosette(8), signs.rosette(-12), signs.ghost(94, 82), signs.frame(104, 92), signs.stand(94, 78)]
    found += [common.brackets(100, 90, theme.LEGAL), signs.spot("C53", 6), signs.well(SLOT), signs.medal(SLOT, 4)]
    found += [chair(0, (True, True), numbered=False), chair(7, (True, False), numbered=False)]
    return [
        *found,
        signs.crown(100, 90),
        signs.bag(60),
        signs.cake(60),
        signs.double(),
        signs.follows(-6),
        signs.follows(4),
        signs.saucer(-6, 82, 62),
        signs.letters(3),
        signs.who_comes(2, 3),
        signs.mug(60),
        signs.door(46),
        common.hourglass(46),
        common.crown(56),
        common.rank(2),
    ]


def _bare(ground: Drawing) -> Scene:
    return Scene(theme.NAME, ground, (), Box(0, 0, ground.width, ground.height))


def write() -> str:
    return palette_text(swatches(), theme.every(), COLOURS, dims=True)


if __name__ == "__main__":
    (Path(__file__).parent / "palette.txt").write_text(write(), "ascii")
