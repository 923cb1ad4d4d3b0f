"""`make readme`: the README's picture of a turn in its thread, as the sandbox's page shows it, and thumbnails.

A table of Guatemala Café is played to its middle; then whoever is asked plans a turn before a tab. The luck is drawn
from a seed, so that the same code plays the same game. The boards are made by `python -m tests.gallery readme`.
"""

import asyncio
import random
import tempfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.async_api import async_playwright

from bot.games import GAMES
from bot.play import ANY, Action, Table, turns
from rules.chance import Seeded
from rules.contract import ORDINARY, Seat
from rules.guatemala.views import GuatemalaPublic
from sandbox.page import Page
from sandbox.rates import Rates
from sandbox.server import Sandbox
from tests.e2e.conftest import Stage
from tests.page.conftest import ARGUMENTS, CHROMIUM
from tests.page.tab import Tab

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
PLAYERS = 4
MOVES = 170
"""And then until a scoring has brought points."""
SEED = 0
WIDTH, HEIGHT, SCALE, GAP = 410, 1208, 1.5, 24
PATIENCE = 8000
"""Milliseconds."""
SETTLED = 3.0
"""Seconds in which a panel has been drawn anew."""
COLOURS = 256
THUMB = 480
"""Pixels in height."""
WEIGHTS = {"done": 1, "pass": 6, "block": 1, "take": 9}
"""Of first words; of all others six."""


class Played:
    """A table in the middle of its game, and whoever is asked."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.luck = random.Random(SEED)

    async def play(self) -> None:
        self.thread = await self.stage.begun(PLAYERS)
        (duty,) = await self.stage.store.duties(self.stage.people[0].id)
        self.id = duty.table.id
        for _ in range(MOVES):
            await self._move()
        points = -1
        while not await self._is_anew(points):
            points = await self._points()
            await self.stage.quiet()
            await self._move()
        await self.stage.quiet()
        table = await self.stage.table(self.id)
        user = table.users[table.position.open[0].seat]
        self.person = next(person for person in self.stage.people if person.id == user)

    async def _is_anew(self, points: int) -> bool:
        """Whether a scoring has just brought points, and the next is asked for an ordinary turn."""
        table = await self.stage.table(self.id)
        return table.position.open[0].topic == ORDINARY and -1 < points < await self._points()

    async def _points(self) -> int:
        table = await self.stage.table(self.id)
        view = table.rules.public(table.position.state)
        assert isinstance(view, GuatemalaPublic)
        return sum(view.points)

    async def _move(self) -> None:
        table = await self.stage.table(self.id)
        seat = self.luck.choice([question.seat for question in table.position.open])
        await self.stage.do(self.id, Action(table.users[seat]), turns.play(ANY, [self._words(table, seat)]))

    def _words(self, table: Table, seat: int) -> str:
        """A move by chance; a scoring where it brings its mover something."""
        tokens: tuple[str, ...] = ()
        whole = False
        while choices := table.rules.choices(table.position.state, Seat(seat), tokens):
            if whole and self.luck.random() < 0.5:
                break
            sacks = table.rules.choices(table.position.state, Seat(seat), ("score",)) if not tokens else ()
            eager = 60 if any((sack.worth or 0) > 0 for sack in sacks) else 0.2
            worth = 40 if tokens == ("score",) else 0
            weights = [({"score": eager} | WEIGHTS).get(c.token, 6) + worth * max(c.worth or 0, 0) for c in choices]
            choice = self.luck.choices(choices, weights)[0]
            tokens, whole = (*tokens, choice.token), choice.whole
        return " ".join(tokens)


async def picture() -> tuple[bytes, bytes]:
    page = Page()
    with tempfile.TemporaryDirectory() as folder:
        async with Sandbox(rates=Rates.wide(), mount=page.mount) as sandbox:
            sandbox.house.interactions.patience = 30.0
            with sandbox.attached():
                stage = await Stage(sandbox, Path(folder), Seeded(SEED)).open()
                try:
                    return await _pictured(stage, sandbox.address)
                finally:
                    await stage.close()


async def _pictured(stage: Stage, address: str) -> tuple[bytes, bytes]:
    played = Played(stage)
    await played.play()
    async with async_playwright() as player:
        browser = await player.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        try:
            return await photographed(browser, address, played)
        finally:
            await browser.close()


async def photographed(browser: Any, address: str, played: Played) -> tuple[bytes, bytes]:
    """The newest board in its thread, and below it the planned turn of whoever was asked."""
    context = await browser.new_context(
        viewport={"width": WIDTH, "height": HEIGHT},
        device_scale_factor=SCALE,
        color_scheme="dark",
        locale="en-US",
        timezone_id="UTC",
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE)
    tab = Tab(await context.new_page(), address)
    await tab.open(played.person.name)
    await tab.page.locator(".menu").click()
    await tab.page.locator(".threads .place", has_text=played.thread.name).first.click()
    board = await _still(tab)
    await tab.button("My turn").click()
    await tab.page.locator(".ephemeral .picture").last.wait_for()
    await _chosen(tab, "Move the Buyer")
    await tab.page.get_by_role("button", name="Step back").wait_for()
    await _chosen(tab, "Build")
    await _chosen(tab, "Build")
    return board, await _still(tab)


async def _chosen(tab: Tab, menu: str) -> None:
    """The first entry of a menu, and what comes of it."""
    await tab.page.get_by_role("button", name=menu, exact=True).last.click()
    await tab.page.get_by_role("option").first.click()
    await asyncio.sleep(SETTLED)


async def _still(tab: Tab) -> bytes:
    """Once all pictures are there and nothing is being answered."""
    await tab.page.wait_for_load_state("networkidle")
    await asyncio.sleep(SETTLED)
    await tab.page.evaluate("() => document.activeElement.blur()")
    return await tab.page.screenshot()


def side_by_side(shots: Sequence[Image.Image]) -> Image.Image:
    width = sum(shot.width for shot in shots) + GAP * (len(shots) - 1)
    both = Image.new("RGBA", (width, shots[0].height))
    at = 0
    for shot in shots:
        both.paste(shot, (at, 0))
        at += shot.width + GAP
    return both.quantize(COLOURS)


def thumbnail(picture: Image.Image) -> Image.Image:
    small = picture.convert("RGB").resize((picture.width * THUMB // picture.height, THUMB), Image.Resampling.LANCZOS)
    return small.quantize(COLOURS)


def main() -> None:
    shots = [Image.open(BytesIO(shot)).convert("RGB") for shot in asyncio.run(picture())]
    side_by_side(shots).save(FOLDER / "turn.png", optimize=True)
    for game in GAMES:
        with Image.open(FOLDER / f"{game}.png") as whole:
            thumbnail(whole).save(FOLDER / f"{game}-small.png", optimize=True)


if __name__ == "__main__":
    main()
