"""The turnstile: what is answered first where more is asked of the bot than it can do, and what is not worth any work.

Whoever asks more than a person can is refused, before anything is done, but only while others wait; the refusals are
said in the time that is left. What waited until nobody can be answered any more costs nothing further. The rest is
worked off by turns: between tables, and between the people at each.
"""

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Final, NamedTuple

import discord
import structlog

from bot.discord.interactions.replies import acknowledged

AT_ONCE: Final = 8
"""So many presses and commands are worked on at the same time."""
PRESSED: Final = 16
"""Others wait if so many are worked on or wait."""
A_SECOND, BURST = 4.0, 30.0
"""What one person may ask for: menus chosen as fast as anybody reads, and a turn that is known by heart."""
TYPING: Final = 0.25
"""A suggestion while somebody types counts as this part of a press."""
DEAD: Final = 2.5
"""Seconds after which an interaction that nobody has acknowledged cannot be answered any more: Discord waits three."""
PEOPLE: Final = 10_000
UNSAID: Final = 4_000
"""So many refusals wait to be said; the oldest of them are too old by then."""
SAYING: Final = 2
CAME: Final = "came"
"""Under this name an interaction keeps when it was delivered."""

log = structlog.get_logger()
Now = Callable[[], float]
Turn = Callable[[discord.Interaction], AbstractAsyncContextManager[None]]
Refusing = Callable[[discord.Interaction], Awaitable[None]]


class Bucket(NamedTuple):
    """What a person may still ask for, as of a time."""

    left: float
    at: float


class Turnstile:
    """`clock`: of seconds, never set back; `refuse` says to a person that it was too much."""

    def __init__(self, refuse: Refusing, clock: Now = time.monotonic) -> None:
        self._refuse = refuse
        self._clock = clock
        self._buckets: OrderedDict[int, Bucket] = OrderedDict()
        self.turns = Turns()
        self._unsaid: deque[discord.Interaction] = deque(maxlen=UNSAID)
        self._saying: set[asyncio.Task[None]] = set()

    def note(self, interaction: discord.Interaction) -> None:
        """Notes when the gateway has delivered it."""
        interaction.extras[CAME] = self._clock()

    def age(self, interaction: discord.Interaction) -> float:
        return self._clock() - interaction.extras.get(CAME, self._clock())

    def admits(self, interaction: discord.Interaction) -> bool:
        """Is it worth any work? Whoever asked too much is told so, later, as long as there is time for it."""
        within = self._spent(interaction)
        if self.is_dead(interaction):
            return False
        if within or self.turns.asked < PRESSED:
            return True
        self._unsaid.append(interaction)
        if len(self._saying) < SAYING:
            task = asyncio.create_task(self._say())
            self._saying.add(task)
            task.add_done_callback(self._saying.discard)
        return False

    def is_dead(self, interaction: discord.Interaction) -> bool:
        """Has it waited so long, unacknowledged, that no answer arrives any more?"""
        return self.age(interaction) > DEAD and not acknowledged(interaction)

    @asynccontextmanager
    async def turn(self, interaction: discord.Interaction) -> AsyncGenerator[None]:
        """Waits for its turn. What died meanwhile is cancelled: nothing is done, and nothing is said."""
        async with self.turns.of(interaction.channel_id or 0, interaction.user.id):
            if self.is_dead(interaction):
                log.info("too late", waited=round(self.age(interaction), 1))
                raise asyncio.CancelledError
            yield

    def close(self) -> None:
        for task in self._saying:
            task.cancel()

    def _spent(self, interaction: discord.Interaction) -> bool:
        """Takes from the bucket of its person what it costs; is there so much in it?"""
        user, now = interaction.user.id, self._clock()
        price = TYPING if interaction.type is discord.InteractionType.autocomplete else 1.0
        known = self._buckets.pop(user, None)
        left = BURST if known is None else min(BURST, known.left + (now - known.at) * A_SECOND)
        self._buckets[user] = Bucket(left - price if left >= price else left, now)
        if len(self._buckets) > PEOPLE:
            self._buckets.popitem(last=False)
        return left >= price

    async def _say(self) -> None:
        """Refuses those that wait for it, each as long as it can still be told."""
        while self._unsaid:
            interaction = self._unsaid.popleft()
            if not self.is_dead(interaction):
                await self._refuse(interaction)


class Turns:
    """Gives turns: to each table one after another, and at a table to each person; a few at the same time."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._free = at_once
        self._waiting: OrderedDict[int, OrderedDict[int, deque[asyncio.Future[None]]]] = OrderedDict()
        self.asked = 0
        """How many have a turn or wait for one."""

    @asynccontextmanager
    async def of(self, table: int, person: int) -> AsyncGenerator[None]:
        self.asked += 1
        try:
            await self._turn(table, person)
            try:
                yield
            finally:
                self._free += 1
                self._next()
        finally:
            self.asked -= 1

    async def _turn(self, table: int, person: int) -> None:
        if self._free:
            self._free -= 1
            return
        given: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(table, OrderedDict()).setdefault(person, deque()).append(given)
        try:
            await given
        except asyncio.CancelledError:
            if given.done() and not given.cancelled():  # it was given at the same moment
                self._free += 1
                self._next()
            raise

    def _next(self) -> None:
        """Gives what is free: to the table whose turn was longest ago, and there to such a person."""
        while self._free and self._waiting:
            table, people = self._waiting.popitem(last=False)
            person, waiting = people.popitem(last=False)
            given = waiting.popleft()
            if waiting:
                people[person] = waiting
            if people:
                self._waiting[table] = people
            if not given.done():
                self._free -= 1
                given.set_result(None)
