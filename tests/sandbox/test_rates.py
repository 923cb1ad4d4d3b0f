"""Rate limits: what the headers say holds, and a real client waits for it."""

import time
from typing import Any

import aiohttp
import discord
import pytest

from sandbox.api.rates import Limiter, Rates
from sandbox.clock import Clock
from tests.sandbox.conftest import Plain, Raw, place, running


@pytest.fixture
async def strict(opened):
    box = await opened(rates=Rates(messages=(2, 0.3)))
    box.guild()
    with box.attached():
        yield box


async def test_a_bucket_tells_what_is_left_and_refuses_the_rest(opened):
    strict = await opened(rates=Rates(messages=(2, 0.3)), clock=Clock(1_800_000_000.0, held=True))
    strict.guild()
    bea = strict.person("Bea", strict.guild())
    async with aiohttp.ClientSession() as session:
        raw = Raw(strict, session)
        url = f"{strict.address}/api/v10/channels/{bea.here.id}/messages"
        left: list[Any] = []
        last: dict[str, Any] = {}
        for _ in range(3):
            async with session.post(url, json={"content": "x"}, headers=raw.headers) as answer:
                left.append((answer.status, answer.headers["X-RateLimit-Remaining"]))
                last = dict(answer.headers) | await answer.json()
        assert left == [(200, "1"), (200, "0"), (429, "0")]
        assert last["Via"]
        assert last["X-RateLimit-Scope"] == "user"
        assert 0 < last["retry_after"] <= 0.3
        assert (await raw("GET", f"/channels/{bea.here.id}/messages"))[0] == 200, "another bucket"


async def test_a_client_waits_before_it_is_told_to(strict):
    bea = strict.person("Bea", strict.guild())
    async with running(strict, Plain()) as client:
        began = time.monotonic()
        for number in range(5):
            await place(client, bea.here).send(str(number))
        assert time.monotonic() - began > 0.5
    assert [m.text for m in bea.messages()] == list("01234")
    assert strict.checker.seen["POST", "/channels/{channel_id}/messages", 429] == 0


async def test_fifty_requests_a_second_are_all_but_answers_to_interactions_are_exempt(opened):
    box = await opened(rates=Rates(rest=(1000, 1.0)), clock=Clock(1_800_000_000.0, held=True))
    bea = box.person("Bea", box.guild())
    begun = box.house.interactions.begin(2, bea.id, bea.here, {"name": "x"})
    async with aiohttp.ClientSession() as session:
        raw = Raw(box, session)
        statuses = [(await raw("GET", "/users/@me"))[0] for _ in range(51)]
        assert statuses == [200] * 50 + [429]
        status, told = await raw("GET", "/users/@me")
        assert (status, told["global"]) == (429, True)
        assert (await raw("POST", f"/interactions/{begun.id}/{begun.token}/callback", {"type": 5}))[0] == 204
        box.clock.advance(1)
        assert (await raw("GET", "/users/@me"))[0] == 200


def test_ten_thousand_invalid_requests_in_ten_minutes_are_a_ban():
    clock = Clock(1000.0, held=True)
    limiter = Limiter(clock, Rates.wide())
    for _ in range(9_999):
        limiter.answered(403, {})
    limiter.answered(429, {"X-RateLimit-Scope": "shared"})
    limiter.answered(404, {})
    assert not limiter.banned
    limiter.answered(401, {})
    assert limiter.banned
    clock.advance(601)
    assert not limiter.banned


async def test_a_wrong_token_is_no_login(sandbox, guild):
    client = Plain()
    with pytest.raises(discord.LoginFailure):
        await client.login("wrong")
    await client.close()
    assert sandbox.limiter.invalid == 1
