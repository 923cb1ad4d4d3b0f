"""Replays: presses on one, and the command that opens one.

While somebody looks at a moment the pictures of those beside it are painted: a press shows what is ready.
"""

from functools import partial
from typing import Any, Final

from bot.discord.interactions.asked import Asked
from bot.discord.interactions.custom_ids import REPLAY, ROUNDS
from bot.discord.interactions.responses import Responses
from bot.discord.layout import Layout
from bot.discord.screens import replay_screen
from bot.discord.screens.replay_screen import Mode
from bot.play import Done, Where, queries
from bot.play.answers import NoSuchTable
from bot.play.history.reel import Reel
from bot.play.history.replay import Shot, shot
from bot.play.queries import Seen

DIGITS: Final = 9
PLAIN: Final = Mode()


async def wound(responses: Responses, asked: Asked, where: Where) -> tuple[Seen, Reel] | Layout:
    """Returns how a game stands, with its reel; a sentence where none has begun."""
    table = await responses.load(where)
    if table is None:
        return responses.screens.sentence(asked.words, Done(NoSuchTable()))
    seen = queries.board(table)
    if not isinstance(seen, Seen):
        return responses.screens.sentence(asked.words, Done(seen, table))
    env = responses.transactions.env
    return seen, await env.reels.of(table, env.store)


async def shown(
    responses: Responses, asked: Asked, where: Where, number: int | None = None, mode: Mode = PLAIN
) -> Layout:
    """Shows a moment of a game; the newest if none is named."""
    begun = await wound(responses, asked, where)
    if isinstance(begun, Layout):
        return begun
    (seen, reel), gallery = begun, responses.screens.gallery
    table = seen.table
    found = shot(table, reel, asked.user, number, mine=mode.mine)
    if not isinstance(found, Shot):
        return responses.screens.sentence(asked.words, Done(found, table))
    answer = await replay_screen.shown(gallery, asked.words, found, mode, asked.user)
    beside = (shot(table, reel, asked.user, to, mine=mode.mine) for to in (found.on, found.back) if to is not None)
    painted = [
        partial(replay_screen.pictures, gallery, asked.words, one, mode) for one in beside if isinstance(one, Shot)
    ]
    gallery.ahead(asked.user, () if mode.text else painted)
    return answer


async def pressed(responses: Responses, asked: Asked, where: Where, verb: str) -> Layout | None:
    """Shows what a button or the menu of rounds leads to; None for what nobody was offered."""
    if verb.startswith(ROUNDS):
        data = dict[str, Any](asked.interaction.data or {})
        number, letters = " ".join(map(str, data.get("values", ()))), verb.removeprefix(ROUNDS)
    else:
        number, letters, _ = [*verb.removeprefix(REPLAY).split("."), "", ""][:3]
    mode = replay_screen.read(letters)
    if mode is None or (number and not (number.isdecimal() and len(number) <= DIGITS)):
        return None
    return await shown(responses, asked, where, int(number) if number else None, mode)
