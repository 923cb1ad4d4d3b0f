"""Heard: wakes whoever waits for a table to change, or for its messages to be sent."""

import asyncio
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Final

from storage.rows import OutRow

NEW: Final = 256
"""Tables of which it is known what is still to be said."""


class Heard:
    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Event]] = {}
        """Those who wait, by table."""
        self._new: dict[str, tuple[OutRow, ...]] = {}
        """What was committed since anything of a table was last sent, the newest table last."""

    @contextmanager
    def of(self, table: str) -> Generator[asyncio.Event]:
        """Yields an event that is set whenever the table has changed, or something of it was sent."""
        event = asyncio.Event()
        self._waiting.setdefault(table, set()).add(event)
        try:
            yield event
        finally:
            self._waiting[table].discard(event)
            if not self._waiting[table]:
                del self._waiting[table]

    def commit(self, table: str, rows: Sequence[OutRow]) -> None:
        """Tells that a table has changed, and keeps what is to be said of that."""
        new = (*self._new.get(table, ()), *rows)
        self.tell(table)
        if new:
            self._new[table] = new
            if len(self._new) > NEW:
                del self._new[next(iter(self._new))]

    def new(self, table: str) -> tuple[OutRow, ...]:
        """Returns rows that wait to be said, if nothing was sent since they were committed; else nothing is known."""
        return self._new.get(table, ())

    def tell(self, table: str) -> None:
        self._new.pop(table, None)
        for event in self._waiting.get(table, ()):
            event.set()
