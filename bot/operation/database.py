"""What the tables are kept in: a SQLite file in the data folder, or the PostgreSQL database of STAMMTISCH_DATABASE."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

import structlog

from bot.operation.problem import CannotRun
from bot.operation.settings import Settings
from storage import Known, SqliteStore, StorageProblem, open_store
from storage.folder.control import LONGEST, Answer, ask
from storage.monitoring.report import Report
from storage.problem import EX_UNAVAILABLE
from storage.shards import Shards

if TYPE_CHECKING:  # its driver need not be installed
    from storage.postgres import PostgresStore

AGAIN: Final = 5.0
"""Seconds until a database that was out of reach at the start is tried again."""

log = structlog.get_logger()

Opened: TypeAlias = "SqliteStore | PostgresStore"


async def opened(chosen: Settings, known: Known | None, stop: asyncio.Event) -> "Opened | None":
    """Opens the store that is set, once its database can be reached; None if the bot is stopped before.

    Raises CannotRun, StorageProblem.
    """
    if not (address := chosen.address):
        store = await open_store(chosen.data, known=known, second=chosen.second)
        if store.mended is not None:
            log.error("the database was mended", what=str(store.mended), help="Look at the disk; `doctor` says more.")
        return store
    need_driver()
    from storage.postgres import open_postgres

    told, shards = "", chosen.own_shards or Shards()
    while not stop.is_set():
        try:
            found = await open_postgres(address, chosen.data, shards=shards, lease=chosen.lease)
        except StorageProblem as problem:
            if problem.exit_code != EX_UNAVAILABLE:
                raise
            if problem.problem != told:  # once, not at each try
                told = problem.problem
                log.warning("the database is out of reach", why=told, help=problem.solution)
        else:
            found.database.on_away = _note_outage
            return found
        with suppress(TimeoutError):
            async with asyncio.timeout(AGAIN):
                await stop.wait()
    return None


def _note_outage(away: bool) -> None:
    """Says once that the database is away, and that it is back; what fails meanwhile is not logged (log.py)."""
    if away:
        log.error(
            "the database is out of reach", help="Look at it. What was confirmed is safe, what is to be said waits."
        )
    else:
        log.info("the database answers again")


def asked(chosen: Settings, what: str, longest: float = LONGEST) -> Answer:
    """Asks the running bot, or looks at the store that is set if none runs. A problem is an answer too."""
    look = _looked(chosen.address) if chosen.address else None
    return ask(chosen.data, what, longest, second=chosen.second, look=look)


def _looked(address: str) -> Callable[[str], Report]:
    def look(what: str) -> Report:
        need_driver()
        from storage.postgres.opening import look as look_there

        return asyncio.run(look_there(address, what))

    return look


def brought_forward(chosen: Settings) -> str:
    """Brings the tables to this version, and says what was done. Raises CannotRun, StorageProblem."""
    if not chosen.address:
        return "Nothing to do: a SQLite file is brought forward by the start itself, after a backup."
    need_driver()
    from storage.postgres.opening import bring_forward

    before, after = asyncio.run(bring_forward(chosen.address))
    if before == after:
        from storage.postgres.schema import known_steps

        if after > known_steps()[-1][0]:
            return f"The database is of a newer version (schema {after}), beside which this one can run."
        return f"The database is of this version already (schema {after})."
    return f"The database was brought from schema {before} to {after}."


def moved(chosen: Settings, to: str) -> str:
    """Moves all tables of the store that is set to an address or a data folder; says what was done and what is next.

    Raises CannotRun, StorageProblem.
    """
    need_driver()
    from storage.postgres.address import is_address
    from storage.postgres.moving import to_file, to_postgres

    if is_address(to) == bool(chosen.address):
        raise CannotRun(
            "Tables are moved from a SQLite file to PostgreSQL, or back.",
            "Without STAMMTISCH_DATABASE: move --to postgresql://…; with it: move --to FOLDER. Between two PostgreSQL"
            " databases use pg_dump.",
        )
    if chosen.address:
        found = asyncio.run(to_file(chosen.address, Path(to)))
        then = (
            f"Take STAMMTISCH_DATABASE away, set STAMMTISCH_DATA={to}, and start the bot; the database stays as it was."
        )
    else:
        found = asyncio.run(to_postgres(chosen.data, to))
        then = "Set STAMMTISCH_DATABASE to that address and start the bot; the file stays as it was, put it away."
    done = "stand there already, all of them equal" if found.again else "were moved, counted and compared"
    return f"{found.games} tables ({found.rows} rows) {done}. {then}"


def need_driver() -> None:
    """Raises CannotRun where nothing can speak to PostgreSQL."""
    if find_spec("psycopg") is None:
        raise CannotRun(
            "STAMMTISCH_DATABASE names a PostgreSQL database, and psycopg, which speaks to it, is not installed.",
            "Install it: pipx install --force '.[postgres]' where the copy of this project lies, or in a checkout"
            " .venv/bin/pip install --require-hashes -r requirements/postgres.txt.",
        )
