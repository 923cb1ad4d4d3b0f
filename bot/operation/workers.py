"""The worker processes in which house players think, apart from the event loop and at low priority.

One thinks one thought at a time. One that dies, asks for too much memory or takes too long is replaced; whoever waited
for it is told, and answers otherwise (bot/play/house/turns.py). They are started when they are first wanted.
"""

import asyncio
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from pathlib import Path
from typing import Final

import structlog

from bot.operation.worker import HEAD, written
from bot.play.house.terms import NoThoughtError
from players import Level, Sight, Thought
from rules.contract import AnyRules, Prompt

MEMORY: Final = 512 * 1024 * 1024
"""Bytes of address space that a worker may have."""
KEPT: Final = ("PATH", "SYSTEMROOT", "LANG", "LC_ALL", "TZ")
"""What a worker is told of the environment: not the token."""

log = structlog.get_logger()


class Workers:
    """A number of processes, each lent to one thought at a time."""

    def __init__(self, most: int, *, memory: int = MEMORY, program: str = "bot.operation.worker") -> None:
        self._memory = memory
        self._program = program
        self._free: asyncio.LifoQueue[Process | None] = asyncio.LifoQueue()
        self._all: set[Process] = set()
        self._closed = False
        self.replaced = 0
        self.thoughts = 0
        """So many were asked for."""
        for _ in range(most):
            self._free.put_nowait(None)

    async def think(self, rules: AnyRules, level: Level, sight: Sight, prompt: Prompt, seconds: float) -> Thought:
        process = await self._free.get()
        self.thoughts += 1
        try:
            async with asyncio.timeout(seconds):
                process = process or await self._started()
                answer = await self._asked(process, written((rules, level, sight, prompt)))
        except TimeoutError:
            process = await self._gone(process, "took too long")
            raise NoThoughtError("took too long") from None
        except (OSError, EOFError):
            process = await self._gone(process, "died")
            raise NoThoughtError("died") from None
        except asyncio.CancelledError:
            process = await self._gone(process)
            raise
        finally:
            self._free.put_nowait(process)
        if not isinstance(answer, Thought):
            raise NoThoughtError(str(answer))
        return answer

    async def _started(self) -> Process:
        if self._closed:
            raise EOFError
        kept = {key: os.environ[key] for key in KEPT if key in os.environ}
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", self._program, str(self._memory)),
            env=kept | {"PYTHONPATH": os.pathsep.join(path or str(Path.cwd()) for path in sys.path)},
            stdin=PIPE,
            stdout=PIPE,
            limit=1 << 20,
        )
        self._all.add(process)
        return process

    @staticmethod
    async def _asked(process: Process, request: bytes) -> object:
        sink, source = process.stdin, process.stdout
        if sink is None or source is None:
            raise EOFError
        sink.write(request)
        await sink.drain()
        (length,) = HEAD.unpack(await source.readexactly(HEAD.size))
        return pickle.loads(await source.readexactly(length))  # noqa: S301 (of a process that this one has started)

    async def _gone(self, process: Process | None, why: str = "") -> None:
        """Ends a worker, whatever it is doing; the next thought begins with a new one. `why`: what is wrong with it."""
        if process is None:
            return
        self._all.discard(process)
        with suppress(ProcessLookupError):
            process.kill()
        await asyncio.shield(process.wait())
        if why:
            self.replaced += 1
            log.warning("house worker replaced", why=why, code=process.returncode)

    async def close(self) -> None:
        self._closed = True
        for process in list(self._all):
            await self._gone(process)
