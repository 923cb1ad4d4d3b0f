"""Before a game: where a table can be opened, in which language it speaks, and all of it by typing alone."""

import asyncio

import discord
import pytest

from bot.discord.client import Stammtisch
from bot.discord.screens.list_screen import A_PAGE, FULL, shown
from bot.operation.settings import Settings
from bot.play.limits import PUT_AWAY_MS
from bot.wording.words import size, words_in
from sandbox.actor import Person, Reply
from sandbox.faults import Fault
from sandbox.page.shown import Shown
from sandbox.world.permissions import MANAGE_GUILD
from sandbox.world.world import NEWS, Channel
from tests.e2e.conftest import Stage
from tests.e2e.test_here import general

FORUM = 15


async def typed(person: Person, line: str, **options: object) -> Reply:
    return await (await person.slash(line, options)).done()


async def opened(stage: Stage, person: Person, **options: object) -> Channel:
    before = set(stage.sandbox.world.channels)
    reply = await typed(person, "/table new", game="guatemala", **options)
    assert "<#" in reply.text
    await stage.quiet()
    (thread,) = [one for number, one in stage.sandbox.world.channels.items() if number not in before and one.is_thread]
    return thread


def may_manage(stage: Stage, person: Person) -> None:
    places = stage.sandbox.house.places
    places.give_role(stage.guild, person.id, places.new_role(stage.guild, "manager", MANAGE_GUILD).id)


async def status_of(stage: Stage, thread: Channel) -> str:
    loaded = await stage.store.load(await stage.store.at_channel(thread.id) or "")
    assert loaded is not None
    return loaded.table.status


# ── by typing alone ──


async def test_a_table_is_joined_and_started_by_typed_commands(stage: Stage):
    ada, bea = stage.people[:2]
    thread = await opened(stage, ada)
    ada.go(thread)
    bea.go(thread)
    assert (await typed(bea, "/table start")).text.startswith("You have not joined this table")
    assert "The game can start" in (await typed(bea, "/table join")).text
    assert (await typed(bea, "/table join")).text.startswith("You are at this table already")
    assert (await typed(bea, "/table start")).text.startswith("Only the player who opened the table")
    assert (await typed(ada, "/table start")).text == "The game begins."
    assert await status_of(stage, thread) == "running"


# ── what its thread is called, and the line beside it ──


async def test_threads_are_named_after_their_players_from_the_start_on_and_never_alike(stage: Stage):
    ada, bea = stage.people[:2]
    threads = [await opened(stage, ada) for _ in range(2)]
    assert [thread.name for thread in threads] == ["Guatemala Café · Ada", "Guatemala Café 2 · Ada"]
    stage.sandbox.counted.clear()
    for thread in threads:
        for person in (ada, bea):
            person.go(thread)
        await typed(bea, "/table join")
        await typed(ada, "/table start")
        await stage.quiet()
    table = await stage.table(await stage.store.at_channel(threads[0].id) or "")
    assert threads[0].name == f"Guatemala Café · {', '.join(table.names)}"
    assert threads[1].name.startswith(("Guatemala Café · ", "Guatemala Café 2 · "))
    assert threads[1].name != threads[0].name
    assert stage.sandbox.counted.requests["PATCH /channels/{channel_id}"] == 2, (
        "Discord takes two in ten minutes a thread"
    )


async def test_a_thread_that_discord_does_not_let_the_bot_name_is_played_in_all_the_same(stage: Stage):
    stage.sandbox.faults.plan(Fault("PATCH /channels/{channel_id}", status=403, code=50013))
    thread = await stage.begun(2)
    assert thread.name == "Guatemala Café · Ada"
    assert "My turn" in stage.people[0].messages(thread)[-1].buttons


async def test_the_channel_hears_of_a_new_table_and_joins_there_until_it_starts(stage: Stage):
    ada, bea = stage.people[:2]
    thread = await opened(stage, ada)
    place = general(stage)
    line = place_line(bea, place)
    assert line.text == f"**Guatemala Café** · <#{thread.id}>\nAda has opened a table for 2 to 4 players."
    assert line.buttons == ["Join"]
    joined = await (await bea.go(place).press(line, "Join")).done()
    assert joined.text.startswith("You are at the table, with 2 players")
    ada.go(thread)
    await typed(ada, "/table start")
    await stage.quiet()
    assert place_line(bea, place).buttons == []


async def test_a_lobby_that_closes_takes_the_way_to_join_with_it(stage: Stage):
    ada = stage.people[0]
    ada.go(await opened(stage, ada))
    await typed(ada, "/table close")
    await stage.quiet()
    assert place_line(ada, general(stage)).buttons == []


async def test_a_channel_in_which_the_bot_may_not_write_holds_up_no_table(stage: Stage):
    stage.sandbox.faults.plan(Fault("POST /channels/*/messages", status=403, code=50013, skip=1))
    thread = await opened(stage, stage.people[0])
    assert "Join" in stage.people[0].messages(thread)[-1].buttons
    assert await stage.store.parked(await stage.store.at_channel(thread.id) or "") == ""


def place_line(person: Person, place: Channel) -> Shown:
    (line,) = [shown for shown in person.messages(place) if "has opened a table" in shown.text]
    return line


async def test_a_table_is_closed_by_a_typed_command_by_who_opened_it(stage: Stage):
    ada, bea = stage.people[:2]
    thread = await opened(stage, ada)
    bea.go(thread)
    await typed(bea, "/table join")
    assert (await typed(bea, "/table close")).text.startswith("Only the player who opened the table")
    assert (await typed(ada.go(thread), "/table close")).text == "The table is closed."
    assert await status_of(stage, thread) == "closed"


async def test_to_join_one_types_in_the_thread_of_the_table(stage: Stage):
    """Who sits elsewhere is not told that he is there already."""
    ada, bea = stage.people[:2]
    await opened(stage, ada)
    assert "/server tables" in (await typed(ada, "/table join")).text
    assert "/server tables" in (await typed(bea, "/table join")).text


async def test_a_part_of_the_board_is_looked_at_by_a_typed_command(stage: Stage):
    thread = await stage.begun(2)
    ada = stage.people[0].go(thread)
    menu = next(part for part in (await typed(ada, "/table board")).message.controls() if part["type"] == 3)
    suggested = await ada.autocomplete("/table board", part="")
    assert [(one["name"], one["value"]) for one in suggested] == [(o["label"], o["value"]) for o in menu["options"]]
    some = suggested[-1]
    by_menu = await (await ada.choose(await typed(ada, "/table board"), menu["custom_id"], some["value"])).done()
    by_word = await typed(ada, "/table board", part=some["value"])
    assert by_word.text == by_menu.text
    assert [file.data for file in by_word.message.files] == [file.data for file in by_menu.message.files]
    assert "suggestions" in (await typed(ada, "/table board", part="the cellar")).text


# ── where ──


async def test_in_a_forum_nothing_is_opened_and_it_is_said_where_to_type(stage: Stage):
    places, world = stage.sandbox.house.places, stage.sandbox.world
    forum = places.new_channel(stage.guild, "ideas", kind=FORUM)
    post = places.new_thread(forum, stage.people[0].id, {"name": "one", "type": 11})
    before = set(world.channels)
    reply = await typed(stage.people[0].go(post), "/table new", game="guatemala")
    assert "Type /table new in an ordinary text channel" in reply.text
    await stage.quiet()
    assert set(world.channels) == before
    assert await stage.store.count_tables(guild=stage.guild.id, status=("lobby",)) == 0


async def test_in_a_channel_of_announcements_the_thread_is_one_of_announcements(stage: Stage):
    news = stage.sandbox.house.places.new_channel(stage.guild, "news", kind=NEWS)
    thread = await opened(stage, stage.people[0].go(news))
    assert thread.kind == discord.ChannelType.news_thread.value
    assert thread.parent_id == news.id


# ── in which language ──


CARD = {"en": "At the table:", "de": "Am Tisch:", "it": "Al tavolo:"}


def speaks(stage: Stage, thread: Channel) -> str:
    card = stage.people[0].messages(thread)[-1].text
    return next(lang for lang, begin in CARD.items() if begin in card)


async def test_a_table_speaks_the_language_of_its_server_and_not_of_who_opens_it(stage: Stage):
    ada = stage.people[0]
    ada.speak("it")
    assert speaks(stage, await opened(stage, ada)) == "en"
    stage.guild.locale = "de"
    assert speaks(stage, await opened(stage, ada)) == "de"
    assert speaks(stage, await opened(stage, ada, language="it")) == "it"


async def test_what_the_server_chose_goes_before_discord_s_setting_and_that_before_the_operator_s(stage: Stage):
    first, second, third, boss = stage.people
    stage.client.context.lang = "it"
    stage.guild.locale = "fr"
    assert speaks(stage, await opened(stage, first)) == "it"
    stage.guild.locale = "en-GB"
    assert speaks(stage, await opened(stage, second)) == "en"
    may_manage(stage, boss)
    assert "Deutsch" in (await typed(boss, "/server language", language="de")).text
    assert speaks(stage, await opened(stage, third)) == "de"
    assert "English" in (await typed(boss, "/server language", language="auto")).text
    assert speaks(stage, await opened(stage, boss)) == "en"


async def test_the_operator_s_language_reaches_the_commands(stage: Stage):
    settings = Settings(_env_file=None, lang="de")  # pyright: ignore[reportCallIssue]
    other = Stammtisch(settings, stage.transactions)
    assert other.context.lang == "de"
    other.gallery.close()


async def test_only_who_manages_the_server_chooses_its_language(stage: Stage):
    ada = stage.people[0]
    refused = await typed(ada, "/server language", language="de")
    assert "Manage Server" in refused.text
    assert "/table new" in refused.text
    assert (await stage.store.guild(stage.guild.id)).lang == ""
    may_manage(stage, ada)
    await typed(ada, "/server language", language="de")
    assert (await stage.store.guild(stage.guild.id)).lang == "de"


# ── the list ──


async def test_the_list_names_thread_players_and_whether_there_is_room(stage: Stage):
    ada, bea, cem, dag = stage.people
    waiting = await opened(stage, ada)
    played = await opened(stage, cem)
    for person in (ada, dag):
        await typed(person.go(played), "/table join")
    await typed(cem.go(played), "/table start")
    await typed(dag.go(waiting), "/table join")
    lines = (await typed(bea, "/server tables")).text.split("\n")
    assert lines[1] == f"Guatemala Café · <#{waiting.id}> · Ada and Dag · waiting for players, 2 seats free"
    game, link, names, state, *_until = lines[0].split(" · ")
    assert (game, link) == ("Guatemala Café", f"<#{played.id}>")
    assert state.startswith("waiting for ")
    assert set(names.replace(" and ", ", ").split(", ")) == {"Ada", "Cem", "Dag"}
    assert len(lines) == 2


@pytest.mark.parametrize("longest", [20, 300])
def test_every_line_of_a_long_list_is_on_one_page(longest: int):
    """At most 25 on a page, fewer where they are long."""
    words = words_in("en")
    lines = [f"{number:03} " + "x" * longest for number in range(60)]
    found: list[str] = []
    for page in range(1, 10):
        text, _, last = shown(words, lines, page).rpartition("\n\n")
        assert f"Page {min(page, int(last.split()[3].strip(':')))} of" in last
        assert size(text) <= FULL
        read = text.split("\n")
        assert len(read) <= A_PAGE
        found += [line for line in read if line not in found]
    assert found == lines
    assert shown(words, lines[:3], 7) == "\n".join(lines[:3])


# ── by whoever manages the server ──


async def test_only_who_manages_the_server_ends_a_table_that_nobody_plays_any_more(stage: Stage):
    ada, bea, boss = stage.people[:3]
    thread = await stage.gathered(2)
    for person in (ada, bea, boss):
        person.go(thread)
    await typed(ada, "/table start")
    await stage.quiet()
    assert "/table end" in (await typed(bea, "/server stop", sure="yes")).text
    assert await bea.autocomplete("/server stop", {"sure": "yes", "table": ""}) == []
    may_manage(stage, boss)
    assert (await typed(boss, "/server stop", sure="no")).text.startswith("Nothing has changed")
    assert await status_of(stage, thread) == "running"
    (choice,) = await boss.autocomplete("/server stop", {"sure": "yes", "table": ""})
    assert "Ada" in choice["name"]
    assert (await typed(boss, "/server stop", sure="yes", table=choice["value"])).text.startswith("The table is ended")
    await stage.quiet()
    assert await status_of(stage, thread) == "abandoned"
    assert "has ended this table" in ada.messages(thread)[-1].text
    ada.go(thread)
    board = await typed(ada, "/table board")
    assert board.text.startswith("This game was ended early")
    assert "Play again" in board.message.buttons
    assert "My turn" not in board.message.buttons


async def test_the_thread_of_a_lobby_that_was_closed_is_put_away(stage: Stage):
    """A little later: who closed it reads there what became of it."""
    ada = stage.people[0]
    thread = await opened(stage, ada)
    assert (await typed(ada.go(thread), "/table close")).text == "The table is closed."
    await asyncio.sleep(0.3)
    assert not thread.archived
    real = stage.now
    stage.env.now = lambda: real() + PUT_AWAY_MS
    stage.transactions.spoken.set()
    await stage.sandbox.until(lambda: thread.archived, 5)
    assert ada.messages(thread)[-1].buttons == []
