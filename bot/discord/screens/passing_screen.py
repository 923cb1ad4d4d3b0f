"""The screen on which seats pass on: one's own is given away, kept, resigned; for a late one others are sought."""

from typing import Any

import discord

from bot.discord import layout
from bot.discord.interactions import custom_ids
from bot.discord.interactions.asked import Asked
from bot.discord.interactions.responses import Responses
from bot.discord.layout import Button, Layout, Menu, Row
from bot.discord.screens import house_screen
from bot.games import game_text
from bot.play import Done, Table, UseCase, Where
from bot.play.answers import NoSuchTable, SeatTaken
from bot.play.outbox_bodies import DOOR
from bot.play.seating import passing
from bot.wording import Words, table_text
from storage.rows import CLOSED_DM

SEATS, GIVE, SEEK, KEEP, RESIGN, VOTE = "seats", "give", "seek", "keep", "leave", "find"
"""The verbs of a board: the screen, a person is chosen, anybody may come, nobody may, to resign; a vote, whose seat
follows."""


async def seats(responses: Responses, asked: Asked, where: Where, note: str = "") -> Layout:
    """Shows what can become of one's own seat, and for which others somebody may be looked for."""
    table = await responses.load(where)
    words = asked.words
    if table is None:
        return Layout(game_text.reply(words, NoSuchTable()))
    own = next((row for row in table.seats if row.user == asked.user and not row.resigned), None)
    wanted = [row.seat for row in table.seats if passing.may_be_sought(table, row, responses.transactions.env.now())]
    rows: list[Row] = []
    lines = [note] if note else []
    if own is not None:
        lines += [] if note and own.opening else _about_own(words, table, asked.user)
        give = Menu(custom_ids.board(table.id, GIVE), words.say("Hand your seat over to …"), (), people=True)
        rows += [give, *layout.buttons(*_own(words, table, asked.user, is_open=bool(own.opening)))]
    names = game_text.names(words, table)
    votes = [
        Button(words.say("Look for somebody: {name}", name=names[seat]), custom_ids.board(table.id, f"{VOTE}{seat}"))
        for seat in wanted
        if own is not None and seat != own.seat
    ]
    return Layout("\n".join(lines), rows=(*rows, *layout.buttons(*votes)))


def _about_own(words: Words, table: Table, user: int) -> list[str]:
    own = table.seat_of(user)
    about = words.say(
        "Hand your seat over to somebody, or open it to whoever comes first. Until it is taken it is yours: you are "
        "asked and play on. The hand goes with the seat."
    )
    return [about, *([words.say("Your seat is open now.")] if own.opening else [])]


def _own(words: Words, table: Table, user: int, *, is_open: bool) -> list[Button]:
    house = house_screen.may_leave(table, user)
    return [
        Button(words.say("Keep the seat"), custom_ids.board(table.id, KEEP), discord.ButtonStyle.primary)
        if is_open
        else Button(words.say("Whoever comes first"), custom_ids.board(table.id, SEEK)),
        *([Button(words.say("Leave to the house"), custom_ids.board(table.id, house_screen.LEAVE))] if house else []),
        Button(words.say("Resign …"), custom_ids.board(table.id, RESIGN), discord.ButtonStyle.danger),
    ]


async def resigning(responses: Responses, asked: Asked, where: Where) -> Layout:
    """Asks once more: a resignation is final."""
    table, words = await responses.load(where), asked.words
    if table is None:
        return Layout(game_text.reply(words, NoSuchTable()))
    text = words.say(
        "Resigning is for good: the bot plays only forced moves for you then, and nobody can take the seat. “Seats” "
        "opens it to somebody else instead."
    )
    resign = Button(words.say("Resign"), custom_ids.board(table.id, house_screen.RESIGN), discord.ButtonStyle.danger)
    return Layout(text, rows=((Button(words.say("Seats"), custom_ids.board(table.id, SEATS)), resign),))


async def given(responses: Responses, asked: Asked, where: Where, to: discord.abc.User | None) -> Layout:
    """Offers the seat to a person; without one shows what else there is."""
    if to is None:
        return await seats(responses, asked, where)
    if to.bot:
        return await seats(responses, asked, where, asked.words.say("Only people take a seat. Choose somebody else."))
    return await _done(responses, asked, where, passing.offer(to.id))


async def chosen(responses: Responses, asked: Asked, where: Where) -> Layout:
    """The same by the menu, in which Discord says who is chosen."""
    data: Any = asked.interaction.data or {}
    user = next(iter(data.get("values", ())), "")
    known = data.get("resolved", {}).get("users", {}).get(user, {})
    if not user.isdecimal() or known.get("bot"):
        return await seats(responses, asked, where, asked.words.say("Only people take a seat. Choose somebody else."))
    return await _done(responses, asked, where, passing.offer(int(user)))


async def sought(responses: Responses, asked: Asked, where: Where) -> Layout:
    return await _done(responses, asked, where, passing.seek(await _channel(responses, asked, where)))


async def kept(responses: Responses, asked: Asked, where: Where) -> Layout:
    return await _done(responses, asked, where, passing.keep())


async def voted(responses: Responses, asked: Asked, where: Where, seat: int, *, for_it: bool = True) -> Layout:
    channel = await _channel(responses, asked, where)
    return await responses.answered(asked, where, passing.vote(seat, channel, for_it=for_it))


async def taken(responses: Responses, asked: Asked, where: Where, seat: int = passing.FIRST) -> Layout:
    """Takes a seat over, and shows the way to it."""
    await responses.languages.remember(asked.interaction)
    done = await responses.run(where, asked.action, passing.take(seat, asked.name))
    shown = responses.screens.sentence(asked.words, done)
    if not isinstance(done.answer, SeatTaken) or done.table is None:
        return shown
    words, table = asked.words, done.table
    person = await responses.transactions.env.store.person(asked.user)
    lines = [f"{shown.text} <#{table.row.channel}>" if table.row.channel else shown.text]
    lines += [table_text.unreachable(words)] if person.dm_state == CLOSED_DM else []
    mine = (
        Button(words.say("My turn"), custom_ids.board(table.id, "turn"), discord.ButtonStyle.primary),
        Button(words.say("My hand"), custom_ids.board(table.id, "hand")),
    )
    return Layout("\n".join(lines), rows=(mine,), heading=shown.heading)


async def _done(responses: Responses, asked: Asked, where: Where, use_case: UseCase) -> Layout:
    """Does it, and shows the seat as it is now."""
    done: Done = await responses.run(where, asked.action, use_case)
    note = responses.screens.sentence(asked.words, done).text
    if done.table is None or asked.user not in done.table.users.values():
        return Layout(note)
    return await seats(responses, asked, where, note)


async def _channel(responses: Responses, asked: Asked, where: Where) -> int:
    """Returns where the card of an open seat is to stand: in the channel of the table's thread, as its door did."""
    table = await responses.load(where)
    if table is None:
        return 0
    if asked.interaction.channel_id == table.row.channel and asked.parent != table.row.channel:
        return asked.parent
    door = await responses.transactions.env.store.newest_message(table.id, DOOR)
    return 0 if door is None else door.channel
