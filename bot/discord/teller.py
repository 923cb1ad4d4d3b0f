"""What a use case answered, as the text for the one who asked, with the names and the facts that it needs."""

from bot.discord.composer import names_of
from bot.games import game_text
from bot.play import Transactions
from bot.play.answers import Answer, Played
from bot.wording.words import Words


class Teller:
    def __init__(self, desk: Transactions) -> None:
        self._desk = desk

    async def said(self, words: Words, answer: Answer, table: str) -> str:
        if isinstance(answer, Played) and not answer.heard:  # which needs no names
            return game_text.reply(words, answer)
        loaded = await self._desk.store.load(table)
        if loaded is None:
            return game_text.reply(words, answer)
        names, game = names_of(loaded), loaded.table.game
        return game_text.reply(words, answer, names, game, self._desk.heard(loaded.table, answer))
