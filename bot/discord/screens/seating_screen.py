"""The screen on which whoever opened a table seats house players at it, and takes them away again."""

from typing import Final

import discord

from bot.discord import layout
from bot.discord.interactions import custom_ids
from bot.discord.interactions.asked import Asked
from bot.discord.interactions.responses import Responses
from bot.discord.layout import Button, Layout
from bot.games import game_text
from bot.play import Done, Table, Where
from bot.play.answers import Answer, HasBegun, NoSuchTable, OnlyCreator
from bot.play.house.terms import LEVELS
from bot.play.seating import lobby
from bot.wording import Words, table_text

SCREEN, SEAT, AWAY = "house", "seat-", "away"
"""The verbs of a lobby: the screen, a player of a level, take the last one away."""
VERBS: Final = (SCREEN, AWAY, *(f"{SEAT}{level}" for level in LEVELS))


async def seated(responses: Responses, asked: Asked, where: Where, verb: str) -> Layout:
    """Shows who of the house sits here, after one has come or gone."""
    if verb == SCREEN:
        table = await responses.load(where)
        refusal = _refusal(asked, table)
        if refusal is None and table is not None and table.is_gathering:
            return _lobby(asked.words, table, "")
        done = Done(refusal or HasBegun(), table)
    else:
        level = verb.removeprefix(SEAT)
        done = await responses.run(where, asked.action, lobby.take_away() if verb == AWAY else lobby.seat_house(level))
    note = responses.screens.sentence(asked.words, done).text
    if done.table is None or not done.table.is_gathering or done.table.row.creator != asked.user:
        return Layout(note)
    return _lobby(asked.words, done.table, note)


def _refusal(asked: Asked, table: Table | None) -> Answer | None:
    if table is None:
        return NoSuchTable()
    return None if table.row.creator == asked.user else OnlyCreator()


def _lobby(words: Words, table: Table, note: str) -> Layout:
    names = words.listed(list(game_text.names(words, table)))
    text = words.say("At the table: {names}. Seat a player of the house, or take one away.", names=names)
    full = len(table.seats) >= max(table.rules.seats)
    seats = [
        Button(
            words.say("Seat one: {level}", level=table_text.level(words, level)),
            custom_ids.lobby(table.id, f"{SEAT}{level}"),
            disabled=full,
        )
        for level in LEVELS
    ]
    none = all(row.is_person for row in table.seats)
    away = Button(words.say("Take one away"), custom_ids.lobby(table.id, AWAY), disabled=none)
    start = Button(words.say("Start"), custom_ids.lobby(table.id, "start"), discord.ButtonStyle.primary)
    return Layout("\n".join(line for line in (note, text) if line), rows=layout.buttons(*seats, away, start))
