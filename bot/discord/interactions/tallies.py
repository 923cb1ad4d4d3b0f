"""What can be counted of a game: moves, its length, dice; by a press and by a command."""

from functools import partial

from bot.discord.interactions import custom_ids
from bot.discord.interactions.asked import Asked
from bot.discord.interactions.responses import Responses
from bot.discord.layout import Button, Layout
from bot.discord.screens.panel_screen import heading, to_board
from bot.games import GAMES, game_text
from bot.play import Done, Table, Where
from bot.play.answers import NoSuchTable
from bot.play.history.tally import Tally, tally
from bot.wording import Words, tally_text
from bot.wording.paging import ALT, fit
from renderer.charts import dice
from storage.rows import RUNNING


async def shown(responses: Responses, asked: Asked, where: Where) -> Layout:
    words, table = asked.words, await responses.load(where)
    if table is None:
        return responses.screens.sentence(words, Done(NoSuchTable()))
    found = await tally(table, responses.transactions.env)
    if not isinstance(found, Tally):
        return responses.screens.sentence(words, Done(found, table))
    lines, look = tally_text.lines(words, found, game_text.names(words, table)), GAMES[table.row.game].public.look
    rows = (_ways(words, table),)
    if not found.rolls or look is None:
        return Layout("\n".join(lines), rows=rows, heading=heading(table))
    bars = [dice.Bar(one.sum, one.times, one.expected) for one in found.rolls]
    alt = fit(tally_text.dice(words, found), ALT)
    pictures = await responses.screens.gallery.still("dice", partial(dice.paint, look, bars), alt)
    return Layout("\n".join(lines), pictures, rows, heading=heading(table))


def _ways(words: Words, table: Table) -> tuple[Button, ...]:
    """Leads back to the board, whose place it may have taken; after the end to the file too, which proves draws."""
    board = to_board(words, table)
    file = Button(words.say("File"), custom_ids.board(table.id, "file"))
    return (board,) if table.status == RUNNING else (board, file)
