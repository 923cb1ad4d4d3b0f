"""Where things are: people, servers, channels, threads and DMs, what is unread, and a connection that is lost."""

import pytest

from sandbox.page.served import Page
from sandbox.server import Sandbox
from sandbox.world.world import SILENT
from tests.page.conftest import NARROW

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_tab_is_somebody_and_somebody_new_is_made(house, visit):
    tab = await visit()
    assert await tab.focused() == "APlay as AdaEnglish"
    await tab.page.get_by_label("Name").fill("Ada")
    await tab.page.get_by_role("button", name="Make").click()
    await tab.shows(".trouble", "there is somebody of that name")
    await tab.page.get_by_label("Name").fill("Zoë <b>")
    await tab.page.get_by_label("Language").select_option("it")
    await tab.page.get_by_label("Name").press("Enter")
    await tab.page.locator(".composer textarea").wait_for()
    assert await tab.page.locator(".who strong").inner_text() == "Zoë <b>"
    assert await tab.page.locator("html").get_attribute("lang") == "it"
    assert any(p.name == "Zoë <b>" for p in house.sandbox.people.values())


async def test_an_unknown_person_is_asked_who_he_is(visit):
    tab = await visit()
    await tab.page.goto(f"{tab.address}/?as=Nobody")
    await tab.page.locator("a.person").first.wait_for()


async def test_a_dm_comes_with_a_mark_and_silently(house, bot, visit):
    ada = await visit("Ada")
    await ada.slash("/write")
    home = ada.page.get_by_role("button", name="Direct messages, 1 ping")
    await home.wait_for()
    assert (await ada.page.title()).startswith("(1) ")
    await home.click()
    await ada.sees("It is your turn")
    await ada.message("It is your turn").get_by_role("img", name="Silent message").wait_for()
    assert not (await ada.page.title()).startswith("(")
    await ada.page.reload()
    await ada.sees("It is your turn")
    assert not (await ada.page.title()).startswith("("), "what was read stays read"


async def test_closed_dms_are_closed_by_a_switch(house, bot, visit):
    ada = await visit("Ada")
    await ada.button("Settings").press("Enter")
    await ada.page.get_by_role("switch", name="Take direct messages").press("Space")
    await ada.key("Escape")
    await ada.slash("/write")
    await ada.sees("your DMs are closed")
    assert house.ada.user.dms_open is False


async def test_channels_show_what_is_unread_and_who_is_called(house, visit):
    places = house.sandbox.house.places
    other = places.new_channel(house.guild, "tavern")
    ada = await visit("Ada")
    house.says("hello all", at=other)
    await ada.page.get_by_role("button", name="tavern, unread").wait_for()
    house.says(f"<@{house.ada.id}> come", at=other, body={"flags": SILENT})
    await ada.page.get_by_role("button", name="tavern, 1 ping").click()
    await ada.sees("hello all")
    await ada.shows(".fresh-line", "New")
    assert "pinged" in (await ada.message("come").get_attribute("class"))
    await ada.page.get_by_role("button", name="tavern", exact=True).wait_for()
    await ada.page.get_by_role("button", name="general", exact=True).click()
    await ada.sees_not("hello all")


async def test_threads_stand_under_their_channel_and_open(house, bot, visit):
    ada, bea = await visit("Ada"), await visit("Bea")
    await ada.slash("/thread")
    await bea.page.get_by_role("button", name="Table 7, ungelesen").click()
    await bea.sees("the table stands here")
    assert await bea.page.locator(".older").count() == 0, "all of a new place is there"
    await ada.page.bring_to_front()
    await ada.page.get_by_role("button", name="Open thread Table 7").click()
    await ada.sees("the table stands here")
    await ada.type("I am here")
    await ada.key("Enter")
    await bea.sees("I am here")
    thread = next(c for c in house.sandbox.world.channels.values() if c.is_thread)
    house.sandbox.house.places.change_thread(thread, {"archived": True})
    await ada.page.locator("summary", has_text="Archived threads (1)").wait_for()


async def test_a_lost_connection_is_shown_and_regained_with_what_was_missed(house, visit):
    ada = await visit("Ada")
    before = house.says("before")
    await ada.sees("before")
    ports = await _gone(house, ada)
    house.says("while away")
    house.sandbox.house.post.edit(before, {"content": "changed meanwhile"})
    await ports()
    await ada.shows(".connection", "Connected again")
    await ada.sees("while away")
    await ada.sees("changed meanwhile")


async def _gone(house, tab):
    """The page's server turns everybody away until what is returned is called."""
    connect = house.page._named

    def refuse(name: str):
        raise OSError(name)

    house.page._named = refuse
    await house.page.cut()
    await tab.shows(".connection", "Connection lost")

    async def back():
        house.page._named = connect

    return back


async def test_after_a_restart_the_tab_comes_back_to_the_same_world(tmp_path, house, visit, browser):
    async def start(port: int) -> Sandbox:
        box = Sandbox(keep=tmp_path / "world", mount=Page().mount)
        box.person("Ada", box.guild())
        return await box.start(port)

    first = await start(0)
    tab = await visit("Ada")
    tab.address = first.address
    await tab.open("Ada")
    await tab.type("remember me")
    await tab.key("Enter")
    await tab.sees("remember me")
    await first.stop()
    await tab.shows(".connection", "Connection lost")
    second = await start(int(first.address.rpartition(":")[2]))
    await tab.shows(".connection", "Connected again")
    await tab.type("and go on")
    await tab.key("Enter")
    await tab.sees("and go on")
    await tab.sees("remember me")
    await second.stop()


async def test_language_and_look_are_chosen(house, bot, visit):
    ada = await visit("Ada")
    await ada.button("Settings").click()
    await ada.page.get_by_label("Light").check()
    ground = await ada.page.evaluate("getComputedStyle(document.querySelector('main')).backgroundColor")
    assert ground == "rgb(255, 255, 255)"
    await ada.page.get_by_label("Deutsch").click()
    await ada.page.get_by_role("button", name="Einstellungen").wait_for()
    assert house.ada.user.locale == "de"
    await ada.page.locator(".composer textarea").focus()
    await ada.type("/")
    await ada.page.get_by_role("option", name="Nimmt eine Sorte").wait_for()


async def test_on_a_phone_the_lists_lie_over_the_messages(house, visit):
    house.sandbox.house.places.new_channel(house.guild, "tavern")
    ada = await visit("Ada", size=NARROW)
    tavern = ada.page.get_by_role("button", name="tavern", exact=True)
    assert not await tavern.is_visible()
    house.sandbox.house.post.create(house.ada.dm, house.sandbox.world.bot.id, {"content": "psst"})
    menu = ada.page.get_by_role("button", name="Show channels, 1 ping")
    assert await menu.locator(".badge").inner_text() == "1"
    await menu.click()
    await tavern.click()
    await tavern.wait_for(state="hidden")
    assert await ada.page.locator("h1").inner_text() == "tavern"
    await menu.click()
    await ada.key("Escape")
    await tavern.wait_for(state="hidden")
    assert await ada.focused() == "Show channels, 1 ping"


async def test_one_stays_at_the_end_while_pictures_come_and_leaves_it_by_scrolling(house, bot, visit):
    at_end = (
        "() => { const l = document.querySelector('.log'); return l.scrollHeight - l.scrollTop - l.clientHeight < 5; }"
    )
    ada = await visit("Ada")
    for _ in range(2):
        await ada.slash("/show")
        await ada.page.wait_for_function(at_end)
    again = await visit("Ada")
    await again.page.locator("article img").last.wait_for()
    house.says("the newest")
    await again.sees("the newest")
    await again.page.wait_for_timeout(200)
    assert await again.page.evaluate(at_end)
    await again.page.locator(".log").press("PageUp")
    await again.page.wait_for_timeout(150)
    house.says("newer still")
    await again.sees("newer still")
    assert not await again.page.evaluate(at_end), "who reads what was before is not torn away"


async def test_old_messages_are_fetched_when_wanted(house, visit):
    for n in range(130):
        house.says(f"number {n};")
    ada = await visit("Ada")
    await ada.sees("number 129;")
    assert await ada.page.locator("article").count() == 60
    for count in (120, 130):
        await ada.button("Show earlier messages").click()
        await ada.page.wait_for_function("(n) => document.querySelectorAll('article').length === n", arg=count)
    await ada.sees("number 0;")
    assert await ada.page.locator("article").count() == 130
