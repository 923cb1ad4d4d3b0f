"""A table in one hand: who sits and sat there, what is asked since when and noticed, what is due, reached and told."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from rules.contract import Open
from storage.listed import Aged, Result
from storage.port import DAY, Store
from storage.rows import (
    FORGOTTEN,
    NONE,
    OVER,
    RUNNING,
    Change,
    DraftRow,
    DueRow,
    Loaded,
    OrderRow,
    Question,
    ResultRow,
    SeatRow,
    TableRow,
)
from tests.storage.builders import NOW, a_move, a_table, first

ADA, BEN, CYD = 7, 8, 9
WAITS = Question(0, "turn", 0, 4000, required=True, rest=False, sealed=False)


async def hand(store: Store, table: str = "Tq3") -> Loaded:
    loaded = await store.load(table)
    assert loaded is not None
    return loaded


async def asked(store: Store, *questions: Question, now: int = NOW) -> TableRow:
    """A running table with these questions."""
    return await store.write(first(a_table(status=RUNNING), questions=questions, now=now))


def rewritten(table: TableRow, now: int, *questions: Question) -> Change:
    return Change(table, table.rev, now, questions=questions)


# ── loading ──


async def test_a_table_is_loaded_by_its_thread_with_all_that_belongs_to_it(store: Store):
    await store.write(first(a_table("old", created_at=NOW - 1)))
    drafts = (DraftRow(0, 4000, 1, ("a",), ("b",)), DraftRow(1, 4000, 2, (), ()))
    await store.write(first(a_table("new"), interaction=5, answer="made", drafts=drafts))
    loaded = await store.load(channel=22, interaction=5)
    assert loaded is not None
    assert (loaded.table.id, loaded.drafts, loaded.answer) == ("new", drafts, "made")
    assert loaded == replace(await hand(store, "new"), answer="made")
    unknown = await store.load("old", interaction=6)
    assert unknown is not None
    assert (unknown.table.id, unknown.drafts, unknown.answer) == ("old", (), None)


async def test_a_table_without_a_thread_is_in_no_thread(store: Store):
    await store.write(first(a_table(channel=0)))
    assert await store.load(channel=0) is None
    assert await store.load(channel=23) is None
    assert await store.load() is None


async def test_everything_is_loaded_in_one_hop(store: Any, kind: str, monkeypatch: pytest.MonkeyPatch):
    await store.write(first(a_table(), interaction=5))
    hops: list[object] = []
    reader = store.writer if kind == "sqlite" else store.database
    read = reader.read
    monkeypatch.setattr(reader, "read", lambda *job: (hops.append(job), read(*job))[1])
    assert await store.load(channel=22, interaction=5) is not None
    assert len(hops) == 1


# ── questions ──


def test_a_question_is_an_open_one_with_its_times():
    assert isinstance(WAITS, Open)
    assert WAITS.__struct_fields__ == (*Open.__struct_fields__, "asked_at", "noticed_at", "called_at")


async def test_a_question_keeps_the_time_at_which_it_was_asked(store: Store):
    offer = Question(1, "offer", 3, 4001, required=False, rest=True, sealed=False)
    table = await asked(store, WAITS)
    await store.write(rewritten(table, NOW + 9, replace(offer, asked_at=NOW + 2), WAITS))
    assert (await hand(store)).questions == (replace(offer, asked_at=NOW + 2), replace(WAITS, asked_at=NOW))


async def test_a_question_of_another_identity_is_asked_anew(store: Store):
    table = await asked(store, WAITS)
    await store.notice(table.id, 0, 4000, NOW + 1)
    anew = replace(WAITS, since=5000)
    await store.write(rewritten(table, NOW + 9, anew, replace(WAITS, seat=1)))
    assert (await hand(store)).questions == (replace(anew, asked_at=NOW + 9), replace(WAITS, seat=1, asked_at=NOW + 9))


async def test_a_question_is_noticed_once_and_the_table_keeps_its_rev(store: Store):
    table = await asked(store, WAITS)
    for seat, since, now in ((0, 4000, NOW + 5), (0, 4000, NOW + 8), (0, 4001, NOW), (1, 4000, NOW)):
        await store.notice(table.id, seat, since, now)
    await store.notice("none", 0, 4000, NOW)
    loaded = await hand(store)
    assert (loaded.table.rev, loaded.questions) == (0, (replace(WAITS, asked_at=NOW, noticed_at=NOW + 5),))


async def test_a_question_noticed_while_a_change_was_decided_stays_noticed(store: Store):
    table = await asked(store, WAITS)
    before = await hand(store)
    late = a_move(table, 1, questions=before.questions)
    await asyncio.gather(store.notice(table.id, 0, 4000, NOW + 5), store.write(late))
    assert (await hand(store)).questions == (replace(WAITS, asked_at=NOW, noticed_at=NOW + 5),)


async def test_a_question_that_was_settled_meanwhile_is_not_noticed(store: Store):
    table = await asked(store, WAITS)
    await store.write(rewritten(table, NOW + 1))
    await store.notice(table.id, 0, 4000, NOW + 5)
    assert (await hand(store)).questions == ()


# ── occupants ──

ADA_WAS = SeatRow(0, ADA, "Ada")
BEN_SITS = SeatRow(1, BEN, "Ben")
CYD_FOLLOWS = SeatRow(0, CYD, "Cyd", from_version=3, how="substitute", nth=1)


async def passed_on(store: Store, status: str = RUNNING) -> TableRow:
    """A table at which Ada's seat went to Cyd."""
    table = await store.write(first(a_table(status=status, version=3), seats=(ADA_WAS, BEN_SITS)))
    return await store.write(Change(table, table.rev, NOW, seats=(CYD_FOLLOWS, BEN_SITS)))


async def test_a_seat_that_passes_on_keeps_its_occupants_in_order(store: Store):
    table = await passed_on(store)
    loaded = await hand(store)
    assert loaded.seats == (CYD_FOLLOWS, BEN_SITS)
    assert loaded.occupants == (ADA_WAS, BEN_SITS, CYD_FOLLOWS)
    voted = replace(CYD_FOLLOWS, vote=True)
    back = replace(ADA_WAS, from_version=3, how="returned", nth=2)
    table = await store.write(Change(table, table.rev, NOW, seats=(voted, BEN_SITS)))
    await store.write(Change(table, table.rev, NOW, seats=(back, BEN_SITS)))
    loaded = await hand(store)
    assert loaded.seats == (back, BEN_SITS)
    assert loaded.occupants == (ADA_WAS, BEN_SITS, voted, back)


async def test_a_lobby_that_somebody_leaves_numbers_its_seats_anew(store: Store):
    seats = (ADA_WAS, BEN_SITS, SeatRow(2, CYD, "Cyd"))
    table = await store.write(first(a_table(), seats=seats))
    rest = (replace(BEN_SITS, seat=0), SeatRow(1, CYD, "Cyd"))
    await store.write(Change(table, table.rev, NOW, seats=rest))
    loaded = await hand(store)
    assert (loaded.seats, loaded.occupants) == (rest, rest)


async def test_whose_seat_passed_on_has_no_duty_there_and_sits_there_no_more(store: Store):
    table = await passed_on(store)
    await store.write(rewritten(table, NOW, WAITS))
    assert await store.duties(ADA) == ()
    assert [(duty.seat, duty.asked) for duty in await store.duties(CYD)] == [(0, True)]
    counts = [await store.count_tables(user=user, status=(RUNNING,)) for user in (ADA, BEN, CYD)]
    assert counts == [0, 1, 1]


async def test_a_former_occupant_is_told_of_the_seat_up_to_the_next(store: Store):
    await passed_on(store)
    found = [(s.seat, s.name, s.from_version, s.until) for user in (ADA, CYD) for s in await store.sittings(user)]
    assert found == [(0, "Ada", 0, 3), (0, "Cyd", 3, None)]


async def test_a_former_occupant_is_forgotten_without_touching_who_sits_there(store: Store):
    table = await passed_on(store)
    order, draft = OrderRow(0, "pass"), DraftRow(0, 4000, 1, ("a",), ())
    await store.write(Change(table, table.rev, NOW, orders=(order,), drafts=(draft,)))
    assert await store.forget(ADA, (("Tq3", 0, "Player 1"),))
    loaded = await hand(store)
    assert loaded.occupants == (SeatRow(0, FORGOTTEN, "Player 1"), BEN_SITS, CYD_FOLLOWS)
    assert (loaded.orders, loaded.drafts) == ((order,), (draft,))
    assert await store.sittings(ADA) == ()
    assert not await store.forget(CYD, (("Tq3", 0, "Player 1"),))


# ── what is due ──


async def test_rows_of_every_kind_fall_due_beside_those_of_orders(store: Store):
    dues = (DueRow(0, 4000, NOW + 2), DueRow(0, 4000, NOW + 1, "reminder"), DueRow(NONE, NONE, NOW + 3, "lapse"))
    await store.write(first(a_table(status=RUNNING), dues=dues))
    assert set((await hand(store)).dues) == set(dues)
    assert await store.next_due() == NOW + 1
    assert await store.due(NOW + 2, 9) == (("Tq3", "reminder", 0, 4000), ("Tq3", "order", 0, 4000))
    assert await store.due(NOW + 9, 9) == (
        ("Tq3", "reminder", 0, 4000),
        ("Tq3", "order", 0, 4000),
        ("Tq3", "lapse", NONE, NONE),
    )
    assert await store.due(NOW + 9, 1) == (("Tq3", "reminder", 0, 4000),)


async def test_an_order_that_lies_too_far_ahead_is_due_and_a_row_of_another_kind_is_not(store: Store):
    ahead = NOW + 2 * DAY
    dues = (DueRow(0, 4000, ahead), DueRow(1, 4000, ahead, "reminder"))
    await store.write(first(a_table(status=RUNNING), dues=dues))
    assert await store.due(NOW, 9) == (("Tq3", "order", 0, 4000),)
    assert await store.due(NOW, 9, longest=2 * DAY) == ()


# ── results ──


async def test_results_are_written_with_the_end_and_listed_the_latest_first(store: Store):
    for name, at in (("early", NOW), ("late", NOW + 9)):
        table = await store.write(first(a_table(name, RUNNING)))
        rows = (ResultRow(0, ADA, 1, 12), ResultRow(1, BEN, 1))
        ended = replace(table, status=OVER)
        await store.write(Change(ended, table.rev, at, results=rows))
    ada = [
        Result(name, "guatemala", 11, ResultRow(0, ADA, 1, 12, at)) for name, at in (("late", NOW + 9), ("early", NOW))
    ]
    assert list(await store.results(ADA)) == ada
    assert [found.row.points for found in await store.results(BEN)] == [None, None]
    assert await store.results(CYD) == ()


async def test_results_can_be_written_anew_for_a_game_that_ended_before(store: Store):
    table = await store.write(first(a_table(status=OVER), results=(ResultRow(0, ADA, 2, 3),)))
    await store.write(Change(table, table.rev, NOW + 9, results=(ResultRow(0, ADA, 1, 4, NOW - 5),)))
    assert [found.row for found in await store.results(ADA)] == [ResultRow(0, ADA, 1, 4, NOW - 5)]


async def test_the_results_of_a_game_whose_end_is_refused_are_not_written(store: Store):
    table = await store.write(first(a_table(status=RUNNING), interaction=1))
    late = Change(table, table.rev, NOW, 1, results=(ResultRow(0, ADA, 1),), lines=((0, "{}"),))
    assert "answered" in str((await asyncio.gather(store.write(late), return_exceptions=True))[0])
    assert (await store.results(ADA), await store.log(table.id)) == ((), ())


async def test_who_is_forgotten_has_no_results_and_the_others_keep_theirs(store: Store):
    rows = (ResultRow(0, ADA, 1, 12), ResultRow(1, BEN, 2, 3))
    await store.write(first(a_table(status=OVER), results=rows))
    assert await store.forget(ADA, (("Tq3", 0, "Player 1"),))
    assert await store.results(ADA) == ()
    assert [found.row.rank for found in await store.results(BEN)] == [2]
    assert [found.row.rank for found in await store.results(FORGOTTEN)] == [1]


# ── the log ──


async def test_the_log_is_read_in_the_order_of_the_commits(store: Store):
    table = await store.write(first(a_table(status=RUNNING), lines=((10, '"ten"'), (9, '"nine"'))))
    assert await store.log(table.id) == ('"nine"', '"ten"')
    await store.write(Change(table, table.rev, NOW, lines=((11, '"é"'), (9, '"taken back"'))))
    assert await store.log(table.id) == ('"taken back"', '"ten"', '"é"')
    assert await store.log("none") == ()


async def test_tables_of_other_rules_and_those_without_a_log_are_listed_in_slices(store: Store):
    told = ((0, "{}"),)
    await store.write(first(a_table("a", RUNNING, rules_version=2), lines=told))
    await store.write(first(a_table("b", RUNNING, rules_version=1), lines=told))
    await store.write(first(a_table("c", OVER, rules_version=2)))
    await store.write(first(a_table("d", rules_version=1)))
    await store.write(first(a_table("e", OVER, game="chess", rules_version=2), lines=told))
    wanted = (
        Aged("b", "guatemala", RUNNING, 1, 0, logged=True),
        Aged("c", "guatemala", OVER, 2, 0, logged=False),
        Aged("e", "chess", OVER, 2, 0, logged=True),
    )
    assert await store.tables_of_rules({"guatemala": 2, "cafe": 1}, "", 9) == wanted
    assert await store.tables_of_rules({"guatemala": 2, "cafe": 1}, "", 2) == wanted[:2]
    assert await store.tables_of_rules({"guatemala": 2, "cafe": 1}, "c", 2) == wanted[2:]
    assert await store.tables_of_rules({}, "b", 9) == wanted[1:]


def test_no_line_and_no_answer_shows_itself():
    loaded = Loaded(a_table(), (), (), (), (), answer="canary")
    assert "canary" not in repr(loaded) + repr(first(a_table(), lines=((0, "canary"),)))
