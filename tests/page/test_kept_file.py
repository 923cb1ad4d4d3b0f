"""The file of a game from the button under its end, in the page of the sandbox: pressed, saved, and still whole."""

from pathlib import Path
from typing import Any

import pytest

from bot.games import GAMES
from bot.play import Action
from bot.play.gamefile.form import read
from bot.play.gamefile.verified import verified
from bot.play.luck import new_seed
from bot.play.seating import leaving
from rules.chance import Seeded
from sandbox.api.rates import Rates
from sandbox.clock import Clock
from sandbox.page.served import Page
from sandbox.server import Sandbox
from tests.e2e.conftest import Stage
from tests.page.at_page import GO
from tests.page.conftest import NARROW, WIDE
from tests.page.tab import Tab

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["390", "1280"])
async def test_the_file_is_pressed_for_and_saved_whole(browser: Any, tmp_path: Path, size: dict[str, int]) -> None:
    page = Page()
    sandbox = Sandbox(clock=Clock(held=True), rates=Rates.wide(), mount=page.mount, check=False)
    await sandbox.start()
    with sandbox.attached():
        stage = Stage(sandbox, tmp_path / "data", Seeded(2))
        try:
            await _saved(browser, await stage.open(), tmp_path, size)
        finally:
            await stage.close()
            await sandbox.stop()


async def _saved(browser: Any, stage: Stage, folder: Path, size: dict[str, int]) -> None:
    stage.env.seeds = new_seed
    thread = await stage.begun(2, game="cafe")
    table = await stage.store.at_channel(thread.id)
    assert table is not None
    await stage.do(table, Action(stage.people[1].id), leaving.resign())
    await stage.quiet()
    context = await browser.new_context(reduced_motion="reduce", locale="en-US", accept_downloads=True)
    tab = Tab(await context.new_page(), stage.sandbox.address)
    await tab.page.set_viewport_size(size)
    await tab.open("Ada")
    await tab.page.evaluate(GO, str(thread.id))
    await tab.page.get_by_role("button", name="File", exact=True).last.click()
    await tab.sees("The whole game.")
    link = tab.page.get_by_role("link", name="stammtisch.json").last
    await link.scroll_into_view_if_needed()
    assert await link.is_visible()
    assert await tab.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    async with tab.page.expect_download() as saving:
        await link.click()
    saved = await saving.value
    path = folder / saved.suggested_filename
    await saved.save_as(path)
    assert path.name == f"cafe-{table}.stammtisch.json"
    told = verified(read(path.read_bytes()), GAMES["cafe"].rules)
    assert all(one.holds for one in told)
    await context.close()
