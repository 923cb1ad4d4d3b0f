"""The world in a file, if somebody wants it kept: written whole and renamed into place, so it is never half there."""

import asyncio
import os
from pathlib import Path

import msgspec

from sandbox.world import Memory, World

FORMAT = 1
PAUSE = 1.0


class Kept(msgspec.Struct):
    format: int
    memory: Memory


def encoded(world: World) -> bytes:
    return msgspec.msgpack.encode(Kept(FORMAT, world.memory))


def write(path: Path, data: bytes) -> None:
    partial = path.with_name(path.name + ".partial")
    path.parent.mkdir(parents=True, exist_ok=True)
    with partial.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)


def load(path: Path, world: World) -> bool:
    """Loads the world; returns False if there is no file yet. An unreadable file is an error: it is not discarded."""
    if not path.exists():
        return False
    kept = msgspec.msgpack.decode(path.read_bytes(), type=Kept)
    if kept.format != FORMAT:
        raise ValueError(f"{path} is of format {kept.format}, this sandbox reads {FORMAT}")
    world.recall(kept.memory)
    return True


class Keeper:
    """Writes the world a moment after it changed, in a thread, and once more at the end."""

    def __init__(self, path: Path, world: World) -> None:
        self.path = path
        self.world = world
        self._changed = asyncio.Event()
        self._writing = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        self._task = asyncio.create_task(self._keep())

    def changed(self) -> None:
        self._changed.set()

    async def _keep(self) -> None:
        while True:
            await self._changed.wait()
            await asyncio.sleep(PAUSE)
            self._changed.clear()
            async with self._writing:
                await asyncio.to_thread(write, self.path, encoded(self.world))

    async def close(self) -> None:
        """Waits for a write under way before the last one: two writers must not share the file."""
        async with self._writing:
            if self._task is not None:
                self._task.cancel()
            write(self.path, encoded(self.world))
