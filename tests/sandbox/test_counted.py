"""What is counted: requests by the bot's token, and what each place and each person gets."""

import discord

from sandbox.world.world import EPHEMERAL
from tests.sandbox.conftest import Plain, Raw, place

POST, EDIT = "POST /channels/{channel_id}/messages", "PATCH /channels/{channel_id}/messages/{message_id}"


async def test_posts_edits_pings_and_dms_are_counted_by_place_and_person(sandbox, plain: Plain, general, ada, bea, cem):
    sandbox.counted.clear()
    calls = discord.AllowedMentions(users=True)
    board = await place(plain, general).send(f"<@{ada.id}> <@{bea.id}> <@{ada.id}>", allowed_mentions=calls)
    await place(plain, general).send(f"<@{ada.id}> once more", allowed_mentions=calls)
    for n in range(3):
        await board.edit(content=f"<@{cem.id}> {n}", allowed_mentions=calls)
    for person in (ada, ada, bea):
        await (await plain.fetch_user(person.id)).send("psst")
    ada.say("people are not counted")
    sandbox.house.post.create(general, sandbox.world.bot.id, {"content": "x"}, only=ada.id, flags=EPHEMERAL)
    traffic = sandbox.counted.of(general.id)
    assert (traffic.posts, traffic.edits) == (2, 3)
    assert traffic.pings == {ada.id: 2, bea.id: 1}, "edits never call anybody"
    assert sandbox.counted.dms == {ada.id: 2, bea.id: 1}
    assert sandbox.counted.requests[POST] == 5
    assert sandbox.counted.requests[EDIT] == 3


async def test_answers_to_interactions_are_not_made_with_the_bots_token(sandbox, plain: Plain, general, ada):
    begun = sandbox.house.interactions.begin(2, ada.id, general, {"name": "x"})
    sandbox.counted.clear()
    raw = Raw(sandbox, plain.http._HTTPClient__session)  # pyright: ignore[reportAttributeAccessIssue]
    raw.headers = {}
    assert (await raw("POST", f"/interactions/{begun.id}/{begun.token}/callback", {"type": 5}))[0] == 204
    path = f"/webhooks/{sandbox.world.application.id}/{begun.token}/messages/@original"
    assert (await raw("PATCH", path, {"content": "filled"}))[0] == 200
    traffic = sandbox.counted.of(general.id)
    assert (traffic.posts, traffic.edits) == (1, 0), "a deferral that is filled is no edit"
    assert sandbox.counted.requests == {}
    assert (await raw("PATCH", path, {"content": "changed"}))[0] == 200
    assert sandbox.counted.of(general.id).edits == 1


async def test_edits_of_old_messages_are_refused_at_discords_rate_and_counted(sandbox, raw: Raw, general):
    path = f"/channels/{general.id}/messages"
    _, message = await raw("POST", path, {"content": "x"})
    sandbox.clock.advance(3601)
    sandbox.counted.clear()
    told = [(await raw("PATCH", f"{path}/{message['id']}", {"content": "y"}))[0] for _ in range(5)]
    assert told == [200, 200, 200, 429, 429]
    assert sandbox.counted.refused == {30046: 2}
    assert sandbox.counted.requests[EDIT] == 5
