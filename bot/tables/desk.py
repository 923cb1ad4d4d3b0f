"""Where a use case is carried out: once, under the table's lock, in one transaction, with an answer that is kept."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar
from weakref import WeakValueDictionary

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.answers import (
    AlreadyAtTable,
    Answer,
    AnswerKept,
    Busy,
    Created,
    GivenUp,
    HasBegun,
    HasResigned,
    IsOver,
    Joined,
    Left,
    Moved,
    NoSuchTable,
    NotAtTable,
    NotBegun,
    OrderSet,
    Played,
    Refusal,
    Started,
    Stopped,
    StorageIsFull,
    TableClosed,
    TookBack,
    Voted,
)
from rules import GAMES, engine
from rules.contract import AnyRules, Chance, Fact, Open, Position
from storage.fingerprint import fingerprint
from storage.port import AlreadyAnswered, Conflict, Store
from storage.problem import StorageFull
from storage.rows import LOBBY, RUNNING, Change, Loaded, Question, SeatRow, TableRow

Yes: TypeAlias = (
    Created
    | Joined
    | Left
    | TableClosed
    | Started
    | Played
    | AnswerKept
    | TookBack
    | HasResigned
    | Voted
    | GivenUp
    | Stopped
    | Moved
    | OrderSet
)
"""The answers that are stored: those after which something has changed."""

T = TypeVar("T")
RACES = 5
REMEMBERED = 4096


class Action(Struct, frozen=True):
    """Who asks, and the id of the one delivery; 0 where nobody presses twice (a clock)."""

    user: int
    interaction: int = 0


class Refused(Exception):  # noqa: N818 (an answer, not an error)
    """Nothing has changed; the answer says why."""

    def __init__(self, answer: Refusal) -> None:
        super().__init__(type(answer).__name__)
        self.answer = answer


class Verdict(Struct, frozen=True):
    """What a use case has decided."""

    change: Change
    answer: Yes


Decide: TypeAlias = Callable[[Loaded], Awaitable[Verdict]]


class Desk:
    """The store, the luck, the clock, and a lock for each table in use."""

    def __init__(
        self,
        store: Store,
        chance: Chance,
        now: Callable[[], int],
        *,
        games: Mapping[str, AnyRules] = GAMES,
        delay: tuple[int, int] | None = None,
    ) -> None:
        from bot.limits import DELAY_MS

        self.store = store
        self.chance = chance
        self.now = now
        self.games = games
        self.delay = delay if delay is not None else DELAY_MS
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._refused: OrderedDict[int, Answer] = OrderedDict()
        self.spoken = asyncio.Event()
        """Set whenever a transaction left something to say; the courier waits for it."""

    def lock(self, key: str) -> asyncio.Lock:
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = asyncio.Lock()
        return lock

    def rules(self, table: TableRow) -> AnyRules:
        return self.games[table.game]

    def heard(self, table: TableRow, answer: Answer) -> tuple[Fact, ...]:
        """What an answer tells its mover alone."""
        if not isinstance(answer, Played) or not answer.heard:
            return ()
        return msgspec.json.decode(answer.heard, type=tuple[self.rules(table).fact_type, ...])

    def drawn_delay(self) -> int:
        """Of a standing order: drawn for every seat alike, whatever it holds or says."""
        low, high = self.delay
        return low + self.chance.below(high - low + 1)

    def has_come(self, time: int) -> bool:
        """Of a time that was drawn; one further ahead than that can be was drawn before the clock was set back."""
        return not self.now() < time <= self.now() + self.delay[1]

    async def act(self, table: str, action: Action, decide: Decide) -> Answer:
        """Carries out a use case on a table. Raises nothing but what ends the process."""

        async def attempt() -> Yes:
            loaded = await self.store.load(table)
            if loaded is None:
                raise Refused(NoSuchTable())
            verdict = await decide(loaded)
            return await self.write(verdict)

        return await self.once(table, action, attempt)

    async def once(self, key: str, action: Action, attempt: Callable[[], Awaitable[T]]) -> T | Answer:
        """Under the lock: a delivery seen before gets its answer again, a lost race runs the whole use case anew."""
        async with self.lock(key):
            known = await self.known(action)
            if known is not None:
                return known
            try:
                return await self._race(attempt)
            except Refused as refused:
                return self._remember(action, refused.answer)
            except AlreadyAnswered as before:
                return msgspec.json.decode(before.answer, type=Yes)
            except StorageFull:
                return StorageIsFull()

    async def _race(self, attempt: Callable[[], Awaitable[T]]) -> T | Busy:
        for _ in range(RACES):
            try:
                return await attempt()
            except Conflict:
                continue
        return Busy()

    async def known(self, action: Action) -> Answer | None:
        """What this action was answered before, if it was."""
        if not action.interaction:
            return None
        if action.interaction in self._refused:
            return self._refused[action.interaction]
        stored = await self.store.answer_of(action.interaction)
        return None if stored is None else msgspec.json.decode(stored, type=Yes)

    def _remember(self, action: Action, answer: Refusal) -> Refusal:
        """A refusal changed nothing and is not stored; while the process lives a second delivery gets the same."""
        if action.interaction:
            self._refused[action.interaction] = answer
            if len(self._refused) > REMEMBERED:
                self._refused.popitem(last=False)
        return answer

    async def write(self, verdict: Verdict) -> Yes:
        """In one transaction; whoever has something to say of it wakes up."""
        await self.store.write(verdict.change)
        if verdict.change.rows:
            self.spoken.set()
        return verdict.answer

    # ── what use cases ask of a loaded table ──

    def change(self, loaded: Loaded, action: Action, answer: Yes, table: TableRow) -> Change:
        """A change that so far writes nothing but the table's row and the answer."""
        text = msgspec.json.encode(answer).decode() if action.interaction else ""
        return Change(table, loaded.table.rev, self.now(), action.interaction, text)

    async def position(self, loaded: Loaded) -> Position[Any]:
        """The position of a running or finished game; from the records if the kept state is of another layout.

        Nothing is asked any more in one that was given up.
        """
        position = await self._folded(loaded)
        return position if loaded.table.status == RUNNING else replace(position, open=())

    async def _folded(self, loaded: Loaded) -> Position[Any]:
        table = loaded.table
        rules = self.rules(table)
        if table.state_format == fingerprint(rules.state_type):
            try:
                state = msgspec.json.decode(table.state, type=rules.state_type)
            except msgspec.DecodeError:
                return engine.replay(rules, await self.store.records(table.id))
            return Position(state, table.version, table.public_no, opens(loaded.questions))
        return engine.replay(rules, await self.store.records(table.id))


def opens(questions: Sequence[Question]) -> tuple[Open, ...]:
    return tuple(Open(q.seat, q.topic, q.subject, q.since, q.required, q.rest, q.sealed) for q in questions)


def questions(position: Position[Any]) -> tuple[Question, ...]:
    return tuple(Question(q.seat, q.topic, q.subject, q.since, q.required, q.rest, q.sealed) for q in position.open)


def running(loaded: Loaded) -> Loaded:
    """Refuses unless the game is being played."""
    if loaded.table.status == LOBBY:
        raise Refused(NotBegun())
    if loaded.table.status != RUNNING:
        raise Refused(IsOver())
    return loaded


def gathering(loaded: Loaded) -> Loaded:
    """Refuses unless the table is a lobby."""
    if loaded.table.status == RUNNING:
        raise Refused(HasBegun())
    if loaded.table.status != LOBBY:
        raise Refused(IsOver())
    return loaded


def seat_of(loaded: Loaded, user: int) -> SeatRow:
    """The seat that a person plays; a seat that was resigned is nobody's."""
    for row in loaded.seats:
        if row.user == user and not row.resigned:
            return row
    raise Refused(NotAtTable())


def is_seated(loaded: Loaded, user: int) -> bool:
    return any(row.user == user for row in loaded.seats)


def stranger(loaded: Loaded, user: int) -> None:
    """Refuses somebody who sits there already."""
    if is_seated(loaded, user):
        raise Refused(AlreadyAtTable())
