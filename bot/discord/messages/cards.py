"""Cards of seats that others may take: posted while one may be taken, changed into how that ended once it is over."""

from collections.abc import Sequence
from itertools import groupby

from msgspec.structs import replace

from bot.discord.messages.composer import Composer
from bot.discord.messages.messenger import Impossible, NotNow, Unknown
from bot.discord.messages.sender import Sender, nonce
from bot.play import Table
from bot.play import outbox_bodies as outbox
from storage.rows import Sent, Waiting


class Cards:
    def __init__(self, sender: Sender, composer: Composer) -> None:
        self._sender = sender
        self._composer = composer

    async def say(self, table: Table, group: Sequence[Waiting]) -> bool:
        """Says rows of cards; False if that has to wait."""
        for _, rows in groupby(group, lambda waiting: waiting.row.number):
            if not await self._card(table, list(rows)):
                return False
        return True

    async def _card(self, table: Table, rows: list[Waiting]) -> bool:
        """Posts a card, or edits the one that stands; of one that never stood and is over nothing is said."""
        letter, row = await self._composer.public(table, [waiting.row for waiting in rows]), rows[-1].row
        body = outbox.read_body(row)
        if letter is None or not isinstance(body, outbox.SeatBody):
            return bool(await self._sender.done(rows))
        channel = body.channel or table.row.channel
        if letter.open:
            return await self._sender.post(table, channel, letter, rows, live=True)
        try:
            stands = await self._standing(table, channel, row.number, body, rows)
            if stands is not None:
                await self._sender.messenger.edit(stands.channel, stands.message, letter)
        except (NotNow, Unknown) as refused:
            await self._sender.again(rows, refused.after, unknown=isinstance(refused, Unknown))
            return False
        except Impossible:
            stands = None  # it was deleted
        return bool(await self._sender.done(rows, None if stands is None else replace(stands, live=False)))

    async def _standing(
        self, table: Table, channel: int, number: int, body: outbox.SeatBody, rows: Sequence[Waiting]
    ) -> Sent | None:
        """Returns the card as it stands, also where nobody knows whether it was sent."""
        live = await self._sender.store.live(table.id)
        known = next((sent for sent in live if (sent.kind, sent.number) == (outbox.SEAT, number)), None)
        if known is not None:
            return known
        message = await self._sender.found(channel, nonce(table.id, number, outbox.SEAT, body.seat, body.nth), rows)
        return None if message is None else Sent(table.id, outbox.SEAT, number, channel, message, rows[0].next_at)
