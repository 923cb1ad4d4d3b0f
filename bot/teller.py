"""What a use case answered, as the text for the one who asked, with the names and the facts that it needs."""

from bot import receipts
from bot.answers import Answer, Played
from bot.composer import names_of
from bot.tables import Desk
from bot.words import Words


class Teller:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def said(self, words: Words, answer: Answer, table: str) -> str:
        if isinstance(answer, Played) and not answer.heard:  # which needs no names
            return receipts.reply(words, answer)
        loaded = await self._desk.store.load(table)
        if loaded is None:
            return receipts.reply(words, answer)
        names, game = names_of(loaded), loaded.table.game
        return receipts.reply(words, answer, names, game, self._desk.heard(loaded.table, answer))
