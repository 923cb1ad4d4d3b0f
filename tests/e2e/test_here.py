"""A thread is deleted while a game is played on the real client: it goes on where `/table here` is typed."""

import random

from msgspec.structs import replace

from bot.play.outbox_bodies import HandBody, row
from sandbox.actor import Person, Reply
from sandbox.world.permissions import SEND_MESSAGES_IN_THREADS
from sandbox.world.world import Channel
from storage.rows import Change
from tests.e2e.conftest import Stage
from tests.e2e.players import Presser, newest_board, pinged


async def typed(person: Person, line: str, **options: object) -> Reply:
    return await (await person.slash(line, options)).done()


async def asked(stage: Stage, table: str) -> Person:
    loaded = await stage.store.load(table)
    assert loaded is not None
    users = {row.seat: row.user for row in loaded.seats}
    return stage.person(next(users[q.seat] for q in loaded.questions if q.required))


async def table_in(stage: Stage, thread: Channel) -> str:
    return await stage.store.at_channel(thread.id) or ""


def general(stage: Stage) -> Channel:
    return next(one for one in stage.sandbox.world.channels_of(stage.guild.id) if one.name == "general")


async def silent(stage: Stage, table: str, person: Person) -> str:
    """What he is told once the thread has refused the move that he types elsewhere."""
    await typed(person, "/play", move="buyer 1")
    players = stage.people[:2]
    await stage.sandbox.until(lambda: all("/table here" in one.dms[-1].text for one in players))
    assert await stage.store.parked(table)
    return person.dms[-1].text


async def test_a_game_whose_thread_was_deleted_goes_on_in_a_new_one(stage: Stage):
    thread = await stage.begun(2, "side=fixed")
    table, places = await table_in(stage, thread), stage.sandbox.house.places
    first = await asked(stage, table)
    for person in stage.people[:2]:
        person.go(general(stage))
    places.remove_channel(thread)
    assert "was deleted" in await silent(stage, table, first)
    (other,) = [person for person in stage.people[:2] if person is not first]
    assert f"your table with {other.name}" in first.dms[-1].text

    (choice,) = await first.autocomplete("/table here", table="")
    assert choice["value"] == table
    assert all(name in choice["name"] for name in ("Guatemala Café", "Ada", "Bea"))
    reply = await typed(first, "/table here", table=choice["value"])
    await stage.quiet()
    new = await stage.thread()
    assert f"<#{new.id}>" in reply.text
    assert new.parent_id == general(stage).id
    for person in stage.people[:2]:
        person.go(new)
    board = newest_board(first, new)
    assert "This game goes on here." in board.text
    assert pinged(board) == [(await asked(stage, table)).id]
    await Presser(await asked(stage, table), random.Random(1)).act(board)
    await stage.quiet()
    boards = [shown for shown in first.messages(new) if not shown.ephemeral and shown.files]
    assert len(boards) == 2
    assert boards[-1].files[0].data != boards[0].files[0].data


async def test_a_right_that_is_missing_is_named_and_the_table_goes_on_in_another_channel(stage: Stage):
    thread = await stage.begun(2, "side=fixed")
    table, places = await table_in(stage, thread), stage.sandbox.house.places
    first, here, other = await asked(stage, table), general(stage), places.new_channel(stage.guild, "games")
    bot = stage.sandbox.world.bot.id
    places.overwrite(here, bot, 1, deny=SEND_MESSAGES_IN_THREADS)
    told = await silent(stage, table, first.go(thread))
    assert "Send Messages in Threads" in told
    assert "Attach Files" not in told
    assert "Send Messages in Threads" in (await typed(first, "/table here")).text, "nor is there another thread"
    reply = await typed(first.go(other), "/table here")
    await stage.quiet()
    new = await stage.thread()
    assert new.parent_id == other.id
    assert f"<#{new.id}>" in reply.text
    assert await table_in(stage, new) == table
    assert not newest_board(first.go(thread), thread).buttons, "live buttons stand where the table goes on"


async def test_who_does_not_sit_there_is_told_so_and_who_has_several_tables_chooses(stage: Stage):
    thread = await stage.begun(2, "side=fixed")
    table = await table_in(stage, thread)
    ada, _, cem = stage.people[:3]
    stranger = await typed(cem.go(general(stage)), "/table here", table=table)
    assert stranger.text.startswith("You do not play at this table")
    assert (await typed(cem, "/table here")).text.startswith("Which table?")
    assert await cem.autocomplete("/table here", table="") == []
    assert (await typed(ada.go(thread), "/table here")).text.startswith("This table is here already")
    await typed(ada.go(general(stage)), "/table new", game="cafe")
    await stage.quiet()
    assert (await typed(ada.go(general(stage)), "/table here")).text.startswith("Which table?")
    (choice,) = await ada.autocomplete("/table here", table="intern")
    assert choice["name"] == "Café International · Ada"
    assert await table_in(stage, thread) == table


async def test_a_hand_that_comes_while_there_is_no_thread_leads_to_none(stage: Stage):
    table = await table_in(stage, await stage.begun(2, "side=fixed"))
    loaded = await stage.store.load(table)
    assert loaded is not None
    seat = loaded.seats[0]
    person = stage.person(seat.user)
    hand = row(501, HandBody(seat.seat), seat.user)
    lost = replace(loaded.table, channel=0)
    await stage.store.write(Change(lost, loaded.table.rev, stage.now(), rows=(hand,)))
    stage.transactions.spoken.set()
    await stage.quiet()
    assert "-501-" in person.dms[-1].files[0].name
    assert person.dms[-1].text.startswith("**Guatemala Café**\n")
