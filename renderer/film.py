"""Films: the last move as a short one, and a whole game.

Of a move is shown what stood there before, the pieces on their way, and what stands there now, marked; of a game the
position after each move, or after each few of them, marked.

Nothing here knows a game. Two scenes of one picture are compared by what their stamps mean: what both have at different
places walks, what is new comes down from above, what is gone is left out. Frames are drawn for a thread, never on the
event loop.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace
from PIL import GifImagePlugin, Image, ImageChops

from renderer.pixels import palettes
from renderer.pixels.raster import compose, palette
from renderer.scene import Items, Scene, Stamp, Words

WIDTHS: Final = (800, 600, 400)
"""How wide a film is: the widest that is no larger than `LARGEST`."""
LARGEST: Final = 300_000
BEFORE, STEP, NOW, MARKED = 500, 70, 200, 1500
"""How many milliseconds each of its parts is seen."""
STEPS: Final = 5
"""Frames in which pieces are on their way."""
AGAIN: Final = 2
"""It is shown once and so many times more, then it stands still."""
FALL: Final = 90
"""From so far above a new piece comes."""


class Frame(Struct, frozen=True):
    scene: Scene
    ms: int


def frames(before: Scene, after: Scene, marked: Scene) -> tuple[Frame, ...]:
    """Of one picture before and after a move, and with what the move changed marked; nothing is dimmed, or every frame
    would be written whole.
    """
    walking = [Frame(_between(before, after, step / (STEPS + 1)), STEP) for step in range(1, STEPS + 1)]
    return Frame(before, BEFORE), *walking, Frame(after, NOW), Frame(replace(marked, lit=()), MARKED)


def _between(before: Scene, after: Scene, part: float) -> Scene:
    """The way of a piece is slow at both ends."""
    eased = part * part * (3 - 2 * part)
    old, new = _known(before), _known(after)
    gone = {means: item for means, item in old.items() if means not in new}
    come = {means: item for means, item in new.items() if means not in old}
    starts = {means: old[means] for means in new if means in old} | _the_same(gone, come)
    left = {(item.x, item.y) for item in gone.values()}
    items: Items = [_on_its_way(item, starts, come, left, eased) for item in after.items]
    walked, stood = {start.means for start in starts.values()}, {(item.x, item.y) for item in come.values()}
    stays = [item for means, item in gone.items() if means not in walked and (item.x, item.y) not in stood]
    return replace(after, items=(*items, *(stays if part < 0.5 else ())), lit=())


def _known(scene: Scene) -> dict[str, Stamp]:
    """The stamps that mean something no other of the scene means."""
    stamps = [item for item in scene.items if isinstance(item, Stamp) and item.means]
    times = Counter(stamp.means for stamp in stamps)
    return {stamp.means: stamp for stamp in stamps if times[stamp.means] == 1}


def _the_same(gone: dict[str, Stamp], come: dict[str, Stamp]) -> dict[str, Stamp]:
    """What has come, with what it was before: the only thing gone that looks like it, as it is the only one come."""
    before, after = (Counter(item.drawing.key for item in items.values()) for items in (gone, come))
    by_look = {item.drawing.key: item for item in gone.values() if before[item.drawing.key] == 1}
    looks = {means: item.drawing.key for means, item in come.items() if after[item.drawing.key] == 1}
    return {means: by_look[look] for means, look in looks.items() if look in by_look}


def _on_its_way(
    item: Stamp | Words,
    starts: dict[str, Stamp],
    come: dict[str, Stamp],
    left: set[tuple[int, int]],
    part: float,
) -> Stamp | Words:
    """`left`: where something stood that is gone; what stands there now, such as another number, does not move."""
    if isinstance(item, Words):
        return item
    start = starts.get(item.means)
    if start is not None:
        if (start.x, start.y) == (item.x, item.y):
            return item
        x, y = (round(a + (b - a) * part) for a, b in ((start.x, item.x), (start.y, item.y)))
        return replace(item, x=x, y=y, alone=False)
    if item.means not in come or (item.x, item.y) in left:
        return item
    return replace(item, y=round(item.y - FALL * (1 - part)), alone=False)


# ── pixels ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def encoded(shown: Sequence[Frame]) -> bytes:
    """A GIF, which Discord plays everywhere without a press; empty where even the smallest is too large."""
    for width in WIDTHS:
        first, *others = _drawn(shown, width)
        out = BytesIO()
        times = [frame.ms for frame in shown]
        first.save(
            out, "GIF", save_all=True, append_images=others, duration=times, loop=AGAIN, disposal=1, optimize=True
        )
        if out.tell() <= LARGEST:
            return out.getvalue()
    return b""


def _drawn(shown: Sequence[Frame], width: int) -> Iterator[Image.Image]:
    """With the colours of the theme, all of the same palette: then only what has changed is written."""
    for frame in shown:
        canvas = compose(frame.scene)
        image, by = canvas.image, width / canvas.image.width
        size = width, round(image.height * by)
        image = image.resize(size, Image.Resampling.LANCZOS)  # pyright: ignore[reportUnknownMemberType]
        yield image.quantize(palette=palette(canvas.theme), dither=Image.Dither.NONE)


# ── a whole game ─────────────────────────────────────────────────────────────────────────────────────────────────────

WIDE: Final = 600
"""How wide the film of a game is."""
LONGEST: Final = 88_000
"""Milliseconds that it takes at most, but for how long its last picture is seen at least."""
SEEN: Final = 900
"""Milliseconds that a position is seen, where there are few."""
LEAST: Final = 240
"""Where there are many; of more than fit so several moves make one step."""
ENDS: Final = 2000
"""How long the last is seen at least."""
HEAVIEST: Final = 9_000_000
"""Bytes."""
CLEAR: Final = 255
"""The colour that leaves what stands there; the palette's own last colour gives way to the one next to it."""


class Cut(NamedTuple):
    """How a game is cut: the steps as places of moves, one behind the last each, and how long each is seen."""

    ends: tuple[int, ...]
    ms: int


def cut(moves: int) -> Cut:
    """Of so many positions; the first stands alone."""
    steps = min(moves, LONGEST // LEAST)
    ends = tuple(dict.fromkeys((1, *(1 + round((moves - 1) * step / max(1, steps - 1)) for step in range(1, steps)))))
    return Cut(ends, max(LEAST, min(SEEN, (LONGEST - ENDS) // len(ends)) // 10 * 10))


class Game:
    """The film of a game, step by step: of each step only what has changed is kept."""

    def __init__(self, most: int = HEAVIEST) -> None:
        self._most = most
        self._size = 0
        self._parts: list[bytes] = []
        self._before: tuple[Image.Image, Image.Image] | None = None
        """What stands there, in colours and as it was written."""
        self._colours: Image.Image | None = None
        self._waiting: tuple[Image.Image, tuple[int, int], int] | None = None
        """A step of which nobody knows yet how long it is seen: as long as nothing changes after it."""

    def add(self, scene: Scene, ms: int) -> bool:
        """Adds a step; false where it does not fit any more."""
        canvas = compose(replace(scene, lit=()))
        by = WIDE / canvas.image.width
        size = WIDE, round(canvas.image.height * by)
        image = canvas.image.resize(size, Image.Resampling.BOX)  # pyright: ignore[reportUnknownMemberType]
        if self._before is None:
            self._begin(canvas.theme, size)
        box = (0, 0, *size) if self._before is None else ImageChops.difference(image, self._before[0]).getbbox()
        if box is None:
            assert self._waiting is not None  # noqa: S101 (the first step differs from nothing)
            self._waiting = (*self._waiting[:2], self._waiting[2] + ms)
            return True
        self._flush()
        self._waiting = (self._changed(image, box), (box[0], box[1]), ms)
        return self._size < self._most

    def _begin(self, theme: str, size: tuple[int, int]) -> None:
        colours = palettes.packed(theme)
        plain = (colours + bytes(768))[: 3 * CLEAR] + bytes(3)
        self._colours = Image.new("P", (16, 16))
        self._colours.putpalette((colours + bytes(768))[: 3 * CLEAR])
        head = b"GIF89a" + b"".join(side.to_bytes(2, "little") for side in size) + b"\xf7\0\0"
        self._keep(head + plain + b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0")

    def _changed(self, image: Image.Image, box: tuple[int, int, int, int]) -> Image.Image:
        """Returns what is to be written in a box: what has stayed is clear."""
        assert self._colours is not None  # noqa: S101 (the first step has begun it)
        drawn = image.crop(box).quantize(palette=self._colours, dither=Image.Dither.NONE)
        now = Image.frombytes("L", drawn.size, drawn.tobytes())
        whole = now if self._before is None else self._before[1]
        if self._before is not None:
            changed = ImageChops.difference(now, whole.crop(box))
            same = changed.point([255, *(255 * [0])])  # pyright: ignore[reportUnknownMemberType]
            written = now.copy()
            written.paste(CLEAR, mask=same)
            whole.paste(now, box[:2])
            now = written
        self._before = image, whole
        found = Image.frombytes("P", now.size, now.tobytes())
        found.putpalette(self._colours.getpalette() or [])
        return found

    def _flush(self) -> None:
        if self._waiting is not None:
            image, place, ms = self._waiting
            self._keep(b"".join(GifImagePlugin.getdata(image, place, duration=ms, disposal=1, transparency=CLEAR)))

    def _keep(self, part: bytes) -> None:
        self._parts.append(part)
        self._size += len(part)

    def finished(self) -> bytes:
        """Returns the film: empty where it has become too large."""
        self._flush()
        self._waiting = None
        return b"".join((*self._parts, b";")) if 0 < self._size < self._most else b""
