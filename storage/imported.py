"""A finished game of another host, put among the tables: once, however often it is brought."""

from typing import Final

from storage.port import Conflict, Store
from storage.rows import Change

NEW, KNOWN, OTHER = "new", "known", "other"
"""It was put there; it was there; another game has its id."""
MOST: Final = 64_000_000
"""Bytes that a change may have on its way to the running bot."""


async def put(store: Store, change: Change) -> str:
    """Writes the change of a new table; nothing where its id is known."""
    try:
        await store.write(change)
    except Conflict:
        kept = await store.records(change.table.id)
        return KNOWN if kept[: len(change.records)] == change.records else OTHER  # newer rules go on behind the end
    return NEW
