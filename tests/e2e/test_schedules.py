"""Random schedules: every route is answered unclearly in turn, while deliveries come twice, late or over a new
connection, and the bot is killed. Nothing is lost, doubled, said twice or left unanswered.
"""

import asyncio
import random
from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest

from bot.discord.interactions import custom_ids
from bot.discord.messages.finding import FIRST_MARK
from bot.play import Action, limits
from bot.play.plans import planning
from rules import engine
from sandbox.api.interactions import DEFER, PRESS
from sandbox.faults import Glitch
from sandbox.world.compose import TEXT, walk
from sandbox.world.world import LOADING
from tests import report
from tests.e2e.conftest import Stage, staged
from tests.e2e.fault_scenes import ROUTES, Scene, Skies, quick
from tests.e2e.players import newest_board
from tests.ledger import Ledger

KINDS: Final[dict[str, dict[str, Any]]] = {
    f"{name} {when}": {**what, "after": when == "after"}
    for name, what in {
        "500": {"status": 500},
        "502": {"status": 502},
        "503": {"status": 503},
        "504": {"status": 504},
        "closed": {"lost": True},
    }.items()
    for when in ("before", "after")
}
"""Answers of which nobody can tell whether what was asked was done."""
DELIVERIES: Final[tuple[Glitch | None, ...]] = (
    None, None, Glitch("INTERACTION_CREATE", "double"), Glitch("INTERACTION_CREATE", "cut"),
    Glitch("INTERACTION_CREATE", "reconnect"),
)  # fmt: skip
STEPS: Final = 5
A_STAGE: Final = 10
"""Schedules on one stage, each at a new table."""
ORDINARY: Final = 6
CHUNKS: Final = 100
KEPT: Final = Ledger("schedules")


class Schedule:
    """A new table, and what befalls it."""

    def __init__(self, scene: Scene, number: int, told: Counter[tuple[str, str]]) -> None:
        self.scene = scene
        self.stage = scene.stage
        self.skies = scene.skies
        self.number = number
        self.luck = random.Random(number)
        self.told = told
        self.excused: set[int] = set()
        """Interactions that were under way when the bot was killed, or came too late."""

    async def run(self) -> None:
        self.skies.on(limits.OPENED[1] / 1000)  # nobody opens many in a short time
        self.scene.patience = 15.0  # an answer comes, on however busy a machine
        await self.skies.begin()
        self.scene.panels.clear()
        for step in range(STEPS):
            place = self.number * STEPS + step
            route = list(ROUTES)[place % len(ROUTES)]
            await self.scene.goes_on()
            await self._struck(route)
            if self.luck.random() < 0.35:
                await (self._killed() if self.luck.random() < 0.5 else self._late())
        await self.audit()

    async def _struck(self, route: str) -> None:
        kind = self.luck.choice(list(KINDS))
        times = self.luck.choice((1, 1, 1, 2)) if route != "a thread" else 1
        glitch = self.luck.choice(DELIVERIES)
        self.scene.besides = (glitch,) if glitch is not None else ()
        self.scene.again = self.luck.random() < 0.3
        letter = await ROUTES[route](self.scene, {**KINDS[kind], "times": times})
        assert letter in (".", "a"), (route, kind, times, letter)
        self.told[route, kind] += 1
        if glitch is not None:
            self.told["deliveries", glitch.do] += 1
        if self.scene.again:
            self.told["moments", "killed, or announced first"] += 1
        self.scene.besides = ()

    # ── a press that is under way ──

    async def _begun(self) -> tuple[Any, Any, int]:
        """A press that commits; its interaction, how it is made again, and the number before it."""
        await self.scene.cleared()
        table, person = self.scene.weather.table, await self.scene.weather.asked()
        planned: Any = await self.stage.do(table, Action(person.id), planning.add_move("step 1"))
        data = {"component_type": 2, "id": 1, "custom_id": custom_ids.plan(
            table, planned.since, planned.rev, "commit", "done")}  # fmt: skip
        interactions, before = self.stage.sandbox.house.interactions, await self.scene.number()

        def press() -> Any:
            board = newest_board(self.skies.first, self.skies.thread)
            return interactions.begin(PRESS, person.id, self.skies.thread, dict(data), message_id=board.id)

        begun = press()
        self.excused.add(begun.id)
        return begun, press, before

    async def _settled(self, begun: Any, press: Any, before: int) -> None:
        """Pressed again it has counted, or counts now; once in all."""
        assert await self.skies.rest()
        counted = await self.scene.number() - before
        assert counted in (0, 1)
        told = [self.skies.first.look(begun.channel_id, number) for number in begun.said]
        assert counted or not any("played" in shown.text for shown in told), "what was confirmed is lost"
        again = press()
        interactions = self.stage.sandbox.house.interactions
        await interactions.first_word(again)
        assert not again.failed
        for _ in range(300):  # an acknowledgement does not wait for what is done
            if await self.scene.number() > before:
                break
            await asyncio.sleep(0.01)
        assert await self.skies.rest()
        assert await self.scene.number() == before + 1
        assert await self.scene.newest()

    async def _killed(self) -> None:
        begun, press, before = await self._begun()
        await asyncio.sleep(self.luck.choice((0.0, 0.002, 0.01, 0.03)))
        await self.skies.again()
        self.scene.panels.clear()
        self.told["moments", "killed at a press"] += 1
        self.stage.sandbox.house.interactions.unanswered.clear()
        await self._settled(begun, press, before)

    async def _late(self) -> None:
        """The connection is cut; the press comes over the next one, when its three seconds are over."""
        self.stage.sandbox.faults.plan(Glitch("INTERACTION_CREATE", "cut"))
        begun, press, before = await self._begun()
        self.stage.sandbox.clock.advance(3.1)
        await asyncio.sleep(0.05)
        await self.scene.over()
        self.told["deliveries", "late"] += 1
        self.stage.sandbox.house.interactions.unanswered.clear()
        await self._settled(begun, press, before)

    # ── in the end ──

    async def audit(self) -> None:
        await self.scene.over()
        assert await self.skies.rest(), "the outbox does not come to rest"
        table = await self.stage.table(self.scene.weather.table)
        assert await self.stage.store.parked(table.id) == ""
        records = await self.stage.store.records(table.id)
        versions = [record.version for record in records]
        assert sorted(set(versions)) == list(range(max(versions) + 1)), "versions without a gap"
        assert engine.replay(table.rules, records).state == table.position.state
        assert await self.scene.newest()
        assert self.twice() == []
        left = [i for i in self.stage.sandbox.house.interactions.unanswered if i.id not in self.excused]
        assert left == [], "unanswered"
        assert self.thinking() == []

    def twice(self) -> list[int]:
        """Messages that say the same as another: by the mark that each carries."""
        world, found = self.stage.sandbox.world, Counter[int]()
        for channel in world.channels:
            for message in world.messages(channel).values():
                texts = [part for part in walk(message.components) if part["type"] == TEXT]
                found.update(part["id"] for part in texts if part["id"] >= FIRST_MARK)
        return [mark for mark, count in found.items() if count > 1]

    def thinking(self) -> list[int]:
        known = self.stage.sandbox.house.interactions.known.values()
        world = self.stage.sandbox.world
        waiting = [i for i in known if i.answer == DEFER and i.id not in self.excused and i.original]
        found = [world.messages(i.channel_id).get(i.original or 0) for i in waiting]
        return [message.id for message in found if message is not None and message.flags & LOADING]


async def schedules(folder: Path, patch: pytest.MonkeyPatch, first: int, count: int) -> Counter[tuple[str, str]]:
    """Returns how often each fault has struck each route, and how often each thing befell deliveries and the bot."""
    told: Counter[tuple[str, str]] = Counter()
    async with staged(folder) as stage:
        quick(patch)
        scene = Scene(Skies(stage), patch)
        for number in range(first, first + count):
            try:
                await Schedule(scene, number, told).run()
            except Exception as error:
                raise AssertionError(f"schedule {number}") from error
    for place in (*ROUTES, "deliveries", "moments"):
        each = ", ".join(f"{what} {n}" for (where, what), n in sorted(told.items()) if where == place)
        report.say(f"schedules {first}+{count}: {place}: {each}")
    report.say(f"schedules {first}+{count}: lost 0, doubled 0, said twice 0, unanswered 0, left thinking 0")
    return told


pytestmark = [
    pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning"),
    pytest.mark.filterwarnings("ignore:.*Connection.__del__:pytest.PytestUnraisableExceptionWarning"),
]
"""A connection that was being made anew when the bot was killed has a heart that beats once more, after the test; one
of a request that was under way is closed by nobody.
"""


async def test_random_schedules_lose_double_and_leave_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    await schedules(tmp_path / "data", monkeypatch, 5_000, ORDINARY)


async def test_what_is_to_be_said_is_waited_for_by_the_clock_of_the_bot(stage: Stage, monkeypatch: pytest.MonkeyPatch):
    """Some hours ahead of the machine's, as after a few schedules: else a table is opened whose card does not stand."""
    skies, http = Skies(stage), stage.client.http
    request = http.request

    async def slow(route: Any, **more: Any) -> Any:
        if (route.method, route.path) == ("POST", "/channels/{channel_id}/messages"):
            await asyncio.sleep(0.25)
        return await request(route, **more)

    monkeypatch.setattr(http, "request", slow)
    skies.ahead = 11_000_000
    await skies.begin()


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(CHUNKS))
async def test_a_thousand_random_schedules_lose_double_and_leave_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chunk: int
):
    KEPT.skip_what_is_done(chunk)
    told = await schedules(tmp_path / "data", monkeypatch, chunk * A_STAGE, A_STAGE)
    KEPT.note(chunk, schedules=A_STAGE, **{f"{where}: {what}": count for (where, what), count in sorted(told.items())})
