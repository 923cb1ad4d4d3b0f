"""The store on the event loop's own thread, and not waited for by the disk: months in virtual time make many trips."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from storage.sqlite.opening import open_store
from storage.sqlite.store import SqliteStore


class Here:
    """Stands for aiosqlite's connection, whose thread has nothing to do any more until it is closed."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection
        self._conn = connection._conn

    async def _execute(self, work: Callable[..., Any], *given: Any) -> Any:
        return work(*given)

    async def close(self) -> None:
        await self._connection.close()


async def opened(folder: Path) -> tuple[SqliteStore, Any]:
    """Returns the store, and SQLite's connection for who looks at it beside."""
    store = await open_store(folder, synchronous="OFF")
    writer: Any = store.writer
    writer._connection = here = Here(writer._connection)
    return store, here._conn
