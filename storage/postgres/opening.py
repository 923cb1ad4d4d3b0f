"""`open_postgres(address)` connects, looks whether commits last there and the tables are ours, and holds them."""

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg

from storage.folder import files
from storage.monitoring.report import Report
from storage.postgres import report
from storage.postgres.address import Address
from storage.postgres.database import CONNECTIONS, Database, Link, connect
from storage.postgres.holding import LEASE, Holding
from storage.postgres.schema import check, migrate
from storage.postgres.store import PostgresStore
from storage.problem import EX_CONFIG, EX_TEMPFAIL, EX_UNAVAILABLE, StorageProblem, end_process
from storage.shards import Shards

OLDEST = 14
ALL = Shards()
_WHY = re.compile(r"(?:.*failed: |^)(?:FATAL:\s*)?(.+)")
_SERVER = (
    "SELECT current_setting('server_version_num')::int / 10000, current_setting('synchronous_commit'),"
    " current_setting('fsync'), pg_is_in_recovery(), current_setting('server_encoding')"
)


async def looked_at(link: Link) -> None:
    """Raises a problem where this is no server on which what is confirmed is durable; asked of every connection."""
    rows: list[Any] = await (await link.execute(_SERVER)).fetchall()
    version, synchronous, fsync, standby, encoding = rows[0]
    wrong = (
        (version < OLDEST, f"it is version {version}", f"Use PostgreSQL {OLDEST} or newer."),
        (standby, "it is a standby and takes no changes", "Name the primary in STAMMTISCH_DATABASE."),
        (
            synchronous not in {"on", "remote_apply"},
            f"it says that something is stored before it is (synchronous_commit = {synchronous})",
            "Set synchronous_commit = on, in postgresql.conf or for the bot's role.",
        ),
        (fsync != "on", "it loses confirmed moves in a power cut (fsync = off)", "Set fsync = on in postgresql.conf."),
        (
            encoding != "UTF8",
            f"the database cannot hold every name (encoding {encoding})",
            "Make it anew: CREATE DATABASE stammtisch ENCODING 'UTF8' TEMPLATE template0.",
        ),
    )
    for is_wrong, why, help_ in wrong:
        if is_wrong:
            raise StorageProblem(f"This PostgreSQL cannot be used: {why}.", help_, EX_CONFIG)


async def reached(address: Address) -> Link:
    """Returns a connection. Raises StorageProblem, which says why there is none."""
    try:
        return await connect(address)
    except psycopg.Error as error:
        raise _unreached(address, error) from None


def _unreached(address: Address, error: psycopg.Error) -> StorageProblem:
    """Says what libpq says behind the address: never a password, and to be sure that is looked at."""
    found = _WHY.search(str(error))
    secret = str(address.parameters.get("password") or "")
    why = found[1].rstrip(".") if found and not (secret and secret in found[1]) else "no reason was given"
    refused = any(word in why for word in ("authentication", "does not exist", "certificate", "SSL", "pg_hba"))
    help_ = (
        "Look at name, password and TLS mode in STAMMTISCH_DATABASE."
        if refused
        else "Look whether the server runs and can be reached from here."
    )
    return StorageProblem(f"The {address} cannot be reached: {why}.", help_, EX_CONFIG if refused else EX_UNAVAILABLE)


async def open_postgres(
    text: str,
    folder: Path,
    *,
    shards: Shards = ALL,
    lease: float = LEASE,
    connections: int = CONNECTIONS,
    on_fatal: Callable[[int], None] = end_process,
) -> PostgresStore:
    """Opens the database of an address; raises StorageProblem, which says what helps and how to exit."""
    address = Address(text)
    files.make(folder)
    link = await reached(address)
    try:
        await looked_at(link)
        await check(link)
    except BaseException as error:
        await link.close()
        if isinstance(error, psycopg.Error):
            raise _unreached(address, error) from None
        raise

    def lost(why: str) -> None:
        sys.stderr.write(f"{why}\n")
        on_fatal(EX_TEMPFAIL)

    database = Database(address, looked_at, connections=connections, first=link)
    holding = Holding(database, shards, lost, lease=lease)
    try:
        await holding.take()
    except BaseException:
        await database.close()
        raise
    return PostgresStore(folder, holding)


async def bring_forward(text: str) -> tuple[int, int]:
    """Brings the tables of an address to this version; returns the numbers of the schema before and after."""
    address = Address(text)
    link = await reached(address)
    try:
        await looked_at(link)
        return await migrate(link)
    except psycopg.Error as error:
        code = error.sqlstate or type(error).__name__
        raise StorageProblem(
            f"The {address} could not be brought to this version ({code}).",
            "Look whether the bot's role may make tables and schemas there (GRANT CREATE ON DATABASE …).",
            EX_CONFIG,
        ) from None
    finally:
        await link.close()


async def look(text: str, what: str) -> Report:
    """Returns what can be told of a database while no bot runs on it: its status, or what a doctor finds."""
    if what == "health":
        raise StorageProblem("No bot is running.", "Start it.", EX_TEMPFAIL)
    address = Address(text)
    link = await reached(address)
    try:
        await looked_at(link)
        await check(link)
        await link.close()
        database = Database(address, looked_at)
        try:
            found = await report.told(database, what, None, ALL)
        finally:
            await database.close()
    finally:
        await link.close()
    return {"running": False, **found} if what == "status" else found
