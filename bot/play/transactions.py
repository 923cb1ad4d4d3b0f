"""Carries out use cases: once per delivery, under the table's lock, in one transaction, with an answer that is kept.

A use case is a function `(Table, Action, Env, …) -> Decision` under `@use_case`: it reads the table in its hand, says
what is to be written, and what to answer. Everything else is done here, the same for moves, plans, lobbies and orders:
a delivery seen before gets its answer again (deduplication by interaction id); a decision is written by
compare-and-set; if somebody else was faster, the use case is run anew on the table as it is then. `Done` brings the
table as it is afterwards, so that nobody loads it again.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeAlias
from weakref import WeakValueDictionary

import msgspec
import structlog
from msgspec import Struct, field
from msgspec.structs import replace

from bot.play import limits
from bot.play.answers import Answer, Applied, Busy, LuckAwaited, NoSuchTable, Refusal, StorageIsFull
from bot.play.history.analyst import Analyses, Analyst
from bot.play.history.walks import Reels, walked
from bot.play.memory.heard import Heard
from bot.play.memory.looked import Looked
from bot.play.memory.pace import Pace
from bot.play.memory.remembered import Delivered, Remembered
from bot.play.plans.panel import Panel
from bot.play.plans.ranking import Ranking
from bot.play.table import NoSaltYet, Playable, Refused, Table, Thinker
from rules import engine
from rules.contract import Chance, Position
from storage import AlreadyAnswered, Conflict, StorageFull, Store
from storage.rows import HOUSE, Change, DraftRow, Question

RACES = 5
SALT_PATIENCE = 1.5
"""Seconds that a press waits for the post by whose number it draws."""
LEFT = 256
"""Tables kept for who is going to speak of them, so that they need not be loaded again."""

log = structlog.get_logger()


class Action(Struct, frozen=True):
    """Who acts, and the interaction's id for deduplication (0 for timers, which are never delivered twice)."""

    user: int
    interaction: int = 0


class Here(Struct, frozen=True):
    """The table of a thread, when its id is not known."""

    channel: int


class Pressed(Struct, frozen=True):
    """A table whose id came with a press: there for its server, and anywhere for those who sit at it."""

    table: str
    user: int
    guild: int

    def reaches(self, table: Table) -> bool:
        return self.guild == table.row.guild or table.is_seated(self.user)


Where: TypeAlias = str | Here | Pressed
"""A table by its id, by the thread in which it lives, or by a press."""


class Keep(Struct, frozen=True):
    """A plan to be kept, or a question that was noticed: nothing that anybody else sees."""

    draft: DraftRow | None = None
    expect: int = 0
    """The revision of the draft that was read; 0 for none."""
    noticed: Question | None = None


class Decision(Struct, frozen=True):
    """The changes that a use case wants written, and its answer."""

    change: Change | Keep | None
    answer: Applied | Panel
    position: Position[Any] | None = None
    """What the change was made of, which then need not be decoded; None for none, or for the same as before."""


class Done(Struct, frozen=True):
    """The outcome of a use case."""

    answer: Answer | Panel
    table: Table | None = None
    """The table as it is now; None if there is none."""


class Env(Struct, eq=False):
    """The things that a use case may use besides its table: the store for reading, luck, the clock, the games."""

    store: Store
    chance: Chance
    now: Callable[[], int]
    games: Mapping[str, Playable]
    delay: tuple[int, int] = limits.DELAY_MS
    ranking: Ranking = field(default_factory=Ranking)
    seeds: Callable[[], bytes] | None = None
    """Draws the secret of a new table's luck; without it luck is live."""
    thinker: Thinker | None = None
    """Where house players think; None if none are offered."""
    analyst: Analyst | None = None
    """Where games are analysed; None if none are."""
    analyses: Analyses = field(default_factory=Analyses)
    passed: Callable[[], int] | None = None
    """How much time has passed, by a clock that nobody sets; without it `now` is believed."""
    boot: str = ""
    outages: list[tuple[int, int]] = field(default_factory=list)
    """The spans in which the bot did not run, or could not reach Discord (bot/play/timed/heartbeat.py)."""
    reached: Callable[[], bool] = lambda: True
    """Is Discord within reach?"""
    delivered: Delivered = field(default_factory=Delivered)
    looked: Looked = field(default_factory=Looked)
    reels: Reels = field(default_factory=Reels)
    opened: Pace = field(default_factory=lambda: Pace(*limits.OPENED))
    seated: Pace = field(default_factory=lambda: Pace(*limits.SEATED))

    def drawn_delay(self) -> int:
        """Draws the delay of a standing order: in the same way for every seat, whatever it holds or says."""
        low, high = self.delay
        return low + self.chance.below(high - low + 1)

    def drawn_soon(self) -> int:
        """Draws when becomes visible what the house does: in the same way whatever it holds, before it thinks."""
        low, high = limits.SOON_MS
        return low + self.chance.below(high - low + 1)

    @property
    def furthest(self) -> int:
        """How far ahead anything falls due that happens by itself."""
        return max(self.delay[1], limits.TAKE_BACK_MS, limits.OFFER_MS)

    def has_come(self, time: int) -> bool:
        """Has a time come? One further ahead than anything falls due was noted before the clock was set back."""
        return not self.now() < time <= self.now() + self.furthest


P = ParamSpec("P")
UseCase: TypeAlias = Callable[[Table, Action, Env], Awaitable[Decision]]


def use_case(decide: Callable[Concatenate[Table, Action, Env, P], Awaitable[Decision]]) -> Callable[P, UseCase]:
    """Lets callers say what they want, `join(name)`; the table, who acts and the rest come when it is carried out."""

    @wraps(decide)
    def wanted(*given: P.args, **named: P.kwargs) -> UseCase:
        return lambda table, action, env: decide(table, action, env, *given, **named)

    return wanted


class Transactions:
    """Runs use cases over one store."""

    def __init__(self, env: Env) -> None:
        self.env = env
        self._locks: WeakValueDictionary[str | int, asyncio.Lock] = WeakValueDictionary()
        self._refused = Remembered()
        self.spoken = asyncio.Event()
        """Set whenever a transaction left something to say; the courier waits for it."""
        self.due = asyncio.Event()
        """Set whenever a transaction changed what falls due at a table where the house plays."""
        self.sooner = asyncio.Event()
        """Set whenever a transaction wrote something that falls due before what the clock waits for."""
        self.planned = 0
        """What the clock waits for; 0 while it does not wait."""
        self.heard = Heard()
        """Told of each table that changes, or of which something was said."""
        self._left: dict[str, Table] = {}
        """Tables as a change has left them of which something is to be said, the newest last."""
        self._full = False
        self.committed = 0
        """Changes since the start."""

    async def load(self, where: Where, interaction: int = 0) -> Table | None:
        """The table as it stands; None where there is none, or none of a game known here."""
        table = await self.glance(where, interaction)
        if table is None or self._is_readable(table):
            return table
        records = await self.env.store.records(table.id)
        table.stand_at(await walked(records, engine.replay, table.rules, records))
        return table

    async def glance(self, where: Where, interaction: int = 0) -> Table | None:
        """The same in one trip to the store, for its names and rows: whether its state can be read is not looked at."""
        store = self.env.store
        loaded = (
            await store.load(channel=where.channel, interaction=interaction)
            if isinstance(where, Here)
            else await store.load(_key(where), interaction=interaction)
        )
        game = None if loaded is None else self.env.games.get(loaded.table.game)
        table = None if loaded is None or game is None else Table(loaded, game)
        return None if table is not None and isinstance(where, Pressed) and not where.reaches(table) else table

    @staticmethod
    def _is_readable(table: Table) -> bool:
        """Can its position be decoded, or is there none that these rules know? Else the records must rebuild it."""
        rules, row = table.rules, table.row
        if row.version < 0 or row.rules_version != rules.version:
            return True
        if row.state_format != table.state_format:
            return False
        try:
            _ = table.position  # decoded here, once
        except msgspec.DecodeError:
            return False
        return True

    async def run(self, where: Where, action: Action, use_case: UseCase, *, hand: Table | None = None) -> Done:
        """Carries out a use case on a table. Raises nothing but what ends the process.

        `hand`: the table as an answer a moment ago brought it, which need not be loaded again. A press that draws by a
        post which is just being sent waits a little for it; by then the lock is free, which who opens a thread needs.
        """
        done = await self._run(where, action, use_case, hand)
        if not isinstance(done.answer, LuckAwaited) or not action.interaction or done.table is None:
            return done
        return await self._run(where, action, use_case, None) if await self._salted(done.table) else done

    async def _salted(self, table: Table) -> bool:
        """Returns whether the post that salts the turn stands, now or in a moment; a parked table is tried again."""
        store, loop = self.env.store, asyncio.get_running_loop()
        until = loop.time() + SALT_PATIENCE
        with self.heard.of(table.id) as event:
            while not await store.salt(table.id, self.env.now()):
                event.clear()
                try:
                    async with asyncio.timeout_at(until):
                        await event.wait()
                except TimeoutError:
                    break
            else:
                return True
        if table.loaded.parked_at:
            await store.unpark(table.id, self.env.now())
            self.spoken.set()
        return False

    async def _run(self, where: Where, action: Action, use_case: UseCase, hand: Table | None) -> Done:
        async with self._lock(where.channel if isinstance(where, Here) else _key(where)):
            known = self._refused.get(action.interaction)
            if known is not None:
                return Done(known, await self.load(where))
            for _ in range(RACES):
                table, hand = hand or await self.load(where, action.interaction), None
                if table is None:
                    return Done(NoSuchTable())
                if table.loaded.answer is not None:
                    return Done(decoded(table.loaded.answer), table)
                try:
                    return await self._done(table, action, use_case(table, action, self.env))
                except Conflict:
                    continue
            return Done(Busy())

    async def create(self, action: Action, decide: Callable[[], Awaitable[Decision]]) -> Answer:
        """Does the same for a table that is still to be made."""
        async with self._lock(f"new:{action.interaction}"):
            stored = await self.env.store.answer_of(action.interaction) if action.interaction else None
            known = self._refused.get(action.interaction) or (decoded(stored) if stored is not None else None)
            answer = known or (await self._done(None, action, decide())).answer
            assert not isinstance(answer, Panel)  # noqa: S101 (told to the type checker)
            return answer

    async def _done(self, table: Table | None, action: Action, decided: Awaitable[Decision]) -> Done:
        """Writes what is decided. Raises Conflict if somebody else was faster."""
        try:
            decision = await decided
            change = decision.change
            if isinstance(change, Change):
                await self._write(change, action, decision.answer)
                self._planned(change.table.id, change.drafts, action)
                after = table and table.after(change, decision.position)
                if after is not None:
                    self._leave(after, speaks=bool(change.rows))
                return Done(decision.answer, after)
            if change is not None and change.draft is not None and table is not None:
                self._planned(table.id, (change.draft,), action)
            return Done(decision.answer, await self._kept(table, change) if table and change else table)
        except Refused as refused:
            return Done(self._remember(action, refused.answer), table)
        except NoSaltYet:
            return Done(LuckAwaited(), table)  # not remembered: the same press may be tried again
        except AlreadyAnswered as before:
            return Done(decoded(before.answer), table)
        except StorageFull:
            self._tell_of_a_full_disk()
            return Done(StorageIsFull(), table)

    def _leave(self, table: Table, *, speaks: bool) -> None:
        """Keeps a table for who is going to speak of it. Each change that follows takes the place of the one before."""
        if speaks or table.id in self._left:
            self._left.pop(table.id, None)
            self._left[table.id] = table
            if len(self._left) > LEFT:
                del self._left[next(iter(self._left))]

    async def taken(self, key: str, rev: int = -1) -> Table | None:
        """Returns a table of which something is to be said, as its last change has left it, once; else as it stands.

        `rev`: what it has come to at least, where another process may have changed it since.
        """
        left = self._left.pop(key, None)
        return left if left is not None and left.row.rev >= rev else await self.load(key)

    def _planned(self, table: str, drafts: Sequence[DraftRow], action: Action) -> None:
        for draft in drafts:
            self.env.delivered.plan(table, draft.seat, draft.rev, action.interaction)

    async def _kept(self, table: Table, keep: Keep) -> Table:
        store, now = self.env.store, self.env.now()
        if keep.draft is not None:
            await store.save_draft(table.id, keep.draft, keep.expect, table.row_of(keep.draft.seat).nth)
            table = table.with_draft(keep.draft)
        if keep.noticed is not None:
            await store.notice(table.id, keep.noticed.seat, keep.noticed.since, now)
            table = table.noticed(keep.noticed, now)
        return table

    async def _write(self, change: Change, action: Action, answer: Applied | Panel) -> None:
        """Writes in one transaction, with the answer; if there is something to send, the courier wakes up."""
        if action.interaction:
            change = replace(change, interaction=action.interaction, answer=msgspec.json.encode(answer).decode())
            self.env.delivered.commit(action.interaction, change.table.id, change.now)
        await self.env.store.write(change)
        self._full = False
        self.committed += 1
        self.heard.commit(change.table.id, change.rows)
        if change.rows:
            self.spoken.set()
        if any(row.kind == HOUSE for row in change.dues or ()):
            self.due.set()
        if any(row.at < self.planned and row.kind != HOUSE for row in change.dues or ()):
            self.sooner.set()

    def _tell_of_a_full_disk(self) -> None:
        """Logs it once until something can be stored again."""
        if not self._full:
            self._full = True
            log.error("the disk is full: nothing can be stored", help="Make room; the bot goes on by itself then.")

    def _lock(self, key: str | int) -> asyncio.Lock:
        return self._locks.setdefault(key, asyncio.Lock())

    def _remember(self, action: Action, answer: Refusal) -> Refusal:
        """Keeps a refusal in memory: it changed nothing and is not stored, yet a second delivery gets the same."""
        if action.interaction:
            self._refused.keep(action.interaction, answer)
        return answer


def _key(where: str | Pressed) -> str:
    return where if isinstance(where, str) else where.table


def decoded(answer: str) -> Applied:
    """Returns an answer that was stored."""
    return msgspec.json.decode(answer, type=Applied)


def change_of(table: Table, env: Env, /, **what: Any) -> Change:
    """Returns a change of these things, or so far only of the table's row."""
    return replace(Change(table.row, table.row.rev, env.now()), **what)
