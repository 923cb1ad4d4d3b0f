"""A table before its game: joined, left, started and closed, by the buttons of its card and by commands."""

import asyncio
from collections.abc import Callable, Mapping

from bot.discord.interactions.asked import Asked
from bot.discord.interactions.responses import Responses
from bot.discord.layout import Layout
from bot.discord.screens import passing_screen, seating_screen, time_screen
from bot.games import game_text
from bot.play import Action, Table, Transactions, UseCase, Where
from bot.play.answers import Created, Joined, NoSuchTable, NotAtTable, NotOver, Started
from bot.play.seating import lobby
from bot.wording import Words, table_text
from storage.rows import CLOSED_DM, RUNNING

JOIN = "join"
DOES: Mapping[str, Callable[[], UseCase]] = {"leave": lobby.leave, "start": lobby.start, "close": lobby.close}
VERBS = (JOIN, *DOES, *seating_screen.VERBS, *time_screen.VERBS)


async def do(responses: Responses, asked: Asked, where: Where, verb: str) -> Layout:
    """Does what one of VERBS says."""
    if verb in seating_screen.VERBS:
        return await seating_screen.seated(responses, asked, where, verb)
    if verb == JOIN and await _is_played(responses, where):
        return await passing_screen.taken(responses, asked, where)
    if verb in time_screen.VERBS:
        return await time_screen.pressed(responses, asked, where, verb)
    if verb == JOIN:
        await responses.languages.remember(asked.interaction)
    use_case = lobby.join(asked.name) if verb == JOIN else DOES[verb]()
    done = await responses.run(where, asked.action, use_case)
    shown = responses.screens.sentence(asked.words, done)
    person = await responses.transactions.env.store.person(asked.user)
    if isinstance(done.answer, Joined) and person.dm_state == CLOSED_DM:
        return Layout(f"{shown.text}\n{table_text.unreachable(asked.words)}", heading=shown.heading)
    return shown


async def _is_played(responses: Responses, where: Where) -> bool:
    """Has the game begun, so that whoever joins it takes a seat over that is open?"""
    table = await responses.transactions.glance(where)
    return table is not None and table.status == RUNNING and any(row.opening for row in table.seats)


async def again(responses: Responses, asked: Asked, table: Table | None) -> Layout:
    """Sets up a new table for the same people; against the house alone its game starts at once, as the first did."""
    hindered = asked.hindrance()
    if hindered:
        return Layout(hindered)
    await responses.languages.remember(asked.interaction)
    known = table.id if table is not None else ""
    answer = await lobby.again(responses.transactions, known, asked.action, asked.name, asked.parent)
    if isinstance(answer, Created) and table is not None and sum(row.is_person for row in table.seats) == 1:
        begun = await responses.transactions.run(answer.table, Action(asked.user), lobby.start())
        answer = begun.answer if isinstance(begun.answer, Started) else answer  # else the house does not play here now
    text = game_text.answer_text(asked.words, answer, table)
    if isinstance(answer, NotAtTable | NotOver | NoSuchTable):
        return Layout(text)
    return await linked(
        responses.transactions, asked.words, text, (await lobby.rematch(responses.transactions, known))[0]
    )


async def linked(transactions: Transactions, words: Words, text: str, table: str) -> Layout:
    """Adds a link to a table's thread, as soon as the courier has opened it; if that takes long, where one will be."""
    for _ in range(20):
        found = await transactions.glance(table)
        if found is None or found.row.channel:
            return Layout(text if found is None else f"{text} <#{found.row.channel}>")
        await asyncio.sleep(0.1)
    return Layout(f"{text} {words.say('Its thread is being opened; /me tables links to it in a moment.')}")
