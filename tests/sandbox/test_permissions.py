"""What the bot may not do is computed from roles and overwrites, and refused as Discord refuses it."""

import random

import discord
import pytest

import sandbox.world.permissions as may
from sandbox.world.world import Channel
from tests.sandbox.conftest import Raw


@pytest.fixture
def bots_role(sandbox, guild):
    return next(r for r in guild.roles.values() if r.managed)


async def refused(raw: Raw, method: str, path: str, body=None) -> int:
    status, answer = await raw(method, path, body)
    assert status == 403, answer
    return answer["code"]


async def test_a_channel_it_cannot_see_gives_no_access(sandbox, raw: Raw, guild, general, bots_role):
    sandbox.house.places.overwrite(general, guild.id, 0, deny=may.VIEW_CHANNEL)
    assert await refused(raw, "GET", f"/channels/{general.id}") == 50001
    assert await refused(raw, "POST", f"/channels/{general.id}/messages", {"content": "x"}) == 50001
    sandbox.house.places.overwrite(general, bots_role.id, 0, allow=may.VIEW_CHANNEL)
    assert (await raw("GET", f"/channels/{general.id}"))[0] == 200


@pytest.mark.parametrize(
    ("right", "method", "path", "body"),
    [
        (may.SEND_MESSAGES, "POST", "/channels/{c}/messages", {"content": "x"}),
        (may.CREATE_PUBLIC_THREADS, "POST", "/channels/{c}/threads", {"name": "x", "type": 11}),
        (may.CREATE_PRIVATE_THREADS, "POST", "/channels/{c}/threads", {"name": "x", "type": 12}),
        (may.CREATE_PUBLIC_THREADS, "POST", "/channels/{c}/messages/{m}/threads", {"name": "x"}),
        (may.PIN_MESSAGES | may.MANAGE_MESSAGES, "PUT", "/channels/{c}/messages/pins/{m}", None),
        (may.MANAGE_MESSAGES, "DELETE", "/channels/{c}/messages/{p}", None),
        (may.ADD_REACTIONS, "PUT", "/channels/{c}/messages/{p}/reactions/%F0%9F%91%8D/@me", None),
        (may.MANAGE_CHANNELS, "PATCH", "/channels/{c}", {"name": "x"}),
        (may.MANAGE_CHANNELS, "DELETE", "/channels/{c}", None),
        (may.MANAGE_ROLES, "PUT", "/channels/{c}/permissions/{g}", {"type": 0}),
        (may.SEND_MESSAGES, "POST", "/channels/{c}/typing", None),
    ],
)
async def test_without_the_right(right, method, path, body, sandbox, raw: Raw, guild, general, ada, bots_role):
    mine = sandbox.house.post.create(general, sandbox.world.bot.id, {"content": "mine"})
    other = ada.say("hers")
    where = path.format(c=general.id, m=mine.id, p=other.id, g=guild.id)
    sandbox.house.places.overwrite(general, bots_role.id, 0, deny=right)
    assert await refused(raw, method, where, body) == 50013
    sandbox.house.places.overwrite(general, bots_role.id, 0, allow=right)
    assert (await raw(method, where, body))[0] < 300


async def test_in_threads_the_right_to_write_is_another(sandbox, raw: Raw, guild, general, bots_role):
    thread = sandbox.house.places.new_thread(general, sandbox.world.bot.id, {"name": "x", "type": 11})
    sandbox.house.places.overwrite(general, bots_role.id, 0, deny=may.SEND_MESSAGES)
    assert (await raw("POST", f"/channels/{thread.id}/messages", {"content": "x"}))[0] == 200
    sandbox.house.places.overwrite(general, bots_role.id, 0, deny=may.SEND_MESSAGES_IN_THREADS)
    assert await refused(raw, "POST", f"/channels/{thread.id}/messages", {"content": "x"}) == 50013


async def test_a_private_thread_is_closed_to_a_bot_that_is_not_in_it(sandbox, raw: Raw, guild, general, ada, bots_role):
    thread = sandbox.house.places.new_thread(general, ada.id, {"name": "x", "type": 12})
    assert (await raw("GET", f"/channels/{thread.id}"))[0] == 200, "it may manage threads"
    sandbox.house.places.change_role(guild, bots_role, may.EVERYONE)
    assert await refused(raw, "GET", f"/channels/{thread.id}") == 50001


async def test_another_ones_message_is_not_edited(raw: Raw, general, ada):
    message = ada.say("hers")
    assert await refused(raw, "PATCH", f"/channels/{general.id}/messages/{message.id}", {"content": "x"}) == 50005


async def test_overwrites_go_before_roles_and_members_before_both(sandbox, guild, general: Channel, ada):
    house, world = sandbox.house, sandbox.world
    role = house.places.new_role(guild, "R")
    house.places.give_role(guild, ada.id, role.id)

    def writes() -> bool:
        return bool(may.in_channel(world, ada.id, general) & may.SEND_MESSAGES)

    assert writes()
    house.places.overwrite(general, guild.id, 0, deny=may.SEND_MESSAGES)
    assert not writes()
    house.places.overwrite(general, role.id, 0, allow=may.SEND_MESSAGES)
    assert writes()
    house.places.overwrite(general, ada.id, 1, deny=may.SEND_MESSAGES)
    assert not writes()
    house.places.change_role(guild, role, may.ADMINISTRATOR)
    assert writes()


async def test_the_client_computes_the_same_permissions(plain, sandbox, guild, general, bots_role):
    sandbox.house.places.overwrite(general, bots_role.id, 0, deny=may.ATTACH_FILES, allow=may.MANAGE_CHANNELS)
    await sandbox.until(lambda: not plain.get_channel(general.id).permissions_for(plain.guilds[0].me).attach_files)
    mine: discord.Permissions = plain.get_channel(general.id).permissions_for(plain.guilds[0].me)
    assert mine.value & may.in_channel(sandbox.world, sandbox.world.bot.id, general) == mine.value
    assert mine.manage_channels


async def test_a_bot_thrown_out_loses_its_guild(plain, sandbox, guild, raw: Raw, general):
    sandbox.house.places.remove_bot(guild)
    await sandbox.until(lambda: len(plain.guilds) == 0)
    assert (await raw("GET", f"/guilds/{guild.id}"))[1]["code"] == 10004
    assert await refused(raw, "POST", f"/channels/{general.id}/messages", {"content": "x"}) == 50001
    sandbox.house.places.invite_bot(guild)
    await sandbox.until(lambda: len(plain.guilds) == 1)


async def test_the_client_computes_the_same_for_any_roles_and_overwrites(plain, sandbox, guild, general, bea):
    """discord.py is the second implementation: thirty random settings of roles and overwrites, for Bea."""
    luck, house = random.Random(30), sandbox.house
    roles = [house.places.new_role(guild, f"R{n}") for n in range(3)]
    rights = [
        may.SEND_MESSAGES,
        may.EMBED_LINKS,
        may.ATTACH_FILES,
        may.ADD_REACTIONS,
        may.MANAGE_MESSAGES,
        may.ADMINISTRATOR,
    ]

    def some(weight: float = 0.4) -> int:
        return sum(right for right in rights[: None if luck.random() < 0.1 else -1] if luck.random() < weight)

    for _ in range(30):
        for role in roles:
            house.places.change_role(guild, role, some())
            house.places.give_role(guild, bea.id, role.id, take=luck.random() < 0.5)
        for target, kind in ((guild.id, 0), (bea.id, 1), *((role.id, 0) for role in roles)):
            allow = some()
            house.places.overwrite(general, target, kind, allow=allow, deny=some() & ~allow, clear=luck.random() < 0.3)
        last = house.places.new_role(guild, str(luck.random()))  # when it has come, all before it has
        await sandbox.until(lambda last=last: plain.guilds[0].get_role(last.id) is not None)
        member = await plain.guilds[0].fetch_member(bea.id)
        theirs = plain.get_channel(general.id).permissions_for(member)
        ours = may.in_channel(sandbox.world, bea.id, general)
        assert [bool(ours & r) for r in rights] == [bool(theirs.value & r) for r in rights]
