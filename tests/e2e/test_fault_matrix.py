"""Everything that Discord can answer to everything that the bot asks of it: 319 cells, each with what is to become of
it (tests/e2e/faults_by_route.py), while the bot goes on and while it is killed or slow.
"""

import random
from collections.abc import Iterable
from typing import Final, NamedTuple

import pytest

from tests import report
from tests.e2e.conftest import Stage
from tests.e2e.fault_scenes import ROUTES, Scene, Skies, quick
from tests.e2e.faults_by_route import FAULTS, OUTCOMES


class Cell(NamedTuple):
    route: str
    name: str
    again: bool


CELLS: Final = [(route, name) for route in ROUTES for name in FAULTS]
SEED, PARTS = 4, 2
"""Of the fifth that the ordinary run looks at."""


def fifth() -> list[Cell]:
    luck = random.Random(SEED)
    return [Cell(*cell, again=luck.random() < 0.5) for cell in sorted(luck.sample(CELLS, -(-len(CELLS) // 5)))]


def wanted(cell: Cell) -> str:
    return OUTCOMES[cell.route][cell.again][list(FAULTS).index(cell.name)]


async def looked_at(
    stage: Stage, patch: pytest.MonkeyPatch, cells: Iterable[Cell], log: pytest.LogCaptureFixture
) -> int:
    quick(patch)
    scene, wrong, count = Scene(await Skies(stage).begin(), patch), list[tuple[Cell, str]](), 0
    for cell in cells:
        await scene.goes_on()
        scene.again = cell.again
        before = scene.thinking()
        try:
            found = await ROUTES[cell.route](scene, dict(FAULTS[cell.name]))
        except Exception as error:
            raise AssertionError(cell) from error
        if found != wanted(cell):
            wrong.append((cell, found))
        assert scene.thinking() == before or wanted(cell) == "s", cell
        count += 1
    assert wrong == []
    assert [record.message for record in log.get_records("call") if record.levelname == "ERROR"] == []
    return count


def test_each_of_the_319_cells_has_its_outcome():
    assert list(OUTCOMES) == list(ROUTES)
    assert len(CELLS) == 319
    assert {len(letters) for both in OUTCOMES.values() for letters in both} == {len(FAULTS)}
    assert set("".join(letters for both in OUTCOMES.values() for letters in both)) <= set(".a-cwsn")


@pytest.mark.parametrize("part", range(PARTS))
async def test_a_fifth_of_all_faults_on_all_routes_comes_out_as_it_is_meant_to(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, part: int
):
    count = await looked_at(stage, monkeypatch, fifth()[part::PARTS], caplog)
    report.say(f"fault × route: {count} of {len(CELLS)} cells as meant (part {part + 1} of {PARTS})")


@pytest.mark.long
@pytest.mark.parametrize("again", [False, True], ids=["goes on", "killed or slow"])
@pytest.mark.parametrize("route", ROUTES)
async def test_all_faults_on_all_routes_come_out_as_they_are_meant_to(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, route: str, *, again: bool
):
    count = await looked_at(stage, monkeypatch, [Cell(route, name, again) for name in FAULTS], caplog)
    report.say(f"fault × route: {count} of {len(FAULTS)} cells as meant at {route}, {'again' if again else 'on'}")
