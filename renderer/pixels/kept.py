"""Things kept while they may be wanted again, no more of them than a number of bytes; for several threads."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Kept(Generic[Key, Value]):
    """What was asked for longest ago gives way. The size of a thing is asked once, when it comes."""

    __slots__ = ("_lock", "_most", "_size", "_sizes", "_things")

    def __init__(self, most: int, size: Callable[[Value], int]) -> None:
        self._most, self._size = most, size
        self._things: OrderedDict[Key, tuple[Value, int]] = OrderedDict()
        self._sizes = 0
        self._lock = Lock()

    @property
    def size(self) -> int:
        """In bytes, of all that is kept."""
        return self._sizes

    def get(self, key: Key) -> Value | None:
        found = self._things.get(key)
        if found is None:
            return None
        try:
            self._things.move_to_end(key)
        except KeyError:  # another thread has dropped it since; each of these two steps is whole by itself
            return found[0]
        return found[0]

    def put(self, key: Key, value: Value) -> None:
        """A thing larger than all the room is not kept."""
        size = self._size(value)
        with self._lock:
            before = self._things.pop(key, None)
            self._sizes -= before[1] if before else 0
            if size > self._most:
                return
            self._things[key] = value, size
            self._sizes += size
            while self._sizes > self._most:
                _, (_, gone) = self._things.popitem(last=False)
                self._sizes -= gone

    def clear(self) -> None:
        with self._lock:
            self._things.clear()
            self._sizes = 0
