"""Every public picture of every game keeps the law of legibility (tests/renderer/legibility.py)."""

from collections.abc import Iterator
from math import inf

import pytest

from renderer.cafe.geometry import CHAIR, GUEST, TABLE
from renderer.scene import Scene, Words
from renderer.sketch import TEXT
from rules.cafe.guests import NATIONS
from rules.contract import PublicView
from tests.painted import PAINTERS
from tests.renderer import cafe_positions, catan_positions, legibility, measures, positions
from tests.renderer.legibility import Reads

NOT_YET = {
    ("guatemala", "plantation"),
    ("guatemala", "production"),
    ("catan", "board"),
    ("catan", "market"),
}
"""Pictures that do not keep it; a game that is drawn anew takes its own out."""


def _no_cell(_scene: Scene, _picture: str) -> float:
    return inf


def _of_the_cafe(scene: Scene, _picture: str) -> Iterator[Words]:
    """The nations of guests and tables, the next field of the bar, the points."""
    next_field = [word for word in legibility.texts_of(scene, "cafe:saucer") if word.size > TEXT]
    nations = [word for word in measures.texts(scene) if word.text in NATIONS and word in scene.ground.shapes]
    points = [item for item in scene.items if isinstance(item, Words) and not item.named]
    return iter((*next_field, *nations, *points, *legibility.texts_of(scene, f"cafe:guest:{GUEST}")))


GAMES = {
    "guatemala": Reads(lambda scene, _: legibility.texts_of(scene, "piece", "coin", "site"), _no_cell),
    "cafe": Reads(_of_the_cafe, lambda _, __: min(CHAIR[0], TABLE[0])),
    "catan": Reads(lambda scene, _: measures.texts(scene), _no_cell),
}
"""What must be read, by game."""


def _views(game: str) -> Iterator[PublicView]:
    """Of each number of seats the beginning, the middle and the end of a game."""
    for seats in (3, 4) if game == "catan" else (2, 3, 4):
        if game == "catan":
            moments = [moment.view for moment in catan_positions.game(market=True, seats=seats, seed=1)]
        else:
            module = positions if game == "guatemala" else cafe_positions
            moments = [moment.view for moment in module.game(seats, 1)]
        yield from (moments[0], moments[len(moments) // 2], moments[-1])


@pytest.mark.parametrize("game", GAMES)
def test_what_must_be_read_is_large_enough_on_a_desk_and_a_phone(game: str) -> None:
    found: dict[str, set[str]] = {}
    for view in _views(game):
        for picture in PAINTERS.pictures(view):
            scene = PAINTERS.paint(view, picture)
            found.setdefault(picture, set()).update(legibility.faults(scene, picture, GAMES[game]))
    for picture, faults in found.items():
        if (game, picture) in NOT_YET:
            assert faults, f"{picture} keeps the law: take it out of NOT_YET"
        else:
            assert not faults, (picture, sorted(faults))
