"""The law of legibility: a public picture in the box of a desk and across a telephone, as Discord shows it.

Each game says in `GAMES` (test_legibility.py) what must be read on its pictures to decide.
"""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from renderer.pixels.raster import font
from renderer.scene import Scene, Stamp, Words
from tests.renderer import measures

DESK: Final = (550, 350)
"""The box in which a desktop client shows a single picture."""
PHONE: Final = 360
"""How wide a picture is on a telephone of 390."""
ON_DESK, ON_PHONE = 9, 11
"""No letter or number that must be read is less high, in their pixels."""
CELL: Final = 22
"""No cell of a board is smaller on a desk."""
WIDEST, TALLEST = 11 / 7, 1.05


class Reads(NamedTuple):
    """What must be read on a game's pictures."""

    words: Callable[[Scene, str], Iterable[Words]]
    """Of a scene and its picture's name: the letters and numbers that decide."""
    cell: Callable[[Scene, str], float]
    """How wide a cell of its board is in the scene; infinite where it has none."""


def on_desk(scene: Scene) -> float:
    """How much smaller a picture is in the box."""
    width, height = scene.size
    return min(1.0, DESK[0] / width, DESK[1] / height)


def on_phone(scene: Scene) -> float:
    return min(1.0, PHONE / scene.size[0])


def high(word: Words) -> float:
    """The height of a text's capitals or numbers."""
    return word.size / 200 * -font(200).getbbox("H", anchor="ls")[1]


def faults(scene: Scene, picture: str, reads: Reads) -> list[str]:
    """What is not as the law wants it, in words."""
    width, height = scene.size
    found: list[str] = []
    if not 1 / TALLEST <= width / height <= WIDEST + 1e-3:
        found.append(f"{width} × {height}: {width / height:.2f}")
    if (cell := reads.cell(scene, picture) * on_desk(scene)) < CELL:
        found.append(f"a cell is {cell:.1f} px in the box")
    smallest = min(reads.words(scene, picture), key=high, default=None)
    if smallest is not None:
        for where, scale, least in (("the box", on_desk(scene), ON_DESK), ("a phone", on_phone(scene), ON_PHONE)):
            if (seen := high(smallest) * scale) < least:
                found.append(f"{smallest.text!r} is {seen:.1f} px high in {where}")
    return found


def words_in(scene: Scene, *keys: str) -> list[Words]:
    """The words in the drawings whose keys begin so."""
    stamps = [item for item in scene.items if isinstance(item, Stamp) and item.drawing.key.startswith(keys)]
    return [word for stamp in stamps for word in measures.words_of(stamp.drawing)]
