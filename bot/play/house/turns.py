"""House turns: what falls due for house seats is thought about beside the event loop, then committed as one run.

Theory of operation. A house seat's question has a due row (bot/play/house/dues.py); its time is when the answer becomes
visible. A little ahead of that a run is thought out: one house seat after the other answers, with live luck, on
positions that nobody stores, until people are asked. Nothing of the table is locked meanwhile. The whole run is one
transaction, committed at its time if the table still stands where it stood; else it is thrown away and thought out
anew. So a run is told in one message, a kill at any point leaves either all or nothing of it, and how long it was
thought about is seen by nobody: what is late becomes visible at the next of a row of times.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

import msgspec
import structlog
from msgspec import Struct
from msgspec.structs import replace

from bot.play import limits, luck
from bot.play.answers import AlreadyPlayed, OrderSet
from bot.play.changes import entered
from bot.play.house.sights import after, prompt, sight, sights
from bot.play.house.terms import NoThoughtError
from bot.play.seating import sitting_in
from bot.play.table import Refused, Table
from bot.play.timed import dues
from bot.play.transactions import Action, Decision, Env, Transactions, change_of, use_case
from players import Level, Thought
from rules import engine
from rules.contract import IllegalMove, Memory, Move, Prompt
from rules.engine import Commit
from storage.rows import BEGINS, HOUSE, RUNNING, Change, DueRow, ThoughtRow

LONGEST_RUN: Final = 400
"""Commits; a run that is longer is told in parts."""
PATIENCE: Final = (9.0, 2.0)
"""Seconds to think: at the seat's level, then at the gentlest; then it does the least it can."""
BATCH: Final = 50
LONGEST, AFTER_FAILURE, SALT_PAUSE = 60.0, 15.0, 0.5

log = structlog.get_logger()


class Kept(Struct, frozen=True):
    """A thought as it is kept: ways to go on in notation with what they are worth, and which was chosen."""

    moves: tuple[str, ...]
    weighed: tuple[tuple[tuple[str, ...], float], ...]


class Step(NamedTuple):
    """A commit of a run."""

    seat: int
    commit: Commit[Any]
    drawn: luck.Drawn | None = None
    thought: str = ""
    house: bool = False
    """Did a house player sit there? A run holds turns of people that begin by themselves, too."""
    begins: bool = False
    """It is such a beginning: nobody has played for that seat."""


class Run(NamedTuple):
    """What house seats do one after the other, from a version of the table on."""

    version: int
    steps: tuple[Step, ...]
    unanswered: tuple[tuple[int, int], ...] = ()
    """Seat and `since` of questions to which the house has nothing to say."""


Sleep = Callable[[float], Awaitable[object]]


class HouseTurns:
    """Lets the house play what has fallen due."""

    def __init__(self, transactions: Transactions, sleep: Sleep = asyncio.sleep) -> None:
        self._transactions = transactions
        self._env = transactions.env
        self._sleep = sleep
        self._under_way: dict[str, asyncio.Task[None]] = {}

    async def tick(self) -> int:
        """Plays all that is due now, and what falls due by it; returns at how many tables."""
        done: set[tuple[str, int]] = set()
        while fresh := set(await self._due()) - done:
            done |= fresh
            for table, at in sorted(fresh):
                await self.turn(table, at)
        return len(done)

    async def _due(self) -> tuple[tuple[str, int], ...]:
        ahead = self._env.now() + limits.SOON_MS[1]
        return await self._env.store.house_due(ahead, BATCH, self._env.furthest)

    async def run(self) -> None:
        """Plays for ever, each table at its own pace."""
        try:
            while True:
                self._transactions.due.clear()
                for table, at in await self._due():
                    if table not in self._under_way:
                        task = self._under_way[table] = asyncio.create_task(self._tried(table, at))
                        task.add_done_callback(lambda _, table=table: self._ended(table))
                with suppress(TimeoutError):
                    async with asyncio.timeout(await self._pause()):
                        await self._transactions.due.wait()
        finally:
            for task in list(self._under_way.values()):
                task.cancel()
            await asyncio.gather(*self._under_way.values(), return_exceptions=True)

    def _ended(self, table: str) -> None:
        del self._under_way[table]
        self._transactions.due.set()

    async def _pause(self) -> float:
        now = self._env.now()
        at = await self._env.store.next_house_due(now + limits.SOON_MS[1])
        return LONGEST if at is None else max(0.05, min((at - limits.SOON_MS[1] - now) / 1000, LONGEST))

    async def _tried(self, table: str, at: int) -> None:
        """Keeps a table that fails from being tried without end."""
        try:
            await self.turn(table, at)
        except Exception as error:
            log.exception("house turn failed", table=table, exc_info=error)
            await self._sleep(AFTER_FAILURE)

    async def turn(self, key: str, at: int) -> None:
        """Thinks out a run and commits it when it is to be visible."""
        beat = self._env.drawn_soon()  # drawn before it thinks, like the time itself
        table = await self._transactions.load(key)
        if table is None:
            return
        if table.is_unsalted and not await self._env.store.salt(key, self._env.now()):
            await self._sleep(SALT_PAUSE if self._env.reached() else AFTER_FAILURE)
            return
        if table.is_unsalted:
            table = await self._transactions.load(key) or table
        run = await Thinking(table, self._env).run() if table.status == RUNNING else Run(-1, ())
        now = self._env.now()
        visible = at if now <= at else at + -(-(now - at) // beat) * beat if now - at < limits.OFFER_MS else now
        if visible > now:
            await self._sleep((visible - now) / 1000)
        await self._transactions.run(key, Action(0), played(run))


class Thinking:
    """One run in the making."""

    def __init__(self, table: Table, env: Env) -> None:
        self._begun = self._table = table
        self._env = env
        self._rules = table.rules
        self._steps: list[Step] = []
        self._unanswered: list[tuple[int, int]] = []
        self._memories: dict[int, Memory | None] = {}
        self._level: Level | None = None
        """The gentlest, once thinking has failed in this run."""
        self._gives_up = False
        self._salt = table.loaded.luck.salt
        """That of the run: turns that are opened within it have no post of their own."""

    async def run(self) -> Run:
        while len(self._steps) < LONGEST_RUN:
            row = self._next()
            if row is not None:
                await self._answer(row)
            elif not self._begin():
                break
        return Run(self._begun.row.version, tuple(self._steps), tuple(self._unanswered))

    def _next(self) -> DueRow | None:
        """Returns what is to be answered next; of several questions the one that has waited longest."""
        until = self._env.now() + limits.SOON_MS[1]
        asked = {(q.seat, q.since) for q in self._table.questions} - set(self._unanswered)
        ready = [r for r in self._table.dues if r.kind == HOUSE and r.at <= until and (r.seat, r.since) in asked]
        return min(ready, key=lambda row: (row.at, row.seat), default=None) if self._is_on() else None

    def _is_on(self) -> bool:
        return self._rules.outcome(self._table.position.state) is None

    def _begin(self) -> bool:
        """After a house player there is nothing to be taken back: a turn that begins by itself begins at once."""
        begun = [row for row in self._table.dues if row.kind == BEGINS and self._steps]
        text = dues.move(self._table, begun[0]) if begun and self._is_on() else ""
        if text:
            self._enter(begun[0].seat, (self._rules.parse(text),), begins=True)
        return bool(text)

    async def _answer(self, row: DueRow) -> None:
        question = next(q for q in self._table.questions if (q.seat, q.since) == (row.seat, row.since))
        asked = prompt(self._rules, self._table.position, question)
        for level in self._levels(row.seat):
            if asked is not None and await self._thought(asked, level, PATIENCE[self._level is not None]):
                return
            self._gives_up = self._level is not None
            self._level = Level.GENTLE
        if question.required:
            self._enter(row.seat, (self._rules.idle(self._table.position.state, row.seat),))
        else:
            self._unanswered.append((row.seat, row.since))

    def _levels(self, seat: int) -> Sequence[Level]:
        """Returns the levels that are tried: after a failure the gentlest alone, after two none."""
        if self._gives_up or self._env.thinker is None:
            return ()
        own = Level(self._table.house.get(seat) or self._table.stand_in)
        return (own, Level.GENTLE) if self._level is None else (self._level,)

    async def _thought(self, asked: Prompt, level: Level, seconds: float) -> bool:
        """Has something come of thinking that the rules take?"""
        seat, thinker = asked.seat, self._env.thinker
        if seat not in self._memories:
            self._memories[seat] = await self._remembered(seat)
        known = sight(self._rules, self._table.position, seat, self._memories[seat])
        try:
            if thinker is None:
                return False
            thought = await thinker.think(self._rules, level, known, asked, seconds)
            self._enter(seat, thought.moves, kept(self._table, thought))
        except (NoThoughtError, IllegalMove) as failed:
            log.warning("house player failed", table=self._table.id, level=level.value, why=str(failed))
            return False
        return True

    async def _remembered(self, seat: int) -> Memory | None:
        """Returns what a seat remembers now, which comes into the run later than its beginning."""
        memory, before = await sights(self._env.store).memory(self._begun, seat, self._env.store), self._begun.position
        for step in self._steps:
            memory = after(self._rules, before, step.commit, seat, memory)
            before = step.commit.position
        return memory

    def _enter(self, seat: int, moves: Sequence[Move], thought: str = "", *, begins: bool = False) -> None:
        """Adds a commit to the run. Raises IllegalMove."""
        before = self._table.position
        chance = self._table.luck(self._env.chance, self._salt)
        commit = engine.play(self._rules, before, seat, moves, chance)
        step = Step(seat, commit, luck.drawn(chance), thought, house=seat in self._table.house, begins=begins)
        self._memories = {
            other: after(self._rules, before, commit, other, memory) for other, memory in self._memories.items()
        }
        self._steps.append(step)
        self._table = self._table.after(_entered(self._table, self._env, step), commit.position)


def kept(table: Table, thought: Thought) -> str:
    """Returns a thought as it is kept."""

    def written(moves: Sequence[Move]) -> tuple[str, ...]:
        return tuple(table.rules.write(move) for move in moves)

    weighed = tuple((written(way.moves), way.worth) for way in thought.weighed)
    return msgspec.json.encode(Kept(written(thought.moves), weighed)).decode()


def _entered(table: Table, env: Env, step: Step) -> Change:
    sealed = any(question.sealed and question.seat == step.seat for question in table.position.open)
    change = change_of(table, env, forget_drafts=(step.seat,))
    drawn = step.drawn
    return entered(table, change, step.commit, env, actor=step.seat, drawn=drawn, hidden=sealed, unseen=True)


@use_case
async def played(table: Table, _action: Action, env: Env, run: Run) -> Decision:
    """Commits a run, if the table still stands where it was thought out; called when it is to be visible."""
    passed_on = any(step.house and step.seat not in table.house for step in run.steps)  # while it was thought out
    if table.status != RUNNING or run.version != table.row.version or passed_on:
        raise Refused(AlreadyPlayed())
    begun, whole = table, None
    for step in run.steps:
        change = _entered(table, env, step)
        whole = change if whole is None else _joined(whole, change)
        table = table.after(change, step.commit.position)
    if whole is None:
        whole = change_of(table, env)
    rest = tuple(row for row in table.dues if not _is_settled(row, table, run))
    whole = replace(whole, dues=rest, thoughts=_newest(run))
    whole = sitting_in.marked(begun, env, whole, {step.seat for step in run.steps if not step.begins})
    return Decision(sitting_in.back_after(begun, env, whole), OrderSet(""))


def _is_settled(row: DueRow, table: Table, run: Run) -> bool:
    """Has the house nothing more to do for a row?"""
    asked = {(question.seat, question.since) for question in table.questions}
    return row.kind == HOUSE and ((row.seat, row.since) in run.unanswered or (row.seat, row.since) not in asked)


def _newest(run: Run) -> tuple[ThoughtRow, ...]:
    found = {step.seat: step for step in run.steps if step.thought}
    return tuple(ThoughtRow(seat, step.commit.position.version, step.thought) for seat, step in sorted(found.items()))


def _joined(first: Change, then: Change) -> Change:
    """Returns one change of two that follow each other."""
    return replace(
        then,
        expect=first.expect,
        records=(*first.records, *then.records),
        lines=(*first.lines, *then.lines),
        draws=(*first.draws, *then.draws),
        rows=(*first.rows, *then.rows),
        orders=then.orders if then.orders is not None else first.orders,
        forget_drafts=(*first.forget_drafts, *then.forget_drafts),
    )
