"""Thirteen pictures of Catan whose pixels are remembered, as those of the first game are.

`python -m tests.renderer.catan_snapshots > tests/renderer/catan_snapshots.txt` remembers them anew; two numbers choose
a part.
"""

import hashlib
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from PIL import Image

import renderer
from renderer.catan import legal
from renderer.scene import Scene
from rules.catan.game import RULES
from rules.contract import Seat
from tests.painted import PAINTERS
from tests.renderer.catan_positions import Moment, game

FILE = Path(__file__).with_name("catan_snapshots.txt")


def _moment(market: bool, seed: int, at: float) -> Moment:
    moments = list(game(market, 4 if seed % 2 else 3, seed))
    return moments[int(at * (len(moments) - 1))]


def _last(market: bool, seed: int, at: float, picture: str) -> Callable[[], Scene]:
    def make() -> Scene:
        moment = _moment(market, seed, at)
        return PAINTERS.paint(moment.view, picture, PAINTERS.happened(moment.view, moment.facts))

    return make


def _found(market: bool, seed: int, region: str = "") -> Callable[[], Scene]:
    """Where the first settlement may stand."""

    def make() -> Scene:
        moment = _moment(market, seed, 0.0)
        seat = Seat(moment.view.active)
        marks = legal(("found",), RULES.choices(moment.state, seat, ("found",)))
        return PAINTERS.zoom(moment.view, "board", region, marks) if region else PAINTERS.paint(moment.view, "", marks)

    return make


def _plan(market: bool, seed: int, at: float) -> Callable[[], Scene]:
    def make() -> Scene:
        moment = _moment(market, seed, at)
        marks, names = PAINTERS.planned(moment.view, moment.facts, (), ())
        return PAINTERS.paint(moment.view, names[0], marks)

    return make


def _hand(market: bool, seed: int, at: float) -> Callable[[], Scene]:
    return lambda: PAINTERS.paint(RULES.private(_moment(market, seed, at).state, Seat(1)))


def _close(market: bool, seed: int, at: float, region: str) -> Callable[[], Scene]:
    return lambda: PAINTERS.zoom(_moment(market, seed, at).view, "board", region)


POSITIONS: tuple[tuple[str, Callable[[], Scene]], ...] = (
    ("island of the market, before the first settlement", _last(True, 1, 0.0, "board")),
    ("island of the market, middle, last move", _last(True, 1, 0.5, "board")),
    ("island of the market, end", _last(True, 2, 1.0, "board")),
    ("beginners' island, middle, last move", _last(False, 3, 0.5, "board")),
    ("island of the base game, late, plan", _plan(False, 1, 0.9)),
    ("market, middle, last move", _last(True, 3, 0.5, "market")),
    ("market, end", _last(True, 2, 1.0, "market")),
    ("market of the base game", _last(False, 2, 0.7, "market")),
    ("where to found", _found(True, 1)),
    ("where to found, closer look", _found(True, 1, "ne")),
    ("closer look at free places", _close(False, 3, 0.4, "sw")),
    ("hand", _hand(True, 1, 0.6)),
    ("hand of the base game", _hand(False, 1, 0.6)),
)


def said(first: int = 0, last: int = len(POSITIONS)) -> str:
    """A line for each."""
    lines: list[str] = []
    for name, make in POSITIONS[first:last]:
        image = Image.open(BytesIO(renderer.render(make()))).convert("RGB")
        digest = hashlib.sha256(image.tobytes()).hexdigest()
        lines.append(f"{digest}  {image.width} × {image.height}  {name}\n")
    return "".join(lines)


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    sys.stdout.write(said(*(int(word) for word in sys.argv[1:])))
