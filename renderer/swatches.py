"""How a theme's palette is made of scenes that show all its colours; a game's own `swatch` has those scenes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from renderer.raster import DIMMED, make_palette
from renderer.scene import Box, Drawing, Ink, Scene, Stamp, centred


def filled(theme: str, ground: Drawing, drawings: Sequence[Drawing], across: int, pitch: float) -> Scene:
    """The drawings in rows of so many, at a pitch that brings them onto every tone of the ground."""
    stamps: list[Stamp] = []
    for index in range(across * (ground.height // 160)):
        row, column = divmod(index, across)
        drawing = drawings[(index * 7 + row) % len(drawings)]
        stamps.append(centred(drawing, (60 + column * pitch, 70 + row * 150)))
    return Scene(theme, ground, tuple(stamps), Box(0, 0, ground.width, ground.height))


def palette_text(scenes: Iterable[Scene], inks: Iterable[Ink], count: int, *, dims: bool = False) -> str:
    """What stands in palette.txt; the inks that cover are kept as they are.

    `dims`: each also as it is outside of `Scene.lit`, so that a theme's colours stay themselves when they are darker.
    """
    plain = dict.fromkeys(ink[:3] for ink in inks if ink[3] == 255)
    if dims:  # first, so that of two alike the plain one stays
        darker = ((round(r * DIMMED), round(g * DIMMED), round(b * DIMMED)) for r, g, b in plain)
        plain = {**dict.fromkeys(darker), **plain}
    words = ["".join(f"{value:02x}" for value in colour) for colour in make_palette(scenes, plain, count)]
    return "\n".join(" ".join(words[i : i + 16]) for i in range(0, len(words), 16)) + "\n"
