from typing import Any

from bot.games import game_text
from bot.play import Action, queries, turns
from bot.play.answers import (
    AlreadyPlayed,
    AlreadyResigned,
    AnswerKept,
    BadMove,
    CannotTakeBackNow,
    GivenUp,
    HasResigned,
    IsOver,
    NoSuchMove,
    NoSuchTable,
    NotAtTable,
    NotBegun,
    NotYourTurn,
    Played,
    Stopped,
    TookBack,
    Unreadable,
    Voted,
    WasClosed,
)
from bot.play.plans import planning
from bot.play.queries import Hand, Seen
from bot.play.seating import leaving
from bot.wording.words import words_in
from rules.guatemala import reasons
from tests.bot.house import House

ADA, BEA, CEM, DAG, EVA = range(1, 6)


async def begun(house: House, users: tuple[int, ...] = (ADA, BEA, CEM)) -> str:
    table = await house.started(users, side="fixed")
    await house.play(table, "buyer 1")
    return table


async def test_a_turn_is_one_commit_and_one_public_move(house: House):
    table = await begun(house)
    ((user, _),) = await house.asked(table)
    assert await house.play(table, "step 2", "take s5 b1", "done") == Played(2, back=True)
    ((following, _),) = await house.asked(table)
    assert following != user
    await house.check(table)


async def test_only_who_is_asked_can_play(house: House):
    table = await begun(house)
    ((user, since),) = await house.asked(table)
    other = next(one for one in (ADA, BEA, CEM) if one != user)
    assert await house.do(table, house.act(other), turns.play(-1, ["step 1", "done"])) == NotYourTurn()
    assert await house.do(table, house.act(other), turns.play(since, ["step 1", "done"])) == AlreadyPlayed()
    assert await house.do(table, house.act(EVA), turns.play(-1, ["step 1", "done"])) == NotAtTable()
    assert await house.do(table, house.act(user), turns.play(since, ["step 5"])) == BadMove(
        "guatemala", reasons.StepTooFar(5)
    )
    assert await house.do(table, house.act(user), turns.play(since, ["go on"])) == Unreadable("go", "step 1")
    assert await house.do(table, house.act(user), turns.play(since, ["step 1", "done"])) == Played(2, back=True)
    assert await house.do(table, house.act(user), turns.play(since, ["step 1", "done"])) == AlreadyPlayed()


async def test_a_table_that_gathers_takes_no_moves(house: House):
    table = await house.gathered([ADA, BEA])
    assert await house.do(table, house.act(ADA), turns.play(-1, ["step 1"])) == NotBegun()
    assert await queries.board_at(await house.table(table), None, house.env) == NotBegun()


async def scored(house: House) -> tuple[str, int, list[int]]:
    """A table at which a scoring is being asked about: the table, the scorer, the asked in clockwise order."""
    table = await house.started([ADA, BEA, CEM, DAG], side="fixed")
    await house.play(table, "buyer 1")
    ((scorer, _),) = await house.asked(table)
    assert await house.play(table, "step 2", "score s1") == Played(2)
    users = await house.users(table)
    seat = next(seat for seat, user in users.items() if user == scorer)
    return table, scorer, [users[(seat + n) % 4] for n in (1, 2, 3)]


async def test_sealed_answers_are_kept_and_changed_until_they_settle(house: House):
    table, _, asked = await scored(house)
    first, second, third = asked
    before = await queries.board_at(await house.table(table), None, house.env)
    assert await house.play(table, "pass", user=second, since=-1) == AnswerKept("pass")
    assert await house.play(table, "pass", user=third, since=-1) == AnswerKept("pass")
    assert await house.play(table, "pass", user=third, since=-1) == AnswerKept("pass")
    after = await queries.board_at(await house.table(table), None, house.env)
    assert isinstance(before, Seen)
    assert isinstance(after, Seen)
    assert (before.number, before.view, before.waiting) == (after.number, after.view, after.waiting)
    settled = await house.play(table, "pass", user=first, since=-1)
    assert isinstance(settled, Played)
    assert settled.number == 3
    said = game_text.answer_text(words_in("en"), settled, await house.table(table))
    assert said == "Move 3 played. Your answer: you pass."
    await house.check(table)


async def test_buttons_of_a_sealed_question_stay_good_while_others_answer(house: House):
    table, _, asked = await scored(house)
    since = dict(await house.asked(table))
    assert await house.play(table, "pass", user=asked[1], since=since[asked[1]]) == AnswerKept("pass")
    assert await house.play(table, "pass", user=asked[2], since=since[asked[2]]) == AnswerKept("pass")
    settled = await house.play(table, "pass", user=asked[0], since=since[asked[0]])
    assert isinstance(settled, Played)
    assert settled.number == 3
    assert await house.play(table, "block", user=asked[1], since=since[asked[1]]) == AlreadyPlayed()


async def test_a_finished_build_is_taken_back_until_the_next_takes_notice(house: House):
    table = await begun(house)
    ((user, _),) = await house.asked(table)
    await house.play(table, "step 1", "done")
    assert await house.do(table, house.act(user), turns.take_back()) == TookBack(2)
    assert [asked for asked, _ in await house.asked(table)] == [user]
    panel = await house.do(table, Action(user), planning.open_panel())
    assert getattr(panel, "moves", None) == ("step 1",)
    assert getattr(panel, "then", None) == "done"
    await house.play(table, "step 2", "done")
    ((following, _),) = await house.asked(table)
    await house.do(table, Action(following), planning.open_panel())
    assert await house.do(table, house.act(user), turns.take_back()) == CannotTakeBackNow("noticed")
    assert await house.do(table, house.act(following), turns.take_back()) == CannotTakeBackNow("not-yours")
    await house.check(table)


async def test_a_resigned_seat_goes_on_by_itself(house: House):
    table = await begun(house)
    ((user, _),) = await house.asked(table)
    assert await house.do(table, house.act(user), leaving.resign()) == HasResigned()
    assert await house.do(table, house.act(user), leaving.resign()) == AlreadyResigned()
    assert [asked for asked, _ in await house.asked(table)] != [user]
    assert await house.play(table, "step 1", user=user, since=-1) == NotAtTable()
    await house.check(table)
    ((other, _),) = await house.asked(table)
    await house.do(table, house.act(other), leaving.resign())
    assert (await house.loaded(table)).table.status == "over"
    assert await house.do(table, house.act(CEM), turns.play(-1, ["step 1"])) == IsOver()


async def test_more_than_half_give_the_game_up(house: House):
    table = await begun(house)
    assert await house.do(table, house.act(ADA), leaving.vote(for_end=True)) == Voted(1, 2, for_end=True)
    assert await house.do(table, house.act(ADA), leaving.vote(for_end=False)) == Voted(0, 2, for_end=False)
    assert await house.do(table, house.act(ADA), leaving.vote(for_end=True)) == Voted(1, 2, for_end=True)
    assert await house.do(table, house.act(BEA), leaving.vote(for_end=True)) == GivenUp()
    assert await house.do(table, house.act(CEM), leaving.vote(for_end=True)) == IsOver()
    assert (await house.loaded(table)).questions == ()


async def test_the_board_can_be_seen_at_every_public_move(house: House):
    table = await begun(house)
    for _ in range(6):
        await house.play(table, "step 1", "done")
    buyers = []
    for number in range(8):
        seen = await queries.board_at(await house.table(table), number, house.env)
        assert isinstance(seen, Seen)
        buyers.append(getattr(seen.view, "buyer", None))
    assert buyers == [-1, 1, 2, 3, 4, 5, 6, 7]
    assert await queries.board_at(await house.table(table), 8, house.env) == NoSuchMove(8, 7)


async def test_the_log_holds_what_its_reader_may_know(house: House):
    table, _, asked = await scored(house)
    await house.play(table, "pass", user=asked[1], since=-1)
    own = await queries.log(await house.table(table), asked[1], house.env)
    other = await queries.log(await house.table(table), asked[0], house.env)
    stranger = await queries.log(await house.table(table), EVA, house.env)
    assert isinstance(own, tuple)
    assert isinstance(other, tuple)
    assert isinstance(stranger, tuple)
    assert len(own) == len(other) + 1
    assert [entry.number for entry in other] == [entry.number for entry in stranger]
    hand = queries.hand(await house.table(table), asked[1])
    assert isinstance(hand, Hand)
    assert queries.hand(await house.table(table), EVA) == NotAtTable()


async def test_the_inbox_lists_all_tables_of_a_person(house: House):
    first = await begun(house)
    second = await house.gathered([EVA, ADA])
    duties = await queries.duties(ADA, house.env)
    assert {duty.table.id for duty in duties} == {first, second}
    ((user, since),) = await house.asked(first)
    mine = await queries.duties(user, house.env)
    assert (mine[0].table.id, mine[0].asked, mine[0].since) == (first, True, since)


async def test_a_state_of_another_layout_is_built_anew_from_the_records(house: House):
    table = await begun(house)
    await house.play(table, "step 1", "done")
    wanted = await house.position(table)
    for text, mark in (("[]", None), ("nonsense", None), ("[]", "older")):
        await house.store.writer.write(
            lambda c, text=text, mark=mark: c.execute(
                "UPDATE games SET state = ?, state_format = coalesce(?, state_format) WHERE id = ?", (text, mark, table)
            )
        )
        assert await house.position(table) == wanted


async def test_whoever_wants_names_alone_does_not_have_the_position_decoded(house: House):
    table = await begun(house)
    wanted = (await house.table(table)).names
    found = await house.transactions.glance(table)
    assert found is not None
    assert (found.names, "position" in vars(found)) == (wanted, False)
    await house.store.writer.write(lambda c: c.execute("UPDATE games SET state = 'nonsense' WHERE id = ?", (table,)))
    found = await house.transactions.glance(table)
    assert found is not None
    assert (found.names, "position" in vars(found)) == (wanted, False)
    assert "position" in vars(await house.table(table))


async def test_who_resigns_leaves_fewer_whose_votes_are_wanted(house: House):
    table = await house.started([ADA, BEA, CEM, DAG])
    for user in (ADA, BEA):
        assert isinstance(await house.do(table, house.act(user), leaving.vote(for_end=True)), Voted)
        house.clock.now += 1
    assert await house.do(table, house.act(CEM), leaving.resign()) == HasResigned()
    loaded = await house.loaded(table)
    assert (loaded.table.status, loaded.questions) == ("abandoned", ())
    while await house.courier.drain():
        pass
    assert "given up the game" in house.ear.heard((await house.loaded(table)).table.channel)[-1].text


async def test_nothing_is_asked_in_a_game_that_was_given_up(house: House):
    table = await house.started([ADA, BEA])
    await house.play(table, "buyer 1")
    for user in (ADA, BEA):
        await house.do(table, house.act(user), leaving.vote(for_end=True))
    seen: Any = await queries.board_at(await house.table(table), None, house.env)
    assert (seen.given_up, seen.waiting, seen.outcome) == (True, (), None)
    await house.store.writer.write(lambda c: c.execute("UPDATE games SET state_format = 'of another layout'"))
    assert (await house.position(table)).open == ()


async def test_who_manages_the_server_ends_what_nobody_plays_any_more(house: House):
    running, lobby = await house.started([ADA, BEA]), await house.gathered([CEM])
    assert await house.do(running, house.act(EVA), leaving.stop(8)) == NoSuchTable(), "of another server"
    for table, then in ((running, IsOver()), (lobby, WasClosed())):
        assert await house.do(table, house.act(EVA), leaving.stop(7)) == Stopped()
        assert await house.do(table, house.act(EVA), leaving.stop(7)) == then
    assert (await house.loaded(running)).table.status == "abandoned"
    assert (await house.loaded(lobby)).table.status == "closed"
    for _ in range(3):
        await house.courier.drain()
    thread, gathering = [(await house.loaded(one)).table.channel for one in (running, lobby)]
    assert "has ended this table" in house.ear.heard(thread)[-1].text
    assert "was closed" in house.ear.heard(gathering)[-1].text
