"""Every colour of the café in one place, from which its palette is made.

`python -m renderer.cafe.swatch` writes palette.txt; a test holds it to what is drawn. The plain colours of the theme
are kept exactly, the rest of the 256 go to the blends at their edges.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from renderer.cafe import signs, theme
from renderer.cafe.geometry import GUEST, PAGE, SLOT
from renderer.cafe.hall import hall
from renderer.cafe.hand import paint_hand
from renderer.cafe.people import guest
from renderer.cafe.pieces import centred
from renderer.players import tile
from renderer.raster import make_palette
from renderer.scene import Box, Drawing, Scene, Stamp
from rules.cafe.guests import KINDS
from rules.cafe.views import CafeSeat

COLOURS: Final = 256


def swatches() -> tuple[Scene, ...]:
    """The ground, and on it every drawing."""
    drawings = _drawings()
    hands = [CafeSeat(0, "turn", tuple(range(first, first + 5)), drops_out=True) for first in (0, 7, 14, 21)]
    return (_bare(hall(4)), _filled(hall(4), drawings), *map(paint_hand, hands))


def _drawings() -> list[Drawing]:
    found = [guest(kind, GUEST) for kind in range(KINDS)]
    found += [tile(seat, 64) for seat in range(4)]
    found += [signs.rosette(8), signs.rosette(-12), signs.ghost(96, 96), signs.brackets(96, 96)]
    found += [signs.brackets(100, 100, theme.LEGAL), signs.spot("C53", 6), signs.well(SLOT), signs.medal(SLOT)]
    return [
        *found,
        signs.crown(108),
        signs.bag(64),
        signs.cake(64),
        signs.double(),
        signs.bottles(),
        signs.glow(96, 96),
        signs.mug(64),
        signs.hourglass(64),
        signs.door(64),
    ]


def _bare(ground: Drawing) -> Scene:
    return Scene(theme.NAME, ground, (), Box(0, 0, ground.width, ground.height))


def _filled(ground: Drawing, drawings: list[Drawing]) -> Scene:
    """The drawings in rows, at a pitch that brings them onto every tone."""
    stamps: list[Stamp] = []
    across = PAGE // 110
    for index in range(across * (ground.height // 160)):
        row, column = divmod(index, across)
        drawing = drawings[(index * 7 + row) % len(drawings)]
        stamps.append(centred(drawing, (60 + column * 108, 70 + row * 150)))
    return Scene(theme.NAME, ground, tuple(stamps), Box(0, 0, ground.width, ground.height))


def plain() -> tuple[tuple[int, int, int], ...]:
    """The colours of the theme itself."""
    return tuple(dict.fromkeys(ink[:3] for ink in theme.every() if ink[3] == 255))


def write() -> str:
    colours = make_palette(swatches(), plain(), COLOURS)
    lines = ["".join(f"{value:02x}" for value in colour) for colour in colours]
    return "\n".join(" ".join(lines[i : i + 16]) for i in range(0, len(lines), 16)) + "\n"


if __name__ == "__main__":
    (Path(__file__).parent / "palette.txt").write_text(write(), "ascii")
