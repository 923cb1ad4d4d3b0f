"""Discord's deadlines and their codes, by a clock that the tests move."""

import asyncio
import time
from typing import Any

import aiohttp
import pytest

from sandbox.actor import Unanswered
from sandbox.clock import Clock
from sandbox.world.compose import Upload, take_in
from sandbox.world.world import EPHEMERAL, LOADING, V2
from tests.sandbox.conftest import Raw

PICTURE = {"type": 12, "items": [{"media": {"url": "https://example.org/a.png"}}]}


class Talk:
    """An interaction as the bot holds it, without a library."""

    def __init__(self, sandbox, raw: Raw, begun: Any) -> None:
        self.sandbox, self.raw, self.begun = sandbox, raw, begun
        self.hook = f"/webhooks/{sandbox.world.application.id}/{begun.token}"

    async def answer(self, kind: int, data: Any = None, **query: Any) -> tuple[int, Any]:
        body = {"type": kind} | ({} if data is None else {"data": data})
        return await self.raw("POST", f"/interactions/{self.begun.id}/{self.begun.token}/callback", body, params=query)

    async def follow(self, body: Any) -> tuple[int, Any]:
        return await self.raw("POST", self.hook, body)

    async def original(self, method: str, body: Any = None) -> tuple[int, Any]:
        return await self.raw(method, f"{self.hook}/messages/@original", body)


@pytest.fixture
async def talk(sandbox, raw, general, bea) -> Talk:
    return Talk(sandbox, raw, sandbox.house.interactions.begin(2, bea.id, general, {"id": "1", "name": "x", "type": 1}))


def code(answered: tuple[int, Any]) -> tuple[int, int]:
    return answered[0], answered[1]["code"]


async def test_an_answer_after_three_seconds_comes_too_late(talk: Talk, sandbox):
    sandbox.clock.advance(3.1)
    assert code(await talk.answer(4, {"content": "x"})) == (404, 10062)
    assert code(await talk.follow({"content": "x"})) == (404, 10015)
    sandbox.house.interactions.unanswered.clear()


async def test_an_answer_within_three_seconds_comes_in_time(talk: Talk, sandbox):
    sandbox.clock.advance(2.9)
    assert (await talk.answer(4, {"content": "x"}))[0] == 204
    sandbox.clock.advance(5)
    assert not talk.begun.failed


async def test_a_second_answer_is_refused(talk: Talk):
    assert (await talk.answer(5, with_response="1"))[0] == 200
    assert code(await talk.answer(4, {"content": "x"})) == (400, 40060)


async def test_a_token_lives_fifteen_minutes(talk: Talk, sandbox):
    await talk.answer(4, {"content": "x"})
    sandbox.clock.advance(899)
    assert (await talk.original("PATCH", {"content": "y"}))[0] == 200
    sandbox.clock.advance(2)
    for method, body in (("PATCH", {"content": "z"}), ("GET", None), ("DELETE", None)):
        assert code(await talk.original(method, body)) == (401, 50027)
    assert code(await talk.follow({"content": "z"})) == (401, 50027)


async def test_a_token_that_never_was_opens_nothing(talk: Talk, raw: Raw, sandbox):
    assert code(await raw("POST", "/interactions/1/nothing/callback", {"type": 5})) == (404, 10062)
    assert code(await raw("POST", f"/webhooks/{sandbox.world.application.id}/nothing", {"content": "x"})) == (
        404,
        10015,
    )
    assert code(await raw("POST", f"/webhooks/1/{talk.begun.token}", {"content": "x"})) == (404, 10015)
    assert code(await talk.follow({"content": "before the first word"})) == (404, 10015)
    await talk.answer(5)


async def test_a_deferral_settles_what_is_ephemeral_and_is_filled_by_the_first_follow_up(talk: Talk, general, bea, ada):
    _, told = await talk.answer(5, {"flags": EPHEMERAL}, with_response="1")
    assert told["interaction"]["response_message_loading"]
    assert told["interaction"]["response_message_ephemeral"]
    assert "resource" not in told
    shown = bea.look(general.id, talk.begun.original)
    assert shown.thinking
    _, filled = await talk.follow({"content": "here"})
    assert filled["id"] == str(shown.id)
    assert filled["flags"] & (EPHEMERAL | LOADING) == EPHEMERAL
    assert not shown.edited
    assert ada.seen[-1:] == () or ada.seen[-1].message_id != shown.id


async def test_ephemeral_messages_are_hidden_from_the_channels_routes(talk: Talk, raw: Raw, general, bea, ada):
    await talk.answer(4, {"content": "secret", "flags": EPHEMERAL})
    path = f"/channels/{general.id}/messages/{talk.begun.original}"
    for method, body in (("GET", None), ("PATCH", {"content": "x"}), ("DELETE", None)):
        assert code(await raw(method, path, body)) == (404, 10008)
    assert await raw("GET", f"/channels/{general.id}/messages") == (200, [])
    assert (await talk.original("GET"))[1]["content"] == "secret"
    assert [m.text for m in bea.messages()] == ["secret"]
    assert ada.messages() == []


async def test_a_deferral_can_become_components_v2(talk: Talk):
    await talk.answer(5)
    status, message = await talk.original("PATCH", {"flags": V2, "components": [PICTURE]})
    assert (status, message["flags"]) == (200, V2)


async def test_an_old_message_is_edited_three_times_in_six_seconds(sandbox, raw: Raw, general):
    _, message = await raw("POST", f"/channels/{general.id}/messages", {"content": "x"})
    path = f"/channels/{general.id}/messages/{message['id']}"
    for _ in range(9):
        assert (await raw("PATCH", path, {"content": "y"}))[0] == 200
    sandbox.clock.advance(3601)
    for _ in range(3):
        assert (await raw("PATCH", path, {"content": "y"}))[0] == 200
    status, refused = await raw("PATCH", path, {"content": "y"})
    assert (status, refused["code"]) == (429, 30046)
    assert 5 < refused["retry_after"] <= 6
    sandbox.clock.advance(refused["retry_after"])
    assert (await raw("PATCH", path, {"content": "y"}))[0] == 200


async def test_an_eleventh_new_dm_in_ten_minutes_is_refused(sandbox, raw: Raw, guild):
    people = [sandbox.person(f"P{n}", guild) for n in range(12)]

    async def open_(n: int) -> tuple[int, Any]:
        return await raw("POST", "/users/@me/channels", {"recipient_id": people[n].id})

    assert [(await open_(n))[0] for n in range(10)] == [200] * 10
    assert code(await open_(10)) == (403, 40003)
    assert (await open_(3))[0] == 200, "what is open stays open"
    sandbox.clock.advance(601)
    assert (await open_(10))[0] == 200


async def test_a_nonce_keeps_a_message_single_for_some_minutes(sandbox, raw: Raw, general, ada):
    path, body = f"/channels/{general.id}/messages", {"content": "x", "nonce": "t1:7:board", "enforce_nonce": True}
    first = (await raw("POST", path, body))[1]
    assert (await raw("POST", path, body))[1]["id"] == first["id"]
    assert (await raw("POST", path, body | {"enforce_nonce": False}))[1]["id"] != first["id"]
    dm = (await raw("POST", "/users/@me/channels", {"recipient_id": str(ada.id)}))[1]["id"]
    elsewhere = (await raw("POST", f"/channels/{dm}/messages", body | {"nonce": "t1:7:hand"}))[1]
    assert (await raw("POST", path, body | {"nonce": "t1:7:hand"}))[1]["id"] == elsewhere["id"], "whatever the channel"
    sandbox.clock.advance(301)
    assert (await raw("POST", path, body))[1]["id"] != first["id"]


async def test_an_attachments_address_expires_and_is_refreshed(sandbox, raw: Raw, general, bea):
    reply = sandbox.house.post.create(general, sandbox.world.bot.id, {"content": "x"})
    reply.files.append(take_in(sandbox.world, Upload("a.txt", b"hi"), {}))
    url = sandbox.house.shapes.message(reply)["attachments"][0]["url"]
    async with raw.session.get(url) as answer:
        assert await answer.read() == b"hi"
    async with raw.session.get(url.replace("hm=", "hm=0")) as answer:
        assert answer.status == 404
    sandbox.clock.advance(24 * 3600 + 1)
    async with raw.session.get(url) as answer:
        assert answer.status == 404
    async with raw.session.get(sandbox.house.shapes.message(reply)["attachments"][0]["url"]) as answer:
        assert answer.status == 200


async def test_silence_fails_who_waits(sandbox, guild, bea, raw: Raw):
    app = sandbox.world.application.id
    await raw("PUT", f"/applications/{app}/commands", [{"name": "void", "description": "x"}])
    task = asyncio.create_task(bea.slash("/void"))
    await asyncio.sleep(0)
    sandbox.clock.advance(3)
    with pytest.raises(Unanswered, match="Bea got no answer within three seconds to void"):
        await task


async def test_a_held_clock_and_a_seed_make_everything_the_same_twice(opened):
    told = []
    for _ in range(2):
        box = await opened(clock=Clock(1_800_000_000.0, held=True), seed=7)
        bea = box.person("Bea", box.guild())
        begun = box.house.interactions.begin(2, bea.id, bea.here, {"name": "x"})
        box.clock.advance(3)
        box.house.interactions.unanswered.clear()
        told.append((bea.id, begun.id, begun.token, [(s.at, s.what) for s in bea.seen]))
    assert told[0] == told[1]


def test_a_clock_does_what_is_due_in_its_order_and_never_runs_backwards():
    clock, done = Clock(1000.0, held=True), []
    clock.at(1003, lambda: done.append(("late", clock.now())))
    clock.at(1001, lambda: done.append(("early", clock.now())))
    clock.at(1002, lambda: done.append(("never", 0.0))).cancel()
    clock.advance(2)
    assert done == [("early", 1001.0)]
    clock.advance(2)
    assert done[1] == ("late", 1003.0)
    assert clock.now() == 1004.0


async def test_by_the_walls_clock_too_silence_lasts_three_seconds(opened):
    box = await opened()
    bea = box.person("Bea", box.guild())
    async with aiohttp.ClientSession() as session:
        raw = Raw(box, session)
        await raw("PUT", f"/applications/{box.world.application.id}/commands", [{"name": "void", "description": "x"}])
    began = time.monotonic()
    with pytest.raises(Unanswered):
        await bea.slash("/void")
    assert 2.9 < time.monotonic() - began < 6


async def test_a_clock_that_nobody_moves_keeps_nobody_for_ever(sandbox, raw: Raw, bea):
    sandbox.house.interactions.patience = 0.05
    await raw("PUT", f"/applications/{sandbox.world.application.id}/commands", [{"name": "void", "description": "x"}])
    with pytest.raises(Unanswered):
        await bea.slash("/void")
