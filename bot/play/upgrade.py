"""At the start: tables that older rules have kept go on under these, from the position that was kept.

A table is folded only by rules of its own version. One of an older version gets a checkpoint, made of its kept state by
`Rules.upgrade`, in one transaction: from there on it is played, replayed and taken back by the new rules, and its
thread is told once. Where a running game cannot go on nothing is changed at all, and the bot does not start.
"""

from collections.abc import AsyncIterator
from typing import Any

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from bot.play.changes import questions
from bot.play.outbox_bodies import BOARD, UPDATED, BoardBody, row
from bot.play.table import Playable, Table, opened
from bot.play.transactions import Env
from rules import engine
from rules.contract import CannotUpgrade, Position
from storage import Conflict
from storage.fingerprint import fingerprint
from storage.rows import RUNNING, Aged, Change

SLICE = 200
"""Tables that are looked at between two pauses for whatever else waits."""


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
    stuck = [found async for aged in _aged(env) if (found := await _stuck(env, aged)) is not None]
    if stuck:
        raise CannotPlayOn(tuple(stuck))
    brought = 0
    async for aged in _aged(env):
        brought += await _forward(env, aged)
    return brought


async def _aged(env: Env) -> AsyncIterator[Aged]:
    """Tables of other rules than these, and those without a log, a slice at a time."""
    versions, after = {key: game.rules.version for key, game in env.games.items()}, ""
    while found := await env.store.tables_of_rules(versions, after, SLICE):
        for aged in found:
            yield aged
        after = found[-1].id


async def _stuck(env: Env, aged: Aged) -> Stuck | None:
    """Why a running table cannot go on; None where it can."""
    if aged.status != RUNNING:
        return None  # what is over can still be read where its state can, and its log in any case
    game = env.games.get(aged.game)
    if game is None:
        return Stuck(aged.id, aged.game, aged.rules_version, "this program does not know the game")
    if aged.rules_version == game.rules.version:
        return None
    loaded = await env.store.load(aged.id)
    if loaded is None:
        return None
    try:
        _state(game, aged.rules_version, loaded.table.state)
    except CannotUpgrade as cannot:
        return Stuck(aged.id, aged.game, aged.rules_version, cannot.why)
    return None


def _state(game: Playable, version: int, state: str) -> Any:
    """A kept state under these rules. Raises CannotUpgrade."""
    if version > game.rules.version:
        raise CannotUpgrade("a newer program has played it")
    try:
        return game.rules.upgrade(version, state)
    except msgspec.DecodeError as broken:
        raise CannotUpgrade("its position cannot be read") from broken


async def _forward(env: Env, aged: Aged) -> int:
    game = env.games.get(aged.game)
    loaded = await env.store.load(aged.id)
    if game is None or loaded is None:
        return 0
    table = Table(loaded, game)
    if aged.rules_version == game.rules.version:
        await _keep_log(env, table)
        return 0
    try:
        state = _state(game, aged.rules_version, table.row.state)
    except CannotUpgrade:
        return 0  # of a game that is over
    try:
        await env.store.write(await _checkpoint(env, table, state))
    except Conflict:  # somebody was faster; there is but one process
        return 0
    return 1


async def _keep_log(env: Env, table: Table) -> None:
    """The log of a table that was played before logs were kept, from the records that these rules have made."""
    records = await env.store.records(table.id)
    lines = engine.lines(table.rules, records)
    versions = list(dict.fromkeys(record.version for record in records))
    kept = zip(versions[-len(lines) :], lines, strict=False)
    texts = tuple((version, msgspec.json.encode(line).decode()) for version, line in kept)
    await env.store.write(Change(table.row, table.row.rev, env.now(), lines=texts))


async def _checkpoint(env: Env, table: Table, state: Any) -> Change:
    row_, rules, now = table.row, table.rules, env.now()
    still = tuple(map(opened, table.questions)) if table.status == RUNNING else ()
    past = [engine.decode_line(rules, text) for text in await env.store.log(table.id)]
    before = Position(state, row_.version, row_.public_no, still)
    commit = engine.checkpoint(rules, before, past)
    after = commit.position
    written = replace(
        row_,
        version=after.version,
        rules_version=rules.version,
        state=msgspec.json.encode(after.state).decode(),
        state_format=fingerprint(rules.state_type),
    )
    told = row(BOARD, now // 1000, BoardBody(UPDATED, -1, Raw(b"[]"), ()))
    line = engine.line(before, commit)
    return Change(
        written,
        row_.rev,
        now,
        records=commit.records,
        lines=((after.version, msgspec.json.encode(line).decode()),),
        questions=questions(after, table.questions, now),
        dues=tuple(due for due in table.dues if (due.seat, due.since) in {(q.seat, q.since) for q in after.open}),
        rows=(told,) if table.status == RUNNING else (),
    )
