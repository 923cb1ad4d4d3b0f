"""The page of a game: from a file, without a network, by keys, by touch and by what a screen reader is told."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.games import GAMES
from bot.games.page.made import HEAVIEST, page
from bot.play.gamefile.form import Read
from bot.play.gamefile.verified import verified
from bot.wording import words_for
from tests.bot.game_files import played
from tests.page.conftest import NARROW, WIDE
from tests.report import say

pytestmark = pytest.mark.asyncio(loop_scope="session")
PAINTED = """() => [...document.querySelectorAll('canvas')].map((canvas) => {
  const seen = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
  let sum = 0;
  for (let place = 0; place < seen.length; place += 97) sum = (sum * 31 + seen[place]) % 1000003;
  return sum;
})"""
"""A number for what stands in each picture."""
SMALL = """() => [...document.querySelectorAll('.bar button, header button')].filter(
  (one) => one.offsetParent && Math.min(one.offsetWidth, one.offsetHeight) < 44).length"""
"""How many buttons are too small for a finger."""
WHOLE = """() => document.querySelector('canvas').getBoundingClientRect().bottom
  <= document.querySelector('.dock').getBoundingClientRect().top"""
SETTLED = "() => new Promise((done) => setTimeout(done, 120))"


PLAYED = {"cafe": (2, 4), "guatemala": (2, 4), "catan": (4, 9)}
SWIPED = """([dx, dy]) => {
  const on = document.querySelector('#pictures'), at = on.getBoundingClientRect();
  const touch = (x, y) => new Touch(
    { identifier: 1, target: on, clientX: at.left + 150 + x, clientY: at.top + 60 + y });
  const sent = (type, touches, changed) => on.dispatchEvent(
    new TouchEvent(type, { bubbles: true, touches, changedTouches: changed }));
  sent('touchstart', [touch(0, 0)], [touch(0, 0)]);
  sent('touchend', [], [touch(dx, dy)]);
}"""
"""A finger that goes so far over the pictures."""


@cache
def page_of(name: str) -> bytes:
    """The same on each size of screen."""
    seats, seed = PLAYED[name]
    file = played(name, seats, seed)
    known = GAMES[file.game]
    made = page(file, known, words_for("en"), verified(Read(file, whole=True), known.rules), steps=60)
    say(f"page of {file.game}: {len(file.moves)} moves, {len(made) / 1e6:.1f} MB")
    assert len(made) < HEAVIEST
    return made


@pytest.fixture(params=PLAYED)
def game(request: Any, tmp_path: Path) -> Path:
    path = tmp_path / "game.html"
    path.write_bytes(page_of(request.param))
    return path


async def test_a_name_that_looks_like_a_place_of_the_page_stays_a_name() -> None:
    file = played("cafe", 2, 4)
    name = "@DATA@ @FOUND@ </script><b>"
    named = msgspec.structs.replace(
        file, sitters=tuple(msgspec.structs.replace(one, name=name) for one in file.sitters)
    )
    made = page(named, GAMES["cafe"], words_for("en"), (), steps=3).decode()
    assert "@DATA@ @FOUND@ &lt;/script&gt;&lt;b&gt;" in made
    assert made.count("</script>") == 2
    assert "<b>" not in made


@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["390", "1280"])
async def test_the_page_of_a_game_works_from_a_file_offline(game: Path, browser: Any, size: dict[str, int]) -> None:
    context = await browser.new_context(viewport=size, has_touch=True, offline=True)
    tab = await context.new_page()
    asked: list[str] = []
    broken: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.on("pageerror", lambda error: broken.append(str(error)))
    tab.on("console", lambda told: broken.append(told.text) if told.type == "error" else None)
    await tab.goto(game.as_uri())
    await tab.wait_for_selector("canvas[aria-label]")
    await tab.evaluate(SETTLED)
    last = int(await tab.locator("#at").input_value())
    end = await tab.evaluate(PAINTED)
    assert (last > 20, all(end)) == (True, True)
    assert await tab.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert await tab.evaluate(WHOLE), "a board is seen whole above what is said of it"

    await tab.keyboard.press("Home")
    await tab.evaluate(SETTLED)
    start = await tab.evaluate(PAINTED)
    assert (await tab.locator("#at").input_value(), start != end) == ("0", True)
    for _ in range(5):
        await tab.keyboard.press("ArrowRight")
    await tab.evaluate(SETTLED)
    fifth = await tab.evaluate(PAINTED)
    await tab.get_by_role("button", name="One move on").click()
    await tab.get_by_role("button", name="One move back").tap()
    await tab.evaluate(SETTLED)
    assert (await tab.locator("#at").input_value(), await tab.evaluate(PAINTED)) == ("5", fifth)
    for swiped, wanted in (((-120, 0), "6"), ((120, 0), "5"), ((20, 0), "5"), ((-60, 200), "5")):
        await tab.evaluate(SWIPED, swiped)
        assert await tab.locator("#at").input_value() == wanted, "across, and not a tap or a scroll"
    await tab.reload()
    await tab.wait_for_selector("canvas[aria-label]")
    assert await tab.locator("#at").input_value() == "5", "a page that is opened again stands where it stood"
    await tab.keyboard.press("End")
    await tab.evaluate(SETTLED)
    assert await tab.evaluate(PAINTED) == end

    look = tab.get_by_role("button", name="Light or dark")
    before = await tab.evaluate("() => getComputedStyle(document.body).backgroundColor")
    await look.click()
    assert await tab.evaluate("() => getComputedStyle(document.body).backgroundColor") != before

    tree = await tab.locator("body").aria_snapshot()
    roles = (
        'heading "',
        'slider "Moves"',
        'group "Moves"',
        'region "What is proved"',
        "status",
        'button "Light or dark"',
    )
    assert [role for role in roles if role not in tree] == []
    named = await tab.get_by_role("img", name=re.compile(".")).count()  # a snapshot leaves long names out
    assert named == await tab.locator("canvas").count()
    assert await tab.get_by_role("status").inner_text()
    await tab.locator("summary").press("Enter")
    assert await tab.locator("#all li button").count() == last + 1
    assert "Every draw follows from the seed" in await tab.locator(".proof").inner_text()
    small = await tab.evaluate(SMALL)
    assert (small, broken) == (0, [])
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    await context.close()
