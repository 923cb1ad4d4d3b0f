"""What stands in a table's thread: one board post a turn, calls, notices, the card of a lobby.

A board post grows: moves of the turn that it tells of are told by editing it, as long as it is young; from the next
turn on it stands still. Whom an edit asks is called by a message of its own, for edits ping nobody. That an edit is
made again after a crash does no harm: it says the newest state. Live buttons stand on the newest board post and the
newest call only: what is posted later takes them off, each by a row of the outbox.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.discord.calls import call_for, still_open
from bot.discord.composer import Composer
from bot.discord.messenger import Impossible, Letter, NotNow, Unknown
from bot.discord.sender import Sender, nonce
from bot.play import Table, limits
from bot.play import outbox_bodies as outbox
from rules.engine.commits import MOVE, RESIGN, UNDO
from storage.rows import OutRow, Sent, Waiting

_GROW = (MOVE, RESIGN, UNDO)
_CALLS = (outbox.CALL, outbox.REMINDER)


class Posts:
    def __init__(self, sender: Sender, composer: Composer) -> None:
        self._sender = sender
        self._store = sender.store
        self._composer = composer
        self.rest = 0
        """How long a post stands before it grows by what calls nobody, in milliseconds."""
        self._edited: dict[int, int] = {}
        """When posts were edited lately."""

    async def say(self, table: Table, group: Sequence[Waiting]) -> bool:
        """Says rows of one kind in the table's thread; False if that has to wait."""
        kind = group[0].row.kind
        growing = await self._growing(table, group) if kind == outbox.BOARD else None
        if growing is not None:
            done = await self._grown(table, *growing, group)
            if done is not None:
                return done
        letter = await self._composer.public(table, [row.row for row in group])
        if letter is None:
            return bool(await self._sender.done(group))
        if kind == outbox.LOBBY_CARD and await self._repainted(table, letter, group):
            return True
        live = kind in (outbox.BOARD, *_CALLS) or letter.open or letter.over
        old = await self._outdated(table, kind, over=letter.over)
        return await self._sender.post(table, table.row.channel, letter, group, live=live, instead_of=old)

    # ── a post that grows ──

    async def _growing(self, table: Table, group: Sequence[Waiting]) -> tuple[Sent, tuple[OutRow, ...]] | None:
        """Returns the newest board post with what it says, if all of these rows belong to its turn; else None."""
        post = await self._store.newest_message(table.id, outbox.BOARD)
        if post is None or post.channel != table.row.channel or self._age(post) > limits.EDITABLE_MS:
            return None
        said = await self._store.said(post.message)
        if not said:
            return None
        passed = _board(said[-1]).passed
        for body in (_board(waiting.row) for waiting in group):
            if body.kind not in _GROW or body.over or (passed and body.kind != UNDO):
                return None
            passed = body.passed
        return post, said

    def _age(self, message: Sent) -> int:
        return self._sender.env.now() - message.at

    async def _grown(self, table: Table, post: Sent, said: Sequence[OutRow], group: Sequence[Waiting]) -> bool | None:
        """Edits a board post; in the same transaction in which that is noted, whoever is asked gets a call.

        False if it has to wait, None if the post cannot be edited: it was deleted.
        """
        letter = await self._composer.public(table, [row.row for row in group], said)
        if letter is None:
            return bool(await self._sender.done(group))
        number = group[-1].row.number
        call = call_for(table, letter.mentions)
        passed = _board(group[-1].row).passed
        if call is None and not passed and self._rests(post):
            return False
        buttons = call is None or not passed
        try:
            await self._sender.messenger.edit(
                post.channel,
                post.message,
                replace(letter, mentions=(), buttons=buttons),
                nonce(table.id, number, outbox.BOARD),
            )
        except (NotNow, Unknown) as refused:
            await self._sender.again(group, refused.after)
            return False
        except Impossible:
            return None
        self._edited[post.message] = self._sender.env.now()
        then = () if call is None else (outbox.row(number, call),)
        over = [old for old in await self._store.live(table.id) if await self._is_over(table, old)]
        return bool(await self._sender.done(group, replace(post, number=number, live=buttons), then, over))

    def _rests(self, post: Sent) -> bool:
        """Was it said a moment ago? Then what comes next is put together with what comes after that."""
        now = self._sender.env.now()
        self._edited = {message: at for message, at in self._edited.items() if now - self.rest < at <= now}
        return now - self.rest < max(post.at, self._edited.get(post.message, 0)) <= now

    async def _is_over(self, table: Table, message: Sent) -> bool:
        """Is it a call that asks nobody any more?"""
        if message.kind not in _CALLS:
            return False
        bodies = [outbox.read_body(row) for row in await self._store.said(message.message)]
        return not any(isinstance(body, outbox.CallBody) and still_open(table, body) for body in bodies)

    # ── what is out of date ──

    async def _outdated(self, table: Table, kind: str, *, over: bool) -> list[Sent]:
        """Returns the messages whose buttons a new message of this kind takes over."""
        old = [message for message in await self._store.live(table.id) if message.kind != outbox.QUESTION]
        if over or kind == outbox.LOBBY_CARD:
            return old
        if kind in _CALLS:
            return [message for message in old if message.kind in _CALLS]
        if kind != outbox.BOARD:
            return []
        return [message for message in old if message.kind not in _CALLS or await self._is_over(table, message)]

    async def _repainted(self, table: Table, letter: Letter, group: Sequence[Waiting]) -> bool:
        """Edits a lobby's one card. An old one is edited once more, to lose its buttons; else a new one is sent."""
        card = await self._store.newest_message(table.id, outbox.LOBBY_CARD)
        if card is None or card.channel != table.row.channel:
            return False
        if letter.open and self._age(card) > limits.EDITABLE_MS:
            return False
        try:
            await self._sender.messenger.edit(card.channel, card.message, replace(letter, mentions=()))
        except (NotNow, Unknown, Impossible):
            return False
        return bool(await self._sender.done(group, replace(card, live=letter.open)))


def _board(row: OutRow) -> outbox.BoardBody:
    body = outbox.read_body(row)
    if not isinstance(body, outbox.BoardBody):
        raise TypeError(body)
    return body
