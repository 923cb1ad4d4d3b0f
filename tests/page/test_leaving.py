"""Leaving a server on the page: asked once more, told to the bot as Discord tells it, and to be taken back."""

import json

import pytest

from sandbox.page.served import Page
from sandbox.server import Sandbox
from tests.page.conftest import NARROW, WIDE
from tests.sandbox.conftest import Wire

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def opened(tab, size):
    if size is NARROW:
        await tab.page.get_by_role("button", name="Show channels").click()


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["1280", "390"])
async def test_a_server_is_left_and_come_back_to(house, bot, visit, size):
    ada, bea = await visit("Ada", size=size), await visit("Bea")
    house.says("stay a while")
    await ada.sees("stay a while")
    await ada.page.bring_to_front()
    await opened(ada, size)
    await ada.button("Leave Stammtisch").click()
    await ada.dialog().get_by_role("button", name="Cancel").click()
    assert house.ada.id in house.guild.members
    await ada.button("Leave Stammtisch").click()
    await ada.shows("dialog h2", "Leave Stammtisch?")
    await ada.dialog().get_by_role("button", name="Leave").click()
    await ada.message("stay a while").wait_for(state="detached")
    assert house.ada.id not in house.guild.members
    assert await ada.page.locator(".channels .place", has_text="general").count() == 0
    assert await ada.page.locator(".composer textarea").is_disabled()
    house.says("gone already?")
    await bea.sees("gone already?")
    await ada.page.reload()
    await ada.page.locator(".rail").wait_for(state="attached")
    await opened(ada, size)
    await ada.button("Go back to Stammtisch").click()
    await ada.sees("gone already?")
    assert house.ada.id in house.guild.members


async def test_who_has_left_gets_no_direct_message(house, bot, visit):
    dm = await (await bot.fetch_user(house.ada.id)).create_dm()
    await dm.send("while here")
    house.ada.leave(house.guild)
    with pytest.raises(Exception, match="50278"):
        await dm.send("after that")


async def test_others_are_told_and_a_press_of_a_second_tab_is_answered(house, visit):
    bea, also_bea, ada = await visit("Bea"), await visit("Bea"), await visit("Ada")
    await bea.button("Stammtisch verlassen").click()
    await bea.dialog().get_by_role("button", name="Verlassen").click()
    await also_bea.page.locator(".channels .place", has_text="general").wait_for(state="detached")
    members = "() => import('/web/js/state.js').then(({ state }) => state.guilds[0].members.length)"
    await ada.page.wait_for_function(f"() => ({members})().then((n) => n === 2)")


async def heard(wire, *wanted):
    """The next of these events."""
    while (frame := await wire.get())["t"] not in wanted:
        pass
    return frame


async def test_the_gateway_tells_it_to_who_may_know_members():
    import aiohttp

    page = Page()
    async with Sandbox(mount=page.mount) as box:
        box.world.application.privileged = 1 << 1
        guild = box.guild()
        ada = box.person("Ada", guild)
        thread = box.house.places.new_thread(ada.here, box.world.bot.id, {"name": "Table 7", "type": 11})
        box.house.places.enter_thread(thread, ada.id)
        token = box.world.application.token
        async with aiohttp.ClientSession() as session:
            query = box.gateway.address + "?v=10&encoding=json"
            async with session.ws_connect(query) as one, session.ws_connect(query) as two:
                members, guilds = Wire(one, token), Wire(two, token)
                for wire, intents in ((members, 1 | 1 << 1), (guilds, 1)):
                    await wire.identify(intents=intents)
                    await heard(wire, "GUILD_CREATE")
                told: dict[str, str] = {}
                async with session.ws_connect(f"{box.address}/page/ws?as=Ada") as tab:
                    for _ in range(2):
                        await tab.send_str(json.dumps({"n": 1, "do": "leave", "guild": str(guild.id)}))
                        while (told := await tab.receive_json(timeout=5))["t"] != "answer":
                            pass
                assert "left that server already" in told["error"]
                frame = await heard(members, "GUILD_MEMBER_REMOVE", "THREAD_MEMBERS_UPDATE")
                assert (frame["t"], frame["d"]["guild_id"]) == ("GUILD_MEMBER_REMOVE", str(guild.id))
                assert set(frame["d"]) == {"guild_id", "user"}
                assert frame["d"]["user"]["id"] == str(ada.id)
                other = await heard(guilds, "GUILD_MEMBER_REMOVE", "THREAD_MEMBERS_UPDATE")
                assert other["t"] == "THREAD_MEMBERS_UPDATE", "without the intent for members only the thread tells"
                assert other["d"]["removed_member_ids"] == [str(ada.id)]
        assert ada.id not in thread.joined
