"""Pictures put together of strips that are kept: only what a move has changed is composed and packed.

A strip is known by all that is laid on it, so the next picture of a table, or the same of another one, finds most of
its strips ready-made. `begun` composes the others and belongs in the event loop, `finished` packs them and belongs in a
thread; the picture is the one that `raster.render` makes.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from itertools import groupby, pairwise
from typing import Any, Final

from msgspec import Struct, msgpack

from renderer import palettes, png, raster
from renderer.kept import Kept
from renderer.scene import Box, Scene, Stamp

KEPT: Final = 12_000_000
"""Bytes of kept strips: those of some 100 pictures of which none is like another."""
_strips: Kept[tuple[bytes, bytes], png.Strip] = Kept(KEPT, lambda strip: len(strip.data) + 400)


class Begun(Struct, frozen=True):
    """A picture of which the strips that are not kept wait to be packed."""

    scene: Scene
    names: tuple[bytes, ...]
    """Of its strips, from the top down."""
    found: tuple[png.Strip | None, ...]
    bands: tuple[tuple[int, raster.Canvas], ...]
    """What was composed: the number of its first strip, and the strips, below the last rows of the one above them."""


def forget() -> None:
    """Throws all kept strips away."""
    _strips.clear()


def begun(scene: Scene) -> Begun:
    """Composes the strips that are not kept, each run with the rows above it, after which it is packed."""
    spans = _spans(scene)
    names = tuple(_names(scene, spans))
    found = tuple(map(_strips.get, _followed(names)))
    missing = [number for number, strip in enumerate(found) if strip is None]
    bands: list[tuple[int, raster.Canvas]] = []
    for _, run in groupby(enumerate(missing), key=lambda one: one[1] - one[0]):
        numbers = [number for _, number in run]
        first, last = numbers[0], numbers[-1]
        rows = first * png.ROWS - _above(scene, first), min((last + 1) * png.ROWS, scene.size[1])
        items = [item for item, span in zip(scene.items, spans, strict=True) if span[0] <= last and span[1] >= first]
        bands.append((first, raster.compose(scene, rows, items)))
    return Begun(scene, names, found, tuple(bands))


def _above(scene: Scene, number: int) -> int:
    """How many rows above a strip are composed with it."""
    return png.known_rows(scene.size[0]) if number else 0


def _followed(names: tuple[bytes, ...]) -> Iterator[tuple[bytes, bytes]]:
    return pairwise((b"", *names))


def finished(picture: Begun) -> bytes:
    """Packs what was composed, keeps it, and returns the file."""
    scene, strips = picture.scene, list(picture.found)
    keys = list(_followed(picture.names))
    width = scene.size[0] + 1
    size = width * png.ROWS
    for first, canvas in picture.bands:
        rows, begins = raster.mapped(canvas), _above(scene, first) * width
        above = rows[:begins]
        for number, start in enumerate(range(begins, len(rows), size), first):
            here = rows[start : start + size]
            strips[number] = made = png.strip(here, above, scene.packing)
            _strips.put(keys[number], made)
            above = here
    return png.file(scene.size, palettes.packed(scene.theme), (strip for strip in strips if strip))


def _spans(scene: Scene) -> list[tuple[int, int]]:
    """Of each item the first strip that it meets, and the one after the last: the rows above that are known, too."""
    above, zoom, found = scene.window.top, scene.zoom, list[tuple[int, int]]()
    for item in scene.items:
        if isinstance(item, Stamp):
            first, last = item.y, item.y + item.drawing.height
        else:
            box = raster.reach(item)
            first, last = box.top, box.bottom
        found.append((int((first - above) * zoom // png.ROWS), int((last - above) * zoom // png.ROWS) + 1))
    return found


def _names(scene: Scene, spans: list[tuple[int, int]]) -> Iterator[bytes]:
    """Of each strip the hash of all that it shows."""
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
    first, last = (box.top - above) * zoom // png.ROWS, (box.bottom - above) * zoom // png.ROWS
    return range(max(0, int(first)), min(count, int(last) + 1))
