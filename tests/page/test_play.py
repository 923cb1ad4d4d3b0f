"""Two people in two tabs play: commands, presses, choices, forms, pictures, and what only one of them is shown."""

import re

import pytest

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_command_is_typed_with_autocomplete_and_keyboard_alone(bot, visit):
    ada, bea = await visit("Ada"), await visit("Bea")
    await ada.begin("/taste")
    assert await ada.focused() == "flavour: Which one"
    await ada.type("v")
    await ada.page.get_by_role("option", name="Violet").wait_for()
    await ada.key("ArrowDown", "Enter")
    assert await ada.page.get_by_label("flavour: Which one").input_value() == "Violet"
    await ada.key("Enter")
    await ada.sees("violet s x1")
    assert await ada.focused("el.tagName") == "TEXTAREA"
    await bea.sees_not("violet s x1")


async def test_tab_takes_what_is_lit_and_goes_on(bot, visit):
    ada = await visit("Ada")
    await ada.page.locator(".composer textarea").focus()
    await ada.type("/tas")
    await ada.page.get_by_role("option", name="/taste").wait_for()
    await ada.key("Tab")
    await ada.type("vio")
    await ada.page.get_by_role("option", name="Violet").wait_for()
    await ada.key("Tab")
    assert "more" in await ada.focused()
    await ada.key("Shift+Tab")
    assert await ada.page.get_by_label("flavour: Which one").input_value() == "Violet"
    await ada.key("Enter")
    await ada.sees("violet s x1")
    await ada.type("/taste cocoa")
    await ada.page.get_by_role("option", name="Cocoa").wait_for()
    await ada.key("Escape", "Escape")
    assert await ada.focused("el.tagName") == "TEXTAREA"
    assert await ada.focused("el.value") == ""


async def test_optional_fields_choices_numbers_people_and_truth_are_filled_in_by_keyboard(bot, visit):
    ada = await visit("Ada")
    await ada.begin("/taste")
    await ada.type("cocoa")
    await ada.page.get_by_role("option", name="Cocoa").wait_for()
    await ada.key("Enter", "Tab")
    for option, typed, told in (
        ("size", "bo", "Bowl"),
        ("scoops", "3", "3"),
        ("friend", "be", "Bea"),
        ("loud", "tr", "True"),
    ):
        assert "more" in await ada.focused()
        await ada.key("Enter")
        await ada.page.get_by_role("option", name=re.compile(option)).click()
        await ada.type(typed)
        if typed != told:
            await ada.page.get_by_role("option", name=told).wait_for()
            await ada.key("Enter")
        if option != "loud":
            await ada.key("Tab")
    await ada.key("Enter")
    await ada.sees("cocoa b x3 with Bea")


async def test_what_does_not_fit_is_said_and_nothing_is_lost(bot, visit):
    ada = await visit("Ada")
    await ada.begin("/taste")
    await ada.page.get_by_role("option", name="Vanilla").wait_for()
    await ada.key("Escape", "Enter")
    trouble = await ada.shows(".composer .trouble", "flavour is wanted")
    assert await trouble.get_attribute("role") == "alert"
    await ada.type("cocoa")
    await ada.page.get_by_role("option", name="Cocoa").wait_for()
    await ada.key("Enter", "Tab", "Enter")
    await ada.page.get_by_role("option", name=re.compile("scoops")).click()
    await ada.type("9")
    await ada.key("Enter")
    await ada.shows(".composer .trouble", "out of bounds")
    await ada.key("Backspace")
    await ada.type("2")
    await ada.key("Enter")
    await ada.sees("cocoa s x2")


async def test_a_press_changes_the_message_for_both_and_keeps_the_focus(bot, visit):
    ada, bea = await visit("Ada"), await visit("Bea")
    await ada.slash("/classic")
    await bea.sees("After round 3")
    for n in (1, 2):
        await bea.button("Count").press("Enter")
        await ada.sees(f"count:show {n}")
        await bea.sees(f"count:show {n}")
        assert await bea.focused() == "Count"
    await ada.shows(".edited", "(edited)")


async def test_selects_of_every_kind_tell_what_was_chosen(house, bot, visit):
    ada, bea = await visit("Ada"), await visit("Bea")
    await ada.slash("/show")
    await ada.choose("A flavour", "Violet")
    await ada.sees("chosen: violet")
    await ada.choose("Two flavours", "Vanilla", "Cocoa")
    await ada.sees("chosen: vanilla, cocoa")
    await ada.choose("A person", "Bea")
    await ada.sees(f"chosen: {house.bea.id}")
    await ada.choose("A role", "@everyone")
    await ada.choose("Anybody", "Ada")
    await ada.sees(f"chosen: {house.ada.id}")
    await ada.choose("A channel", "#general")
    await ada.sees(f"chosen: {house.general.id}")
    await bea.sees_not("chosen:")


async def test_a_select_is_worked_by_keyboard(bot, visit):
    ada = await visit("Ada")
    await ada.slash("/show")
    select = ada.page.get_by_role("button", name="A flavour", exact=True)
    await select.press("ArrowDown")
    assert await select.get_attribute("aria-expanded") == "true"
    await ada.key("End", "ArrowUp")
    lit = await ada.focused("document.getElementById(el.getAttribute('aria-activedescendant')).textContent")
    assert lit.startswith("Cocoa")
    await ada.key("Escape")
    assert await ada.focused() == "A flavour"
    await ada.key("Enter")
    await ada.type("v")
    await ada.key("Enter")
    await ada.sees("chosen: violet")


async def test_a_form_with_every_field_is_filled_in_by_keyboard(bot, visit):
    ada, bea = await visit("Ada"), await visit("Bea")
    await ada.begin("/form")
    await ada.key("Enter")
    await ada.dialog().wait_for()
    assert await ada.focused("el.dataset.control") == "note"
    await ada.key("Enter")
    await ada.shows("dialog .trouble", "Note is wanted")
    await ada.type("no sugar")
    await ada.key("Tab", "Enter", "ArrowDown", "Enter")
    await ada.key("Tab", "Space", "ArrowDown")
    await ada.key("Tab", "Space", "Tab", "Tab", "Space")
    await ada.key("Tab", "Tab", "Enter")
    await ada.sees("note=no sugar; who=['violet']; size=large; with=['sugar']; quiet=True")
    assert await ada.dialog().count() == 0
    await bea.sees_not("note=no sugar")


async def test_a_form_is_closed_by_escape_and_the_focus_goes_home(bot, visit):
    ada = await visit("Ada")
    await ada.begin("/form")
    await ada.key("Enter")
    await ada.dialog().wait_for()
    await ada.key("Escape")
    await ada.page.wait_for_function("() => document.activeElement.tagName === 'TEXTAREA'")


async def test_what_is_ephemeral_is_seen_where_it_belongs_and_dismissed(bot, visit):
    ada, bea = await visit("Ada"), await visit("Bea")
    await ada.slash("/whisper")
    await ada.sees("Only you can see this")
    await bea.sees_not("psst")
    await ada.button("Dismiss message").press("Enter")
    await ada.message("psst").wait_for(state="detached")
    assert await ada.focused("el.tagName") == "TEXTAREA"


async def test_a_picture_opens_large_with_what_it_shows_in_words(bot, visit):
    ada = await visit("Ada")
    await ada.slash("/show")
    await ada.button("Open picture: A teal field with a bright disc").press("Enter")
    image = ada.dialog().locator("img")
    await image.wait_for()
    assert await image.get_attribute("alt") == "A teal field with a bright disc"
    assert (await image.bounding_box())["width"] >= 890
    assert await ada.dialog().locator("p.alt").inner_text() == "A teal field with a bright disc"
    await ada.key("Escape")
    await ada.page.wait_for_function("() => document.activeElement.matches('article .picture')")
    assert await ada.focused() == "Open picture: A teal field with a bright disc"


async def test_a_deferred_answer_with_a_picture_comes_in_its_place(bot, visit):
    ada, bea = await visit("Ada"), await visit("Bea")
    await ada.slash("/board")
    await bea.button("Bild öffnen: A green field").wait_for()
    await bea.sees("Ada hat /board benutzt")
    await ada.sees("Your move")
    await bea.sees_not("Your move")


async def test_a_picture_whose_address_has_expired_is_asked_for_once_more(house, bot, visit):
    ada = await visit("Ada")
    ada.expected += ("status of 404",)
    await ada.slash("/board")
    image = ada.page.locator("article img").last
    await image.wait_for()
    address = await image.get_attribute("src")
    await image.evaluate("el => { el.src = el.src.replace(/hm=./, 'hm=x'); }")
    await ada.page.wait_for_function("() => document.querySelector('article img').src.indexOf('hm=x') < 0")
    assert (await ada.page.locator("article img").last.get_attribute("src")).split("?")[0] == address.split("?")[0]
    await ada.page.locator("article img").last.evaluate("el => { el.src = el.src.replace(/hm=./, 'hm=x'); }")
    await ada.page.wait_for_timeout(200)
    assert "hm=x" in await ada.page.locator("article img").last.get_attribute("src"), "not again and again"


async def test_silence_is_told_as_a_failure(house, bot, visit):
    house.sandbox.house.interactions.patience = 0.3
    ada = await visit("Ada")
    await ada.begin("/mute")
    await ada.key("Enter")
    await ada.shows(".composer .trouble", "The application did not respond")
    await ada.key("Escape")
    house.sandbox.house.interactions.patience = 4.0  # this one is answered, however busy the machine is
    await ada.slash("/classic")
    house.sandbox.house.interactions.patience = 0.3
    await ada.button("Nothing").click()
    await ada.shows("article .failure", "This interaction failed")
    assert await ada.button("Nothing").get_attribute("aria-busy") is None


async def test_thinking_is_shown_until_it_is_said_or_given_up(house, visit):
    ada = await visit("Ada")
    meta = {"id": "1", "type": 2, "user": {"id": str(house.ada.id)}}
    post = house.sandbox.house.post
    first, second = [post.thinking(house.general, only=house.ada.id, interaction=meta) for _ in range(2)]
    assert first.id != second.id
    await ada.sees("Stammtisch is thinking…")
    post.edit(first, {"content": "it is done"})
    await ada.sees("it is done")
    house.sandbox.clock.advance(1000)
    again = await visit("Ada")
    await again.sees("The application did not respond")


async def test_what_was_marked_as_wrong_loses_its_mark_as_soon_as_it_is_right(bot, visit):
    ada = await visit("Ada")
    await ada.begin("/taste")
    await ada.type("cocoa")
    await ada.page.get_by_role("option", name="Cocoa").wait_for()
    await ada.key("Enter", "Tab", "Enter")
    await ada.page.get_by_role("option", name=re.compile("size")).click()
    await ada.type("huge")
    await ada.key("Enter")
    await ada.shows(".composer .trouble", "size: Please choose")
    trouble = ada.page.locator(".composer .trouble")
    await ada.shows(".chip.wrong", "size")
    await ada.key("Control+a")
    await ada.type("bow")
    assert await trouble.inner_text() == "size: Please choose", "not yet"
    await ada.page.get_by_role("option", name="Bowl").wait_for()
    await ada.key("Enter")
    assert await ada.page.get_by_label("size: How large").input_value() == "Bowl"
    assert await trouble.inner_text() == ""
    assert await ada.page.locator(".chip.wrong").count() == 0
    await ada.key("Enter")
    await ada.sees("cocoa b x1")


async def test_a_wanted_field_loses_its_mark_with_the_first_letter(bot, visit):
    ada = await visit("Ada")
    await ada.begin("/taste")
    await ada.page.get_by_role("option", name="Vanilla").wait_for()
    await ada.key("Escape", "Enter")
    await ada.shows(".composer .trouble", "flavour is wanted")
    await ada.type("c")
    trouble = ada.page.locator(".composer .trouble")
    assert await trouble.inner_text() == ""
    assert await ada.page.locator(".chip.wrong").count() == 0


async def test_a_forms_field_loses_its_mark_as_soon_as_it_is_right(bot, visit):
    ada = await visit("Ada")
    await ada.begin("/form")
    await ada.key("Enter")
    await ada.dialog().wait_for()
    await ada.button("Submit").click()
    for words in ("Note is wanted", "Please choose"):
        await ada.shows("dialog .trouble", words)
    marked = "() => [...document.querySelectorAll('dialog .trouble')].filter((one) => one.textContent).length"
    assert await ada.page.evaluate(marked) == 3
    await ada.page.get_by_label("Note").fill("x")
    assert await ada.page.evaluate(marked) == 2
    await ada.page.get_by_role("radio").first.check()
    assert await ada.page.evaluate(marked) == 1
    await ada.page.locator("dialog .select").click()
    await ada.page.get_by_role("option").first.click()
    assert await ada.page.evaluate(marked) == 0
