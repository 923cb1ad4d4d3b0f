"""The drawer: requests with what was wrong in them, faults to come, and the clock."""

import pytest

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_requests_come_as_they_are_made_with_bodies(bot, visit):
    ada = await visit("Ada")
    await ada.button("Developer").press("Enter")
    assert await ada.focused() == "Close"
    await ada.page.locator(".exchange", has_text="/commands").first.wait_for()
    await ada.slash("/whisper")
    line = await ada.shows(".exchange", "POST /interactions/{interaction_id}/{interaction_token}/callback")
    await line.locator("summary").press("Enter")
    await ada.shows(".exchange pre", "the bag holds")


async def test_what_was_against_the_rules_stands_beside_its_request(house, bot, visit):
    ada = await visit("Ada")
    await ada.button("Developer").click()
    house.sandbox.checker.broken("POST", "/x", "told elsewhere")
    channel = bot.get_partial_messageable(house.general.id)
    with pytest.raises(Exception, match="50035"):
        await channel.send("x" * 2001)
    await ada.page.get_by_label("Only what was wrong").check()
    line = await ada.shows(".exchange.wrong", "POST /channels/{channel_id}/messages")
    await line.locator("summary").click()
    await ada.shows(".exchange .problem", "2000")
    assert await ada.page.locator(".exchange:not(.wrong)").count() == 0


async def test_a_fault_is_planned_strikes_and_is_told(house, bot, visit):
    house.sandbox.house.interactions.patience = 0.5
    ada = await visit("Ada")
    await ada.button("Developer").click()
    await ada.page.get_by_label("Request").select_option("POST /interactions/*/callback")
    await ada.page.get_by_label("What happens").select_option("404 / 10062 Unknown interaction")
    await ada.button("Plan the fault").click()
    await ada.shows(".plan li", "Planned: POST /interactions/*/callback: 404 10062")
    await ada.begin("/whisper")
    await ada.key("Enter")
    await ada.shows(".composer .trouble", "did not respond")
    await ada.shows(".plan li", "Struck: POST /interactions/*/callback: 404 10062")
    await ada.button("Plan the fault").click()
    await ada.button("Forget what is planned").click()
    await ada.shows(".plan li", "No fault is planned.")
    await ada.page.get_by_label("Request").select_option("event MESSAGE_CREATE")
    await ada.page.get_by_label("What happens").select_option("drop")
    await ada.button("Plan the fault").click()
    await ada.shows(".plan li", "Planned: MESSAGE_CREATE: drop")


async def test_the_bots_connection_is_cut_and_comes_back(house, bot, visit):
    ada = await visit("Ada")
    await ada.button("Developer").click()
    await ada.button("Cut").click()
    await house.sandbox.until(lambda: house.sandbox.gateway.resumed == 1)
    await ada.slash("/whisper")
    await ada.sees("psst")


async def test_the_clock_goes_ahead_for_every_tab(house, visit):
    ada = await visit("Ada")
    before = house.sandbox.clock.now()
    await ada.button("Developer").click()
    await ada.button("1 day").click()
    await ada.shows(".drawer .hint", "In the sandbox it is")
    await house.sandbox.until(lambda: house.sandbox.clock.now() >= before + 86_400)
    await ada.key("Escape")
    assert await ada.focused() == "Developer"
