"""The courier: sends what the outbox holds, each table in its order, each row once.

A row is noted as being sent before it is, so that after a crash its message is looked for (by nonce) before it is sent
again. Several waiting moves of a table become one message with all of their facts and the newest picture. A failed row
is tried again with growing pauses; one that failed three times parks its table for a while, not the bot. DMs that
Discord refuses are noted with the person and not tried again until they ask.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from functools import partial

import structlog

from bot.discord.composer import Composer
from bot.discord.messenger import DmClosed, Impossible, Letter, Messenger, NotNow, TooFast, Unknown
from bot.play import Action, Table, Transactions, limits, notices, relocation
from bot.play import outbox_bodies as outbox
from bot.play.answers import Moved
from storage import StorageError, StorageFull, Store
from storage.rows import CLOSED_DM, FAILED, OPEN_DM, Person, Sent, Waiting

_CODES = {
    outbox.BOARD: "b", outbox.LOBBY_CARD: "l", outbox.HAND: "h", outbox.QUESTION: "q",
    outbox.NOTICE: "n", outbox.CHANNEL: "c", outbox.REMINDER: "r", outbox.STALLED: "s",
}  # fmt: skip
_PUBLIC = (outbox.BOARD, outbox.LOBBY_CARD, outbox.NOTICE, outbox.REMINDER)
FIRST_PAUSE_MS = 5_000
FAILED_REST_MS = 600_000
"""How long a table rests after Discord failed it; one that Discord refused rests until somebody acts at it."""
TABLES_AT_ONCE = 32
LONGEST_SLEEP = 30.0

log = structlog.get_logger()


def nonce(table: str, number: int, kind: str, seat: int = -1) -> str:
    """At most 25 characters. Discord posts one message per nonce, so each recipient needs their own."""
    return f"{table}:{number}:{_CODES[kind]}{seat if seat >= 0 else ''}"[: limits.NONCE]


class Courier:
    def __init__(self, transactions: Transactions, composer: Composer, messenger: Messenger) -> None:
        self._transactions = transactions
        self._env = transactions.env
        self._store: Store = transactions.env.store
        self._composer = composer
        self._messenger = messenger
        self._under_way: dict[str, asyncio.Task[int]] = {}
        """Tasks by table."""
        self._at_once = asyncio.Semaphore(TABLES_AT_ONCE)
        self._pausing = False
        """Some rows could not be sent yet."""
        self._full = False
        self._opened: deque[int] = deque()
        """When DM channels were opened, the newest last."""
        self._resting = 0
        """Until when no DM channel is opened."""

    async def run(self) -> None:
        """Sends for ever: after every commit and every pause. Tables parked by failures are tried again."""
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
        return sum(await asyncio.gather(*self._under_way.values()))

    async def _begin(self) -> None:
        """Starts every table at its own pace: one that Discord slows down delays no other."""
        rows = await self._store.waiting(self._env.now(), limits.OUTBOX_BATCH, tuple(self._under_way))
        self._pausing = False
        by_table: dict[str, list[Waiting]] = {}
        for row in rows:
            if row.table not in self._under_way:  # else it was begun during the read
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
        table = await self._transactions.load(key)
        if table is None:
            return await self._done(rows, None)
        public = [row for row in rows if row.row.kind in _PUBLIC]
        done = await self._tried(public, self._thread(table, public)) if public else 0
        users: dict[tuple[int, bool], list[Waiting]] = {}
        for row in rows:
            if row.row.kind not in _PUBLIC:
                users.setdefault((row.row.user, row.row.kind == outbox.STALLED), []).append(row)
        asked = asyncio.gather(*(self._store.person(user) for user, _ in users))
        if public and users:  # meanwhile its thread may have been opened, or somebody has moved
            table, people = await asyncio.gather(self._again_loaded(table), asked)
        else:
            people = await asked
        for person, waiting in zip(people, users.values(), strict=True):
            done += await self._tried(waiting, self._person(table, person, waiting))
        return done

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
            await self._again(rows, None)
            return 0

    async def _thread(self, table: Table, rows: list[Waiting]) -> int:
        """Sends the public rows of a table in order; neighbours of one kind are one message."""
        done = 0
        for group in _groups(rows):
            if done:  # time has passed since it was read
                table = await self._again_loaded(table)
            if not table.row.channel:
                opened = await self._open_thread(table, group)
                if opened is None:
                    return done
                table = opened
            letter = await self._composer.public(table, [row.row for row in group])
            if letter is None:
                await self._done(group, None)
            elif not await self._deliver(table, table.row.channel, letter, group):
                return done
            done += len(group)
        return done

    async def _open_thread(self, table: Table, group: list[Waiting]) -> Table | None:
        """Opens the thread in the channel named by the newest waiting row; returns the table with its thread."""
        parent = outbox.parent_of(await self._store.unsaid(table.id))
        try:
            channel = await self._messenger.open_thread(parent, self._composer.thread(table))
        except (NotNow, Unknown) as refused:  # a second thread is better than none; nothing was said in the first
            await self._again(group, refused.after)
            return None
        except Impossible as refused:
            await self._refused(table, group, refused)
            return None
        done = await self._transactions.run(table.id, Action(0), relocation.arrive(parent, channel))
        return done.table if isinstance(done.answer, Moved) else None

    async def _deliver(self, table: Table, channel: int, letter: Letter, group: list[Waiting]) -> bool:
        number, kind = group[-1].row.number, group[-1].row.kind
        mark = nonce(table.id, number, kind, letter.seat)
        try:
            message = await self._messenger.find(channel, mark) if any(row.sent_maybe for row in group) else None
            if message is None and kind == outbox.LOBBY_CARD and await self._repainted(table.id, channel, letter):
                await self._done(group, None)
                return True
            if message is None:
                await self._store.sending(tuple(row.id for row in group))
                message = await self._messenger.post(channel, letter, mark)
        except (NotNow, Unknown) as refused:
            await self._again(group, refused.after, unknown=isinstance(refused, Unknown))
            return False
        except Impossible as refused:
            await self._refused(table, group, refused)
            return False
        await self._done(group, Sent(table.id, kind, number, channel, message, self._env.now()))
        return True

    async def _repainted(self, table: str, channel: int, letter: Letter) -> bool:
        """Edits a lobby's one card. An old one cannot be edited (30046), so a new one is sent below it."""
        card = await self._store.newest_message(table, outbox.LOBBY_CARD)
        if card is None or card.channel != channel or self._env.now() - card.at > limits.EDITABLE_MS:
            return False
        try:
            await self._messenger.edit(channel, card.message, letter)
        except (NotNow, Unknown, Impossible):
            return False
        return True

    # ── one person ──

    async def _person(self, table: Table, person: Person, rows: list[Waiting]) -> int:
        """Sends a person what they wish to be told."""
        unwished = [row for row in rows if outbox.OFFERS not in person.settings and _is_wished(row)]
        done = await self._done(unwished, None) if unwished else 0
        rest = [row for row in rows if row not in unwished]
        return done + (await self._told(table, person, rest) if rest else 0)

    async def _told(self, table: Table, person: Person, rows: list[Waiting]) -> int:
        """Sends a hand and its questions as one message; nothing if DMs are closed or nothing is asked any more."""
        if person.dm_state == CLOSED_DM:
            return await self._done(rows, None)
        try:
            channel = person.dm_channel or await self._open_dm(person)
            if not channel:  # there is no room for another new DM in this minute: the rows have not failed
                await self._store.postpone(tuple(row.id for row in rows), self._room(self._env.now()))
                return 0
            letter = await self._composer.private(table, person, [row.row for row in rows])
            if letter is None:
                return await self._done(rows, None)
            return len(rows) if await self._deliver(table, channel, letter, rows) else 0
        except DmClosed:
            await self._store.note_dm(person.user, person.dm_channel, CLOSED_DM)
            return await self._done(rows, None)
        except (NotNow, Unknown) as refused:
            await self._again(rows, refused.after)
            return 0
        except Impossible:
            return await self._done(rows, None)

    async def _open_dm(self, person: Person) -> int:
        """Opens a DM channel once, and not too many in a short time over the whole bot. Returns 0 if not yet."""
        now = self._env.now()
        if self._room(now) > now:
            return 0
        self._opened.append(now)
        try:
            channel = await self._messenger.open_dm(person.user)
        except TooFast:  # the bot's own pace, not this person's door
            self._resting = now + limits.DM_REST_MS
            log.warning("too many direct messages opened", rest=limits.DM_REST_MS // 1000)
            return 0
        await self._store.note_dm(person.user, channel, OPEN_DM)
        return channel

    def _room(self, now: int) -> int:
        """Returns when another DM channel may be opened; times ahead were noted before the clock was set back."""
        longest = max(span for _, span in limits.NEW_DMS)
        while self._opened and self._opened[-1] > now:
            self._opened.pop()
        if self._resting > now + limits.DM_REST_MS:
            self._resting = 0
        while self._opened and self._opened[0] <= now - longest:
            self._opened.popleft()
        free = max(now, self._resting)
        for most, span in limits.NEW_DMS:
            if len(self._opened) >= most:
                free = max(free, self._opened[-most] + span)
        return free

    # ── what became of rows ──

    async def _done(self, rows: Sequence[Waiting], message: Sent | None) -> int:
        await self._store.sent(tuple(row.id for row in rows), message, self._env.now())
        return len(rows)

    async def _refused(self, table: Table, rows: Sequence[Waiting], refused: Impossible) -> None:
        """Parks the table and tells its players. The rows are no longer on their way: another thread may get them."""
        if rows[0].row.user:
            await self._give_up(rows, refused.why)
            return
        log.warning("given up", table=table.id, kind=rows[0].row.kind, why=refused.why)
        unknown = any(row.sent_maybe for row in rows)
        await self._store.failed(tuple(row.id for row in rows), self._env.now(), unknown=unknown)
        await notices.park(self._transactions, table, refused.why, refused.lacking)

    async def _give_up(self, rows: Sequence[Waiting], why: str) -> None:
        """Parks the table. A row for one person is dropped instead: the thread's buttons show the same."""
        log.warning("given up", table=rows[0].table, kind=rows[0].row.kind, why=why)
        if rows[0].row.user:
            await self._done(rows, None)
        else:
            await self._store.park(rows[0].table, why)

    async def _again(self, rows: Sequence[Waiting], after: float | None, *, unknown: bool = False) -> None:
        tries = max(row.tries for row in rows) + 1
        if tries >= limits.TRIES_BEFORE_PARKING:
            await self._give_up(rows, FAILED)
            return
        pause = after * 1000 if after is not None else FIRST_PAUSE_MS * 4 ** (tries - 1)
        await self._store.failed(tuple(row.id for row in rows), self._env.now() + int(pause), unknown=unknown)


def _is_wished(waiting: Waiting) -> bool:
    body = outbox.read_body(waiting.row)
    return isinstance(body, outbox.QuestionBody) and body.wished


def _groups(rows: list[Waiting]) -> list[list[Waiting]]:
    """Groups neighbours of one kind; rows that may have been sent already stay grouped as they were."""
    groups: list[list[Waiting]] = []
    for row in rows:
        last = groups[-1][-1] if groups else None
        if last is not None and last.row.kind == row.row.kind and last.sent_maybe == row.sent_maybe:
            groups[-1].append(row)
        else:
            groups.append([row])
    return groups
