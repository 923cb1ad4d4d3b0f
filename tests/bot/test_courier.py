import asyncio
from collections.abc import Callable, Sequence
from unittest.mock import AsyncMock

import pytest
from structlog.testing import capture_logs

from bot.discord.messages.composer import Composer
from bot.discord.messages.messenger import Impossible, Letter, NotNow, TooFast, Unknown
from bot.discord.messages.sender import nonce
from bot.play import Table, limits, turns
from bot.play.seating import lobby
from storage.problem import StorageFull
from storage.rows import CLOSED_DM, OutRow
from tests.bot.house import MINUTE, House

ADA, BEA, CEM, DAG = range(1, 5)


async def begun(house: House) -> tuple[str, int]:
    """A table that has said all it had to say."""
    table = await house.started([ADA, BEA, CEM], side="fixed")
    await house.courier.drain()
    await house.courier.drain()
    return table, (await house.loaded(table)).table.channel


async def test_every_public_move_is_said_once_in_order_and_pings_who_is_asked(house: House):
    table, channel = await begun(house)
    said = len(house.ear.heard(channel))
    for text in ("buyer 1", "step 1", "step 1"):
        await house.play(table, *([text] if text == "buyer 1" else [text, "done"]))
        await house.courier.drain()
        ((user, _),) = await house.asked(table)
        assert house.ear.heard(channel)[-1].mentions == (user,)
    assert len(house.ear.heard(channel)) == said + 3
    await house.quiet()
    assert await house.courier.drain() == 0


async def test_hands_come_by_dm_at_the_start_and_silently(house: House):
    table, _ = await begun(house)
    for user in (ADA, BEA, CEM):
        (hand,) = house.ear.dms(user)
        assert (hand.kind, hand.silent, hand.table) == ("hand", True, table)
        assert hand.private is not None
        assert hand.text.endswith("-# So it was when this was sent. “My hand” at the table shows it as it is now.")


async def test_waiting_moves_become_one_message_with_all_facts_and_the_newest_board(house: House):
    table, channel = await begun(house)
    said = len(house.ear.heard(channel))
    await house.play(table, "buyer 1")
    await house.play(table, "step 1", "done")
    await house.play(table, "step 3", "done")
    await house.courier.drain()
    fresh = house.ear.heard(channel)[said:]
    assert len(fresh) == 1
    assert [type(fact).__name__ for fact in fresh[0].facts] == [
        "BuyerPut", "BuyerMoved", "Stopped", "BuyerMoved", "Stopped"
    ]  # fmt: skip
    assert getattr(fresh[0].public, "buyer", None) == 5
    ((user, _),) = await house.asked(table)
    assert fresh[0].mentions == (user,), "only who is asked now"


async def test_questions_go_to_all_who_are_asked_and_carry_the_hand(house: House):
    table, channel = await begun(house)
    await house.play(table, "buyer 1")
    await house.play(table, "step 2", "score S1")
    asked = dict(await house.asked(table))
    await house.courier.drain()
    for user, since in asked.items():
        question = house.ear.dms(user)[-1]
        assert (question.kind, question.since, question.silent) == ("question", since, True)
        assert question.private is not None
    assert sorted(house.ear.heard(channel)[-1].mentions) == sorted(asked)


async def test_a_question_that_is_settled_meanwhile_is_not_asked_any_more(house: House):
    table, _ = await begun(house)
    await house.play(table, "buyer 1")
    await house.play(table, "step 2", "score S1")
    for user, since in await house.asked(table):
        await house.play(table, "pass", user=user, since=since)
    await house.courier.drain()
    assert all(letter.kind == "hand" for user in (ADA, BEA, CEM) for letter in house.ear.dms(user))


async def test_who_takes_no_dms_is_noted_and_not_tried_again(house: House):
    house.ear.closed = {BEA}
    table, channel = await begun(house)
    assert (await house.store.person(BEA)).dm_state == "closed"
    assert house.ear.heard(channel), "the table goes on"
    calls = house.ear.calls
    await house.play(table, "buyer 1")
    await house.play(table, "step 2", "score S1")
    await house.courier.drain()
    asked = [user for user, _ in await house.asked(table)]
    post, closing = 1, 1
    assert house.ear.calls - calls == post + closing + len([user for user in asked if user != BEA])
    await house.quiet()
    assert await house.courier.drain() == 0


async def test_dm_channels_are_opened_five_a_minute_and_ten_in_ten(house: House):
    for first in (10, 20, 30):
        await house.gathered([first, first + 1, first + 2, first + 3])

    async def opened() -> int:
        await house.courier.drain()
        return len([channel for channel in house.ear.channels if channel < 0])

    assert await opened() == 5
    house.clock.now += MINUTE - 1
    assert await opened() == 5
    house.clock.now += 1
    assert await opened() == 10
    house.clock.now += 5 * MINUTE
    assert await opened() == 10
    house.clock.now += 4 * MINUTE
    assert await opened() == 12
    assert await house.store.waiting(house.clock.now, 10) == ()


async def test_who_opens_direct_messages_too_fast_opens_none_for_a_while_and_loses_none(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    await house.gathered([10, 11])
    await house.gathered([20, 21])
    too_fast = AsyncMock(side_effect=TooFast())
    monkeypatch.setattr(house.ear, "open_dm", too_fast)
    for _ in range(limits.TRIES_BEFORE_PARKING + 1):
        too_fast.reset_mock()
        await house.courier.drain()
        assert too_fast.await_count == 1
        house.clock.now += limits.DM_REST_MS - 1
        await house.courier.drain()
        assert too_fast.await_count == 1, "not before the rest is over"
        house.clock.now += 1
    assert CLOSED_DM not in {(await house.store.person(user)).dm_state for user in (10, 11, 20, 21)}
    monkeypatch.undo()
    await house.courier.drain()
    assert sorted(channel for channel in house.ear.channels if channel < 0) == [-21, -20, -11, -10]


async def test_what_fails_is_tried_again_with_growing_pauses_then_its_table_is_parked(house: House):
    table, channel = await begun(house)
    other, other_channel = await begun(house)
    said = len(house.ear.heard(channel))
    await house.play(table, "buyer 1")
    house.ear.faults = [NotNow()]
    await house.courier.drain()
    assert await house.courier.drain() == 0, "not before the pause is over"
    house.clock.now += 5_000
    house.ear.faults = [NotNow()]
    assert await house.courier.drain() == 0
    house.clock.now += 5_000
    assert await house.courier.drain() == 0, "the second pause is longer"
    house.clock.now += 15_000
    house.ear.faults = [NotNow()]
    await house.courier.drain()
    house.clock.now += 3_600_000
    assert await house.courier.drain() == 0, "parked"
    await house.play(other, "buyer 1")
    assert await house.courier.drain() == 1, "the other table is not"
    assert house.ear.heard(other_channel)[-1].facts
    await house.store.unpark(table, house.clock.now)
    await house.courier.drain()
    assert len(house.ear.heard(channel)) == said + 1


async def test_what_discord_says_about_when_is_obeyed(house: House):
    table, channel = await begun(house)
    said = len(house.ear.heard(channel))
    await house.play(table, "buyer 1")
    house.ear.faults = [NotNow(after=60.0)]
    await house.courier.drain()
    house.clock.now += 59_999
    assert await house.courier.drain() == 0
    house.clock.now += 1
    assert await house.courier.drain() == 1
    assert len(house.ear.heard(channel)) == said + 1


@pytest.mark.parametrize("restart", [False, True])
async def test_an_unknown_outcome_is_looked_up_before_it_is_sent_again(house: House, restart: bool):
    table, channel = await begun(house)
    said = len(house.ear.heard(channel))
    await house.play(table, "buyer 1")
    house.ear.after_effect = [Unknown()]
    await house.courier.drain()
    await house.play(table, "step 1", "done")
    if restart:
        await house.restart()
    house.clock.now += 5_000
    await house.courier.drain()
    await house.courier.drain()
    fresh = house.ear.heard(channel)[said:]
    assert [[type(fact).__name__ for fact in letter.facts] for letter in fresh] == [
        ["BuyerPut"], ["BuyerMoved", "Stopped"]
    ]  # fmt: skip
    assert await house.store.waiting(house.clock.now, 10) == ()


@pytest.mark.parametrize("restart", [False, True])
async def test_a_call_of_unknown_outcome_that_calls_nobody_any_more_loses_its_buttons(house: House, restart: bool):
    table, channel = await begun(house)
    await house.play(table, "buyer 1")
    await house.play(table, "step 2", "score S1")
    await house.courier.drain()
    for _ in range(2):
        await house.play(table, "pass")
    await house.courier.drain()
    house.ear.after_effect = [Unknown()]
    await house.courier.drain()
    (call,) = [letter for letter in house.ear.heard(channel) if letter.kind == "call"]
    message = house.ear.marks[nonce(table, call.number, "call")]
    asked = ((user, _),) = await house.asked(table)
    assert call.mentions == (user,)
    rules, state = (await house.table(table)).rules, (await house.position(table)).state
    await house.play(table, rules.write(rules.idle(state, 2)))
    assert await house.asked(table) != asked
    if restart:
        await house.restart()
    house.clock.now += 60_000
    await house.quiet()
    newest = [letter.number for letter in house.ear.heard(channel) if letter.kind == "call"][-1]
    assert newest > call.number
    assert message in house.ear.closed_ones
    assert house.ear.marks[nonce(table, newest, "call")] not in house.ear.closed_ones


async def test_a_thread_that_is_gone_parks_its_table_and_the_game_goes_on(house: House):
    table, _ = await begun(house)
    await house.play(table, "buyer 1")
    house.ear.faults = [Impossible("gone")]
    await house.courier.drain()
    assert [row.row.kind for row in await house.store.waiting(house.clock.now, 10)] == ["stalled"] * 3
    await house.play(table, "step 1", "done")
    await house.check(table)


def test_a_nonce_fits_discord_and_differs_by_table_number_kind_and_seat():
    marks = {
        nonce(table, n, kind, seat)
        for table in ("a" * 11, "b" * 11)
        for n in (0, 7, 2_000_000_000)
        for kind in ("board", "hand")
        for seat in (-1, 0, 3)
    }
    assert len(marks) == 36
    assert all(len(mark) <= limits.NONCE for mark in marks)


async def test_a_lobby_has_one_card_that_is_edited_while_it_is_young(house: House):
    table = await house.gathered([ADA])
    await house.courier.drain()
    channel = (await house.loaded(table)).table.channel
    for user in (BEA, CEM):
        await house.do(table, house.act(user), lobby.join("Bea" if user == BEA else "Cem"))
        await house.courier.drain()
    (card,) = house.ear.heard(channel)
    assert "Cem" in card.text
    house.clock.now += limits.EDITABLE_MS + 1
    await house.do(table, house.act(CEM), lobby.leave())
    await house.courier.drain()
    assert len(house.ear.heard(channel)) == 2


async def until(asked: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not asked():  # noqa: ASYNC110 (what is asked sets no event)
            await asyncio.sleep(0.01)


async def test_a_table_that_is_slowed_down_keeps_no_other_waiting(house: House):
    slow, slow_channel = await begun(house)
    quick, quick_channel = await begun(house)
    said = {channel: len(house.ear.heard(channel)) for channel in (slow_channel, quick_channel)}
    house.ear.held[slow_channel] = asyncio.Event()
    running = asyncio.create_task(house.courier.run())
    await house.play(slow, "buyer 1")
    for text in ("buyer 1", "step 1", "step 1"):
        before = len(house.ear.heard(quick_channel))
        await house.play(quick, *([text] if text == "buyer 1" else [text, "done"]))
        await until(lambda before=before: len(house.ear.heard(quick_channel)) > before)
    await house.play(slow, "step 1", "done")
    assert len(house.ear.heard(slow_channel)) == said[slow_channel]
    house.ear.held[slow_channel].set()
    await until(lambda: len(house.ear.heard(slow_channel)) == said[slow_channel] + 2)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert [len(letter.facts) for letter in house.ear.heard(slow_channel)[said[slow_channel] :]] == [1, 2]
    assert len(house.ear.heard(quick_channel)) == said[quick_channel] + 3


async def test_a_full_disk_is_told_once_and_what_is_to_be_said_waits(house: House, monkeypatch: pytest.MonkeyPatch):
    table, channel = await begun(house)
    said = len(house.ear.heard(channel))
    await house.play(table, "buyer 1")

    async def full(*_: object) -> None:
        raise StorageFull

    with monkeypatch.context() as disk, capture_logs() as logs:
        for write in ("sending", "unpark_failed"):
            disk.setattr(house.store, write, full)
        running = asyncio.create_task(house.courier.run())
        await until(lambda: len(logs) > 0)
        await asyncio.sleep(1.5)  # it has tried again
        assert [entry["event"] for entry in logs] == ["disk full"]
        assert len(house.ear.heard(channel)) == said
    await until(lambda: len(house.ear.heard(channel)) > said)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_a_letter_that_cannot_be_written_parks_its_table_and_no_other(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    broken, broken_channel = await begun(house)
    other, other_channel = await begun(house)
    said = len(house.ear.heard(other_channel))
    write, tries = Composer.public, list[str]()

    async def failing(self: Composer, table: Table, rows: Sequence[OutRow]) -> Letter | None:
        if table.id == broken:
            tries.append(broken)
            raise LookupError
        return await write(self, table, rows)

    with monkeypatch.context() as patched:
        patched.setattr(Composer, "public", failing)
        await house.play(broken, "buyer 1")
        for text in ("buyer 1", "step 1", "step 1", "step 1", "step 1"):
            await house.play(other, *([text] if text == "buyer 1" else [text, "done"]))
            await house.courier.drain()
            house.clock.now += 10 * MINUTE
    assert len(tries) == limits.TRIES_BEFORE_PARKING
    assert len(house.ear.heard(other_channel)) == said + 5
    before = len(house.ear.heard(broken_channel))
    await house.play(broken, "step 1", "done")
    await house.courier.drain()
    assert len(house.ear.heard(broken_channel)) == before + 1


async def test_what_was_taken_back_before_it_was_said_is_told_but_not_marked(house: House):
    table, channel = await begun(house)
    await house.play(table, "buyer 1")
    await house.courier.drain()
    ((user, _),) = await house.asked(table)
    await house.play(table, "step 2", "done")
    await house.do(table, house.act(user), turns.take_back())
    await house.courier.drain()
    told = house.ear.heard(channel)[-1]
    assert told.facts == ()
    assert "moves the Buyer" in told.text
    assert "has taken the last move back" in told.text
    assert "moves the Buyer" not in told.alt
    await house.play(table, "step 2", "done")
    await house.do(table, house.act(user), turns.take_back())
    await house.play(table, "step 1", "done")
    await house.courier.drain()
    assert [getattr(fact, "spaces", 1) for fact in house.ear.heard(channel)[-1].facts] == [1, 1]
