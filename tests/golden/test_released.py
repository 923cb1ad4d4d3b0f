"""The released versions: today's rules still play them, or are another version that brings what they kept up to it."""

import shutil
from collections.abc import Iterator
from dataclasses import replace as changed
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec.structs import replace

from rules import counts
from rules.contract import AnyRules, CannotUpgrade, Chance, IllegalMove, NotAsked, Seat, Step
from rules.counts import Hidden
from rules.guatemala.moves import Take
from rules.guatemala.pieces import MONEY
from rules.guatemala.state import Build
from tests.contract.cases import Case
from tests.contract.faults import Faulty
from tests.contract.newer import Newer, newer
from tests.contract.registry import CASES, GUATEMALA, NOT_YET_SHOWN, TOY
from tests.golden import playthrough
from tests.golden.playthrough import FOLDER, names
from tests.golden.released import Released

SHOWN = [case for case in CASES if case.name not in NOT_YET_SHOWN]
every_case = pytest.mark.parametrize("case", SHOWN, ids=lambda case: case.name)


@every_case
def test_the_version_of_the_rules_plays_what_it_was_released_with(case: Case) -> None:
    released = Released(case)
    assert released.version in released.versions(), f"python -m tests.golden release {case.name}"
    found = released.differences()
    assert found == [], released.advice(found)


@every_case
def test_what_an_older_version_kept_can_be_played_on(case: Case) -> None:
    released = Released(case)
    older = [version for version in released.versions() if version < released.version]
    assert [what for version in older for what in released.stranded(version)] == []


@every_case
def test_every_playthrough_is_released_with_positions_on_its_way(case: Case) -> None:
    released = Released(case)
    wanted = {Path(name).name for name, _, _ in names(case)}
    kept = list(released.kept(released.version))
    assert set(released.digests(released.version)) == wanted
    assert {one.playthrough for one in kept if one.version == 0} == wanted
    assert {one.playthrough for one in kept if not one.open} == wanted
    sealed = [question for one in kept for question in one.open if question.sealed]
    asked = any("sealed=True" in path.read_text() for path in _sources(case))
    assert any(question.required for question in sealed) == asked
    assert not asked or not all(question.required for question in sealed), "somebody has answered already"


def _sources(case: Case) -> Iterator[Path]:
    root = Path(__file__).resolve().parents[2]
    yield from (root / "rules" / case.name).glob("*.py")
    yield from (root / "tests" / "contract").glob(f"{case.name}.py")


def test_nothing_is_released_that_is_not_registered() -> None:
    assert {path.name for path in (FOLDER / "released").iterdir()} <= {case.name for case in CASES}


# ── changes that forgot to say so ────────────────────────────────────────────────────────────────────────────────────


class Dearer(Faulty):
    """A piece costs one centavo more where more is left than at the start; nothing that is told says so."""

    def apply(self, state: Any, seat: Seat, move: Any, chance: Chance, /) -> Step[Any]:
        step = self.game.apply(state, seat, move, chance)
        if not isinstance(move, Take) or not isinstance(step.state.phase, Build):
            return step
        money = tuple(has - (other == seat and has > MONEY) for other, has in enumerate(step.state.money))
        return replace(step, state=replace(step.state, money=money))


class Quieter(Faulty):
    """One thing less is told where several are."""

    def apply(self, state: Any, seat: Seat, move: Any, chance: Chance, /) -> Step[Any]:
        step = self.game.apply(state, seat, move, chance)
        return replace(step, facts=step.facts[:-1]) if len(step.facts) > 2 else step


class Stricter(Faulty):
    """What could be done cannot be done any more."""

    def apply(self, state: Any, seat: Seat, move: Any, chance: Chance, /) -> Step[Any]:
        if isinstance(move, Take):
            raise IllegalMove(NotAsked())
        return self.game.apply(state, seat, move, chance)


@pytest.mark.parametrize(
    ("fault", "what"), [(Dearer, "stands otherwise"), (Quieter, "is told otherwise"), (Stricter, "cannot be played")]
)
def test_a_change_of_the_rules_under_the_same_version_is_noticed(fault: type[Faulty], what: str) -> None:
    released = Released(_with(GUATEMALA, fault))
    found = released.differences()
    assert any(what in one for one in found)
    assert "raise `version` of the game" in released.advice(found)
    assert "tests.golden release guatemala" in released.advice(found)


def _with(case: Case, fault: type[Faulty]) -> Case:
    return changed(case, rules=cast("AnyRules", fault(case)))


def test_a_state_that_is_laid_out_otherwise_under_the_same_version_is_noticed() -> None:
    class Forgetful(Newer):
        @property
        def version(self) -> int:
            return self.game.version

    found = Released(newer(TOY, Forgetful)).differences()
    assert {one.partition(": ")[2][:16] for one in found} == {"stands otherwise"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The toy's playthroughs, where they can be written anew, and quickly."""
    monkeypatch.setattr(playthrough, "SEARCHED", 60)
    for part in ("toy", "released/toy"):
        shutil.copytree(FOLDER / part, tmp_path / part)
    return tmp_path


def test_a_playthrough_that_was_rewritten_after_its_release_is_noticed(folder: Path) -> None:
    path = folder / "toy" / "2-bag.txt"
    path.write_text(path.read_text().replace("public move 3\n", "public move 3 \n"))
    assert Released(TOY, folder).differences() == ["2-bag.txt: is not the playthrough that was released"]
    with pytest.raises(SystemExit, match="restore it first"):
        Released(newer(TOY), folder).release()


def test_a_release_without_a_playthrough_of_every_ending_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playthrough, "SEARCHED", 1)
    with pytest.raises(SystemExit, match="2-bag"):
        Released(newer(TOY), folder).release()


def test_the_playthroughs_of_a_released_version_are_not_written_anew(folder: Path) -> None:
    with pytest.raises(SystemExit, match="version 1 of toy is released"):
        Released(TOY, folder).renew()


# ── a newer version ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.long
def test_a_newer_version_keeps_the_evidence_of_the_one_before(folder: Path) -> None:
    before = {path.name: path.read_text() for path in (folder / "toy").glob("*.txt")}
    second = Released(newer(TOY), folder)
    second.release()
    assert second.versions() == [1, 2]
    assert {path.name: path.read_text() for path in (folder / "released/toy/1").glob("[2-4]*.txt")} == before
    assert {path.name for path in (folder / "toy").glob("*.txt")} == set(before)
    assert second.differences() == []
    assert second.stranded(1) == []
    second.release()  # once is enough
    assert second.versions() == [1, 2]


@every_case
def test_every_kept_position_of_every_game_goes_on_under_a_newer_version(case: Case, tmp_path: Path) -> None:
    version = case.rules.version
    shelf = tmp_path / "released" / case.name / str(version)
    shutil.copytree(Released(case).shelf(version), shelf)
    for path in (FOLDER / case.name).glob("*.txt"):
        shutil.copy(path, shelf)
    assert Released(newer(case), tmp_path).stranded(version) == []


class LosesCards(Newer):
    def upgrade(self, version: int, state: str, /) -> Any:
        new = super().upgrade(version, state)
        return replace(new, bag=Hidden(counts.plus(new.bag.packed, 0)))


class Fails(Newer):
    def upgrade(self, version: int, state: str, /) -> Any:
        raise KeyError(version, state[:0])


class SaysNotWhy(Newer):
    def upgrade(self, version: int, state: str, /) -> Any:
        raise CannotUpgrade("")


class Refuses(Newer):
    def upgrade(self, version: int, state: str, /) -> Any:
        raise CannotUpgrade("the bag is counted otherwise")


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        (LosesCards, "a piece was lost or made"),
        (Fails, "KeyError"),
        (SaysNotWhy, "is refused without a reason"),
        (Refuses, ""),
    ],
)
def test_an_upgrade_that_loses_something_is_noticed_and_one_that_refuses_says_why(
    kind: type[Newer], wanted: str, folder: Path
) -> None:
    for path in (folder / "toy").glob("*.txt"):
        shutil.copy(path, folder / "released/toy/1")
    released = Released(newer(TOY, kind), folder)
    found = released.stranded(1)
    assert len(found) == (len(list(released.kept(1))) if wanted else 0)
    assert all(wanted in one for one in found)
