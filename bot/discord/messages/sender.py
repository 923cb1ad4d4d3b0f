"""The sender: posts a letter once, and notes what becomes of the rows that it says.

A row is noted as being sent before it is, so that after a crash its message is looked for (by nonce) before it is sent
again. What failed is tried again with growing pauses; a row that failed three times parks its table for a while, not
the bot. Taking buttons off and naming the thread park nothing, however often they fail.
"""

from collections import deque
from collections.abc import Awaitable, Sequence

import structlog

from bot.discord.messages.messenger import Deleted, Impossible, Letter, Messenger, NotNow, Unknown
from bot.play import Action, Table, Transactions, UseCase, limits
from bot.play import outbox_bodies as outbox
from bot.play.memory.heard import Said
from bot.play.timed import notices
from storage.rows import FAILED, OutRow, Sent, Waiting

_CODES = {
    outbox.BOARD: "b", outbox.LOBBY_CARD: "l", outbox.HAND: "h", outbox.QUESTION: "q", outbox.CALL: "k",
    outbox.DOOR: "d", outbox.NOTICE: "n", outbox.CHANNEL: "c", outbox.REMINDER: "r", outbox.STALLED: "s",
    outbox.SEAT: "t", outbox.START: "f", outbox.LATE: "x", outbox.NUDGE: "g", outbox.DIGEST: "y",
}  # fmt: skip
_BESIDE = (outbox.DOOR, outbox.SEAT)
"""What is said beside the thread, or can be done without: it parks no table."""
FIRST_PAUSE_MS = 5_000
LONGEST_PAUSE_MS = 1_800_000

log = structlog.get_logger()


def nonce(table: str, number: int, kind: str, seat: int = -1, nth: int = 0) -> str:
    """At most 25 characters. Discord posts one message per nonce, so each recipient needs their own.

    `nth`: of the occupants of the seat, each of whom is another recipient.
    """
    return f"{table}:{number}:{_CODES[kind]}{seat if seat >= 0 else ''}{nth or ''}"[: limits.NONCE]


class Sender:
    def __init__(self, transactions: Transactions, messenger: Messenger) -> None:
        self._transactions = transactions
        self.env = transactions.env
        self.store = transactions.env.store
        self.messenger = messenger
        self._edited: dict[int, deque[int]] = {}
        """When old messages were edited, by channel."""
        self._closing: dict[str, list[Waiting]] = {}
        """Rows that were written lately for messages that lose their buttons, by table."""
        self._closed: set[int] = set()
        """Rows of messages that have lost them, until that is noted."""

    async def glance(self, table: str) -> Table | None:
        return await self._transactions.glance(table)

    async def do(self, table: str, use_case: UseCase) -> None:
        await self._transactions.run(table, Action(0), use_case)

    def speak(self) -> None:
        """Wakes the courier: there is more to be said."""
        self._transactions.spoken.set()

    async def post(
        self,
        table: Table,
        channel: int,
        letter: Letter,
        rows: Sequence[Waiting],
        *,
        live: bool = False,
        instead_of: Sequence[Sent] = (),
        then: Sequence[OutRow] = (),
    ) -> bool:
        """Posts a letter that says these rows, or finds it where it stands; False if that has to wait.

        `live`: its buttons are of use until it is closed; `instead_of`: messages that are to lose theirs;
        `then`: rows that are written when it stands.
        """
        number, kind = rows[-1].row.number, rows[-1].row.kind
        mark = nonce(table.id, number, kind, letter.seat, letter.nth)
        try:
            message = await self.found(channel, mark, rows)
            if message is None:
                await self.store.sending(_ids(rows), self.env.now())
                message = await self.messenger.post(channel, letter, mark)
        except (NotNow, Unknown) as refused:
            await self.again(rows, refused.after, unknown=isinstance(refused, Unknown))
            return False
        except Deleted:
            log.info("deleted meanwhile", table=table.id, kind=kind)
            await self.done(rows)
            return True
        except Impossible as refused:
            await self.refused(table, rows, refused)
            return False
        number = letter.since if letter.kind == outbox.QUESTION else number
        stands = Sent(table.id, letter.kind, number, channel, message, self.env.now(), live)
        await self.done(rows, stands, then, over=instead_of, salts=table.is_unsalted)
        return True

    async def found(self, channel: int, mark: str, rows: Sequence[Waiting]) -> int | None:
        """Returns the message of these rows, if it may stand already and does."""
        tried = [row.sending_since for row in rows if row.sent_maybe]
        return await self.messenger.find(channel, mark, min(tried)) if tried else None

    # ── what became of rows ──

    async def done(
        self,
        rows: Sequence[Waiting],
        message: Sent | None = None,
        then: Sequence[OutRow] = (),
        over: Sequence[Sent] = (),
        *,
        salts: bool = True,
    ) -> int:
        """Notes rows as said. The messages `over` lose their buttons: each gets a row, like all that is to be done.

        `salts`: may the table still wait for the post that salts its turn?
        """
        closing = [outbox.row(old.message, outbox.CloseBody(old.channel, old.at)) for old in over]
        gone = tuple(old.message for old in over)
        called = any(row.row.kind in (outbox.BOARD, outbox.CALL, outbox.START) for row in rows)
        then = (*then, *closing)
        written = await self.store.sent(
            _ids(rows), message, self.env.now(), then=then, over=gone, called=called, salts=salts
        )
        if closing and message is not None:
            self._closing.setdefault(message.table, []).extend(row for row in written if row.row.kind == outbox.CLOSE)
        said = None
        if message is not None:
            more = any(row.kind in (outbox.BOARD, outbox.CALL) for row in then)
            said = Said(frozenset((row.row.kind, row.row.number) for row in rows), message, more)
        for table in {row.table for row in rows}:
            self._transactions.heard.tell(table, said)
        return len(rows)

    def closing(self, table: str) -> list[Waiting]:
        """Returns the rows by which messages of a table lose their buttons, written since this was last asked."""
        return self._closing.pop(table, [])

    async def again(self, rows: Sequence[Waiting], after: float | None, *, unknown: bool = False) -> None:
        tries = max(row.tries for row in rows) + 1
        edits = rows[0].row.kind in (outbox.CLOSE, outbox.NAME, outbox.SETTLED)
        if tries >= limits.TRIES_BEFORE_PARKING and not edits:
            await self._give_up(rows, FAILED)
            return
        unknown = unknown or any(row.sent_maybe for row in rows)  # a refusal tells nothing of an earlier try
        pause = after * 1000 if after is not None else min(FIRST_PAUSE_MS * 4 ** min(tries - 1, 9), LONGEST_PAUSE_MS)
        await self.store.failed(_ids(rows), self.env.now() + int(pause), unknown=unknown)

    async def refused(self, table: Table, rows: Sequence[Waiting], refused: Impossible) -> None:
        """Parks the table and tells its players. The rows are no longer on their way: another thread may get them."""
        if rows[0].row.user or rows[0].row.kind in _BESIDE:
            await self._give_up(rows, refused.why)
            return
        log.warning("given up", table=table.id, kind=rows[0].row.kind, why=refused.why)
        unknown = any(row.sent_maybe for row in rows)
        await self.store.failed(_ids(rows), self.env.now(), unknown=unknown)
        await notices.park(self._transactions, table, refused.why, refused.lacking)

    async def _give_up(self, rows: Sequence[Waiting], why: str) -> None:
        """Parks the table. A row for one person or beside the thread is dropped: the thread's buttons do the same."""
        log.warning("given up", table=rows[0].table, kind=rows[0].row.kind, why=why)
        if rows[0].row.user or rows[0].row.kind in _BESIDE:
            await self.done(rows)
        else:
            await self.store.park(rows[0].table, why, now=self.env.now())

    # ── edits of old messages ──

    async def may_edit(self, channel: int, at: int, rows: Sequence[Waiting]) -> bool:
        """Discord takes few edits of old messages in a channel: more than that are put off, and have not failed."""
        now, (most, span) = self.env.now(), limits.OLD_EDITS
        if now - at <= limits.EDITABLE_MS:
            return True
        past = self._edited.setdefault(channel, deque())
        while past and not now - span < past[0] <= now:  # or the clock was set back
            past.popleft()
        if len(past) < most:
            past.append(now)
            return True
        await self.store.postpone(_ids(rows), past[0] + span)
        return False

    async def closed(self, waiting: Waiting) -> bool:
        """Takes the buttons off a message, unless it is gone."""
        body = outbox.read_body(waiting.row)
        if not isinstance(body, outbox.CloseBody):
            raise TypeError(body)
        if not await self.may_edit(body.channel, body.at, [waiting]):
            return False
        if not await self._tried(waiting, self.messenger.close(body.channel, waiting.row.number)):
            return False
        self._closed.add(waiting.id)
        return True

    def is_closed(self, waiting: Waiting) -> bool:
        return waiting.id in self._closed

    async def note_closed(self) -> None:
        """Notes together which messages have lost their buttons: after a crash they lose them once more, unseen."""
        if self._closed:
            noted = tuple(self._closed)
            await self.store.sent(noted, None, self.env.now(), called=False)
            self._closed.difference_update(noted)

    async def named(self, channel: int, letter: Letter, waiting: Waiting) -> bool:
        """Names a thread as this letter would open it, unless it is gone or to be opened yet."""
        if not await self._tried(waiting, self.messenger.rename(channel, letter) if channel else None):
            return False
        await self.done([waiting])
        return True

    async def _tried(self, waiting: Waiting, work: Awaitable[None] | None) -> bool:
        """Does what a row wants for which nothing waits: what Discord will never take is not wanted any more.

        False if that has to be tried again.
        """
        try:
            if work is not None:
                await work
        except (NotNow, Unknown) as refused:
            await self.again([waiting], refused.after)
            return False
        except Impossible as refused:
            log.info("not changed", table=waiting.table, kind=waiting.row.kind, why=refused.why)
        return True


def _ids(rows: Sequence[Waiting]) -> tuple[int, ...]:
    return tuple(row.id for row in rows)
