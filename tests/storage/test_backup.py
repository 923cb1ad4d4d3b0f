"""Backups while moves are played: each readable, none behind what was confirmed before it began, and restored whole."""

import asyncio
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from storage.folder.backup import Backups, look_into, outdated, restore, taken_at
from storage.monitoring.report import doctor, status
from storage.problem import EX_CONFIG, EX_IOERR, BackupFailed, StorageError, StorageProblem
from storage.rows import RESTORED, OutRow
from storage.sqlite.store import SqliteStore
from tests.storage.builders import NOW, a_move, a_table, first, opened
from tests.storage.scenario import NEWEST, holds


class Player:
    """Plays one table for as long as it is let."""

    def __init__(self, store: SqliteStore, number: int) -> None:
        self.store = store
        self.number = number
        self.confirmed: set[int] = set()
        self.on = True

    async def play(self, *, most: int = 10**9, pause: float = 0) -> None:
        loaded = await self.store.load(f"t{self.number}")
        table = loaded.table if loaded else await self.store.write(first(a_table(f"t{self.number}", version=-1)))
        while self.on and most:
            interaction = (table.version + 1) * 10 + self.number + 1
            table = await self.store.write(a_move(table, interaction))
            self.confirmed.add(interaction)
            most -= 1
            await asyncio.sleep(pause)


async def backups_under_load(folder: Path, count: int) -> None:
    async with await opened(folder) as store:
        players = [Player(store, number) for number in range(3)]
        playing = [asyncio.create_task(player.play(pause=0.002)) for player in players]
        await asyncio.sleep(0.02)
        last, days = 0, set[date]()
        for _ in range(count):
            before = set[int]().union(*(player.confirmed for player in players))
            path = await store.backup()
            days.add(taken_at(path).date())
            found = await asyncio.to_thread(holds, path)
            assert before <= found.moves
            assert len(found.moves) >= last
            last = len(found.moves)
            assert path.stat().st_mode & 0o777 == 0o600
        for player in players:
            player.on = False
        await asyncio.gather(*playing)
        assert len(store.backups.all()) == len(days), "of each day the newest is kept"
        assert last > count, "moves must have been played meanwhile"


async def test_200_backups_while_moves_are_played_are_all_whole_and_none_is_behind(
    memory: Path, monkeypatch: pytest.MonkeyPatch
):
    """Which are made with the same right to the processor: with less they take minutes on a busy machine."""
    monkeypatch.setattr("storage.sqlite.writer.give_way", lambda: None)
    await backups_under_load(memory, 200)


@pytest.mark.long
async def test_1_000_backups_while_moves_are_played_are_all_whole_and_none_is_behind(memory: Path):
    await backups_under_load(memory, 1000)


async def test_a_backup_is_restored_into_an_empty_folder_and_played_on(tmp_path: Path):
    async with await opened(tmp_path / "old") as store:
        player = Player(store, 0)
        await player.play(most=20)
        backup = await store.backup()
        confirmed = set(player.confirmed)
        await player.play(most=5)
    new = tmp_path / "new"
    tried = restore(backup, new, dry_run=True)
    assert not new.exists()
    assert restore(backup, new) == tried
    assert (tried.schema, tried.tables, tried.records, tried.bytes) == (NEWEST, 1, 20, backup.stat().st_size)
    assert (new / "stammtisch.db").stat().st_mode & 0o777 == 0o600
    async with await opened(new) as store:
        assert await store.meta(RESTORED) == tried.taken == taken_at(backup).isoformat()
        assert all(row.sent_maybe for row in await store.waiting(NOW * 2, 99))
        for interaction in confirmed:
            assert await store.answer_of(interaction) == f"answer {interaction}"
        await Player(store, 0).play(most=7)
        assert len(await store.records("t0")) == 27
    assert sorted(path.name for path in new.iterdir()) == ["stammtisch.db"]


async def test_a_restore_never_overwrites_and_takes_only_a_sound_backup_of_ours(tmp_path: Path):
    async with await opened(tmp_path / "old") as store:
        await store.write(first(a_table(), rows=(OutRow("board", 1),)))
        backup = await store.backup()
        for folder in (tmp_path / "old", tmp_path / "log"):
            folder.mkdir(exist_ok=True)
            if folder.name == "log":
                (folder / "stammtisch.db-wal").touch()
            with pytest.raises(StorageProblem) as refused:
                restore(backup, folder, dry_run=True)
            assert refused.value.exit_code == EX_CONFIG
    with pytest.raises(StorageProblem, match="There is no backup"):
        restore(tmp_path / "none.db", tmp_path / "new")
    torn = tmp_path / "torn.db"
    torn.write_bytes(backup.read_bytes()[:9000])
    text = tmp_path / "text.db"
    text.write_text("no database " * 100)
    for damaged in (torn, text):
        with pytest.raises(StorageProblem) as refused:
            restore(damaged, tmp_path / "new")
        assert refused.value.exit_code == EX_IOERR
    assert not (tmp_path / "new").exists()
    renamed = backup.rename(tmp_path / "mine.db")
    assert look_into(renamed).taken.startswith(f"{datetime.now(UTC):%Y-%m-}")


async def test_a_backup_that_fails_is_told_and_ends_nothing(tmp_path: Path):
    async with await opened(tmp_path) as store:
        (tmp_path / "backups").mkdir()
        await store.backup()
        (tmp_path / "backups").rename(tmp_path / "away")
        (tmp_path / "backups").touch()
        with pytest.raises(BackupFailed):
            await store.backup()
        await store.save_meta("k", "v")
        (tmp_path / "backups").unlink()
        await store.backup()


async def test_what_an_interrupted_backup_left_is_cleared_away(tmp_path: Path):
    async with await opened(tmp_path) as store:
        (tmp_path / "backups").mkdir()
        (tmp_path / "backups" / "stammtisch-20200101T000000000Z.db.partial").touch()
        (tmp_path / "backups" / "stammtisch-20200101T000000000Z.db.partial-journal").touch()
        await store.backup()
        assert [path.suffix for path in (tmp_path / "backups").iterdir()] == [".db"]


async def test_two_backups_at_once_come_one_after_the_other(tmp_path: Path):
    async with await opened(tmp_path) as store:
        paths = await asyncio.gather(store.backup("one"), store.backup("two"))
        assert len(set(paths)) == 2


async def test_a_cancelled_backup_leaves_none_or_a_whole_one(tmp_path: Path):
    async with await opened(tmp_path) as store:
        await Player(store, 0).play(most=50)
        for delay in range(12):
            task = asyncio.create_task(store.backup())
            await asyncio.sleep(delay / 2000)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        await store.backup()
        for path in store.backups.all():
            assert len(holds(path).moves) == 50


async def test_a_daily_backup_that_fails_is_told_and_tried_again_until_one_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("storage.folder.backup.RETRY", 0.01)
    told = asyncio.Queue[StorageError]()
    async with await opened(tmp_path) as store:
        (tmp_path / "backups").touch()
        daily = asyncio.create_task(store.backups.daily(store.writer, told.put_nowait))
        for _ in range(3):
            assert str(await told.get()) == "no backup was made (File exists)"
        assert _is_failing(store)
        (tmp_path / "backups").unlink()
        async with asyncio.timeout(10):
            while _is_failing(store):  # noqa: ASYNC110 (it sets no event)
                await asyncio.sleep(0.01)
        assert len(store.backups.all()) == 1
        daily.cancel()
        await asyncio.gather(daily, return_exceptions=True)


def _is_failing(store: SqliteStore) -> bool:
    return store.backups.failure is not None


async def test_a_file_of_another_name_among_the_backups_is_left_alone(tmp_path: Path):
    async with await opened(tmp_path) as store:
        made = await store.backup()
        mine = made.with_name("stammtisch-mine.db")
        mine.write_bytes(made.read_bytes())
        assert store.backups.all() == (made,)
        await store.backup()
        assert mine.exists()


async def backed_up(store: SqliteStore, number: int) -> None:
    """Waits a moment, and longer on a busy machine, until there are so many."""
    for _ in range(50):
        await asyncio.sleep(0.1)
        if len(store.backups.all()) >= number:
            return


async def test_the_daily_backup_is_made_when_the_newest_is_a_day_old(tmp_path: Path):
    told: list[StorageError] = []
    async with await opened(tmp_path) as store:
        assert store.backups.age() is None
        for expected in (1, 1):
            daily = asyncio.create_task(store.backups.daily(store.writer, told.append))
            await backed_up(store, expected)
            daily.cancel()
            await asyncio.gather(daily, return_exceptions=True)
            assert len(store.backups.all()) == expected
        age = store.backups.age()
        assert age is not None
        assert age < 60
        assert told == []


def made(day: datetime, why: str = "") -> Path:
    return Path(f"stammtisch-{day:%Y%m%dT%H%M%S}000Z{why}.db")


def test_rotation_keeps_seven_days_four_weeks_and_those_before_a_migration():
    newest = datetime(2026, 11, 18, 10, tzinfo=UTC)
    every_hour = [made(newest - timedelta(hours=n)) for n in range(24 * 60)]
    steps = [made(newest - timedelta(days=40 + n), f"-before-{n}") for n in range(10)]
    every = every_hour + steps
    now = newest.timestamp()
    kept = set(every) - set(outdated(every, now))
    ordinary = sorted(kept - set(steps), reverse=True)
    assert ordinary[:7] == [made(newest), *(made(newest.replace(hour=23) - timedelta(days=n)) for n in range(1, 7))]
    assert [taken_at(path).strftime("%a %d %b") for path in ordinary[7:]] == ["Sun 08 Nov", "Sun 01 Nov"]
    assert kept & set(steps) == set(steps[:8])
    assert outdated([], now) == ()
    assert outdated([made(newest)], now) == ()
    assert set(outdated(kept, now)) == set()


def test_backups_dated_ahead_take_no_place_of_others():
    today = datetime(2026, 11, 18, 10, tzinfo=UTC)
    ahead = [made(today + timedelta(days=400 + n)) for n in range(9)]
    real = [made(today - timedelta(days=n)) for n in range(9)]
    gone = set(outdated([*ahead, *real], today.timestamp()))
    assert set(real[:7]) & gone == set()
    assert made(today - timedelta(days=8)) in gone
    assert set(ahead[-7:]) & gone == set()


async def test_a_backup_dated_ahead_counts_as_none(tmp_path: Path):
    told: list[StorageError] = []
    async with await opened(tmp_path) as store:
        ahead = (await store.backup()).rename(tmp_path / "backups" / "stammtisch-20991118T101500000Z.db")
        assert (store.backups.newest(), store.backups.age(), store.backups.ahead()) == (None, None, 1)
        told_by = await store.writer.read(lambda c: status(c, tmp_path, store.backups))
        assert [told_by[key] for key in ("newest_backup", "newest_backup_hours", "backups_dated_ahead")] == [
            "",
            None,
            1,
        ]
        daily = asyncio.create_task(store.backups.daily(store.writer, told.append))
        await backed_up(store, 2)
        daily.cancel()
        await asyncio.gather(daily, return_exceptions=True)
        assert told == []
        assert len(store.backups.all()) == 2
        found = await store.writer.read(lambda c: doctor(c, tmp_path, store.backups))
        (check,) = [check for check in found["checks"] if check["name"] == "backups"]  # pyright: ignore[reportGeneralTypeIssues]
        assert check["what"] == "not so: the newest is 0 hours old, and 1 dated later than now, which count as none"
        assert str(check["solution"]).startswith("Look at this machine's clock")
        ahead.unlink()
        assert (await store.writer.read(lambda c: doctor(c, tmp_path, store.backups)))["well"]


def test_the_folder_of_backups_need_not_exist(tmp_path: Path):
    assert Backups(tmp_path / "none").all() == ()
