"""A stateful machine over the port: whatever is written in whatever order, a table is loaded as a model of it says."""

import asyncio
import shutil
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from msgspec.structs import replace

from storage.port import AlreadyAnswered, Conflict
from storage.rows import RUNNING, Change, DraftRow, DueRow, OrderRow, Question, ResultRow, SeatRow, TableRow
from tests import report
from tests.ledger import Ledger
from tests.postgres import stores
from tests.storage.builders import NOW, a_table, opened

SEATS = st.integers(0, 2)
SINCE = st.integers(0, 3)
PEOPLE = range(1, 5)
USERS = st.integers(PEOPLE[0], PEOPLE[-1])
ASKED = st.lists(st.tuples(SEATS, SINCE), max_size=4, unique=True)
DUES = st.lists(st.tuples(SEATS, SINCE, st.sampled_from(["order", "reminder"])), max_size=4, unique=True)


class StoreMachine(RuleBasedStateMachine):
    steps = 0

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.begun()
        self.store: Any = self.run(self.opened())
        self.now = NOW
        self.answers: dict[int, str] = {}
        self.occupants: list[SeatRow] = []
        self.questions: list[Question] = []
        self.orders: tuple[OrderRow, ...] = ()
        self.dues: tuple[DueRow, ...] = ()
        self.drafts: dict[int, DraftRow] = {}
        self.results: dict[int, ResultRow] = {}
        self.lines: dict[int, str] = {}
        self.moved: set[int] = set(PEOPLE)
        """People whose seats may have changed since they were last looked at."""
        self.ranked: set[int] = set(PEOPLE)
        """The same of their results."""
        self.told = False
        """The same of the log."""
        self.nth = self.opened_at = 0
        """Steps until now, and until it was last opened."""

    def begun(self) -> None:
        memory = Path("/dev/shm")  # noqa: S108 (nothing in it is meant to last)
        self.folder = Path(tempfile.mkdtemp(dir=memory if memory.is_dir() else None))

    def opened(self) -> Any:
        return opened(self.folder)

    def cleared(self) -> None:
        shutil.rmtree(self.folder)

    def run(self, work: Any) -> Any:
        return self.loop.run_until_complete(work)

    def teardown(self) -> None:
        self.run(self.store.close())
        self.loop.close()
        self.cleared()

    @initialize()
    def begin(self) -> None:
        self.occupants = [SeatRow(seat, seat + 1, f"P{seat}") for seat in range(3)]
        change = Change(a_table(status=RUNNING), -1, self.now, seats=tuple(self.occupants))
        self.table: TableRow = self.run(self.store.write(change))

    def written(self, **more: Any) -> None:
        """A change of its own, a second later."""
        self.now += 1000
        interaction = len(self.answers) + 1
        answer = self.answers[interaction] = f"answer {interaction}"
        change = Change(self.table, self.table.rev, self.now, interaction, answer, **more)
        self.table = self.run(self.store.write(change))

    @rule(asked=ASKED)
    def ask(self, asked: list[tuple[int, int]]) -> None:
        fresh = [Question(seat, "turn", 0, since, required=True, rest=False, sealed=False) for seat, since in asked]
        self.written(questions=tuple(fresh))
        known = {(question.seat, question.since): question for question in self.questions}
        self.questions = [known.get((q.seat, q.since), replace(q, asked_at=self.now)) for q in fresh]

    @rule(seat=SEATS, since=SINCE)
    def notice(self, seat: int, since: int) -> None:
        self.now += 1
        self.run(self.store.notice(self.table.id, seat, since, self.now))
        for n, question in enumerate(self.questions):
            if (question.seat, question.since, question.noticed_at) == (seat, since, 0):
                self.questions[n] = replace(question, noticed_at=self.now)

    def present(self) -> dict[int, SeatRow]:
        return {row.seat: row for row in sorted(self.occupants, key=lambda row: row.nth)}

    @rule(seat=SEATS, user=USERS)
    def follow(self, seat: int, user: int) -> None:
        """Somebody takes the seat over."""
        present = self.present()
        row = SeatRow(
            seat, user, f"U{user}", from_version=self.table.version, how="substitute", nth=present[seat].nth + 1
        )
        self.moved |= {present[seat].user, user}
        present[seat] = row
        self.written(seats=tuple(present.values()))
        self.occupants.append(row)

    @rule(seat=SEATS, vote=st.booleans())
    def vote(self, seat: int, vote: bool) -> None:
        before = self.present()[seat]
        after = replace(before, vote=vote)
        self.written(seats=tuple((self.present() | {seat: after}).values()))
        self.occupants[self.occupants.index(before)] = after

    @rule()
    def move(self) -> None:
        self.table = replace(self.table, version=self.table.version + 1)
        self.lines[self.table.version] = f'"{self.table.version}"'
        self.told = True
        self.written(lines=((self.table.version, self.lines[self.table.version]),))

    @rule(dues=DUES, seats=st.sets(SEATS))
    def fall_due(self, dues: list[tuple[int, int, str]], seats: set[int]) -> None:
        self.dues = tuple(DueRow(seat, since, self.now + seat, kind) for seat, since, kind in dues)
        self.orders = tuple(OrderRow(seat, "pass") for seat in sorted(seats))
        self.written(dues=self.dues, orders=self.orders)

    @rule(seat=SEATS, since=SINCE, right=st.booleans())
    def draft(self, seat: int, since: int, right: bool) -> None:
        rev = self.drafts[seat].rev if seat in self.drafts else 0
        draft = DraftRow(seat, since, rev + 1, ("step",), ())
        try:
            self.run(self.store.save_draft(self.table.id, draft, rev if right else rev + 5))
            self.drafts[seat] = draft
        except Conflict:
            assert not right

    @rule(seat=SEATS, rank=st.integers(1, 3))
    def end(self, seat: int, rank: int) -> None:
        row = ResultRow(seat, self.present()[seat].user, rank, rank * 3)
        self.ranked |= {row.user, self.results.get(seat, row).user}
        self.written(results=(row,))
        self.results[seat] = replace(row, ended_at=self.now)

    @rule(back=st.integers(1, 3))
    def come_too_late(self, back: int) -> None:
        self.told = True
        stale = Change(self.table, self.table.rev - back, self.now, questions=(), seats=(), dues=(), lines=((0, "x"),))
        with pytest.raises(Conflict):
            self.run(self.store.write(stale))

    @rule(which=st.integers(0, 1 << 30))
    def deliver_again(self, which: int) -> None:
        if not self.answers:
            return
        interaction = which % len(self.answers) + 1
        with pytest.raises(AlreadyAnswered):
            self.run(self.store.write(Change(self.table, self.table.rev, self.now, interaction, "other", seats=())))
        loaded = self.run(self.store.load(self.table.id, interaction=interaction))
        assert loaded.answer == self.answers[interaction]

    @precondition(lambda self: self.nth >= self.opened_at + self.lasts)
    @rule()
    def restart(self) -> None:
        self.run(self.store.close())
        self.store = self.run(self.opened())
        self.opened_at, self.told = self.nth, True

    lasts = 0
    """So many steps at least from one restart to the next."""
    around = 1
    """Each so many steps somebody is looked at, and the log, whatever was touched."""

    @invariant()
    def the_table_is_as_the_model_says(self) -> None:
        type(self).steps += 1
        self.nth += 1
        if not self.occupants:
            return
        loaded = self.run(self.store.load(channel=22))
        order = sorted(self.occupants, key=lambda row: (row.from_version, row.nth, row.seat))
        assert loaded.table == self.table
        assert loaded.occupants == tuple(order)
        assert loaded.seats == tuple(self.present()[seat] for seat in range(3))
        assert (list(loaded.questions), loaded.orders) == (self.questions, self.orders)
        assert sorted(loaded.dues, key=repr) == sorted(self.dues, key=repr)
        assert loaded.drafts == tuple(self.drafts[seat] for seat in sorted(self.drafts))
        if self.told or self.nth % self.around == 0:
            assert self.run(self.store.log(self.table.id)) == tuple(self.lines[at] for at in sorted(self.lines))
            self.told = False

    @invariant()
    def everybody_is_known_by_their_seats(self) -> None:
        self.look_around()
        users = sorted(self.moved)
        self.moved.clear()
        for user, told in zip(users, self.run(self.asked_of(users, self.seats_of)), strict=True):
            duties, count, sittings = told
            sits = {seat for seat, row in self.present().items() if row.user == user} if self.occupants else set()
            assert {duty.seat for duty in duties} == sits
            assert count == bool(sits)
            assert {one.seat for one in sittings if one.until is None} == sits
            assert len(sittings) == sum(row.user == user for row in self.occupants)

    @invariant()
    def everybody_is_known_by_their_results(self) -> None:
        users = sorted(self.ranked)
        self.ranked.clear()
        for user, reached in zip(users, self.run(self.asked_of(users, self.store.results)), strict=True):
            results = [row for row in self.results.values() if row.user == user]
            assert sorted((one.row for one in reached), key=repr) == sorted(results, key=repr)

    def look_around(self) -> None:
        """Everybody is looked at after each step."""
        self.moved.update(PEOPLE)
        self.ranked.update(PEOPLE)

    async def seats_of(self, user: int) -> Sequence[Any]:
        counted = self.store.count_tables(user=user, status=(RUNNING,))
        return await asyncio.gather(self.store.duties(user), counted, self.store.sittings(user))

    async def asked_of(self, users: Sequence[int], asked: Callable[[int], Awaitable[Any]]) -> Sequence[Any]:
        """Asked all at once, as people ask."""
        return await asyncio.gather(*map(asked, users))


COMMON: Any = {"deadline": None, "suppress_health_check": list(HealthCheck), "stateful_step_count": 40}


def test_whatever_is_written_a_table_is_loaded_as_it_was_written():
    run_state_machine_as_test(StoreMachine, settings=settings(max_examples=30, derandomize=True, **COMMON))


class PostgresMachine(StoreMachine):
    """A statement is a trip to a server, a connection a process of it: what a step cannot have touched is looked at
    in turn, and it is not restarted twice in a row.
    """

    pooled = False
    lasts, around = 8, 8

    def begun(self) -> None:
        self.address = stores.emptied(pooled=self.pooled)

    def opened(self) -> Any:
        return stores.opened(self.address, connections=1)

    def cleared(self) -> None:
        """The next one finds it empty."""

    def look_around(self) -> None:
        """One person after the other."""
        if self.nth % self.around == 0:
            user = self.nth // self.around % len(PEOPLE) + 1
            self.moved.add(user)
            self.ranked.add(user)


class PooledMachine(PostgresMachine):
    pooled = True


def stepped(base: Any, wanted: int, number: int = 0) -> int:
    """Runs examples until they have had so many steps in all; returns how many. Some end before their time."""
    machine: Any = type(f"{base.__name__}{number}", (base,), {"steps": 0})
    nth = 0
    while machine.steps < wanted:
        examples = max(1, (wanted - machine.steps) // COMMON["stateful_step_count"])
        run = seed(1000 * number + nth)(machine)
        run_state_machine_as_test(run, settings=settings(max_examples=examples, database=None, **COMMON))
        nth += 1
    return machine.steps


MACHINES = pytest.mark.parametrize("base", [PostgresMachine, PooledMachine], ids=["directly", "through pgbouncer"])


@MACHINES
def test_the_same_in_a_database(base: Any):
    """2,000 steps in all."""
    stores.refuse_or_skip()
    report.say(f"the state machine over PostgreSQL: {stepped(base, 1000)} steps")


STEPS = Ledger("steps")
PARTS = 10


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
@MACHINES
def test_the_same_in_a_hundred_thousand_steps(base: Any, part: int):
    """Of each 100,000 in all."""
    stores.refuse_or_skip()
    number = part + PARTS * base.pooled
    STEPS.skip_what_is_done(number)
    STEPS.note(number, steps=stepped(base, 100_000 // PARTS, number + 1), pooled=base.pooled)
