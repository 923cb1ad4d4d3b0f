"""Pictures as Discord shows them: one in a box, several as a gallery, all as wide as a phone; or large, by a switch."""

import asyncio

import pytest

from sandbox.world.compose import Upload
from sandbox.world.world import V2
from tests.page.conftest import NARROW, WIDE
from tests.page.show_bot import png

pytestmark = pytest.mark.asyncio(loop_scope="session")

SIZES = """() => [...document.querySelectorAll('article .picture img')].map((one) => {
  const box = one.getBoundingClientRect();
  return [Math.round(box.width), Math.round(box.height)];
})"""
BOXES = """() => [...document.querySelectorAll('article .picture')].map((one) => {
  const box = one.getBoundingClientRect(), all = one.closest('.gallery').getBoundingClientRect();
  return [box.left - all.left, box.top - all.top, box.width, box.height].map(Math.round);
})"""

FAILED = """() => [...document.querySelectorAll('article .picture img')].every(
  (one) => one.complete && !one.naturalWidth)"""


def uploads(*sizes):
    return {
        n: Upload(f"p{n}.png", png(size[0], size[1], "teal").getvalue(), "image/png") for n, size in enumerate(sizes)
    }


def gallery(house, *sizes, inside=True):
    """Pictures of these sizes, in one gallery, within a container or not."""
    items = [{"media": {"url": f"attachment://p{n}.png"}, "description": f"picture {n}"} for n in range(len(sizes))]
    parts = [{"type": 10, "content": "the board"}, {"type": 12, "items": items}]
    body = {"components": [{"type": 17, "components": parts}] if inside else parts, "flags": V2}
    return house.sandbox.house.post.create(house.general, house.sandbox.world.bot.id, body, uploads(*sizes))


async def shown(tab, count=1):
    await tab.page.wait_for_function(
        "(n) => document.querySelectorAll('article .picture img').length === n && "
        "[...document.querySelectorAll('article .picture img')].every((one) => one.naturalWidth)",
        arg=count,
    )


@pytest.mark.parametrize("inside", [True, False], ids=["container", "bare"])
@pytest.mark.parametrize(
    ("size", "wide"),
    [((1200, 1100), (382, 350)), ((1200, 764), (550, 350)), ((1200, 1750), (240, 350)), ((1200, 300), (550, 138)),
     ((200, 100), (200, 100))],
    ids=["square", "eleven to seven", "tall", "flat", "small"],
)  # fmt: skip
async def test_a_single_picture_stands_in_discords_box_on_a_desk(house, visit, size, wide, inside):
    ada = await visit("Ada")
    gallery(house, size, inside=inside)
    await shown(ada)
    (found,) = await ada.page.evaluate(SIZES)
    assert found == pytest.approx(list(wide), abs=1)


@pytest.mark.parametrize("kind", ["container", "bare", "attachment"])
async def test_a_single_picture_is_as_wide_as_the_phone(house, visit, kind):
    ada = await visit("Ada", size=NARROW)
    if kind == "attachment":
        house.says("look", uploads=uploads((1200, 1100)))
    else:
        gallery(house, (1200, 1100), inside=kind == "container")
    await shown(ada)
    ((width, height),) = await ada.page.evaluate(SIZES)
    assert 355 <= width <= 390
    assert height == pytest.approx(width * 1100 / 1200, abs=2)
    assert await ada.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert await ada.page.evaluate("() => document.querySelector('.log').scrollWidth <= innerWidth")


async def test_a_small_picture_is_not_blown_up_on_a_phone(house, visit):
    ada = await visit("Ada", size=NARROW)
    gallery(house, (200, 100))
    await shown(ada)
    assert await ada.page.evaluate(SIZES) == [[200, 100]]


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["1280", "390"])
@pytest.mark.parametrize("count", [2, 3, 4, 5])
async def test_several_pictures_stand_side_by_side_cropped(house, visit, count, size):
    ada = await visit("Ada", size=size)
    gallery(house, *[(1200, 1100)] * count)
    await shown(ada, count)
    boxes = await ada.page.evaluate(BOXES)
    whole = await ada.page.locator("article .gallery").evaluate("el => [el.offsetWidth, el.offsetHeight]")
    assert whole[0] == (550 if size is WIDE else pytest.approx(365, abs=5))
    assert whole[1] <= whole[0]
    for left, top, width, height in boxes:
        assert left >= 0
        assert top >= 0
        assert left + width <= whole[0] + 1
        assert top + height <= whole[1] + 1
    assert len({(left, top) for left, top, _, _ in boxes}) == count
    columns = {2: 2, 3: 2, 4: 2, 5: 5}[count]
    assert len({left for left, *_ in boxes}) in range(2, columns + 1)
    if count == 3:
        assert boxes[0][2] > boxes[1][2]
        assert boxes[0][3] > 2 * boxes[1][3] - 1


async def test_a_press_opens_the_picture_large(house, visit):
    ada = await visit("Ada")
    gallery(house, (1200, 700))
    await shown(ada)
    await ada.button("Open picture: picture 0").click()
    image = ada.dialog().locator("img")
    await image.wait_for()
    assert (await image.bounding_box())["width"] > 1000


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["1280", "390"])
async def test_the_switch_in_the_drawer_shows_them_as_large_as_there_is_room_and_is_kept(house, visit, size):
    ada = await visit("Ada", size=size)
    gallery(house, (1200, 1100), (1200, 1100))
    await shown(ada, 2)
    await ada.button("Developer").click()
    await ada.page.get_by_role("switch", name="As Discord shows them").press("Space")
    await ada.key("Escape")
    boxed = 270 if size is WIDE else 180
    ((width, height), other) = await ada.page.evaluate(SIZES)
    assert width > boxed + 80
    assert [width, height] == other
    assert height == pytest.approx(width * 1100 / 1200, abs=2), "whole, not cropped"
    await ada.page.reload()
    await shown(ada, 2)
    assert await ada.page.evaluate(SIZES) == [[width, height]] * 2
    await ada.button("Developer").click()
    await ada.page.get_by_role("switch", name="As Discord shows them").press("Space")
    await ada.key("Escape")
    assert (await ada.page.evaluate(SIZES))[0][0] <= boxed + 10


@pytest.mark.parametrize("large", [False, True], ids=["discord", "large"])
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["1280", "390"])
@pytest.mark.parametrize("count", [1, 2, 3, 5])
async def test_nothing_moves_when_a_picture_comes_or_fails(house, visit, count, size, large):
    ada = await visit("Ada", size=size)
    if large:
        await ada.page.evaluate("localStorage.setItem('pictures', 'large')")
        await ada.page.reload()
    asked, answer = asyncio.Event(), asyncio.Event()

    async def fail(route):
        asked.set()
        await answer.wait()
        await route.abort()

    await ada.page.route("**/cdn/**", fail)
    gallery(house, *[(1200, 1100)] * count)
    await ada.page.locator("article .picture").last.wait_for()
    await asyncio.wait_for(asked.wait(), 6)
    awaited = await ada.page.evaluate(SIZES)
    if (count, size, large) == (1, WIDE, False):
        assert awaited == [[382, 350]]
    answer.set()
    await ada.page.wait_for_function(FAILED)
    assert await ada.page.evaluate(SIZES) == awaited
    await ada.page.unroute("**/cdn/**")
    await ada.page.reload()
    await shown(ada, count)
    assert await ada.page.evaluate(SIZES) == awaited
