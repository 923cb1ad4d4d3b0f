"""A silent thread: who is waited for is reminded once; who sits at a table that cannot be heard is told once."""

import pytest
from msgspec.structs import replace

from bot.discord.messages.messenger import Impossible, Letter, NotNow, Unknown
from bot.play import limits
from bot.play.seating import leaving, relocation
from storage.rows import Change
from tests.bot.house import MINUTE, House, name

ADA, BEA, CEM = range(1, 4)
DAY = 24 * 60 * MINUTE


async def begun(house: House, *users: int) -> tuple[str, int]:
    table = await house.started(users or (ADA, BEA, CEM), side="fixed")
    await house.quiet()
    return table, (await house.loaded(table)).table.channel


async def after(house: House, days: float) -> None:
    """The clock has looked."""
    house.clock.now += round(days * DAY)
    await house.clockwork.tick()
    await house.quiet()


def reminders(house: House, channel: int) -> list[Letter]:
    return [letter for letter in house.ear.heard(channel) if letter.kind == "reminder"]


def stalled(house: House, user: int) -> list[Letter]:
    return [letter for letter in house.ear.dms(user) if letter.kind == "stalled"]


async def refused(house: House, table: str, why: Exception, *moves: str) -> None:
    """A move that Discord does not show."""
    await house.play(table, *moves)
    house.ear.faults = [why]
    await house.quiet()


# ── one reminder ──


async def test_after_three_days_who_is_asked_is_reminded_then_weekly_four_times_in_all(house: House):
    table, channel = await begun(house)
    since = house.clock.now
    await after(house, 2.98)
    assert reminders(house, channel) == []
    await after(house, 0.02)
    (reminder,) = reminders(house, channel)
    ((user, _),) = await house.asked(table)
    assert reminder.mentions == (user,)
    said, link = reminder.text.split(" · ")
    assert said == f"Still waiting for {name(user)}, asked <t:{since // 1000}:R>."
    assert link.startswith(f"[Board](https://discord.com/channels/7/{channel}/")
    assert (reminder.public, reminder.private) == (None, None)
    for weeks in (1, 2, 3, 4, 5):
        await house.restart()
        await after(house, 6.9)
        assert len(reminders(house, channel)) == min(weeks, 4)
        await after(house, 0.1)
        await house.store.prune(house.clock.now)
        assert len(reminders(house, channel)) == min(weeks + 1, 4), "then weekly, four times in all"


async def test_a_board_that_was_seen_since_begins_a_new_silence(house: House):
    table, channel = await begun(house)
    await after(house, 3)
    await house.play(table, "buyer 1")
    await house.quiet()
    await after(house, 2.98)
    assert len(reminders(house, channel)) == 1
    await after(house, 0.02)
    assert len(reminders(house, channel)) == 2


@pytest.mark.parametrize("answered", [False, True])
async def test_a_sealed_answer_changes_neither_when_nor_whom_it_calls(house: House, answered: bool):
    table, channel = await begun(house)
    await house.play(table, "buyer 1")
    await house.play(table, "step 2", "score S1")
    await house.quiet()
    asked = await house.asked(table)
    assert len(asked) == 2
    await after(house, 2)
    if answered:
        await house.play(table, "pass", user=asked[0][0], since=asked[0][1])
        assert len(await house.asked(table)) == 1
    await after(house, 0.98)
    assert reminders(house, channel) == []
    await after(house, 0.02)
    (reminder,) = reminders(house, channel)
    assert reminder.mentions == tuple(sorted(user for user, _ in asked))


async def test_a_seat_that_was_resigned_is_not_called(house: House):
    table, channel = await begun(house)
    await house.play(table, "buyer 1")
    await house.play(table, "step 2", "score S1")
    await house.quiet()
    gone, stays = (user for user, _ in await house.asked(table))
    loaded = await house.loaded(table)
    seats = tuple(replace(seat, resigned=seat.user == gone) for seat in loaded.seats)
    await house.store.write(Change(loaded.table, loaded.table.rev, house.clock.now, seats=seats))
    assert gone in dict(await house.asked(table)), "though its question were still open"
    await after(house, 3)
    (reminder,) = reminders(house, channel)
    assert reminder.mentions == (stays,)


async def test_neither_a_parked_table_nor_one_that_gathers_or_is_over_is_reminded(house: House):
    parked, first = await begun(house)
    ended, second = await begun(house)
    lobby = await house.gathered([ADA])
    await house.quiet()
    third = (await house.loaded(lobby)).table.channel
    await house.store.park(parked, "gone")
    for user in (ADA, BEA):
        await house.do(ended, house.act(user), leaving.vote(for_end=True))
    await house.quiet()
    await after(house, 3)
    assert [len(reminders(house, channel)) for channel in (first, second, third)] == [0, 0, 0]
    await house.store.unpark(parked, house.clock.now)
    await after(house, 0.1)
    assert len(reminders(house, first)) == 1


async def test_a_reminder_that_somebody_forestalls_is_not_said(house: House):
    table, channel = await begun(house)
    house.clock.now += 3 * DAY
    house.ear.faults = [NotNow(after=60.0)]
    await house.clockwork.tick()
    await house.quiet()
    await house.play(table, "buyer 1")
    house.clock.now += MINUTE
    await house.quiet()
    assert [letter.kind for letter in house.ear.heard(channel)][-1] == "board"
    assert reminders(house, channel) == []


async def test_a_reminder_of_unknown_outcome_is_said_once(house: House):
    _, channel = await begun(house)
    house.clock.now += 3 * DAY
    house.ear.after_effect = [Unknown()]
    await house.clockwork.tick()
    await house.quiet()
    await house.restart()
    await after(house, 0.1)
    assert len(reminders(house, channel)) == 1


# ── a table that cannot be heard ──


async def test_who_sits_at_a_table_whose_thread_is_gone_is_told_by_direct_message(house: House):
    table, _ = await begun(house)
    await refused(house, table, Impossible("gone"), "buyer 1")
    for user in (ADA, BEA, CEM):
        (letter,) = stalled(house, user)
        first, last = (name(other) for other in (await house.users(table)).values() if other != user)
        assert f"can no longer post to your table with {first} and {last}" in letter.text
        assert letter.title == "Guatemala Café"
        assert "deleted" in letter.text
        assert "/table here" in letter.text
        assert (letter.public, letter.private, letter.facts) == (None, None, ())


async def test_within_a_week_nobody_is_told_twice(house: House):
    table, _ = await begun(house)
    await refused(house, table, Impossible("gone"), "buyer 1")
    await house.restart()
    await refused(house, table, Impossible("permission"), "step 1", "done")
    house.clock.now += 6 * DAY
    await house.store.prune(house.clock.now)
    await refused(house, table, Impossible("gone"), "step 1", "done")
    assert [len(stalled(house, user)) for user in (ADA, BEA, CEM)] == [1, 1, 1]
    house.clock.now += 2 * DAY
    await refused(house, table, Impossible("gone"), "step 1", "done")
    assert [len(stalled(house, user)) for user in (ADA, BEA, CEM)] == [2, 2, 2]


async def test_the_rights_that_are_missing_are_named(house: House):
    table, _ = await begun(house)
    await refused(house, table, Impossible("permission", ("attach_files",)), "buyer 1")
    (letter,) = stalled(house, ADA)
    assert "Attach Files" in letter.text
    assert "Embed Links" not in letter.text


@pytest.mark.parametrize("why", ["permission", "no-thread-there", "refused-160005"])
async def test_every_refusal_says_what_helps(house: House, why: str):
    table, _ = await begun(house)
    await refused(house, table, Impossible(why), "buyer 1")
    (letter,) = stalled(house, ADA)
    assert "/table here" in letter.text
    assert letter.text.count("\n") >= 2


async def test_a_lobby_that_could_not_be_opened_is_told_to_who_wanted_it(house: House):
    house.ear.faults = [Impossible("permission", ("create_public_threads",))]
    table = await house.gathered([ADA])
    await house.quiet()
    await house.quiet()
    (letter,) = stalled(house, ADA)
    assert "Create Public Threads" in letter.text
    await house.do(table, house.act(ADA), relocation.go_on(7, 71))
    await house.quiet()
    assert (await house.loaded(table)).table.channel


async def test_a_question_that_had_to_wait_comes_beside_it(house: House):
    table, _ = await begun(house)
    await house.play(table, "buyer 1")
    await house.quiet()
    await house.play(table, "step 2", "score S1")
    house.ear.faults = [Impossible("gone"), NotNow(after=60.0), NotNow(after=60.0)]
    await house.quiet()
    house.clock.now += MINUTE
    await house.quiet()
    for user, _ in await house.asked(table):
        assert [letter.kind for letter in house.ear.dms(user)][-2:] == ["question", "stalled"]


async def test_of_an_outage_nobody_is_told(house: House):
    table, _ = await begun(house)
    await house.play(table, "buyer 1")
    for _ in range(limits.TRIES_BEFORE_PARKING):
        house.ear.faults = [NotNow()]
        await house.quiet()
        house.clock.now += 3 * MINUTE
    assert await house.store.parked(table) == "failed"
    await house.quiet()
    assert [stalled(house, user) for user in (ADA, BEA, CEM)] == [[], [], []]


async def test_neither_who_has_resigned_nor_who_sat_at_a_game_that_is_over_is_told(house: House):
    table, _ = await begun(house)
    await house.do(table, house.act(CEM), leaving.resign())
    await house.quiet()
    house.ear.faults = [Impossible("gone"), Impossible("gone")]  # neither an edit nor a new post
    await house.play(table, "buyer 1")
    await house.courier.drain()
    assert {row.row.user for row in await house.store.waiting(house.clock.now, 9)} == {ADA, BEA}
    await house.quiet()
    assert [len(stalled(house, user)) for user in (ADA, BEA, CEM)] == [1, 1, 0]
    ended, _ = await begun(house)
    for user in (ADA, BEA):
        await house.do(ended, house.act(user), leaving.vote(for_end=True))
    house.ear.faults = [Impossible("gone")]
    await house.quiet()
    assert await house.store.parked(ended) == "gone"
    assert [len(stalled(house, user)) for user in (ADA, BEA, CEM)] == [1, 1, 0]


async def test_a_table_that_is_heard_again_before_it_was_told_is_not_spoken_of(house: House):
    table, _ = await begun(house)
    await house.play(table, "buyer 1")
    house.ear.faults = [Impossible("gone")]
    await house.courier.drain()
    assert await house.store.parked(table) == "gone"
    await house.do(table, house.act(ADA), relocation.go_on(7, 71))
    await house.quiet()
    assert [stalled(house, user) for user in (ADA, BEA, CEM)] == [[], [], []]


async def test_questions_reach_their_people_though_the_thread_cannot_be_heard(house: House):
    table, _ = await begun(house)
    await house.play(table, "buyer 1")
    await house.quiet()
    await refused(house, table, Impossible("gone"), "step 2", "score S1")
    for user, since in await house.asked(table):
        (question,) = [letter for letter in house.ear.dms(user) if letter.kind == "question"]
        assert question.since == since
