"""Boards of ratings and what somebody has reached: by commands, and by the buttons and menus below them."""

from typing import Any

from bot.discord.interactions.asked import Asked
from bot.discord.interactions.responses import Responses
from bot.discord.layout import Layout
from bot.discord.screens import standings_screen
from bot.discord.screens.standings_screen import ALL, MENU
from bot.games import GAMES
from bot.play import Pressed, Where
from bot.play.standings import statistics
from bot.wording.names import clean_name
from bot.wording.words import clip


async def ratings(responses: Responses, asked: Asked, where: Where) -> Layout:
    """Shows the board of this server, in the game that a press names, or that of its table."""
    title, table = await _wanted(responses, asked, where)
    return await board(responses, asked, title, table=table)


async def career(responses: Responses, asked: Asked, where: Where) -> Layout:
    """Shows what the reader has reached."""
    title, table = await _wanted(responses, asked, where)
    return await reached(responses, asked, title, table=table)


async def whose(responses: Responses, asked: Asked, where: Where) -> Layout:
    """Shows what somebody who was chosen has reached."""
    chosen = next(iter(_chosen(asked)), "")
    who = int(chosen) if chosen.isdecimal() and len(chosen) < 20 else asked.user
    title, table = await _named_by(responses, where.table if isinstance(where, Pressed) else "", where)
    return await reached(responses, asked, title, who, _called(asked, who), table=table)


async def everywhere(responses: Responses, asked: Asked, where: Where) -> Layout:
    """Shows the board over all servers."""
    title, table = await _wanted(responses, asked, where)
    return await board(responses, asked, title, everywhere=True, table=table)


async def board(responses: Responses, asked: Asked, title: str, *, everywhere: bool = False, table: str = "") -> Layout:
    """Shows the board of this server; outside of servers that over all of them. `table`: from which one came."""
    guild = statistics.EVERY if everywhere else asked.guild or statistics.EVERY
    found = await statistics.board(responses.transactions.env, guild, title)
    here = bool(asked.guild)
    gallery = responses.screens.gallery
    return await standings_screen.board(gallery, asked.words, found, asked.user, here=here, table=table)


async def reached(
    responses: Responses, asked: Asked, title: str, who: int = 0, name: str = "", *, table: str = ""
) -> Layout:
    """Shows what somebody has reached; the reader, where nobody is named. `table`: from which one came."""
    words, person, here = asked.words, who or asked.user, bool(asked.guild)
    found = await statistics.career(responses.transactions.env, person, asked.user, asked.guild, title)
    if found is not None:
        shown = "" if person == asked.user else name
        gallery = responses.screens.gallery
        return await standings_screen.reached(gallery, words, found, shown, here=here, table=table)
    text = words.say("You have finished no game here yet.") if person == asked.user else words.say(
        "There is nothing to be seen of this person: they have finished no game here, or keep it to themselves."
    )  # fmt: skip
    return Layout(text, rows=standings_screen.below(words, title, here=here, table=table))


async def _wanted(responses: Responses, asked: Asked, where: Where) -> tuple[str, str]:
    """Returns the game that is chosen or named, and the table, as below."""
    named = next(iter(_chosen(asked)), where.table if isinstance(where, Pressed) else "")
    return await _named_by(responses, named, where)


async def _named_by(responses: Responses, named: str, where: Where) -> tuple[str, str]:
    """Returns the game of that name, none for all games; or that of the table whose button was pressed, with its id."""
    if named in GAMES or named in (ALL, MENU):
        return (named if named in GAMES else ""), ""
    table = await responses.load(where)
    return ("", "") if table is None else (table.row.game, table.id)


def _chosen(asked: Asked) -> list[str]:
    data = dict[str, Any](asked.interaction.data or {})
    return [str(value) for value in data.get("values", ())]


def _called(asked: Asked, who: int) -> str:
    """Returns what Discord calls somebody who was chosen."""
    data = dict[str, Any](asked.interaction.data or {})
    people: dict[str, Any] = data.get("resolved", {})
    member = people.get("members", {}).get(str(who), {})
    user = people.get("users", {}).get(str(who), {})
    name = member.get("nick") or user.get("global_name") or user.get("username") or ""
    return clip(clean_name(str(name)), 40)
