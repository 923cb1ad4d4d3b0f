"""Films and pages of whole games: made one at a time in a process of their own at the lowest priority
(bot/operation/filmer.py).

Whoever asks for one that is being made waits for the same one; finished ones are kept while they may be wanted.
"""

import asyncio
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

import structlog

from bot.discord.pipe import LENGTH
from bot.discord.studio import OURS
from renderer.pixels.kept import Kept
from rules.contract import Fact, PublicView

KEPT: Final = 20_000_000
"""Bytes of films and pages."""
PATIENCE: Final = 240.0
"""Seconds that one may take."""
MOST: Final = 8
"""Films and pages that wait to be made; whoever asks for one more is asked to come back."""
PERCENT: Final = 100
FURTHER, FILM = b"n", b"f"
"""What the process says: how far it is; what it has made."""
PROGRAM: Final = "import sys; sys.path[:] = {path!r}; from bot.operation.filmer import main; main()"

log = structlog.get_logger()


class Wanted(NamedTuple):
    """What is to be seen: positions with what has happened since the one before, and each so many milliseconds."""

    steps: Sequence[tuple[PublicView, Sequence[Fact]]]
    ms: int
    names: tuple[str, ...]

    @property
    def of(self) -> int:
        return len(self.steps)


class Paged(NamedTuple):
    """What a page is made of: the file of a game, and the language of its reader."""

    file: bytes
    lang: str

    @property
    def of(self) -> int:
        return PERCENT


class Making:
    """A film or a page that is wanted."""

    def __init__(self) -> None:
        self.of = 0
        self.done = 0
        """Steps that are made."""
        self.film: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        """Nothing where it could not be made."""

    @property
    def percent(self) -> int:
        return PERCENT * self.done // max(1, self.of)


class Films:
    def __init__(self) -> None:
        self._kept: Kept[bytes, bytes] = Kept(KEPT, len)
        self._making: dict[bytes, Making] = {}
        self._one = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._process: Process | None = None
        self.made = 0
        """So many were begun."""

    def wanted(self, known: bytes, wanted: Callable[[], Wanted | Paged]) -> Making | None:
        """Begins one, or returns the one that is the same; None where too many wait.

        `wanted`: says in a thread of what it is made, where it has to be made.
        """
        making = self._making.get(known)
        if making is not None:
            return making
        kept = self._kept.get(known)
        if kept is None and len(self._making) >= MOST:
            return None
        making = Making()
        if kept is not None:
            making.film.set_result(kept)
            return making
        self._making[known] = making
        self.follow(self._make(known, making, wanted))
        return making

    def follow(self, work: Coroutine[Any, Any, None]) -> None:
        """Carries something out beside what is answered, until the bot ends."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        for task in self._tasks:
            if not task.cancelling():  # a second time it would not wait for its process
                task.cancel()
        self._end()

    async def closed(self) -> None:
        self.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _make(self, known: bytes, making: Making, wanted: Callable[[], Wanted | Paged]) -> None:
        data = b""
        try:
            async with self._one, asyncio.timeout(PATIENCE):
                self.made += 1
                making.of, body = await asyncio.to_thread(_written, wanted)
                data = await self._made(making, body)
        except (OSError, EOFError, TimeoutError) as error:
            log.warning("no film", why=type(error).__name__)
        finally:
            self._making.pop(known, None)
            if not making.film.done():
                making.film.set_result(data)
        if data:
            self._kept.put(known, data)

    async def _made(self, making: Making, body: bytes) -> bytes:
        process = self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", PROGRAM.format(path=sys.path)),
            stdin=PIPE,
            stdout=PIPE,
            env={key: value for key, value in os.environ.items() if not key.startswith(OURS)},
            start_new_session=True,  # what is typed at a terminal is not meant for it
        )
        try:
            assert process.stdin is not None and process.stdout is not None  # noqa: S101, PT018 (they are piped)
            process.stdin.write(LENGTH.pack(len(body)) + body)
            await process.stdin.drain()
            while True:
                (size,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
                said = await process.stdout.readexactly(size)
                if said[:1] == FILM:
                    return said[1:]
                making.done = int.from_bytes(said[1:], "big")
        finally:
            self._end()
            await process.wait()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()


def _written(wanted: Callable[[], Wanted | Paged]) -> tuple[int, bytes]:
    """Returns how many steps there are, and all that the process needs."""
    seen = wanted()
    return seen.of, pickle.dumps(seen, pickle.HIGHEST_PROTOCOL)
