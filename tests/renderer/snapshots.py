"""Twelve positions whose pixels are remembered, by the hash of what a PNG decodes to.

`python -m tests.renderer.snapshots > tests/renderer/snapshots.txt` remembers them anew; two numbers choose a part.
"""

import hashlib
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from PIL import Image

import renderer
from renderer.guatemala import Marks, drafted, last_move
from renderer.scene import Scene
from rules.contract import PublicView, Seat, SeatView
from rules.guatemala.views import GuatemalaSeat
from tests.painted import PAINTERS
from tests.renderer.positions import RULES, Moment, game

FILE = Path(__file__).with_name("snapshots.txt")


class Snapshot(NamedTuple):
    view: PublicView | SeatView
    picture: str
    marks: Marks

    @property
    def scene(self) -> Scene:
        return PAINTERS.paint(self.view, self.picture, self.marks)


def _moment(seats: int, seed: int, at: float) -> Moment:
    moments = list(game(seats, seed))
    return moments[int(at * (len(moments) - 1))]


def _public(seats: int, seed: int, at: float, picture: str, how: str = "") -> Callable[[], Snapshot]:
    def make() -> Snapshot:
        moment = _moment(seats, seed, at)
        match how:
            case "last":
                marks = last_move(moment.facts)
            case "draft":
                marks = drafted(moment.facts)
            case "coffee":
                marks = Marks(coffee=moment.view.plantations[0].coffee)
            case _:
                marks = Marks()
        return Snapshot(moment.view, picture, marks)

    return make


def _hand(seats: int, seed: int, at: float) -> Callable[[], Snapshot]:
    return lambda: Snapshot(RULES.private(_moment(seats, seed, at).state, Seat(1)), "hand", Marks())


def _answering() -> Snapshot:
    view = GuatemalaSeat(2, (2, 0, 1, 0, 4), asked=True, may_block=True, answer="", plan_lay=-1, plan_sail=-1)
    return Snapshot(view, "hand", Marks())


POSITIONS: tuple[tuple[str, Callable[[], Snapshot]], ...] = (
    ("production, 3 players, fixed, before the first turn", _public(3, 3, 0.0, "production")),
    ("production, 4 players, early, last move", _public(4, 1, 0.2, "production", "last")),
    ("production, 2 players, middle, draft", _public(2, 2, 0.5, "production", "draft")),
    ("production, 3 players, end", _public(3, 5, 1.0, "production", "last")),
    ("plantation, 4 players, before the first turn", _public(4, 1, 0.0, "plantation")),
    ("plantation, 4 players, middle, last move", _public(4, 1, 0.5, "plantation", "last")),
    ("plantation, 3 players, late, a coffee's sheds", _public(3, 5, 0.8, "plantation", "coffee")),
    ("plantation, 3 players, middle, draft", _public(3, 4, 0.4, "plantation", "draft")),
    ("plantation, 2 players, middle, last move", _public(2, 2, 0.5, "plantation", "last")),
    ("plantation, 2 players, end", _public(2, 5, 1.0, "plantation", "coffee")),
    ("hand, 4 players", _hand(4, 1, 0.3)),
    ("hand, asked about a blockade", _answering),
)


def said(first: int = 0, last: int = len(POSITIONS)) -> str:
    """A line for each."""
    lines: list[str] = []
    for name, make in POSITIONS[first:last]:
        image = Image.open(BytesIO(renderer.render(make().scene))).convert("RGB")
        digest = hashlib.sha256(image.tobytes()).hexdigest()
        lines.append(f"{digest}  {image.width} × {image.height}  {name}\n")
    return "".join(lines)


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    sys.stdout.write(said(*(int(word) for word in sys.argv[1:])))
