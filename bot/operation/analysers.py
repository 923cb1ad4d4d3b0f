"""Where games are analysed: a process for each, at the lowest priority, that stands still while the event loop is late.

Nothing of the bot waits for an analysis, so it gives way to everything: presses, pictures, house players.
"""

import asyncio
import os
import pickle
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from bot.operation.worker import HEAD, written
from bot.operation.workers import KEPT
from bot.play.history.analyst import NoAnalysisError, Wanted
from players.analysis.form import Analysis

PATIENCE: Final = 300.0
"""Seconds that one may take."""
LATE: Final = 0.1
"""Seconds that the event loop may be late while a game is analysed."""
LOOKS: Final = 0.2
"""Seconds from one look at that to the next."""
CALM: Final = 5
"""So many looks in a row must find it in time again …"""
STILL: Final = 15
"""… or it is late for another reason: after so many a game goes on for as long as it stood still."""


class Analysers:
    """One process for each game."""

    def __init__(self, *, program: str = "bot.operation.analyser") -> None:
        self._program = program
        self.paused = 0
        """So often one was made to stand still."""

    async def analysed(self, wanted: Wanted, says: Callable[[int], None]) -> Analysis:
        try:
            async with asyncio.timeout(PATIENCE):
                found = await self._asked(wanted, says)
        except TimeoutError:
            raise NoAnalysisError("took too long") from None
        except (OSError, EOFError):
            raise NoAnalysisError("died") from None
        if not isinstance(found, Analysis):
            raise NoAnalysisError(str(found))
        return found

    async def _asked(self, wanted: Wanted, says: Callable[[int], None]) -> object:
        process = await self._started()
        watching = asyncio.create_task(self._watched(process))
        try:
            assert process.stdin is not None and process.stdout is not None  # noqa: S101, PT018 (they are piped)
            process.stdin.write(await asyncio.to_thread(written, wanted))
            await process.stdin.drain()
            while True:
                (length,) = HEAD.unpack(await process.stdout.readexactly(HEAD.size))
                said = pickle.loads(await process.stdout.readexactly(length))  # noqa: S301 (of a process of ours)
                if not isinstance(said, int):
                    return said
                says(said)
        finally:
            watching.cancel()
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _started(self) -> Process:
        kept = {key: os.environ[key] for key in KEPT if key in os.environ}
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", self._program),
            env=kept | {"PYTHONPATH": os.pathsep.join(path or str(Path.cwd()) for path in sys.path)},
            stdin=PIPE,
            stdout=PIPE,
            limit=1 << 20,
            start_new_session=True,  # what is typed at a terminal is not meant for it
        )

    async def _watched(self, process: Process) -> None:
        """Lets it stand still while the event loop is late."""
        loop, calm, still, goes = asyncio.get_running_loop(), 0, 0, 0
        while process.returncode is None:
            due = loop.time() + LOOKS
            await asyncio.sleep(LOOKS)
            late = loop.time() - due > LATE
            calm, goes = (0 if late else calm + 1), max(0, goes - 1)
            if still:
                still += 1
                if calm >= CALM or still > STILL:
                    goes, still = (0 if calm >= CALM else STILL), 0
                    _signalled(process, "SIGCONT")
            elif late and not goes:
                self.paused, still = self.paused + 1, 1
                _signalled(process, "SIGSTOP")


def _signalled(process: Process, name: str) -> None:
    number = getattr(signal, name, None)  # not every system can
    if number is not None:
        with suppress(ProcessLookupError):
            process.send_signal(number)
