"""Of the café's pictures what just happened, who it was, and the end."""

from collections import Counter

import pytest
from msgspec.structs import replace

from renderer.cafe import Moved, last_move, moved
from renderer.cafe import geometry as at
from renderer.cafe.people import tall
from renderer.scene import Box, Scene, Stamp, Words
from rules.cafe.facts import Seated, Swapped, WentToBar
from rules.cafe.views import CafePublic, places
from tests.painted import PAINTERS
from tests.renderer.cafe_positions import Moment, game, positions
from tests.renderer.test_scenes import check_stamps, check_words

NAMES = ("Wolfgang Amadeus Theophil", "ＷＷＷＷＷＷＷＷＷＷＷＷＷＷ", "محمد علي", "さくら")
SEATS = (2, 3, 4)


def _stamps(scene: Scene, *keys: str) -> list[Stamp]:
    return [item for item in scene.items if isinstance(item, Stamp) and item.drawing.key.startswith(keys)]


def _runs(seats: int) -> list[tuple[Moment, tuple[Moment, ...]]]:
    """Up to four moves of one game in a row, and where they led."""
    moments = list(game(seats, 4))
    return [(moments[n], tuple(moments[n - length : n + 1])) for n in range(4, len(moments), 2) for length in (0, 1, 3)]


@pytest.mark.parametrize("seats", SEATS)
def test_each_move_has_its_movers_sign_beside_its_guests_and_of_several_its_number(seats: int) -> None:
    seen: Counter[int] = Counter()
    for moment, run in _runs(seats):
        facts = tuple(fact for one in run for fact in one.facts)
        moves = [fact for fact in facts if isinstance(fact, Seated | WentToBar | Swapped)]
        marks = last_move(facts)
        assert [move.seat for move in marks.moves] == [fact.seat for fact in moves]
        scene = PAINTERS.paint(moment.view, "", marks)
        check_words(scene, scene.window)
        check_stamps(scene, scene.window)
        hall = Box(0, 0, at.PAGE, at.HALL)
        tiles = [item for item in _stamps(scene, "tile:") if hall.holds(item.box)]
        found = {int(item.drawing.key.split(":")[1]) for item in tiles}
        if len(moves) == 1:
            assert found == {moves[0].seat}
        numbers = {item.drawing.key.split(":")[-1] for item in _stamps(scene, "turn:", "cafe:number:")}
        assert numbers <= set(map(str, range(1, len(moves) + 1)))
        assert bool(numbers) == (len(moves) > 1)
        seen[len(moves)] += 1
    assert seen[1] > 10
    assert seen[4] > 5


@pytest.mark.parametrize("seats", SEATS)
def test_what_the_last_move_changed_is_lit_and_all_else_is_darker(seats: int) -> None:
    for moment, _ in _runs(seats):
        marks = last_move(moment.facts)
        scene = PAINTERS.paint(moment.view, "", marks)
        assert bool(scene.lit) == bool(marks.moves)
        half = at.GUEST / 2, tall(at.GUEST) / 2
        for x, y in map(at.chair, marks.seated):
            assert any(box.holds(Box(x - half[0], y - half[1], x + half[0], y + half[1])) for box in scene.lit)
        for move in marks.moves:
            assert at.plaque(seats, move.seat) in scene.lit
        lit = sum(box.width * box.height for box in scene.lit)
        assert lit < 0.5 * scene.window.width * scene.window.height


def test_two_guests_of_a_move_share_a_sign_where_they_can() -> None:
    """C02 and C09 have the floor between them."""
    marks = replace(last_move(()), moves=(Moved(1, (1, 8)),), seated=(1, 8))
    assert len(moved.tiles(marks)) == 1
    apart = replace(marks, moves=(Moved(1, (1, 67)),), seated=(1, 67))
    assert len(moved.tiles(apart)) == 2


@pytest.mark.parametrize("seats", SEATS)
def test_names_stand_in_the_plaques_and_nothing_else_changes(seats: int) -> None:
    for moment in positions(seats, 300)[::17]:
        bare = PAINTERS.paint(moment.view)
        scene = PAINTERS.paint(moment.view, "", None, NAMES[:seats])
        names = [item for item in scene.items if isinstance(item, Words) and item.named]
        assert [item for item in scene.items if item not in names] == list(bare.items)
        assert len(names) == seats
        for seat, name in enumerate(names):
            assert at.plaque(seats, seat).holds(name.box)
            others = [item.box for item in scene.items if isinstance(item, Stamp) and not item.alone]
            assert not [box for box in others if box.meets(replace(name.box, top=name.y - 14, bottom=name.y + 14))]


def _ended(seats: int) -> CafePublic:
    return next(moment.view for moment in positions(seats, 300) if moment.view.ending)


@pytest.mark.parametrize("seats", SEATS)
def test_the_end_shows_crown_places_and_what_guests_in_hand_have_cost(seats: int) -> None:
    view = _ended(seats)
    scene = PAINTERS.paint(view)
    ranks = places(view)
    keys = [item.drawing.key for item in _stamps(scene, "rank:", "crown:")]
    crown, rank = ("crown:56", "64") if seats == 3 else ("crown:46", "48")  # over a hand there is less room
    assert keys == [f"rank:{place}:{rank}" if place > 1 else crown for place in ranks]
    found = Counter(item.drawing.key for item in _stamps(scene, "cafe:rosette:"))
    assert found >= Counter(f"cafe:rosette:{-cost}" for cost in view.costs if cost)
    assert not _stamps(scene, "hourglass")
    gone = replace(view, dropped=(0,), costs=(0, *view.costs[1:]))
    named = PAINTERS.paint(gone, "", None, NAMES[:seats])
    assert sum(isinstance(item, Words) and item.named for item in named.items) == seats
    assert _stamps(named, "cafe:door")


def test_a_closer_look_is_lit_and_numbered_too() -> None:
    moment = next(one for one in positions(4, 300)[40:] if any(isinstance(fact, Seated) for fact in one.facts))
    marks = last_move(moment.facts)
    whole, part = PAINTERS.paint(moment.view, "", marks), PAINTERS.zoom(moment.view, "", "nw", marks, NAMES)
    assert part.lit == whole.lit
    assert "T01" in {item.text for item in part.items if isinstance(item, Words)}
