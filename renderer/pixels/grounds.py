"""The pixels of a ground, as they are kept between pictures."""

from typing import NamedTuple, Self

from PIL import Image


class Ground(NamedTuple):
    """Three bytes a pixel, row by row: an image would have four."""

    pixels: bytes
    width: int
    height: int

    @classmethod
    def of(cls, image: Image.Image) -> Self:
        return cls(image.tobytes(), *image.size)

    def cut(self, left: int, top: int, right: int, bottom: int) -> Image.Image:
        """A part of it; where there is none, black."""
        first, last, line = max(0, top), min(self.height, bottom), 3 * self.width
        shown = memoryview(self.pixels)[first * line : last * line]
        image = Image.frombytes("RGB", (self.width, last - first), shown)
        if (left, top, right, bottom) == (0, first, self.width, last):
            return image
        return image.crop((left, top - first, right, bottom - first))
