"""Who sees what: the truth that tests of secrets stand on."""

import asyncio
import json

import pytest

from sandbox.page.shown import CannotError
from sandbox.world.compose import Upload
from sandbox.world.permissions import READ_MESSAGE_HISTORY, SEND_MESSAGES, VIEW_CHANNEL
from sandbox.world.world import EPHEMERAL, SILENT


@pytest.fixture
def post(sandbox):
    """The bot writes; the rest of the body as given."""

    def write(channel, content, **more):
        return sandbox.house.post.create(
            channel, sandbox.world.bot.id, {"content": content} | more.pop("body", {}), **more
        )

    return write


def contents(person, what="message"):
    return [s.body.get("content") for s in person.seen if s.what == what]


async def test_what_is_ephemeral_is_seen_by_one(post, general, ada, bea):
    secret = post(general, "only Bea", only=bea.id, flags=EPHEMERAL)
    assert contents(bea) == ["only Bea"]
    assert contents(ada) == []
    with pytest.raises(CannotError, match="not there for ada"):
        _ = ada.look(general.id, secret.id).text
    bea.dismiss(bea.messages()[0])
    assert bea.messages() == []
    assert contents(bea) == ["only Bea"], "what has been seen stays seen"


async def test_edits_and_deletions_are_seen_in_their_order_with_their_times(sandbox, post, general, ada):
    message = post(general, "one")
    sandbox.clock.advance(10)
    sandbox.house.post.edit(message, {"content": "two"})
    sandbox.clock.advance(10)
    sandbox.house.post.delete(message)
    seen = [s for s in ada.seen if s.message_id == message.id]
    assert [(s.what, s.body.get("content")) for s in seen] == [("message", "one"), ("edit", "two"), ("delete", None)]
    assert [round(s.at - seen[0].at) for s in seen] == [0, 10, 20]
    assert [s.number for s in ada.seen] == sorted(s.number for s in ada.seen)


async def test_who_comes_late_reads_the_history_as_it_is_then(sandbox, guild, post, general):
    message = post(general, "first version")
    sandbox.house.post.edit(message, {"content": "second version"})
    late = sandbox.person("Late", guild)
    assert contents(late, "history") == ["second version"]


async def test_without_the_right_to_history_only_what_comes_is_seen(sandbox, guild, post, general, ada):
    sandbox.house.places.overwrite(general, guild.id, 0, deny=READ_MESSAGE_HISTORY)
    post(general, "before")
    late = sandbox.person("Late", guild)
    post(general, "after")
    assert contents(late, "history") == []
    assert contents(late) == ["after"]
    assert [m.text for m in late.messages()] == ["after"]


async def test_a_hidden_channel_is_seen_by_its_role_from_the_moment_it_is_given(sandbox, guild, post, ada, bea):
    house = sandbox.house
    hidden = house.places.new_channel(guild, "hidden")
    role = house.places.new_role(guild, "Table 1")
    house.places.overwrite(hidden, guild.id, 0, deny=VIEW_CHANNEL)
    house.places.overwrite(hidden, role.id, 0, allow=VIEW_CHANNEL)
    house.places.overwrite(hidden, sandbox.world.bot.id, 1, allow=VIEW_CHANNEL)
    post(hidden, "early")
    house.places.give_role(guild, ada.id, role.id)
    post(hidden, "late")
    assert contents(ada, "history") == ["early"]
    assert contents(ada) == ["late"]
    assert contents(bea) == contents(bea, "history") == []
    with pytest.raises(CannotError, match="cannot see"):
        bea.go(hidden)
    house.places.give_role(guild, ada.id, role.id, take=True)
    post(hidden, "too late")
    assert contents(ada) == ["late"]
    assert ada.seen[-1].what == "lost"


async def test_a_private_thread_is_seen_by_those_in_it(sandbox, post, general, ada, bea):
    thread = sandbox.house.places.new_thread(general, sandbox.world.bot.id, {"name": "Secret", "type": 12})
    post(thread, "before")
    sandbox.house.places.enter_thread(thread, ada.id)
    post(thread, "after")
    assert contents(ada, "history") == ["before"]
    assert contents(ada) == ["after"]
    assert not any(s.channel_id == thread.id for s in bea.seen)


async def test_somebody_of_another_guild_sees_nothing(sandbox, post, general):
    elsewhere = sandbox.person("Else", sandbox.guild("Elsewhere"))
    post(general, "here")
    assert contents(elsewhere) == []
    assert elsewhere.messages(general) == []


async def test_pings_are_named_and_silent_ones_marked(sandbox, guild, post, general, ada, bea):
    role = sandbox.house.places.new_role(guild, "Players")
    sandbox.house.places.give_role(guild, bea.id, role.id)
    post(general, f"<@{ada.id}> it is your turn")
    assert (ada.seen[-1].pings, ada.seen[-1].silent) == ({ada.id}, False)
    post(general, f"<@&{role.id}>", body={"flags": SILENT})
    assert (bea.seen[-1].pings, bea.seen[-1].silent) == ({bea.id}, True)
    post(general, f"<@{ada.id}> @everyone", body={"allowed_mentions": {"parse": []}})
    assert ada.seen[-1].pings == frozenset()
    post(general, "@everyone")
    assert {ada.id, bea.id} <= ada.seen[-1].pings
    post(general, f"<@{ada.id}> <@{bea.id}>", body={"allowed_mentions": {"users": [bea.id]}})
    assert ada.seen[-1].pings == {bea.id}


async def test_what_is_shown_is_brought_live(sandbox, post, general, ada, bea):
    brought = []

    async def browser():
        async for sight in sandbox.seen.watch(ada.id):
            brought.append(sight)  # noqa: PERF401 (a comprehension would wait for the end)

    task = asyncio.create_task(browser())
    await asyncio.sleep(0)
    post(general, "for all")
    post(general, "for Bea", only=bea.id)
    bea.say("hello")
    await asyncio.sleep(0.01)
    task.cancel()
    assert [s.body["content"] for s in brought] == ["for all", "hello"]


async def test_a_person_writes_only_where_it_may(sandbox, guild, general, ada):
    sandbox.house.places.overwrite(general, guild.id, 0, deny=SEND_MESSAGES)
    with pytest.raises(CannotError, match="cannot write"):
        ada.say("may I?")


async def test_a_page_gets_what_is_shown_as_json_and_names_things_by_their_ids(sandbox, general, ada, bea, post):
    house, frames = sandbox.house, []
    stop = sandbox.seen.subscribe(bea.id, lambda sight: frames.append(json.loads(json.dumps(sight.told(bea.id)))))
    post(general, f"<@{bea.id}>")
    begun = house.interactions.begin(2, bea.id, general, {"name": "x"})
    house.interactions.respond(begun, 9, {"title": "T", "custom_id": "m", "components": []}, {})
    stop()
    post(general, "later")
    assert [(f["what"], f["ping"], f["channel"]) for f in frames] == [
        ("message", True, str(general.id)),
        ("modal", False, str(general.id)),
    ]
    assert frames[1]["body"]["modal"]["title"] == "T"
    assert bea.reply(int(frames[1]["body"]["interaction"])).modal["custom_id"] == "m"
    with pytest.raises(CannotError):
        ada.reply(begun.id)
    assert sandbox.seen_by(bea) == bea.seen


async def test_lists_hold_what_somebody_can_see_and_dms_once_something_is_said(sandbox, general, ada, bea, post):
    thread = sandbox.house.places.new_thread(general, sandbox.world.bot.id, {"name": "T", "type": 11})
    assert bea.places == [general, thread]
    post(bea.dm, "hello")
    assert set(map(id, bea.places)) == {id(general), id(thread), id(bea.dm)}
    assert len(ada.places) == 2


async def test_a_public_answer_to_something_ephemeral_does_not_quote_it(sandbox, general, ada, bea):
    interactions = sandbox.house.interactions
    begun = interactions.begin(2, bea.id, general, {"name": "x"})
    interactions.respond(begun, 4, {"content": "a secret", "flags": EPHEMERAL}, {})
    interactions.follow_up(begun, {"content": "for all"}, {})
    interactions.follow_up(begun, {"content": "for Bea", "flags": EPHEMERAL}, {})
    assert "a secret" not in json.dumps([s.body for s in ada.seen])
    assert [s.body["referenced_message"] and s.body["referenced_message"]["content"] for s in bea.seen[-2:]] == [
        None,
        "a secret",
    ]


async def test_a_picture_that_was_seen_keeps_the_words_it_had(sandbox, general, ada):
    post = sandbox.house.post
    message = post.create(general, sandbox.world.bot.id, {"content": "x"}, {0: Upload("a.png", b"x")})
    post.edit(message, {"attachments": [{"id": str(message.files[0].id), "description": "new words"}]})
    assert [s.files[0].alt for s in ada.seen if s.message_id == message.id] == [None, "new words"]
