"""A picture tells only what its view may tell: worlds that differ in secrets alone give the same bytes."""

import random

import pytest

import renderer
from renderer.scene import Scene
from rules.chance import Seeded
from rules.contract import Seat
from rules.guatemala.state import Guatemala
from tests import report
from tests.contract.guatemala_world import GuatemalaWorld
from tests.painted import PAINTERS
from tests.renderer.positions import RULES, Moment, marks_for, positions

WORLD = GuatemalaWorld()
NAMES = ("Anna", "Bruno der Große", "محمد علي", "さくら")


def _scenes(moment: Moment, state: Guatemala, observer: int | None, seed: int) -> list[Scene]:
    """All that an observer is shown of a state, with the same marks in both worlds of a pair."""
    marks = marks_for(Moment(moment.state, moment.facts), random.Random(seed))
    view = RULES.public(state)
    scenes = [PAINTERS.paint(view, picture, marks, NAMES[: view.seats]) for picture in PAINTERS.pictures(view)]
    if observer is not None:
        scenes.append(PAINTERS.paint(RULES.private(state, Seat(observer))))
    return scenes


def _compare(pairs: int, seed: int) -> None:
    luck, chance = random.Random(seed), Seeded(seed)
    differing = 0
    moments = [moment for seats in (2, 3, 4) for moment in positions(seats, 1000)]
    for number in range(pairs):
        moment = luck.choice(moments)
        observer = luck.choice((None, *range(moment.state.seats)))
        other = WORLD.reshuffle(moment.state, observer, chance)
        differing += other != moment.state
        ours, theirs = (_scenes(moment, state, observer, number) for state in (moment.state, other))
        for one, two in zip(ours, theirs, strict=True):
            assert one == two
        picked = luck.randrange(len(ours))
        assert renderer.render(ours[picked]) == renderer.render(theirs[picked])
    report.say(f"pictures of {pairs} pairs of worlds, {differing} of which differ, are equal")
    assert differing > pairs * 0.7


def test_pictures_of_paired_worlds_are_equal_byte_for_byte() -> None:
    """Each scene is compared as data; one picture of each pair also in its bytes."""
    _compare(100, 1)


@pytest.mark.long
def test_pictures_of_many_paired_worlds_are_equal_byte_for_byte() -> None:
    _compare(3000, 2)


def test_a_hand_shows_its_own_sacks() -> None:
    """The comparison could not fail if hands showed nothing."""
    found: set[bytes] = set()
    for moment in positions(4, 1000)[::60]:
        found |= {renderer.render(PAINTERS.paint(RULES.private(moment.state, Seat(seat)))) for seat in range(4)}
    assert len(found) > 20
