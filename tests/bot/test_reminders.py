"""Reminders and digests: once a rule, at one's pace, in the thread or by one direct message. They tell no secret."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.discord.interactions import inbox
from bot.discord.messages.messenger import Letter, Unknown
from bot.discord.screens import reminder_settings
from bot.play.clocks.paces import PACES
from bot.play.people import profile
from bot.play.people.preferences import BY_DM, DIGEST, HALF, OFF, REMIND, choosing
from bot.play.plans import planning
from bot.play.seating import lobby, passing
from bot.play.seating.lobby import NewTable
from bot.play.timed import digests, reminders
from bot.play.transactions import change_of
from bot.wording import words_for
from storage.problem import StorageError
from storage.rows import CLOSED_DM, Person
from tests.bot.house import MINUTE, START, House, name
from tests.bot.presser import Sketches
from tests.bot.test_lateness import opened
from tests.bot.test_standing import asked_about

ADA, BEA, CEM, DAG, EVA = range(1, 6)
HOUR = 60 * MINUTE
DAY = 24 * HOUR
STEADY = PACES["steady"]


async def wishes(house: House, user: int, *pairs: tuple[str, str]) -> None:
    await house.store.save_person(Person(user, settings=pairs))
    await digests.appoint(house.transactions, user)


async def begun(house: House) -> str:
    """A table at which Ada and Bea play; somebody is asked."""
    table = await house.started([ADA, BEA], side="fixed")
    await house.quiet()
    return table


async def later(house: House, span: int) -> None:
    """The clock ticks meanwhile as often as it does."""
    end = house.clock.now + span
    while house.clock.now < end:
        due = await house.store.next_due()
        step = min(end, max(due or end, house.clock.now + MINUTE))
        house.clock.now = step
        await house.clockwork.tick()
        await house.quiet()


async def thread(house: House, table: str) -> list[Letter]:
    said = house.ear.heard((await house.loaded(table)).table.channel)
    return [letter for letter in said if letter.kind == "reminder"]


def dms(house: House, user: int, kind: str) -> list[Letter]:
    return [letter for letter in house.ear.dms(user) if letter.kind == kind]


async def on_turn(house: House, table: str) -> int:
    (user, _), *_ = await house.asked(table)
    return user


async def test_whoever_wants_none_has_none(house: House):
    for user in (ADA, BEA):
        await wishes(house, user, (REMIND, OFF))
    table = await begun(house)
    await later(house, 40 * DAY)
    assert await thread(house, table) == []
    assert dms(house, ADA, "nudge") + dms(house, BEA, "nudge") == []


async def test_several_tables_due_in_one_hour_are_one_direct_message(house: House):
    for user in (ADA, BEA):
        await wishes(house, user, BY_DM)
    tables: list[str] = []
    for _ in range(4):
        tables.append(await begun(house))
        house.clock.now += 10 * MINUTE
    await later(house, 3 * DAY + 2 * HOUR)
    asked = [await on_turn(house, table) for table in tables]
    for user in (ADA, BEA):
        found = dms(house, user, "nudge")
        assert len(found) == (user in asked), "one message for all of them"
        if found:
            assert found[0].text.count("asked <t:") == asked.count(user)
            assert found[0].mentions == (user,), "with a notification"
            assert (found[0].private, found[0].public) == (None, None)
    assert [await thread(house, table) for table in tables] == [[], [], [], []]


async def test_a_direct_message_of_unknown_outcome_is_said_once(house: House):
    for user in (ADA, BEA):
        await wishes(house, user, BY_DM)
    first, second = await begun(house), await begun(house)
    await later(house, 3 * DAY - MINUTE)
    house.ear.after_effect = [Unknown(), Unknown()]
    await later(house, 2 * HOUR)
    await house.restart()
    await later(house, 2 * HOUR)
    asked = {await on_turn(house, first), await on_turn(house, second)}
    assert {user: len(dms(house, user, "nudge")) for user in asked} == dict.fromkeys(asked, 1)


async def test_what_was_played_meanwhile_is_not_reminded_of(house: House):
    for user in (ADA, BEA):
        await wishes(house, user, BY_DM)
    table = await begun(house)
    house.clock.now += 3 * DAY
    await house.clockwork.tick()
    await house.play(table, "buyer 1")
    await later(house, 2 * HOUR)
    assert dms(house, ADA, "nudge") + dms(house, BEA, "nudge") == []


async def test_nobody_is_reminded_who_has_just_had_the_panel_open(house: House):
    table = await begun(house)
    user = await on_turn(house, table)
    house.clock.now += 3 * DAY - 5 * MINUTE
    await house.do(table, house.act(user), planning.open_panel())
    await later(house, 9 * MINUTE)
    assert await thread(house, table) == []
    await later(house, 2 * MINUTE)
    assert len(await thread(house, table)) == 1


async def test_a_parked_table_reminds_nobody(house: House):
    table = await begun(house)
    await house.store.park(table, "gone", now=house.clock.now)
    await later(house, 4 * DAY)
    assert await thread(house, table) == []


async def test_whoever_takes_a_seat_over_is_reminded_as_they_wish(house: House):
    await wishes(house, EVA, BY_DM)
    table = await begun(house)
    user = await on_turn(house, table)
    await house.do(table, house.act(user), passing.offer(EVA))
    await house.do(table, house.act(EVA), passing.take(passing.FIRST, name(EVA)))
    await later(house, 3 * DAY + 2 * HOUR)
    assert await thread(house, table) == []
    assert len(dms(house, EVA, "nudge")) == 1
    assert dms(house, user, "nudge") == []


# ── whoever is reminded changes ──


async def paced(house: House) -> str:
    """A table with three days for a decision, of which nobody has used any."""
    table = await opened(house, ADA, BEA)
    await house.clockwork.tick()
    return table


@pytest.mark.parametrize(
    ("rules", "hours"),
    [
        (("", "daily"), [72, 96, 120]),
        (("daily", ""), [24, 48, 58]),
        (("daily", "half"), [24, 48, 58]),
        (("half", "daily"), [36, 72, 96, 120]),
        ((OFF, "daily"), [72, 96, 120]),
        (("daily", OFF), [24, 48]),
    ],
)
async def test_another_rule_holds_at_once_and_gives_nothing_twice(
    house: House, rules: tuple[str, str], hours: list[int]
):
    for user in (ADA, BEA):
        await wishes(house, user, *[(REMIND, rules[0])] * bool(rules[0]))
    table, begin, found = await paced(house), house.clock.now, list[int]()
    for hour in range(6 * 24):
        if hour == 50:
            user = await on_turn(house, table)
            await profile.change(house.transactions, user, lambda person: choosing(person, REMIND, rules[1]))
        await later(house, HOUR)
        found += [(house.clock.now - begin) // HOUR] * (len(await thread(house, table)) - len(found))
    assert found == hours


async def test_how_many_reminders_an_older_version_has_noted_is_understood(house: House):
    for user in (ADA, BEA):
        await wishes(house, user, (REMIND, HALF))
    table = await paced(house)
    loaded = await house.table(table)
    old = tuple(replace(due, n=1) if due.kind == "remind" else due for due in loaded.dues)
    await house.store.write(change_of(loaded, house.env, dues=old))
    await later(house, 57 * HOUR)
    assert await thread(house, table) == []
    await later(house, HOUR)
    assert len(await thread(house, table)) == 1


async def test_nobody_is_reminded_once_more_by_an_outage_right_behind_a_reminder(house: House):
    """It begins with the last beat, which came before the reminder: so the time of that has moved."""
    table = await paced(house)
    share = STEADY.due * 80 // 100
    await later(house, share - 10_000)
    house.clock.now += 10_000
    await house.clockwork.tick()
    await house.quiet()
    assert len(await thread(house, table)) == 1
    house.clock.now += 2 * HOUR
    await house.restart()
    await house.clockwork.tick()
    await later(house, STEADY.due + STEADY.reserve - share - HOUR)
    assert len(await thread(house, table)) == 1
    assert [due.kind for due in (await house.loaded(table)).dues if due.kind == "remind"] == ["remind"]
    await later(house, 2 * HOUR)
    assert [due.kind for due in (await house.loaded(table)).dues if due.kind == "remind"] == []


# ── sealed questions ──


@pytest.mark.parametrize("wish", [(), (BY_DM,), ((REMIND, OFF),)])
async def test_an_answer_to_a_sealed_question_changes_no_reminder_of_others(house: House, wish: Any):
    """Two tables that differ in who has answered: the thread and the other's messages are the same, times included."""
    heard: list[object] = []
    for answered in (False, True):
        house.clock.now = START + (house.clock.now > START) * 100 * DAY
        table, asked, _ = await asked_about(house)
        begin = house.clock.now
        await house.quiet()
        for user in asked:
            await wishes(house, user, *(wish if user == asked[0] else ()))
        since = next(since for user, since in await house.asked(table) if user == asked[0])
        if answered:
            await house.do(table, house.act(asked[0]), planning.open_panel())
            await house.play(table, "pass", user=asked[0], since=since)
        said = len(dms(house, asked[1], "nudge"))
        times: list[tuple[int, tuple[int, ...], int]] = []
        for _ in range(40 * 24):
            await later(house, HOUR)
            found = await thread(house, table)
            if len(found) > len(times):
                times.append((house.clock.now - begin, found[-1].mentions, found[-1].text.count(" and ")))
        heard.append((times, len(dms(house, asked[1], "nudge")) - said))
    assert heard[0] == heard[1]
    first: Any = heard[0]
    pinged = 1 if wish else 2
    assert [(len(mentions), named) for _, mentions, named in first[0]] == [(pinged, 1)] * 4, "all are named"


async def test_a_direct_message_about_a_sealed_question_goes_to_whoever_has_not_answered(house: House):
    table, asked, _ = await asked_about(house)
    for user in asked:
        await wishes(house, user, BY_DM)
    await house.do(table, house.act(asked[0]), planning.open_panel())
    held = await house.table(table)
    wait = next(one for one in reminders.waits(held) if one.sealed)
    assert wait.seats == tuple(sorted(held.seat_of(user).seat for user in asked))
    assert reminders.called(held, wait) == ()


# ── digests ──


async def test_a_digest_comes_once_a_day_at_its_hour_and_not_where_nothing_waits(house: House):
    table = await begun(house)
    user = await on_turn(house, table)
    other = ADA + BEA - user
    for one in (user, other):
        await wishes(house, one, (DIGEST, "8"), ("zone", "Europe/Berlin"), (REMIND, OFF))
    await later(house, 5 * DAY)
    found = dms(house, user, "digest")
    assert len(found) == 5
    assert "Guatemala Café](https://discord.com/channels/7/" in found[0].text
    assert dms(house, other, "digest") == []
    await wishes(house, user, (DIGEST, ""))
    await later(house, 3 * DAY)
    assert len(dms(house, user, "digest")) == 5


async def test_after_days_without_the_bot_one_digest_comes(house: House):
    table = await begun(house)
    user = await on_turn(house, table)
    await wishes(house, user, (DIGEST, "8"), (REMIND, OFF))
    house.clock.now += 6 * DAY
    await house.restart()
    await house.clockwork.tick()
    await house.clockwork.tick()
    await house.quiet()
    assert len(dms(house, user, "digest")) == 1


@pytest.mark.parametrize(("zone", "day"), [("Europe/Berlin", 1_774_656_000_000), ("Australia/Lord_Howe", 0)])
def test_the_next_digest_is_within_a_day_of_the_hour_that_was_chosen(zone: str, day: int):
    for hour in range(24):
        now = day or START
        for _ in range(4):
            at = digests.following(((DIGEST, str(hour)), ("zone", zone)), now)
            assert now < at <= now + 25 * HOUR
            now = at


def test_a_digest_looks_for_no_zones_on_the_disk(monkeypatch: pytest.MonkeyPatch):
    wishes = ((DIGEST, "9"), ("zone", "Asia/Kathmandu"))
    at = digests.following(wishes, START)
    monkeypatch.setattr("os.walk", None)
    monkeypatch.setattr("os.scandir", None)
    assert digests.following(wishes, START) == at


async def test_a_daily_reminder_moves_by_the_time_without_the_bot(house: House):
    for user in (ADA, BEA):
        await wishes(house, user, (REMIND, "daily"))
    table = await opened(house, ADA, BEA)
    await house.clockwork.tick()
    (row,) = [due for due in (await house.loaded(table)).dues if due.kind == "remind"]
    assert row.at == house.clock.now + DAY
    house.clock.now += 20 * HOUR
    await house.restart()
    await house.clockwork.tick()
    await later(house, DAY - MINUTE)
    assert await thread(house, table) == []
    await later(house, MINUTE)
    assert len(await thread(house, table)) == 1


# ── settings ──


def test_what_is_chosen_is_kept_and_what_is_usual_is_not():
    person = Person(ADA)
    for verb, value, kept in (
        (REMIND, "daily", ((REMIND, "daily"),)),
        (REMIND, "dm", ((REMIND, "daily"), BY_DM)),
        (REMIND, "once", (BY_DM,)),
        (DIGEST, "7", (BY_DM, (DIGEST, "7"))),
        (REMIND, "thread", ((DIGEST, "7"),)),
        (DIGEST, "off", ()),
    ):
        changed = reminder_settings.changed(person, verb, value)
        assert changed is not None
        person = changed
        assert person.settings == kept
    for verb, value in ((REMIND, "never"), (DIGEST, "24"), (DIGEST, "x"), (REMIND, "")):
        assert reminder_settings.changed(person, verb, value) is None
    for lang in ("en", "de", "it"):
        assert all(reminder_settings.lines(words_for(lang), person).values())


# ── at most one a rule ──

STEP = st.tuples(st.sampled_from(["wait", "look", "restart", "play"]), st.integers(1, 5 * 24))


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(STEP, max_size=12), st.sampled_from([(), (BY_DM,), ((REMIND, OFF),)]))
async def test_no_rule_reminds_twice_and_none_comes_early(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, int]], wish: Any
):
    house = await House(tmp_path_factory.mktemp("reminded")).open()
    try:
        for user in (ADA, BEA):
            await wishes(house, user, *wish)
        table = await begun(house)
        asked_at, count = house.clock.now, 0
        for what, hours in steps:
            user = await on_turn(house, table)
            before = len(await thread(house, table)) + len(dms(house, user, "nudge"))
            if what == "look":
                await house.do(table, house.act(user), planning.open_panel())
            elif what == "restart":
                await house.restart()
            elif what == "play":
                moves = ("buyer 1",) if (await house.loaded(table)).table.version == 0 else ("step 1", "done")
                await house.play(table, *moves)
                await house.quiet()
                asked_at, count = house.clock.now, 0
                continue
            await later(house, hours * HOUR)
            count += len(await thread(house, table)) + len(dms(house, user, "nudge")) - before
            due = sum(asked_at + silence <= house.clock.now for silence in reminders.SILENCES)
            assert count <= due
            assert not count or wish != ((REMIND, OFF),)
    finally:
        await house.close()


# ── with deadlines ──


@pytest.mark.parametrize(
    ("wish", "hours"),
    [
        ((), [57.6]),
        (((REMIND, "half"),), [36.0, 57.6]),
        (((REMIND, "daily"),), [24.0, 48.0, 72.0]),
        (((REMIND, OFF),), []),
    ],
)
async def test_reminders_come_at_their_share_of_a_deadline(house: House, wish: Any, hours: list[float]):
    for user in (ADA, BEA):
        await wishes(house, user, *wish)
    wanted = NewTable(7, 70, "guatemala", name(ADA), random_seats=False, terms=(("pace", "steady"), ("late", "wait")))
    made: Any = await lobby.create(house.transactions, house.act(ADA), wanted)
    await house.do(made.table, house.act(BEA), lobby.join(name(BEA)))
    await house.do(made.table, house.act(ADA), lobby.start())
    await house.quiet()
    begin, found = house.clock.now, list[float]()
    for _ in range(3 * 24 * 10):
        before = len(await thread(house, made.table))
        await later(house, 6 * MINUTE)
        found += [(house.clock.now - begin) / HOUR] * (len(await thread(house, made.table)) - before)
    assert found == pytest.approx(hours, abs=0.2)


async def test_nobody_is_reminded_in_their_quiet_hours(house: House):
    for user in (ADA, BEA):
        await wishes(house, user, ("hours", "0-10"), ("zone", "UTC"))
    table = ""
    for _ in range(3):
        table = await begun(house)
        await later(house, 5 * HOUR)
    for _ in range(10 * 24):
        before = len(await thread(house, table))
        await later(house, HOUR)
        if len(await thread(house, table)) > before:
            assert (house.clock.now // HOUR) % 24 > 10 or (house.clock.now // HOUR) % 24 == 0
    assert await thread(house, table)


# ── whom direct messages do not reach ──


async def test_a_reminder_to_closed_direct_messages_comes_in_the_thread_once(house: House):
    for user in (ADA, BEA):
        await wishes(house, user, BY_DM)
    table, other = await begun(house), await begun(house)
    house.ear.closed = {ADA, BEA}
    asked = [await on_turn(house, one) for one in (table, other)]
    await later(house, 3 * DAY + 2 * HOUR)
    for one, user in zip((table, other), asked, strict=True):
        assert [letter.mentions for letter in await thread(house, one)] == [(user,)]
    assert dms(house, ADA, "nudge") + dms(house, BEA, "nudge") == []
    assert (await house.store.person(asked[0])).dm_state == CLOSED_DM
    await house.restart()
    await later(house, 40 * DAY)
    for one, user in zip((table, other), asked, strict=True):
        assert [letter.mentions for letter in await thread(house, one)] == [(user,)] * 4, "as the rule says, no more"
    await wishes(house, asked[0], BY_DM)  # as /me settings dm:True leaves it
    house.ear.closed = set()
    begin = len(await thread(house, table))
    moves = ("buyer 1",) if (await house.loaded(table)).table.version == 0 else ("step 1", "done")
    await house.play(table, *moves)
    await wishes(house, await on_turn(house, table), BY_DM)
    await later(house, 3 * DAY + 2 * HOUR)
    assert len(await thread(house, table)) == begin
    assert len(dms(house, await on_turn(house, table), "nudge")) == 1, "where they are open again, by one"


@pytest.mark.parametrize("killed", [False, True])
async def test_a_reminder_is_not_lost_where_the_process_dies_once_it_knows(
    house: House, killed: bool, monkeypatch: pytest.MonkeyPatch
):
    for user in (ADA, BEA):
        await wishes(house, user, BY_DM)
    table = await begun(house)
    house.ear.closed = {ADA, BEA}
    if killed:

        async def dies(*_: Any) -> None:
            raise StorageError

        monkeypatch.setattr(house.store, "say_otherwise", dies)
        house.clock.now += 3 * DAY
        await house.clockwork.tick()
        house.clock.now += HOUR
        with pytest.raises(StorageError):
            await house.courier.drain()
        assert (await house.store.person(await on_turn(house, table))).dm_state == CLOSED_DM
        await house.restart()
    await later(house, 3 * DAY + 2 * HOUR - 3 * DAY * killed)
    assert len(await thread(house, table)) == 1


@pytest.mark.parametrize("answered", [False, True])
async def test_who_is_asked_in_secret_and_has_closed_messages_is_reminded_like_the_others(house: House, answered: bool):
    """From the first on, as all are asked by one: whether they have answered makes no difference."""
    house.ear.closed = {ADA, BEA, CEM}
    for user in (ADA, BEA, CEM):
        await wishes(house, user, BY_DM)
    table, asked, _ = await asked_about(house)
    begin = house.clock.now
    await house.quiet()
    if answered:
        since = next(since for user, since in await house.asked(table) if user == asked[0])
        await house.play(table, "pass", user=asked[0], since=since)
    times: list[int] = []
    for _ in range(40 * 24):
        await later(house, HOUR)
        found = await thread(house, table)
        times += [(house.clock.now - begin) // HOUR] * (len(found) - len(times))
    assert times == [silence // HOUR for silence in reminders.SILENCES]
    assert all(set(letter.mentions) == set(asked) for letter in await thread(house, table))


@pytest.mark.parametrize("closes", [False, True])
async def test_a_reminder_that_would_tell_who_has_not_answered_does_not_come_in_the_thread(house: House, closes: bool):
    """Their messages are closed, or they choose the thread, while the others are reminded by direct message."""
    for user in (ADA, BEA, CEM):
        await wishes(house, user, BY_DM)
    table, asked, _ = await asked_about(house)
    await house.quiet()
    if closes:
        house.ear.closed = {asked[0]}
    else:
        await wishes(house, asked[0])
    await later(house, 40 * DAY)
    assert await thread(house, table) == []
    assert len(dms(house, asked[1], "nudge")) == 4


async def test_a_digest_that_reaches_nobody_is_switched_off_and_that_is_said_once(house: House):
    table = await begun(house)
    user = await on_turn(house, table)
    await wishes(house, user, (DIGEST, "8"), (REMIND, OFF))
    house.ear.closed = {user}
    await later(house, 3 * DAY)
    person = await house.store.person(user)
    assert digests.is_lost(person.settings)
    assert await house.store.agenda_due(house.clock.now + 9 * DAY, 9) == ()
    gallery = Sketches(1000)
    try:
        answers = house.responses(gallery)
        said = [(await answers.turn(house.press(user), table)).text for _ in range(2)]
        lost = "Your daily message is switched off, because direct messages do not reach you."
        assert [lost in text for text in said] == [True, False]
        await house.store.save_person(choosing(person, DIGEST, digests.LOST))
        listed = [(await inbox.listed(answers, house.press(user))).text for _ in range(2)]
        assert [lost in text for text in listed] == [True, False]
        other = ADA + BEA - user
        assert lost not in (await answers.turn(house.press(other), table)).text
    finally:
        gallery.close()
    assert dict((await house.store.person(user)).settings).get(DIGEST) is None
