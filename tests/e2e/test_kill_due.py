"""Whatever falls due happens once and is told once, and never early, wherever the process is killed around its time."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from bot.play.seating import leaving
from bot.play.timed.heartbeat import BEAT_MS
from sandbox.actor import Person
from sandbox.faults import Fault
from sandbox.server import Sandbox
from tests import report
from tests.bot.house import House
from tests.bot.house_players import AtOnce
from tests.e2e.due_now import AHEAD
from tests.e2e.due_scenes import HOUR, SCENES, Heard, Place, Scene
from tests.e2e.shipped import Kept, Shipped, read, served, written
from tests.ledger import Ledger

POST, PATCH = "POST /channels/*/messages", "PATCH /channels/*/messages/*"
REACH, HOLD, TAKEN, SAID = "around its time", "its message is held", "its message stands, unheard of", "once it is said"
MODES = (REACH, HOLD, TAKEN, REACH, SAID)
BEFORE, BETWEEN, AFTER = "before the commit", "between commit and message", "after its message"
HELD = 2.0
AHEAD_OF_IT = 1.5
"""Seconds before something is due at which the clock stands once it was pushed ahead."""
AROUND = 0.7
"""Seconds after it within which it is done and told here, about."""
DELAY = 60_000
"""Milliseconds before a standing order answers in secret: a busy machine says all that comes before it in less."""
PATIENCE = 400
"""Looks, a tenth of a second apart."""
AT_ONCE = frozenset({"board", "lobby", "notice", "late", "reminder", "start", "name", "settled"})
"""Rows of the outbox that are on their way; a call may wait for the end of quiet hours."""


class Rounds:
    """One bot, and one table after the other at which something falls due."""

    def __init__(self, sandbox: Sandbox, folder: Path, seed: int) -> None:
        self.sandbox, self.luck = sandbox, random.Random(seed)
        self.guild = next(iter(sandbox.world.guilds.values()))
        self.ahead = 0
        self._file = folder / "ahead"
        self.push(0)
        self.bot = Shipped(sandbox, folder / "data", whole=False, **{AHEAD: str(self._file)})
        self.bot.program = ("tests.e2e.due_now",)
        self.rounds = 0
        self.where: Counter[str] = Counter()
        self.people: list[Person] = []
        self._read: tuple[tuple[str, object], Kept] | None = None

    # ── time ──

    def push(self, milliseconds: int) -> None:
        """Pushes the bot's clock ahead, and Discord's."""
        self.ahead += milliseconds
        self._file.write_text(str(self.ahead), encoding="ascii")
        self.sandbox.clock.advance(milliseconds / 1000)

    def now(self) -> int:
        return int(time.time() * 1000) + self.ahead

    def left(self, at: int) -> float:
        """Seconds until then."""
        return max(0.0, (at - self.now()) / 1000)

    # ── a table ──

    async def set_up(self, scene: Scene) -> str:
        self.rounds += 1
        self.people = [self.sandbox.person(f"{name}{self.rounds}", self.guild) for name in ("Ada", "Bea", "Cem")]
        ids, names = zip(*((person.id, person.name) for person in self.people), strict=True)
        place = Place(self.guild.id, self.people[0].here.id, ids, names)
        return await self._in_house(lambda house: scene.set_up(house, place))

    async def over(self, table: str) -> None:
        """Nothing more falls due there."""

        async def stopped(house: House) -> str:
            await house.do(table, house.act(0), leaving.stop(self.guild.id))
            return table

        await self._in_house(stopped)

    async def _in_house(self, work: Callable[[House], Coroutine[Any, Any, str]]) -> str:
        """Plays while the bot does not run."""
        house = House(self.bot.folder, seed=self.luck.randrange(1 << 20), delay=(DELAY, DELAY))
        house.clock.now = self.now()
        house._interactions = self.rounds * 1000
        house.thinker = AtOnce()
        await house.open()
        try:
            return await work(house)
        finally:
            await house.close()

    # ── looking ──

    async def kept(self, table: str) -> Kept:
        """Read anew where something was written since: most of many looks find nothing new."""
        now = table, written(self.bot.folder)
        if self._read is None or now[1] is None or now != self._read[0]:
            self._read = now, await read(self.bot.folder, table)
        return self._read[1]

    def heard(self, kept: Kept) -> Heard:
        thread = self.sandbox.world.channels.get(kept.loaded.table.channel)
        shown = [] if thread is None else [one for one in self.people[0].messages(thread) if not one.ephemeral]
        letters = [letter.text for person in self.people for letter in person.dms]
        return Heard(
            tuple(one.text for one in shown), tuple(letters), tuple(tuple(one.message.mentions) for one in shown)
        )

    def came_of(self, scene: Scene, kept: Kept) -> tuple[int, int]:
        """How often it was done, and told; what is nothing but told is done by that."""
        said = scene.said(self.heard(kept)) if scene.said is not None else scene.tells
        return (said if scene.done is None else scene.done(kept)), said

    async def _until(self, table: str, wanted: Callable[[Kept], bool]) -> Kept:
        """Reads a table until it is as wanted."""
        kept = await self.kept(table)
        for _ in range(PATIENCE):
            if wanted(kept):
                return kept
            await asyncio.sleep(0.1)
            kept = await self.kept(table)
        raise AssertionError(f"it stays: {kept.unsaid}, {kept.loaded.dues}, {self.now()}, {self.heard(kept)}")

    # ── a round ──

    async def round(self, name: str, mode: str) -> None:
        scene, began = SCENES[name], self.now()
        table, started = await self.set_up(scene), self.now()
        await self.bot.start()
        await self._until(table, lambda kept: scene.due is None or kept.beat >= started)
        at = await self._comes_near(scene, table, began)
        await self._killed(scene, table, mode, at)
        done, said = self.came_of(scene, await self.kept(table))
        assert done <= 1, (name, mode, "done twice")
        self.where[BEFORE if not done else AFTER if said >= scene.tells else BETWEEN] += 1
        started = self.now()
        await self.bot.start()
        if scene.rests:
            await self._until(table, lambda kept: kept.beat >= started)
            self.push(scene.rests)
        await self._until(table, lambda kept: self._is_settled(scene, kept))
        await asyncio.sleep(0.4)
        kept = await self.kept(table)
        assert self.came_of(scene, kept) == (1, scene.tells), (name, mode, self.heard(kept))
        assert await self.bot.stop() == 0, self.bot.log.read_text()
        await self.over(table)

    def _is_settled(self, scene: Scene, kept: Kept) -> bool:
        done, said = self.came_of(scene, kept)
        return done > 0 and said >= scene.tells and AT_ONCE.isdisjoint(kept.unsaid)

    async def _comes_near(self, scene: Scene, table: str, began: int) -> int:
        """Pushes the clock to right before it is due, and returns when that is; nothing has come of it by then."""
        if scene.due is None:
            return 0
        due, held = scene.due, await self._said(table)
        for _ in range(scene.steps):
            at = due(held, began)
            self.push(at - self.now() + 200)
            await self._until(table, lambda kept, at=at: scene_due(scene, kept, began) > at + HOUR)
            held, due = await self._said(table), scene.then or due
        at = due(held, began)
        assert at > self.now(), (at, self.now())
        self.push(at - self.now() - int(AHEAD_OF_IT * 1000))
        await self._beaten(table)
        kept = await self.kept(table)
        assert self.now() >= at or self.came_of(scene, kept)[0] == 0, ("early", self.heard(kept))
        return at

    async def _beaten(self, table: str) -> None:
        """Until it has beaten by the clock that was pushed: what lies before a beat is no outage."""
        pushed = self.now()
        await self._until(table, lambda kept: kept.beat > pushed - BEAT_MS)

    async def _said(self, table: str) -> Any:
        """The table, once all is said that can be said now."""
        kept = await self._until(table, lambda kept: kept.loaded.table.channel > 0 and AT_ONCE.isdisjoint(kept.unsaid))
        return kept.loaded

    async def _killed(self, scene: Scene, table: str, mode: str, at: int) -> None:
        faults = self.sandbox.faults
        if mode in (HOLD, TAKEN):
            for route in (POST, PATCH):
                faults.plan(Fault(route, delay=HELD, lost=True, after=mode == TAKEN, times=-1))
        struck = len(faults.struck)
        if mode == REACH:
            await asyncio.sleep(self.left(at) + self.luck.uniform(-0.1, AROUND))
        else:
            await self._awaited(scene, table, mode, struck, self.left(at) + 4.0)
        await self.bot.kill()
        faults.clear()

    async def _awaited(self, scene: Scene, table: str, mode: str, struck: int, seconds: float) -> None:
        """Until what is to be struck is on its way, or done; a kind that tells nothing of its own strikes nothing."""
        if mode == SAID:
            end = time.monotonic() + seconds  # a look that is broken off would leave its copy of the store open
            for _ in range(PATIENCE):
                if time.monotonic() >= end or self._is_settled(scene, await self.kept(table)):
                    return
                await asyncio.sleep(0.1)
        with suppress(TimeoutError):
            await self.sandbox.until(lambda: len(self.sandbox.faults.struck) > struck, seconds)
            await asyncio.sleep(self.luck.choice((0.0, 0.05, 0.2)))


def scene_due(scene: Scene, kept: Kept, began: int) -> int:
    return 0 if scene.due is None else scene.due(kept.loaded, began)


async def rounds(folder: Path, seed: int, wanted: list[tuple[str, str]]) -> Counter[str]:
    async with served() as sandbox:
        run = Rounds(sandbox, folder, seed)
        try:
            for name, mode in wanted:
                await run.round(name, mode)
        finally:
            await run.bot.away()
    kinds = Counter(name for name, _ in wanted)
    report.say(f"kill -9 around what falls due, {run.rounds} times: {dict(run.where)}; lost 0, doubled 0, early 0")
    report.say(f"by kind: {dict(kinds)}")
    return run.where


ORDINARY = [
    ("lateness, by vote", HOLD),
    ("lateness, the house", REACH),
    ("sealed deadline, the house", REACH),
    ("sixty days, unhurried", TAKEN),
    ("a pause's end", REACH),
    ("a reminder by direct message", TAKEN),
    ("a digest", HOLD),
    ("a roll by itself", REACH),
    ("quiet hours' end", REACH),
    ("an absence that a move has ended", REACH),
]


@pytest.mark.waits
async def test_killed_ten_times_around_what_falls_due(tmp_path: Path):
    where = await rounds(tmp_path, 1, ORDINARY)
    assert where[BEFORE] > 0
    assert where[BETWEEN] + where[AFTER] > 0


KILLS = Ledger("kills-due")
PARTS = 6


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("part", range(PARTS))
async def test_killed_a_hundred_times_around_what_falls_due(tmp_path: Path, part: int):
    """Each kind in each part, at another moment of it."""
    KILLS.skip_what_is_done(part)
    wanted = [(name, MODES[(place + part) % len(MODES)]) for place, name in enumerate(SCENES)]
    where = await rounds(tmp_path, 100 + part, wanted)
    KILLS.note(part, kills=len(wanted), where=dict(where), lost=0, doubled=0, early=0)
