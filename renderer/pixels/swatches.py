"""How a theme's palette is made of scenes that show all its colours; a game's own `swatch` has those scenes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from renderer.pixels.palettes import DIMMED, Plain
from renderer.pixels.raster import compose, median_cut
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


def _cell(colour: Plain) -> Plain:
    """Pillow looks the nearest colour up once for each cube of eight: two of a palette in one cube are one too many."""
    return colour[0] >> 3, colour[1] >> 3, colour[2] >> 3


def _shown(scenes: Iterable[Scene]) -> dict[Plain, int]:
    """The colours of all scenes, each with the number of its pixels."""
    found: dict[Plain, int] = {}
    for scene in scenes:
        for number, colour in compose(scene).image.getcolors(1 << 24) or ():
            if isinstance(colour, tuple):
                red, green, blue = colour[:3]
                found[red, green, blue] = found.get((red, green, blue), 0) + number
    return found


def make_palette(scenes: Iterable[Scene], plain: Iterable[Plain], count: int) -> tuple[Plain, ...]:
    """The plain colours, then the commonest blends, and for the rest a median cut of what else the scenes show."""
    kept = {_cell(colour): colour for colour in plain}
    rest = _shown(scenes)
    fill = len(kept) + (count - len(kept)) // 3
    for colour in sorted(rest, key=lambda colour: (-rest[colour], colour)):
        if len(kept) < fill:
            kept.setdefault(_cell(colour), colour)
    others = [colour for colour in sorted(rest) if _cell(colour) not in kept for _ in range(min(rest[colour], 40))]
    pixels = bytes(value for colour in others for value in colour)
    for wanted in range(count - len(kept), 256):
        found = dict(kept)
        for colour in median_cut(pixels, wanted):
            found.setdefault(_cell(colour), colour)
        if len(found) >= count:
            return tuple(found.values())[:count]
    raise ValueError(count)
