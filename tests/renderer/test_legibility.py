"""Every public picture of every game keeps the law of legibility (tests/renderer/legibility.py)."""

from collections.abc import Iterator

import pytest

from renderer.cafe.geometry import CHAIR, GUEST, TABLE
from renderer.catan.seats import MIDDLE
from renderer.catan.shop import COLUMN
from renderer.drawing.sketch import TEXT
from renderer.guatemala import geometry as at
from renderer.guatemala.plantation import PRICE
from renderer.scene import Scene, Stamp, Words
from rules.cafe.guests import NATIONS
from rules.contract import PublicView
from tests.painted import PAINTERS
from tests.renderer import cafe_positions, catan_positions, legibility, measures, positions
from tests.renderer.legibility import Reads


def catan_words(scene: Scene) -> list[Words]:
    """Chips, scores, the piles of cards; prices of the Market and amounts of its bank."""
    loose = [item for item in scene.items if isinstance(item, Words) and not item.named]
    large = [*loose, *legibility.words_in(scene, "chip:", "score:", "stat:")]
    decide = [word for word in large if word.size > MIDDLE]
    return [*decide, *(shape for shape in scene.ground.shapes if isinstance(shape, Words))]


def catan_cell(scene: Scene) -> float:
    """A hex of the island, a column of the Market."""
    hexes = [item.drawing.width for item in scene.items if isinstance(item, Stamp) and item.means.startswith("hex:")]
    return min(hexes) if hexes else COLUMN


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


def _of_the_cafe(scene: Scene, _picture: str) -> list[Words]:
    """The nations of guests and tables, the next field of the bar, the points."""
    next_field = [word for word in legibility.words_in(scene, "cafe:saucer") if word.size > TEXT]
    nations = [word for word in measures.texts(scene) if word.text in NATIONS and word in scene.ground.shapes]
    points = [item for item in scene.items if isinstance(item, Words) and not item.named]
    return [*next_field, *nations, *points, *legibility.words_in(scene, f"cafe:guest:{GUEST}")]


GAMES = {
    "guatemala": Reads(_guatemala, lambda scene, picture: at.CELL if picture == "production" else _field(scene)),
    "cafe": Reads(_of_the_cafe, lambda _, __: min(CHAIR[0], TABLE[0])),
    "catan": Reads(lambda scene, _: catan_words(scene), lambda scene, _: catan_cell(scene)),
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
        assert not faults, (picture, sorted(faults))
