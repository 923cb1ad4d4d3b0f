"""One server a test process, and stores on its one database, which each test finds empty."""

import asyncio
import atexit
import importlib.util
import os
import shutil
import tempfile
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

import pytest

from tests.postgres.server import Server, bouncer_program, programs

NAME = "tables"
_LINKS: list[Any] = []


def _lacking() -> str:
    """What is missing on this machine for tests over a real PostgreSQL; empty if nothing is."""
    if importlib.util.find_spec("psycopg") is None:
        return "psycopg is not installed: make .venv anew, it is among requirements/dev.txt"
    if programs() is None:
        return "PostgreSQL is not installed: apt install postgresql"
    return "" if bouncer_program() else "pgbouncer is not installed: apt install pgbouncer"


def refuse_or_skip() -> None:
    """Skips with a sentence where there is no PostgreSQL. Where everything is to be tested, that is a failure."""
    if lacking := _lacking():
        if os.environ.get("CI"):
            pytest.fail(lacking)
        pytest.skip(lacking)


@cache
def server() -> Server:
    refuse_or_skip()
    found = programs()
    assert found is not None
    made = Server(found)
    atexit.register(_ended, made)
    return made


def _ended(server: Server) -> None:
    reconnect()
    server.remove()


@cache
def _migrated(name: str) -> str:
    from storage.postgres.opening import bring_forward

    server().sql(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
    server().sql(f"CREATE DATABASE {name}")
    address = server().address(name)
    with ThreadPoolExecutor(1) as aside:  # the test may run in a loop itself
        aside.submit(asyncio.run, bring_forward(address)).result()
    return address


@cache
def _bouncer() -> int:
    context = server().bouncer()
    port = context.__enter__()
    atexit.register(context.__exit__, None, None, None)
    return port


def address(name: str = NAME, *, pooled: bool = False) -> str:
    """The address of a database of tables; with `pooled` through pgbouncer in transaction mode."""
    refuse_or_skip()
    made = _migrated(name)
    return server().address(name, port=_bouncer()) if pooled else made


@cache
def _emptying(name: str) -> Any:
    import psycopg

    link = psycopg.connect(address(name), autocommit=True)
    _LINKS.append(link)
    tables = [name for (name,) in link.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")]
    children = [name for name in tables if name not in {"games", "stammtisch"}]
    link.execute("SET synchronous_commit = off")
    return link, "; ".join(f"DELETE FROM {name}" for name in (*children, "games"))  # noqa: S608


def emptied(name: str = NAME, *, pooled: bool = False) -> str:
    """The same with nothing in it."""
    found = address(name, pooled=pooled)
    link, statement = _emptying(name)
    link.execute(statement)
    return found


def discard(name: str = NAME) -> None:
    """After a test that has brought the database to another version: the next one makes it anew."""
    reconnect()
    server().sql(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
    _migrated.cache_clear()


def reconnect() -> None:
    """After a test that has restarted the server."""
    while _LINKS:
        _LINKS.pop().close()
    _emptying.cache_clear()
    _kept.cache_clear()


@contextmanager
def looking() -> Generator[Any]:
    """A connection to the database by which a test looks or does what no store would."""
    import psycopg

    with psycopg.connect(address(), autocommit=True) as link:
        yield link


@cache
def _kept() -> Any:
    import psycopg

    link = psycopg.connect(address(), autocommit=True, prepare_threshold=None)
    _LINKS.append(link)
    return link


def rows(sql: str, values: Sequence[Any] = ()) -> list[Any]:
    """What a statement finds, by a connection that is kept: a test that looks again and again makes none each time."""
    import psycopg

    try:
        return _kept().execute(sql, values).fetchall()
    except psycopg.OperationalError:  # the server was restarted
        _kept.cache_clear()
        return _kept().execute(sql, values).fetchall()


def everything() -> bytes:
    """All rows of all tables."""
    with looking() as link:
        tables = [name for (name,) in link.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")]
        # as texts, for the driver knows no time before all others
        return b"\n".join(str(link.execute(f"SELECT t::text FROM {name} t").fetchall()).encode() for name in tables)  # noqa: S608


def never_fatal(code: int) -> NoReturn:
    raise AssertionError(f"the process would have ended with {code}")


@cache
def _folder() -> Path:
    made = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return made


async def opened(where: str, folder: Path | None = None, **more: Any) -> Any:
    from storage.postgres import open_postgres

    return await open_postgres(where, folder or _folder(), on_fatal=never_fatal, **more)
