"""Heard: wakes whoever waits for a table to change, or for its messages to be sent."""

import asyncio
from collections.abc import Generator
from contextlib import contextmanager


class Heard:
    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Event]] = {}
        """Those who wait, by table."""

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

    def tell(self, table: str) -> None:
        for event in self._waiting.get(table, ()):
            event.set()
