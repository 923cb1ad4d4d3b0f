"""Nine positions of Café International whose pixels are remembered, as those of the first game are.

`python -m tests.renderer.cafe_snapshots > tests/renderer/cafe_snapshots.txt` remembers them anew; two numbers choose a
part.
"""

import hashlib
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from PIL import Image

import renderer
from renderer.cafe import planned
from renderer.scene import Scene
from rules.cafe.game import RULES
from rules.contract import Seat
from tests.painted import PAINTERS
from tests.renderer.cafe_positions import Moment, game

FILE = Path(__file__).with_name("cafe_snapshots.txt")


def _moment(seats: int, seed: int, at: float) -> Moment:
    moments = list(game(seats, seed))
    return moments[int(at * (len(moments) - 1))]


def _last(seats: int, seed: int, at: float) -> Callable[[], Scene]:
    def make() -> Scene:
        moment = _moment(seats, seed, at)
        return PAINTERS.paint(moment.view, "", PAINTERS.happened(moment.view, moment.facts))

    return make


def _plan(seats: int, seed: int, at: float, words: int) -> Callable[[], Scene]:
    """So many words of the best turn, and where the next may go."""

    def make() -> Scene:
        moment = _moment(seats, seed, at)
        seat = Seat(moment.view.active)
        tokens = tuple(RULES.write(RULES.best(moment.state, seat, 1)[0][0]).split()[:words])
        marks, _ = planned(moment.view, (), tokens, RULES.choices(moment.state, seat, tokens))
        return PAINTERS.paint(moment.view, "", marks)

    return make


def _hand(seats: int, seed: int, at: float) -> Callable[[], Scene]:
    return lambda: PAINTERS.paint(RULES.private(_moment(seats, seed, at).state, Seat(1)))


def _close(seats: int, seed: int, at: float, region: str) -> Callable[[], Scene]:
    return lambda: PAINTERS.zoom(_moment(seats, seed, at).view, "", region)


POSITIONS: tuple[tuple[str, Callable[[], Scene]], ...] = (
    ("4 players, before the first turn", _last(4, 2, 0.0)),
    ("4 players, middle, last move", _last(4, 2, 0.5)),
    ("3 players, late, birthday named", _last(3, 3, 0.9)),
    ("2 players, end", _last(2, 5, 1.0)),
    ("3 players, chairs for a guest", _plan(3, 4, 0.4, 2)),
    ("2 players, a planned turn", _plan(2, 4, 0.5, 9)),
    ("hand, 3 players", _hand(3, 4, 0.3)),
    ("closer look at a corner", _close(4, 2, 0.6, "se")),
    ("closer look at the bar", _close(4, 2, 0.9, "bar")),
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
