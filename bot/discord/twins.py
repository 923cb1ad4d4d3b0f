"""Whether another bot runs with the same token: each leaves a mark among the application's emojis, and renews it.

Nobody but the application sees or uses its emojis, they need no intent and no right, and both bots can read them. A
mark that has come or changed since it was looked for is another bot's that runs; one that stays as it is was left by a
process that was killed, and goes after a day.
"""

import asyncio
import secrets
import struct
import time
import zlib
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import discord
import structlog

from bot.discord.transient import is_away

PREFIX: Final = "stammtisch_"
FIRST = 30.0
BEAT = 600.0
"""Seconds from the start to the first look, and from one look to the next."""
DAY: Final = 86_400.0
LEAVING: Final = 2.0
"""Seconds that taking the own mark away may take at the end."""

log = structlog.get_logger()


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def picture(side: int = 64) -> bytes:
    """Returns a PNG of nothing."""
    header = struct.pack(">IIBBBBB", side, side, 8, 4, 0, 0, 0)
    lines = zlib.compress(bytes((1 + 2 * side) * side))
    parts = ((b"IHDR", header), (b"IDAT", lines), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


class Twins:
    """Marks this process and looks for the marks of others."""

    def __init__(self, client: discord.Client, clock: Callable[[], float] = time.monotonic) -> None:
        self._client = client
        self._clock = clock
        self._name = f"{PREFIX}{secrets.token_hex(4)}"
        self._beats = 0
        self._one = asyncio.Lock()
        self._left = False
        self._mine: discord.Emoji | None = None
        self._seen: dict[int, tuple[str, float]] | None = None
        """Marks of others: the name, and since when it is that."""
        self._alive: float | None = None
        self._told: float | None = None

    async def run(self) -> None:
        """Looks for ever; where Discord does not let it, nothing is lost but this."""
        await asyncio.sleep(FIRST)
        while True:
            try:
                await self.beat()
            except Exception as error:
                if not is_away(error) and not isinstance(error, discord.HTTPException):
                    raise
            await asyncio.sleep(BEAT)

    async def beat(self) -> None:
        """Looks at the marks of others, then renews the own one; not any more once it has left."""
        async with self._one:
            if not self._left:
                await self._beat()

    async def _beat(self) -> None:
        found = [mark for mark in await self._client.fetch_application_emojis() if mark.name.startswith(PREFIX)]
        self._look([mark for mark in found if not mark.name.startswith(self._name)])
        for mark in found:
            since = (self._seen or {}).get(mark.id, ("", self._clock()))[1]
            if self._clock() - since > DAY:
                await mark.delete()
        name = f"{self._name}_{self._beats % 65536:04x}"
        self._beats += 1
        own = next((mark for mark in found if mark.name.startswith(self._name)), None)
        if own is None:
            self._mine = await self._client.create_application_emoji(name=name, image=picture())
        else:
            self._mine = await own.edit(name=name)

    def _look(self, others: list[discord.Emoji]) -> None:
        before, now = self._seen, self._clock()
        self._seen = {}
        for mark in others:
            name, since = (before or {}).get(mark.id, ("", now))
            changed = name != mark.name
            self._seen[mark.id] = (mark.name, now if changed else since)
            if changed and before is not None:
                self._found(now)

    def _found(self, now: float) -> None:
        self._alive = now
        if self._told is None or now - self._told > DAY:
            self._told = now
            log.error(
                "another bot runs with the same token",
                help="Both answer each other's presses. Stop one of the two, or give it another application's token.",
            )

    def told(self) -> str:
        """Returns what tells of another bot; empty if none has shown itself lately."""
        if self._alive is None or self._clock() - self._alive > 3 * BEAT:
            return ""
        minutes = (self._clock() - self._alive) / 60
        return f"another bot runs with the same token: its mark changed {minutes:.0f} minutes ago"

    async def leave(self) -> None:
        """Takes the own mark away."""
        with suppress(Exception):  # else it goes after a day
            async with asyncio.timeout(LEAVING), self._one:
                self._left = True
                if self._mine is not None:
                    await self._mine.delete()
