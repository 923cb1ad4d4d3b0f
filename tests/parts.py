"""The parts of pictures that are shipped ready-made: `python -m tests.parts` makes renderer/<game>/parts.bin anew.

They are those that pictures of a few random games of every size are made of: grounds, pieces, plates, signs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

import renderer
from renderer.pixels import parts, raster
from renderer.scene import Box, Drawing, Scene, Stamp
from rules.cafe.game import RULES as CAFE
from rules.catan.game import RULES as CATAN
from rules.chance import Seeded
from rules.contract import Seat, Setup
from rules.guatemala.game import RULES as GUATEMALA
from tests.painted import PAINTERS
from tests.renderer import cafe_positions, catan_positions, positions

FOLDER: Final = Path(renderer.__file__).parent
EVERY: Final = 9
"""Of a game's positions one of so many is painted."""
SHUFFLED: Final = 12
"""Set-ups of each size and kind."""
Played: TypeAlias = Callable[[], Iterator[Any]]
Options: TypeAlias = tuple[tuple[str, str], ...]
GAMES: Final[dict[str, tuple[Any, tuple[Played, ...], tuple[Options, ...]]]] = {
    "guatemala": (
        GUATEMALA,
        tuple(partial(positions.game, seats, seed) for seats, seed in ((2, 3), (3, 1), (4, 2))),
        ((("side", "varied"),), (("side", "fixed"),)),
    ),
    "cafe": (CAFE, tuple(partial(cafe_positions.game, seats, seats) for seats in CAFE.seats), ((),)),
    "catan": (
        CATAN,
        tuple(
            partial(catan_positions.game, market, seats, 1 + market + 4 - seats)
            for market in (False, True)
            for seats in (3, 4)
        ),
        ((("game", "market"),), (("game", "base"), ("map", "shuffled"))),
    ),
}


def scenes(game: str) -> Iterator[Scene]:
    """Set-ups with all hands; then the last move in every picture, and a hand."""
    rules, games, kinds = GAMES[game]
    setups = [(options, seats, seed) for options in kinds for seats in rules.seats for seed in range(SHUFFLED)]
    for options, seats, seed in setups:
        state = rules.setup(Setup(seats, options), Seeded(seed)).state
        view = rules.public(state)
        yield from (PAINTERS.paint(view, picture) for picture in PAINTERS.pictures(view))
        yield from (PAINTERS.paint(rules.private(state, Seat(seat))) for seat in range(seats))
    for played in games:
        moments = list(played())
        yield from filter(None, [PAINTERS.end(moments[-1].view, ())])
        for moment in (*moments[::EVERY], moments[-1]):
            marks = PAINTERS.happened(moment.view, moment.facts)
            for picture in PAINTERS.pictures(moment.view):
                yield PAINTERS.paint(moment.view, picture, marks)
            yield PAINTERS.paint(rules.private(moment.state, Seat(0)))


def wanted(game: str) -> dict[bytes, tuple[Drawing, Box | None]]:
    """All that they are made of, by what it is called among the parts."""
    found: dict[bytes, tuple[Drawing, Box | None]] = {}
    seen: set[tuple[str, Box | None]] = set()
    for scene in scenes(game):
        stamped = ((item.drawing, None) for item in scene.items if isinstance(item, Stamp))
        for drawing, window in ((scene.ground, scene.window), *stamped):
            if (drawing.key, window) not in seen:
                seen.add((drawing.key, window))
                found[parts.digest(drawing, window)] = drawing, window
    return found


def write(game: str) -> bytes:
    return parts.written(raster.drawn_part(*part) for part in wanted(game).values())


if __name__ == "__main__":
    for game in GAMES:
        (FOLDER / game / parts.FILE).write_bytes(write(game))
