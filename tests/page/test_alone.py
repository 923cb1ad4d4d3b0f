"""From the opened page to a first own decision against the house, as it is shipped: presses counted, on a phone."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests import report
from tests.page.conftest import NARROW
from tests.page.tab import Tab
from tests.page.test_run import playing

pytestmark = pytest.mark.asyncio(loop_scope="session")

MOST = 4
LEAST = 4
"""Pixels between two buttons."""
WORDS = {
    "Ada": "alone against the house",
    "Bea": "allein gegen das Haus",
    "Cem": "da solo contro la casa",
}
APART = """() => {
  const boxes = [...document.querySelectorAll('.beginning .alone button')].map((one) => one.getBoundingClientRect());
  return boxes.slice(1).map((box, at) => Math.max(box.left - boxes[at].right, box.top - boxes[at].bottom));
}"""
"""How many pixels lie between each two buttons that follow each other."""
COVERED = """() => [...document.querySelectorAll('article.message > .avatar')].filter((avatar) => {
  const card = avatar.parentElement.querySelector('.container')?.getBoundingClientRect();
  return card && avatar.getBoundingClientRect().bottom > card.top;
}).length"""
"""How many avatars a card lies upon."""
MINE = {"Ada": "My turn", "Bea": "Mein Zug", "Cem": "Il mio turno"}
"""As the table calls it: where nobody else plays, the table speaks the person's language."""
BEGINS = {"Ada": "The game begins", "Bea": "Das Spiel beginnt", "Cem": "La partita comincia"}


GAMES = ("Guatemala Café", "Café International", "Catan")
PAIRS = [(who, game) for who in WORDS for game in GAMES]
"""Everybody with every game; each game and each language once in the ordinary run."""


@pytest.mark.parametrize(
    ("who", "game"),
    [
        pytest.param(*pair, marks=() if at % 4 == 0 else pytest.mark.long, id=f"{pair[0]}-{at % 3}")
        for at, pair in enumerate(PAIRS)
    ],
)
async def test_from_the_opened_page_to_a_first_own_decision(window: Any, tmp_path: Path, who: str, game: str):
    async with playing(tmp_path, STAMMTISCH_HOUSE_WORKERS="1") as address:
        tab = Tab(await window.new_page(), address)
        await tab.page.set_viewport_size(NARROW)
        await tab.open(who)
        try:
            assert await pressed(tab, who, game) <= MOST
        finally:
            await tab.page.evaluate("() => localStorage.clear()")
            await tab.page.close()


async def pressed(tab: Tab, who: str, game: str) -> int:
    """How many presses it took until the panel of a first decision is shown."""
    page = tab.page
    await tab.shows(".beginning .alone", WORDS[who])
    assert min(await page.evaluate(APART)) >= LEAST
    await page.locator(".beginning .alone button", has_text=game).first.click()
    await tab.shows("article.message.ephemeral, article.message.own", BEGINS[who])
    link = page.locator("article.message :is(a, button)", has_text=re.compile("Flora")).last
    await link.wait_for(timeout=20_000)
    await link.click()
    mine = page.locator("article.message button:not([disabled])", has_text=MINE[who]).last
    await mine.wait_for(timeout=30_000)
    await mine.click()
    panel = page.locator("article.message.own, article.message.ephemeral").last
    await panel.locator("button, select").first.wait_for(timeout=10_000)
    assert await page.evaluate(COVERED) == 0
    report.say(f"from the page to a first decision, {game}, {who}: 3 presses")
    return 3
