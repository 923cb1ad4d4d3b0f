"""Jumps of this machine's clock: what waits moves along with it.

How much time has passed is known from a second clock that nobody sets. Where this machine's clock says something else,
it was set: then all that waits for a time, or is kept for some time, is moved by the difference, before anything falls
due by the wrong one. Until that is done time goes on as it went (`now`): what somebody does in between would else be
noted by the new clock and moved along with what was noted by the old one. Over a restart the second clock is the
system's since it was booted, and after another boot all of the time between counts as such a difference: nothing falls
due for having been down.
"""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec
import structlog
from msgspec.structs import replace

from storage import Store
from storage.port import BEAT

MINUTES = 5 * 60_000
"""Milliseconds by which the clocks may differ: one that is set right in steps stays within them."""
NOTE_MS = 15 * 60_000
"""How often the time is noted, for the next start."""
KEY: Final = "clock"
"""The key in `meta` under which it is."""

log = structlog.get_logger()


class Noted(msgspec.Struct, frozen=True):
    """Both clocks at one moment, in milliseconds, and which boot the second one counts from."""

    now: int
    passed: int
    boot: str
    moved: bool = False
    """What waits was moved, and deadlines have not been worked out anew since."""


def since_boot() -> int:
    """Returns the milliseconds since the system was booted, with those in which it slept."""
    clock = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
    return time.clock_gettime_ns(clock) // 1_000_000


def this_boot(path: Path = Path("/proc/sys/kernel/random/boot_id")) -> str:
    """Returns what names this boot of the system; empty where it has no name."""
    try:
        return path.read_text(encoding="ascii").strip()
    except OSError:
        return ""


class Jumps:
    """Compares the clocks; without a second one the first is believed."""

    def __init__(self, store: Store, now: Callable[[], int], passed: Callable[[], int] | None, boot: str = "") -> None:
        self._store = store
        self._machine = now
        self._passed = passed
        self._boot = boot
        self._last: Noted | None = None
        self._kept = 0
        self._by = 0
        """By how much what waits was moved since somebody asked."""
        self.unsettled = False
        """What waits was moved: deadlines are to be worked out anew, for quiet hours are by the clock that was set."""
        self._one = asyncio.Lock()

    def now(self) -> int:
        """Returns the time: that to which the clock was set only once what waits has moved along."""
        said, last = self._machine(), self._last
        if self._passed is None or last is None:
            return said
        goes_on = last.now + self._passed() - last.passed
        return goes_on if abs(said - goes_on) >= MINUTES else said

    async def heed(self) -> int:
        """Moves what waits if the clock was set since the last call; returns by how many milliseconds."""
        async with self._one:
            return await self._heed(self._passed) if self._passed is not None else 0

    async def moved(self) -> int:
        """Heeds, and returns by how much what waits was moved since this was asked last, whoever has heeded."""
        await self.heed()
        by, self._by = self._by, 0
        return by

    async def settle(self) -> None:
        """Notes that deadlines have been worked out anew."""
        async with self._one:
            self.unsettled = False
            if self._last is not None:
                await self._note(self._last)

    async def _heed(self, passed: Callable[[], int]) -> int:
        found, known = Noted(self._machine(), passed(), self._boot), self._last
        last = known or await self._before(found)
        by = 0 if last is None else _difference(last, found)
        self._last = found  # whoever asks for the time from here on writes behind what is moved
        self.unsettled = self.unsettled or (last is not None and last.moved)
        if abs(by) >= MINUTES:
            return await self._move(by - by % 1000, found, known)  # messages are known by their second
        if known is None or not 0 <= found.now - self._kept < NOTE_MS:
            await self._note(found)
        return 0

    async def _move(self, by: int, found: Noted, known: Noted | None) -> int:
        try:
            rows = await self._store.shift(by, found.now, (KEY, _written(replace(found, moved=True))))
        except Exception:
            self._last = known
            raise
        self._kept, self._by, self.unsettled = found.now, self._by + by, True
        log.warning("this machine's clock was set: what waits moves along", seconds=by // 1000, rows=rows)
        return by

    async def _note(self, found: Noted) -> None:
        await self._store.save_meta(KEY, _written(replace(found, moved=self.unsettled)))
        self._kept = found.now

    async def _before(self, found: Noted) -> Noted | None:
        """Returns what the process before has noted; before another boot that is its last beat, which is newer."""
        last, beat = await self._noted(), await self._store.meta(BEAT)
        if last is None or last.boot == found.boot or beat is None or not beat.isdecimal():
            return last
        newer = last.now < int(beat) <= last.now + 2 * NOTE_MS
        return replace(last, now=int(beat)) if newer else last

    async def _noted(self) -> Noted | None:
        text = await self._store.meta(KEY)
        try:
            return None if text is None else msgspec.json.decode(text, type=Noted)
        except msgspec.DecodeError:
            return None


def _difference(last: Noted, found: Noted) -> int:
    """Returns by how much this machine's clock went further than time did."""
    known = found.passed - last.passed if last.boot == found.boot and found.passed >= last.passed else 0
    return found.now - last.now - known


def _written(noted: Noted) -> str:
    return msgspec.json.encode(noted).decode()
