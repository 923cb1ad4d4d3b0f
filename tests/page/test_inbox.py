"""Five tables of three servers are played from one message on a phone's width: what is read and pressed is in view."""

from pathlib import Path
from typing import Any

import pytest

from rules.chance import Seeded
from sandbox.api.rates import Rates
from sandbox.clock import Clock
from sandbox.page.served import Page
from sandbox.server import Sandbox
from tests import report
from tests.e2e.conftest import Stage
from tests.e2e.test_inbox import Round, turn
from tests.page.at_page import GO, AtPage
from tests.page.conftest import NARROW, WIDE
from tests.page.measures import Look, looked
from tests.page.tab import Tab

pytestmark = pytest.mark.asyncio(loop_scope="session")

GAMES = ("guatemala", "cafe", "guatemala", "cafe", "guatemala")
AWAY = 7 * 24 * 3600
MOST = 24
"""Presses for five turns with the way from each to the next."""


class Seen:
    """What is seen after each press."""

    mistypes = 0
    front: Tab | None = None

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self.looks: list[tuple[str, bool, Look]] = []
        self.shots: Path | None = None

    async def noted(self, person: AtPage, what: str, *, reached: bool) -> None:
        self.looks.append((what, reached, await looked(person.tab)))
        if self.shots is not None:
            await person.tab.page.screenshot(path=self.shots / f"{len(self.looks):02}.png")

    @property
    def unseen(self) -> list[str]:
        """The presses for which one had to scroll, or after which one would have to look for what is said."""
        return [
            f"{what}: {look.panel}"
            for what, reached, look in self.looks
            if not reached or look.panel is None or False in (look.panel.first_line, look.panel.first_button)
        ]


@pytest.mark.parametrize("size", [NARROW, pytest.param(WIDE, marks=pytest.mark.long)], ids=["a phone", "a desk"])
async def test_five_tables_of_three_servers_are_played_in_one_message_in_view(
    browser: Any, tmp_path: Path, size: dict[str, int]
):
    seen = await cleared(browser, tmp_path, size)
    assert seen.unseen == []
    assert len(seen.looks) <= MOST
    report.say(
        f"five tables of three servers, {size['width']} px: {len(seen.looks)} presses, unseen {len(seen.unseen)}"
    )


async def cleared(browser: Any, folder: Path, size: dict[str, int], shots: Path | None = None) -> Seen:
    page = Page()
    sandbox = Sandbox(clock=Clock(held=True), rates=Rates.wide(), mount=page.mount, check=False)
    await sandbox.start()
    with sandbox.attached():
        stage = Stage(sandbox, folder, Seeded(2))
        try:
            return await _played(browser, await stage.open(), size, shots)
        finally:
            await stage.close()
            await sandbox.stop()


async def _played(browser: Any, stage: Stage, size: dict[str, int], shots: Path | None) -> Seen:
    played, seen = Round(stage), Seen(stage.sandbox)
    seen.shots = shots
    servers = [stage.guild, stage.sandbox.guild("Zweite"), stage.sandbox.guild("Terza")]
    for guild, game in zip([*servers, *servers[:2]], GAMES, strict=True):
        await played.table(guild, game)
    stage.sandbox.clock.advance(AWAY)
    context = await browser.new_context(color_scheme="dark", reduced_motion="reduce", locale="en-US")
    tab = Tab(await context.new_page(), stage.sandbox.address)
    await tab.page.set_viewport_size(size)
    await tab.open("Ada")
    await tab.page.evaluate(GO, str(stage.people[0].dm.id))
    ada = AtPage(seen, stage.people[0], tab).go(stage.people[0].dm)
    try:
        reply = await (await ada.slash("/me turns")).done()
        first = reply.message.id
        reply = await (await ada.press(reply, reply.message.buttons[0])).done()
        for left in (4, 3, 2, 1, 0):
            reply, _ = await turn(ada, reply)
            await stage.quiet()
            if left:
                reply = await (await ada.press(reply, f"Next table ({left})")).done()
        assert reply.message.id == first
        assert await played.waiting() == []
        await tab.sees("Nothing else waits for you.")
    finally:
        await context.close()
    return seen
