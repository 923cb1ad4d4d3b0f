"""The turnstile: what is answered first where more is asked of the bot than it can do, and what is not worth any work.

Whoever asks more than a person can is refused, before discord.py has read what was delivered, but only while others
wait; the refusals are said in the time that is left, to each person about as many as they can read. What waited until
nobody can be answered any more costs nothing further. The rest is worked off by turns: between tables, and between the
people at each; who has lately asked much comes after all others.
"""

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Final, NamedTuple

import discord
import structlog

from bot.discord.interactions.replies import acknowledged
from bot.discord.interactions.wire import DEAD

AT_ONCE: Final = 8
"""So many presses and commands are worked on at the same time."""
PRESSED: Final = 16
"""Others wait if so many are worked on or wait."""
A_SECOND, BURST = 4.0, 30.0
"""What one person may ask for: menus chosen as fast as anybody reads, and a turn that is known by heart."""
CALM: Final = BURST / 2
"""Who may still ask for so much has asked little."""
TOLD, TOLD_A_SECOND = 10.0, 1.0
"""So many refusals a person is told; others Discord tells them itself, after three seconds."""
TYPING: Final = 0.25
"""A suggestion while somebody types counts as this part of a press."""
AUTOCOMPLETE: Final = discord.InteractionType.autocomplete.value
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
Reading = Callable[[dict[str, Any], float], discord.Interaction | None]
"""Makes an interaction of what the gateway delivered so many seconds ago; None of what it has delivered before."""


class Bucket(NamedTuple):
    """What a person may still ask for, and how many refusals they may still be told, as of a time."""

    left: float
    told: float
    at: float


class Unsaid(NamedTuple):
    """A refusal that waits to be said."""

    delivered: dict[str, Any]
    reads: Reading
    came: float


class Turnstile:
    """`clock`: of seconds, never set back; `refuse` says to a person that it was too much."""

    def __init__(self, refuse: Refusing, clock: Now = time.monotonic) -> None:
        self._refuse = refuse
        self._clock = clock
        self._buckets: OrderedDict[int, Bucket] = OrderedDict()
        self.turns = Turns()
        self._coming: OrderedDict[str, float] = OrderedDict()
        """When what was let through was delivered, by its interaction's id, until it is begun."""
        self._unsaid: deque[Unsaid] = deque(maxlen=UNSAID)
        self._saying: set[asyncio.Task[None]] = set()

    def lets(self, delivered: dict[str, Any], reads: Reading) -> bool:
        """Is what the gateway delivered worth being read? Whoever asked too much is told so, later, if at all."""
        now, user = self._clock(), _user(delivered)
        while self._coming and now - next(iter(self._coming.values())) > DEAD:
            self._coming.popitem(last=False)
        within, told = self._spent(user, now, typing=delivered.get("type") == AUTOCOMPLETE)
        if within or self.turns.asked + len(self._coming) < PRESSED:
            self._coming[delivered["id"]] = now
            return True
        if told:
            while self._unsaid and now - self._unsaid[0].came > DEAD:
                self._unsaid.popleft()
            self._unsaid.append(Unsaid(delivered, reads, now))
            if len(self._saying) < SAYING:
                task = asyncio.create_task(self._say())
                self._saying.add(task)
                task.add_done_callback(self._saying.discard)
        return False

    def note(self, interaction: discord.Interaction) -> None:
        """Notes when the gateway has delivered it."""
        interaction.extras[CAME] = self._coming.get(str(interaction.id), self._clock())

    def age(self, interaction: discord.Interaction) -> float:
        return self._clock() - interaction.extras.get(CAME, self._clock())

    def admits(self, interaction: discord.Interaction) -> bool:
        """Is it still worth any work, now that it is begun?"""
        self._coming.pop(str(interaction.id), None)
        return not self.is_dead(interaction)

    def is_dead(self, interaction: discord.Interaction) -> bool:
        """Has it waited so long, unacknowledged, that no answer arrives any more?"""
        return self.age(interaction) > DEAD and not acknowledged(interaction)

    @asynccontextmanager
    async def turn(self, interaction: discord.Interaction) -> AsyncGenerator[None]:
        """Waits for its turn. What died meanwhile is cancelled: nothing is done, and nothing is said."""
        user = interaction.user.id
        known = self._buckets.get(user)
        calm = known is None or known.left + (self._clock() - known.at) * A_SECOND >= CALM
        async with self.turns.of(interaction.channel_id or 0, user, calm=calm):
            if self.is_dead(interaction):
                log.info("too late", waited=round(self.age(interaction), 1))
                raise asyncio.CancelledError
            yield

    def close(self) -> None:
        for task in self._saying:
            task.cancel()

    def _spent(self, user: int, now: float, *, typing: bool) -> tuple[bool, bool]:
        """Takes from the bucket of a person what it costs; was there so much in it, and if not, is there a refusal?"""
        price = TYPING if typing else 1.0
        known = self._buckets.pop(user, Bucket(BURST, TOLD, now))
        left = min(BURST, known.left + (now - known.at) * A_SECOND)
        told = min(TOLD, known.told + (now - known.at) * TOLD_A_SECOND)
        within = left >= price
        says = not within and told >= 1
        self._buckets[user] = Bucket(left - price if within else left, told - 1 if says else told, now)
        if len(self._buckets) > PEOPLE:
            self._buckets.popitem(last=False)
        return within, says

    async def _say(self) -> None:
        """Refuses those that wait for it, each as long as it can still be told."""
        while self._unsaid:
            unsaid = self._unsaid.popleft()
            age = self._clock() - unsaid.came
            if age <= DEAD and (interaction := unsaid.reads(unsaid.delivered, age)) is not None:
                await self._refuse(interaction)


def _user(delivered: dict[str, Any]) -> int:
    """Whose interaction it is: in a server they are a member."""
    return int((delivered.get("member") or delivered)["user"]["id"])


Line = OrderedDict[int, OrderedDict[int, deque[asyncio.Future[None]]]]
"""Who waits, by table and person."""


class Turns:
    """Gives turns: to each table one after another, and at a table to each person; a few at the same time.

    Whoever is not calm waits until nobody who is does.
    """

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._free = at_once
        self._calm, self._others = Line(), Line()
        self.asked = 0
        """How many have a turn or wait for one."""

    @asynccontextmanager
    async def of(self, table: int, person: int, *, calm: bool = True) -> AsyncGenerator[None]:
        self.asked += 1
        try:
            await self._turn(self._calm if calm else self._others, table, person)
            try:
                yield
            finally:
                self._free += 1
                self._next()
        finally:
            self.asked -= 1

    async def _turn(self, line: Line, table: int, person: int) -> None:
        if self._free:
            self._free -= 1
            return
        given: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.setdefault(table, OrderedDict()).setdefault(person, deque()).append(given)
        try:
            await given
        except asyncio.CancelledError:
            if given.done() and not given.cancelled():  # it was given at the same moment
                self._free += 1
                self._next()
            raise

    def _next(self) -> None:
        """Gives what is free: to the table whose turn was longest ago, and there to such a person."""
        while self._free and (line := self._calm or self._others):
            table, people = line.popitem(last=False)
            person, waiting = people.popitem(last=False)
            given = waiting.popleft()
            if waiting:
                people[person] = waiting
            if people:
                line[table] = people
            if not given.done():
                self._free -= 1
                given.set_result(None)
