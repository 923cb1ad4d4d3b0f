"""Whatever Discord takes without saying so is said once, however long the bot is away and whatever people write."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from msgspec.structs import replace

from bot.discord.interactions import custom_ids
from bot.discord.messages import finding
from bot.play import Action, turns
from bot.play.outbox_bodies import StalledBody, row
from bot.play.seating import leaving
from bot.wording import table_text
from bot.wording.words import words_for
from sandbox.actor import Person
from sandbox.api.interactions import AUTOCOMPLETE, CHOICES, PRESS
from sandbox.faults import Fault
from sandbox.page.shown import Shown
from storage.rows import Change
from tests.e2e.conftest import Stage
from tests.e2e.fault_scenes import EDIT, POST, Skies, quick
from tests.e2e.test_here import general, typed

THREADS = "POST /channels/*/threads"
TAKEN = {"503": Fault(POST, status=503, after=True), "closed": Fault(POST, lost=True, after=True)}
WORDS = words_for("en")


@pytest.fixture
async def skies(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> Skies:
    quick(monkeypatch)
    return await Skies(stage).begin()


# ── one of each kind of message, taken without a word, then ten minutes and 120 lines of chat ──


async def board(skies: Skies) -> Callable[[], list[Shown]]:
    number = await skies.move("step 1", "done")
    return lambda: [s for s in in_thread(skies) if s.files and f"-{number}-" in s.files[0].name]


async def notice(skies: Skies) -> Callable[[], list[Shown]]:
    """Of a vote: it shows no picture, no button and no time."""
    await skies.stage.do(skies.table, Action(skies.first.id), leaving.vote(for_end=True))
    text = table_text.vote(WORDS, 1, 2)
    return lambda: [s for s in in_thread(skies) if text in s.text]


async def bare_board(skies: Skies) -> Callable[[], list[Shown]]:
    """A board whose picture could not be drawn."""
    await skies.move("step 1", "done")
    before = {shown.id for shown in in_thread(skies)}
    return lambda: [s for s in in_thread(skies) if s.id not in before and "Board" in s.buttons]


def in_thread(skies: Skies) -> list[Shown]:
    bot = skies.stage.sandbox.world.bot.id
    return [s for s in skies.first.messages(skies.thread) if not s.ephemeral and s.message.author_id == bot]


SAYS: dict[str, Callable[[Skies], Awaitable[Callable[[], list[Shown]]]]] = {"board": board, "notice": notice}


@pytest.mark.parametrize("taken", TAKEN)
@pytest.mark.parametrize("kind", SAYS)
async def test_what_was_taken_without_a_word_is_found_behind_what_people_wrote_since(
    skies: Skies, kind: str, taken: str
):
    skies.stage.sandbox.faults.plan(TAKEN[taken])
    said = await SAYS[kind](skies)
    await skies.stage.sandbox.until(lambda: bool(skies.stage.sandbox.faults.struck))
    await asyncio.sleep(0.05)
    assert len(said()) == 1
    await skies.again()
    assert await skies.rest()
    assert len(said()) == 1


async def test_a_call_that_was_taken_without_a_word_is_found(skies: Skies):
    """An edit asks somebody: they are called by a message of its own."""
    user = (await skies.asked()).id
    await skies.move("step 1")
    assert await skies.rest()
    before = {shown.id for shown in in_thread(skies)}
    skies.stage.sandbox.faults.plan(TAKEN["closed"])
    await skies.move("done")
    await skies.stage.sandbox.until(lambda: bool(skies.stage.sandbox.faults.struck))
    await asyncio.sleep(0.05)
    await skies.again()
    assert await skies.rest()
    fresh = [shown for shown in in_thread(skies) if shown.id not in before]
    assert len(fresh) == 1, [shown.text for shown in fresh]
    assert (await skies.asked()).id != user


async def test_an_edit_that_was_taken_without_a_word_is_no_post_of_its_own_however_old_its_board_is(skies: Skies):
    user = (await skies.asked()).id
    await skies.move("step 1", "done")
    assert await skies.rest()
    boards = [shown.id for shown in in_thread(skies) if shown.files]
    skies.stage.sandbox.faults.plan(Fault(EDIT, lost=True, after=True))
    await skies.stage.do(skies.table, Action(user), turns.take_back())
    await skies.stage.sandbox.until(lambda: bool(skies.stage.sandbox.faults.struck))
    await asyncio.sleep(0.05)
    skies.on(3_000)  # longer than a post grows
    assert await skies.rest()
    assert [shown.id for shown in in_thread(skies) if shown.files] == boards
    assert max(skies.numbers()) == (await skies.loaded()).table.public_no


async def test_a_direct_message_that_was_taken_without_a_word_is_found(skies: Skies):
    store, person = skies.stage.store, skies.first
    loaded = await skies.loaded()
    await store.save_person(replace(await store.person(person.id), dm_state="open", dm_channel=person.dm.id))
    await store.write(Change(loaded.table, loaded.table.rev, skies.stage.env.now()))
    await store.park(skies.table, "gone")
    stalled = row(1, StalledBody("gone"), person.id)
    loaded = await skies.loaded()
    skies.stage.sandbox.faults.plan(TAKEN["503"])
    await store.park(skies.table, "gone", told=(stalled,), now=skies.stage.env.now())
    skies.stage.transactions.spoken.set()
    await skies.stage.sandbox.until(lambda: bool(skies.stage.sandbox.faults.struck))
    await asyncio.sleep(0.05)
    before = len(person.dms)
    await skies.again()
    await skies.rest()
    assert len(person.dms) == before


async def test_a_mark_is_no_number_that_discord_gives_and_another_for_each_message():
    nonces = [f"{'0123456789a'}:{number}:{code}" for number in range(2_000) for code in "blhqkdncrs"]
    marks = [finding.mark(nonce) for nonce in nonces]
    assert min(marks) >= 1 << 16
    assert max(marks) < 1 << 31
    assert len(set(marks)) == len(marks)


# ── what was deleted ──


async def test_a_board_that_was_said_and_deleted_is_not_a_thread_that_is_gone(skies: Skies):
    """Discord answers a nonce whose message was deleted by 10008."""
    faults, first = skies.stage.sandbox.faults, skies.first
    number = (await skies.loaded()).table.public_no
    faults.plan(Fault(POST, status=503, after=True), Fault("GET /channels/*/messages", status=503, times=0))
    await skies.move("step 1", "done")
    await skies.stage.sandbox.until(lambda: bool(faults.struck))
    await asyncio.sleep(0.05)
    (newest,) = [s for s in in_thread(skies) if s.files and f"-{number + 1}-" in s.files[0].name]
    skies.stage.sandbox.house.post.delete(newest.message)
    letters = [len(person.dms) for person in skies.stage.people]
    assert await skies.rest(5), "it is done"
    assert not await skies.stage.store.parked(skies.table)
    assert [len(person.dms) for person in skies.stage.people] == letters, "nobody is told that the thread is gone"
    after = await skies.move("step 1", "done")
    assert await skies.rest()
    await skies.right(after)
    assert first


# ── threads ──


@pytest.mark.parametrize("fault", [Fault(THREADS, status=503, after=True), Fault(THREADS, lost=True, after=True)])
@pytest.mark.parametrize("killed", [False, True])
async def test_no_orphan_stands_empty_and_the_answer_has_its_link(skies: Skies, fault: Fault, *, killed: bool):
    person = skies.stage.people[2]
    person.go(general(skies.stage))

    def threads() -> list[Any]:
        return [one for one in skies.stage.sandbox.world.channels.values() if one.kind == 11]

    before = len(threads())
    looked = Fault("GET /guilds/*/threads/active", status=503, times=3 if killed else 0)
    skies.stage.sandbox.faults.plan(fault, looked)
    if killed:
        await person.slash("/table new", game="cafe")
        await skies.stage.sandbox.until(lambda: fault in skies.stage.sandbox.faults.struck)
        await asyncio.sleep(0.05)
        skies.stage.sandbox.faults.clear()
        await skies.again()
        assert await skies.rest()
    else:
        assert "<#" in (await typed(person, "/table new", game="cafe")).text
    await skies.stage.quiet()
    assert len(threads()) == before + 1
    assert "Start" in person.messages(threads()[-1])[-1].buttons


@pytest.mark.parametrize("after", [False, True], ids=["not opened", "opened"])
async def test_two_tables_of_one_name_do_not_get_one_thread(skies: Skies, *, after: bool):
    """The second is opened while nobody knows what came of the first, and nothing can be said in it yet."""
    person, faults = skies.stage.people[2], skies.stage.sandbox.faults
    person.go(general(skies.stage))
    faults.plan(
        Fault(THREADS, status=503, after=after),
        Fault("GET /guilds/*/threads/active", status=503),
        Fault(POST, status=503, times=2),
    )
    replies = [await person.slash("/table new", game="cafe") for _ in range(2)]
    await skies.stage.sandbox.until(lambda: len(faults.struck) >= 3)
    await asyncio.sleep(0.05)
    assert await skies.rest()
    for reply in replies:
        await reply.done()
    assert await skies.rest()
    found = [one.id for one in skies.stage.sandbox.world.channels.values() if one.kind == 11]
    tables = [await skies.stage.store.at_channel(one) for one in found]
    assert None not in tables
    assert len(set(tables)) == len(found) == 3


# ── from where one may press ──


def forged(person: Person, custom_id: str, shown: Shown) -> Any:
    interactions = person.sandbox.house.interactions
    place = person.house.world.channels[shown.channel_id]
    data = {"component_type": 2, "custom_id": custom_id, "id": 1}
    return interactions.begin(PRESS, person.id, place, data, message_id=shown.id)


async def test_a_table_is_joined_and_seen_from_its_own_server_and_by_who_sits_at_it(skies: Skies):
    stage = skies.stage
    elsewhere = stage.sandbox.guild("Elsewhere")
    stranger = stage.sandbox.person("Eva", elsewhere)
    place = stage.sandbox.world.channels_of(elsewhere.id)[0]
    stranger.go(place)
    host = (await typed(stranger, "/table help")).message
    answer: Any = await typed(stage.people[2].go(general(stage)), "/table new", game="cafe")
    await stage.quiet()
    lobby = [one for one in stage.sandbox.world.channels.values() if one.kind == 11][-1]
    table = await stage.store.at_channel(lobby.id) or ""
    ids = [custom_ids.lobby(table, "join"), *(custom_ids.board(skies.table, verb) for verb in ("board", "text0.0"))]
    for custom_id in ids:
        begun = forged(stranger, custom_id, host)
        await stage.sandbox.house.interactions.first_word(begun)
        await stage.quiet()
        told = stranger.look(place.id, begun.said[-1] if begun.said else host.id)
        assert "There is no such table here" in told.text, custom_id
        assert not told.files
    assert not (await stage.table(table)).is_seated(stranger.id)
    sitter = skies.first
    elsewhere.members[sitter.id] = replace(elsewhere.members[stranger.id], user_id=sitter.id)
    own = (await typed(sitter.go(place), "/table help")).message
    begun = forged(sitter, custom_ids.board(skies.table, "board"), own)
    await stage.sandbox.house.interactions.first_word(begun)
    await stage.quiet()
    assert sitter.look(place.id, own.id).files, "a press on one's own seat counts everywhere"
    assert answer


# ── suggestions that fail ──


async def test_who_is_typing_a_command_that_is_gone_gets_nothing_to_choose_from(skies: Skies):
    person = skies.first.go(general(skies.stage))
    data = {"id": "1", "name": "gone", "type": 1, "options": [{"name": "x", "type": 3, "value": "", "focused": True}]}
    begun = person.sandbox.house.interactions.begin(AUTOCOMPLETE, person.id, person.here, data)
    await person.sandbox.house.interactions.first_word(begun)
    assert (begun.answer, begun.choices) == (CHOICES, [])
