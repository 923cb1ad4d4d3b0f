"""The gateway as a client without a library meets it: frames, close codes, intents."""

import asyncio
import json
import threading
import time

import discord
import pytest
from discord.gateway import KeepAliveHandler

from tests.sandbox.conftest import Plain, running


@pytest.mark.parametrize("query", ["?v=10&encoding=json", "?v=10&encoding=json&compress=zlib-stream"])
async def test_hello_ready_guild_and_heartbeats(wire, query, guild):
    async with wire(query) as socket:
        assert (await socket.get())["d"]["heartbeat_interval"] == 41250
        await socket.send(1, None)
        assert (await socket.get())["op"] == 11
        await socket.identify()
        ready, created = await socket.get(), await socket.get()
        assert (ready["t"], ready["s"], ready["d"]["guilds"]) == (
            "READY",
            1,
            [{"id": str(guild.id), "unavailable": True}],
        )
        assert (created["t"], created["s"], created["d"]["name"]) == ("GUILD_CREATE", 2, "Stammtisch")


async def test_a_heartbeats_answer_is_measured_from_its_own_sending(sandbox, guild, monkeypatch):
    """The thread that beats may be slow to note when it has sent: the answer is not held against the beat before."""

    def slowly(handler, name, value):
        if name == "_last_send" and threading.current_thread() is handler:
            time.sleep(0.02)
            value = time.perf_counter()
        object.__setattr__(handler, name, value)

    monkeypatch.setattr(KeepAliveHandler, "__setattr__", slowly, raising=False)
    sandbox.gateway.heartbeat = 1.0
    async with running(sandbox, Plain()) as client:
        await asyncio.sleep(2.5)
        assert client.latency < 0.9


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("no json", 4002),
        ("[]", 4002),
        (json.dumps({"op": 1, "d": "x" * 5000}), 4002),
        (json.dumps({"op": 99}), 4001),
        (json.dumps({"op": 3, "d": {}}), 4003),
        (json.dumps({"op": 8, "d": {}}), 4003),
        (json.dumps({"op": 2, "d": {"token": "wrong", "intents": 1}}), 4004),
        (json.dumps({"op": 6, "d": {"token": "wrong", "session_id": "x", "seq": 1}}), 4004),
    ],
)
async def test_what_is_wrong_is_closed_with(frame, code, wire):
    async with wire() as socket:
        await socket.ws.send_str(frame)
        assert await socket.closed() == code


@pytest.mark.parametrize(
    ("more", "code"),
    [({"intents": "all"}, 4013), ({"intents": 1 << 40}, 4013), ({"intents": 1 << 15}, 4014), ({"shard": [2, 2]}, 4010)],
)
async def test_an_identify_is_refused_with(more, code, wire):
    async with wire() as socket:
        await socket.identify(**more)
        assert await socket.closed() == code


async def test_another_version_and_a_second_identify_are_refused(wire):
    async with wire("?v=6") as socket:
        assert await socket.closed() == 4012
    async with wire() as socket:
        await socket.identify()
        await socket.identify()
        assert await socket.closed() == 4005


async def test_more_than_120_frames_a_minute_are_too_many(wire):
    async with wire() as socket:
        for _ in range(121):
            await socket.send(1, None)
        assert await socket.closed() == 4008


async def test_a_resume_brings_exactly_what_was_missed(wire, sandbox, general, ada):
    async with wire() as socket:
        await socket.get()
        await socket.identify(intents=1 | 1 << 9)
        session = (await socket.get())["d"]["session_id"]
        await socket.get()
        sandbox.gateway.cut()
    await sandbox.until(lambda: not sandbox.gateway.connected)
    ada.say("missed")
    async with wire() as socket:
        await socket.get()
        await socket.send(6, {"token": socket.token, "session_id": session, "seq": 2})
        missed, resumed = await socket.get(), await socket.get()
    assert (missed["t"], missed["s"]) == ("MESSAGE_CREATE", 3)
    assert (resumed["t"], resumed["d"]) == ("RESUMED", {"_trace": []})


async def test_a_resume_beyond_what_was_told_or_too_late_is_refused(wire, sandbox):
    async with wire() as socket:
        await socket.get()
        await socket.identify()
        session = (await socket.get())["d"]["session_id"]
        sandbox.gateway.cut()
    await sandbox.until(lambda: not sandbox.gateway.connected)
    async with wire() as socket:
        await socket.send(6, {"token": socket.token, "session_id": session, "seq": 99})
        assert await socket.closed() == 4007
    sandbox.clock.advance(200)
    for known in (session, "never"):
        async with wire() as socket:
            await socket.get()
            await socket.send(6, {"token": socket.token, "session_id": known, "seq": 1})
            assert await socket.get() == {"op": 9, "d": False, "s": None, "t": None}


async def test_without_the_intent_what_people_write_is_blank_unless_the_bot_is_meant(wire, sandbox, ada):
    async with wire() as socket:
        await socket.get()
        await socket.identify(intents=1 | 1 << 9 | 1 << 12)
        await socket.get()
        await socket.get()
        ada.say("between us")
        ada.say(f"<@{sandbox.world.bot.id}> for you")
        ada.say("in private", at=ada.dm)
        told = [e["d"].get("content") for e in [await socket.get() for _ in range(3)]]
    assert told == ["", f"<@{sandbox.world.bot.id}> for you", "in private"]


async def test_ephemeral_messages_come_as_if_they_were_dms(wire, sandbox, general, bea):
    async with wire() as socket:
        await socket.get()
        await socket.identify(intents=1 << 12)
        await socket.get()
        sandbox.house.post.create(general, sandbox.world.bot.id, {"content": "psst"}, only=bea.id, flags=64)
        told = (await socket.get())["d"]
    assert told["content"] == "psst"
    assert "guild_id" not in told


async def test_a_client_without_any_intent_gets_interactions(sandbox, guild, bea):
    client = Plain(intents=discord.Intents.none())

    @client.tree.command(description="x")
    async def hi(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"{interaction.guild_id} {interaction.channel}")

    async with running(sandbox, client):
        await client.tree.sync()
        assert (await bea.slash("/hi")).text == f"{guild.id} general"


async def test_an_interaction_in_a_hidden_channel_still_arrives(plain: Plain, sandbox, guild, bea):
    hidden = sandbox.house.places.new_channel(guild, "hidden")
    sandbox.house.places.overwrite(hidden, sandbox.world.bot.id, 1, deny=1 << 10)

    @plain.tree.command(description="x")
    async def hi(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("hi")

    await plain.tree.sync()
    assert (await bea.slash("/hi", at=hidden)).text == "hi"
    with pytest.raises(discord.Forbidden):
        await plain.get_partial_messageable(hidden.id).send("x")


async def test_members_are_asked_for_by_name(plain: Plain, guild, bea):
    found = await plain.guilds[0].query_members("be")
    assert [m.id for m in found] == [bea.id]


@pytest.mark.parametrize("code", [1000, 1001, 4000, 4008])
async def test_after_a_close_that_is_not_fatal_the_client_resumes(code, plain: Plain, sandbox):
    sandbox.gateway.close(code)
    await sandbox.until(lambda: sandbox.gateway.resumed == 1)


@pytest.mark.parametrize(
    ("code", "raised"),
    [(4004, discord.ConnectionClosed), (4013, discord.ConnectionClosed), (4014, discord.PrivilegedIntentsRequired)],
)
async def test_a_fatal_close_ends_the_client(code, raised, sandbox, guild):
    client = Plain()
    await client.login(sandbox.world.application.token)
    task = asyncio.create_task(client.connect())
    await client.wait_until_ready()
    sandbox.gateway.close(code)
    with pytest.raises(raised):
        await asyncio.wait_for(task, 5)
    await client.close()


class Solo(discord.Client):
    """Without shards, as smaller bots are written."""

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message("alone")


async def test_a_client_without_shards_does_as_well(sandbox, guild, general, bea):
    async with running(sandbox, Solo(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05)):
        begun = sandbox.house.interactions.begin(2, bea.id, general, {"id": "1", "name": "x", "type": 1})
        await sandbox.house.interactions.first_word(begun)
        assert [m.text for m in bea.messages()] == ["alone"]
