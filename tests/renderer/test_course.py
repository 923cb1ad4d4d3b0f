"""The picture of points over time: a line for each player that ends where their points do, known by their sign."""

import random

import pytest

import renderer
from renderer.cafe.ending import LOOK as CAFE
from renderer.catan.ending import LOOK as CATAN
from renderer.charts import course
from renderer.guatemala.ending import LOOK as GUATEMALA
from renderer.scene import Scene, Stamp, Words
from tests.renderer import legibility, measures

LOOKS = {"guatemala": GUATEMALA, "cafe": CAFE, "catan": CATAN}


def made(seed: int, seats: int, moves: int, low: int, high: int) -> list[tuple[int, tuple[int, ...]]]:
    luck = random.Random(seed)
    points, found = [0] * seats, [(0, (0,) * seats)]
    for number in range(1, moves + 1):
        seat = luck.randrange(seats)
        points[seat] = min(high, max(low, points[seat] + luck.randint(-2 if low < 0 else 0, 4)))
        found.append((number, tuple(points)))
    return found


def painted(look: str, seed: int, seats: int, moves: int, low: int = 0, high: int = 90) -> Scene:
    scene = course.paint(LOOKS[look], made(seed, seats, moves, low, high))
    assert scene is not None
    return scene


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(("moves", "low", "high"), [(6, 0, 3), (60, -40, 90), (900, 0, 400), (1753, 0, 15)])
def test_every_player_has_a_line_with_their_sign_and_an_end_with_their_points(
    look: str, seats: int, moves: int, low: int, high: int
) -> None:
    points = made(7, seats, moves, low, high)[-1][1]
    scene = painted(look, 7, seats, moves, low, high)
    means = [item.means for item in scene.items if isinstance(item, Stamp)]
    assert sorted(one for one in means if one.startswith("line:")) == [f"line:{seat}" for seat in range(seats)]
    assert sorted(one for one in means if one.startswith("end:")) == [
        f"end:{seat}:{number}" for seat, number in enumerate(points)
    ]
    assert {one for one in means if not one.startswith(("line:", "end:"))} == set()


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(6))
def test_it_can_be_read_and_nothing_overlaps(seats: int, seed: int) -> None:
    scene = painted("cafe", seed, seats, 40 + 200 * seed, -30 * (seed % 2), 20 + 60 * seed)
    texts = [item for item in scene.items if isinstance(item, Words)]
    assert measures.meeting(texts) == []
    ends = [item.box for item in scene.items if isinstance(item, Stamp) and item.means.startswith("end:")]
    assert measures.apart(ends)
    for item in scene.items:
        assert scene.window.holds(item.box), item
    width, height = scene.size
    assert 1 / legibility.TALLEST <= width / height <= legibility.WIDEST
    assert min(map(legibility.high, texts)) * legibility.on_phone(scene) >= 9
    assert len(renderer.render(scene)) <= 95_000


def test_of_a_game_that_can_be_replayed_from_a_later_move_on_the_lines_begin_there() -> None:
    known = made(3, 3, 40, 0, 60)
    scene = course.paint(CATAN, known)
    later = course.paint(CATAN, [(number + 960, points) for number, points in known])
    assert scene is not None
    assert later is not None
    stamps = [[item for item in one.items if isinstance(item, Stamp)] for one in (scene, later)]
    assert [item.box for item in stamps[0]] == [item.box for item in stamps[1]]
    numbers = {item.text for item in later.items if isinstance(item, Words)}
    assert {"970", "980", "990", "1000"} <= numbers
    assert course.paint(CATAN, [(960, (3, 0))]) is None


def test_equal_lines_leave_every_sign_to_be_seen() -> None:
    scene = course.paint(CATAN, [(0, (0, 0, 0, 0)), (10, (3, 3, 3, 3)), (40, (3, 3, 3, 3))])
    assert scene is not None
    lines = [item.box for item in scene.items if isinstance(item, Stamp) and item.means.startswith("line:")]
    assert measures.apart(lines)


def test_where_nobody_has_a_point_or_nothing_has_happened_there_is_none() -> None:
    assert course.paint(CATAN, ()) is None
    assert course.paint(CATAN, [(0, (0, 0))]) is None
    assert course.paint(CATAN, [(0, (0, 0)), (8, (0, 0))]) is None
    assert course.paint(CATAN, [(0, (3, 0))]) is None
