"""Pictures of several moves: each changed thing has the number of its run, and only the newest has the thick ring."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from renderer.drawing import signs
from renderer.painters import View
from renderer.scene import Scene, Stamp, Stroke
from rules.contract import Fact, Seat
from rules.guatemala.facts import Placed
from tests.painted import PAINTERS
from tests.renderer import cafe_positions, catan_positions, positions
from tests.renderer.test_scenes import check_stamps, check_words

Played = tuple[View, list[tuple[Fact, ...]]]
THICK = {"guatemala": ("ring:",), "cafe": ("cafe:frame:", "cafe:stand:"), "catan": ("ring:",)}


def _own(moments: Sequence[Any], place: int) -> tuple[Fact, ...]:
    """What the last of the moves that a moment tells was told by; moments tell several."""
    before, now = moments[place - 1].facts, moments[place].facts
    kept = next(n for n in range(len(now), -1, -1) if now[:n] == before[len(before) - n :])
    return now[kept:]


def _runs(moments: Sequence[Any], last: int, count: int) -> Iterator[tuple[Fact, ...]]:
    """So many moves up to one, those of a seat that follow each other together."""
    found: list[tuple[int, tuple[Fact, ...]]] = []
    for place in range(last - count + 1, last + 1):
        facts = _own(moments, place)
        seat = next((seat for fact in facts if (seat := getattr(fact, "seat", -1)) >= 0), -1)
        if found and found[-1][0] == seat:
            found[-1] = seat, (*found[-1][1], *facts)
        elif facts:
            found.append((seat, facts))
    return (facts for _, facts in found)


def _played(key: str) -> list[Played]:
    moments: Sequence[Any] = list({
        "guatemala": lambda: positions.game(3, 4),
        "cafe": lambda: cafe_positions.game(3, 4),
        "catan": lambda: catan_positions.game(True, 3, 2),
    }[key]())  # fmt: skip
    return [(moments[last].view, list(_runs(moments, last, 12))) for last in range(20, len(moments) - 1, 9)]


def _stamps(scene: Scene, *keys: str) -> list[Stamp]:
    return [item for item in scene.items if isinstance(item, Stamp) and item.drawing.key.startswith(keys)]


@pytest.mark.parametrize("key", THICK)
def test_the_numbers_in_the_picture_are_those_of_the_runs_and_the_newest_alone_is_thick(key: str) -> None:
    seen = thin = 0
    for view, runs in _played(key):
        marks, pictures = PAINTERS.since(view, runs)
        for picture in pictures:
            scene = PAINTERS.paint(view, picture, marks)
            check_words(scene, scene.window)
            check_stamps(scene, scene.window)
            said = [item.drawing.key.removeprefix("cafe:number:") for item in _stamps(scene, "turn:", "cafe:number:")]
            numbers = {int(key.removeprefix("turn:").split(":")[0]) for key in said}
            assert numbers <= set(range(1, min(8, len(runs)) + 1))
            seen += len(numbers)
            rings = _stamps(scene, *THICK[key])
            weak = [ring for ring in rings if ring.drawing.key.endswith(":thin")]
            thin += len(weak)
            alone, _ = PAINTERS.since(view, runs[-1:])
            newest = _stamps(PAINTERS.paint(view, picture, alone), *THICK[key])
            assert not [ring for ring in newest if ring.drawing.key.endswith(":thin")]
            if newest:
                strong = {(ring.x, ring.y) for ring in rings} - {(ring.x, ring.y) for ring in weak}
                assert {(ring.x, ring.y) for ring in newest} == strong
    assert seen > 20
    assert thin > 5


@pytest.mark.parametrize("key", THICK)
def test_one_run_is_marked_as_a_last_move_is(key: str) -> None:
    for view, runs in _played(key)[:8]:
        marks, _ = PAINTERS.since(view, runs[-1:])
        for picture in PAINTERS.pictures(view):
            assert PAINTERS.paint(view, picture, marks) == PAINTERS.paint(
                view, picture, PAINTERS.happened(view, runs[-1])
            )


def test_a_thing_has_the_number_of_the_run_that_placed_it_also_when_runs_before_changed_nothing() -> None:
    moments = list(positions.game(3, 4))
    place = next(n for n in range(20, len(moments)) if any(isinstance(fact, Placed) for fact in _own(moments, n)))
    marks, _ = PAINTERS.since(moments[place].view, [(), (), _own(moments, place)])
    assert set(marks.turns) == {3}


def test_what_is_planned_stays_marked_beside_what_has_happened() -> None:
    moments, seen = list(catan_positions.game(True, 3, 2)), 0
    for place in range(20, len(moments) - 1):
        state, view = moments[place].state, moments[place].view
        edges = catan_positions.RULES.choices(state, Seat(view.active), ("road",))
        plan, _ = PAINTERS.planned(view, (), ("road",), edges)
        marks, _ = PAINTERS.since(view, list(_runs(moments, place, 12)), plan)
        assert (marks.legal_edges, marks.legal_corners) == (plan.legal_edges, plan.legal_corners)
        seen += bool(marks.changes and marks.legal_edges)
    assert seen > 3


def test_a_thin_ring_is_weaker_and_still_has_its_dark_edge() -> None:
    strokes = [shape for shape in signs.ring(100, 100, thin=True).shapes if isinstance(shape, Stroke)]
    assert [stroke.ink for stroke in strokes] == [signs.DARK, signs.LAST]
    assert [stroke.weight for stroke in strokes] == [12, 6]
