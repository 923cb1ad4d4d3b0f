"""Every public picture of every game keeps the law of legibility (tests/renderer/legibility.py)."""

from collections.abc import Iterator
from math import inf

import pytest

from renderer.guatemala import geometry as at
from renderer.guatemala.plantation import PRICE
from renderer.scene import Scene, Stamp, Words
from rules.contract import PublicView
from tests.painted import PAINTERS
from tests.renderer import cafe_positions, catan_positions, legibility, measures, positions
from tests.renderer.legibility import Reads

NOT_YET = {
    ("cafe", "cafe"),
    ("catan", "board"),
    ("catan", "market"),
}
"""Pictures that do not keep it; a game that is drawn anew takes its own out."""


def _no_cell(_scene: Scene, _picture: str) -> float:
    return inf


def _field(scene: Scene) -> float:
    return min(
        item.drawing.width for item in scene.items if isinstance(item, Stamp) and item.drawing.key[:5] == "site:"
    )


def _guatemala(scene: Scene, picture: str) -> list[Words]:
    """The coffees' letters, prices of sites and free docks, all numbers of the table, the fourth step, what is left."""
    track = at.layout(2).track if picture == "plantation" else at.PAGE
    loose = [
        item
        for item in scene.items
        if isinstance(item, Words) and not item.named and item.box.bottom < track and "¢" not in item.text
    ]
    return loose + legibility.words_in(
        scene, "piece:", "site:", f"coin:2:{PRICE}", f"coin:3:{PRICE}", f"coin:4:{PRICE}"
    )


GAMES = {
    "guatemala": Reads(_guatemala, lambda scene, picture: at.CELL if picture == "production" else _field(scene)),
    "cafe": Reads(lambda scene, _: measures.texts(scene), _no_cell),
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
