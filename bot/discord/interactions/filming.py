"""The film of a game: asked for, told how far it is, and shown where it was asked for."""

from hashlib import blake2b
from typing import Final

from bot.discord.films import Making, Wanted
from bot.discord.interactions import custom_ids, progress, replays
from bot.discord.interactions.asked import Asked
from bot.discord.interactions.responses import Responses
from bot.discord.layout import Button, Layout, Picture
from bot.discord.screens.panel_screen import heading, to_board
from bot.games import game_text
from bot.play import Table, Where
from bot.play.history.replay import steps
from bot.play.queries import Seen
from bot.wording import Text, Words
from bot.wording.names import painted
from renderer import film

WAITS: Final = Text("Other films and pages are being made first. Please ask again in a few minutes.")


async def shown(responses: Responses, asked: Asked, where: Where) -> Layout:
    """Shows the film of a game as far as it has been played; how far it is, while it is being made."""
    begun = await replays.wound(responses, asked, where)
    if isinstance(begun, Layout):
        return begun
    (seen, reel), films = begun, responses.screens.gallery.films
    table = seen.table
    names = tuple(map(painted, game_text.names(asked.words, table)))
    known = blake2b(repr((table.id, reel.last.number, names)).encode(), digest_size=16).digest()
    making = films.wanted(known, lambda: Wanted(*steps(table, reel, film.cut), names))
    if making is None:
        return waits(asked.words, table, "film")

    async def film_of(data: bytes) -> Layout:
        return _film(asked.words, seen, data)

    return await progress.awaited(
        asked, making.film, films.follow, lambda: _further(asked.words, table, making), film_of
    )


def again(words: Words, table: Table, verb: str) -> Button:
    return Button(words.say("Try again"), custom_ids.board(table.id, verb))


def waits(words: Words, table: Table, verb: str) -> Layout:
    """`verb`: by which it is asked for again; what was said may have taken the place of a board."""
    return Layout(words.put(WAITS), rows=((again(words, table, verb), to_board(words, table)),), heading=heading(table))


def _further(words: Words, table: Table, making: Making) -> Layout:
    text = words.say("The film is being made: {percent} %. It will stand here by itself.", percent=making.percent)
    return Layout(text, heading=heading(table))


def _film(words: Words, seen: Seen, data: bytes) -> Layout:
    table, number = seen.table, seen.number
    replay = Button(words.say("Replay"), custom_ids.board(table.id, f"{custom_ids.REPLAY}{number}"))
    back = to_board(words, table)
    rows = ((replay, back),)
    if not data:
        text = words.say("The film could not be made. The replay shows the game move by move.")
        return Layout(text, rows=((again(words, table, "film"), replay, back),), heading=heading(table))
    alt = game_text.alt(words, seen.view, game_text.names(words, table))
    told = words.say("The game as a film, up to move {n}. Its last picture: {alt}", n=number, alt=alt)
    text = words.say("The film of this game, up to move {n}.", n=number)
    return Layout(text, (Picture("film.gif", data, told),), rows, heading=heading(table))
