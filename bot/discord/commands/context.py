"""What every command is given: who asks, which table they mean, and how the answer is shown."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.discord.commands.command_text import MOST
from bot.discord.interactions.asked import Asked
from bot.discord.interactions.below import Below
from bot.discord.interactions.panels import Panels
from bot.discord.interactions.replies import Fate, has_arrived, reply, tell, think
from bot.discord.interactions.responses import NoTableHere, Responses
from bot.discord.interactions.turnstile import Turnstile
from bot.discord.layout import Layout
from bot.games import game_text
from bot.play import Here, Table, Where
from bot.play.plans import planning
from bot.play.plans.menu import Next
from bot.wording.words import folded

Answering = Callable[[Asked], Awaitable[Layout]]
AtTable = Callable[[Asked, Where], Awaitable[Layout]]


class CommandContext:
    def __init__(
        self, responses: Responses, lang: str, contact: str, below: Below, panels: Panels, *, turnstile: Turnstile
    ) -> None:
        self.responses = responses
        self._turnstile = turnstile
        self._below = below
        self._panels = panels
        self.languages = responses.languages
        self.transactions = responses.transactions
        self.env = self.transactions.env
        self.store = self.env.store
        self.lang = lang
        """The operator's setting: the language of tables in a server without a known language."""
        self.contact = contact
        """The operator's setting: whom people may ask; empty if nobody is named."""
        self.busy: set[asyncio.Task[Any]] = set()
        """Commands that are being answered: the bot does not close before they are."""

    async def answer(self, interaction: discord.Interaction, work: Answering, *, moves: bool = False) -> None:
        """Answers the person who asked, alone; announces that first, except of moves, which are soon played.

        A line of moves that is typed again because nobody could be told is asked about first
        (bot/play/plans/retyped.py). What else is done by a command is not done where its person may read that it was
        not.
        """
        task = asyncio.current_task()
        if task is not None:
            self.busy.add(task)
            task.add_done_callback(self.busy.discard)
        fate = Fate.TAKEN if moves else await think(interaction)
        asked = await self.languages.asked(interaction)
        if fate in (Fate.SAID, Fate.TAKEN):
            with self._below.watched(interaction) as is_newest:
                shown = await reply(
                    interaction,
                    lambda: self._worked(asked, work),
                    asked.words,
                    edit=False,
                    age=self._turnstile.age(interaction),
                )
                self._note(interaction)
                if interaction.guild_id is not None:
                    self._panels.note(asked, shown)
                await self._below.keep(interaction, shown, is_newest)
                self._note(interaction)
        elif fate is Fate.PERHAPS:  # the person may have been told of a failure, and do it again
            await tell(
                interaction, asked.words.say("Discord could not be reached; nothing was done. Please try again.")
            )

    def _note(self, interaction: discord.Interaction) -> None:
        """Notes an answer that is known to have arrived: perhaps only when it was said anew."""
        if has_arrived(interaction):
            self.env.delivered.note(interaction.id)

    async def _worked(self, asked: Asked, work: Answering) -> Layout:
        async with self._turnstile.turn(asked.interaction):
            return await work(asked)

    async def at_table(self, interaction: discord.Interaction, work: AtTable, *, moves: bool = False) -> None:
        """Answers for the table of this thread, or for the person's only table."""

        async def found(asked: Asked) -> Layout:
            try:
                return await work(asked, asked.here)
            except NoTableHere:
                table = await self._only(asked.user)
            words = asked.words
            if table is None:
                return Layout(words.say("Which table? Use this in the thread of a table; /me tables lists yours."))
            return await work(asked, table)

        await self.answer(interaction, found, moves=moves)

    async def table_of(self, interaction: discord.Interaction) -> Table | None:
        """Returns the table of this thread, or the person's only table: for suggestions."""
        here = await self.transactions.load(Here(interaction.channel_id or 0))
        if here is not None:
            return here
        only = await self._only(interaction.user.id)
        return None if only is None else await self.transactions.load(only)

    async def _only(self, user: int) -> str | None:
        duties = await self.store.duties(user)
        return duties[0].table.id if len(duties) == 1 else None

    # ── moves ──

    async def typed(self, interaction: discord.Interaction, text: str, game: str = "") -> None:
        """Plays or plans moves in their notation, as a command, perhaps one of a game."""
        responses = self.responses
        await self.at_table(
            interaction, lambda asked, where: responses.typed(asked, where, text, game=game), moves=True
        )

    async def ordered(self, interaction: discord.Interaction, line: str) -> None:
        """Changes a line of a standing order, as a command."""
        responses = self.responses
        await self.at_table(interaction, lambda asked, where: responses.amended(asked, where, line))

    async def following(self, interaction: discord.Interaction, tokens: tuple[str, ...]) -> Next | None:
        """Returns what can follow these tokens in the move that is being typed."""
        table = await self.table_of(interaction)
        return None if table is None else planning.following(table, interaction.user.id, tokens)

    async def suggested(self, interaction: discord.Interaction, text: str) -> tuple[str, ...]:
        """Returns how a typed turn can go on."""
        table = await self.table_of(interaction)
        return () if table is None else planning.suggest(table, interaction.user.id, text)

    async def best(self, interaction: discord.Interaction, typed: str) -> list[tuple[str, str]]:
        """Returns whole turns of the person typing, the best first: what each brings, and its notation."""
        table = await self.table_of(interaction)
        best = None if table is None else planning.best(table, interaction.user.id, typed, self.env)
        if best is None:
            return []
        words = await self.languages.words(interaction)
        return [(game_text.turn(words, turn.text, turn.worth, best.public), turn.text) for turn in best.turns[:MOST]]


def is_yes(typed: str) -> bool:
    """Is this a yes in any of the languages? What cannot be undone is confirmed in words."""
    return folded(typed).strip() in ("yes", "ja", "si")
