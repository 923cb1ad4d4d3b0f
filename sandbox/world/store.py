"""The world in a file, if somebody wants it kept: a change is on the disk before anybody is told that it took place.

There is a row for each thing, so that a new message costs one row, and the bytes of a picture are written once,
however often its message is edited. Whoever waits while a write is under way shares the next one with all others.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from sandbox.world.world import Application, Channel, Command, Event, Guild, Memory, Message, User, World

FORMAT = 2
OLD_FORMAT = 1
MAGIC = b"SQLite format 3\0"
PASSING = frozenset({"INTERACTION_CREATE", "SHOWN", "TYPING_START"})
"""Events that leave nothing behind."""
SHAPE = """
CREATE TABLE IF NOT EXISTS kept (kind TEXT, id INTEGER, place INTEGER, data BLOB, PRIMARY KEY (kind, id));
CREATE INDEX IF NOT EXISTS kept_place ON kept (kind, place);
"""
EMPTY_CHANNEL = (
    "DELETE FROM kept WHERE kind = 'file' AND place IN (SELECT id FROM kept WHERE kind = 'message' AND place = :id)",
    "DELETE FROM kept WHERE kind = 'message' AND place = :id",
)
REPLACED_FILES = (
    "DELETE FROM kept WHERE kind = 'file' AND place = :id AND id NOT IN (SELECT value FROM json_each(:files))"
)

log = logging.getLogger(__name__)
Row = tuple[str, int, int, bytes]


class Kept(Struct):
    """The whole world in one piece, as older versions wrote it."""

    format: int
    memory: Memory


class Frame(Struct):
    """What there is once. `ahead`: by how many seconds a developer has moved the clock."""

    application: Application
    ahead: float


class Batch(Struct):
    """What one write brings: rows to be put and dropped, and for changed messages the files that they still have."""

    puts: list[Row] = field(default_factory=list[Row])
    drops: list[tuple[str, int]] = field(default_factory=list[tuple[str, int]])
    files: dict[int, list[int]] = field(default_factory=dict[int, list[int]])


def _opened(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    opened = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    opened.execute("PRAGMA journal_mode = WAL")
    opened.execute("PRAGMA synchronous = FULL")
    (found,) = opened.execute("PRAGMA user_version").fetchone()
    if found not in (0, FORMAT):
        opened.close()
        raise ValueError(f"{path} is of format {found}, this sandbox reads {FORMAT}")
    opened.executescript(SHAPE)
    opened.execute(f"PRAGMA user_version = {FORMAT}")
    return opened


def _write(opened: sqlite3.Connection, batch: Batch) -> None:
    """Writes all of a batch or nothing, and returns once the disk has it."""
    opened.execute("BEGIN IMMEDIATE")
    try:
        opened.executemany("INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?)", batch.puts)
        opened.executemany("DELETE FROM kept WHERE kind = ? AND id = ?", batch.drops)
        for channel in (n for kind, n in batch.drops if kind == "channel"):
            for line in EMPTY_CHANNEL:
                opened.execute(line, {"id": channel})
        for message, files in batch.files.items():
            opened.execute(REPLACED_FILES, {"id": message, "files": msgspec.json.encode(files).decode()})
        opened.execute("COMMIT")
    except BaseException:
        opened.rollback()
        raise


def load(path: Path, world: World) -> bool:
    """Loads the world; returns False if there is no file yet. An unreadable file is an error: it is not discarded."""
    if not path.exists():
        return False
    with path.open("rb") as file:
        is_whole = file.read(len(MAGIC)) not in (MAGIC, b"")
    if is_whole:
        kept = msgspec.msgpack.decode(path.read_bytes(), type=Kept)
        if kept.format != OLD_FORMAT:
            raise ValueError(f"{path} is of format {kept.format}, this sandbox reads {OLD_FORMAT} and {FORMAT}")
        world.recall(kept.memory)
        _put_in_rows(path, world)
        return True
    opened = _opened(path)
    try:
        return _recalled(opened, world)
    finally:
        opened.close()


def _put_in_rows(path: Path, world: World) -> None:
    """Writes the world beside an older file and puts it into that file's place, which is never half done."""
    partial = path.with_name(path.name + ".partial")
    partial.unlink(missing_ok=True)
    keeper = Keeper(partial, world, anew=True)
    opened = _opened(partial)
    _write(opened, keeper.gathered())
    opened.close()
    partial.replace(path)


def _recalled(opened: sqlite3.Connection, world: World) -> bool:
    def read(kind: str) -> Iterator[tuple[int, Any]]:
        return iter(opened.execute("SELECT id, data FROM kept WHERE kind = ? ORDER BY id", (kind,)))

    frames = [msgspec.msgpack.decode(data, type=Frame) for _, data in read("frame")]
    if not frames:
        return False
    memory = Memory(frames[0].application)
    memory.users = {n: msgspec.msgpack.decode(data, type=User) for n, data in read("user")}
    memory.guilds = {n: msgspec.msgpack.decode(data, type=Guild) for n, data in read("guild")}
    memory.channels = {n: msgspec.msgpack.decode(data, type=Channel) for n, data in read("channel")}
    memory.commands = {n: msgspec.msgpack.decode(data, type=Command) for n, data in read("command")}
    files: dict[int, bytes] = dict(read("file"))
    for n, data in read("message"):
        message = msgspec.msgpack.decode(data, type=Message)
        for file in message.files:
            file.data = files[file.id]
        memory.messages.setdefault(message.channel_id, {})[n] = message
    world.recall(memory)
    world.clock.advance(max(0.0, frames[0].ahead - world.clock.ahead))
    return True


class Keeper:
    """Writes what changed, in a thread of its own; `anew`: none of this world is in the file yet.

    `dirty` are messages to be looked at, with their channels.
    """

    def __init__(self, path: Path, world: World, *, anew: bool = False) -> None:
        known = [m for channel in world.memory.messages.values() for m in channel.values()]
        self.path = path
        self.world = world
        self.dirty: dict[int, int] = {m.id: m.channel_id for m in known if anew}
        self._small: dict[tuple[str, int], bytes] = {}
        self._files = {file.id for m in known for file in m.files if not anew}
        self._due = asyncio.Event()
        self._waiting: list[asyncio.Future[None]] = []
        self._opened: sqlite3.Connection | None = None
        self._pen: ThreadPoolExecutor | None = None
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        self._opened = _opened(self.path)
        self._pen = ThreadPoolExecutor(1, "sandbox-store")
        self._task = asyncio.create_task(self._keep())
        self._due.set()

    def changed(self, event: Event) -> None:
        if event.name in PASSING:
            return
        if event.message is not None:
            self.dirty[event.message.id] = event.message.channel_id
        self._due.set()

    async def stored(self) -> None:
        """Returns once everything that has changed until now is on the disk."""
        if self._task is None:
            return
        waiting = asyncio.get_running_loop().create_future()
        self._waiting.append(waiting)
        self._due.set()
        await waiting

    async def _keep(self) -> None:
        while True:
            await self._due.wait()
            self._due.clear()
            waiting, self._waiting = self._waiting, []
            failed = await self._flushed()
            for one in waiting:
                if one.done():
                    continue
                if failed is None:
                    one.set_result(None)
                else:
                    one.set_exception(failed)

    async def _flushed(self) -> Exception | None:
        """Writes what changed; what could not be written is still to be written, and whoever waits is told why."""
        dirty, files = dict(self.dirty), set(self._files)
        try:
            batch = self.gathered()
            if self._opened is not None and (batch.puts or batch.drops):
                await asyncio.get_running_loop().run_in_executor(self._pen, _write, self._opened, batch)
        except Exception as failed:
            log.exception("the world could not be written")
            self.dirty = dirty | self.dirty
            self._small.clear()
            self._files = files
            return failed
        return None

    def gathered(self) -> Batch:
        """Returns what differs from what was last written; takes it for written."""
        batch, dirty = Batch(), self.dirty
        self.dirty = {}
        small = dict(self._smalls())
        batch.puts += [(kind, n, 0, data) for (kind, n), data in small.items() if self._small.get((kind, n)) != data]
        batch.drops += [key for key in self._small if key not in small]
        self._small = small
        for message_id, channel_id in dirty.items():
            message = self.world.memory.messages.get(channel_id, {}).get(message_id)
            if message is None:
                batch.drops.append(("message", message_id))
                batch.files[message_id] = []
            elif message.only is None:  # what only one person saw does not outlive Discord's client
                batch.puts += self._rows(message)
                batch.files[message_id] = [file.id for file in message.files]
        return batch

    def _smalls(self) -> Iterator[tuple[tuple[str, int], bytes]]:
        memory = self.world.memory
        yield ("frame", 0), msgspec.msgpack.encode(Frame(memory.application, self.world.clock.ahead))
        kinds: Iterable[tuple[str, dict[int, Any]]] = (
            ("user", memory.users), ("guild", memory.guilds), ("channel", memory.channels), ("command", memory.commands)
        )  # fmt: skip
        for kind, known in kinds:
            for n, thing in known.items():
                yield (kind, n), msgspec.msgpack.encode(thing)

    def _rows(self, message: Message) -> Iterator[Row]:
        bare = replace(message, files=[replace(file, data=b"") for file in message.files])
        yield "message", message.id, message.channel_id, msgspec.msgpack.encode(bare)
        for file in message.files:
            if file.id not in self._files:
                self._files.add(file.id)
                yield "file", file.id, message.id, file.data

    async def close(self) -> None:
        """Ends with the last write; may be opened again."""
        if self._task is None or self._opened is None or self._pen is None:
            return
        await self.stored()
        self._task.cancel()
        self._task = None
        self._pen.shutdown()
        self._opened.close()
