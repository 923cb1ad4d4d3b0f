"""Where messages stand, and what the page does when they come, grow or go: as Discord, and nothing more."""

import pytest

from sandbox.world.compose import Upload
from sandbox.world.world import EPHEMERAL, V2
from tests.page.conftest import NARROW, WIDE
from tests.page.show_bot import png

pytestmark = pytest.mark.asyncio(loop_scope="session")

TEXTS = """() => [...document.querySelectorAll('article .content')]
  .map((one) => one.innerText.trim().replace(/\\n+/g, '\\n'))"""
ANOTHER = f"(drawn) => JSON.stringify(({TEXTS})()) !== JSON.stringify(drawn)"
TOP = "el => Math.round(el.getBoundingClientRect().top)"
AT_END = """() => {
  const log = document.querySelector('.log');
  return log.scrollHeight - log.scrollTop - log.clientHeight < 2;
}"""
SETTLED = """() => new Promise((done) => setTimeout(
  () => requestAnimationFrame(() => requestAnimationFrame(() => done())), 120))"""
LONG = "\n".join(["so it goes"] * 12)


def told(house, text, **more):
    return house.says(text, only=house.ada.id, flags=EPHEMERAL, **more)


async def came(tab, message, text):
    """Until a message says so, and what follows from that has been drawn."""
    await tab.page.locator(f"#m-{message.id}", has_text=text).wait_for(state="attached")
    await tab.page.evaluate(SETTLED)


async def scrolled(tab, message):
    """Scrolls until this message begins a little below the upper edge, and no farther."""
    await tab.page.evaluate(
        """(id) => {
          const log = document.querySelector('.log'), one = document.getElementById(`m-${id}`);
          log.scrollTop += one.getBoundingClientRect().top - log.getBoundingClientRect().top - 40;
        }""",
        str(message.id),
    )
    await tab.page.evaluate(SETTLED)
    return tab.page.locator(f"#m-{message.id}")


async def test_an_answer_that_only_one_sees_stands_where_it_was_given_and_does_not_move(house, visit):
    ada = await visit("Ada")
    house.says("before")
    panel = told(house, "panel")
    house.says("after one")
    house.says("after two")
    await ada.sees("after two")
    assert await ada.page.evaluate(TEXTS) == ["before", "panel", "after one", "after two"]
    house.sandbox.house.post.edit(panel, {"content": "panel, pressed"})
    await ada.sees("panel, pressed")
    assert await ada.page.evaluate(TEXTS) == ["before", "panel, pressed\n(edited)", "after one", "after two"]


async def test_an_answer_that_a_press_edits_keeps_its_place_under_newer_posts(house, bot, visit):
    ada = await visit("Ada")
    await ada.slash("/classic")
    house.says("a newer post")
    await ada.sees("a newer post")
    await ada.button("Count").click()
    await ada.sees("count:show 1")
    told = await ada.page.evaluate(TEXTS)
    assert "count:show 1" in told[0]
    assert "(edited)" in told[0]
    assert told[1] == "a newer post"
    assert len(told) == 2


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["1280", "390"])
async def test_whoever_is_at_the_end_stays_there_whatever_comes_or_grows(house, visit, size):
    ada = await visit("Ada", size=size)
    first, *_ = [house.says(f"line {n}") for n in range(40)]
    await ada.sees("line 39")
    assert await ada.page.evaluate(AT_END)
    house.says("look", uploads={0: Upload("board.png", png(1200, 1100, "teal").getvalue(), "image/png")})
    await ada.page.wait_for_function("() => document.querySelector('article .picture img')?.naturalWidth")
    await ada.page.evaluate(SETTLED)
    assert await ada.page.evaluate(AT_END)
    for message in (first, told(house, "panel")):
        house.sandbox.house.post.edit(message, {"content": LONG})
        await came(ada, message, "so it goes")
        assert await ada.page.evaluate(AT_END)
    await ada.page.set_viewport_size({"width": size["width"], "height": 500})
    await ada.page.evaluate(SETTLED)
    assert await ada.page.evaluate(AT_END), "the room grows smaller too, by a keyboard say"


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["1280", "390"])
async def test_whoever_reads_above_goes_on_reading_the_same_lines(house, visit, size):
    ada = await visit("Ada", size=size)
    lines = [house.says(f"line {n}") for n in range(80)]
    await ada.sees("line 79")
    shown = await scrolled(ada, lines[40])
    before = await shown.evaluate(TOP)
    post = house.sandbox.house.post
    for change in (
        lambda: post.edit(lines[25], {"content": LONG}),
        lambda: post.edit(lines[78], {"content": LONG}),
        lambda: post.delete(lines[30]),
        lambda: told(house, "an answer to a press"),
        lambda: house.says("a newer post"),
        lambda: post.edit(lines[40], {"content": LONG}),
    ):
        drawn = await ada.page.evaluate(TEXTS)
        change()
        await ada.page.wait_for_function(ANOTHER, arg=drawn)
        await ada.page.evaluate(SETTLED)
        assert await shown.evaluate(TOP) == pytest.approx(before, abs=1)
    await ada.button("2 new messages below").wait_for()


async def test_a_post_taller_than_the_screen_that_is_edited_stays_where_it_is(house, visit):
    ada = await visit("Ada", size=NARROW)
    first, *_ = [house.says(f"line {n}") for n in range(20)]
    tall = house.says("\n".join(f"row {n}" for n in range(70)))
    [house.says(f"later {n}") for n in range(20)]
    await ada.sees("later 19")
    shown = await scrolled(ada, tall)
    await ada.page.evaluate("() => { document.querySelector('.log').scrollTop += 400; }")
    await ada.page.evaluate(SETTLED)
    before = await shown.evaluate(TOP)
    for message, text in ((tall, "\n".join(f"row {n}, edited" for n in range(75))), (first, LONG)):
        house.sandbox.house.post.edit(message, {"content": text})
        await came(ada, message, text.splitlines()[-1])
        assert await shown.evaluate(TOP) == pytest.approx(before, abs=1)


async def test_what_one_writes_oneself_brings_one_to_the_end(house, bot, visit):
    ada = await visit("Ada")
    lines = [house.says(f"line {n}") for n in range(80)]
    await ada.sees("line 79")
    for write in (lambda: ada.type("hello all\n"), lambda: ada.slash("/whisper")):
        await scrolled(ada, lines[10])
        assert not await ada.page.evaluate(AT_END)
        await ada.page.locator(".composer textarea").focus()
        await write()
        await ada.page.wait_for_function(AT_END)


async def test_a_channel_that_is_drawn_anew_keeps_its_reader_where_they_are(house, visit):
    ada = await visit("Ada")
    lines = [house.says(f"line {n}") for n in range(50)]
    await ada.sees("line 49")
    shown = await scrolled(ada, lines[20])
    before = await shown.evaluate(TOP)
    house.sandbox.person("Cem", house.guild)
    house.sandbox.house.places.new_channel(house.guild, "tavern")
    await ada.page.get_by_role("button", name="tavern").wait_for()
    await house.page.cut()
    house.sandbox.house.post.edit(lines[5], {"content": LONG})
    await ada.shows(".connection", "Connected again")
    await ada.page.wait_for_function("() => !document.querySelector('.connection').textContent")
    await ada.page.evaluate(SETTLED)
    assert await shown.evaluate(TOP) == pytest.approx(before, abs=1)


async def test_a_panel_of_components_shows_that_it_was_edited(house, visit):
    ada = await visit("Ada")
    body = {"components": [{"type": 17, "components": [{"type": 10, "content": "one"}]}], "flags": V2}
    panel = house.sandbox.house.post.create(house.general, house.sandbox.world.bot.id, body)
    await ada.sees("one")
    house.sandbox.house.post.edit(panel, {"components": [{"type": 10, "content": "two"}]})
    await ada.sees("two")
    await ada.shows(".edited", "(edited)")


async def test_earlier_messages_come_above_what_one_reads(house, visit):
    for n in range(100):
        house.says(f"line {n}")
    ada = await visit("Ada")
    await ada.page.locator(".log").press("Home")
    await ada.page.wait_for_function("() => document.querySelector('.log').scrollTop === 0")
    shown = ada.page.locator("article").nth(1)
    before = await shown.evaluate(TOP)
    shown = ada.page.locator("#" + await shown.get_attribute("id"))
    await ada.button("Show earlier messages").press("Enter")
    await ada.sees("line 3")
    assert await ada.page.locator("article").count() == 100
    assert await shown.evaluate(TOP) == pytest.approx(before, abs=1)
