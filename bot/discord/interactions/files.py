"""The file of a game, for whoever asks for it: what everybody may know of it, and once it is over all of it."""

from bot.discord.interactions.asked import Asked
from bot.discord.interactions.responses import Responses
from bot.discord.layout import Attachment, Layout
from bot.discord.screens.panel_screen import heading
from bot.play import Done, Refused, Where
from bot.play.answers import NoSuchTable
from bot.play.gamefile.form import SUFFIX, write
from bot.play.gamefile.written import written


async def shown(responses: Responses, asked: Asked, where: Where) -> Layout:
    """Returns the file of a game that has begun."""
    words, table = asked.words, await responses.load(where)
    if table is None:
        return responses.screens.sentence(words, Done(NoSuchTable()))
    try:
        table.refuse_unless_begun()
    except Refused as refused:
        return responses.screens.sentence(words, Done(refused.answer, table))
    file = await written(table, responses.transactions.env)
    text = (
        words.say("The whole game. “stammtisch verify” proves it, “stammtisch show” makes a page of it.")
        if file.open
        else words.say("The game as far as everybody may know it. The seed and what is secret are not in it.")
    )
    return Layout(
        text, attachments=(Attachment(f"{file.game}-{file.table}{SUFFIX}", write(file)),), heading=heading(table)
    )
