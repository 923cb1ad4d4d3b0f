"""At the start: tables that older rules have kept go on under these, from the position that was kept.

A table is folded only by rules of its own version. One of an older version gets a checkpoint, made of its kept state by
`Rules.upgrade`, in one transaction: from there on it is played, replayed and taken back by the new rules, and its
thread is told once. Where a running game cannot go on nothing is changed at all, and the bot does not start.

What the first schema did not keep is made up for on the way: the log of a table, and the results of a finished game.
Nobody has done anything by all of this, so a table that has been silent stays so.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

import msgspec
import structlog
from msgspec import Raw, Struct
from msgspec.structs import replace

from bot.play.changes import entered, results
from bot.play.outbox_bodies import UPDATED, BoardBody, row
from bot.play.table import Playable, Table, opened
from bot.play.transactions import RACES, Env
from rules import engine
from rules.contract import CannotUpgrade, Position, Record
from rules.engine.commits import NOBODY
from storage import Conflict
from storage.listed import Aged
from storage.rows import OVER, RUNNING, Change, ResultRow

SLICE = 100
"""Tables that are brought forward side by side, so that they share their trips to the disk."""

Found = TypeVar("Found")

log = structlog.get_logger()


class Stuck(Struct, frozen=True):
    """A running table that this program cannot play on."""

    table: str
    game: str
    rules_version: int
    why: str


class CannotPlayOn(Exception):  # noqa: N818 (an answer to the operator)
    """There are running tables that this program cannot play on. Nothing has changed."""

    def __init__(self, stuck: tuple[Stuck, ...]) -> None:
        super().__init__(f"{len(stuck)} tables")
        self.stuck = stuck


async def bring_forward(env: Env) -> int:
    """Returns how many tables were brought to the version of their rules. Raises CannotPlayOn."""
    stuck = tuple([one for one in await _each(env, _stuck) if one is not None])
    if stuck:
        raise CannotPlayOn(stuck)
    return sum(await _each(env, _forward))


async def _each(env: Env, work: Callable[[Env, Aged], Awaitable[Found]]) -> list[Found]:
    """What a work finds of each table of other rules than these, and each without a log, a slice at a time."""
    versions, after, found = {key: game.rules.version for key, game in env.games.items()}, "", list[Found]()
    while some := await env.store.tables_of_rules(versions, after, SLICE):
        found += await asyncio.gather(*(work(env, aged) for aged in some))
        after = some[-1].id
    return found


async def _stuck(env: Env, aged: Aged) -> Stuck | None:
    """Why a running table cannot go on; None where it can."""
    if aged.status != RUNNING:
        return None  # what is over can still be read where its state can, and its log in any case
    game = env.games.get(aged.game)
    if game is None:
        return Stuck(aged.id, aged.game, aged.rules_version, "this program does not know the game")
    loaded = await env.store.load(aged.id) if aged.rules_version != game.rules.version else None
    try:
        if loaded is not None:
            _state(game, aged.rules_version, loaded.table.state)
    except CannotUpgrade as cannot:
        return Stuck(aged.id, aged.game, aged.rules_version, cannot.why)
    return None


def _state(game: Playable, version: int, state: str) -> Any:
    """A kept state under these rules. Raises CannotUpgrade, however `upgrade` fails."""
    if version > game.rules.version:
        raise CannotUpgrade("a newer program has played it")
    try:
        return game.rules.upgrade(version, state)
    except msgspec.DecodeError as broken:
        raise CannotUpgrade("its position cannot be read") from broken
    except CannotUpgrade:
        raise
    except Exception as broken:
        raise CannotUpgrade(f"its position cannot be brought forward ({type(broken).__name__})") from broken


async def _forward(env: Env, aged: Aged) -> bool:
    """Whether a table got a checkpoint."""
    game = env.games.get(aged.game)
    if game is None:
        return False
    for _ in range(RACES):
        loaded = await env.store.load(aged.id)
        if loaded is None:
            return False
        table, changes = Table(loaded, game), aged.rules_version != game.rules.version
        try:
            change = await (_checkpoint if changes else _log_of)(env, table, logged=aged.logged)
            if change is not None:
                await env.store.write(change)
        except Conflict:  # something was written meanwhile
            continue
        return changes and change is not None
    return False


async def _log_of(env: Env, table: Table, *, logged: bool) -> Change | None:
    """The log of a table from before logs were kept, from records that these rules have made; None if it has one."""
    if logged:
        return None
    records = await env.store.records(table.id)
    versions = dict.fromkeys(record.version for record in records)
    try:
        lines = zip(versions, engine.lines(table.rules, records), strict=True)
        texts = tuple((version, msgspec.json.encode(line).decode()) for version, line in lines)
        reached = _reached(table, records, engine.replay(table.rules, records).state) if table.status == OVER else ()
    except Exception as error:  # the game goes on without
        log.exception("no log could be made", table=table.id, exc_info=error)
        return None
    return Change(table.row, table.row.rev, env.now(), lines=texts, results=reached, silent=True)


def _reached(table: Table, records: Sequence[Record], state: Any) -> tuple[ResultRow, ...]:
    """The results of a game that ended before results were kept: it ended with its last record."""
    return tuple(replace(result, ended_at=records[-1].at) for result in results(table, state))


async def _checkpoint(env: Env, table: Table, *, logged: bool) -> Change | None:
    """None for a game that is over and cannot be shown by these rules."""
    row_, rules, now = table.row, table.rules, env.now()
    try:
        state = _state(table.game, row_.rules_version, row_.state)
    except CannotUpgrade:
        return None
    table.stand_at(Position(state, row_.version, row_.public_no, tuple(map(opened, table.questions))))
    past = [engine.decode_line(rules, text) for text in await env.store.log(table.id)]
    commit = engine.checkpoint(rules, table.position, past)
    begun = Change(replace(row_, rules_version=rules.version), row_.rev, now, silent=True)
    change = entered(table, begun, commit, env, actor=NOBODY)
    if table.status != RUNNING:
        records = await env.store.records(table.id) if table.status == OVER and not logged else ()
        reached = _reached(table, records, state) if records else ()
        return replace(change, table=replace(change.table, status=table.status), results=reached)
    anew = engine.opened(table.position.open, commit.position.open)
    asked = {table.users[question.seat] for question in anew if question.required and question.seat in table.users}
    told = row(now // 1000, BoardBody(UPDATED, -1, Raw(b"[]"), tuple(sorted(asked))))
    return replace(change, rows=(told, *change.rows))
