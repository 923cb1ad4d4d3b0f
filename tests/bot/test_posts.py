"""One post a turn: what is told by editing, who is called, and where live buttons stand."""

import pytest
from msgspec.structs import replace

from bot.discord.messages.messenger import Impossible, Letter, NotNow, Unknown
from bot.play import limits, turns
from bot.play import outbox_bodies as outbox
from bot.play.answers import TookBack
from bot.play.people.preferences import ASKED
from bot.play.seating import leaving
from storage.rows import Person, Sent
from tests.bot.catan_tables import placed, say
from tests.bot.house import MINUTE, House
from tests.rules.catan.position import Position

ADA, BEA, CEM = range(1, 4)


async def begun(house: House) -> tuple[str, int]:
    """A table that has said all it had to say, with the Buyer on the track."""
    table = await house.started([ADA, BEA, CEM], side="fixed")
    await house.play(table, "buyer 1")
    await house.quiet()
    return table, (await house.loaded(table)).table.channel


def kinds(letters: list[Letter]) -> list[str]:
    return [letter.kind for letter in letters]


async def live(house: House, table: str) -> list[str]:
    """The kinds of what counts as live, as the store knows it and as the ear has seen it."""
    standing = await house.store.live(table)
    assert not {message.message for message in standing} & house.ear.closed_ones
    return [message.kind for message in standing]


async def scored(house: House, table: str) -> None:
    """A turn that is stopped by a question to the others."""
    await house.play(table, "step 2", "score S1")
    await house.quiet()


async def settled(house: House, table: str) -> None:
    for user, since in await house.asked(table):
        await house.play(table, "pass", user=user, since=since)
    await house.quiet()


async def test_a_turn_in_one_commit_is_one_post_that_calls_the_next_and_takes_the_buttons_off_the_last(house: House):
    table, channel = await begun(house)
    for _ in range(4):
        said, edits = len(house.ear.heard(channel)), len(house.ear.edits)
        await house.play(table, "step 1", "done")
        await house.quiet()
        assert len(house.ear.heard(channel)) == said + 1
        assert len(house.ear.edits) == edits + 1, "the last post lost its buttons"
        ((user, _),) = await house.asked(table)
        assert house.ear.heard(channel)[-1].mentions == (user,)
        assert await live(house, table) == ["board"]


async def test_what_goes_on_in_a_turn_grows_its_post_and_calls_whoever_is_asked(house: House):
    table, channel = await begun(house)
    said = len(house.ear.heard(channel))
    await scored(house, table)
    post = house.ear.heard(channel)[-1]
    assert len(house.ear.heard(channel)) == said + 1
    assert len(post.mentions) == 2, "one message tells of the scoring and calls whom it asks"
    await settled(house, table)
    grown, *rest = house.ear.heard(channel)[said:]
    assert len(grown.facts) > len(post.facts)
    assert grown.text.startswith(post.text.split("\n", 1)[0])
    assert kinds(rest) == ["call"]
    ((user, _),) = await house.asked(table)
    assert rest[0].mentions == (user,)
    assert rest[0].public is None
    newest = await house.store.newest_message(table, outbox.BOARD)
    assert newest is not None
    assert f"/{channel}/{newest.message})" in rest[0].text, "a link to the board post"
    kept = await live(house, table)
    assert kept[-1:] == ["call"]
    assert len(kept) <= 2


async def test_the_end_of_a_turn_that_stands_already_leaves_the_buttons_to_the_call(house: House):
    table, channel = await begun(house)
    await scored(house, table)
    await settled(house, table)
    ((user, _),) = await house.asked(table)
    while (await house.asked(table))[0][0] == user:
        choice = await first_choice(house, table)
        await house.play(table, choice)
        await house.quiet()
    letters = house.ear.heard(channel)
    assert kinds(letters)[-1] == "call"
    assert [letter.buttons for letter in letters if letter.kind == "board"][-1] is False
    assert await live(house, table) == ["call"]
    await house.play(table, "step 1", "done")
    await house.quiet()
    assert await live(house, table) == ["board"], "the next turn takes the buttons off the call"


async def first_choice(house: House, table: str) -> str:
    """The first move that the seat can make."""
    now = await house.table(table)
    seat = next(q.seat for q in now.position.open if q.required)
    return turns.example(now.rules, now.position.state, seat)


async def test_an_old_post_stands_still_loses_its_buttons_once_and_the_turn_goes_on_in_a_new_one(house: House):
    table, channel = await begun(house)
    await scored(house, table)
    said = len(house.ear.heard(channel))
    old = await house.store.newest_message(table, outbox.BOARD)
    assert old is not None
    house.clock.now += limits.EDITABLE_MS + 1
    await settled(house, table)
    assert house.ear.edits.count((channel, old.message)) == 1
    assert old.message in house.ear.closed_ones
    fresh = house.ear.heard(channel)[said:]
    assert kinds(fresh) == ["board"], "it calls, too"
    assert fresh[0].mentions
    assert not {type(fact).__name__ for fact in fresh[0].facts} & {"BuyerMoved"}, "only what is new is told"


async def test_take_back_edits_the_post_of_its_turn(house: House):
    table, channel = await begun(house)
    ((user, _),) = await house.asked(table)
    await house.play(table, "step 1", "done")
    await house.quiet()
    said = len(house.ear.heard(channel))
    await house.do(table, house.act(user), turns.take_back())
    await house.play(table, "step 2", "done")
    await house.quiet()
    assert len(house.ear.heard(channel)) == said + 1, "only the call of the next, whom the edit cannot ping"
    post, call = house.ear.heard(channel)[-2:]
    assert "has taken the last move back" in post.text
    assert [getattr(fact, "spaces", 2) for fact in post.facts] == [2, 2], "what was taken back is not marked"
    assert call.kind == "call"
    assert await live(house, table) == ["call"]


async def test_what_waits_over_the_end_of_a_turn_is_one_new_post(house: House):
    table, channel = await begun(house)
    await scored(house, table)
    said = len(house.ear.heard(channel))
    for user, since in await house.asked(table):
        await house.play(table, "pass", user=user, since=since)
    ((user, _),) = await house.asked(table)
    while (await house.asked(table))[0][0] == user:
        await house.play(table, await first_choice(house, table))
    await house.play(table, "step 1", "done")
    await house.quiet()
    assert kinds(house.ear.heard(channel)[said:]) == ["board"]
    assert await live(house, table) == ["board"]


@pytest.mark.parametrize("fault", [NotNow(), Unknown()])
async def test_an_edit_that_fails_is_made_again_and_its_call_comes_once(house: House, fault: Exception):
    table, channel = await begun(house)
    await scored(house, table)
    said = len(house.ear.heard(channel))
    for user, since in await house.asked(table):
        await house.play(table, "pass", user=user, since=since)
    house.ear.faults = [fault]
    await house.courier.drain()
    await house.restart()
    house.clock.now += 5_000
    await house.quiet()
    assert kinds(house.ear.heard(channel)[said:]) == ["call"]


async def acted(house: House, hand: str, *acts: str) -> str:
    """A turn of Catan in which Ada, who holds these cards, has done this, and all is told."""
    made = Position(seats=3).settle(0, "B2n").settle(1, "C3n").settle(2, "D2s")
    made.hand(0, hand).hand(1, "grain1").hand(2, "ore1")
    table = await placed(house, made, [ADA, BEA, CEM])
    for act in acts:
        await say(house, table, ADA, act)
        await house.quiet()
    return table


async def test_what_calls_nobody_waits_for_more_and_whoever_is_called_does_not_wait(house: House):
    await house.store.save_person(Person(BEA, settings=(ASKED,)))
    table = await acted(house, "wool19", "bank wool ore", "bank wool brick")
    channel = (await house.loaded(table)).table.channel
    house.courier.posts.rest, said, edits = limits.EDIT_REST_MS, len(house.ear.heard(channel)), len(house.ear.edits)
    for act in ("bank wool lumber", "bank wool grain"):
        await say(house, table, ADA, act)
        await house.courier.drain()
    assert len(house.ear.edits) == edits, "the post has just been said"
    house.clock.now += limits.EDIT_REST_MS
    await house.courier.drain()
    assert len(house.ear.edits) == edits + 1, "both by one edit"
    assert "grain" in house.ear.heard(channel)[-1].text
    await say(house, table, ADA, "end")
    await house.quiet()
    assert kinds(house.ear.heard(channel)[said:]) == ["call"], "at once"


async def test_what_is_taken_back_is_told_at_once(house: House):
    table = await acted(house, "wool19", "bank wool ore", "bank wool brick")
    house.courier.posts.rest, edits = limits.EDIT_REST_MS, len(house.ear.edits)
    assert isinstance(await house.do(table, house.act(ADA), turns.take_back()), TookBack)
    await house.courier.drain()
    assert len(house.ear.edits) == edits + 1


async def traded(house: House) -> tuple[str, int, int]:
    """A turn of Catan in which something rests; how many edits there have been."""
    table = await acted(house, "wool3", "offer wool1 for ore1", "withdraw 1")
    house.courier.posts.rest = limits.EDIT_REST_MS
    return table, (await house.loaded(table)).table.channel, len(house.ear.edits)


async def test_an_act_does_not_wait_for_ever_however_much_comes_after_it(house: House):
    table, channel, _ = await traded(house)
    board = await house.store.newest_message(table, outbox.BOARD)
    assert board is not None
    post = channel, board.message
    edits = house.ear.edits.count(post)
    for number in range(limits.EDIT_RESTS):
        for act in ("offer wool1 for grain1", f"withdraw {number + 2}"):
            assert house.ear.edits.count(post) == edits
            await say(house, table, ADA, act)
            await house.courier.drain()
            house.clock.now += limits.EDIT_REST_MS // 2
    await house.courier.drain()
    assert house.ear.edits.count(post) == edits + 1, "all of them by one"


async def test_what_is_no_board_does_not_wait_for_one_that_rests(house: House):
    table, channel, edits = await traded(house)
    await say(house, table, ADA, "offer wool1 for grain1")
    await house.do(table, house.act(BEA), leaving.vote(for_end=True))
    await house.courier.drain()
    assert kinds(house.ear.heard(channel))[-1] == "notice"
    assert len(house.ear.edits) == edits


async def test_a_board_says_answer_while_somebody_is_asked_out_of_turn_and_only_then(house: House):
    table, channel = await begun(house)
    assert not house.ear.heard(channel)[-1].asks
    await scored(house, table)
    assert house.ear.heard(channel)[-1].asks
    await settled(house, table)
    assert not [letter for letter in house.ear.heard(channel) if letter.kind == "board"][-1].asks


async def test_a_post_that_was_deleted_is_replaced_by_a_new_one(house: House):
    table, channel = await begun(house)
    await scored(house, table)
    said = len(house.ear.heard(channel))
    for user, since in await house.asked(table):
        await house.play(table, "pass", user=user, since=since)
    house.ear.faults = [Impossible("gone")]
    await house.quiet()
    assert kinds(house.ear.heard(channel)[said:]) == ["board"]


async def test_the_post_before_loses_its_buttons_in_the_same_round(house: House):
    table, _ = await begun(house)
    await house.quiet()
    before = await house.store.newest_message(table, outbox.BOARD)
    await house.play(table, "step 1", "done")
    await house.courier.drain()
    assert before is not None
    assert before.message in house.ear.closed_ones
    assert await house.store.waiting(house.clock.now, 9) == (), "nothing is left to be read"


async def test_buttons_that_cannot_be_taken_off_hold_back_nothing_and_are_tried_again(house: House):
    table, channel = await begun(house)
    await house.play(table, "step 1", "done")
    house.ear.faults = [None, NotNow()]  # the post; then its forerunner is to be closed
    await house.courier.drain()
    assert not house.ear.faults
    for _ in range(limits.TRIES_BEFORE_PARKING + 1):
        house.clock.now += 30 * MINUTE
        house.ear.faults = [NotNow()]
        await house.courier.drain()
        assert not house.ear.faults
    assert not house.ear.closed_ones
    house.clock.now += 30 * MINUTE
    said = len(house.ear.heard(channel))
    await house.play(table, "step 1", "done")
    await house.quiet()
    assert len(house.ear.heard(channel)) == said + 1
    assert len(house.ear.closed_ones) == len([1 for letter in house.ear.heard(channel) if letter.kind == "board"]) - 1


async def test_few_old_messages_are_edited_at_a_time(house: House):
    table, channel = await begun(house)
    most, span = limits.OLD_EDITS
    messages = [Sent(table, outbox.BOARD, 50 + n, channel, 9000 + n, house.clock.now) for n in range(most + 2)]
    house.clock.now += limits.EDITABLE_MS + 1
    newest = Sent(table, outbox.BOARD, 99, channel, 9999, house.clock.now)
    rows = tuple(outbox.row(old.message, outbox.CloseBody(old.channel, old.at)) for old in messages)
    await house.store.sent((), newest, house.clock.now, then=rows)
    await house.courier.drain()
    assert len(house.ear.closed_ones & {old.message for old in messages}) == most
    house.clock.now += span
    await house.quiet()
    assert {old.message for old in messages} <= house.ear.closed_ones


# ── questions by direct message ──


async def test_a_question_by_dm_that_is_settled_says_what_came_of_it_without_buttons(house: House):
    table, _ = await begun(house)
    await scored(house, table)
    asked = dict(await house.asked(table))
    assert all(house.ear.dms(user)[-1].kind == "question" for user in asked)
    first, *others = asked
    await house.play(table, "pass", user=first, since=asked[first])
    await house.quiet()
    assert all(house.ear.dms(user)[-1].kind == "question" for user in asked), "nothing tells who has answered"
    await house.restart()
    for user in others:
        await house.play(table, "pass", user=user, since=asked[user])
    before = house.clock.now
    await house.restart()
    await house.quiet()
    assert house.clock.now - before <= 10_000
    for user in asked:
        told = house.ear.dms(user)[-1]
        assert (told.kind, told.private, told.answers) == ("settled", None, ())
        assert "Nobody blocks" in told.text
        assert told.mentions == ()


async def test_an_answer_in_secret_edits_nothing_and_says_nothing(house: House):
    table, channel = await begun(house)
    await scored(house, table)
    first, since = (await house.asked(table))[0]
    seen = (len(house.ear.edits), len(house.ear.heard(channel)), house.ear.calls)
    await house.play(table, "pass", user=first, since=since)
    await house.quiet()
    assert (len(house.ear.edits), len(house.ear.heard(channel)), house.ear.calls) == seen
    made = Position(seats=3).settle(0, "B2n").settle(1, "C3n").settle(2, "D2s")
    made.hand(0, "wool3").hand(1, "grain1").hand(2, "ore1")
    table = await placed(house, made, [ADA, BEA, CEM])
    person = await house.store.person(CEM)
    await house.store.save_person(replace(person, settings=(outbox.OFFERS,)))
    await say(house, table, ADA, "offer wool1 for ore1")
    await house.quiet()
    edits, live_before = len(house.ear.edits), await live(house, table)
    for answer in ("decline 1", "accept 1"):
        await say(house, table, CEM, answer)
        await house.quiet()
    assert len(house.ear.edits) == edits
    assert await live(house, table) == live_before
    await say(house, table, ADA, "deal 1 3")
    await house.quiet()
    assert house.ear.dms(CEM)[-1].kind in ("settled", "hand")
    assert "question" not in await live(house, table)


async def test_a_question_by_dm_is_over_with_its_game(house: House):
    table, _ = await begun(house)
    await scored(house, table)
    asked = dict(await house.asked(table))
    for user in (ADA, BEA):
        await house.do(table, house.act(user), leaving.vote(for_end=True))
    await house.quiet()
    assert all(house.ear.dms(user)[-1].text == "This is settled." for user in asked)
    assert await live(house, table) == ["notice"], "where the next game can be begun"


async def test_a_question_that_was_said_in_a_crash_and_settled_since_is_closed_too(house: House):
    table, _ = await begun(house)
    await house.play(table, "step 2", "score S1")
    await house.courier.drain()
    asked = dict(await house.asked(table))
    first = next(iter(asked))
    with_question = [letter.kind for letter in house.ear.dms(first)]
    assert with_question[-1] == "question"
    for user, since in asked.items():
        await house.play(table, "pass", user=user, since=since)
    await house.quiet()
    assert house.ear.dms(first)[-1].kind == "settled"
