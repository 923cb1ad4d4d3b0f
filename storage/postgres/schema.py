"""The schema: numbered steps, forward only, each one transaction that begins by locking the schema's row.

A step has the number of SQLite's step to the same tables and columns. Beside the tables stand functions, in a schema of
PostgreSQL's by themselves whose name is made of their text: two versions of this program with the same tables run side
by side, each with its own. A step that only adds what older programs need not know begins with EXPANDS: they go on
beside it, until a later step takes away what they need.
"""

from functools import cache
from hashlib import sha256
from importlib import resources
from typing import Any, Final, LiteralString

from storage.postgres.database import Link, run
from storage.problem import EX_CONFIG, StorageProblem

Steps = tuple[tuple[int, str], ...]

EXPANDS: Final = "-- Expands"
KEPT: Final = 3
"""So many of the newest sets of functions stay: those of versions that may still run."""
_LOCK: Final = 0x5354414D
"""For as long as there is no row to be locked."""
_ROW = "CREATE TABLE IF NOT EXISTS stammtisch (number bigint NOT NULL, functions text[] NOT NULL)"
_SERVES = "ALTER TABLE stammtisch ADD COLUMN IF NOT EXISTS serves bigint NOT NULL DEFAULT 0"
"""The oldest number whose programs these tables still serve; 0 for none but those of their own."""
_FIRST = "INSERT INTO stammtisch SELECT 0, '{}' WHERE NOT EXISTS (SELECT 1 FROM stammtisch)"
_SEEN = "SELECT number, functions, coalesce(nullif((to_jsonb(s) ->> 'serves')::bigint, 0), number) FROM stammtisch s"
_LOCKED = f"{_SEEN} FOR UPDATE"
_STEPPED = "UPDATE stammtisch SET number = $1, serves = $2"
_THERE = "SELECT to_regclass('stammtisch') IS NOT NULL, to_regclass('games') IS NOT NULL"


def _texts(folder: str) -> list[tuple[str, str]]:
    found = sorted((file.name, file) for file in (resources.files("storage.postgres") / folder).iterdir())
    return [(name, file.read_text(encoding="utf-8")) for name, file in found if name.endswith(".sql")]


def _beside() -> str:
    return (resources.files("storage.postgres") / "leases.sql").read_text(encoding="utf-8")


def known_steps() -> Steps:
    return tuple((int(name[:4]), text) for name, text in _texts("steps"))


@cache
def functions() -> tuple[str, str]:
    """Returns the name of the schema of this version's functions, and their text."""
    text = "\n".join([_beside(), *(text for _, text in _texts("functions"))])
    name = f"stammtisch_{sha256(text.encode()).hexdigest()[:12]}"
    return name, text.replace("here.", f"{name}.")


async def migrate(link: Link, steps: Steps | None = None) -> tuple[int, int]:
    """Brings the tables forward and adds this version's functions; returns the numbers before and after."""
    steps = known_steps() if steps is None else steps
    async with link.transaction():
        await link.execute("SELECT pg_advisory_xact_lock($1)", (_LOCK,))
        await _is_there(link)
        await link.execute(_ROW)
        await link.execute(_SERVES)
        await link.execute(_FIRST)
        first, _, serves = await _row(link, _LOCKED)
    number = first
    if serves > steps[-1][0]:
        raise newer(number, steps[-1][0])
    for after, text in steps:
        async with link.transaction():
            number, _, serves = await _row(link, _LOCKED)
            if number < after:
                await run(link, text)
                await link.execute(_STEPPED, (after, serves if text.startswith(EXPANDS) else after))
                number = after
    async with link.transaction():
        await _with_functions(link)
    return first, number


async def _with_functions(link: Link) -> None:
    name, text = functions()
    _, there, _ = await _row(link, _LOCKED)
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
    number, found, serves = await _row(link, _SEEN) if there else (0, (), 0)
    if serves > newest:
        raise newer(number, newest)
    if number < newest or functions()[0] not in found:
        what = "lacks the functions of this version" if number else "holds no tables yet"
        if 0 < number < newest:
            what = f"is of another version (schema {number}, this one {newest})"
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


async def _row(link: Link, sql: LiteralString) -> tuple[int, tuple[str, ...], int]:
    """Returns the schema's number, the sets of functions there, and the oldest number that it serves."""
    rows: list[Any] = await (await link.execute(sql)).fetchall()
    number, there, serves = rows[0]
    return number, tuple(there), serves


def newer(number: int, newest: int) -> StorageProblem:
    return StorageProblem(
        f"The database was brought to a newer version of the bot (schema {number}, this one knows {newest}).",
        "Install that version again, or restore a backup made before the update.",
        EX_CONFIG,
    )
