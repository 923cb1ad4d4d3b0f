"""Pictures put together of strips that are kept: only what a move has changed is composed and packed.

A strip is known by all that is laid on it, so the next picture of a table, or the same of another one, finds most of
its strips ready-made. `begun` composes the others and belongs in the event loop, `finished` packs them and belongs in a
thread; the picture is the one that `raster.render` makes.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from itertools import groupby
from typing import Any, Final

from msgspec import Struct, msgpack

from renderer.pixels import palettes, png, raster
from renderer.pixels.kept import Kept
from renderer.scene import Box, Scene, Stamp

KEPT: Final = 12_000_000
"""Bytes of kept strips: those of some 100 pictures of which none is like another."""
QUICK: Final = 2
"""How hard the strips of a brief picture are packed: a quarter more bytes in two fifths of the time."""
_strips: Kept[tuple[bytes, bool], png.Strip] = Kept(KEPT, lambda strip: len(strip.data) + 400)


class Begun(Struct, frozen=True):
    """A picture of which the strips that are not kept wait to be packed."""

    scene: Scene
    brief: bool
    """Strips that it lacks are packed quickly; it takes those that are packed well, too."""
    names: tuple[bytes, ...]
    """Of its strips, from the top down."""
    found: tuple[png.Strip | None, ...]
    bands: tuple[tuple[int, raster.Canvas], ...]
    """What was composed: the number of its first strip, and the strips, below the last rows of the one above them."""


def forget() -> None:
    """Throws all kept strips away."""
    _strips.clear()


def begun(scene: Scene, *, brief: bool = False) -> Begun:
    """Composes the strips that are not kept, each run with the rows above it, after which it is packed."""
    spans = _spans(scene)
    names = tuple(_names(scene, spans))
    found = tuple(_found(name, brief) for name in names)
    missing = [number for number, strip in enumerate(found) if strip is None]
    bands: list[tuple[int, raster.Canvas]] = []
    for _, run in groupby(enumerate(missing), key=lambda one: one[1] - one[0]):
        numbers = [number for _, number in run]
        first, last = numbers[0], numbers[-1]
        rows = first * png.ROWS - _above(scene, first), min((last + 1) * png.ROWS, scene.size[1])
        items = [item for item, span in zip(scene.items, spans, strict=True) if span[0] <= last and span[1] > first]
        bands.append((first, raster.compose(scene, rows, items)))
    return Begun(scene, brief, names, found, tuple(bands))


def _found(name: bytes, brief: bool) -> png.Strip | None:
    strip = _strips.get((name, False))
    return _strips.get((name, True)) if strip is None and brief else strip


def _above(scene: Scene, number: int) -> int:
    """How many rows above a strip are composed with it."""
    return png.known_rows(scene.size[0]) if number else 0


def finished(picture: Begun) -> bytes:
    """Packs what was composed, keeps it, and returns the file."""
    scene, strips = picture.scene, list(picture.found)
    packing = min(QUICK, scene.packing) if picture.brief else scene.packing
    width = scene.size[0] + 1
    size = width * png.ROWS
    for first, canvas in picture.bands:
        count = -(-(canvas.image.height - _above(scene, first)) // png.ROWS)
        since = [_found(name, picture.brief) for name in picture.names[first : first + count]]
        if None not in since:  # another picture had them, too, which was composed before this one and is packed by now
            strips[first : first + count] = since
            continue
        rows, begins = raster.mapped(canvas), _above(scene, first) * width
        above = rows[:begins]
        for number, start in enumerate(range(begins, len(rows), size), first):
            here = rows[start : start + size]
            strip = since[number - first]
            if strip is None:
                strip = png.strip(here, above, packing)
                _strips.put((picture.names[number], picture.brief), strip)
            strips[number], above = strip, here
    return png.file(scene.size, palettes.packed(scene.theme), (strip for strip in strips if strip))


def _spans(scene: Scene) -> list[tuple[int, int]]:
    """Of each item the first strip that hangs on it, and the one after the last: a strip hangs on the rows above it,
    too, after which it is packed.
    """
    top, zoom, found = scene.window.top, scene.zoom, list[tuple[int, int]]()
    known = png.known_rows(scene.size[0])
    for item in scene.items:
        if isinstance(item, Stamp):
            first, last = item.y, item.y + item.drawing.height
        else:
            box = raster.reach(item)
            first, last = box.top, box.bottom
        found.append((int((first - top) * zoom // png.ROWS), int(((last - top) * zoom + known) // png.ROWS) + 1))
    return found


def _names(scene: Scene, spans: list[tuple[int, int]]) -> Iterator[bytes]:
    """Of each strip the hash of all that it shows, and that is shown by the rows after which it is packed."""
    count = -(-scene.size[1] // png.ROWS)
    held: list[list[Any]] = [[] for _ in range(count)]
    for item, (first, end) in zip(scene.items, spans, strict=True):
        told = (item.drawing.key, item.x, item.y) if isinstance(item, Stamp) else item
        for number in range(max(0, first), min(count, end)):
            held[number].append(told)
    for box in scene.lit:
        for number in _touched(scene, box.grown(1), count):
            held[number].append(box)
    same = scene.theme, scene.ground.key, scene.window, scene.zoom, scene.packing, bool(scene.lit)
    for number, things in enumerate(held):
        yield blake2b(msgpack.encode((same, number, things)), digest_size=16).digest()


def _touched(scene: Scene, box: Box, count: int) -> range:
    """The numbers of the strips that a box meets."""
    above, zoom = scene.window.top, scene.zoom
    known = png.known_rows(scene.size[0])
    first, last = (box.top - above) * zoom // png.ROWS, ((box.bottom - above) * zoom + known) // png.ROWS
    return range(max(0, int(first)), min(count, int(last) + 1))
