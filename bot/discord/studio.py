"""The studio: pictures are painted in a process of their own (bot/operation/easel.py): the event loop waits for none.

What cannot be painted there is painted here (bot/discord/gallery.py): because the process has died, hangs or knows no
such game. One that has died is begun anew.
"""

import asyncio
import os
import pickle
import struct
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections import deque
from contextlib import suppress
from typing import Any, Final

import structlog

LENGTH: Final = struct.Struct(">I")
"""Before all that goes to it or comes from it."""
NONE: Final = b"none"
"""There is no such picture; it is not painted here either."""
PATIENCE: Final = 5.0
"""Seconds that a picture may take; many wait for one another."""
PAUSE: Final = 10.0
"""Seconds from one beginning to the next."""
PROGRAM: Final = "import sys; sys.path[:] = {path!r}; from bot.operation.easel import main; main()"
OURS: Final = ("DISCORD_", "STAMMTISCH_")

log = structlog.get_logger()


class Studio:
    def __init__(self) -> None:
        self._process: Process | None = None
        self._wanted: deque[asyncio.Future[bytes]] = deque()
        """In the order in which they were asked for, which is that of the answers."""
        self._reading: set[asyncio.Task[None]] = set()
        """One for each that has not ended yet."""
        self._beginning = asyncio.Lock()
        self._again = 0.0
        self._closed = False

    async def painted(self, what: str, *given: Any) -> bytes:
        """Returns a picture (`Painters.png`) or `NONE`; nothing if it cannot be painted there."""
        process = await self._begun()
        if process is None or process.stdin is None:
            return b""
        body = pickle.dumps((what, *given), pickle.HIGHEST_PROTOCOL)
        future: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._wanted.append(future)
        process.stdin.write(LENGTH.pack(len(body)) + body)
        try:
            async with asyncio.timeout(PATIENCE):
                return await asyncio.shield(future)
        except TimeoutError:
            self._end("hangs")
            return b""

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
                future = self._wanted.popleft()
                if not future.done():
                    future.set_result(picture)
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
        while self._wanted:
            future = self._wanted.popleft()
            if not future.done():
                future.set_result(b"")
