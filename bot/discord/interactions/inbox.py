"""Playing from one's inbox: what is answered elsewhere than in a table's thread leads on to the next table.

Whoever has come to a panel from their inbox goes on in the same message, over all servers. Nothing is kept for it: an
answer that stands elsewhere than in the thread of its table can have been come to in no other way.
"""

from collections.abc import Sequence
from typing import Final

import discord
from msgspec.structs import replace

from bot.discord.interactions import custom_ids
from bot.discord.interactions.asked import Asked
from bot.discord.interactions.custom_ids import Said
from bot.discord.interactions.responses import Responses
from bot.discord.layout import Button, Layout
from bot.discord.messages.finding import distinct, numbered
from bot.discord.screens import inbox_screen, reminder_settings, sizing
from bot.discord.screens.inbox_screen import Waiting
from bot.discord.screens.list_screen import since_and_until
from bot.games import game_text
from bot.play import queries
from bot.wording import Words
from bot.wording.names import clean_name
from storage.rows import TableRow

ACTS: Final = ("commit", custom_ids.AGAIN)
"""The verbs of a panel by which a turn may have been played."""


async def listed(responses: Responses, asked: Asked, page: int = 0) -> Layout:
    """Shows the tables that wait for somebody."""
    shown = inbox_screen.shown(asked.words, await waiting(responses, asked), page)
    store = responses.transactions.env.store
    settings = (await store.person(asked.user)).settings
    return shown.below(await reminder_settings.lost(store, asked.words, asked.user, settings))


async def waiting(responses: Responses, asked: Asked) -> list[Waiting]:
    found: list[Waiting] = []
    for duty in await queries.turns(asked.user, responses.transactions.env):
        table = await responses.transactions.glance(duty.table.id)
        if table is not None:
            names = ", ".join(game_text.names(asked.words, table))
            title = f"{game_text.title(table.row.game)} · {names}"
            times = since_and_until(asked.words, table, responses.transactions.env, duty.seat)
            found.append(_waiting(asked, duty.table, title, times, [one.name for one in found]))
    return found


def _waiting(asked: Asked, row: TableRow, title: str, times: str, before: Sequence[str]) -> Waiting:
    """Returns a line; with the name of its thread if the client knows it, else one that tells it from the others."""
    client = getattr(asked.interaction, "client", None)
    thread = client.get_channel(row.channel) if client is not None and row.channel else None
    server = client.get_guild(row.guild) if client is not None else None
    name = numbered(title, thread.name) if isinstance(thread, discord.Thread) else distinct(title, before)
    link = f"https://discord.com/channels/{row.guild}/{row.channel}" if row.channel else ""
    return Waiting(row.id, row.game, name, clean_name(server.name) if server else "", link, times)


async def pressed(responses: Responses, asked: Asked, said: Said) -> Layout | None:
    """Shows a page of it, or the panel of the next table; returns None for an unknown press."""
    if said.verb == custom_ids.NEXT:
        return await _next(responses, asked, said.table)
    number = said.verb.removeprefix(custom_ids.TURNS).rstrip(custom_ids.STEPS)
    if not said.verb.startswith(custom_ids.TURNS) or not (number or "0").isdecimal() or len(number) > 3:
        return None
    return await listed(responses, asked, int(number or 0))


async def _next(responses: Responses, asked: Asked, left: str) -> Layout:
    """Opens the panel of the table that waits and is due soonest; that which was just left comes last."""
    found = [duty.table.id for duty in await queries.turns(asked.user, responses.transactions.env)]
    others = [table for table in found if table != left] or found
    return await responses.turn(asked, asked.pressed(others[0])) if others else await listed(responses, asked)


async def elsewhere(responses: Responses, asked: Asked, shown: Layout, said: Said | None = None) -> Layout:
    """Returns an answer as it stands; elsewhere than in its table's thread it names the table, and leads on.

    `said`: the press that it answers.
    """
    heading = shown.heading
    if heading is None or asked.interaction.channel_id in (None, heading.thread):
        return shown
    named = shown.below(heading.text)
    if asked.is_letter:
        return named
    press = inbox_screen.button(asked.words)
    if said is not None and _has_acted(said):
        found = [duty.table.id for duty in await queries.turns(asked.user, responses.transactions.env)]
        if not found:
            return replace(named, text=f"{named.text}\n-# {asked.words.say('Nothing else waits for you.')}")
        if said.table not in found:
            press = inbox_screen.next_button(asked.words, said.table, len(found))
    rows = sizing.joined(named.rows, press) if named.rows else ((press,),)
    return _fitted(asked.words, replace(named, rows=rows), said)


async def renewed(responses: Responses, asked: Asked, table: str) -> Layout | None:
    """Returns an open panel as it stands by now."""
    shown = await responses.renewed(asked, table)
    return None if shown is None else await elsewhere(responses, asked, shown)


def _has_acted(said: Said) -> bool:
    """May the press have played a turn, or answered a question?"""
    kinds = (custom_ids.ANSWER, custom_ids.CALL, custom_ids.TYPED)
    return said.kind in kinds or (said.kind == custom_ids.PLAN and said.verb in ACTS)


def _fitted(words: Words, shown: Layout, said: Said | None) -> Layout:
    """Where a screen has no more room for all of it, the pictures of a panel give way; a board is there to be seen."""
    if said is None or not shown.pictures or said.table == custom_ids.NOWHERE:
        return shown
    board = Button(words.say("Board"), custom_ids.board(said.table, "board"))
    return (
        shown
        if board in [press for row in shown.rows if isinstance(row, tuple) for press in row]
        else sizing.fitted(shown, board)
    )
