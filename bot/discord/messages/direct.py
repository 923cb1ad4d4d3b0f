"""Direct messages: hands and questions, and the end of a question that was asked there.

DMs that Discord refuses are noted with the person and not tried again until they ask.
"""

import asyncio
from weakref import WeakValueDictionary

import structlog
from msgspec.structs import replace

from bot.discord.messages import summons
from bot.discord.messages.composer import Composer
from bot.discord.messages.messenger import DmClosed, Impossible, Letter, NotNow, TooFast, Unknown
from bot.discord.messages.sender import Sender, nonce
from bot.play import Table, limits
from bot.play import outbox_bodies as outbox
from bot.play.timed import digests, reminders
from storage.rows import CLOSED_DM, OPEN_DM, OutRow, Person, Sent, Waiting

_OVER_TABLES = (outbox.NUDGE, outbox.DIGEST)
_NEW_DMS = "new direct messages"

log = structlog.get_logger()


class Direct:
    def __init__(self, sender: Sender, composer: Composer) -> None:
        self._sender = sender
        self._env = sender.env
        self._store = sender.store
        self._composer = composer
        self._one: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """By person: what is said over tables is said by one of them."""

    async def say(self, table: Table, person: Person, rows: list[Waiting]) -> int:
        """Sends a person what they wish to be told, or edits what they were asked."""
        if rows[0].row.kind == outbox.SETTLED:
            return await self._settled(table, person, rows)
        if rows[0].row.kind in _OVER_TABLES:
            async with self._one.setdefault(person.user, asyncio.Lock()):
                return await self._summoned(table, person, rows)
        unwished = [row for row in rows if outbox.OFFERS not in person.settings and _is_wished(row)]
        done = await self._sender.done(unwished) if unwished else 0
        rest = [row for row in rows if row not in unwished]
        return done + (await self._told(table, person, rest) if rest else 0)

    async def _summoned(self, table: Table, person: Person, rows: list[Waiting]) -> int:
        """Sends all reminders for a person that are due by now, over all tables, as one message."""
        due = list(rows)
        if rows[0].row.kind == outbox.NUDGE:
            due = list(await self._store.nudges(person.user, self._env.now()))
            due = [waiting for waiting in due if waiting.sent_maybe] or due  # what may be said is said alike
        if not {row.id for row in rows} & {row.id for row in due}:
            return len(rows) if not due else 0  # it was said beside those of another table, or is said next
        if person.dm_state == CLOSED_DM:
            return await self._instead(person, due)
        oldest = await self._sender.glance(due[0].table)
        await self._told(oldest or table, person, due[::-1])
        return len(rows)

    async def _told(self, table: Table, person: Person, rows: list[Waiting]) -> int:
        """Sends a hand and its questions as one message; nothing if DMs are closed or nothing is asked any more."""
        if person.dm_state == CLOSED_DM:
            return await self._instead(person, rows)
        try:
            channel, free = (person.dm_channel, 0) if person.dm_channel else await self._open_dm(person)
            if not channel:  # there is no room for another new DM in this minute: the rows have not failed
                await self._store.postpone(tuple(row.id for row in rows), free)
                return 0
            letter = await self._letter(table, person, rows)
            if letter is None:
                return await self._dropped(table, person, rows)
            posted = await self._sender.post(table, channel, letter, rows, live=letter.kind == outbox.QUESTION)
            return len(rows) if posted else 0
        except DmClosed:
            await self._store.note_dm(person.user, person.dm_channel, CLOSED_DM)
            return await self._instead(person, rows)
        except (NotNow, Unknown) as refused:
            await self._sender.again(rows, refused.after)
            return 0
        except Impossible:
            return await self._sender.done(rows)

    async def _instead(self, person: Person, rows: list[Waiting]) -> int:
        """Brings what direct messages cannot bring: a reminder comes in the thread, a digest is switched off.

        Who is asked a sealed question is reminded of it in the thread like the others, from the first on.
        """
        done, otherwise = list[Waiting](), list[tuple[int, OutRow]]()
        for waiting in rows:
            body = outbox.read_body(waiting.row)
            if isinstance(body, outbox.DigestBody):
                await digests.lose(self._store, person.user)
            if isinstance(body, outbox.QuestionBody) and not body.wished:
                await self._sender.do(waiting.table, reminders.in_thread())
            table = await self._sender.glance(waiting.table) if isinstance(body, outbox.NudgeBody) else None
            told = (
                reminders.instead(table, body, self._env.now())
                if isinstance(body, outbox.NudgeBody) and table
                else None
            )
            if told is None:
                done.append(waiting)
            else:
                otherwise.append((waiting.id, told))
        if otherwise:
            await self._store.say_otherwise(tuple(otherwise), self._env.now())
            self._sender.speak()
        return len(rows) if not done else await self._sender.done(done) + len(otherwise)

    async def _letter(self, table: Table, person: Person, rows: list[Waiting]) -> Letter | None:
        if rows[0].row.kind in _OVER_TABLES:
            return await summons.letter(self._env, person, rows)
        return await self._composer.private(table, person, [row.row for row in rows])

    async def _dropped(self, table: Table, person: Person, rows: list[Waiting]) -> int:
        """Notes rows that are not due any more. If they were said before a crash, the message is to be settled, too."""
        asked = [row for row in rows if row.sent_maybe and row.row.kind == outbox.QUESTION]
        body = outbox.read_body(asked[-1].row) if asked else None
        if not isinstance(body, outbox.QuestionBody):
            return await self._sender.done(rows)
        number, kind, channel = rows[-1].row.number, rows[-1].row.kind, person.dm_channel
        sat = table.tenure(person.user)
        mark = nonce(table.id, number, kind, body.seat, 0 if sat is None else sat.row.nth)
        message = await self._sender.found(channel, mark, rows)
        if message is None:
            return await self._sender.done(rows)
        stands = Sent(table.id, outbox.QUESTION, body.since, channel, message, self._env.now(), live=True)
        return await self._sender.done(rows, stands)

    async def _settled(self, table: Table, person: Person, rows: list[Waiting]) -> int:
        """Edits the questions that are over: each says what came of it, without buttons."""
        standing = [old for old in await self._store.live(table.id) if old.kind == outbox.QUESTION]
        seats = {seat for seat, user in table.users.items() if user == person.user}
        newest = [q.since for q in table.position.open if q.seat in seats and (q.sealed or not q.required)]
        for old in standing:
            if old.channel != person.dm_channel or old.number >= min(newest, default=old.number + 1):
                continue
            if not await self._sender.may_edit(old.channel, old.at, rows):
                return 0
            try:
                letter = self._composer.settled(table, person, rows[-1].row)
                await self._sender.messenger.edit(old.channel, old.message, letter)
            except (NotNow, Unknown) as refused:
                await self._sender.again(rows, refused.after)
                return 0
            except (Impossible, DmClosed):
                pass
            await self._sender.done((), replace(old, live=False))
        return await self._sender.done(rows)

    async def _open_dm(self, person: Person) -> tuple[int, int]:
        """Opens a DM channel once, and not too many in a short time over the whole bot.

        Returns it; or 0, and when another one may be opened.
        """
        now = self._env.now()
        if free := await self._store.spend(_NEW_DMS, limits.NEW_DMS, now):
            return 0, free
        try:
            channel = await self._sender.messenger.open_dm(person.user)
        except TooFast:  # the bot's own pace, not this person's door
            log.warning("too many direct messages opened", rest=limits.DM_REST_MS // 1000)
            return 0, await self._store.spend(_NEW_DMS, limits.NEW_DMS, now, rest=limits.DM_REST_MS)
        await self._store.note_dm(person.user, channel, OPEN_DM)
        return channel, 0


def _is_wished(waiting: Waiting) -> bool:
    body = outbox.read_body(waiting.row)
    return isinstance(body, outbox.QuestionBody) and body.wished
