"""Boards of ratings and careers as pictures: all of it can be read, nothing overlaps, any name fits."""

import random

import pytest

import renderer
from renderer.cafe.ending import LOOK as CAFE
from renderer.catan.ending import LOOK as CATAN
from renderer.charts import career, ladder
from renderer.guatemala.ending import LOOK as GUATEMALA
from renderer.scene import Scene, Stamp, Words
from tests.renderer import legibility, measures
from tests.renderer.test_names import TRYING

LOOKS = {"guatemala": GUATEMALA, "cafe": CAFE, "catan": CATAN}


def board(seed: int, people: int) -> list[ladder.Line]:
    luck, tried = random.Random(seed), list(TRYING.values())
    known = luck.randint(0, people)
    return [
        ladder.Line(
            luck.choice(tried), row + 1 if row < known else 0, luck.randint(400, 2999), luck.choice((3, 40, 10_000)),
            luck.choice((0, 3, 999)), own=row == 1,
        )
        for row in range(people)
    ]  # fmt: skip


def readable(scene: Scene) -> None:
    texts = [item for item in scene.items if isinstance(item, Words)]
    assert measures.meeting(texts) == []
    for item in scene.items:
        assert scene.window.holds(item.box), item
    width, height = scene.size
    assert 1 / legibility.TALLEST <= width / height <= legibility.WIDEST
    for word in texts:
        assert measures.contrast(word.ink, word.paper) >= 4.5
    assert len(renderer.render(scene)) <= 95_000


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("people", [1, 2, 6, 10, 30])
@pytest.mark.parametrize("seed", range(3))
def test_a_board_shows_everybody_in_order_and_can_be_read(look: str, people: int, seed: int) -> None:
    lines = board(seed, people)
    scene = ladder.paint(LOOKS[look], lines)
    readable(scene)
    places = [item.means for item in scene.items if isinstance(item, Stamp) and item.means]
    assert places == [f"place:{line.place}" for line in lines[: ladder.MOST] if line.place]
    said = [item.text for item in scene.items if isinstance(item, Words) and not item.named]
    for line in lines[: ladder.MOST]:
        assert f"{line.rating}{'' if line.place else '?'}" in said
        assert f"{line.wins}/{line.games}" in said


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("games", [1, 2, 30, 400])
@pytest.mark.parametrize("places", [(1, 0), (3, 20, 7), (0, 0, 0, 9), (999, 1, 40, 3)])
def test_a_career_shows_the_curve_and_every_place(look: str, games: int, places: tuple[int, ...]) -> None:
    luck = random.Random(games)
    curve = [1500]
    for _ in range(games):
        curve.append(curve[-1] + luck.randint(-90, 95))
    scene = career.paint(LOOKS[look], curve, places)
    readable(scene)
    shown = [item.means for item in scene.items if isinstance(item, Stamp)]
    assert shown == [f"place:{place}:{number}" for place, number in enumerate(places, 1)]
    assert str(curve[-1]) in [item.text for item in scene.items if isinstance(item, Words)]
