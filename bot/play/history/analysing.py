"""The analysis of a game that is over: kept with it, made by whoever asks first.

Where everybody may see all hands it is made of the records; where hands stay closed, and of a game that was given up,
of what everybody was told and saw: nothing else leaves this process then.
"""

import asyncio

import msgspec

from bot.play.answer_kinds import Refusal, Veiled
from bot.play.history.analysis_answers import ManyAnalyses, NotYetAnalysed, Unanalysed
from bot.play.history.analyst import Making, Wanted
from bot.play.history.reel import Reel, standing, state_of
from bot.play.history.replay import hands_open, told_of
from bot.play.table import Refused, Table
from bot.play.transactions import Env
from players import ESTIMATORS
from players.analysis.closed import Shown
from players.analysis.form import Analysis, Lucky, Point
from players.chances import VERSION, Tested
from rules.contract import AnyRules, Fact
from storage.annals import AnalysisRow
from storage.rows import RUNNING


class Turned(Veiled, frozen=True):
    """A turning point, with what everybody was told of it."""

    first: int
    last: int
    seat: int
    amount: int
    """In thousandths: what was given away against the better way; without one, what the seat gained."""
    played: tuple[str, ...]
    better: tuple[str, ...]
    """In notation; nothing where hands stay closed."""
    facts: tuple[Fact, ...]


class Analysed(Veiled, frozen=True):
    table: Table
    whole: bool
    """Made of hands that lie open."""
    curve: tuple[Point, ...]
    turning: tuple[Turned, ...]
    luck: tuple[int, ...]
    choice: tuple[int, ...]
    drawn: tuple[Lucky, ...]
    tested: Tested


async def asked(table: Table, env: Env) -> Analysed | Making | Refusal:
    """Returns the analysis of a game; one that is being made where there is none yet."""
    try:
        table.refuse_unless_begun()
    except Refused as refused:
        return refused.answer
    if table.status == RUNNING:
        return NotYetAnalysed()
    kept = await env.store.annals.analysis(table.id)
    if kept is not None and kept.version == VERSION and kept.whole == _is_open(table):
        return await told(table, msgspec.json.decode(kept.analysis, type=Analysis), env)
    if env.analyst is None or table.row.game not in ESTIMATORS:
        return Unanalysed()

    async def keep(found: Analysis) -> None:
        text = msgspec.json.encode(found).decode()
        await env.store.annals.keep_analysis(AnalysisRow(table.id, found.version, found.whole, env.now(), text))

    making = env.analyses.of(table.id)
    return making or env.analyses.begin(table.id, env.analyst, lambda: _wanted(table, env), keep) or ManyAnalyses()


async def told(table: Table, found: Analysis, env: Env) -> Analysed:
    """Returns an analysis with what everybody was told of its turning points."""
    reel = await env.reels.of(table, env.store)
    turning = tuple(
        Turned(*(one.first, one.last, one.seat, one.amount, one.played, one.better), facts=told_of(table.rules, reel,
            one.first, one.last))
        for one in found.turning
    )  # fmt: skip
    tested = ESTIMATORS[table.row.game].tested(table.position.state)
    return Analysed(table, found.whole, found.curve, turning, found.luck, found.choice, found.drawn, tested)


def _is_open(table: Table) -> bool:
    """May it be made of everything? Where a game hides nothing that is what everybody saw."""
    return hands_open(table) or (table.row.game in ESTIMATORS and not ESTIMATORS[table.row.game].hides)


async def _wanted(table: Table, env: Env) -> Wanted:
    if _is_open(table):
        return Wanted(table.row.game, records=await env.store.records(table.id))
    reel = await env.reels.of(table, env.store)
    return Wanted(table.row.game, shown=await asyncio.to_thread(shown, table.rules, reel))


def shown(rules: AnyRules, reel: Reel) -> tuple[Shown, ...]:
    """Returns what everybody saw of a game, move by move, without what was taken back."""
    return tuple(
        Shown(frame.number, rules.public(state_of(rules, frame)), told_of(rules, reel, frame.number, frame.number))
        for frame in filter(standing, reel.frames)
    )
