"""What is known of a game played before tabs: every press, what its person saw, and what Discord was sent."""

import statistics
from collections import Counter
from collections.abc import Iterator

from msgspec import Struct, field

from sandbox.counted import Counted
from tests.page.measures import Height, Look

NONSENSE = "asdf"
"""What is typed to be mistyped."""


class Pressed(Struct, frozen=True):
    """One press and what was seen once all that came of it had come. `reached`: without scrolling to the control."""

    name: str
    what: str
    reached: bool
    look: Look
    newest: int
    """The height of the newest public message with a picture."""

    @property
    def wrong(self) -> list[str]:
        """What its person did not see of their own panel without scrolling."""
        panel = self.look.panel
        found = [
            ("first line", panel is not None and panel.first_line is False),
            ("first button", panel is not None and panel.first_button is False),
            ("error", self.look.errors_hidden > 0),
            ("scrolled", not self.reached),
            (f"{self.look.live_outside} live buttons elsewhere", self.look.live_outside > 0),
        ]
        return [what for what, is_so in found if is_so]


class Figures(Struct):
    """What is known of a game that was played before tabs."""

    presses: list[Pressed] = field(default_factory=list[Pressed])
    heights: dict[int, list[Height]] = field(default_factory=dict[int, list[Height]])
    posts: int = 0
    edits: int = 0
    requests: int = 0
    turns: int = 0
    """How often it was somebody else's turn."""
    dms: dict[str, int] = field(default_factory=dict[str, int])
    pings: dict[str, int] = field(default_factory=dict[str, int])
    refused: dict[int, int] = field(default_factory=dict[int, int])

    def add(self, names: dict[int, str], thread: int, counted: Counted) -> None:
        """Adds what Discord was sent since it was last counted anew."""
        traffic = counted.of(thread)
        self.posts += traffic.posts
        self.edits += traffic.edits
        self.requests += sum(counted.requests.values())
        self.dms = dict(Counter(self.dms) + Counter({names[n]: count for n, count in counted.dms.items()}))
        self.pings = dict(Counter(self.pings) + Counter({names[n]: count for n, count in traffic.pings.items()}))
        self.refused = dict(Counter(self.refused) + counted.refused)

    def at(self, width: int) -> list[Pressed]:
        return [press for press in self.presses if press.look.width == width]

    def told(self) -> Iterator[str]:
        yield f"{len(self.presses)} presses, {self.turns} turns"
        yield from self._sent() if self.heights else ()
        for number, press in enumerate(self.presses):
            if press.wrong:
                panel = press.look.panel.height if press.look.panel else 0
                where = f"press {number}, {press.look.width} px, panel {panel}, newest post {press.newest}"
                yield f"{where}, after {press.what!r}: {', '.join(press.wrong)}"
        for width, messages in self.heights.items():
            yield f"{width} px: board posts {spread([m.height for m in messages if m.pictures])}"
            yield f"{width} px: other messages {spread([m.height for m in messages if not m.pictures])}"
        for width in sorted({press.look.width for press in self.presses}):
            yield from self._seen(width)

    def _sent(self) -> Iterator[str]:
        """What was said, as soon as all that stands in the thread is known."""
        boards = sum(one.pictures > 0 for one in next(iter(self.heights.values()))) - 1  # the first stood there
        yield f"messages: {self.posts} posts ({boards} with a picture), {self.edits} edits"
        yield f"direct messages {self.dms}, pings {self.pings}"
        yield f"a turn {boards / max(1, self.turns):.2f} posts with a picture"
        yield f"requests by the bot's token: {self.requests}, a board post {self.requests / max(1, boards):.2f}"
        yield f"refused by Discord: {self.refused}"

    def _seen(self, width: int) -> Iterator[str]:
        pressed = self.at(width)
        panels = [press.look.panel for press in pressed if press.look.panel is not None]
        lines = [panel.first_line for panel in panels if panel.first_line is not None]
        buttons = [panel.first_button for panel in panels if panel.first_button is not None]
        errors = [press.look for press in pressed if press.what == NONSENSE]
        alive = [press.look.live_outside for press in pressed]
        yield f"{width} px: panels {spread([panel.height for panel in panels])}"
        yield f"{width} px: first line of the panel out of view {lines.count(False)} of {len(lines)}"
        yield f"{width} px: first button of the panel out of view {buttons.count(False)} of {len(buttons)}"
        yield f"{width} px: scrolled to what was pressed {sum(not p.reached for p in pressed)} of {len(pressed)}"
        yield f"{width} px: errors out of view {sum(look.errors_hidden > 0 for look in errors)} of {len(errors)}"
        yield f"{width} px: live buttons outside the newest post and call, at most {max(alive, default=0)}"


def spread(numbers: list[int]) -> str:
    if not numbers:
        return "none"
    return f"{len(numbers)}: {min(numbers)}, median {statistics.median(numbers):.0f}, {max(numbers)}"
