"""What the bot does on each of its routes, with a fault on its way; each scene returns, in one letter, what came of it.

.  as if nothing had been: it comes once, or is answered; where it is a move, that counts once
a  it comes once as soon as somebody acts at the table
-  it is dropped: nothing that is waited for is lost
c  this person's direct messages count as closed; the table goes on
w  it is answered in words alone
s  nobody could be told, yet it counts once, and made again it is settled
n  it is not done, and whoever asked reads that
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

import aiohttp
import pytest
from discord import http
from discord.webhook import async_
from msgspec.structs import replace

from bot.discord.interactions import replies, wire
from bot.play import Action, limits, turns
from bot.play.outbox_bodies import HandBody, NameBody, row
from bot.play.plans import planning
from bot.play.seating import lobby
from bot.wording.words import words_for
from sandbox.actor import Person, Unanswered
from sandbox.faults import Fault, Glitch
from sandbox.page.shown import Shown
from sandbox.world.world import LOADING, Event
from storage.rows import Change
from tests.e2e.conftest import Stage
from tests.e2e.faults_by_route import NEVER, fault
from tests.e2e.players import newest_board
from tests.e2e.test_answers import Evening, Reads
from tests.e2e.test_discord_faults import CALLBACK, Weather

POST, EDIT = "POST /channels/*/messages", "PATCH /channels/*/messages/*"
ROUND: Final = 6.0
"""Seconds between two looks of the courier, by all clocks."""
ROUNDS: Final = 130
"""So many that a table that was parked by a failure is tried again."""
BUSY: Final = 500
"""Hundredths of a second for which a look of the courier may take, on a machine that is busy elsewhere."""
PATIENCE: Final = 0.4
"""Seconds after which a connection that hangs counts as lost; else it would be five minutes."""
CHAT: Final = 120
"""Lines that people write while the bot is away."""
WORDS: Final = words_for("en")


class Quick:
    """Lets discord.py and the wire wait as they do, only shorter: how long they wait is not the question here."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    @staticmethod
    async def sleep(seconds: float, result: Any = None) -> Any:
        return await asyncio.sleep(min(seconds, 0.01), result)


def quick(patch: pytest.MonkeyPatch) -> None:
    for module in (http, async_):
        patch.setattr(module, "asyncio", Quick())
    for name in ("FIRST", "LATER"):
        patch.setattr(wire, name, tuple(0.0 for _ in getattr(wire, name)))
    patch.setattr(wire, "DEAD", 60.0)  # however busy the machine
    patch.setattr(replies, "AGAIN", (0.0, 0.0, 0.0))


class Skies(Weather):
    """All clocks go together, and the bot can be killed and begun anew."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._real = stage.now

    async def begin(self) -> "Skies":
        self.stage.now = self._real
        await super().begin()
        self.stage.now = self.stage.env.now
        return self

    def on(self, seconds: float) -> None:
        self.ahead += int(seconds * 1000)
        self.stage.sandbox.clock.advance(seconds)
        self.stage.transactions.spoken.set()

    async def rest(self, rounds: int = ROUNDS) -> bool:
        for _ in range(rounds):
            if not await self.stage.store.waiting(self.stage.env.now() + 10**9, 1):
                return True
            self.on(ROUND)
            await asyncio.sleep(0.01)
            await self.idle()
        return False

    async def idle(self) -> None:
        """Until the courier has done what it has begun."""
        for _ in range(BUSY):
            if not self.stage.client.courier._under_way:
                return
            await asyncio.sleep(0.01)

    async def again(self) -> None:
        """Killed and begun anew ten minutes later, when Discord has forgotten the nonces and people have chatted."""
        await self.stage.kill()
        self.stage.sandbox.clock.advance(600)
        self.ahead += 600_000
        for n in range(CHAT):
            self.first.say(f"line {n}", at=self.thread)
        await self.stage.open()


class Scene(Evening):
    def __init__(self, skies: Skies, patch: pytest.MonkeyPatch) -> None:
        super().__init__(skies)
        self.skies = skies
        self.patch = patch
        self.count = 500
        self.patience = 1.5
        """Seconds in which somebody reads an answer, if one comes."""
        self.besides: tuple[Glitch, ...] = ()
        """What the gateway does to the deliveries meanwhile."""
        self.again = False
        """Is the bot killed and begun anew before it tries again, or is an answer announced first?"""

    # ── striking ──

    async def struck(self, planned: Fault) -> None:
        """Waits until a fault has struck and its time is over."""
        faults, clock = self.stage.sandbox.faults, self.stage.sandbox.clock
        for _ in range(200):
            if planned in faults.struck:
                break
            await asyncio.sleep(0.005)
        if planned.delay and planned.delay < NEVER:
            await asyncio.sleep(0.01)
            clock.advance(planned.delay + 0.01)
        if planned.delay == NEVER:
            await asyncio.sleep(PATIENCE + 0.1)
        await asyncio.sleep(0.03)
        await self.skies.idle()

    def strike(self, *planned: Fault) -> None:
        faults = self.stage.sandbox.faults
        faults.clear()
        faults.struck.clear()
        if any(one.delay == NEVER for one in planned):
            known: Any = self.stage.client.http
            session: aiohttp.ClientSession = known._HTTPClient__session
            self.patch.setattr(session, "_timeout", aiohttp.ClientTimeout(total=PATIENCE))
        faults.plan(*planned, *self.besides)

    def over(self) -> Any:
        self.stage.sandbox.faults.clear()
        return super().over()

    async def settled(
        self, planned: Fault, wanted: Callable[[], Awaitable[bool]], act: Callable[[], Any], table: str = ""
    ) -> str:
        """Returns the letter of what waits in the outbox of a table."""
        table = table or self.weather.table
        await self.struck(planned)
        if self.again:
            await self.skies.again()
        self.patch.undo()
        quick(self.patch)
        if await self.skies.rest() and await wanted() and not await self.stage.store.parked(table):
            return "."
        await act()
        assert await self.skies.rest(), "the outbox does not come to rest"
        assert await wanted(), "it never comes"
        return "a"

    # ── in the thread ──

    async def board(self, number: int) -> bool:
        """Does the newest position stand in the thread, once?"""
        shown = self.skies.numbers()
        assert max(shown.values()) == 1, shown
        return max(shown) == number

    async def moved(self) -> None:
        await self.goes_on()
        await self.skies.move("step 1", "done")

    async def newest(self) -> bool:
        return await self.board(await self.number())

    async def create(self, kind: dict[str, Any]) -> str:
        planned = fault(POST, **kind)
        self.strike(planned)
        await self.skies.move("step 1", "done")
        return await self.settled(planned, self.newest, self.moved)

    async def edit(self, kind: dict[str, Any]) -> str:
        """What is taken back is told by an edit."""
        planned, user = fault(EDIT, **kind), (await self.weather.asked()).id
        await self.skies.move("step 1", "done")
        assert await self.skies.rest()
        self.strike(planned)
        await self.stage.do(self.weather.table, Action(user), turns.take_back())
        return await self.settled(planned, self.newest, self.moved)

    async def look(self, kind: dict[str, Any]) -> str:  # pyright: ignore[reportIncompatibleMethodOverride]
        """A board of which nobody knows whether it was sent is looked for."""
        planned = fault("GET /channels/*/messages", **kind)
        self.strike(fault(POST, lost=True, after=True), planned)
        await self.skies.move("step 1", "done")
        await asyncio.sleep(0.05)
        for _ in range(3):  # it is looked for after a pause
            self.skies.on(ROUND)
            await asyncio.sleep(0.02)
        return await self.settled(planned, self.newest, self.moved)

    async def fetch(self, kind: dict[str, Any]) -> str:
        """The buttons of a message that the bot does not remember are taken off."""
        before = self._live()
        await self.moved()
        assert await self.skies.rest()
        planned = fault("GET /channels/*/messages/*", **kind)
        old = [shown for shown in self._live() if shown not in before]
        messenger: Any = self.stage.client.courier._messenger
        messenger._shown.clear()
        self.strike(planned)
        await self.skies.move("step 1", "done")
        await self.struck(planned)
        if self.again:
            await self.skies.again()
        self.patch.undo()
        quick(self.patch)
        assert await self.skies.rest()
        assert await self.newest()
        return "-" if any(shown.buttons for shown in old) else "."

    def _live(self) -> list[Shown]:
        return [s for s in self.skies.first.messages(self.skies.thread) if not s.ephemeral and s.buttons]

    async def rename(self, kind: dict[str, Any]) -> str:
        planned, thread = fault("PATCH /channels/*", **kind), self.skies.thread
        name, thread.name = thread.name, "something else"
        house = self.stage.sandbox.house
        told = Event("THREAD_UPDATE", house.shapes.thread(thread), thread.guild_id, thread.id)
        self.stage.sandbox.world.publish(told)
        await asyncio.sleep(0.02)
        self.strike(planned)
        await self._say(NameBody(), 0)
        await self.struck(planned)
        if self.again:
            await self.skies.again()
        self.patch.undo()
        quick(self.patch)
        assert await self.skies.rest()
        renamed, thread.name = thread.name == name, name
        return "." if renamed else "-"

    async def _say(self, body: Any, user: int) -> int:
        self.count += 1
        loaded = await self.weather.loaded()
        what = row(self.count, body, user)
        await self.stage.store.write(Change(loaded.table, loaded.table.rev, self.stage.env.now(), rows=(what,)))
        self.stage.transactions.spoken.set()
        return self.count

    async def thread(self, kind: dict[str, Any]) -> str:
        """A table is opened; whoever joins it acts."""
        planned, person = fault("POST /channels/*/threads", **kind), self.stage.people[2]
        before = self._threads()
        self.skies.on(limits.OPENED[1] / 1000)  # nobody opens many in a short time
        self.strike(planned)
        answer: Any = await lobby.create(self.stage.transactions, Action(person.id), self._wanted(person))
        table = answer.table

        async def opened() -> bool:
            channel = (await self.stage.table(table)).row.channel
            cards = list(person.messages(self.stage.sandbox.world.channels[channel])) if channel else []
            assert self._threads() - before <= 1, "an orphan stands empty"
            assert len([s for s in cards if "Start" in s.buttons]) <= 1
            return bool(cards)

        async def joined() -> None:
            await self.stage.do(table, Action(self.stage.people[3].id), lobby.join("Dag"))

        letter = await self.settled(planned, opened, joined, table)
        await self.stage.do(table, Action(person.id), lobby.close())
        assert await self.skies.rest()
        return letter

    def _threads(self) -> int:
        return len([channel for channel in self.stage.sandbox.world.channels.values() if channel.kind == 11])

    def _wanted(self, person: Person) -> lobby.NewTable:
        parent = self.skies.thread.parent_id or 0
        return lobby.NewTable(self.stage.guild.id, parent, "cafe", person.name)

    # ── to one person ──

    async def open_dm(self, kind: dict[str, Any]) -> str:
        self.stage.client._connection._private_channels_by_user.clear()  # else it opens none that it knows
        return await self._hand(fault("POST /users/@me/channels", **kind), known=False)

    async def send_dm(self, kind: dict[str, Any]) -> str:
        return await self._hand(fault(POST, **kind), known=True)

    async def _hand(self, planned: Fault, *, known: bool) -> str:
        store, person = self.stage.store, self.skies.first
        kept = await store.person(person.id)
        await store.save_person(replace(kept, dm_state="open", dm_channel=person.dm.id if known else 0))
        loaded = await self.weather.loaded()
        seat = next(one.seat for one in loaded.seats if one.user == person.id)
        self.skies.on(700)  # there is room for another new DM
        self.strike(planned)
        number = await self._say(HandBody(seat), person.id)
        await self.struck(planned)
        if self.again:
            await self.skies.again()
        self.patch.undo()
        quick(self.patch)
        assert await self.skies.rest()
        said = [shown for shown in person.dms if shown.files and f"-{number}-" in shown.files[0].name]
        assert len(said) <= 1
        state = (await self.stage.store.person(person.id)).dm_state
        assert state == "open" or not said
        await self.moved()
        assert await self.skies.rest()
        assert await self.newest(), "the table goes on"
        return "." if said else "c" if state == "closed" else "-"

    # ── answers ──

    async def callback(self, kind: dict[str, Any]) -> str:
        """Of a press, and of a typed move where nothing is announced: the same becomes of both."""
        if self.again:
            return await self._answered(fault(CALLBACK, (6,), **kind), Evening.commit)
        pressed = await self._answered(fault(CALLBACK, (7,), **kind), Evening.commit)
        await self.goes_on()
        typed = await self._answered(fault(CALLBACK, (4,), **kind), Evening.play)
        return pressed if pressed == typed else f"{pressed}, typed {typed}"

    async def follow_up(self, kind: dict[str, Any]) -> str:
        return await self._answered(fault("POST /webhooks/*/*", **kind), Scene.hand)

    async def edit_answer(self, kind: dict[str, Any]) -> str:
        does = Evening.commit if self.again else Evening.play
        return await self._answered(fault("PATCH /webhooks/*/messages/@original", **kind), does, announced=True)

    async def _answered(
        self, planned: Fault, does: Callable[[Any], Awaitable[Reads]], *, announced: bool = False
    ) -> str:
        self.skies.on(limits.RETYPED_MS / 1000 + 1)  # the line before is not meant
        before, counts = await self.number(), does is not Scene.hand
        await self.cleared()
        if does is Evening.commit:
            await self.panel(await self.weather.asked())
        newest = max(self.stage.sandbox.world.messages(self.skies.thread.id))
        self.strike(planned)
        if self.again or announced:
            self.patch.setattr(replies, "PATIENCE", 0.0)
        doing = asyncio.create_task(self._does(does))
        await self.struck(planned)
        text = await doing
        self.patch.undo()
        quick(self.patch)
        await self.over()
        assert await self.skies.rest()
        assert await self.newest()
        self.stage.sandbox.house.interactions.unanswered.clear()
        after = await self.number()
        said = [text, *self.texts(newest)]
        assert [one for one in said if "Something went wrong" in one] == []
        if "could not be reached" in text:
            assert after == before
            return "n"
        assert after - before == int(counts)
        if not counts:
            return "." if text.strip() else "s"
        if WORDS.say("Move {number} played.", number=after) not in text:
            return "s"
        return "." if self._rows(newest) else "w"

    def _rows(self, newest: int) -> bool:
        """Is there an answer of this act with what belongs to it?"""
        shown = [m for person in self.stage.people[:2] for m in person.messages(self.skies.thread) if m.ephemeral]
        return any("Take back" in m.buttons for m in shown if m.id > newest)

    async def hand(self) -> Reads:
        """A press on what all see is acknowledged, and answered apart."""
        board = newest_board(self.skies.first, self.skies.thread)
        reply = await (await self.skies.first.press(board, "My hand")).done()
        return lambda: reply.text

    async def cleared(self) -> None:
        """Nothing is planned: what was taken back would be."""
        table, user = self.weather.table, (await self.weather.asked()).id
        panel = await self.stage.do(table, Action(user), planning.open_panel())
        await self.stage.do(table, Action(user), planning.start_over(panel.since, panel.rev))

    async def _does(self, does: Callable[[Any], Awaitable[Reads]]) -> str:
        try:
            reads = await asyncio.wait_for(does(self), self.patience)
        except (Unanswered, TimeoutError):
            return ""
        return reads()

    def thinking(self) -> int:
        world = self.stage.sandbox.world
        return len([m for m in world.messages(self.skies.thread.id).values() if m.flags & LOADING])


ROUTES: Final[dict[str, Callable[[Scene, dict[str, Any]], Awaitable[str]]]] = {
    "a message": Scene.create,
    "an edit": Scene.edit,
    "a first answer": Scene.callback,
    "an answer apart": Scene.follow_up,
    "a thread": Scene.thread,
    "a thread's name": Scene.rename,
    "what stands there": Scene.look,
    "an answer's edit": Scene.edit_answer,
    "a new DM": Scene.open_dm,
    "a DM": Scene.send_dm,
    "one message": Scene.fetch,
}
