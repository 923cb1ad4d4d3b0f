"""What stands in a table's thread: one board post a turn, calls, notices, the card of a lobby.

A board post grows: moves of the turn that it tells of are told by editing it, as long as it is young; from the next
turn on it stands still. Whom an edit asks is called by a message of its own, for edits ping nobody. That an edit is
made again after a crash does no harm: it says the newest state. Live buttons stand on the newest board post and the
newest call only: what is posted later takes them off, each by a row of the outbox.
"""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from bot.discord.messages.calls import call_for, still_open
from bot.discord.messages.cards import Cards
from bot.discord.messages.composer import Composer
from bot.discord.messages.growing import board, calls_nobody, growing
from bot.discord.messages.messenger import Impossible, Letter, NotNow, Unknown
from bot.discord.messages.sender import Sender, nonce
from bot.play import Table, limits
from bot.play import outbox_bodies as outbox
from bot.play.clocks import peace
from storage.rows import OutRow, Sent, Standing, Waiting

_CALLS = (outbox.CALL, outbox.REMINDER)


class Posts:
    def __init__(self, sender: Sender, composer: Composer) -> None:
        self._sender = sender
        self._store = sender.store
        self._composer = composer
        self._cards = Cards(sender, composer)
        self.rest = 0
        """How long after an act its post grows by it, if that calls nobody, in milliseconds."""

    async def say(self, table: Table, group: Sequence[Waiting]) -> bool:
        """Says rows of one kind in the table's thread; False if that has to wait."""
        kind = group[0].row.kind
        if kind == outbox.SEAT:
            return await self._cards.say(table, group)
        standing = await self._store.standing(table.id, kind)
        post = self._growing(table, standing, group) if kind == outbox.BOARD else None
        if post is not None:
            done = await self._grown(table, post, standing, group)
            if done is not None:
                return done
        letter = await self._composer.public(table, [row.row for row in group])
        if letter is None:
            return await self._dropped(table, group)
        repainted = await self._repainted(table, standing, letter, group) if kind == outbox.LOBBY_CARD else None
        if repainted is not None:
            return repainted
        return await self._posted(table, letter, group, standing)

    async def _dropped(self, table: Table, group: Sequence[Waiting]) -> bool:
        """Notes rows that are not due any more. If they were said before a crash, what says them loses its buttons."""
        row, channel = group[-1].row, _place(table, group[-1].row)
        try:
            message = await self._sender.found(channel, nonce(table.id, row.number, row.kind), group)
        except (NotNow, Unknown) as refused:
            await self._sender.again(group, refused.after)
            return False
        except Impossible:  # nothing stands there any more
            message = None
        if message is None:
            return bool(await self._sender.done(group))
        stands = Sent(table.id, row.kind, row.number, channel, message, self._now)
        return bool(await self._sender.done(group, stands, over=[stands]))

    async def _posted(self, table: Table, letter: Letter, group: Sequence[Waiting], standing: Standing) -> bool:
        """Posts a letter. Who has quiet hours is called later; where it calls nobody else, it waits for that."""
        kind, quiet = group[0].row.kind, peace.quiet_users(table, letter.mentions, self._now)
        if quiet and kind in _CALLS and quiet.issuperset(letter.mentions):
            await self._store.postpone(tuple(row.id for row in group), peace.look_again(table, quiet, self._now))
            return False
        letter = replace(letter, mentions=tuple(user for user in letter.mentions if user not in quiet))
        live = kind in (outbox.BOARD, outbox.LATE, *_CALLS) or letter.open or letter.over or letter.back
        then = self._later(table, quiet)
        old = await self._outdated(table, standing.live, letter)
        return await self._sender.post(table, _place(table, group[-1].row), letter, group, live=live, instead_of=old,
                                       then=then)  # fmt: skip

    @property
    def _now(self) -> int:
        return self._sender.env.now()

    def _later(self, table: Table, quiet: Collection[int]) -> tuple[OutRow, ...]:
        """Returns the call for those who are in their quiet hours, for when those are over."""
        call = call_for(table, quiet) if quiet else None
        if call is None:
            return ()
        row = outbox.row(self._now % outbox.CLOCK, call)
        return (replace(row, not_before=peace.look_again(table, quiet, self._now)),)

    # ── a post that grows ──

    def _growing(self, table: Table, standing: Standing, group: Sequence[Waiting]) -> Sent | None:
        """Returns the post in this thread that grows by these rows; None if they need a new one.

        What was tried before is tried in the same way again, however old the post has become: it may say them already.
        """
        tried = [row.sending_since for row in group if row.sending_since > 1]
        post = growing(standing, [row.row for row in group], min([self._sender.env.now(), *tried]))
        return post if post is not None and post.channel == table.row.channel else None

    def _age(self, message: Sent) -> int:
        return self._sender.env.now() - message.at

    async def _grown(self, table: Table, post: Sent, standing: Standing, group: Sequence[Waiting]) -> bool | None:
        """Edits a board post; in the same transaction in which that is noted, whoever is asked gets a call.

        False if it has to wait, None if the post cannot be edited: it was deleted.
        """
        rows = [row.row for row in group]
        letter = await self._composer.public(table, rows, standing.said)
        if letter is None:
            return bool(await self._sender.done(group))
        number = group[-1].row.number
        quiet = peace.quiet_users(table, letter.mentions, self._now)
        call = call_for(table, set(letter.mentions) - quiet)
        buttons = call is None or not board(rows[-1]).passed
        await self._store.sending(tuple(row.id for row in group), self._sender.env.now())
        try:
            await self._sender.messenger.edit(
                post.channel,
                post.message,
                replace(letter, mentions=(), buttons=buttons),
                nonce(table.id, number, outbox.BOARD),
            )
        except (NotNow, Unknown) as refused:
            await self._sender.again(group, refused.after, unknown=isinstance(refused, Unknown))
            return False
        except Impossible:
            return None
        then = (*(() if call is None else (outbox.row(number, call),)), *self._later(table, quiet))
        over = [old for old in standing.live if await self._is_over(table, old)]
        return bool(await self._sender.done(group, replace(post, number=number, live=buttons), then, over))

    async def rests(self, table: Table, boards: Sequence[Waiting]) -> bool:
        """Has somebody just acted, and waits nobody for the edit? Then it says what they do next, too, but soon."""
        now, acts = self._sender.env.now(), [waiting.next_at for waiting in boards]
        if not now - self.rest < max(acts) <= now < min(acts) + self.rest * limits.EDIT_RESTS:
            return False
        if table.is_unsalted or not calls_nobody([row.row for row in boards]):
            return False
        return self._growing(table, await self._store.standing(table.id, outbox.BOARD), boards) is not None

    async def _is_over(self, table: Table, message: Sent) -> bool:
        """Is it a call that asks nobody any more?"""
        if message.kind not in _CALLS:
            return False
        bodies = [outbox.read_body(row) for row in await self._store.said(message.message)]
        return not any(isinstance(body, outbox.CallBody) and still_open(table, body) for body in bodies)

    # ── what is out of date ──

    async def _outdated(self, table: Table, live: Sequence[Sent], letter: Letter) -> list[Sent]:
        """Returns the messages whose buttons a new message takes over, or that are over with it.

        Those of one person's questions, and of seats that others may take, end otherwise.
        """
        old = [message for message in live if message.kind not in (outbox.QUESTION, outbox.SEAT)]
        if letter.over or letter.kind == outbox.LOBBY_CARD:
            return [message for message in old if message.kind != outbox.DOOR or not letter.open]
        if letter.kind in _CALLS:
            return [message for message in old if message.kind in _CALLS]
        if letter.kind != outbox.BOARD:
            return []
        return [message for message in old if message.kind not in _CALLS or await self._is_over(table, message)]

    async def _repainted(
        self, table: Table, standing: Standing, letter: Letter, group: Sequence[Waiting]
    ) -> bool | None:
        """Edits a lobby's one card; an old one once more, to lose its buttons. False if it has to wait.

        None if a new one is to be sent: there is none, it is old, or it was deleted.
        """
        card = standing.newest
        if card is None or card.channel != table.row.channel:
            return None
        if letter.open and self._age(card) > limits.EDITABLE_MS:
            return None
        try:
            await self._sender.messenger.edit(card.channel, card.message, replace(letter, mentions=()))
        except (NotNow, Unknown) as refused:
            await self._sender.again(group, refused.after)
            return False
        except Impossible:
            return None
        shut = [] if letter.open else [old for old in standing.live if old.kind == outbox.DOOR]
        return bool(await self._sender.done(group, replace(card, live=letter.open), over=shut))


def _place(table: Table, row: OutRow) -> int:
    """Returns the channel of a message: the table's thread, or where a line beside it stands."""
    body = outbox.read_body(row)
    return body.channel if isinstance(body, outbox.DoorBody) else table.row.channel
