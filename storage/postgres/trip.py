"""One statement over one connection, sent and answered: a single trip to the server.

A cursor of psycopg is made anew for each statement and waits for the socket twice, which takes 50 µs of a processor
more than what is done here; a move of a game makes some 24 trips. What is sent and what comes back goes through the
same adapters of psycopg, by its own interface to libpq.
"""

import asyncio
from collections.abc import Sequence
from typing import Any, TypeAlias

import psycopg
from psycopg import AsyncConnection, errors
from psycopg.adapt import PyFormat, Transformer
from psycopg.pq import ExecStatus
from psycopg.pq.abc import PGconn, PGresult

Row: TypeAlias = tuple[Any, ...]
Link: TypeAlias = AsyncConnection[Row]


async def rows_of(link: Link, sql: str, values: Sequence[Any]) -> list[Row]:
    """Returns the rows of one statement, none where it returns none. Raises psycopg.Error.

    Whoever is cancelled meanwhile leaves a connection behind that waits for an answer and is of no use any more.
    """
    adapters, line = Transformer(link), link.pgconn
    given = adapters.dump_sequence(values, [PyFormat.AUTO] * len(values))
    line.send_query_params(sql.encode(), given, param_types=adapters.types, param_formats=adapters.formats)
    result = await _answered(line)
    if result.status == ExecStatus.TUPLES_OK:
        adapters.set_pgresult(result)
        return adapters.load_rows(0, result.ntuples, tuple) if result.nfields else []
    if result.status == ExecStatus.COMMAND_OK:
        return []
    raise errors.error_from_result(result)


async def _answered(line: PGconn) -> PGresult:
    """Sends what is to be sent, and returns the last of what comes back, once the server is ready again."""
    loop = asyncio.get_running_loop()
    heard: asyncio.Future[PGresult | psycopg.Error] = loop.create_future()
    last: PGresult | None = None

    def hear() -> None:
        nonlocal last
        if heard.done():
            return
        try:
            line.consume_input()
            while not line.is_busy():
                if (result := line.get_result()) is None:
                    heard.set_result(last or psycopg.OperationalError("nothing came back"))
                    return
                last = result
        except psycopg.Error as error:
            heard.set_result(error)

    socket = line.socket
    loop.add_reader(socket, hear)
    try:
        while line.flush() and not heard.done():  # it was more than the socket takes at once
            await _writable(loop, socket)
        found = await heard
    finally:
        loop.remove_reader(socket)
    if isinstance(found, psycopg.Error):
        raise found
    return found


async def _writable(loop: asyncio.AbstractEventLoop, socket: int) -> None:
    free = asyncio.Event()
    loop.add_writer(socket, free.set)
    try:
        await free.wait()
    finally:
        loop.remove_writer(socket)
