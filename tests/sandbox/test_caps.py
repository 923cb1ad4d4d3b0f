"""How much of anything there may be; the world is stuffed directly, the request that is too much is a real one."""

import pytest

from sandbox.api.gateway import GUILDS_PER_SHARD, IDENTIFIES
from sandbox.world.world import Channel, Guild, Member
from tests.sandbox.conftest import Raw

PNG = "data:image/png;base64,iVBORw0KGgo="


async def refused(raw: Raw, method: str, path: str, body=None) -> int:
    status, answer = await raw(method, path, body)
    assert status == 400, answer
    return answer["code"]


@pytest.fixture
def message(sandbox, general):
    return sandbox.house.post.create(general, sandbox.world.bot.id, {"content": "x"})


async def test_a_guild_has_a_thousand_active_threads(sandbox, raw: Raw, guild, general):
    now = sandbox.clock.now()
    for n in range(1, 1001):
        sandbox.world.channels[n] = Channel(n, 11, "x", guild.id, general.id, active_at=now)
    assert await refused(raw, "POST", f"/channels/{general.id}/threads", {"name": "x", "type": 11}) == 160006
    sandbox.world.channels[1].archived = True
    assert (await raw("POST", f"/channels/{general.id}/threads", {"name": "x", "type": 11}))[0] == 201


async def test_a_thread_has_a_thousand_members(sandbox, raw: Raw, general, bea):
    thread = sandbox.house.places.new_thread(general, sandbox.world.bot.id, {"name": "x", "type": 11})
    thread.joined |= dict.fromkeys(range(1, 1000), 0.0)
    assert await refused(raw, "PUT", f"/channels/{thread.id}/thread-members/{bea.id}") == 30033


async def test_a_channel_has_250_pins(sandbox, raw: Raw, general, message):
    general.pins = dict.fromkeys(range(1, 251), 0.0)
    assert await refused(raw, "PUT", f"/channels/{general.id}/messages/pins/{message.id}") == 30003


async def test_an_application_has_2000_emojis(sandbox, raw: Raw):
    sandbox.world.application.emojis = {n: {} for n in range(2000)}
    path = f"/applications/{sandbox.world.application.id}/emojis"
    assert await refused(raw, "POST", path, {"name": "xx", "image": PNG}) == 30008


async def test_a_day_has_two_hundred_new_commands_and_overwriting_is_none(sandbox, raw: Raw):
    path = f"/applications/{sandbox.world.application.id}/commands"

    def commands(first: int) -> list[dict[str, str]]:
        return [{"name": f"x{n}", "description": "x"} for n in range(first, first + 100)]

    for first in (0, 0, 100, 100):
        assert (await raw("PUT", path, commands(first)))[0] == 200
    assert await refused(raw, "PUT", path, commands(200)) == 30034
    sandbox.clock.advance(86_401)
    assert (await raw("PUT", path, commands(200)))[0] == 200


async def test_a_message_has_one_thread(sandbox, raw: Raw, general, message):
    path = f"/channels/{general.id}/messages/{message.id}/threads"
    assert (await raw("POST", path, {"name": "x"}))[0] == 201
    assert await refused(raw, "POST", path, {"name": "x"}) == 160004


async def test_a_bulk_delete_takes_nothing_older_than_a_fortnight(sandbox, raw: Raw, general, message):
    sandbox.clock.advance(15 * 86_400)
    other = sandbox.house.post.create(general, sandbox.world.bot.id, {"content": "y"})
    path, ids = f"/channels/{general.id}/messages/bulk-delete", [str(message.id), str(other.id)]
    assert await refused(raw, "POST", path, {"messages": ids}) == 50034
    third = sandbox.house.post.create(general, sandbox.world.bot.id, {"content": "z"})
    assert (await raw("POST", path, {"messages": [str(other.id), str(third.id)]}))[0] == 204
    assert set(sandbox.world.messages(general.id)) == {message.id}


async def test_a_shard_has_2500_guilds_and_a_day_1000_identifies(sandbox, guild, wire):
    bot = sandbox.world.bot.id
    for n in range(1, GUILDS_PER_SHARD + 1):
        sandbox.world.guilds[n << 23] = Guild(n << 23, "x", 1, members={bot: Member(bot, 0.0)})
    async with wire() as socket:
        await socket.identify()
        assert await socket.closed() == 4011
    sandbox.gateway.identified.extend([sandbox.clock.now()] * IDENTIFIES)
    async with wire() as socket:
        await socket.identify(shard=[0, 2])
        assert await socket.closed() == 4004
