"""Somebody is here for the first time: nothing that is done by habit leads astray, and what to do next is said."""

import asyncio
import json
import time
from pathlib import Path

import pytest

from sandbox.world.compose import Upload
from tests.page.conftest import NARROW, WIDE
from tests.page.show_bot import LONG, png

pytestmark = pytest.mark.asyncio(loop_scope="session")

APART = """([one, other]) => {
  const [a, b] = [one, other].map((s) => document.querySelector(s).getBoundingClientRect());
  return a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
}"""
LAST_IS_SHOWN = """() => {
  const all = document.querySelector('.log'), last = [...all.querySelectorAll('article')].at(-1);
  return last.getBoundingClientRect().bottom <= all.getBoundingClientRect().bottom;
}"""
WHOLE = "el => el.scrollWidth <= el.clientWidth && el.scrollHeight <= el.clientHeight"


# commands


async def test_the_second_enter_runs_a_command_whose_fields_are_all_optional(bot, visit):
    ada = await visit("Ada")
    await ada.begin("/lookup")
    await ada.shows(".suggest .head", "Optional fields · Enter runs the command")
    await ada.key("Enter")
    await ada.sees("all, page 1")
    assert await ada.focused("el.tagName + el.value") == "TEXTAREA"


async def test_fields_that_are_optional_are_reached_by_typing_arrows_tab_and_click(bot, visit):
    ada = await visit("Ada")
    await ada.begin("/lookup")
    await ada.type("white")
    await ada.page.get_by_role("option", name="White rum").wait_for()
    assert await ada.focused() == "topic: About what"
    await ada.key("Enter", "Enter")
    await ada.sees("white rum, page 1")
    await ada.begin("/lookup")
    await ada.key("ArrowUp", "Enter")
    assert await ada.focused() == "page: Which page"
    await ada.type("7")
    await ada.key("Enter")
    await ada.sees("all, page 7")
    await ada.begin("/lookup")
    await ada.key("Tab")
    assert await ada.focused() == "+ 2 more fields"
    await ada.key("Enter")
    await ada.page.get_by_role("option", name="page").click()
    assert await ada.focused() == "page: Which page"
    assert await ada.page.locator(".more").inner_text() == "+ 1 more field"


async def test_enter_takes_what_was_written_out_before_what_only_holds_it(bot, visit):
    ada = await visit("Ada")
    await ada.begin("/lookup")
    await ada.type("rum")
    await ada.page.get_by_role("option", name="White rum").wait_for()
    await ada.page.wait_for_function("() => document.querySelectorAll('.suggest .option').length === 3")
    await ada.key("Enter", "Enter")
    await ada.sees("rum, page 1")
    assert await ada.message("rum, page 1").locator(".content").inner_text() == "rum, page 1"


async def test_a_choice_that_begins_so_comes_before_one_that_only_holds_it(bot, visit):
    ada = await visit("Ada")
    await ada.begin("/taste")
    await ada.type("cocoa")
    await ada.page.get_by_role("option", name="Cocoa").wait_for()
    await ada.key("Enter", "Tab", "Enter")
    await ada.page.get_by_role("option", name="size").click()
    await ada.type("cup")
    assert await ada.page.locator(".suggest .label").all_inner_texts() == ["Cup with a lid", "Small cup"]
    await ada.key("Enter", "Enter")
    await ada.sees("cocoa c x1")


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["1280", "390"])
async def test_a_long_choice_stands_in_its_field_as_a_whole(bot, visit, size):
    ada = await visit("Ada", size=size)
    await ada.begin("/lookup")
    await ada.type("raisin")
    await ada.page.get_by_role("option", name=LONG).wait_for()
    await ada.key("Enter")
    field = ada.page.get_by_label("topic: About what")
    assert await field.input_value() == LONG
    assert await field.evaluate(WHOLE)


# links


async def test_an_address_of_a_place_here_leads_there_in_the_same_tab(house, visit):
    tavern = house.sandbox.house.places.new_channel(house.guild, "tavern")
    there = house.says("the moon is ours", at=tavern)
    for n in range(40):
        house.says(f"line {n}", at=tavern)
    address = f"https://discord.com/channels/{house.guild.id}/{tavern.id}"
    row = {"type": 1, "components": [{"type": 2, "style": 5, "label": "The tavern", "url": address}]}
    house.says(f"{address} [the card]({address}/{there.id})", body={"components": [row]})
    house.says("https://discord.com/channels/1/2 https://discord.com/channels/1")
    ada = await visit("Ada")
    tabs = len(ada.page.context.pages)
    for name in ("#tavern", "the card", "The tavern"):
        await ada.page.get_by_role("link", name=name, exact=True).press("Enter")
        await ada.page.locator("h1", has_text="tavern").wait_for()
        if name == "the card":
            await ada.shows("article.flash", "the moon is ours")
            assert await ada.message("the moon is ours").evaluate(
                "el => el.getBoundingClientRect().top >= 0 && el.getBoundingClientRect().top < innerHeight"
            )
        await ada.page.get_by_role("button", name="general", exact=True).click()
    assert len(ada.page.context.pages) == tabs
    elsewhere = ada.page.locator("a[href$='channels/1/2'], a[href$='channels/1']")
    assert await elsewhere.evaluate_all("all => all.map((a) => a.target)") == ["_blank", "_blank"]


# what is said at first


@pytest.mark.parametrize(
    ("name", "words"),
    [("Ada", "type /table new"), ("Bea", "tippe /table new"), ("Cem", "scrivi /table new")],
)
async def test_an_empty_channel_says_how_to_begin(house, visit, name, words):
    house.sandbox.person("Cem", house.guild, locale="it")
    tab = await visit(name)
    await tab.shows(".beginning", words)
    assert await tab.page.locator(".beginning a").get_attribute("href") == "/"
    await tab.page.locator(".beginning button").press("Enter")
    assert await tab.focused("el.value") == "/table new "
    house.says("hello")
    await tab.sees("hello")
    await tab.shows(".beginning", words)


async def test_a_place_that_is_new_has_nothing_earlier(house, visit):
    ada = await visit("Ada")
    house.sandbox.house.places.new_channel(house.guild, "tavern")
    await ada.page.get_by_role("button", name="tavern", exact=True).click()
    await ada.shows(".beginning", "Nothing has been said here yet.")
    assert await ada.page.locator(".older").count() == 0


async def test_a_command_that_is_pressed_is_begun_at_once(house, bot, visit):
    ada = await visit("Ada")
    house.says("Choose by </taste:1>")
    await ada.button("/taste").press("Enter")
    await ada.page.get_by_role("option", name="Violet").wait_for()
    assert await ada.focused() == "flavour: Which one"


async def test_the_first_page_shows_languages_and_a_colour_for_each(house, visit):
    for n, locale in enumerate(("it", "de", "en-US", "it", "de", "en-US")):
        house.sandbox.person(f"Person {n}", house.guild, locale=locale)
    tab = await visit()
    shown = await tab.page.locator("a.person > small").all_inner_texts()
    assert shown == ["English", "Deutsch", "Italiano", "Deutsch", "English", "Italiano", "Deutsch", "English"]
    colour = "all => all.map((el) => getComputedStyle(el).backgroundColor)"
    first = await tab.page.locator("a.person .avatar").evaluate_all(colour)
    assert len(set(first)) == len(first) == 8
    await tab.open("Bea")
    assert await tab.page.locator(".self .avatar").evaluate_all(colour) == first[1:2], "the same colour everywhere"
    heights = "all => [...new Set(all.map((el) => [el.getBoundingClientRect().top, el.offsetHeight].join()))]"
    await tab.open(None)
    assert len(await tab.page.locator(".maker :is(input, select, button)").evaluate_all(heights)) == 1


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("en-US", ["1 ping", "2 pings", "1 more field", "3 more fields"]),
        ("de", ["1 Erwähnung", "2 Erwähnungen", "1 weiteres Feld", "3 weitere Felder"]),
        ("it", ["1 menzione", "2 menzioni", "1 altro campo", "3 altri campi"]),
    ],
)
async def test_one_and_several_have_their_own_words(house, visit, locale, words):
    tab = await visit("Ada")
    said = await tab.page.evaluate(
        """async (locale) => {
          const { say, speak } = await import('/web/js/words.js');
          speak(locale);
          return [['nPings', 1], ['nPings', 2], ['optional', 1], ['optional', 3]].map(([key, n]) => say(key, {n}));
        }""",
        locale,
    )
    assert said == words


# what is seen


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["1280", "390"])
async def test_the_line_that_is_answered_ends_in_points_and_its_ring_is_seen(house, visit, size):
    first = house.says("so many words " * 30)
    house.says("so it is", answers=first.id, kind=19)
    ada = await visit("Ada", size=size)
    quote = await ada.shows("article .jump")
    assert (
        await quote.evaluate("el => el.scrollWidth > el.clientWidth && getComputedStyle(el).textOverflow") == "ellipsis"
    )
    await ada.page.locator("article .jump").focus()
    await ada.key("Shift+Tab", "Tab")
    ring = "el => { const s = getComputedStyle(el); return parseFloat(s.outlineWidth) + parseFloat(s.outlineOffset); }"
    assert await quote.evaluate("el => el.matches(':focus-visible')")
    assert await quote.evaluate(ring) <= 0, "what surrounds it cuts off all that stands outside"


@pytest.mark.parametrize("pings", [1, 12])
async def test_on_a_phone_the_number_leaves_the_menu_to_be_seen(house, visit, pings):
    ada = await visit("Ada", size=NARROW)
    for _ in range(pings):
        house.sandbox.house.post.create(house.ada.dm, house.sandbox.world.bot.id, {"content": "psst"})
    await ada.shows(".menu .badge", str(pings))
    assert await ada.page.evaluate(APART, [".menu .badge", ".menu path"])
    assert await ada.page.evaluate(APART, [".menu .badge", ".bar h1 path"])


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["1280", "390"])
async def test_direct_messages_and_the_server_open_with_a_place_that_is_selected(house, visit, size):
    places = house.sandbox.house.places
    places.new_channel(house.guild, "tavern")
    ada = await visit("Ada", size=size)
    menu = ada.page.get_by_role("button", name="Show channels")
    if size is NARROW:
        await menu.click()
    await ada.page.get_by_role("button", name="tavern", exact=True).click()
    if size is NARROW:
        await menu.click()
    await ada.page.get_by_role("button", name="Direct messages", exact=True).press("Enter")
    await ada.page.locator("h1", has_text="Stammtisch").wait_for()
    assert await ada.page.locator(".channels [aria-current]").inner_text() == "S\nStammtisch"
    assert await ada.focused() == "Direct messages"
    await ada.page.get_by_role("button", name="Stammtisch", exact=True).first.press("Enter")
    await ada.page.locator("h1", has_text="tavern").wait_for()
    assert await ada.page.locator(".channels [aria-current]").inner_text() == "tavern"


async def test_whoever_presses_far_above_stays_there_and_is_told_of_the_answer_and_the_rest(house, bot, visit):
    ada = await visit("Ada")
    await ada.slash("/classic")
    for n in range(30):
        house.says(f"line {n}")
    await ada.sees("line 29")
    await ada.page.locator(".log").press("Home")
    await ada.page.wait_for_function("() => document.querySelector('.log').scrollTop === 0")
    await ada.button("My card").focus()
    stood = await ada.page.evaluate("() => document.querySelector('.log').scrollTop")
    await ada.key("Enter")
    await ada.button("1 new message below").wait_for()
    assert await ada.page.evaluate("() => document.querySelector('.log').scrollTop") == stood
    assert not await ada.page.evaluate(LAST_IS_SHOWN)
    await ada.button("1 new message below").press("Enter")
    await ada.sees("your card is the moon")
    await ada.page.wait_for_function(LAST_IS_SHOWN)
    await ada.page.locator(".log").press("Home")
    await ada.page.wait_for_function("() => document.querySelector('.log').scrollTop === 0")
    for n in (1, 2):
        house.says(f"later {n}")
        await ada.button(f"{n} new message{'s' * (n > 1)} below").wait_for()
    assert not await ada.page.evaluate(LAST_IS_SHOWN)
    await ada.button("2 new messages below").press("Enter")
    await ada.page.wait_for_function(LAST_IS_SHOWN)
    await ada.page.locator(".below").wait_for(state="hidden")
    assert await ada.focused("el.tagName") == "TEXTAREA"


async def test_tabs_are_told_apart_by_name_and_sign(house, visit):
    ada, bea = await visit("Ada"), await visit("Bea")
    assert [await tab.page.title() for tab in (ada, bea)] == [
        "Ada · #general · Stammtisch",
        "Bea · #general · Stammtisch",
    ]
    signs = [await tab.page.locator("link[rel=icon]").get_attribute("href") for tab in (ada, bea)]
    assert [sign[:19] for sign in signs] == ["data:image/svg+xml,"] * 2
    assert signs[0] != signs[1]


# files and pictures


def read(path):
    return json.loads(Path(path).read_text())


async def test_a_file_that_only_one_sees_is_downloaded_by_keyboard(house, bot, visit):
    ada = await visit("Ada")
    await ada.slash("/paper")
    link = ada.page.get_by_role("link", name="Download kept.json")
    async with ada.page.expect_download() as coming:
        await link.press("Enter")
    download = await coming.value
    assert download.suggested_filename == "kept.json"
    assert read(await download.path()) == {"kept": []}
    assert await link.inner_text() == "kept.json 12 B"


async def test_a_picture_that_is_replaced_while_it_is_under_way_still_comes(house, bot, visit):
    ada = await visit("Ada")
    go_on, came = asyncio.Event(), asyncio.Event()
    status = []

    async def late(route):
        await go_on.wait()
        answer = await route.fetch()
        status.append(answer.status)
        await route.fulfill(response=answer)
        came.set()

    await ada.page.route("**/cdn/**", late)
    async with ada.page.expect_request("**/cdn/**"):
        told = house.says("look", uploads={0: Upload("teal.png", png(90, 60, "teal").getvalue(), "image/png")})
    house.sandbox.house.post.edit(told, {"content": "never mind", "attachments": []})
    assert told.files == []
    go_on.set()
    await asyncio.wait_for(came.wait(), 6)
    assert set(status) == {200}


async def test_after_the_clock_was_moved_no_address_is_opened_that_has_expired(house, bot, visit):
    """What is refused stands in the console, and `visit` wants none of it at the end."""
    places = house.sandbox.house.places
    places.new_channel(house.guild, "tavern")
    ada = await visit("Ada")
    refused = []
    ada.page.on("response", lambda answer: refused.append(answer.url) if answer.status >= 400 else None)
    await ada.page.route("**/cdn/**", lambda route: route.continue_())  # nothing out of the browser's memory
    await ada.slash("/board")
    await ada.slash("/paper")
    await ada.page.locator("article img").last.wait_for()
    until = "el => parseInt(new URL(el.src ?? el.href, location).searchParams.get('ex'), 16)"
    for _ in range(2):
        house.sandbox.clock.advance(2 * 86_400)
        now = house.sandbox.clock.now()
        for tab in house.page.tabs:
            tab.tell({"t": "clock", "now": now})
        await ada.page.get_by_role("button", name="tavern", exact=True).click()
        await ada.page.get_by_role("button", name="general", exact=True).click()
        await ada.page.wait_for_function("() => document.querySelector('article img')?.naturalWidth > 0")
        deadline = time.monotonic() + 5
        while await ada.page.locator("a.file").evaluate(until) < now and time.monotonic() < deadline:
            await ada.page.wait_for_timeout(30)
        assert await ada.page.locator("a.file").evaluate(until) > now
        assert await ada.page.locator("article img").last.evaluate(until) > now
    assert refused == []
