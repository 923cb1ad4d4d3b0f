"""The schema: numbered steps, forward only, each one transaction that begins by locking the schema's row.

A step has the number of SQLite's step to the same tables and columns. Beside the tables stand functions, in a schema of
PostgreSQL's by themselves whose name is made of their text: two versions of this program with the same tables run side
by side, each with its own.
"""

from functools import cache
from hashlib import sha256
from importlib import resources
from typing import Any, Final, LiteralString

from storage.postgres.database import Link, run
from storage.problem import EX_CONFIG, StorageProblem

Steps = tuple[tuple[int, str], ...]

KEPT: Final = 3
"""So many of the newest sets of functions stay: those of versions that may still run."""
_LOCK: Final = 0x5354414D
"""For as long as there is no row to be locked."""
_ROW = "CREATE TABLE IF NOT EXISTS stammtisch (number bigint NOT NULL, functions text[] NOT NULL)"
_FIRST = "INSERT INTO stammtisch SELECT 0, '{}' WHERE NOT EXISTS (SELECT 1 FROM stammtisch)"
_SEEN = "SELECT number, functions FROM stammtisch"
_LOCKED = "SELECT number, functions FROM stammtisch FOR UPDATE"
_THERE = "SELECT to_regclass('stammtisch') IS NOT NULL, to_regclass('games') IS NOT NULL"


def _texts(folder: str) -> list[tuple[str, str]]:
    found = sorted((file.name, file) for file in (resources.files("storage.postgres") / folder).iterdir())
    return [(name, file.read_text(encoding="utf-8")) for name, file in found if name.endswith(".sql")]


def known_steps() -> Steps:
    return tuple((int(name[:4]), text) for name, text in _texts("steps"))


@cache
def functions() -> tuple[str, str]:
    """Returns the name of the schema of this version's functions, and their text."""
    text = "\n".join(text for _, text in _texts("functions"))
    name = f"stammtisch_{sha256(text.encode()).hexdigest()[:12]}"
    return name, text.replace("here.", f"{name}.")


async def migrate(link: Link, steps: Steps | None = None) -> tuple[int, int]:
    """Brings the tables forward and adds this version's functions; returns the numbers before and after."""
    steps = known_steps() if steps is None else steps
    async with link.transaction():
        await link.execute("SELECT pg_advisory_xact_lock($1)", (_LOCK,))
        await _is_there(link)
        await link.execute(_ROW)
        await link.execute(_FIRST)
        first, _ = await _row(link, _LOCKED)
    number = first
    if number > steps[-1][0]:
        raise newer(number, steps[-1][0])
    for after, text in steps:
        async with link.transaction():
            number, _ = await _row(link, _LOCKED)
            if number < after:
                await run(link, text)
                await link.execute("UPDATE stammtisch SET number = $1", (after,))
                number = after
    async with link.transaction():
        await _with_functions(link)
    return first, number


async def _with_functions(link: Link) -> None:
    name, text = functions()
    _, there = await _row(link, _LOCKED)
    if name not in there:
        await run(link, f"CREATE SCHEMA {name}")
        await run(link, text)
    kept = [*(other for other in there if other != name), name]
    for old in kept[:-KEPT]:
        await run(link, f"DROP SCHEMA IF EXISTS {old} CASCADE")
    await link.execute("UPDATE stammtisch SET functions = $1", (kept[-KEPT:],))


async def check(link: Link) -> None:
    """Raises a problem where the tables are not those of this program; writes nothing."""
    there, newest = await _is_there(link), known_steps()[-1][0]
    number, found = await _row(link, _SEEN) if there else (0, ())
    if number > newest:
        raise newer(number, newest)
    if number < newest or functions()[0] not in found:
        what = "holds no tables yet" if not number else f"is of another version (schema {number}, this one {newest})"
        raise StorageProblem(
            f"The database {what}.", "Bring it to this version with: stammtisch migrate. Then start again.", EX_CONFIG
        )


async def _is_there(link: Link) -> bool:
    """Returns whether there is a schema of ours; raises a problem where the tables of another program are."""
    ((ours, games),) = await (await link.execute(_THERE)).fetchall()
    if games and not ours:
        raise StorageProblem(
            "The database holds the tables of another program.",
            "Make a database of its own for the bot (CREATE DATABASE stammtisch) and name it in STAMMTISCH_DATABASE.",
            EX_CONFIG,
        )
    return ours


async def _row(link: Link, sql: LiteralString) -> tuple[int, tuple[str, ...]]:
    rows: list[Any] = await (await link.execute(sql)).fetchall()
    return rows[0][0], tuple(rows[0][1])


def newer(number: int, newest: int) -> StorageProblem:
    return StorageProblem(
        f"The database was brought to a newer version of the bot (schema {number}, this one knows {newest}).",
        "Install that version again, or restore a backup made before the update.",
        EX_CONFIG,
    )
