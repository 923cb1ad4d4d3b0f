"""A board of ratings: a line for each person with place, name, rating and how many of their games they have won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from renderer.drawing import names, pen, signs
from renderer.drawing.signs import DARK, TIMBER
from renderer.drawing.sketch import Sketch
from renderer.ending import PAGE, Look
from renderer.pixels.raster import ink_width, words
from renderer.scene import Box, Drawing, Items, Scene, Stamp, centred

MOST: Final = 10
"""Lines of a picture; those below stand in the text."""
GAP: Final = 8
HIGH: Final = 96
LOW: Final = 764
"""No picture is lower. Places that nobody has yet are drawn as such."""
SIGN: Final = 72
NAME: Final = 46.0
LEAST: Final = 34.0
RATING: Final = 56.0
NUMBER: Final = 44.0
WON: Final = 216
"""Room for games that were won, and all."""
NAMED: Final = Box(130, 0, 690, HIGH)
"""Where a name lies in its line."""
RATED: Final = 850
"""The right end of a rating."""


class Line(NamedTuple):
    """A person on a board."""

    name: str
    place: int
    """0 for who has none yet."""
    rating: int
    games: int
    wins: int
    own: bool = False
    """It is whoever looks."""


def paint(look: Look, lines: Sequence[Line]) -> Scene:
    shown = lines[:MOST]
    height = max(GAP + len(shown) * (HIGH + GAP), LOW)
    items: Items = []
    for row, line in enumerate(shown):
        items += _line(look, line, GAP + row * (HIGH + GAP))
    sketch = Sketch(f"ladder:{look.theme}:{height}:{len(shown)}", PAGE, height)
    sketch.scale = 1.0
    sketch.area(((0, 0), (PAGE, 0), (PAGE, height), (0, height)), DARK)
    for row in range(len(shown), (height - GAP) // (HIGH + GAP)):
        top = GAP + row * (HIGH + GAP)
        sketch.dashes(pen.rounded(GAP + 6, top + 6, PAGE - GAP - 6, top + HIGH - 6, 17), TIMBER, 6, 16, 14)
    return Scene(look.theme, sketch.drawn(), tuple(items), Box(0, 0, PAGE, height))


def _line(look: Look, line: Line, top: int) -> Items:
    paper = look.paper if line.place else look.gone
    board = signs.board(
        "ladder" if line.place else "ladder:new", PAGE - 2 * GAP, HIGH, paper, active=line.own, gone=False
    )
    y = top + HIGH / 2
    items: Items = [Stamp(board, GAP, top, alone=True)]
    if line.place:
        place = signs.crown(SIGN) if line.place == 1 else _ribbon(line.place)
        items.append(centred(place, (72, y), f"place:{line.place}"))
    items += names.name(line.name, (NAMED.left, y), NAMED.width, NAME, ink=DARK, paper=paper, least=LEAST)
    rating = f"{line.rating}" if line.place else f"{line.rating}?"
    items.append(words(rating, (RATED - ink_width(rating, RATING) / 2, y), RATING, DARK, paper))
    items.append(centred(signs.crown(48), (RATED + 66, y)))
    won = f"{line.wins}/{line.games}"
    size = NUMBER if ink_width(won, NUMBER) <= WON else NUMBER * 0.8
    items.append(words(won, (RATED + 104 + ink_width(won, size) / 2, y), size, DARK, paper))
    return items


def _ribbon(place: int) -> Drawing:
    return signs.rank(place, SIGN)
