"""The analysis of a game: asked for, told how far it is, and shown where it was asked for."""

from functools import partial

from msgspec.structs import replace

from bot.discord.interactions import filming, progress
from bot.discord.interactions.asked import Asked
from bot.discord.interactions.responses import Responses
from bot.discord.layout import Layout, Row
from bot.discord.screens import analysis_screen
from bot.discord.screens.panel_screen import to_board
from bot.play import Done, Table, Where
from bot.play.answers import NoSuchTable, Refusal
from bot.play.history import analysing
from bot.play.history.analysing import Analysed, Analysis
from bot.play.history.analysis_answers import ManyAnalyses, NotYetAnalysed, Unanalysed
from bot.wording import Words


async def shown(responses: Responses, asked: Asked, where: Where, *, text: bool = False) -> Layout:
    """Shows the analysis of a game that is over; how far it is, while it is being made."""
    words, table = asked.words, await responses.load(where)
    if table is None:
        return responses.screens.sentence(words, Done(NoSuchTable()))
    env = responses.transactions.env
    found = await analysing.asked(table, env)
    if isinstance(found, NotYetAnalysed | Unanalysed | ManyAnalyses):
        return replace(responses.screens.sentence(words, Done(found, table)), rows=_ways(words, table, found))
    if isinstance(found, Refusal):
        return responses.screens.sentence(words, Done(found, table))
    if isinstance(found, Analysed):
        return await analysis_screen.shown(responses.screens.gallery, words, found, text=text)
    finished = partial(_finished, responses, asked, table, text=text)
    making = found
    return await progress.awaited(
        *(asked, making.made, env.analyses.follow),
        lambda: analysis_screen.further(words, table, making.percent),
        finished,
    )


async def worded(responses: Responses, asked: Asked, where: Where) -> Layout:
    return await shown(responses, asked, where, text=True)


async def _finished(responses: Responses, asked: Asked, table: Table, found: Analysis | None, *, text: bool) -> Layout:
    if found is None:
        return analysis_screen.failed(asked.words, table)
    told = await analysing.told(table, found, responses.transactions.env)
    return await analysis_screen.shown(responses.screens.gallery, asked.words, told, text=text)


def _ways(words: Words, table: Table, found: Refusal) -> tuple[Row, ...]:
    """Leads on from what may have taken the place of a board or a replay."""
    board = to_board(words, table)
    return ((filming.again(words, table, "analysis"), board),) if isinstance(found, ManyAnalyses) else ((board,),)
