"""The 256 colours of a theme, shipped in its `palette.txt`."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from math import dist
from typing import Final

from renderer.scene import ink

Plain = tuple[int, int, int]
DIMMED: Final = 0.875
"""What is left of a colour outside of all that is lit."""


@lru_cache(maxsize=8)
def _colours(theme: str) -> tuple[Plain, ...]:
    text = (resources.files(theme) / "palette.txt").read_text("ascii")
    return tuple(ink(word)[:3] for word in text.split())


@lru_cache(maxsize=8)
def packed(theme: str) -> bytes:
    """Three bytes each."""
    return bytes(value for colour in _colours(theme) for value in colour)


@lru_cache(maxsize=8)
def darker(theme: str) -> list[int]:
    """For each colour the number of the one nearest to what is left of it in the dark."""
    colours = _colours(theme)
    known = {colour: number for number, colour in enumerate(colours)}
    found: list[int] = []
    for red, green, blue in colours:
        dark = red * DIMMED, green * DIMMED, blue * DIMMED
        same = known.get((round(dark[0]), round(dark[1]), round(dark[2])))
        if same is None:
            far = [dist(colour, dark) for colour in colours]
            same = far.index(min(far))
        found.append(same)
    return [*found, *range(len(found), 256)]
