"""What is secret stays in the file: no log, no error, no answer of the socket ever holds a hand, a plan or a name."""

import asyncio
import logging
import sqlite3
import traceback
from pathlib import Path

import pytest
from msgspec.structs import replace

from rules.contract import Record
from storage.folder.control import ASKED, Control, ask
from storage.port import AlreadyAnswered, Conflict
from storage.problem import ANEW, StorageError
from storage.rows import DraftRow, OrderRow, OutRow, Person, SeatRow
from storage.sqlite.opening import open_store
from storage.sqlite.store import SqliteStore
from storage.sqlite.writer import Writer
from tests.storage.builders import a_move, a_table, first, opened

CANARY = "Kanarienvogel"


def told(error: BaseException) -> str:
    """Everything a log could show of an error: its texts and those of its causes, without the source lines."""
    lines = [repr(error), str(error), repr(error.__cause__), repr(error.__dict__)]
    lines += [line for line in traceback.format_exception(error) if not line.lstrip().startswith("File")]
    return "\n".join(lines)


async def exercise(store: SqliteStore, heard: list[str]) -> None:
    """Everything that carries a secret, the ways that fail too."""
    table = a_table(state=f"[{CANARY}]")
    seats = (SeatRow(0, 7, f"{CANARY} name"),)
    orders = (OrderRow(0, f"{CANARY} never"),)
    rows = (OutRow("hand", 1, user=7, body=f"{CANARY} body"),)
    draft = DraftRow(0, 0, 1, (f"{CANARY} move",), (f"{CANARY} token",))
    records = (Record(0, 0, "move", 0, f"{CANARY} plan", (1,)),)
    table = await store.write(first(table, seats=seats, orders=orders, rows=rows, drafts=(draft,)))
    change = replace(
        a_move(table, 1, records=records, rows=rows), answer="x", table=replace(table, version=0, state=CANARY)
    )
    moved = await store.write(change)
    failing = (
        store.write(change),
        store.write(replace(change, interaction=2)),
        store.write(a_move(moved, 3, records=records)),
        store.write(a_move(moved, 4, seats=(*seats, *seats))),
        store.write(a_move(moved, 5, seats=(SeatRow(0, 1 << 70, CANARY),))),
        store.write(a_move(moved, 6, seats=(SeatRow(0, 7, f"{CANARY}\ud800"),))),
        store.write(a_move(moved, 7, orders=(OrderRow(None, CANARY),))),  # pyright: ignore[reportArgumentType]
        store.save_draft(table.id, replace(draft, moves=(f"{CANARY}\ud800",)), 1),
        store.save_draft(table.id, draft, 9),
        store.write(replace(a_move(moved, 8), table=replace(moved, state=[CANARY]))),  # pyright: ignore[reportArgumentType]
        store.save_person(Person(7, settings=((CANARY, f"{CANARY}\ud800"),))),
    )
    for call in failing:
        with pytest.raises(
            (AlreadyAnswered, Conflict, StorageError, sqlite3.Error, UnicodeError, TypeError)
        ) as refused:
            await call
        heard.append(told(refused.value))
    found = (await store.load(table.id), await store.records(table.id), await store.draft(table.id, 0))
    heard += [repr(one) for one in (*found[1:], await store.waiting(1 << 60, 9), change)]
    assert found[0] is not None
    heard += [repr(one) for one in (found[0].table, found[0].orders, store, store.writer, store.writer.__dict__)]


async def test_no_secret_is_heard_in_a_full_debug_run(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.DEBUG)
    heard: list[str] = []
    async with await opened(tmp_path) as store, Control(store):
        await exercise(store, heard)
        heard += [repr(await asyncio.to_thread(ask, tmp_path, what)) for what in (*ASKED, CANARY)]
        await store.writer.read(lambda c: c.execute("SELECT 1"))
    heard += [repr(ask(tmp_path, what)) for what in ASKED]
    heard += [record.getMessage() for record in caplog.records]
    assert len(heard) > 20
    assert [one for one in heard if CANARY in one] == []


async def test_the_logger_of_the_library_is_pinned_and_what_it_would_log_holds_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    assert logging.getLogger("aiosqlite").level == logging.INFO
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.DEBUG, logger="aiosqlite")  # as if somebody had unpinned it
    heard: list[str] = []
    async with await opened(tmp_path) as store:
        await exercise(store, heard)
    said = [record.getMessage() for record in caplog.records if record.name == "aiosqlite"]
    assert said
    assert [one for one in said if CANARY in one] == []


async def test_the_last_words_of_a_failing_process_hold_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    ended: list[int] = []

    def fails(_: sqlite3.Connection) -> None:
        error = sqlite3.DatabaseError(f"malformed near {CANARY}")
        error.sqlite_errorcode, error.sqlite_errorname = sqlite3.SQLITE_CORRUPT, "SQLITE_CORRUPT"
        raise error

    async with await open_store(tmp_path, on_fatal=ended.append) as store:
        with pytest.raises(StorageError) as refused:
            await store.writer.write(fails)
    assert ended == [ANEW]
    said = capsys.readouterr()
    assert "SQLITE_CORRUPT" in said.err
    assert CANARY not in said.out + said.err + told(refused.value)


def test_no_secret_row_shows_itself():
    shown = repr(
        (
            a_table(state=CANARY),
            DraftRow(0, 0, 1, (CANARY,), (CANARY,)),
            OrderRow(0, CANARY),
            OutRow("hand", 1, 7, CANARY),
            Record(0, 0, "move", 0, CANARY),
            first(a_table(state=CANARY)),
        )
    )
    assert CANARY not in shown
    assert "__repr__" not in Writer.__dict__
