"""The last move as a short film: what stood there before, the pieces on their way, what stands there now, marked.

Nothing here knows a game. Two scenes of one picture are compared by what their stamps mean: what both have at different
places walks, what is new comes down from above, what is gone is left out. Frames are drawn for a thread, never on the
event loop.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image

from renderer.raster import compose, palette
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
