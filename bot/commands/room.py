"""What every command needs: the tables, the inbox that makes forms of them, and which table is meant."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import discord
from discord import app_commands

from bot import receipts
from bot.forms import Form
from bot.inbox import Inbox, oops
from bot.names import plain
from bot.replies import Fate, reply, tell, think
from bot.tables import Tables
from bot.words import Words, folded, size
from storage.rows import LOBBY, RUNNING

MOST, LONGEST = 25, 100
"""Suggestions, and the letters of each."""

Answering = Callable[[Words], Awaitable[Form]]
AtTable = Callable[[str, Words], Awaitable[Form]]


class Room:
    def __init__(self, tables: Tables, inbox: Inbox, lang: str) -> None:
        self.tables = tables
        self.inbox = inbox
        self.lang = lang
        """Of tables in a server of which no other language is known: the operator's setting."""
        self.reader = inbox.reader
        self.busy: set[asyncio.Task[Any]] = set()
        """Commands that are being answered: the bot does not close before they are."""

    async def answer(self, interaction: discord.Interaction, work: Answering) -> None:
        """Announces first, then answers, to the one who asked alone."""
        task = asyncio.current_task()
        if task is not None:
            self.busy.add(task)
            task.add_done_callback(self.busy.discard)
        fate = await think(interaction)
        words = await self.reader.words(interaction)
        if fate in (Fate.SAID, Fate.TAKEN):
            await reply(interaction, lambda: work(words), lambda number: oops(words, number), edit=False)
        elif fate is Fate.PERHAPS:  # its person may have been told of a failure, and do it again
            await tell(interaction, words.say("Discord could not be reached; nothing was done. Please try again."))

    async def at_table(self, interaction: discord.Interaction, work: AtTable) -> None:
        """The same for the table of this thread, or the only one that the person has."""

        async def found(words: Words) -> Form:
            table = await self.table_of(interaction)
            if table is None:
                return Form(words.say("Which table? Use this in the thread of a table; /me tables lists yours."))
            return await work(table, words)

        await self.answer(interaction, found)

    async def in_thread(self, interaction: discord.Interaction, work: AtTable) -> None:
        """The same for the table of this thread alone: who asks need not have one."""

        async def found(words: Words) -> Form:
            table = await self.tables.desk.store.at_channel(interaction.channel_id or 0)
            if table is None:
                return Form(words.say("Use this in the thread of a table that is gathering; /table list shows them."))
            return await work(table, words)

        await self.answer(interaction, found)

    async def thread_of(self, table: str) -> int:
        """The thread of a table that was just opened, as soon as the courier has opened it; 0 if that takes long."""
        for _ in range(20):
            loaded = await self.tables.desk.store.load(table)
            if loaded is not None and loaded.table.channel:
                return loaded.table.channel
            await asyncio.sleep(0.1)
        return 0

    async def best(self, interaction: discord.Interaction, table: str, typed: str) -> list[tuple[str, str]]:
        """Whole turns of the one who types, the best first: what each brings, and how it is written."""
        best = await self.tables.planning.best(table, interaction.user.id, typed)
        if best is None:
            return []
        words = await self.reader.words(interaction)
        return [(receipts.turn(words, turn.text, turn.worth, best.public), turn.text) for turn in best.turns[:MOST]]

    async def table_of(self, interaction: discord.Interaction) -> str | None:
        store = self.tables.desk.store
        if interaction.channel_id is not None:
            here = await store.at_channel(interaction.channel_id)
            if here is not None:
                return here
        duties = [duty for duty in await store.duties(interaction.user.id) if duty.table.status in (LOBBY, RUNNING)]
        return duties[0].table.id if len(duties) == 1 else None


def is_yes(typed: str) -> bool:
    """In any of the languages: what cannot be undone is confirmed in words."""
    return folded(typed).strip() in ("yes", "ja", "si")


def choices(lines: tuple[str, ...], typed: str = "") -> list[app_commands.Choice[str]]:
    """At most 25 suggestions that Discord takes."""
    return named([(line, line) for line in lines if fits(typed, line)])


def fits(typed: str, text: str) -> bool:
    """Every word that is typed is somewhere in the text, whatever its case and its accents."""
    return all(part in folded(text) for part in folded(typed).split())


def named(lines: Sequence[tuple[str, str]]) -> list[app_commands.Choice[str]]:
    """The same, with a name for each value; what is there twice is shown once."""
    values: dict[str, str] = {}
    for escaped, value in lines:
        name = plain(escaped)
        if size(name) <= LONGEST and len(value) <= LONGEST:
            values.setdefault(value, name)
    return [app_commands.Choice(name=name, value=value) for value, name in list(values.items())[:MOST]]
