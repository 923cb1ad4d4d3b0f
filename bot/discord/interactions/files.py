"""The file of a game and its page, for whoever asks: what everybody may know of it, and once it is over all of it."""

from hashlib import blake2b

from bot.discord.films import Making, Paged
from bot.discord.interactions import custom_ids, filming, progress
from bot.discord.interactions.asked import Asked
from bot.discord.interactions.responses import Responses
from bot.discord.layout import Attachment, Button, Layout
from bot.discord.screens.panel_screen import heading, to_board
from bot.play import Done, Refused, Table, Where
from bot.play.answers import NoSuchTable
from bot.play.gamefile.form import SUFFIX, GameFile, write
from bot.play.gamefile.written import written
from bot.wording import Words


async def shown(responses: Responses, asked: Asked, where: Where) -> Layout:
    """Returns the file of a game that has begun."""
    begun = await _written(responses, asked, where)
    if isinstance(begun, Layout):
        return begun
    (table, file), words = begun, asked.words
    text = (
        words.say("The whole game. “As a page” shows it in any browser; “stammtisch verify” checks its luck.")
        if file.open
        else words.say("The game as far as everybody may know it. The seed and what is secret are not in it.")
    )
    page = Button(words.say("As a page"), custom_ids.board(table.id, "page"))
    attached = Attachment(f"{_name(file)}{SUFFIX}", write(file))
    return Layout(text, rows=((page, to_board(words, table)),), attachments=(attached,), heading=heading(table))


async def page(responses: Responses, asked: Asked, where: Where) -> Layout:
    """Returns the page of a game that has begun; how far it is, while it is being made."""
    begun = await _written(responses, asked, where)
    if isinstance(begun, Layout):
        return begun
    (table, file), words, films = begun, asked.words, responses.screens.gallery.films
    data = write(file)
    known = blake2b(b"%s\n%s" % (words.lang.encode(), data), digest_size=16).digest()
    making = films.wanted(known, lambda: Paged(data, words.lang))
    if making is None:
        return filming.waits(words, table, "page")

    async def page_of(made: bytes) -> Layout:
        return _page(words, table, file, made)

    return await progress.awaited(asked, making.film, films.follow, lambda: _further(words, table, making), page_of)


async def _written(responses: Responses, asked: Asked, where: Where) -> tuple[Table, GameFile] | Layout:
    """Returns a table with its file; what is said instead where there is none."""
    words, table = asked.words, await responses.load(where)
    if table is None:
        return responses.screens.sentence(words, Done(NoSuchTable()))
    try:
        table.refuse_unless_begun()
    except Refused as refused:
        return responses.screens.sentence(words, Done(refused.answer, table))
    return table, await written(table, responses.transactions.env)


def _name(file: GameFile) -> str:
    return f"{file.game}-{file.table}"


def _further(words: Words, table: Table, making: Making) -> Layout:
    text = words.say("The page is being made: {percent} %. It will stand here by itself.", percent=making.percent)
    return Layout(text, heading=heading(table))


def _page(words: Words, table: Table, file: GameFile, made: bytes) -> Layout:
    if not made:
        text = words.say("The page could not be made. The replay shows the game move by move.")
        replay = Button(words.say("Replay"), custom_ids.board(table.id, custom_ids.REPLAY))
        again = filming.again(words, table, "page")
        return Layout(text, rows=((again, replay, to_board(words, table)),), heading=heading(table))
    text = words.say("The game as a page, move by move. Save it and open it in any browser; it needs no network.")
    attached = Attachment(f"{_name(file)}.html", made)
    return Layout(text, rows=((to_board(words, table),),), attachments=(attached,), heading=heading(table))
