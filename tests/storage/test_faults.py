"""A disk that fails at the n-th write, flush or truncation: nothing is confirmed that is not there."""

import asyncio
import shutil
import sys
from pathlib import Path

import apsw
import pytest

from storage.port import Conflict
from storage.problem import EX_IOERR, BackupFailed, StorageError, StorageFailed, StorageFull, StorageProblem
from storage.rows import RUNNING
from storage.sqlite.opening import open_store
from storage.sqlite.store import SqliteStore
from tests.storage.builders import a_move, a_table, first, opened
from tests.storage.disk import Disk
from tests.storage.powercut import Cut, Image
from tests.storage.scenario import NEWEST, Judge, holds, promises

EIO_WRITE, EIO_SYNC, ENOSPC = apsw.SQLITE_IOERR_WRITE, apsw.SQLITE_IOERR_FSYNC, apsw.SQLITE_FULL


class NthFails:
    """Fails once, at the n-th touch of a kind, or from then on."""

    def __init__(self, kind: str, n: int, code: int, *, for_good: bool = False) -> None:
        self.kind, self.left, self.code, self.for_good = kind, n, code, for_good
        self.struck = False
        self.dead = False
        """The process has ended: nothing more reaches the disk."""

    def __call__(self, kind: str, path: str) -> int:
        if self.dead:
            return apsw.SQLITE_IOERR_WRITE
        if kind != self.kind:
            return 0
        self.left -= 1
        if self.left == 0 or (self.for_good and self.left < 0):
            self.struck = True
            return self.code
        return 0


class Outcome:
    """How a life on a failing disk went."""

    def __init__(self) -> None:
        self.exits: list[int] = []
        self.confirmed: set[int] = set()
        self.begun: set[int] = set()
        self.refused: list[BaseException] = []


async def play(store: SqliteStore, disk: Disk, fault: NthFails, outcome: Outcome) -> None:
    """Two players and a backup, until the process would have ended."""

    def end(code: int) -> None:
        outcome.exits.append(code)
        fault.dead = True

    store.writer._on_fatal = end
    store.writer.checkpoint_after = 30

    async def player(number: int) -> None:
        table = a_table(f"t{number}", RUNNING, version=-1)
        made = False
        interaction = number
        for _ in range(12):
            interaction += 2
            try:
                if not made:
                    table = await store.write(first(table))
                    made = True
                outcome.begun.add(interaction)
                table = await store.write(a_move(table, interaction, now=1))
                outcome.confirmed.add(interaction)
                disk.note("confirmed", "", interaction)
            except (StorageError, Conflict) as error:
                outcome.refused.append(error)
                if isinstance(error, StorageFailed):
                    return

    async def backup() -> None:
        await asyncio.sleep(0)
        try:
            await store.backup()
        except (BackupFailed, StorageFailed) as error:
            outcome.refused.append(error)

    await asyncio.gather(player(1), player(2), backup())


async def one_life(folder: Path, fault: NthFails) -> Outcome:
    """Opens well, then plays on the failing disk; then what is left, now and after a power cut, must hold."""
    disk, outcome = Disk(), Outcome()
    life, left = folder / "life", folder / "left"
    shutil.rmtree(life, ignore_errors=True)
    try:
        with disk.instead_of_files():
            store = await opened(life, open_file=disk.connect)
            disk.note("schema", "", NEWEST)
            disk.fault = fault
            try:
                await play(store, disk, fault, outcome)
            finally:
                await store.close()
        disk.fault = None
        found = holds(life / "stammtisch.db")
        assert outcome.confirmed <= found.moves <= outcome.begun
        for path in (life / "backups").glob("*.db"):
            holds(path)
        judge = Judge(life, left, promises(disk.notes))
        cut = Cut(fault.left)
        for note in disk.notes:
            cut.play(note)
        for kind in range(4):
            image: Image = cut.image(len(disk.notes) - 1, kind)
            judge.judge(image)
        assert (judge.report.lost, judge.report.corrupt) == ([], [])
    finally:
        disk.close()
    return outcome


async def all_faults(folder: Path, most: int) -> dict[str, int]:
    """Every kind of fault at its n-th touch, until there are not so many touches; how often each way of ending came."""
    ends: dict[str, int] = {}
    kinds = (
        ("write", EIO_WRITE, False),
        ("write", ENOSPC, False),
        ("write", ENOSPC, True),
        ("sync", EIO_SYNC, False),
        ("truncate", EIO_WRITE, False),
        ("delete", apsw.SQLITE_IOERR_DELETE, False),
        ("sync folder", EIO_WRITE, False),
        ("rename", EIO_WRITE, False),
        ("create", ENOSPC, False),
    )
    for kind, code, for_good in kinds:
        for n in range(1, most + 1):
            fault = NthFails(kind, n, code, for_good=for_good)
            outcome = await one_life(folder, fault)
            if not fault.struck:
                break
            assert set(outcome.exits) <= {EX_IOERR}
            assert len(outcome.exits) <= 1
            if any(isinstance(error, StorageFailed) for error in outcome.refused):
                assert outcome.exits == [EX_IOERR], "what failed must end the process"
            ended = "exit 74" if outcome.exits else "refused" if outcome.refused else "unharmed"
            name = f"{kind} {'EIO' if code != ENOSPC else 'ENOSPC'}: {ended}"
            ends[name] = ends.get(name, 0) + 1
    return ends


async def test_no_fault_of_the_disk_leads_to_a_false_confirmation(memory: Path):
    ends = await all_faults(memory, 70)  # opening a new store takes 41 writes, a step of the schema about six of them
    print(ends)
    assert ends["write EIO: exit 74"] > 20
    assert ends["sync EIO: exit 74"] > 5
    assert ends["write ENOSPC: exit 74"] > 20


@pytest.mark.long
async def test_no_fault_of_500_leads_to_a_false_confirmation(memory: Path):
    print(await all_faults(memory, 500))


@pytest.mark.parametrize(("kind", "code"), [("write", EIO_WRITE), ("write", ENOSPC), ("sync", EIO_SYNC)])
async def test_a_fault_while_opening_is_a_problem_with_74_and_the_next_start_is_whole(
    memory: Path, kind: str, code: int
):
    codes = set[int]()
    for n in range(1, 200):
        fault = NthFails(kind, n, code)
        disk = Disk(fault)
        life = memory / str(n)
        try:
            with disk.instead_of_files():
                codes.add(await exit_code_of_opening(life, disk))
        finally:
            disk.close()
        async with await opened(life) as store:
            await store.save_meta("k", "v")
        if not fault.struck:
            assert n > 5
            break
    assert codes == {0, EX_IOERR}


async def exit_code_of_opening(folder: Path, disk: Disk) -> int:
    try:
        store = await open_store(folder, open_file=disk.connect, on_fatal=lambda _: None)
    except StorageProblem as problem:
        return problem.exit_code
    disk.fault = None
    await store.close()
    return 0


async def test_a_failed_flush_is_not_tried_again(memory: Path):
    """After a failed fsync the next one succeeds without having written anything: whoever retries loses moves."""
    disk = Disk()
    ended: list[int] = []
    with disk.instead_of_files():
        store = await open_store(memory, open_file=disk.connect, on_fatal=ended.append)
        table = await store.write(first(a_table()))
        disk.fault = NthFails("sync", 1, EIO_SYNC)
        with pytest.raises(StorageFailed):
            await store.write(a_move(table, 1))
        assert ended == [EX_IOERR]
        for again in (store.write(a_move(table, 1)), store.load(table.id), store.save_meta("k", "v")):
            with pytest.raises(StorageFailed):
                await again
        assert ended == [EX_IOERR]
        disk.fault = lambda _kind, _path: apsw.SQLITE_IOERR_WRITE
        await store.close()
    disk.close()


async def test_a_failed_fold_of_the_log_ends_the_process_too(memory: Path):
    disk = Disk()
    ended = asyncio.get_running_loop().create_future()
    with disk.instead_of_files():
        store = await open_store(memory, open_file=disk.connect, on_fatal=ended.set_result)
        store.writer.checkpoint_after = 1
        disk.fault = lambda kind, path: EIO_SYNC if kind == "sync" and path.endswith(".db") else 0
        await store.save_meta("k", "v")
        assert await asyncio.wait_for(ended, 10) == EX_IOERR
        with pytest.raises(StorageFailed):
            await store.meta("k")
        disk.fault = lambda _kind, _path: apsw.SQLITE_IOERR_WRITE
        await store.close()
    disk.close()


async def test_room_that_comes_back_lets_the_store_go_on(tmp_path: Path):
    async with await opened(tmp_path) as store:
        table = await store.write(first(a_table()))
        for n in range(20):
            store.writer.keep_free = (1 << 60) if n % 2 else 0
            try:
                table = await store.write(a_move(table, n + 1))
                assert not n % 2
            except StorageFull:
                assert n % 2
                assert await store.answer_of(n + 1) is None
        assert len(await store.records(table.id)) == 10


DIES = """
import asyncio, sys
from pathlib import Path
import apsw
from storage.sqlite.opening import open_store
from tests.storage.disk import Disk

async def main():
    disk = Disk()
    store = await open_store(Path(sys.argv[1]), open_file=disk.connect)
    await store.save_meta("before", "v")
    print("confirmed before", flush=True)
    disk.fault = lambda kind, path: apsw.SQLITE_IOERR_FSYNC if kind == "sync" else 0
    await store.save_meta("after", "v")
    print("confirmed after", flush=True)

asyncio.run(main())
"""


async def test_the_process_ends_with_74_at_once_and_says_so(memory: Path):
    command = (sys.executable, "-c", DIES, str(memory))
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdout=pipe, stderr=pipe)
    said, complained = await process.communicate()
    assert process.returncode == EX_IOERR
    assert said == b"confirmed before\n"
    assert b"Nothing unsure was confirmed; look at the disk before a restart." in complained
    assert b"Traceback" not in complained
    async with await opened(memory) as store:
        assert await store.meta("before") == "v"
