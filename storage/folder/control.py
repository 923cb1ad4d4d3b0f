"""`status`, `health`, `doctor`, `backup`, `import` for the command line: asked by a socket in the data folder.

One line of JSON in, with a finished game behind it where one is brought; one line out. Only if no bot runs is the file
opened instead: a second handle on a held database could at best be refused.
"""

import asyncio
import contextlib
import os
import socket
import sqlite3
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Protocol, Self

import msgspec

from storage import imported
from storage.folder import files
from storage.folder.backup import Backups
from storage.folder.halt import refuse_halted
from storage.monitoring.health import Host, ahead, examined, health, signs
from storage.monitoring.report import Report, doctor, status
from storage.port import Store
from storage.problem import EX_CONFIG, EX_TEMPFAIL, StorageAway, StorageError, StorageFull, StorageProblem
from storage.rows import Change
from storage.sqlite.connection import connect, explain, take_hold
from storage.sqlite.migrate import check, known_steps
from storage.sqlite.store import SqliteStore

ASKED = ("status", "doctor", "backup", "health", "import")
PATIENCE = 5.0
"""Seconds for a question to arrive."""
LONGEST = 120.0
"""Seconds for an answer; a backup of a large store takes a while."""
AWAY = "Look whether it runs and can be reached from here; the bot goes on by itself once it is back."
_LINE = 1024
_LONGEST_NAME = 100
"""Bytes of a socket's path, a little below the system's limit."""


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ask: str
    size: int = 0
    """Bytes of a change that follow."""


class Answer(msgspec.Struct, frozen=True):
    """What was found, or why nothing could be."""

    ok: bool
    found: Report = {}
    problem: str = ""
    solution: str = ""
    exit_code: int = 0


class Telling(Store, Protocol):
    """A store of another kind that can be asked."""

    folder: Path

    async def told(self, asked: str, host: Host, /) -> Report:
        """Returns what was found to one of the questions ASKED. Raises StorageError."""
        ...


class Control:
    """The end that answers."""

    def __init__(self, store: "SqliteStore | Telling", host: Host | None = None) -> None:
        self._store: Store = store
        self._told = partial(_told, store) if isinstance(store, SqliteStore) else store.told
        self._host = host or Host()
        self._folder = store.folder
        self._path = store.folder / files.SOCKET
        self._server: asyncio.Server | None = None
        self._talks: set[asyncio.Task[None]] = set()

    async def status(self) -> Report:
        """Returns what `status` tells. Raises StorageError."""
        return await self._told("status", self._host)

    async def __aenter__(self) -> Self:
        """Replaces the socket of a killed process: this process holds the store, so nobody answers at the old one."""
        files.remove(self._path)
        listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            with _short_name(self._folder) as name:
                listening.bind(name)
            self._path.chmod(0o600)  # before anybody can connect
            self._server = await asyncio.start_unix_server(self._talk, sock=listening, limit=_LINE)
        except BaseException:
            listening.close()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._server is not None:
            self._server.close()
            for talk in self._talks:
                talk.cancel()
            await asyncio.gather(*self._talks, return_exceptions=True)
            await self._server.wait_closed()
        files.remove(self._path)

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            self._talks.add(task)
            task.add_done_callback(self._talks.discard)
        try:
            with contextlib.suppress(OSError):
                answer = await self._answer(reader)
                writer.write(msgspec.json.encode(answer) + b"\n")
                await writer.drain()
        finally:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    async def _answer(self, reader: asyncio.StreamReader) -> Answer:
        try:
            line = await asyncio.wait_for(reader.readline(), PATIENCE)
            question = msgspec.json.decode(line, type=Question)
            asked, brought = question.ask, await _brought(reader, question.size)
        except (TimeoutError, ValueError, EOFError, msgspec.DecodeError):
            return Answer(ok=False, problem="That is no question.", solution=f"Ask for one of: {', '.join(ASKED)}.")
        if asked not in ASKED:
            return Answer(ok=False, problem="That is unknown.", solution=f"Ask for one of: {', '.join(ASKED)}.")
        try:
            if asked == "import":
                if brought is None:
                    return Answer(ok=False, problem="That is no question.", solution="A game belongs behind it.")
                became = await imported.put(self._store, brought)
                self._host.spoken()
                return Answer(ok=True, found={"became": became})
            found = await self._told(asked, self._host)
        except StorageProblem as problem:
            return _problem(problem)
        except StorageAway as away:
            return Answer(ok=False, problem=f"{str(away).capitalize()}.", solution=AWAY, exit_code=1)
        except StorageError as error:
            return Answer(ok=False, problem=str(error), solution="Look at the bot's log.", exit_code=1)
        running: Report = {"running": True, **self._host.versions} if asked == "status" else {}
        return Answer(ok=True, found=running | found)


async def _told(store: SqliteStore, asked: str, host: Host) -> Report:
    folder, backups = store.folder, store.backups
    match asked:
        case "status":
            return await _looked(store, lambda c: status(c, folder, backups) | signs(c, host))
        case "doctor":
            return await _looked(store, lambda c: doctor(c, folder, backups, examined(ahead(c, host.now()), host)))
        case "health":
            return await _looked(store, lambda c: health(c, folder, backups, host))
        case _:
            return _made(await store.backup())


async def _looked(store: SqliteStore, look: Callable[[sqlite3.Connection], Report]) -> Report:
    """Reads beside the writer, so that no press waits for it; on a full disk, where that cannot be, within it."""
    try:
        return await store.writer.beside(lambda beside: look(beside.connection))
    except StorageFull:
        return await store.writer.read(look)


async def _brought(reader: asyncio.StreamReader, size: int) -> Change | None:
    """Raises what cannot be read."""
    if not 0 < size <= imported.MOST:
        return None
    return msgspec.msgpack.decode(await asyncio.wait_for(reader.readexactly(size), PATIENCE), type=Change)


def _made(path: Path) -> Report:
    return {"name": path.name, "bytes": files.size(path)}


@contextmanager
def _short_name(folder: Path) -> Generator[str]:
    """Yields the name of the socket. A long one goes through an open handle of its folder: sockets need short names."""
    path = folder / files.SOCKET
    if len(os.fsencode(path)) <= _LONGEST_NAME:
        yield str(path)
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        yield f"/proc/self/fd/{handle}/{files.SOCKET}"
    finally:
        os.close(handle)


# ── the asking end ──


def bring(folder: Path, change: Change) -> Answer | None:
    """Lets the running bot put a finished game among its tables; None if none runs."""
    body = msgspec.msgpack.encode(change)
    return _asked(folder, Question("import", len(body)), LONGEST, body)


def ask(
    folder: Path,
    what: str,
    longest: float = LONGEST,
    *,
    second: Path | None = None,
    look: Callable[[str], Report] | None = None,
) -> Answer:
    """Asks the running bot, or reads the file if none runs; `second` is where backups stand once more.

    `look`: reads another store instead. A problem is an answer too.
    """
    answer = _asked(folder, Question(what), longest)
    if answer is not None:
        return answer
    try:
        return Answer(ok=True, found=_look(folder, what, second) if look is None else look(what))
    except StorageProblem as problem:
        return _problem(problem)
    except StorageError as error:
        return Answer(ok=False, problem=str(error), solution="Look at the disk.", exit_code=1)


def _asked(folder: Path, question: Question, longest: float, body: bytes = b"") -> Answer | None:
    """Returns None where no bot runs."""
    try:
        with _short_name(folder) as name, socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as talk:
            talk.settimeout(longest)
            talk.connect(name)
            talk.sendall(msgspec.json.encode(question) + b"\n" + body)
            with talk.makefile("rb") as lines:
                return msgspec.json.decode(lines.readline(), type=Answer)
    except (FileNotFoundError, ConnectionRefusedError):
        return None
    except (OSError, msgspec.DecodeError):
        return _problem(StorageProblem("The running bot did not answer.", "Look at its log.", EX_TEMPFAIL))


def _problem(problem: StorageProblem) -> Answer:
    return Answer(ok=False, problem=problem.problem, solution=problem.solution, exit_code=problem.exit_code)


def _look(folder: Path, what: str, second: Path | None) -> Report:
    path = folder / files.DATABASE
    if what == "health":
        raise StorageProblem(f"No bot is running on {folder}.", "Start it.", EX_TEMPFAIL)
    refuse_halted(folder)
    if not path.exists():
        raise StorageProblem(
            f"There is no database in {folder}.",
            "Start the bot once, or name its folder in STAMMTISCH_DATA.",
            EX_CONFIG,
        )
    connection = connect(path)
    try:
        take_hold(connection)
        check(connection, known_steps()[-1][0])
        backups = Backups(folder / files.BACKUPS, second)
        if what == "backup":
            return _made(backups.make_now(connection))
        if what == "doctor":
            return doctor(connection, folder, backups)
        return {"running": False, **status(connection, folder, backups)}
    except sqlite3.Error as error:
        raise explain(error, path) from None
    finally:
        with contextlib.suppress(sqlite3.Error):
            connection.close()
