"""A house full of tables without Discord: a store in a folder, a clock moved by hand, an ear for what is said."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from bot.discord.gallery import Gallery
from bot.discord.interactions.asked import Asked
from bot.discord.interactions.below import Below
from bot.discord.interactions.responses import Responses
from bot.discord.languages import Languages
from bot.discord.messages.composer import Composer
from bot.discord.messages.courier import Courier
from bot.discord.messages.messenger import DmClosed, Letter
from bot.discord.screens.screens import Screens
from bot.games import GAMES, game_text, log_text
from bot.play import Action, Clockwork, Env, HouseTurns, Playable, Table, Transactions, UseCase, turns
from bot.play.people import privacy
from bot.play.seating import lobby
from bot.play.seating.lobby import NewTable
from bot.play.table import Thinker
from bot.wording.export import export
from bot.wording.words import Words, words_for
from rules import engine
from rules.chance import Seeded
from rules.contract import Position
from storage.rows import REMIND, SILENCE, DueRow, Loaded, Person
from storage.sqlite.opening import open_store
from storage.sqlite.store import SqliteStore

START = 1_800_000_000_000
MINUTE = 60_000


class Clock:
    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> int:
        return self.now


class Ear:
    """A Discord that hears everything: threads, DMs, one message for a nonce. Faults are raised in turn."""

    def __init__(self) -> None:
        self.channels: dict[int, list[tuple[str, Letter]]] = {}
        self.parents: dict[int, int] = {}
        """Where each thread was opened."""
        self.marks: dict[str, int] = {}
        """The message of each nonce, in whichever channel."""
        self.closed: set[int] = set()
        self.faults: list[Exception | None] = []
        """Raised one after the other by the next calls; None lets one through."""
        self.after_effect: list[Exception] = []
        """Raised by the next posts and openings after what was wanted stands."""
        self.held: dict[int, asyncio.Event] = {}
        """Channels that take nothing before this happens."""
        self.calls = 0
        self.edits: list[tuple[int, int]] = []
        """Channel and message of each edit."""
        self.closed_ones: set[int] = set()
        """Messages whose buttons were taken off."""
        self.titles: dict[int, str] = {}
        """Names that threads were given later."""
        self._next = 1000

    def _fault(self) -> None:
        self.calls += 1
        if self.faults:
            fault = self.faults.pop(0)
            if fault is not None:
                raise fault

    async def open_thread(self, parent: int, letter: Letter) -> int:
        self._fault()
        assert parent
        self._next += 1
        self.channels[self._next], self.parents[self._next] = [], parent
        if self.after_effect:
            raise self.after_effect.pop(0)
        return self._next

    async def rename(self, channel: int, letter: Letter) -> None:
        self._fault()
        self.titles[channel] = letter.title

    async def open_dm(self, user: int) -> int:
        self._fault()
        channel = -user
        self.channels.setdefault(channel, [])
        return channel

    async def post(self, channel: int, letter: Letter, nonce: str) -> int:
        self._fault()
        if channel in self.held:
            await self.held[channel].wait()
        if channel < 0 and -channel in self.closed:
            raise DmClosed
        if nonce not in self.marks:
            self.channels.setdefault(channel, []).append((nonce, letter))
            self.marks[nonce] = abs(channel) * 10_000 + len(self.channels[channel]) - 1
        if self.after_effect:
            raise self.after_effect.pop(0)
        return self.marks[nonce]

    async def edit(self, channel: int, message: int, letter: Letter, nonce: str = "") -> None:
        self._fault()
        said, place = self.channels[channel], message - abs(channel) * 10_000
        assert not letter.mentions, "an edit pings nobody"
        said[place] = (said[place][0], letter)
        self.edits.append((channel, message))
        self.closed_ones.discard(message)

    async def close(self, channel: int, message: int) -> None:
        self._fault()
        self.closed_ones.add(message)
        self.edits.append((channel, message))

    async def empty_threads(self, parent: int, letter: Letter) -> tuple[int, ...]:
        self._fault()
        return tuple(
            channel for channel, where in self.parents.items() if where == parent and not self.channels[channel]
        )

    async def find(self, channel: int, nonce: str, since: int) -> int | None:
        self._fault()
        marks = [mark for mark, _ in self.channels.get(channel, [])]
        return abs(channel) * 10_000 + marks.index(nonce) if nonce in marks else None

    def heard(self, channel: int) -> list[Letter]:
        return [letter for _, letter in self.channels.get(channel, [])]

    def dms(self, user: int) -> list[Letter]:
        return self.heard(-user)


class House:
    """Everything wired as in the bot, but for Discord."""

    store: SqliteStore
    env: Env
    transactions: Transactions
    courier: Courier
    clockwork: Clockwork
    house_turns: HouseTurns

    def __init__(self, folder: Path, *, seed: int = 1, delay: tuple[int, int] = (0, 0)) -> None:
        self.folder = folder
        self.clock = Clock()
        self.chance = Seeded(seed)
        self.ear = Ear()
        self.delay = delay
        self.games: Mapping[str, Playable] = GAMES
        self.thinker: Thinker | None = None
        self.passed: Callable[[], int] | None = None
        """A second clock, which nobody sets."""
        self.boot = ""
        self._interactions = 0

    async def open(self) -> "House":
        self.store = await self.opened_store()
        self.env = Env(self.store, self.chance, self.clock, self.games, delay=self.delay, thinker=self.thinker)
        self.env.passed, self.env.boot = self.passed, self.boot
        self.transactions = Transactions(self.env)
        self.courier = Courier(self.transactions, Composer(self.env), self.ear)
        self.clockwork = Clockwork(self.transactions)
        self.house_turns = HouseTurns(self.transactions, self.slept)
        return self

    async def opened_store(self) -> SqliteStore:
        return await open_store(self.folder)

    async def close(self) -> None:
        await self.store.close()

    async def slept(self, seconds: float) -> None:
        """Time passes at once."""
        self.clock.now += int(seconds * 1000)

    def responses(self, gallery: Gallery) -> Responses:
        """What presses and commands are answered by."""
        return Responses(self.transactions, Screens(gallery), Languages(self.store))

    def below(self) -> Below:
        """The courier says nothing before it is drained, and is not waited for."""
        made = Below(self.transactions)
        made.patience = 0
        return made

    def press(self, user: int, lang: str = "en") -> Asked:
        """By a press or a command of a person."""
        action = self.act(user)
        interaction: Any = SimpleNamespace(id=action.interaction, user=SimpleNamespace(id=action.user), guild_id=7)
        return Asked(interaction, words_for(lang))

    async def restart(self) -> None:
        await self.close()
        await self.open()

    async def quiet(self) -> None:
        """Until everything that is to be said has been said."""
        for _ in range(20):
            if not await self.store.waiting(self.clock.now, 1):
                return
            await self.courier.drain()
        raise AssertionError("the courier does not come to rest")

    def act(self, user: int) -> Action:
        """A press that nobody has made before."""
        self._interactions += 1
        return Action(user, self._interactions)

    async def gathered(self, users: Sequence[int], *, random_seats: bool = False, side: str = "varied") -> str:
        """A lobby with these people; the first is its creator."""
        wanted = NewTable(7, 70, "guatemala", name(users[0]), options=(("side", side),), random_seats=random_seats)
        created: Any = await lobby.create(self.transactions, self.act(users[0]), wanted)
        for user in users[1:]:
            await self.do(created.table, self.act(user), lobby.join(name(user)))
        return created.table

    async def started(self, users: Sequence[int], *, side: str = "varied") -> str:
        table = await self.gathered(users, side=side)
        await self.do(table, self.act(users[0]), lobby.start())
        return table

    async def do(self, table: str, action: Action, use_case: UseCase) -> Any:
        """What a use case answers; the answer arrives."""
        answer = (await self.transactions.run(table, action, use_case)).answer
        self.env.delivered.note(action.interaction)
        return answer

    async def table(self, table: str) -> Table:
        found = await self.transactions.load(table)
        assert found is not None
        return found

    async def loaded(self, table: str) -> Loaded:
        loaded = await self.store.load(table)
        assert loaded is not None
        return loaded

    async def dues(self, table: str) -> tuple[DueRow, ...]:
        """What falls due at a table, but for reminders, and for sixty days of silence."""
        return tuple(row for row in (await self.loaded(table)).dues if row.kind not in {REMIND, SILENCE})

    async def position(self, table: str) -> Position[Any]:
        return (await self.table(table)).position

    async def users(self, table: str) -> dict[int, int]:
        """User by seat."""
        return {row.seat: row.user for row in (await self.loaded(table)).seats}

    async def asked(self, table: str) -> list[tuple[int, int]]:
        """(user, since) of all whom the game waits for."""
        users = await self.users(table)
        return [(users[q.seat], q.since) for q in (await self.position(table)).open if q.required]

    async def play(self, table: str, *texts: str, user: int | None = None, since: int | None = None) -> Any:
        """The one who is asked (the first, if several are) plays these moves as one commit."""
        first, opened = (await self.asked(table))[0]
        return await self.do(
            table, self.act(first if user is None else user), turns.play(opened if since is None else since, texts)
        )

    async def check(self, table: str) -> None:
        """Fold of the records = state, and exactly the asked seats are open."""
        loaded = await self.loaded(table)
        if loaded.table.version < 0:
            return
        rules = (await self.table(table)).rules
        folded = engine.replay(rules, await self.store.records(table))
        kept = await self.position(table)
        assert folded.state == kept.state
        assert folded.version == kept.version
        assert folded.number == kept.number
        if loaded.table.status == "running":
            assert folded.open == kept.open
            wanted = {(p.seat, p.topic, p.subject, p.required) for p in rules.prompts(kept.state)}
            assert {(q.seat, q.topic, q.subject, q.required) for q in loaded.questions} == wanted


def name(user: int) -> str:
    return ("Ada", "Bea", "Cem", "Dag", "Eva", "Fay")[user % 6]


def exported(words: Words, person: Person, traces: Iterable[privacy.Trace]) -> bytes:
    """What `/me export` hands out."""
    return export(person, traces, game_text.title, partial(log_text.lines, words, say=log_text.plain))
