"""The picture of an analysis: a line for each player, known by their sign, and the numbers of its turning points."""

import random

import pytest

import renderer
from renderer.cafe.ending import LOOK as CAFE
from renderer.catan.ending import LOOK as CATAN
from renderer.charts import chances
from renderer.guatemala.ending import LOOK as GUATEMALA
from renderer.scene import Scene, Stamp, Words
from tests.renderer import legibility, measures

LOOKS = {"guatemala": GUATEMALA, "cafe": CAFE, "catan": CATAN}
WHOLE = 1000


def made(seed: int, seats: int, moves: int, first: int = 0) -> list[tuple[int, tuple[int, ...]]]:
    """Chances that wander, and are somebody's at last."""
    luck, now, found = random.Random(seed), [WHOLE // seats] * seats, []
    now[0] += WHOLE - sum(now)
    for number in range(first, first + moves):
        found.append((number, tuple(now)))
        giver, taker = luck.sample(range(seats), 2)
        given = min(now[giver], luck.randint(0, 90))
        now[giver], now[taker] = now[giver] - given, now[taker] + given
    winner = luck.randrange(seats)
    return [*found, (first + moves, tuple(WHOLE * (seat == winner) for seat in range(seats)))]


def painted(look: str, seats: int, moves: int, turning: list[tuple[int, int]], first: int = 0) -> Scene:
    return chances.paint(LOOKS[look], made(3, seats, moves, first), turning)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(
    ("moves", "first", "turned"),
    [(1, 0, [1]), (40, 0, [1, 2, 3, 4, 5]), (60, 12, [68, 69, 70, 71, 72]), (900, 0, [3, 400, 401, 402, 899])],
)
def test_it_can_be_read_and_nothing_overlaps(look: str, seats: int, moves: int, first: int, turned: list[int]) -> None:
    turning = [(number, place % seats) for place, number in enumerate(turned)]
    scene = painted(look, seats, moves, turning, first)
    means = [item.means for item in scene.items if isinstance(item, Stamp)]
    assert [one for one in means if one.startswith("turning:")] == [
        f"turning:{place}:{number}:{seat}" for place, (number, seat) in enumerate(turning, 1)
    ]
    assert sorted(one for one in means if one.startswith("line:")) == [f"line:{seat}" for seat in range(seats)]
    last = made(3, seats, moves, first)[-1][1]
    assert sorted(one for one in means if one.startswith("end:")) == [
        f"end:{seat}:{round(value / 10)}" for seat, value in enumerate(last)
    ]
    texts = [item for item in scene.items if isinstance(item, Words)]
    assert measures.meeting(texts) == []
    for kind in ("end:", "turning:"):
        assert measures.apart(
            [item.box for item in scene.items if isinstance(item, Stamp) and item.means.startswith(kind)]
        )
    for item in scene.items:
        assert scene.window.holds(item.box), item
    width, height = scene.size
    assert 1 / legibility.TALLEST <= width / height <= legibility.WIDEST
    assert min(map(legibility.high, texts)) * legibility.on_phone(scene) >= 9


def test_a_long_game_is_light() -> None:
    assert len(renderer.render(painted("catan", 4, 1753, [(5, 0), (900, 2)]))) <= 120_000


def test_another_game_is_another_picture_and_the_same_is_the_same() -> None:
    one, same = painted("cafe", 3, 40, [(7, 1)]), painted("cafe", 3, 40, [(7, 1)])
    assert renderer.render(one) == renderer.render(same)
    assert renderer.render(one) != renderer.render(painted("cafe", 3, 40, [(7, 2)]))
