"""Each check that nothing tells of a game more than its reader may know finds the leak that is planted for it.

A file's own leaks are planted in test_file_worlds.py, an analysis' in test_analysis.py. What is imported is the file of
a game whose hands lie open; others are refused (test_importing.py).
"""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from msgspec.structs import replace

from bot.play.history import replay
from bot.play.seating.occupants import Tenure
from bot.play.standings import statistics
from rules.engine import Line
from rules.facts import Told
from storage.rows import SeatRow
from tests.bot import test_gamefile, test_replay_worlds, test_standings
from tests.bot.house import House
from tests.bot.played import PLAYED
from tests.bot.sealed import Sealed

CATAN = next(case for case in PLAYED if case.name == "catan")
Patch = pytest.MonkeyPatch


def _hands(monkeypatch: Patch) -> None:
    """A replay shows all hands before the end."""
    monkeypatch.setattr(replay, "hands_open", lambda _table: True)


def _lines(monkeypatch: Patch) -> None:
    """A replay tells whoever has no seat what the first seat was told."""
    plain = replay._told

    def leaking(table: Any, frame: Any, line: Line, sat: Tenure | None) -> Any:
        return plain(table, frame, line, sat or Tenure(SeatRow(0, 1, ""), None))

    monkeypatch.setattr(replay, "_told", leaking)


@pytest.mark.parametrize("fault", [_hands, _lines], ids=lambda one: one.__name__)
async def test_a_leak_of_a_replay_is_found(house: House, fault: Callable[[Patch], None], monkeypatch: Patch) -> None:
    fault(monkeypatch)
    with pytest.raises(AssertionError):
        await test_replay_worlds.test_in_worlds_that_somebody_cannot_tell_apart_they_are_shown_the_same(house, CATAN)


def test_a_leak_of_a_film_is_found(monkeypatch: Patch) -> None:
    """It is made of what anybody was told, and not of what everybody was."""

    def leaking(told: tuple[Told, ...], _seat: int | None) -> tuple[Any, ...]:
        return tuple(one.fact for one in told)

    monkeypatch.setattr(replay, "heard", leaking)
    with pytest.raises(AssertionError):
        test_replay_worlds.test_a_film_is_made_of_what_everybody_saw(CATAN)


async def test_a_leak_of_what_is_counted_of_a_game_is_found(tmp_path: Any, monkeypatch: Patch) -> None:
    """A secret answer counts as a move at once."""
    plain, house = test_gamefile.tally, await Sealed(tmp_path / "data").open()

    async def leaking(table: Any, env: Any) -> Any:
        found = await plain(table, env)
        return replace(found, moves=(len(await env.store.log(table.id)),))

    monkeypatch.setattr(test_gamefile, "tally", leaking)
    with pytest.raises(AssertionError):
        await test_gamefile.test_a_secret_answer_changes_no_letter_of_a_file_no_count_and_no_replay(house)
    await house.close()


Check = Callable[[House], Awaitable[None]]


def _seen(monkeypatch: Patch) -> Check:
    """Others see what somebody keeps to themselves."""
    monkeypatch.setattr(statistics, "NO_STATS", ("stats", "never"))
    return test_standings.test_whoever_keeps_it_to_themselves_is_seen_by_nobody_else


def _early(monkeypatch: Patch) -> Check:
    """A game counts from its beginning."""
    plain = statistics.career

    async def leaking(env: Any, who: int, *given: Any) -> Any:
        found = await plain(env, who, *given)
        return found and replace(found, games=len(await env.store.sittings(who)))

    monkeypatch.setattr(statistics, "career", leaking)
    return test_standings.test_a_running_game_is_in_no_statistic


@pytest.mark.parametrize("fault", [_seen, _early], ids=lambda one: one.__name__)
async def test_a_leak_of_statistics_is_found(house: House, fault: Callable[[Patch], Check], monkeypatch: Patch) -> None:
    check = fault(monkeypatch)
    with pytest.raises(AssertionError):
        await check(house)
