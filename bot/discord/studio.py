"""The studio: pictures are painted in a process of their own (bot/operation/easel.py): the event loop waits for none.

What cannot be painted there is painted here (bot/discord/gallery.py): because the process has died, hangs or knows no
such game. One that has died is begun anew. What a person waits for who has pressed is painted before what a thread is
to show.
"""

import asyncio
import os
import pickle
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Generator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import Any, Final, NamedTuple

import structlog

from bot.discord.pipe import LENGTH

PATIENCE: Final = 5.0
"""Seconds that a picture may take once it is its turn."""
HANDED: Final = 3
"""So many are handed on at once: one to be packed, one to be composed meanwhile, one to follow at once. The others wait
here, in their order.
"""
BEFORE: Final = 2
"""So many at most that somebody waits for are painted before one that is for a thread."""
PAUSE: Final = 10.0
"""Seconds from one beginning to the next."""
PROGRAM: Final = "import sys; sys.path[:] = {path!r}; from bot.operation.easel import main; main()"
OURS: Final = ("DISCORD_", "STAMMTISCH_")

log = structlog.get_logger()
_later: ContextVar[bool] = ContextVar("later", default=False)


@contextmanager
def after_others() -> Generator[None]:
    """What is wanted meanwhile is for a thread, or for later: it lets pass what somebody waits for."""
    before = _later.set(True)
    try:
        yield
    finally:
        _later.reset(before)


class Job(NamedTuple):
    """A picture that is wanted, as it is asked for."""

    body: bytes
    picture: asyncio.Future[bytes]


class Studio:
    def __init__(self) -> None:
        self._process: Process | None = None
        self._soon: deque[Job] = deque()
        self._later: deque[Job] = deque()
        self._passed = 0
        """How many were handed on before the first of those for later."""
        self._handed: deque[Job] = deque()
        """Those that the process has, in the order in which it answers."""
        self._overdue: asyncio.TimerHandle | None = None
        """When the first of them is: it has its time from when it came, or from the answer before."""
        self._reading: set[asyncio.Task[None]] = set()
        """One for each that has not ended yet."""
        self._beginning = asyncio.Lock()
        self._again = 0.0
        self._closed = False

    async def painted(self, what: str, *given: Any) -> bytes:
        """Returns a picture (`Painters.png`) or `NONE`; nothing if it cannot be painted there."""
        if await self._begun() is None:
            return b""
        body = pickle.dumps((what, *given), pickle.HIGHEST_PROTOCOL)
        job = Job(body, asyncio.get_running_loop().create_future())
        (self._later if _later.get() else self._soon).append(job)
        self._hand_on()
        return await job.picture  # whoever does not wait any more wants no picture either

    def _hand_on(self) -> None:
        """Hands on as much as the process is to have at once."""
        process = self._process
        while process is not None and process.stdin is not None and len(self._handed) < HANDED:
            job = self._next()
            if job is None:
                break
            if not job.picture.done():
                process.stdin.write(LENGTH.pack(len(job.body)) + job.body)
                self._handed.append(job)
                if len(self._handed) == 1:
                    self._watch()

    def _watch(self) -> None:
        """Gives the next answer its time, if there is one to come."""
        if self._overdue is not None:
            self._overdue.cancel()
        loop = asyncio.get_running_loop()
        self._overdue = loop.call_later(PATIENCE, self._end, "hangs") if self._handed else None

    def _next(self) -> Job | None:
        if self._soon and (self._passed < BEFORE or not self._later):
            self._passed += 1
            return self._soon.popleft()
        self._passed = 0
        return self._later.popleft() if self._later else None

    async def close(self) -> None:
        """Ends it, one that is just being begun too; returns when none is left."""
        self._closed = True
        async with self._beginning:
            self._end("")
        await asyncio.gather(*self._reading, return_exceptions=True)

    async def _begun(self) -> Process | None:
        """Begins it where it does not run; None where that has to wait."""
        async with self._beginning:
            if self._process is None and not self._closed and time.monotonic() >= self._again:
                self._again = time.monotonic() + PAUSE
                with suppress(OSError):
                    self._process = await asyncio.create_subprocess_exec(
                        *(sys.executable, "-c", PROGRAM.format(path=sys.path)),
                        stdin=PIPE,
                        stdout=PIPE,
                        env={key: value for key, value in os.environ.items() if not key.startswith(OURS)},
                        start_new_session=True,  # what is typed at a terminal is not meant for it
                    )
                    reading = asyncio.create_task(self._read(self._process))
                    self._reading.add(reading)
                    reading.add_done_callback(self._reading.discard)
            return self._process

    async def _read(self, process: Process) -> None:
        stream = process.stdout
        with suppress(asyncio.IncompleteReadError, OSError):
            while stream is not None:
                (size,) = LENGTH.unpack(await stream.readexactly(LENGTH.size))
                picture = await stream.readexactly(size)
                if self._process is not process:  # it was ended: nobody waits for what it still says
                    break
                job = self._handed.popleft()
                self._watch()
                if not job.picture.done():
                    job.picture.set_result(picture)
                self._hand_on()
        if self._process is process:
            self._end("has died")
        await process.wait()

    def _end(self, why: str) -> None:
        """Ends it; who waits for a picture gets none."""
        process, self._process = self._process, None
        if process is not None and why:
            log.warning("painter ended", why=why)
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
        jobs = [*self._handed, *self._soon, *self._later]
        for waiting in (self._handed, self._soon, self._later):
            waiting.clear()
        if self._overdue is not None:
            self._overdue.cancel()
        for job in jobs:
            if not job.picture.done():
                job.picture.set_result(b"")
