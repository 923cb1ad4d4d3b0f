"""The measuring of a played channel, on a made-up one: each figure is known beforehand."""

import pytest

from sandbox.world.compose import Upload
from sandbox.world.world import EPHEMERAL, V2
from tests.page.conftest import NARROW, WIDE
from tests.page.measures import heights_at, looked, whole
from tests.page.show_bot import png

pytestmark = pytest.mark.asyncio(loop_scope="session")

BOARD = Upload("board.png", png(1200, 1100, "teal").getvalue(), "image/png")
PICTURE = {"type": 12, "items": [{"media": {"url": "attachment://board.png"}, "description": "the board"}]}


def row(*labels, **more):
    buttons = [{"type": 2, "style": 2, "label": n, "custom_id": f"count:{n}"} | more for n in labels]
    return {"type": 1, "components": buttons}


def text(words):
    return {"type": 10, "content": words}


def laid(house, *parts, own=False, pings=()):
    """A message of these components, to all or to Ada alone."""
    uploads = {0: BOARD} if PICTURE in parts else {}
    more = {"only": house.ada.id, "flags": EPHEMERAL} if own else {}
    body = {"components": list(parts), "flags": V2, "allowed_mentions": {"users": [str(n) for n in pings]}}
    return house.sandbox.house.post.create(house.general, house.sandbox.world.bot.id, body, uploads, **more)


def board(house, words="a turn", *labels):
    return laid(house, text(words), PICTURE, row(*(labels or ("My turn", "Board"))))


def call(house, *labels):
    return laid(house, text(f"<@{house.ada.id}>, you are asked"), row(*(labels or ("Answer",))), pings=[house.ada.id])


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["1280", "390"])
async def test_heights_are_those_that_the_browser_tells(house, visit, size):
    board(house)
    house.says("a line")
    laid(house, text("\n".join(["so"] * 9)), own=True)
    ada = await visit("Ada")
    found = await heights_at(ada, size)
    boxes = [await one.bounding_box() for one in await ada.page.locator("article").all()]
    assert [one.height for one in found] == pytest.approx([box["height"] for box in boxes], abs=1)
    assert [(one.ephemeral, one.pictures, one.live) for one in found] == [(False, 1, 2), (False, 0, 0), (True, 0, 0)]
    picture = await ada.page.locator("article img").first.bounding_box()
    assert picture["height"] + 80 < found[0].height < picture["height"] + 190


async def test_all_messages_are_measured_and_not_only_the_newest(house, visit):
    for n in range(140):
        house.says(f"line {n}")
    ada = await visit("Ada")
    assert len((await looked(ada)).messages) == 60
    await whole(ada)
    assert len((await looked(ada)).messages) == 140


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["1280", "390"])
async def test_a_panel_on_one_screen_has_its_first_line_and_first_button_in_view(house, visit, size):
    ada = await visit("Ada", size=size)
    board(house)
    laid(house, text("Your turn"), row("Commit"), own=True)
    panel = (await looked(ada)).panel
    assert panel is not None
    assert (panel.first_line, panel.first_button) == (True, True)


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["1280", "390"])
async def test_a_panel_taller_than_the_screen_has_not_and_neither_has_one_above_a_new_board(house, visit, size):
    ada = await visit("Ada", size=size)
    tall = laid(house, text("\n".join(["so it goes"] * 60)), row("Commit"), own=True)
    panel = (await looked(ada)).panel
    assert panel is not None
    assert (panel.first_line, panel.first_button) == (False, True)
    assert panel.height > size["height"]
    house.sandbox.house.post.edit(tall, {"components": [text("short"), row("Commit")]})
    panel = (await looked(ada)).panel
    assert panel is not None
    assert (panel.first_line, panel.first_button) == (True, True)
    board(house)
    board(house)
    panel = (await looked(ada)).panel
    assert panel is not None
    assert (panel.first_line, panel.first_button) == (False, False)


async def test_the_newest_panel_counts_and_one_without_a_button_has_none_to_be_seen(house, visit):
    ada = await visit("Ada")
    assert (await looked(ada)).panel is None
    laid(house, text("older"), row("Commit"), own=True)
    laid(house, text("kept"), row("Off", disabled=True), own=True)
    panel = (await looked(ada)).panel
    assert panel is not None
    assert (panel.first_line, panel.first_button) == (True, None)


async def test_an_error_is_hidden_where_it_stands_above_the_view(house, visit):
    ada = await visit("Ada", size=NARROW)
    board(house)
    panel = laid(house, text("⚠️ I cannot read asdf as a move."), PICTURE, row("Commit"), own=True)
    look = await looked(ada)
    assert (look.errors, look.errors_hidden) == (1, 0)
    house.sandbox.house.post.edit(
        panel, {"components": [text("⚠️ I cannot read it."), text("\n".join(["so"] * 60)), row("Commit")]}
    )
    look = await looked(ada)
    assert (look.errors, look.errors_hidden) == (1, 1)
    house.sandbox.house.post.edit(
        panel, {"components": [text("\n".join(["so"] * 60)), text("⚠️ I cannot read it."), row("Commit")]}
    )
    look = await looked(ada)
    assert (look.errors, look.errors_hidden) == (1, 0)


async def test_what_the_page_says_in_red_is_an_error_too(house, bot, visit):
    ada = await visit("Ada")
    await ada.begin("/taste")
    await ada.page.get_by_role("option", name="Vanilla").wait_for()
    await ada.key("Escape", "Enter")
    await ada.shows(".composer .trouble", "flavour is wanted")
    look = await looked(ada)
    assert (look.errors, look.errors_hidden) == (1, 0)


async def test_buttons_that_are_alive_outside_the_newest_post_and_call_are_counted(house, visit):
    ada = await visit("Ada")
    laid(house, text("the lobby"), row("Join", "Start", "Close"))
    assert (await looked(ada)).live_outside == 3, "before there is a board, nothing is to be excepted"
    first = board(house)
    assert (await looked(ada)).live_outside == 3
    board(house)
    assert (await looked(ada)).live_outside == 5
    house.sandbox.house.post.edit(first, {"components": [text("over"), PICTURE, row("My turn", disabled=True)]})
    assert (await looked(ada)).live_outside == 3
    one = call(house)
    laid(house, text("only Ada"), row("Commit"), own=True)
    assert (await looked(ada)).live_outside == 3
    call(house, "Accept", "Decline")
    assert (await looked(ada)).live_outside == 4, "of the older call"
    house.sandbox.house.post.edit(one, {"components": [text("settled")]})
    assert (await looked(ada)).live_outside == 3
    laid(house, text("nobody is named"), row("Rules"))
    assert (await looked(ada)).live_outside == 4
