"""The courier: sends what the outbox holds, each table in its order, each row once.

What stands in a thread, new or edited, is `Posts`; what goes to one person, `Direct`; both send by the `Sender`.
Several waiting moves of a table become one message with all of their facts and the newest picture.
"""

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from functools import partial
from weakref import WeakValueDictionary

import structlog

from bot.discord.messages.composer import Composer
from bot.discord.messages.direct import Direct
from bot.discord.messages.messenger import Impossible, Letter, Messenger, NotNow, Unknown
from bot.discord.messages.posts import Posts
from bot.discord.messages.sender import Sender
from bot.play import Action, Table, Transactions, limits
from bot.play import outbox_bodies as outbox
from bot.play.answers import Moved
from bot.play.clocks import peace
from bot.play.clocks.quiet_hours import is_quiet, lifted
from bot.play.seating import deal, relocation
from storage import Elsewhere, StorageError, StorageFull, Store
from storage.rows import Person, Waiting

_PUBLIC = (
    outbox.BOARD, outbox.LOBBY_CARD, outbox.DOOR, outbox.NOTICE, outbox.REMINDER, outbox.CALL, outbox.NAME, outbox.SEAT,
    outbox.LATE, outbox.START,
)  # fmt: skip
_APART = (outbox.STALLED, outbox.SETTLED, outbox.NUDGE, outbox.DIGEST)
"""Rows for one person that are not said together with others."""
_SILENT = (outbox.SETTLED, outbox.CHANNEL)
"""Of them those that nobody hears."""
FAILED_REST_MS = 600_000
"""How long a table rests after Discord failed it; one that Discord refused rests until somebody acts at it."""
TABLES_AT_ONCE = 32
LONGEST_SLEEP = 30.0

log = structlog.get_logger()


class Courier:
    def __init__(self, transactions: Transactions, composer: Composer, messenger: Messenger) -> None:
        self._transactions = transactions
        self._env = transactions.env
        self._store: Store = transactions.env.store
        self._composer = composer
        self._messenger = messenger
        self._sender = Sender(transactions, messenger)
        self.posts = Posts(self._sender, composer)
        self._direct = Direct(self._sender, composer)
        self._under_way: dict[str, asyncio.Task[int]] = {}
        """Tasks by table."""
        self._at_once = asyncio.Semaphore(TABLES_AT_ONCE)
        self._opening: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """By channel."""
        self._pausing = False
        """Some rows could not be sent yet."""
        self._full = False
        self.rest = limits.EDIT_REST_MS

    async def run(self) -> None:
        """Sends for ever: after every commit and every pause. Tables parked by failures are tried again."""
        self.posts.rest = self.rest
        try:
            await self._run()
        finally:
            self.posts.rest = 0  # at the end nothing waits for more

    async def _run(self) -> None:
        again = 0
        while True:
            try:
                now = self._env.now()
                if not again - FAILED_REST_MS <= now < again:  # or the clock was set back
                    again = now + FAILED_REST_MS
                    await self._store.unpark_failed(now)
                self._transactions.spoken.clear()
                await self._begin()
            except StorageFull:
                self._note_full()
            soon = self._under_way or self._pausing
            with suppress(TimeoutError):  # not wait_for, which may swallow our cancellation
                async with asyncio.timeout(1.0 if soon else LONGEST_SLEEP):
                    await self._transactions.spoken.wait()

    async def drain(self) -> int:
        """Sends what may be sent now; returns how many rows are done."""
        await self._begin()
        done = sum(await asyncio.gather(*self._under_way.values()))
        await self._sender.note_closed()
        return done

    async def _begin(self) -> None:
        """Starts every table at its own pace: one that Discord slows down delays no other."""
        self._pausing = False  # before the read: a table that ends during it may have to be looked at again
        await self._sender.note_closed()
        rows = await self._store.waiting(self._env.now(), limits.OUTBOX_BATCH, tuple(self._under_way))
        by_table: dict[str, list[Waiting]] = {}
        for row in rows:
            if row.table not in self._under_way and not self._sender.is_closed(row):  # else since the read
                by_table.setdefault(row.table, []).append(row)
        for table, waiting in by_table.items():
            task = self._under_way[table] = asyncio.create_task(self._in_turn(table, waiting))
            task.add_done_callback(partial(self._ended, table, len(waiting)))

    async def _in_turn(self, table: str, rows: list[Waiting]) -> int:
        async with self._at_once:
            return await self._table(table, rows)

    def _ended(self, table: str, rows: int, task: "asyncio.Task[int]") -> None:
        """Looks again after a table's task: there may be more rows by now. Unsent ones wait for their time."""
        del self._under_way[table]
        if task.cancelled():
            return
        match task.exception():
            case None:
                self._pausing = self._pausing or task.result() < rows
                if task.result():
                    self._full = False
                    self._transactions.spoken.set()
            case StorageFull():
                self._note_full()
            case Elsewhere():
                self._pausing = True
            case error:
                self._pausing = True
                log.error("table failed", table=table, exc_info=error)

    def _note_full(self) -> None:
        """Logs a full disk once, not every second: there may be little room for logs, too."""
        if not self._full:
            log.error("disk full", help="make room; what is to be said waits")
        self._full = self._pausing = True

    # ── one table ──

    async def _table(self, key: str, rows: list[Waiting]) -> int:
        """Says the rows of a table, then takes off the buttons that this has outdated: those rows need not be read."""
        self._sender.closing(key)  # those of an earlier round that failed are among these rows
        done = await self._closed([row for row in rows if row.row.kind == outbox.CLOSE])
        rest = [row for row in rows if row.row.kind != outbox.CLOSE]
        done += await self._spoken(key, rest) if rest else 0
        outdated = self._sender.closing(key)
        if outdated and await self._closed(outdated) < len(outdated):
            self._pausing = True
        return done

    async def _closed(self, rows: list[Waiting]) -> int:
        """Takes buttons off, for which nothing of the table needs to be known."""
        return sum([await self._tried([row], self._sender.closed(row)) for row in rows])

    async def _spoken(self, key: str, rows: list[Waiting]) -> int:
        table = await self._transactions.taken(key, max(row.rev for row in rows))
        if table is None:
            return await self._sender.done(rows)
        public = [row for row in rows if row.row.kind in _PUBLIC]
        done = await self._tried(public, self._thread(table, public)) if public else 0
        users: dict[tuple[int, str], list[Waiting]] = {}
        for row in rows:
            if row.row.kind not in _PUBLIC:
                apart = row.row.kind if row.row.kind in _APART else ""
                users.setdefault((row.row.user, apart), []).append(row)
        if not users:
            return done
        asked = asyncio.gather(*(self._store.person(user) for user, _ in users))
        if public:  # meanwhile its thread may have been opened, or somebody has moved
            table, people = await asyncio.gather(self._again_loaded(table), asked)
        else:
            people = await asked
        for person, waiting in zip(people, users.values(), strict=True):
            if await self._waits_for_morning(table, person, waiting):
                continue
            done += await self._tried(waiting, self._direct.say(table, person, waiting))
        return done

    async def _waits_for_morning(self, table: Table, person: Person, rows: list[Waiting]) -> bool:
        """Is the person not to be disturbed now? Then what is to be said to them waits."""
        if all(row.row.kind in _SILENT for row in rows):
            return False
        quiet, now = peace.quiet_hours(table, person.settings), self._env.now()
        if not is_quiet(quiet, now):
            return False
        ids = tuple(row.id for row in rows)
        await self._store.postpone(ids, min(lifted(quiet, now), now + peace.SLICE_MS))
        return True

    async def _again_loaded(self, table: Table) -> Table:
        return await self._transactions.load(table.id) or table

    async def _tried(self, rows: list[Waiting], work: Awaitable[int]) -> int:
        """Treats a row that cannot even be composed like one that Discord does not take: it is not tried for ever."""
        try:
            return await work
        except StorageError:
            raise
        except Exception as error:
            log.exception("not written", table=rows[0].table, kind=rows[0].row.kind, exc_info=error)
            await self._sender.again(rows, None)
            return 0

    async def _thread(self, table: Table, rows: list[Waiting]) -> int:
        """Sends the public rows of a table in order; neighbours of one kind are one message.

        What is to be put together with what comes next rests; other kinds do not wait for it.
        """
        done = await self._named(table, rows)
        boards = [row for row in rows if row.row.kind == outbox.BOARD]
        resting = bool(boards) and await self.posts.rests(table, boards)
        for group in _groups(rows):
            if resting and group[0].row.kind == outbox.BOARD:
                continue
            if done:  # time has passed since it was read
                table = await self._again_loaded(table)
            if not table.row.channel:
                opened = await self._open_thread(table, group)
                if opened is None:
                    return done
                table = opened
            if not await self.posts.say(table, group):
                return done
            done += len(group)
            if group[0].row.kind == outbox.START:
                await self._transactions.run(table.id, Action(0), deal.deal())
        return done

    async def _named(self, table: Table, rows: list[Waiting]) -> int:
        thread, name = table.row.channel, self._composer.thread
        return sum([await self._sender.named(thread, name(table), row) for row in rows if row.row.kind == outbox.NAME])

    async def _open_thread(self, table: Table, group: list[Waiting]) -> Table | None:
        """Opens the thread in the channel named by the newest waiting row; returns the table with its thread."""
        parent = outbox.parent_of(await self._store.unsaid(table.id))
        async with self._opening.setdefault(parent, asyncio.Lock()):  # a thread is nobody's before its table knows it
            try:
                channel = await self._new_thread(parent, self._composer.thread(table), group)
            except (NotNow, Unknown) as refused:
                await self._sender.again(group, refused.after, unknown=isinstance(refused, Unknown))
                return None
            except Impossible as refused:
                await self._sender.refused(table, group, refused)
                return None
            done = await self._transactions.run(table.id, Action(0), relocation.arrive(parent, channel))
        return done.table if isinstance(done.answer, Moved) else None

    async def _new_thread(self, parent: int, letter: Letter, group: list[Waiting]) -> int:
        """Opens a thread; where nobody knows whether that was done, takes the one that stands empty."""
        stands = await self._empty_thread(parent, letter) if any(row.sent_maybe for row in group) else 0
        if stands:
            return stands
        await self._store.sending(tuple(row.id for row in group), self._env.now())
        try:
            return await self._messenger.open_thread(parent, letter)
        except Unknown:
            stands = await self._empty_thread(parent, letter)
            if not stands:
                raise
            return stands

    async def _empty_thread(self, parent: int, letter: Letter) -> int:
        """Returns a thread of ours that no table has; 0 if there is none."""
        for thread in await self._messenger.empty_threads(parent, letter):
            if await self._store.at_channel(thread) is None:
                return thread
        return 0


def _groups(rows: list[Waiting]) -> list[list[Waiting]]:
    """Groups neighbours of one kind that are messages; rows that may have been sent stay grouped as they were."""
    groups: list[list[Waiting]] = []
    for row in (row for row in rows if row.row.kind != outbox.NAME):
        last = groups[-1][-1] if groups else None
        if last is not None and last.row.kind == row.row.kind and last.sent_maybe == row.sent_maybe:
            groups[-1].append(row)
        else:
            groups.append([row])
    return groups


def courier(transactions: Transactions, messenger: Messenger) -> Courier:
    """Returns one that composes its letters of what is stored."""
    return Courier(transactions, Composer(transactions.env), messenger)
