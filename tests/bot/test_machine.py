"""A stateful machine over the use cases: whatever is done in whatever order, the table stays whole."""

import asyncio
import random
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from bot.play import Action, UseCase, turns
from bot.play.answers import Answer, Refusal
from bot.play.plans import planning
from bot.play.seating import leaving, lobby, relocation
from bot.play.timed import standing_orders
from rules.contract import Setup
from rules.guatemala.state import Guatemala
from tests import report
from tests.bot.house import MINUTE, House, name
from tests.bot.test_exactly_once import Player
from tests.contract.registry import CASES

PEOPLE = st.integers(1, 6)
TYPED = st.sampled_from(["step 1", "done", "pass", "block", "go", "lay K"])
_STEPS = {"done": 0, "refused": 0}


class TableMachine(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = Path(tempfile.mkdtemp())
        self.house = House(self.folder / "data", seed=7, delay=(0, 20 * MINUTE))
        self.run(self.house.open())
        self.table = ""
        self.given: list[tuple[Any, Any, Answer]] = []

    def run(self, work: Any) -> Any:
        return self.loop.run_until_complete(work)

    def teardown(self) -> None:
        self.run(self.house.close())
        self.run(self.loop.shutdown_default_executor())
        self.loop.close()
        shutil.rmtree(self.folder)

    def did(self, use_case: UseCase, user: int) -> Answer:
        """Does something, and keeps it for a second delivery."""
        table, action = self.table, self.house.act(user)

        def deliver() -> Any:
            return self.house.do(table, action, use_case)

        answer = self.run(deliver())
        self.given.append((deliver, table, answer))
        _STEPS["refused" if isinstance(answer, Refusal) else "done"] += 1
        return answer

    @initialize(users=st.lists(PEOPLE, min_size=1, max_size=4, unique=True), side=st.sampled_from(["fixed", "varied"]))
    def gather(self, users: list[int], side: str) -> None:
        self.table = self.run(self.house.gathered(users, side=side))
        self.given = []

    def status(self) -> str:
        return self.run(self.house.loaded(self.table)).table.status

    # ── the lobby ──

    @rule(user=PEOPLE)
    def join(self, user: int) -> None:
        self.did(lobby.join(name(user)), user)

    @precondition(lambda self: self.status() == "lobby")
    @rule(user=PEOPLE)
    def leave(self, user: int) -> None:
        self.did(lobby.leave(), user)

    @rule()
    def start(self) -> None:
        self.did(lobby.start(), self.run(self.house.loaded(self.table)).table.creator)

    @precondition(lambda self: self.status() not in ("lobby", "running"))
    @rule(users=st.lists(PEOPLE, min_size=2, max_size=4, unique=True))
    def next_table(self, users: list[int]) -> None:
        self.table = self.run(self.house.started(users))
        self.given = []

    # ── the game ──

    @precondition(lambda self: self.status() == "running")
    @rule(seed=st.integers(0, 1 << 30), turns=st.integers(1, 12))
    def play(self, seed: int, turns: int) -> None:
        player = Player(self.house, seed)
        for _ in range(turns):
            if self.status() == "running":
                self.run(player.turn(self.table))
                _STEPS["done"] += 1

    @precondition(lambda self: self.status() == "running")
    @rule(seed=st.integers(0, 1 << 30), words=st.integers(1, 8), commit=st.booleans())
    def plan(self, seed: int, words: int, commit: bool) -> None:
        """A draft by whoever is asked: words at random, a step back now and then, perhaps a commit."""
        luck = random.Random(seed)
        user, since = luck.choice(self.run(self.house.asked(self.table)))
        panel = self.run(self.house.do(self.table, Action(user), planning.open_panel(since)))
        for _ in range(words):
            if not panel.next.choices or luck.random() < 0.15:
                panel = self.run(self.house.do(self.table, Action(user), planning.step_back(since, panel.rev)))
            else:
                word = luck.choice(panel.next.choices).token
                panel = self.run(
                    self.house.do(
                        self.table, Action(user), planning.add(since, panel.rev, [word], finish=luck.random() < 0.5)
                    )
                )
            assert not isinstance(panel, Refusal), panel
        if commit and panel.ready:
            answer = self.did(planning.commit(since, panel.rev), user)
            assert not isinstance(answer, Refusal), answer

    @precondition(lambda self: self.status() == "running")
    @rule(
        user=PEOPLE, since=st.integers(-1, 40), text=st.sampled_from(["step 1", "done", "pass", "block", "go", "lay K"])
    )
    def try_something(self, user: int, since: int, text: str) -> None:
        self.did(turns.play(since, [text]), user)

    @rule(user=PEOPLE)
    def take_back(self, user: int) -> None:
        self.did(turns.take_back(), user)

    @rule(user=PEOPLE, words=st.sampled_from(["pass", "block", "block K2 pass", "block *5 ask", "ask", "", "never"]))
    def order(self, user: int, words: str) -> None:
        self.did(standing_orders.give(words), user)

    @precondition(lambda self: self.status() == "running")
    @rule(user=PEOPLE, sure=st.integers(0, 9))
    def resign(self, user: int, sure: int) -> None:
        if sure == 0:
            self.did(leaving.resign(), user)

    @precondition(lambda self: self.status() == "running")
    @rule(user=PEOPLE, for_end=st.booleans())
    def vote(self, user: int, for_end: bool) -> None:
        self.did(leaving.vote(for_end=for_end), user)

    # ── what happens to tables ──

    @rule(user=PEOPLE, parent=st.integers(70, 72))
    def go_elsewhere(self, user: int, parent: int) -> None:
        self.did(relocation.go_on(7, parent), user)

    @precondition(lambda self: bool(self.given))
    @rule(which=st.integers(0, 1 << 30))
    def deliver_again(self, which: int) -> None:
        again, table, answer = self.given[which % len(self.given)]
        if table != self.table:
            return
        before = self.run(self.house.loaded(self.table))
        assert self.run(again()) == answer
        assert self.run(self.house.loaded(self.table)) == before

    @rule()
    def restart(self) -> None:
        self.run(self.house.restart())
        self.given = [given for given in self.given if not isinstance(given[2], Refusal)]  # refusals are not stored

    @rule(minutes=st.sampled_from([1, 10, 30, 24 * 60]))
    def time_passes(self, minutes: int) -> None:
        self.house.clock.now += minutes * MINUTE
        self.run(self.house.clockwork.tick())

    @rule(user=PEOPLE, after=st.integers(0, 6))
    def cancelled(self, user: int, after: int) -> None:
        """Somebody's use case is cancelled at one of its awaits."""

        async def cut() -> None:
            work = asyncio.ensure_future(
                self.house.do(self.table, self.house.act(user), turns.play(-1, ["step 1", "done"]))
            )
            for _ in range(after):
                await asyncio.sleep(0)
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)

        self.run(cut())

    # ── what must hold after each step ──

    @invariant()
    def whole(self) -> None:
        if self.table:
            self.run(self.house.check(self.table))

    @invariant()
    def nothing_is_lost_from_the_boxes(self) -> None:
        if self.table and self.run(self.house.loaded(self.table)).table.version >= 0:
            state = self.run(self.house.position(self.table)).state
            assert isinstance(state, Guatemala)
            assert_census(state)

    @invariant()
    def the_outbox_drains(self) -> None:
        for _ in range(12):
            if not self.run(self.house.store.waiting(self.house.clock.now + 10 * MINUTE, 100)):
                return
            self.run(self.house.courier.drain())
            self.house.clock.now += MINUTE
        raise AssertionError("the outbox does not drain")


def assert_census(state: Guatemala) -> None:
    case = next(case for case in CASES if case.rules.key == "guatemala")
    assert case.census(state) == case.pieces(Setup(state.seats))


_COMMON: dict[str, Any] = {"deadline": None, "suppress_health_check": list(HealthCheck), "derandomize": True}


def test_whatever_happens_a_table_stays_whole():
    _STEPS.update(done=0, refused=0)
    run_state_machine_as_test(TableMachine, settings=settings(max_examples=40, stateful_step_count=50, **_COMMON))
    report.say(f"stateful machine over the use cases: 40 × 50 steps, actions {_STEPS}")


@pytest.mark.long
def test_whatever_happens_for_long_a_table_stays_whole():
    run_state_machine_as_test(TableMachine, settings=settings(max_examples=500, stateful_step_count=200, **_COMMON))
