"""Screens about house players at a running table: a hint, what the house has chosen, leaving a seat to it."""

from collections.abc import Sequence

import discord

from bot.discord.interactions import custom_ids
from bot.discord.interactions.asked import Asked
from bot.discord.interactions.responses import Responses
from bot.discord.layout import Button, Layout
from bot.games import game_text
from bot.play import Done, Table, Where
from bot.play.answers import NoSuchTable, Refusal
from bot.play.house import dues as house_dues
from bot.play.house import hints
from bot.play.house.hints import Explained, Hint
from bot.play.house.terms import RESIGNED, TO_HOUSE
from bot.play.house.turns import Kept
from bot.play.seating import leaving
from bot.wording import Words
from storage.rows import RUNNING

GO, HINT, EXPLAIN, RESIGN, LEAVE = "go", "hint", "explain", "resign", "to-house"
"""The verbs of a board."""
TAKE = "take"
"""The verb that plans a way of a hint; its number and the hint's mark follow."""


# ── a running game ──


async def gone_on(responses: Responses, asked: Asked, where: Where) -> Layout:
    """Lets the house play at once; what it does stands in the thread."""
    return await responses.answered(asked, where, house_dues.go_on())


async def hint(responses: Responses, asked: Asked, where: Where) -> Layout:
    return await _hint(responses, asked, where)


async def taken(responses: Responses, asked: Asked, where: Where, which: str) -> Layout:
    """Plans what a hint said, written as its number and its mark; shows what is a hint now, if that is another."""
    number, _, mark = which.partition(".")
    return await _hint(responses, asked, where, int(number) if number.isdecimal() and len(number) < 3 else 0, mark)


async def hinted(responses: Responses, asked: Asked, where: Where, number: int) -> Layout:
    """Plans the way of this number, counted from 1."""
    return await _hint(responses, asked, where, number)


async def _hint(responses: Responses, asked: Asked, where: Where, number: int = 0, mark: str = "") -> Layout:
    table = await responses.load(where)
    if table is None:
        return Layout(game_text.reply(asked.words, NoSuchTable()))
    found = await hints.hint(table, asked.user, responses.transactions.env)
    if isinstance(found, Refusal):
        return responses.screens.sentence(asked.words, Done(found, table))
    if number and mark in {"", found.mark} and number <= len(found.ways):
        return await responses.planned_instead(asked, where, found.ways[number - 1].moves)
    return _hinted(asked.words, found, gone=bool(number))


def _hinted(words: Words, found: Hint, *, gone: bool = False) -> Layout:
    """`gone`: what was to be planned is no hint any more."""
    table = found.table
    names = game_text.names(words, table)
    now = words.say("⚠️ The game has gone on since that hint. Now the house would do this in your seat:")
    lines = [now if gone else words.say("What the house would do in your seat, from what you know:")]
    for number, way in enumerate(found.ways, 1):
        moves = game_text.plan(words, way.moves, table.row.game, found.public, way.facts, names=names)
        lines.append(f"**{number}.** {' · '.join(moves)} – {_chance(words, way.worth)}")
        why = " ".join(game_text.tell(words, way.facts, names)) if number == 1 else ""  # the others differ in little
        lines += [f"-# {why}"] if why else []
    presses = [
        Button(words.say("Plan {n}", n=number), custom_ids.board(table.id, f"{TAKE}{number}.{found.mark}"))
        for number in range(1, len(found.ways) + 1)
    ]
    turn = Button(words.say("My turn"), custom_ids.board(table.id, "turn"), discord.ButtonStyle.primary)
    return Layout("\n".join(lines), rows=((*presses, turn),))


def _chance(words: Words, worth: float) -> str:
    return words.say("chance to win about {n} %", n=round(100 * min(max(worth, 0.0), 1.0)))


async def explained(responses: Responses, asked: Asked, where: Where) -> Layout:
    table, env = await responses.load(where), responses.transactions.env
    if table is None:
        return Layout(game_text.reply(asked.words, NoSuchTable()))
    found = await hints.explained(table, env)
    if isinstance(found, Refusal):
        return responses.screens.sentence(asked.words, Done(found, table))
    return _explained(asked.words, found)


def _explained(words: Words, found: Explained) -> Layout:
    """While the game runs nothing is said but what everybody was told."""
    names = game_text.names(words, found.table)
    moved = " ".join(game_text.tell(words, found.facts, names))
    lines = [words.say("The last turn of {name}: {moves}", name=names[found.seat], moves=moved)]
    if found.thought is None:
        lines.append(words.say("What it held and weighed is told once the game is over."))
    else:
        lines += _weighed(words, found.table.row.game, found.thought, names)
    return Layout("\n".join(lines))


def _weighed(words: Words, game: str, thought: Kept, names: Sequence[str]) -> list[str]:
    lines = [words.say("What it weighed:")]
    for number, (moves, worth) in enumerate(thought.weighed[: hints.SHOWN], 1):
        said = " · ".join(game_text.planned(words, text, game, None, names) for text in moves)
        chosen = f" · **{words.say('this it chose')}**" if moves == thought.moves else ""
        lines.append(f"**{number}.** {said} – {_chance(words, worth)}{chosen}")
    return lines


# ── leaving ──


async def resigning(responses: Responses, asked: Asked, where: Where) -> Layout:
    """Resigns; where the table leaves seats to the house, asks which of the two is meant."""
    table = await responses.load(where)
    offers = responses.transactions.env.thinker is not None
    if table is None or not offers or not may_leave(table, asked.user):
        return await responses.answered(asked, where, leaving.resign())
    words = asked.words
    text = words.say(
        "The house can play on in your seat, or you resign: then the bot plays only forced moves for you. Both are for "
        "good."
    )
    to_house = Button(words.say("Leave to the house"), custom_ids.board(table.id, LEAVE), discord.ButtonStyle.primary)
    resign = Button(words.say("Resign"), custom_ids.board(table.id, RESIGN), discord.ButtonStyle.danger)
    return Layout(text, rows=((to_house, resign),))


def may_leave(table: Table, user: int) -> bool:
    agreed = table.status == RUNNING and table.term(RESIGNED) == TO_HOUSE
    return agreed and len(table.users) > 1 and user in table.users.values()


async def resigned(responses: Responses, asked: Asked, where: Where) -> Layout:
    return await responses.answered(asked, where, leaving.resign())


async def left(responses: Responses, asked: Asked, where: Where) -> Layout:
    return await responses.answered(asked, where, leaving.to_house())
