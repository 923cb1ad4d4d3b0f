"""A game as patches: of each picture of it only the box that has changed, as small PNGs; now and then the whole.

So a page that holds all of a game can show any moment of it by drawing a few dozen patches one over the other.
"""

from io import BytesIO
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image, ImageChops

from renderer.pixels import palettes
from renderer.pixels.raster import compose
from renderer.scene import Scene

WIDE: Final = 600
KEY: Final = 50
"""After so many patches a picture is kept whole."""
CLEAR: Final = 255
"""The colour that leaves what stands there; the palette's own last colour gives way to the one next to it."""
Box: TypeAlias = tuple[int, int, int, int]


class Patch(Struct, frozen=True):
    """What has changed of a picture, and where; a whole one begins anew."""

    x: int
    y: int
    png: bytes
    whole: bool = False


class Patches:
    """One picture of a game, step by step."""

    def __init__(self, wide: int = WIDE) -> None:
        self._wide = wide
        self._before: Image.Image | None = None
        self._since = 0
        self._palettes: dict[str, Image.Image] = {}
        self.size = (0, 0)

    def _colours(self, theme: str) -> Image.Image:
        if theme not in self._palettes:
            colours = Image.new("P", (16, 16))
            colours.putpalette((palettes.packed(theme) + bytes(768))[: 3 * CLEAR])
            self._palettes[theme] = colours
        return self._palettes[theme]

    def add(self, scene: Scene) -> Patch | None:
        """Returns what a step changes; None for nothing."""
        canvas = compose(replace(scene, lit=()))
        size = self._wide, round(canvas.image.height * self._wide / canvas.image.width)
        image = canvas.image.resize(size, Image.Resampling.BOX)  # pyright: ignore[reportUnknownMemberType]
        drawn = image.quantize(palette=self._colours(canvas.theme), dither=Image.Dither.NONE)
        self.size = self._wide, max(size[1], self.size[1])
        drawn = _as_high(drawn, self.size[1])
        box = self._changed(drawn)
        if box is None:
            return None
        whole = self._before is None or self._since >= KEY
        self._since = 0 if whole else self._since + 1
        patch = Patch(0, 0, _png(drawn), whole=True) if whole else Patch(box[0], box[1], self._rest(drawn, box))
        self._before = drawn
        return patch

    def _changed(self, drawn: Image.Image) -> Box | None:
        if self._before is None:
            return (0, 0, *drawn.size)
        self._before = _as_high(self._before, drawn.height)
        return ImageChops.difference(_plain(drawn), _plain(self._before)).getbbox()

    def _rest(self, drawn: Image.Image, box: Box) -> bytes:
        """Returns what is new in a box; what has stayed is clear there, and so takes next to no room."""
        assert self._before is not None  # noqa: S101 (the first is whole)
        now, before = _plain(drawn.crop(box)), _plain(self._before.crop(box))
        same = ImageChops.difference(now, before).point([255, *(255 * [0])])  # pyright: ignore[reportUnknownMemberType]
        now.paste(CLEAR, mask=same)
        found = Image.frombytes("P", now.size, now.tobytes())
        found.putpalette(((drawn.getpalette() or []) + [0] * 768)[:768])  # all of it, or there is no clear colour
        return _png(found, transparency=CLEAR)


def _as_high(drawn: Image.Image, high: int) -> Image.Image:
    """Returns a picture with its ground below it: some are lower while less is to be seen."""
    if drawn.height == high:
        return drawn
    found = Image.new("P", (drawn.width, high), drawn.getpixel((0, drawn.height - 1)))  # pyright: ignore[reportArgumentType]
    found.putpalette(drawn.getpalette() or [])
    found.paste(drawn, (0, 0))
    return found


def _plain(drawn: Image.Image) -> Image.Image:
    return Image.frombytes("L", drawn.size, drawn.tobytes())


def _png(drawn: Image.Image, **more: int) -> bytes:
    out = BytesIO()
    drawn.save(out, "PNG", compress_level=9, **more)
    return out.getvalue()
