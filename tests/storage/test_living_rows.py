"""What the fifth step keeps: clocks, seats that are open to others, absence, outages, what falls due for people."""

import sqlite3
import time
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from storage.clocks import Ballot, Clocks, Sealed, SeatClock, read, written
from storage.port import RECKON, Store
from storage.rows import (
    CLOSED_DM,
    FAILED,
    LATE,
    NONE,
    OFFERED,
    OVER,
    REMIND,
    RUNNING,
    SILENCE,
    Change,
    DueRow,
    Loaded,
    OutRow,
    Person,
    Question,
    ResultRow,
    SeatRow,
    TableRow,
    Waiting,
)
from storage.sqlite.agenda import _DUE_NOW
from tests.storage import stores
from tests.storage.builders import NOW, a_table, first, opened

HOUR = 3_600_000
WAITS = Question(0, "turn", 0, 4000, required=True, rest=False, sealed=False)
CLOCKS = Clocks(
    seats=(SeatClock(0, used=5, reserve=9, late_at=3, turns=2, played_for=1, by_house=True), SeatClock(1, back=True)),
    sealed=Sealed(4000, ((0, 8), (1, 9)), reminded=1),
    pauses=((NOW, NOW + 5),),
    ballots=(Ballot("house", 1, 0),),
    acted_at=NOW,
)


async def hand(store: Store, table: str = "Tq3") -> Loaded:
    loaded = await store.load(table)
    assert loaded is not None
    return loaded


async def running(store: Store, **more: Any) -> TableRow:
    """A running table."""
    return await store.write(replace(first(a_table(status=RUNNING, clocks=CLOCKS), questions=(WAITS,)), **more))


def test_clocks_are_written_and_read_again_and_none_takes_no_room():
    assert read(written(CLOCKS)) == CLOCKS
    assert (written(Clocks()), read("")) == ("", Clocks())


async def test_a_table_keeps_its_clocks(store: Store):
    table = await running(store)
    assert (await hand(store)).table.clocks == CLOCKS
    await store.write(Change(replace(table, clocks=Clocks(acted_at=7)), table.rev, NOW))
    assert (await hand(store)).table.clocks == Clocks(acted_at=7)


async def test_a_seat_is_open_to_others_and_nothing_of_it_is_left_for_who_is_forgotten(store: Store):
    open_to = SeatRow(1, 8, "Ben", opening=OFFERED, opened_to=9, opened_at=NOW, opened_in=70)
    await running(store, seats=(SeatRow(0, 7, "Ada"), open_to))
    assert (await hand(store)).seats[1] == open_to
    assert await store.forget(9, ())
    assert (await hand(store)).seats[1] == replace(open_to, opening="", opened_to=0)


async def test_absence_comes_with_the_table(store: Store):
    await store.save_person(Person(8, away=((NOW, NOW + 5), (NOW + 9, NOW + 10))))
    await running(store)
    assert (await hand(store)).away == ((8, ((NOW, NOW + 5), (NOW + 9, NOW + 10))),)
    assert (await store.person(8)).away == ((NOW, NOW + 5), (NOW + 9, NOW + 10))


async def test_results_tell_how_often_the_house_has_played_for_somebody(store: Store):
    table = await running(store)
    rows = (ResultRow(0, 7, 1, 9, turns=8, played_for=2), ResultRow(1, 8, 2, 7, turns=8, played_for=3))
    await store.write(Change(replace(table, status=OVER), table.rev, NOW, results=rows))
    found = [(await store.results(user))[0].row for user in (7, 8)]
    assert [(row.turns, row.played_for, row.counts_last) for row in found] == [(8, 2, False), (8, 3, True)]


# ── when a question is called ──


async def waiting(store: Store) -> tuple[Waiting, ...]:
    return await store.waiting(NOW + HOUR, 10)


async def test_a_question_is_called_once_nothing_is_left_to_be_said_in_the_thread(store: Store):
    await running(store, rows=(OutRow("board", 1), OutRow("call", 1), OutRow("hand", 1, user=7)))
    board, call, hand_ = await waiting(store)
    for row, called in ((hand_, 0), (board, 0), (call, NOW + 3)):
        await store.sent((row.id,), None, NOW + 3)
        assert (await hand(store)).questions[0].called_at == called, row.row.kind


async def test_what_was_called_while_a_change_was_decided_stays_called(store: Store):
    table = await running(store, rows=(OutRow("board", 1),))
    (row,) = await waiting(store)
    await store.sent((row.id,), None, NOW + 3)
    again = replace(WAITS, since=5000, called_at=NOW + 2)
    await store.write(Change(table, table.rev, NOW + 4, questions=(WAITS, again)))
    assert [q.called_at for q in (await hand(store)).questions] == [NOW + 3, NOW + 2]


# ── while nothing can be said ──


async def test_while_a_table_is_parked_its_clocks_stand(store: Store):
    await running(store, dues=(DueRow(0, 4000, NOW + HOUR, LATE), DueRow(0, 4000, NOW + HOUR, "order")))
    await store.park("Tq3", FAILED, now=NOW + 1)
    await store.park("Tq3", FAILED, now=NOW + 2)
    assert (await hand(store)).parked_at == NOW + 1
    await store.unpark_failed(NOW + 9)
    loaded = await hand(store)
    assert (loaded.parked_at, loaded.table.clocks) == (0, replace(CLOCKS, stood=((NOW + 1, NOW + 9),)))
    assert loaded.table.rev == 1, "who has read it before has to begin again"
    assert {row.kind: row.at for row in loaded.dues} == {LATE: NOW + 9, "order": NOW + HOUR}


async def test_whoever_acts_at_a_parked_table_ends_that(store: Store):
    table = await running(store)
    await store.park("Tq3", FAILED, now=NOW + 1)
    await store.write(Change(table, table.rev, NOW + 5, rows=(OutRow("board", 2),)))
    assert (await hand(store)).table.clocks.stood == ((NOW + 1, NOW + 5),)


# ── what falls due ──


async def test_a_deadline_may_lie_any_time_ahead_and_an_order_may_not(store: Store):
    dues = (DueRow(0, 4000, NOW + 50 * HOUR, LATE), DueRow(1, NONE, NOW + 60 * HOUR, REMIND, 2))
    await running(store, dues=(*dues, DueRow(0, 4000, NOW + 70 * HOUR)))
    assert (await hand(store)).dues == (dues[0], DueRow(0, 4000, NOW + 70 * HOUR), dues[1])
    assert await store.due(NOW, 9, HOUR) == (("Tq3", "order", 0, 4000),)
    assert await store.next_due() == NOW + 50 * HOUR
    assert [duty.due for duty in await store.duties(7)] == [NOW + 50 * HOUR]


async def test_the_deadline_of_a_sealed_question_is_that_of_all_who_are_asked(store: Store):
    sealed = replace(WAITS, sealed=True)
    await running(store, questions=(sealed,), dues=(DueRow(NONE, 4000, NOW + 5, LATE),))
    assert [duty.due for user in (7, 8) for duty in await store.duties(user)] == [NOW + 5, 0]


async def test_things_fall_due_for_people(store: Store):
    for user, what, at in ((7, "digest", NOW + 9), (8, "digest", NOW + 5), (7, "digest", NOW + 7), (9, "remind", NOW)):
        await store.set_agenda(user, what, at)
    await store.set_agenda(9, "remind", 0)
    assert await store.agenda_due(NOW + 6, 5) == ((8, "digest", NOW + 5),)
    assert await store.next_due() == NOW + 5
    await store.forget(8, ())
    assert await store.agenda_due(NOW + 9, 5) == ((7, "digest", NOW + 7),)


async def test_of_two_who_change_a_person_at_once_the_second_is_told_so(store: Store):
    nobody = Person(7)
    quiet, away = Person(7, settings=(("hours", "22-7"),)), Person(7, away=((NOW, NOW + 9),))
    assert await store.save_person(quiet, nobody, reckon=NOW + 5)
    assert not await store.save_person(away, nobody, reckon=NOW + 6)
    assert await store.person(7) == quiet
    assert await store.agenda_due(NOW + 9, 9) == ((7, RECKON, NOW + 5),)
    assert await store.save_person(replace(quiet, away=((NOW, NOW + 9),)), quiet)
    known = await store.person(7)
    assert known == replace(quiet, away=((NOW, NOW + 9),))
    await store.note_dm(7, 70, CLOSED_DM)
    assert not await store.save_person(quiet, known)
    assert await store.save_person(quiet, await store.person(7))


async def test_what_is_set_again_while_it_is_done_stays_due(store: Store):
    await store.set_agenda(7, RECKON, NOW + 5)
    await store.set_agenda(7, RECKON, 0, now=NOW + 4)
    await store.set_agenda(8, RECKON, 0, now=NOW + 5)
    assert await store.agenda_due(NOW + 9, 9) == ((7, RECKON, NOW + 5),)
    await store.set_agenda(7, RECKON, 0, now=NOW + 5)
    assert await store.agenda_due(NOW + 9, 9) == ()


async def test_outages_are_kept_with_the_beat_that_ends_them(store: Store):
    await store.beat(NOW)
    await store.beat(NOW + 9, (NOW, NOW + 9))
    await store.beat(NOW + 20, (NOW + 12, NOW + 20))
    assert (await store.outages(NOW), await store.outages(NOW + 9)) == (
        ((NOW, NOW + 9), (NOW + 12, NOW + 20)),
        ((NOW + 12, NOW + 20),),
    )
    assert await store.meta("beat") == str(NOW + 20)
    await store.prune(NOW + 101 * 24 * HOUR)
    assert await store.outages(0) == ()


async def test_the_next_due_row_of_a_hundred_thousand_tables_is_found_in_five_milliseconds(tmp_path: Path):
    def fill(connection: sqlite3.Connection) -> None:
        found = connection.execute("SELECT * FROM games").description
        names = ", ".join(column[0] for column in found if column[0] != "id")
        numbers = "WITH RECURSIVE n(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < 99999)"
        connection.execute(f"{numbers} INSERT INTO games (id, {names}) SELECT 't' || n, {names} FROM n, games")  # noqa: S608
        rows = ((f"t{n}", LATE, 0, 1000, NOW + HOUR + n) for n in range(100_000))
        connection.executemany("INSERT INTO due (game, kind, seat, since, at) VALUES (?, ?, ?, ?, ?)", rows)
        digests = ((n, "digest", NOW + HOUR + n) for n in range(1, 1000))
        connection.executemany("INSERT INTO agenda (user, what, at) VALUES (?, ?, ?)", digests)

    def plans(connection: sqlite3.Connection) -> list[str]:
        return [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {_DUE_NOW}", (NOW, 50, HOUR))]

    took: list[float] = []
    async with await opened(tmp_path) as store:
        await running(store)
        await store.writer.write(fill)
        assert not [plan for plan in await store.writer.read(plans) if plan.startswith("SCAN due")]
        for _ in range(20):
            begun = time.perf_counter()
            assert await store.next_due() == NOW + HOUR
            assert await store.due(NOW, 50, HOUR) == ()
            took.append(time.perf_counter() - begun)
    assert min(took) < 0.010, "both of them"


async def test_a_clock_that_is_set_moves_deadlines_with_what_they_are_worked_out_from(store: Store):
    called, far = replace(WAITS, called_at=NOW - 20 * 24 * HOUR), 30 * 24 * HOUR
    dues = (DueRow(0, 4000, NOW + far, LATE),)
    await running(store, questions=(called,), dues=dues)
    await store.beat(NOW, (NOW - 5 * HOUR, NOW - 4 * HOUR))
    await store.set_agenda(7, "digest", NOW + HOUR)
    await store.park("Tq3", FAILED, now=NOW - HOUR)
    await store.shift(HOUR, NOW + HOUR)
    loaded, seats = await hand(store), CLOCKS.seats
    assert [q.called_at for q in loaded.questions] == [called.called_at + HOUR]
    assert [row.at for row in loaded.dues] == [NOW + far + HOUR]
    assert (loaded.parked_at, await store.outages(0)) == (NOW, ((NOW - 4 * HOUR, NOW - 3 * HOUR),))
    assert loaded.table.clocks.pauses == ((NOW + HOUR, NOW + HOUR + 5),)
    assert loaded.table.clocks.acted_at == NOW + HOUR
    assert loaded.table.clocks.seats == seats, "a time long past was noted by another clock"
    assert await store.agenda_due(NOW + 2 * HOUR, 1) == ((7, "digest", NOW + 2 * HOUR),)


# ── from the fourth schema ──


async def test_tables_of_the_fourth_schema_have_no_clock_and_what_they_ask_has_been_called(tmp_path: Path):
    path = stores.fourth_schema(tmp_path)
    before = sqlite3.connect(path)
    unsaid = {row[0] for row in before.execute("SELECT game FROM outbox WHERE user = 0 AND done_at = 0")}
    kept = before.execute("SELECT game, seat, nth, user, name, house FROM seats ORDER BY 1, 2, 3").fetchall()
    dues = before.execute("SELECT game, kind, seat, since, at FROM due ORDER BY 1, 2, 3, 4").fetchall()
    before.close()
    assert unsaid, "the store has rows that nobody has read yet"
    async with await opened(tmp_path) as store:
        called = set[bool]()
        for table in (*stores.TABLES, *stores.WITH_HOUSE):
            loaded = await hand(store, table)
            assert (loaded.table.clocks, loaded.parked_at, loaded.away) == (Clocks(), 0, ())
            for question in loaded.questions:
                assert question.called_at == (0 if table in unsaid else question.asked_at)
                called.add(bool(question.called_at))
        assert called == {True, False}

        def now(connection: sqlite3.Connection) -> tuple[list[tuple[object, ...]], ...]:
            seats = "SELECT game, seat, nth, user, name, house FROM seats ORDER BY 1, 2, 3"
            due = "SELECT game, kind, seat, since, at FROM due WHERE kind <> 'remind' ORDER BY 1, 2, 3, 4"
            return connection.execute(seats).fetchall(), connection.execute(due).fetchall()

        assert await store.writer.read(now) == (kept, dues)


async def test_an_absence_ends_with_a_change_and_what_follows_is_noted(store: Store):
    table = await running(store, seats=(SeatRow(0, 7, "Ada"), SeatRow(1, 8, "Ben")))
    spans = ((NOW - 5 * HOUR, NOW + HOUR), (NOW + 9 * HOUR, NOW + 10 * HOUR))
    for user in (7, 8):
        await store.save_person(Person(user, away=spans))
    await store.write(Change(table, table.rev, NOW, returned=7))
    assert (await store.person(7)).away == ((NOW - 5 * HOUR, NOW), spans[1])
    assert (await store.person(8)).away == spans
    assert await store.agenda_due(NOW, 9) == ((7, RECKON, NOW),)
    assert dict((await hand(store)).away) == {7: ((NOW - 5 * HOUR, NOW), spans[1]), 8: spans}


async def test_whom_direct_messages_do_not_reach_is_read_with_a_table(store: Store):
    await running(store, seats=(SeatRow(0, 7, "Ada"), SeatRow(1, 8, "Ben")))
    assert (await hand(store)).unreachable == ()
    await store.note_dm(8, 80, CLOSED_DM)
    assert (await hand(store)).unreachable == (8,)


async def test_a_row_that_cannot_be_said_becomes_another(store: Store):
    nudge, hand_ = OutRow("nudge", 3, 7, "{}"), OutRow("hand", 4, 7, "{}")
    await running(store, rows=(nudge, hand_))
    first_, second = await store.waiting(NOW, 9)
    await store.sending((first_.id,), NOW)
    await store.failed((first_.id,), NOW + HOUR, unknown=True)
    told = OutRow("reminder", 5, 0, '{"since":4}')
    await store.say_otherwise(((first_.id, told),), NOW + 1)
    now = {waiting.id: waiting for waiting in await store.waiting(NOW + 1, 9)}
    assert now[second.id].row.kind == "hand"
    became = now[first_.id]
    assert (became.row.kind, became.row.number, became.row.user, became.row.body) == ("reminder", 5, 0, told.body)
    assert (became.tries, became.sent_maybe) == (0, False)
    await store.sent((first_.id,), None, NOW)
    await store.say_otherwise(((first_.id, nudge),), NOW)
    assert [waiting.id for waiting in await store.waiting(NOW + 1, 9)] == [second.id], "what is done stays done"


async def test_running_tables_without_deadlines_are_watched_for_silence_once(store: Store):
    await running(store)
    late = DueRow(0, 4000, NOW + HOUR, LATE)
    await store.write(replace(first(a_table("Tq4", status=RUNNING)), dues=(late,)))
    await store.write(first(a_table("Tq5", status=OVER)))
    assert await store.watch_silence(NOW + 9 * HOUR) == 1
    assert await store.watch_silence(NOW + 10 * HOUR) == 0
    assert (await hand(store)).dues == (DueRow(NONE, NONE, NOW + 9 * HOUR, SILENCE),)
    assert (await hand(store, "Tq4")).dues == (late,)
    assert (await hand(store, "Tq5")).dues == ()
