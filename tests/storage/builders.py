"""Tables and changes for the tests of the store, with nothing of a real game in them."""

from pathlib import Path
from typing import Any, NoReturn

from msgspec.structs import replace

from rules.contract import Record
from storage.rows import LOBBY, RUNNING, Change, OutRow, Question, SeatRow, TableRow
from storage.sqlite.opening import open_store
from storage.sqlite.store import SqliteStore

NOW = 1_800_000_000_000


def never_fatal(code: int) -> NoReturn:
    raise AssertionError(f"the process would have ended with {code}")


async def opened(folder: Path, **more: Any) -> SqliteStore:
    return await open_store(folder, on_fatal=never_fatal, **more)


def a_table(name: str = "Tq3", status: str = LOBBY, **more: Any) -> TableRow:
    row = TableRow(
        id=name,
        guild=11,
        channel=22,
        game="guatemala",
        status=status,
        rev=0,
        version=-1 if status == LOBBY else 0,
        public_no=0,
        rules_version=1,
        lang="de",
        creator=7,
        options=(("goods", "all"),),
        random_seats=True,
        created_at=NOW,
        expires_at=0,
    )
    return replace(row, **more)


def first(table: TableRow, *, interaction: int = 0, **more: Any) -> Change:
    seats = (SeatRow(0, 7, "Ada"), SeatRow(1, 8, "Ben"))
    return replace(Change(table, -1, NOW, interaction, seats=seats), **more)


def a_move(table: TableRow, interaction: int, **more: Any) -> Change:
    """The next commit of a running table: one record, two questions, a row for the thread and one for a person."""
    version = table.version + 1
    change = Change(
        replace(table, status=RUNNING, version=version, public_no=table.public_no + 1, state=f"[{version}]"),
        table.rev,
        NOW + version,
        interaction,
        f"answer {interaction}",
        records=(Record(version, 0, "move", version % 2, f"take {version}", (version % 6, 3)),),
        questions=(
            Question(version % 2, "turn", 0, version, required=True, rest=False, sealed=False),
            Question((version + 1) % 2, "offer", 4, version, required=False, rest=True, sealed=True),
        ),
        rows=(OutRow("board", version), OutRow("question", version, user=7, body="{}")),
    )
    return replace(change, **more)
