"""Several shipped processes on one database and one Discord, each with its shard; people who play at tables of all of
them, and what may happen to any process, to the database, and to what lies between.
"""

import asyncio
import random
import re
import time
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final

import aiohttp

from bot.discord.messages.growing import calls_nobody
from bot.games import GAMES
from bot.play import Env, limits
from bot.play.outbox_bodies import BOARD
from rules.chance import Seeded
from sandbox.actor import Person
from sandbox.api.rates import Rates
from sandbox.api.rest import Exchange
from sandbox.clock import Clock
from sandbox.page.shown import CannotError, Shown
from sandbox.server import Sandbox
from sandbox.world.snowflake import EPOCH
from sandbox.world.world import Channel, Event, Guild
from storage.rows import OutRow
from storage.shards import Shards
from tests.e2e.cafe_players import CafePresser
from tests.e2e.catan_players import CatanPresser
from tests.e2e.players import Presser, is_over, newest_board, pinged
from tests.e2e.shipped import ANSWERED, TOKEN, Kept, Shipped, held
from tests.e2e.test_kill import NUMBER, REFUSED, STANDS, TELLS, commits
from tests.postgres import stores
from tests.postgres.proxy import Proxy
from tests.postgres.server import free_port
from tests.postgres.wire import Wire, wire_to
from tests.sandbox import tally
from tests.sandbox.conftest import schema_path

NAMES: Final = ("Ada", "Bea", "Cem")
PLAYERS: Final[dict[str, Any]] = {"guatemala": Presser, "cafe": CafePresser, "catan": CatanPresser}
LEASE: Final = 1.0
PATIENCE: Final = 60.0
DRAINED: Final = 10.0
"""Seconds within which a process has answered, said and given back everything once it is asked to end."""
TAKEN_OVER: Final = 5.0
"""Seconds behind the lease after which somebody else is at what a process was to say that is gone."""
FIGURE: Final = re.compile(r'(stammtisch_\w+(?:\{\w+="[^"]+"(?:,le="[^"]+")?\})?) ([-+.\de]+)')
_OPEN = (
    'SELECT o.id, o.next_at, o.kind, o.number, o."user", o.body FROM outbox o JOIN games g ON g.id = o.game'
    " WHERE o.done_at = 0 AND o.next_at <= %s"
    " AND (%s < 0 OR (g.guild >> 22) %% %s = %s)"
)
# Of rows of the outbox: nobody is at them.
_LEFT = (
    "SELECT count(*) FROM outbox o WHERE o.id = ANY (%s) AND o.done_at = 0 AND NOT EXISTS (SELECT 1 FROM claims c"
    ' WHERE c.game = o.game AND c.address = o."user" AND c.until > clock_timestamp())'
)


def guild_of(sandbox: Sandbox, shard: int, count: int) -> Guild:
    """The server of a shard; an id tells its time, and that its shard."""
    name = f"Server {shard}"
    known = next((guild for guild in sandbox.world.guilds.values() if guild.name == name), None)
    while known is None and int((sandbox.clock.now() - EPOCH) * 1000) % count != shard:
        sandbox.clock.advance(0.001)
    return known or sandbox.guild(name)


class Table:
    """One game of some people on a server, and what they were told."""

    def __init__(self, game: str, guild: Guild, people: Sequence[Person], luck: random.Random) -> None:
        self.game = game
        self.guild = guild
        self.people = list(people)
        self.actors = {person.id: PLAYERS[game](person, luck) for person in people}
        self.thread: Any = None
        self.id = ""

    @property
    def board(self) -> Shown:
        return newest_board(self.people[0], self.thread)

    @property
    def is_over(self) -> bool:
        return is_over(self.board)


class Many:
    """The processes, their Discord, and everything that was confirmed or said."""

    def __init__(self, sandbox: Sandbox, count: int, seed: int, lease: float = LEASE) -> None:
        self.sandbox = sandbox
        self.count = count
        self.lease = lease
        self.luck = random.Random(seed)
        self.bots: list[Shipped] = []
        self.wires: list[Wire] = []
        self.tables: list[Table] = []
        self.confirmed: dict[int, str] = {}
        """Presses that were told that they stand."""
        self.posted: dict[tuple[str, str], set[str]] = {}
        """The messages of each nonce, by channel."""
        self.struck: Counter[str] = Counter()
        self.taken_over: list[float] = []
        """After how many seconds somebody else was at what a process that was gone was to say, where there was any."""
        self.said: list[float] = []
        """After how many seconds it was said."""
        self.forgiven: set[tuple[str, str]] = set()
        """What was said twice by a process that was frozen for longer than Discord remembers a nonce."""
        self.store: Any = None
        self.proxy: Any = None
        self.metrics: dict[int, str] = {}
        """Where processes give their figures out."""
        self._told: set[int] = set()
        self.pressed = asyncio.Event()
        sandbox.rest.watchers.append(self._seen)
        sandbox.world.listen(self._heard)

    # ── what is seen from outside ──

    def _heard(self, event: Event) -> None:
        if event.name == "INTERACTION_CREATE" and commits(event.data["data"]):
            self.pressed.set()

    def _seen(self, line: Exchange) -> None:
        body: Any = line.request
        if line.method == "POST" and isinstance(body, dict) and body.get("nonce") and line.status == 200:
            self.posted.setdefault((line.path, str(body["nonce"])), set()).add(str(line.answer["id"]))
        found, text = TELLS.fullmatch(line.path), str(body)
        if line.status >= 300 or found is None or "components" not in text:
            return
        press = self.sandbox.house.interactions.known[found[1]]
        if press.id in self._told:
            return
        self._told.add(press.id)
        if REFUSED not in text and STANDS.search(text) and commits(press.data):
            self.confirmed[press.id] = text

    @property
    def twice(self) -> list[tuple[str, str]]:
        """What was said a second time, without excuse."""
        return [key for key, messages in self.posted.items() if len(messages) > 1 and key not in self.forgiven]

    def boards_twice(self, table: Table) -> list[int]:
        """The public numbers of boards that stand more than once: of rows written twice each has a nonce of its own."""
        shown = [s for s in table.people[0].messages(table.thread) if not s.ephemeral and s.files]
        numbers = Counter(number[1] for s in shown if (number := NUMBER.match(s.files[0].name)))
        return [int(number) for number, count in numbers.items() if count > 1]

    # ── beginning ──

    def guild(self, shard: int) -> Guild:
        return guild_of(self.sandbox, shard, self.count)

    async def gather(self, game: str, shard: int, players: int, option: str = "") -> Table:
        """A table on a server of this shard, whose people have joined and begun."""
        guild = self.guild(shard)
        people = [self.sandbox.person(name, guild) for name in NAMES[:players]]
        table = Table(game, guild, people, self.luck)
        first, *others = people
        general = next(c for c in self.sandbox.world.channels.values() if c.guild_id == guild.id and not c.is_thread)
        known = {channel.id for channel in self._threads()}
        asked = {"game": game} | ({"option": option} if option else {})
        reply = await (await first.go(general).slash("/table new", asked)).done(PATIENCE)
        assert "<#" in reply.text, reply.text
        table.thread = next(c for c in self._threads() if c.id not in known)
        await self.sandbox.until(lambda: any("Join" in s.buttons for s in first.messages(table.thread)), PATIENCE)
        card = first.messages(table.thread)[-1]
        table.id = str(card.control("Join")["custom_id"]).split(":")[1]
        for person in people:
            person.go(table.thread)
        for person in others:
            await (await person.press(card, "Join")).done(PATIENCE)
        await (await first.press(card, "Start")).done(PATIENCE)
        self.tables.append(table)
        await self.sandbox.until(lambda: any(s.files for s in first.messages(table.thread)), PATIENCE)
        return table

    def _threads(self) -> list[Channel]:
        return [channel for channel in self.sandbox.world.channels.values() if channel.is_thread]

    # ── playing ──

    def open_rows(self, shard: int = -1, *, resting: bool = False) -> list[int]:
        """The rows of the outbox that are to be said by now; with `resting` those too that a board grows by later, for
        which nobody waits.
        """
        now = time.time_ns() // 1_000_000
        found = stores.rows(_OPEN, (now, shard, self.count, shard))
        return [number for number, at, *row in found if resting or not _rests(OutRow(*row), now - at)]

    async def taken(self, rows: Sequence[int], began: float) -> None:
        """Until somebody else is at these rows, and until they are said."""
        while stores.rows(_LEFT, (rows,)) != [(0,)]:
            assert time.monotonic() < began + self.lease + TAKEN_OVER, f"{self._unsaid()}\n{self.logs()}"
            await asyncio.sleep(0.02)
        self.taken_over.append(time.monotonic() - began)
        await self.quiet()
        self.said.append(time.monotonic() - began)

    async def quiet(self, seconds: float = PATIENCE, shard: int = -1) -> None:
        """Until all is said."""
        until = time.monotonic() + seconds
        while self.open_rows(shard):
            assert time.monotonic() < until, f"{self._unsaid()}\n{self.logs()}"
            await asyncio.sleep(0.03)

    def _unsaid(self) -> list[Any]:
        rows = stores.rows('SELECT game, kind, "user", tries, sending, next_at FROM outbox WHERE done_at = 0')
        return [*rows, *stores.rows("SELECT * FROM claims")]

    def logs(self) -> str:
        return "\n".join(bot.log.read_text()[-3000:] for bot in self.bots)

    async def turn(self, table: Table) -> bool:
        """Somebody who is asked acts; False: the game is over, or nobody is called yet."""
        board = table.board
        if is_over(board) or not board.buttons:
            return False
        asked = await self.asked(table)
        if not asked:
            return False
        actor = table.actors[self.luck.choice(asked)]
        actor.person.go(table.thread)
        with suppress(CannotError):  # what was to be pressed has just changed
            await actor.act(board)
            if getattr(actor, "offered", False):
                actor.offered = False
                await self._answered(table, actor)
        return True

    async def _answered(self, table: Table, offered: Any) -> None:
        """The others answer an offer of Catan."""
        await self.quiet()
        for other in table.actors.values():
            if other is not offered and self.luck.random() < 0.8:
                other.person.go(table.thread)
                await other.answer(table.board)

    async def asked(self, table: Table) -> list[int]:
        loaded = await self.store.load(table.id)
        seats = {question.seat for question in loaded.questions if question.required}
        called = sorted(row.user for row in loaded.seats if row.seat in seats)
        return called or pinged(table.board)

    async def play(self, turns: int = 10_000) -> None:
        """All tables in turn, to their ends or for so many turns."""
        for _ in range(turns):
            running = [table for table in self.tables if not table.is_over]
            if not running:
                return
            await self.turn(self.luck.choice(running))
            await self.quiet()

    # ── what happens ──

    async def replaced(self, shard: int, *program: str) -> None:
        """Ends a process and starts its successor, as an update does."""
        bot = self.bots[shard]
        assert await bot.stop(DRAINED) == 0, bot.log.read_text()
        bot.program = program or bot.program
        await bot.start()

    async def acts(self, table: Table) -> None:
        while await self.turn(table):
            await self.quiet()

    async def let_go(self, acting: "asyncio.Task[Any]") -> None:
        """Who was pressing gives up; an answer may still come, or none."""
        acting.cancel()
        await asyncio.gather(acting, return_exceptions=True)
        self.sandbox.clock.advance(3.5)
        self.sandbox.house.interactions.unanswered.clear()

    async def look(self) -> None:
        """No confirmed move is lost, none is doubled, nothing was said twice."""
        for table in self.tables:
            kept = await self.kept(table)
            assert kept.commits >= len(kept.moves), "a commit for each answer"
            if table.game == "guatemala":
                assert kept.commits == len(kept.moves)
        confirmed = dict(self.confirmed)
        known = {press for (press,) in stores.rows("SELECT interaction FROM actions")}
        lost = [text for press, text in confirmed.items() if press not in known]
        assert lost == [], lost
        assert self.twice == [], self.twice
        if not self.forgiven:
            assert [self.boards_twice(table) for table in self.tables] == [[]] * len(self.tables)

    async def kept(self, table: Table) -> Kept:
        """All of a table at one moment: a press that is still being answered may commit at any."""
        while True:
            before = self._answers(table)
            try:
                whole = await held(self._env, table.id)
            except AssertionError:  # it is read by two statements
                if before == self._answers(table):
                    raise
                continue
            if before == self._answers(table):
                return Kept(*whole, before, ())

    @property
    def _env(self) -> Env:
        return Env(self.store, Seeded(0), lambda: 0, GAMES)

    def _answers(self, table: Table) -> dict[int, str]:
        return dict(stores.rows(f"{ANSWERED} = %s", (table.id,)))

    async def figures(self) -> None:
        """What is given out is Prometheus' text, and names nobody."""
        names = {name for table in self.tables for name in (table.id, *NAMES, *map(str, table.actors))}
        for shard, address in self.metrics.items():
            async with aiohttp.ClientSession() as session, session.get(f"http://{address}/metrics") as answer:
                text = await answer.text()
                assert (answer.status, answer.headers["Content-Type"][:25]) == (200, "text/plain; version=0.0.4")
            values = dict[str, float]()
            for line in text.splitlines():
                if not line.startswith(("# HELP stammtisch_", "# TYPE stammtisch_")):
                    name, value = FIGURE.fullmatch(line).groups()  # pyright: ignore[reportOptionalMemberAccess]
                    assert name not in values
                    values[name] = float(value)
            assert values["stammtisch_gateway_shards"] == values["stammtisch_shards_held"] == 1, (shard, text)
            assert values['stammtisch_stage_seconds_count{stage="statement"}'] > 10
            assert values["stammtisch_requests_allowed"] == 50
            assert values["stammtisch_store_answers"] == 1
            assert values["stammtisch_lease_left_seconds"] <= self.lease
            assert not [name for name in names if name in text]

    async def end(self) -> None:
        """All processes go, and leave nothing unsaid."""
        for bot in self.bots:
            assert await bot.stop(DRAINED) == 0, bot.log.read_text()
        assert not self.open_rows(resting=True)
        assert stores.rows("SELECT count(*) FROM claims") == [(0,)]
        assert stores.rows("SELECT count(*) FROM shards WHERE shard < 900 AND until > clock_timestamp()") == [(0,)]


def _rests(row: OutRow, age: int) -> bool:
    """Does somebody go on, so that their board says more at once, half a minute later (messages/posts.py)?"""
    return row.kind == BOARD and age < limits.EDIT_REST_MS and calls_nobody([row])


Begin = Callable[..., Any]


@asynccontextmanager
async def many(folder: Path, count: int, seed: int, *, lease: float = LEASE, **settings: str) -> AsyncGenerator[Many]:
    """So many processes of one shard each, which hear what people do."""
    async with AsyncExitStack() as stack:
        address = stores.emptied()
        sandbox = Sandbox(clock=Clock(held=True), rates=Rates.wide(), schema=schema_path(), token=TOKEN)
        sandbox.house.concurrency = count
        await sandbox.start()
        stack.push_async_callback(sandbox.stop)
        found = Many(sandbox, count, seed, lease)
        for shard in range(count):
            wire = await stack.enter_async_context(wire_to(stores.server().port))
            found.wires.append(wire)
            found.guild(shard)
            if not shard:  # one asks Discord by a proxy, the others say how they are
                found.proxy = await stack.enter_async_context(Proxy(sandbox.address).served())
                own = {"STAMMTISCH_API": found.proxy.address}
            else:
                found.metrics[shard] = f"127.0.0.1:{free_port()}"
                own = {"STAMMTISCH_METRICS": found.metrics[shard], "STAMMTISCH_REQUESTS": "50"}
            bot = Shipped(
                sandbox,
                folder / f"data{shard}",
                whole=False,
                **own,
                STAMMTISCH_DATABASE=re.sub(r":\d+/", f":{wire.port}/", address),
                STAMMTISCH_LEASE=str(lease),
                STAMMTISCH_SHARDS=f"{shard}/{count}",
                **settings,
            )
            found.bots.append(bot)
            stack.push_async_callback(bot.away)
        found.store = await stores.opened(address, shards=Shards((999,), count))
        stack.push_async_callback(found.store.close)
        await asyncio.gather(*(bot.start() for bot in found.bots))
        await sandbox.until(lambda: bool(sandbox.world.commands), 30)
        yield found
        tally.add(sandbox.checker)
        wrong = [str(violation) for violation in sandbox.checker.violations]
        assert wrong == [], wrong
