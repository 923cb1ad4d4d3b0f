"""A picture as plain data: shapes, drawings made of them, and a scene that lays drawings and labels on a ground.

Painters make scenes; renderer/pixels/raster.py alone turns them into pixels. So tests ask a scene what overlaps, what
is too small and what is missing, without drawing anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec import Struct, msgpack
from msgspec.structs import replace

PACKING: Final = 6
"""How hard pictures are packed where a painter does not say otherwise. Harder than that, a twentieth fewer bytes take
three times the time.
"""

Point = tuple[float, float]
Ink = tuple[int, int, int, int]
"""Red, green, blue, and how much of it covers."""


def ink(code: str, cover: int = 255) -> Ink:
    """A colour as painters write it: six hexadecimal digits."""
    return int(code[0:2], 16), int(code[2:4], 16), int(code[4:6], 16), cover


def inks(names: Mapping[str, Any]) -> tuple[Ink, ...]:
    """All colours that a theme names, one by one or in rows."""
    found: list[Ink] = []
    for name, value in names.items():
        if name.isupper() and name not in ("NAME", "NUMERALS"):
            found += value if isinstance(value[0], tuple) else (value,)
    return tuple(found)


class Box(Struct, frozen=True):
    """A rectangle; right and bottom lie just outside."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def centre(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def moved(self, x: float, y: float) -> Box:
        return Box(self.left + x, self.top + y, self.right + x, self.bottom + y)

    def times(self, by: float) -> Box:
        return Box(self.left * by, self.top * by, self.right * by, self.bottom * by)

    def grown(self, by: float) -> Box:
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def meets(self, other: Box) -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )

    def meets_any(self, others: Iterable[Box]) -> bool:
        """The same for many at once: painters ask it ten thousand times a second."""
        left, top, right, bottom = self.left, self.top, self.right, self.bottom
        for other in others:
            if left < other.right and other.left < right and top < other.bottom and other.top < bottom:
                return True
        return False

    def holds(self, other: Box) -> bool:
        return (
            self.left <= other.left
            and self.top <= other.top
            and other.right <= self.right
            and other.bottom <= self.bottom
        )


class Area(Struct, frozen=True, tag="area"):
    """A filled polygon."""

    points: tuple[Point, ...]
    ink: Ink


class Stroke(Struct, frozen=True, tag="stroke"):
    """A line with round ends and joints."""

    points: tuple[Point, ...]
    ink: Ink
    weight: float
    closed: bool = False


class Disc(Struct, frozen=True, tag="disc"):
    """A filled ellipse."""

    x: float
    y: float
    across: float
    """Half its width."""
    down: float
    ink: Ink


class Words(Struct, frozen=True, tag="words"):
    """Letters or numbers, centred on a point."""

    text: str
    x: float
    y: float
    size: float
    ink: Ink
    paper: Ink
    """What they stand on, as a promise that the tests keep."""
    box: Box
    """Where their ink lies, by the font's own measures."""
    named: bool = False
    """The name of a person (renderer/drawing/names.py) in any script; its box is its room. No part of a drawing."""


Shape = Area | Stroke | Disc | Words


class Drawing(Struct, frozen=True):
    """Shapes with a name; the raster keeps its pixels under that name, so equal names mean equal shapes."""

    key: str
    width: int
    height: int
    packed: bytes
    """Its shapes as MessagePack. They are seldom wanted once its pixels are there, and would take six times the room:
    two thousand drawings that are kept have three hundred thousand points.
    """

    @classmethod
    def of(cls, key: str, width: int, height: int, shapes: Iterable[Shape]) -> Drawing:
        return cls(key, width, height, msgpack.encode(tuple(shapes)))

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """Unpacked each time."""
        return _SHAPES.decode(self.packed)


_SHAPES: Final = msgpack.Decoder(tuple[Shape, ...])


class Stamp(Struct, frozen=True):
    """A drawing laid on the picture."""

    drawing: Drawing
    x: int
    """Its left upper corner."""
    y: int
    means: str = ""
    """The piece of the view that it shows, such as `field:3:wK`; empty for what is no piece."""
    alone: bool = False
    """It lies on the bare ground, on nothing before it: then its pixels may be kept with the ground's."""

    @property
    def box(self) -> Box:
        return Box(self.x, self.y, self.x + self.drawing.width, self.y + self.drawing.height)


Items = list[Stamp | Words]


def centred(drawing: Drawing, point: Point, means: str = "", *, alone: bool = False) -> Stamp:
    """A drawing laid with its middle on a point."""
    x, y = point
    return Stamp(drawing, round(x - drawing.width / 2), round(y - drawing.height / 2), means, alone)


class Scene(Struct, frozen=True):
    """A picture: a ground that stays, and what lies on it, the lowest first."""

    theme: str
    """The package whose `palette.txt` holds its 256 colours."""
    ground: Drawing
    items: tuple[Stamp | Words, ...]
    window: Box
    """The part of it that is shown."""
    zoom: int = 1
    packing: int = PACKING
    """How hard it is packed as a PNG: the harder, the fewer bytes and the more time."""
    lit: tuple[Box, ...] = ()
    """What keeps its light while all else is darker by an eighth; with none, nothing is darker."""

    @property
    def size(self) -> tuple[int, int]:
        return int(self.window.width) * self.zoom, int(self.window.height) * self.zoom


def all_words(ground: Iterable[Words], items: Iterable[Stamp | Words]) -> Iterator[Words]:
    """Yields the words of a ground (`lettering`) and of all that lies on it, at their places."""
    yield from ground
    for item in items:
        if isinstance(item, Words):
            yield item
        else:
            for word in lettering(item.drawing):
                yield moved(word, item.x, item.y)


_lettered: dict[str, tuple[bytes, tuple[Words, ...]]] = {}
"""By the names of drawings their shapes, packed, and the words among these: a picture looks for them in a hundred
drawings.
"""
LETTERED: Final = 4096


def lettering(drawing: Drawing) -> tuple[Words, ...]:
    """Returns the words among its shapes."""
    found = _lettered.get(drawing.key)
    if found is None or found[0] is not drawing.packed:
        if len(_lettered) >= LETTERED:
            _lettered.clear()
        found = drawing.packed, tuple(shape for shape in drawing.shapes if isinstance(shape, Words))
        _lettered[drawing.key] = found
    return found[1]


def moved(words: Words, x: float, y: float) -> Words:
    return replace(words, x=words.x + x, y=words.y + y, box=words.box.moved(x, y))
