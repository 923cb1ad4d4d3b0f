"""Seats that pass on: offered, sought, taken by one; what the one before knew, planned and was asked stays behind."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from bot.discord.messages.messenger import Impossible, Letter
from bot.games import news_text
from bot.play import Here, limits, queries, turns
from bot.play.answers import (
    CannotTakeBackNow,
    FinalSeat,
    ForSomebodyElse,
    JustSatDown,
    NotOpen,
    NotSought,
    OpenedMany,
    PassedOn,
    SatHere,
    SeatedOften,
    SeatGone,
    SeatKept,
    SeatOffered,
    SeatTaken,
    SeekVoted,
    TheySatHere,
    TookBack,
    TooManyTables,
)
from bot.play.history import news
from bot.play.house.terms import PACE, kept
from bot.play.house.turns import Thinking, played
from bot.play.people import privacy
from bot.play.plans import planning
from bot.play.seating import leaving, lobby, passing
from bot.play.seating.lobby import NewTable
from bot.play.timed import standing_orders
from bot.wording import words_for
from storage.clocks import SeatClock
from storage.rows import SOUGHT, Change
from tests.bot.house import MINUTE, House, name
from tests.bot.house_players import AtOnce
from tests.bot.test_standing import asked_about

ENGLISH = words_for("en")

ADA, BEA, CEM, DAG, EVA, FAY = range(1, 7)
CHANNEL = 70
DAY = 24 * 60 * MINUTE


async def begun(house: House, *users: int) -> str:
    table = await house.started(users or (ADA, BEA, CEM), side="fixed")
    await house.play(table, "buyer 1")
    await house.quiet()
    return table


async def thread(house: House, table: str) -> list[Letter]:
    await house.quiet()
    return house.ear.heard((await house.loaded(table)).table.channel)


async def offered(house: House, table: str, user: int, to: int) -> None:
    assert await house.do(table, house.act(user), passing.offer(to)) == SeatOffered(to)


async def sought(house: House, table: str, user: int) -> None:
    assert await house.do(table, house.act(user), passing.seek(CHANNEL)) == SeatOffered()


async def take(house: House, table: str, user: int, seat: int = passing.FIRST) -> Any:
    return await house.do(table, house.act(user), passing.take(seat, name(user)))


async def seat_of(house: House, table: str, user: int) -> int:
    return (await house.table(table)).seat_of(user).seat


async def on_turn(house: House, table: str) -> int:
    (user, _), *_ = await house.asked(table)
    return user


async def a_move(house: House, table: str) -> None:
    await house.play(table, "step 1", "done")


# ── offered ──


async def test_whoever_is_offered_a_seat_takes_it_by_a_press_and_is_the_one_who_is_asked(house: House):
    table = await begun(house)
    user = await on_turn(house, table)
    seat = await seat_of(house, table, user)
    await offered(house, table, user, EVA)
    card = (await thread(house, table))[-1]
    assert (card.kind, card.mentions, card.open) == ("seat", (EVA,), True)
    assert f"{name(user)} offers <@{EVA}> their seat, hand included." in card.text
    assert await on_turn(house, table) == user, "until it is taken it is theirs"
    assert await take(house, table, EVA) == SeatTaken(name(user))
    assert await on_turn(house, table) == EVA
    said = await thread(house, table)
    board = said[-1]
    assert (board.kind, board.mentions) == ("board", (EVA,))
    assert f"{name(EVA)} takes over {name(user)}'s seat." in board.text
    assert board.names[seat] == name(EVA)
    over = next(letter for letter in said if letter.kind == "seat")
    assert (over.open, over.mentions) == (False, ())
    assert over.text == f"{name(EVA)} has taken {name(user)}'s seat."
    await a_move(house, table)
    await house.check(table)


async def test_whoever_takes_a_seat_over_reads_what_has_happened_since_the_last_turn_of_that(house: House):
    table = await begun(house)
    user = await on_turn(house, table)
    seat = await seat_of(house, table, user)
    await a_move(house, table)
    before = await news.since_own(await house.table(table), seat, house.env)
    assert news_text.heading(ENGLISH, before).startswith("Since your last turn (")
    await offered(house, table, user, EVA)
    await take(house, table, EVA)
    found = await news.since_own(await house.table(table), seat, house.env)
    assert found.runs == before.runs
    assert news_text.heading(ENGLISH, found).startswith("Since the last turn of your seat (")
    assert news_text.heading(ENGLISH, found, timed=False) == "Since the last turn of your seat:"
    assert "the last turn of your seat" in news_text.nothing(ENGLISH, found)


async def test_nobody_else_takes_a_seat_that_is_offered_to_one(house: House):
    table = await begun(house)
    await offered(house, table, ADA, EVA)
    await house.quiet()
    assert await take(house, table, FAY) == ForSomebodyElse()
    assert await take(house, table, BEA) == SatHere()
    assert await take(house, table, ADA) == SatHere(), "nor its sitter"
    assert await house.do(table, house.act(ADA), passing.keep()) == SeatKept()
    assert await take(house, table, EVA) == NotOpen()
    assert [letter.text for letter in await thread(house, table) if letter.kind == "seat"] == [
        f"The seat of {name(ADA)} is not open any more."
    ]


async def test_a_seat_is_offered_to_nobody_who_sits_or_sat_there(house: House):
    table = await begun(house)
    for user in (ADA, BEA):
        assert await house.do(table, house.act(ADA), passing.offer(user)) == TheySatHere()
    await offered(house, table, BEA, EVA)
    await take(house, table, EVA)
    assert await house.do(table, house.act(ADA), passing.offer(BEA)) == TheySatHere()
    assert await house.do(table, house.act(ADA), passing.offer(EVA)) == TheySatHere()


async def test_a_later_offer_takes_the_place_of_one_before(house: House):
    table = await begun(house)
    await offered(house, table, ADA, EVA)
    await house.quiet()
    house.clock.now += 2000
    await offered(house, table, ADA, FAY)
    cards = [letter for letter in await thread(house, table) if letter.kind == "seat"]
    assert [(card.open, card.mentions) for card in cards] == [(False, ()), (True, (FAY,))]
    assert await take(house, table, EVA) == ForSomebodyElse()
    assert await take(house, table, FAY) == SeatTaken(name(ADA))


# ── sought ──


async def test_a_seat_that_is_sought_has_a_card_in_the_channel_and_goes_to_the_first(house: House):
    table = await begun(house)
    await sought(house, table, BEA)
    said = await thread(house, table)
    (card,) = house.ear.heard(CHANNEL)
    assert (card.kind, card.open, card.mentions) == ("seat", True, ())
    assert f"{name(BEA)} gives up their seat at the table with" in card.text
    assert said[-1].text == f"Wanted: somebody who plays on for {name(BEA)}. The card is in this thread's channel."
    assert await take(house, table, EVA) == SeatTaken(name(BEA))
    await house.quiet()
    (card,) = house.ear.heard(CHANNEL)
    assert (card.open, card.text) == (False, f"{name(EVA)} has taken {name(BEA)}'s seat.")


async def test_of_two_in_the_same_tick_one_sits_and_the_other_gets_a_sentence(house: House):
    for way in range(10):
        table = await begun(house)
        await sought(house, table, BEA)
        channel = (await house.loaded(table)).table.channel
        places = (table, Here(channel)) if way % 2 else (table, table)  # by different names: under different locks
        wanted = await seat_of(house, table, BEA) if way % 4 > 1 else passing.FIRST  # by its card, or by /table join
        both = await asyncio.gather(
            *(
                house.transactions.run(place, house.act(user), passing.take(wanted, name(user)))
                for place, user in zip(places, (EVA, FAY), strict=True)
            )
        )
        seats = [row for row in (await house.loaded(table)).seats if row.user in (EVA, FAY)]
        late = NotOpen() if wanted == passing.FIRST else SeatGone(seats[0].name)
        assert sorted((done.answer for done in both), key=repr) == [late, SeatTaken(name(BEA))]
        assert [(row.nth, row.opening) for row in seats] == [(1, "")]
        house.clock.now += 11 * MINUTE


async def test_a_press_that_is_delivered_twice_takes_one_seat(house: House):
    table = await begun(house)
    await sought(house, table, BEA)
    action = house.act(EVA)
    first = await house.do(table, action, passing.take(passing.FIRST, name(EVA)))
    assert await house.do(table, action, passing.take(passing.FIRST, name(EVA))) == first == SeatTaken(name(BEA))


async def test_the_card_falls_back_on_nothing_where_the_channel_is_closed_and_no_table_is_parked(house: House):
    table = await begun(house)
    house.ear.faults = [Impossible("permission")]
    await sought(house, table, BEA)
    await house.quiet()
    assert await house.store.parked(table) == ""
    assert await take(house, table, EVA) == SeatTaken(name(BEA)), "/table join takes it"


# ── by vote ──


async def late(house: House, table: str, seat: int) -> None:
    """As the clock leaves a seat whose time is used up."""
    loaded = await house.loaded(table)
    clocks = replace(loaded.table.clocks, seats=(SeatClock(seat, late_at=house.clock.now),))
    row = replace(loaded.table, clocks=clocks, terms=((PACE, "steady"),))
    await house.store.write(Change(row, row.rev, house.clock.now))


async def test_for_a_late_seat_more_than_half_of_the_others_look_for_somebody(house: House):
    table = await begun(house, ADA, BEA, CEM, DAG)
    user = await on_turn(house, table)
    seat = await seat_of(house, table, user)
    others = [other for other in (ADA, BEA, CEM, DAG) if other != user]

    def vote(*, for_it: bool = True) -> Any:
        return passing.vote(seat, CHANNEL, for_it=for_it)

    assert await house.do(table, house.act(others[0]), vote()) == NotSought()
    await late(house, table, seat)
    assert await house.do(table, house.act(user), vote()) == NotSought(), "not for one's own"
    assert await house.do(table, house.act(others[0]), vote()) == SeekVoted(1, 2, for_it=True)
    assert await house.do(table, house.act(others[0]), vote()) == SeekVoted(1, 2, for_it=True), "one vote each"
    assert await house.do(table, house.act(others[0]), vote(for_it=False)) == SeekVoted(0, 2, for_it=False)
    assert await take(house, table, EVA) == NotOpen()
    await house.do(table, house.act(others[1]), vote())
    assert await house.do(table, house.act(others[2]), vote()) == SeekVoted(2, 2, for_it=True)
    await house.quiet()
    (card,) = house.ear.heard(CHANNEL)
    assert f"look for somebody who plays on for {name(user)}." in card.text
    assert await take(house, table, EVA) == SeatTaken(name(user))
    assert (await house.loaded(table)).table.clocks.ballots == ()


async def test_of_two_the_other_one_decides(house: House):
    table = await begun(house, ADA, BEA)
    user = await on_turn(house, table)
    seat = await seat_of(house, table, user)
    await late(house, table, seat)
    answer = await house.do(table, house.act(ADA + BEA - user), passing.vote(seat, CHANNEL, for_it=True))
    assert answer == SeekVoted(1, 1, for_it=True)
    assert await take(house, table, EVA) == SeatTaken(name(user))


async def test_a_late_player_who_moves_after_all_keeps_the_seat(house: House):
    table = await begun(house, ADA, BEA)
    user = await on_turn(house, table)
    seat = await seat_of(house, table, user)
    await late(house, table, seat)
    await house.do(table, house.act(ADA + BEA - user), passing.vote(seat, CHANNEL, for_it=True))
    await house.quiet()
    await a_move(house, table)
    assert await take(house, table, EVA) == NotOpen()
    await house.quiet()
    assert [(card.open, card.text) for card in house.ear.heard(CHANNEL)] == [
        (False, f"The seat of {name(user)} is not open any more.")
    ]


async def test_a_seat_that_its_sitter_has_opened_stays_open_while_they_play_on(house: House):
    table = await begun(house)
    user = await on_turn(house, table)
    await sought(house, table, user)
    await a_move(house, table)
    assert (await house.table(table)).seat_of(user).opening == SOUGHT
    assert await take(house, table, EVA) == SeatTaken(name(user))


async def test_on_a_table_without_a_clock_others_are_looked_for_after_two_weeks_of_waiting(house: House):
    table = await begun(house, ADA, BEA)
    user = await on_turn(house, table)
    seat = await seat_of(house, table, user)
    vote = passing.vote(seat, CHANNEL, for_it=True)
    house.clock.now += limits.SOUGHT_MS - 1
    assert await house.do(table, house.act(ADA + BEA - user), vote) == NotSought()
    house.clock.now += 1
    assert await house.do(table, house.act(ADA + BEA - user), vote) == SeekVoted(1, 1, for_it=True)


@pytest.mark.parametrize("answered", [False, True])
async def test_whoever_was_asked_a_sealed_question_is_late_alike(house: House, answered: bool):
    table, asked, _ = await asked_about(house)
    loaded = await house.loaded(table)
    (other,) = {row.user for row in loaded.seats} - set(asked)
    if answered:
        since = next(q.since for q in loaded.questions if loaded.seats[q.seat].user == asked[0])
        await house.play(table, "pass", user=asked[0], since=since)
    house.clock.now += limits.SOUGHT_MS
    seat = await seat_of(house, table, asked[0])
    answer = await house.do(table, house.act(other), passing.vote(seat, CHANNEL, for_it=True))
    assert answer == SeekVoted(1, 2, for_it=True)


async def test_nobody_plays_on_in_a_seat_that_was_resigned(house: House):
    table = await begun(house)
    seat = await seat_of(house, table, CEM)
    await sought(house, table, CEM)
    await house.do(table, house.act(CEM), leaving.resign())
    assert await take(house, table, EVA) == NotOpen()
    assert await house.do(table, house.act(ADA), passing.vote(seat, CHANNEL, for_it=True)) == FinalSeat()
    await house.quiet()
    assert all(not card.open for card in house.ear.heard(CHANNEL))


# ── what stays behind ──


async def test_what_the_one_before_planned_and_ordered_is_gone(house: House):
    table = await begun(house)
    user = await on_turn(house, table)
    seat = await seat_of(house, table, user)
    await house.do(table, house.act(user), standing_orders.give("pass"))
    (_, since), *_ = await house.asked(table)
    await house.do(table, house.act(user), planning.submit(since, ["step 1"]))
    held = await house.table(table)
    assert held.draft(seat) is not None
    assert held.order(seat)
    await offered(house, table, user, EVA)
    await take(house, table, EVA)
    held = await house.table(table)
    assert (held.draft(seat), held.order(seat)) == (None, "")
    panel = await house.do(table, house.act(EVA), planning.open_panel())
    assert (panel.moves, panel.next.tokens) == ((), ())


async def test_what_the_one_before_opened_is_dead_with_a_sentence_that_helps(house: House):
    table = await begun(house)
    user = await on_turn(house, table)
    (_, since), *_ = await house.asked(table)
    await house.do(table, house.act(user), planning.submit(since, ["step 1"]))
    await offered(house, table, user, EVA)
    await take(house, table, EVA)
    gone = PassedOn(name(EVA))
    for use_case in (
        planning.commit(since, 1), planning.add(since, 1, ["step 2"]), planning.step_back(since, 1),
        planning.open_panel(since), planning.take_turn(), planning.submit(since, ["step 1", "done"]),
        turns.play(since, ["step 1", "done"]), turns.take_back(), standing_orders.give("pass"), leaving.resign(),
        leaving.vote(for_end=True), passing.offer(FAY), passing.seek(CHANNEL), passing.keep(),
    ):  # fmt: skip
        assert await house.do(table, house.act(user), use_case) == gone
    assert queries.hand(await house.table(table), user) == gone
    assert await on_turn(house, table) == EVA


async def test_a_question_by_direct_message_is_settled_for_one_and_asked_of_the_other(house: House):
    table, asked, _ = await asked_about(house)
    await house.quiet()
    user = asked[0]
    (question,) = [letter for letter in house.ear.dms(user) if letter.kind == "question"]
    await offered(house, table, user, EVA)
    await take(house, table, EVA)
    await house.quiet()
    assert [letter.kind for letter in house.ear.dms(user)][-1] == "settled"
    assert house.ear.dms(user)[-1].text == f"{name(EVA)} plays in your seat now."
    (first,) = house.ear.dms(EVA)
    assert (first.kind, first.since) == ("question", question.since)
    assert first.text.startswith(f"You have taken {name(user)}'s seat;")
    assert first.private == question.private
    before = len(house.ear.dms(user))
    await house.play(table, "pass", user=EVA, since=first.since)
    await house.play(table, "pass", user=asked[1], since=first.since)
    await house.quiet()
    assert len(house.ear.dms(user)) == before
    assert house.ear.dms(EVA)[-1].kind == "settled"


async def test_what_waits_to_be_told_by_direct_message_is_told_to_nobody_who_has_left(house: House):
    table, asked, _ = await asked_about(house)
    await offered(house, table, asked[0], EVA)
    await take(house, table, EVA)  # before the courier has said anything
    await house.quiet()
    assert all(letter.kind == "settled" or letter.private is None for letter in house.ear.dms(asked[0]))
    assert [letter.kind for letter in house.ear.dms(EVA)] == ["question"]


async def test_a_move_is_not_taken_back_over_a_change_of_occupant(house: House):
    table = await begun(house)
    mover = await on_turn(house, table)
    await a_move(house, table)
    next_one = await on_turn(house, table)
    (other,) = {ADA, BEA, CEM} - {mover, next_one}
    await offered(house, table, other, EVA)
    await take(house, table, EVA)
    assert await house.do(table, house.act(mover), turns.take_back()) == CannotTakeBackNow("passed-on")
    mover = await on_turn(house, table)
    await a_move(house, table)
    assert isinstance(await house.do(table, house.act(mover), turns.take_back()), TookBack), "what came later can"


async def test_the_new_person_reads_the_log_of_the_seat_from_the_beginning(house: House):
    table = await begun(house)
    own = await queries.log(await house.table(table), BEA, house.env)
    await offered(house, table, BEA, EVA)
    assert await queries.log(await house.table(table), EVA, house.env) != own
    await take(house, table, EVA)
    assert await queries.log(await house.table(table), EVA, house.env) == own
    assert await queries.log(await house.table(table), BEA, house.env) == own, "what they were told stays theirs"


async def test_the_same_people_again_are_those_who_sat_there_at_the_end(house: House):
    table = await begun(house)
    await offered(house, table, BEA, EVA)
    await take(house, table, EVA)
    for user in (ADA, EVA):
        await house.do(table, house.act(user), leaving.vote(for_end=True))
    made: Any = await lobby.again(house.transactions, table, house.act(ADA), name(ADA), CHANNEL)
    await house.quiet()
    assert set(house.ear.heard((await house.loaded(made.table)).table.channel)[0].mentions) == {CEM, EVA}
    answer = await lobby.again(house.transactions, table, house.act(BEA), name(BEA), CHANNEL)
    assert type(answer).__name__ == "NotAtTable"


async def test_a_finished_game_counts_for_whoever_sits_there_at_the_end(house: House):
    table = await begun(house, ADA, BEA)
    await offered(house, table, BEA, EVA)
    await take(house, table, EVA)
    await house.do(table, house.act(ADA), leaving.resign())
    assert [result.row.rank for result in await house.store.results(EVA)] == [1]
    assert await house.store.results(BEA) == ()


# ── limits, and those who cheat ──


async def test_limits_and_pace_of_seating_hold(house: House, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "TABLES_A_USER", 1)
    table = await begun(house)
    await house.gathered([EVA])
    await sought(house, table, ADA)
    assert await take(house, table, EVA) == TooManyTables("user", 1)
    for _ in range(limits.SEATED[0]):
        house.env.seated.note(FAY, house.clock.now)
    assert isinstance(await take(house, table, FAY), SeatedOften)


async def test_to_call_people_is_paced(house: House):
    table = await begun(house)
    for _ in range(limits.OPENED[0]):
        answer = await house.do(table, house.act(BEA), passing.offer(EVA))
        assert answer == SeatOffered(EVA)
        await house.do(table, house.act(BEA), passing.keep())
    assert isinstance(await house.do(table, house.act(BEA), passing.offer(EVA)), OpenedMany)
    assert isinstance(await house.do(table, house.act(BEA), passing.seek(CHANNEL)), OpenedMany)


async def test_the_hand_is_not_learnt_without_taking_the_seat(house: House):
    table = await begun(house)
    await offered(house, table, ADA, EVA)
    await sought(house, table, BEA)
    await house.quiet()
    held = await house.table(table)
    assert type(queries.hand(held, EVA)).__name__ == "NotAtTable"
    assert await queries.log(held, EVA, house.env) == await queries.log(held, FAY, house.env)
    assert type(await house.do(table, house.act(EVA), planning.open_panel())).__name__ == "NotAtTable"
    assert house.ear.dms(EVA) == []
    assert all(letter.private is None for letter in [*await thread(house, table), *house.ear.heard(CHANNEL)])


async def test_nobody_takes_a_seat_to_look_and_gives_it_back(house: House):
    table = await begun(house)
    user = await on_turn(house, table)
    await offered(house, table, user, EVA)
    await take(house, table, EVA)
    for use_case in (passing.offer(user), passing.offer(FAY), passing.seek(CHANNEL)):
        assert await house.do(table, house.act(EVA), use_case) == JustSatDown()
    await a_move(house, table)
    await offered(house, table, EVA, FAY)


async def test_nobody_sits_in_two_seats_one_after_the_other_not_even_forgotten_meanwhile(house: House):
    table = await begun(house)
    await offered(house, table, ADA, EVA)
    await take(house, table, EVA)
    await sought(house, table, BEA)
    assert await take(house, table, ADA) == SatHere()
    assert type(await privacy.forget(house.transactions, ADA, lambda _, number: f"Player {number}")).__name__ == (
        "Forgotten"
    )
    assert all(row.user != ADA for row in (await house.loaded(table)).occupants)
    assert await take(house, table, ADA) == SatHere(), "a mark that names nobody knows them still"
    assert await house.do(table, house.act(CEM), passing.offer(ADA)) == TheySatHere()
    assert await take(house, table, FAY) == SeatTaken(name(BEA))


async def test_whoever_resigned_and_was_forgotten_takes_no_other_seat(house: House):
    table = await begun(house)
    await house.do(table, house.act(CEM), leaving.resign())
    await privacy.forget(house.transactions, CEM, lambda _, number: f"Player {number}")
    await sought(house, table, ADA)
    assert await take(house, table, CEM) == SatHere()


async def test_the_mark_goes_with_the_game(house: House):
    table = await begun(house)
    await offered(house, table, ADA, EVA)
    await take(house, table, EVA)
    await privacy.forget(house.transactions, ADA, lambda _, number: f"Player {number}")
    await house.store.prune(house.clock.now)
    assert await house.store.was_here(table, ADA)
    for user in (BEA, CEM):
        await house.do(table, house.act(user), leaving.vote(for_end=True))
    await house.store.prune(house.clock.now)
    assert not await house.store.was_here(table, ADA)


async def test_whoever_gave_a_seat_away_may_take_that_seat_again(house: House):
    table = await begun(house)
    user = await on_turn(house, table)
    await offered(house, table, user, EVA)
    await take(house, table, EVA)
    await a_move(house, table)
    await sought(house, table, EVA)
    assert await take(house, table, user) == SeatTaken(name(EVA))
    held = await house.table(table)
    assert [row.user for row in held.loaded.occupants if row.seat == held.seat_of(user).seat] == [user, EVA, user]


async def test_an_offer_is_gone_with_whoever_it_was_made_to(house: House):
    table = await begun(house)
    await offered(house, table, ADA, EVA)
    await house.store.remember_locale(EVA, "de")
    await privacy.forget(house.transactions, EVA, lambda _, number: f"Player {number}")
    assert (await house.table(table)).seat_of(ADA).opening == ""


async def test_old_seats_of_a_person_are_exported_with_what_was_theirs(house: House):
    table = await begun(house)
    before = await queries.told(await house.table(table), BEA, house.env)
    await offered(house, table, BEA, EVA)
    await take(house, table, EVA)
    for _ in range(3):
        await a_move(house, table)
    for user in (BEA, EVA):
        (trace,) = await privacy.traces_of(house.transactions, user)
        assert isinstance(before, tuple)
        assert [line.entry for line in trace.log][: len(before)] == [line.entry for line in before]
        assert (trace.sitting.until is None) == (user == EVA)


async def test_a_seat_that_was_left_to_the_house_is_taken_and_the_house_plays_no_more(house: House):
    house.thinker = AtOnce()
    house.env.thinker = house.thinker
    wanted = NewTable(7, CHANNEL, "guatemala", name(ADA), terms=kept(resigned="house"), random_seats=False)
    made: Any = await lobby.create(house.transactions, house.act(ADA), wanted)
    table = made.table
    for user in (BEA, CEM):
        await house.do(table, house.act(user), lobby.join(name(user)))
    await house.do(table, house.act(ADA), lobby.start())
    gone = await on_turn(house, table)
    seat = await seat_of(house, table, gone)
    await house.do(table, house.act(gone), leaving.to_house())
    for user in {ADA, BEA, CEM} - {gone}:
        await house.do(table, house.act(user), passing.vote(seat, CHANNEL, for_it=True))
    run = await Thinking(await house.table(table), house.env).run()
    assert run.steps
    assert isinstance(await take(house, table, EVA), SeatTaken)
    version = (await house.loaded(table)).table.version
    assert type(await house.do(table, house.act(0), played(run))).__name__ == "AlreadyPlayed"
    assert await house.house_turns.tick() == 0
    assert (await house.loaded(table)).table.version == version
    assert await on_turn(house, table) == EVA
