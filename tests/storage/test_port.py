"""The port over each store: what is written is read back, whole, once, and by nobody else's revision."""

import asyncio
import random
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from rules.contract import Record
from storage.port import AlreadyAnswered, Conflict, Store
from storage.problem import NotStorable
from storage.rows import (
    ABANDONED,
    LOBBY,
    OVER,
    RUNNING,
    Change,
    DraftRow,
    DueRow,
    Guild,
    OrderRow,
    OutRow,
    Person,
    Question,
    SeatRow,
    Sent,
    Standing,
)
from storage.sqlite.store import SqliteStore
from storage.sqlite.tables import DAY
from tests.storage.builders import NOW, a_move, a_table, first
from tests.storage.conftest import Opened

if TYPE_CHECKING:
    from storage.postgres import PostgresStore


def the_port(one: SqliteStore, other: "PostgresStore") -> tuple[Store, Store]:
    """The type checker says here that each of them is the port."""
    return one, other


async def test_a_table_comes_back_as_it_was_written_with_its_new_rev(store: Store):
    table = a_table()
    seats = (SeatRow(0, 7, "Ada"), SeatRow(1, 8, "Ben ’); DROP TABLE games; --", resigned=True, vote=True))
    questions = (
        Question(1, "block", 0, 3, required=False, rest=True, sealed=True),
        Question(0, "turn", 2, 3, required=True, rest=False, sealed=False),
    )
    orders, dues = (OrderRow(1, "never"),), (DueRow(0, 3, NOW + 5), DueRow(1, 3, NOW + 4))
    change = first(table, seats=seats, questions=questions, orders=orders, dues=dues)
    written = await store.write(change)
    loaded = await store.load(table.id)
    assert written == table
    assert loaded is not None
    asked = tuple(replace(question, asked_at=NOW) for question in questions)
    assert (loaded.table, loaded.seats, loaded.questions) == (table, seats, asked)
    assert (loaded.orders, loaded.dues) == (orders, dues)
    moved = await store.write(a_move(written, 1, questions=None))
    again = await store.load(table.id)
    assert again is not None
    assert (moved.rev, again.table) == (1, moved)
    assert (again.seats, again.questions, again.orders, again.dues) == (seats, asked, orders, dues)
    emptied = await store.write(a_move(moved, 2, questions=(), orders=(), dues=(), seats=()))
    last = await store.load(table.id)
    assert last is not None
    assert (last.table, last.seats, last.questions, last.orders, last.dues) == (emptied, (), (), (), ())
    assert await store.load("none") is None


async def test_records_come_back_in_order_with_their_luck(store: Store):
    table = await store.write(first(a_table()))
    parts = tuple(Record(0, part, "move", part % 2, f"é {part}", (part, 5)) for part in range(11))
    first_at = a_move(table, 1, records=parts).now
    table = await store.write(a_move(table, 1, records=parts))
    later = (Record(1, 0, "undo", -1, ""), Record(1, 1, "checkpoint", -1, "[1]", (3,)))
    change = a_move(table, 2, records=later)
    await store.write(change)
    assert await store.records(table.id) == (
        *(replace(record, at=first_at) for record in parts),
        *(replace(record, at=change.now) for record in later),
    )
    assert await store.records("none") == ()


async def test_a_second_delivery_is_given_the_first_answer_and_writes_nothing(store: Store):
    table = await store.write(first(a_table(), interaction=5, answer="made"))
    table = await store.write(a_move(table, 6))
    for change in (a_move(table, 6), first(a_table(), interaction=5), first(a_table("other"), interaction=6)):
        with pytest.raises(AlreadyAnswered) as refused:
            await store.write(change)
        assert refused.value.answer == ("made" if change.interaction == 5 else "answer 6")
    assert await store.answer_of(6) == "answer 6"
    assert await store.answer_of(7) is None
    assert len(await store.records(table.id)) == 1
    assert await store.load("other") is None


async def test_a_table_that_moved_on_conflicts_and_nothing_is_written(store: Store):
    old = await store.write(first(a_table()))
    new = await store.write(a_move(old, 1))
    for change in (a_move(old, 2), first(a_table(), interaction=3), a_move(a_table("none"), 4)):
        with pytest.raises(Conflict):
            await store.write(change)
        assert await store.answer_of(change.interaction) is None
    loaded = await store.load(old.id)
    assert loaded is not None
    assert loaded.table == new
    assert len(await store.waiting(NOW * 2, 99)) == 2


async def test_actions_without_an_interaction_are_not_noted(store: Store):
    table = await store.write(first(a_table()))
    table = await store.write(a_move(table, 0))
    table = await store.write(a_move(table, 0))
    assert table.rev == 2
    assert await store.answer_of(0) is None


async def test_the_newest_table_of_a_thread_is_found(store: Store):
    await store.write(first(a_table("old", created_at=NOW + 1)))
    await store.write(first(a_table("new", created_at=NOW + 1)))
    await store.write(first(a_table("older", created_at=NOW)))
    assert await store.at_channel(22) == "new"
    assert await store.at_channel(23) is None


async def test_drafts_are_kept_by_their_rev(store: Store):
    table = await store.write(first(a_table()))
    one, two = DraftRow(0, 3, 1, ("a", "b"), ("c",)), DraftRow(0, 3, 2, (), ())
    assert await store.draft(table.id, 0) is None
    await store.save_draft(table.id, one, 0)
    for expect in (0, 2):
        with pytest.raises(Conflict):
            await store.save_draft(table.id, two, expect)
    assert await store.draft(table.id, 0) == one
    await store.save_draft(table.id, two, 1)
    assert await store.draft(table.id, 0) == two
    with pytest.raises(Conflict):
        await store.save_draft(table.id, replace(two, seat=1), 1)
    with pytest.raises(Conflict):
        await store.save_draft("none", one, 0)
    await store.forget_draft(table.id, 0)
    assert await store.draft(table.id, 0) is None
    table = await store.write(a_move(table, 1, drafts=(one, replace(one, seat=1))))
    await store.write(a_move(table, 2, drafts=(replace(two, seat=1),), forget_drafts=(0,)))
    assert await store.draft(table.id, 0) is None
    assert await store.draft(table.id, 1) == replace(two, seat=1)


async def test_duties_are_a_persons_tables_of_all_servers_with_the_oldest_question_first(store: Store):
    lobby = await store.write(first(a_table("lobby", guild=1)))
    game = await store.write(first(a_table("game", RUNNING, guild=2, created_at=NOW + 9)))
    waits = Question(0, "turn", 0, 4, required=True, rest=False, sealed=False)
    offered = Question(1, "offer", 0, 2, required=False, rest=True, sealed=False)
    game = await store.write(a_move(game, 1, questions=(replace(waits, since=6), waits, offered)))
    for status in (OVER, ABANDONED):
        await store.write(first(a_table(status, status)))
    left = (SeatRow(0, 7, "Ada", resigned=True), SeatRow(1, 9, "Cyd"))
    await store.write(first(a_table("left", RUNNING), seats=left))
    ada = await store.duties(7)
    assert [(d.table, d.seat, d.asked, d.since) for d in ada] == [(game, 0, True, 4), (lobby, 0, False, -1)]
    assert [(d.table.id, d.asked, d.since) for d in await store.duties(8)] == [
        ("lobby", False, -1),
        ("game", False, -1),
    ]
    assert await store.duties(99) == ()


async def test_tables_are_listed_and_counted(store: Store):
    for n in range(4):
        await store.write(first(a_table(f"t{n}", (LOBBY, RUNNING, OVER, LOBBY)[n], created_at=NOW + n, guild=n % 3)))
    left = (SeatRow(0, 7, "Ada", resigned=True),)
    await store.write(first(a_table("left", RUNNING), seats=left))
    assert [t.id for t in await store.tables_of(0, (LOBBY, RUNNING), 9)] == ["t3", "t0"]
    assert [t.id for t in await store.tables_of(0, (LOBBY,), 1)] == ["t3"]
    assert await store.tables_of(0, (), 9) == ()
    assert await store.count_tables(guild=0, status=(LOBBY, RUNNING)) == 4
    assert await store.count_tables(guild=2, status=(LOBBY, OVER)) == 1
    assert await store.count_tables(user=7, status=(LOBBY, RUNNING)) == 3
    assert await store.count_tables(user=7, guild=1, status=(LOBBY, RUNNING)) == 1
    assert await store.count_tables(user=9, status=(LOBBY, RUNNING)) == 0


async def test_the_clock_sees_standing_orders_and_lobbies(store: Store):
    assert await store.next_due() is None
    lobby = await store.write(first(a_table("lobby", expires_at=NOW + 50)))
    game = await store.write(first(a_table("game", RUNNING)))
    dues = (DueRow(0, 3, NOW + 60), DueRow(1, 3, NOW + 70))
    game = await store.write(a_move(game, 1, dues=dues))
    assert await store.next_due() == NOW + 50
    assert await store.expired(NOW + 49, 9) == ()
    assert await store.expired(NOW + 50, 9) == ("lobby",)
    await store.write(a_move(lobby, 2))
    assert await store.expired(NOW + 50, 9) == ()
    assert await store.next_due() == NOW + 60
    assert await store.due(NOW + 59, 9) == ()
    assert await store.due(NOW + 99, 1) == (("game", "order", 0, 3),)
    assert await store.due(NOW + 99, 9) == (("game", "order", 0, 3), ("game", "order", 1, 3))
    await store.write(a_move(game, 3, dues=()))
    assert await store.next_due() is None


async def test_rows_are_said_in_order_and_a_failed_one_holds_back_its_address_alone(store: Store):
    rows = (OutRow("a", 1), OutRow("hand", 1, user=7, body="{}"), OutRow("b", 2), OutRow("late", 3, not_before=NOW + 9))
    await store.write(first(a_table(), rows=rows))
    found = await store.waiting(NOW, 9)
    assert [(w.table, w.row.kind, w.row.number, w.row.user, w.row.body) for w in found] == [
        ("Tq3", "a", 1, 0, ""),
        ("Tq3", "hand", 1, 7, "{}"),
        ("Tq3", "b", 2, 0, ""),
    ]
    assert [w.row.kind for w in await store.waiting(NOW + 9, 2)] == ["a", "hand"]
    a, hand, b = found
    await store.sending((a.id,), NOW)
    assert [w.sent_maybe for w in await store.waiting(NOW, 9)] == [True, False, False]
    await store.failed((a.id,), NOW + 100)
    assert [w.id for w in await store.waiting(NOW + 50, 9)] == [hand.id]
    later = await store.waiting(NOW + 100, 9)
    assert [(w.row.kind, w.tries, w.sent_maybe) for w in later][:3] == [
        ("a", 1, False),
        ("hand", 0, False),
        ("b", 0, False),
    ]
    await store.sent((a.id, b.id), Sent("Tq3", "board", 2, 22, 900, NOW), NOW)
    assert [w.row.kind for w in await store.waiting(NOW + 100, 9)] == ["hand", "late"]
    await store.sent((hand.id,), None, NOW)
    assert [w.row.kind for w in await store.waiting(NOW + 100, 9)] == ["late"]


async def test_a_parked_table_is_silent_until_it_is_taken_up_again(store: Store):
    await store.write(first(a_table(), rows=(OutRow("board", 1),)))
    (row,) = await store.waiting(NOW, 9)
    await store.failed((row.id,), NOW + 1000)
    await store.park("Tq3", "the thread is gone")
    assert await store.waiting(NOW + 2000, 9) == ()
    await store.unpark("Tq3", NOW + 5)
    (again,) = await store.waiting(NOW + 5, 9)
    assert (again.id, again.tries, again.next_at) == (row.id, 0, NOW + 5)


async def test_people_of_a_parked_table_are_still_written_to(store: Store):
    await store.write(first(a_table(), rows=(OutRow("board", 1), OutRow("hand", 1, user=7))))
    await store.park("Tq3", "gone")
    assert [w.row.kind for w in await store.waiting(NOW, 9)] == ["hand"]
    assert [row.kind for row in await store.unsaid("Tq3")] == ["board"]


async def test_a_table_is_not_parked_for_what_was_refused_before_somebody_acted(store: Store):
    table = await store.write(first(a_table(), rows=(OutRow("board", 1),)))
    await store.write(Change(table, table.rev, NOW))
    await store.park("Tq3", "gone", rev=table.rev, told=(OutRow("stalled", 1, user=7),), now=NOW)
    assert await store.parked("Tq3") == ""
    assert [w.row.kind for w in await store.waiting(NOW, 9)] == ["board"]
    await store.park("Tq3", "gone", rev=table.rev + 1)
    assert await store.parked("Tq3") == "gone"
    assert await store.parked("nothing") == ""


async def test_who_sits_at_a_parked_table_is_told_with_it_and_not_again_for_a_while(store: Store):
    await store.write(first(a_table()))
    told = (OutRow("stalled", 1, user=7), OutRow("stalled", 1, user=8))
    await store.park("Tq3", "gone", told=told, now=NOW, lately=NOW - 100)
    await store.park("Tq3", "gone", told=told, now=NOW, lately=NOW - 100)
    rows = await store.waiting(NOW, 9)
    assert [w.row.user for w in rows] == [7, 8]
    await store.sent(tuple(w.id for w in rows), None, NOW)
    await store.park("Tq3", "gone", told=told, now=NOW + 99, lately=NOW - 1)
    assert await store.waiting(NOW + 99, 9) == ()
    await store.park("Tq3", "gone", told=told, now=NOW + 100, lately=NOW)
    assert [w.row.user for w in await store.waiting(NOW + 100, 9)] == [7, 8]


async def test_what_was_being_sent_is_looked_for_after_a_restart(opened: Opened):
    async with await opened() as store:
        await store.write(first(a_table(), rows=(OutRow("board", 1), OutRow("board", 2))))
        rows = await store.waiting(NOW, 9)
        await store.sending((rows[0].id,), NOW)
    async with await opened() as store:
        assert [w.sent_maybe for w in await store.waiting(NOW, 9)] == [True, False]


async def test_the_newest_message_of_a_kind_is_known(store: Store):
    await store.write(first(a_table()))
    assert await store.newest_message("Tq3", "board") is None
    old, new = Sent("Tq3", "board", 1, 22, 900, NOW), Sent("Tq3", "board", 2, 22, 901, NOW + 5)
    for message in (new, old, Sent("Tq3", "lobby", 1, 22, 899, NOW + 9)):
        await store.sent((), message, NOW)
    assert await store.newest_message("Tq3", "board") == new
    edited = replace(old, number=3, at=NOW + 7)
    await store.sent((), edited, NOW)
    assert await store.newest_message("Tq3", "board") == edited


async def test_what_is_still_to_be_said_and_the_newest_message_are_read_at_once(store: Store):
    rows = (OutRow("board", 1), OutRow("notice", 1), OutRow("call", 2), OutRow("hand", 2, user=7))
    await store.write(first(a_table(), rows=rows))
    kinds = ("board", "call")
    waiting, newest = await store.news("Tq3", kinds)
    assert ([row.kind for row in waiting], newest) == (["board", "call"], None)
    post, notice = Sent("Tq3", "board", 1, 22, 900, NOW), Sent("Tq3", "notice", 1, 22, 901, NOW + 1)
    ids = tuple(row.id for row in await store.waiting(NOW, 9))
    await store.sent(ids[:2], post, NOW)
    await store.sent((), notice, NOW)
    waiting, newest = await store.news("Tq3", kinds)
    assert ([row.kind for row in waiting], newest) == (["call"], post)
    await store.sent(ids[2:3], None, NOW)
    assert await store.news("Tq3", kinds) == ((), post)


async def test_what_stands_of_a_table_is_read_at_once(store: Store):
    await store.write(first(a_table(), rows=(OutRow("board", 1), OutRow("board", 2))))
    post, call = Sent("Tq3", "board", 2, 22, 900, NOW, live=True), Sent("Tq3", "call", 2, 22, 901, NOW, live=True)
    await store.sent(tuple(row.id for row in await store.waiting(NOW, 9)), post, NOW)
    await store.sent((), call, NOW)
    standing = await store.standing("Tq3", "board")
    assert (standing.live, standing.newest) == ((post, call), post)
    assert [row.number for row in standing.said] == [1, 2]
    assert await store.standing("Tq3", "lobby") == Standing((post, call), None, ())


async def test_people_servers_and_values_are_kept(store: Store):
    assert await store.person(7) == Person(7)
    assert await store.guild(1) == Guild(1)
    assert await store.meta("k") is None
    ada, home = Person(7, 5, "open", "it", (("ping", "dm"),)), Guild(1, "de", (("max", "3"),))
    for _ in range(2):
        await store.save_person(ada)
        await store.save_guild(home)
        await store.save_meta("k", "v")
    assert (await store.person(7), await store.guild(1), await store.meta("k")) == (ada, home, "v")


async def test_the_language_of_somebody_s_discord_is_kept_beside_what_he_chose(store: Store):
    await store.remember_locale(7, "de")
    await store.remember_locale(7, "it")
    assert await store.person(7) == Person(7, settings=(("locale", "it"),))
    assert (await store.person(7)).reads == "it"
    await store.save_person(Person(7, 5, "open", "en", (("ping", "dm"), ("locale", "it"))))
    await store.remember_locale(7, "de")
    kept = await store.person(7)
    assert kept == Person(7, 5, "open", "en", (("ping", "dm"), ("locale", "de")))
    assert kept.reads == "en"


async def test_old_answers_and_what_was_said_long_ago_are_forgotten(store: Store):
    table = await store.write(first(a_table(), interaction=1))
    later = replace(a_move(table, 2), now=NOW + DAY)
    await store.write(later)
    rows = await store.waiting(NOW + DAY, 9)
    await store.sent((rows[0].id,), None, NOW)
    await store.prune(NOW + DAY + 1)
    assert await store.answer_of(1) is None
    assert await store.answer_of(2) == "answer 2"
    await store.prune(NOW + 8 * DAY)
    assert [w.id for w in await store.waiting(NOW + DAY, 9)] == [rows[1].id]


async def test_hostile_text_comes_back_unchanged(store: Store):
    hostile = ("'; --", "%s %(x)s {0}", "\u202e", "🏴‍☠️" * 40, '"`]', "NULL")
    for n, text in enumerate(hostile):
        seats = (SeatRow(0, 7, text),)
        table = await store.write(first(a_table(f"t{n}{text}", lang=text, state=text), seats=seats))
        loaded = await store.load(table.id)
        assert loaded is not None
        assert (loaded.table, loaded.seats) == (table, seats)


@pytest.mark.parametrize("text", ["\x00", "half \ud800 a pair"])
async def test_what_a_store_cannot_hold_is_refused_or_comes_back_unchanged(store: Store, kind: str, text: str):
    table = a_table(lang=text, state=text)
    if kind == "sqlite" and text == "\x00":
        await store.write(first(table))
        loaded = await store.load(table.id)
        assert loaded is not None
        assert loaded.table == table
        return
    with pytest.raises(NotStorable) as refused:
        await store.write(first(table))
    assert text not in repr(refused.value)
    assert await store.load(table.id) is None


async def test_thousands_of_strings_of_any_signs_come_back_unchanged(store: Store, kind: str):
    luck = random.Random(5)
    signs = "'\"`;-%\\\n\u202e\ufeff {}[]$?:@é漢🏴\u0301abcDROP"
    texts = {
        f"{n}": "".join(luck.choices(signs, k=luck.randrange(40))) for n in range(10_000 if kind == "sqlite" else 500)
    }
    await asyncio.gather(*(store.save_meta(text + key, text) for key, text in texts.items()))
    found = await asyncio.gather(*(store.meta(text + key) for key, text in texts.items()))
    assert found == list(texts.values())


async def test_whether_dms_reach_him_is_noted_without_touching_what_he_has_chosen_meanwhile(store: Store):
    await store.note_dm(9, 50, "open")
    assert await store.person(9) == Person(9, 50, "open")
    await store.save_person(Person(9, 50, "open", "de", (("offers", "on"),)))
    await store.note_dm(9, 50, "closed")
    assert await store.person(9) == Person(9, 50, "closed", "de", (("offers", "on"),))
