"""A browser, a sandbox with the page and a bot, and people before their tabs.

Without Playwright or Chromium these tests say so and are skipped; in CI that is a failure.
"""

import asyncio
import os
import shutil
from collections.abc import AsyncGenerator, Awaitable, Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from sandbox.api.rates import Rates
from sandbox.clock import Clock
from sandbox.page.served import Page as SandboxPage
from sandbox.server import Sandbox
from tests.page.show_bot import Show
from tests.page.tab import Tab

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
ARGUMENTS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update",
]  # fmt: skip
WIDE, NARROW = {"width": 1280, "height": 800}, {"width": 390, "height": 844}


def lacking() -> str | None:
    try:
        import_module("playwright.async_api")
    except ImportError:
        return "Playwright is not installed: make .venv/dev"
    return None if Path(CHROMIUM).exists() else "there is no Chromium: apt install chromium, or name one in CHROMIUM"


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncGenerator[Any]:
    reason = lacking()
    if reason is not None:
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    from playwright.async_api import async_playwright

    async with async_playwright() as player:
        opened = await player.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield opened
        await opened.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def window(browser: Any) -> Any:
    """One window for all tests, with an empty tab: each context of its own would open another, with all that is around.

    What a tab keeps belongs to an address, and the sandbox of each test has its own.
    """
    context = await browser.new_context(viewport=WIDE, color_scheme="dark", reduced_motion="reduce", locale="en-US")
    context.set_default_timeout(6000)
    await context.new_page()
    return context


class House:
    """A sandbox with its page, and the bot in it."""

    def __init__(self, sandbox: Sandbox, page: SandboxPage) -> None:
        self.sandbox = sandbox
        self.page = page
        self.guild = sandbox.guild()
        self.people = {n: sandbox.person(n, self.guild, locale=l) for n, l in (("Ada", "en-US"), ("Bea", "de"))}
        self.ada, self.bea = self.people["Ada"], self.people["Bea"]
        self.general = self.ada.here

    def says(self, text: str, **more: Any) -> Any:
        """The bot says something in #general, out of the blue."""
        body = {"content": text} | more.pop("body", {})
        place = more.pop("at", self.general)
        return self.sandbox.house.post.create(place, self.sandbox.world.bot.id, body, **more)


@pytest_asyncio.fixture(loop_scope="session")
async def house() -> AsyncGenerator[House]:
    """The clock stands: a machine that is busy elsewhere must not make an answer late."""
    page = SandboxPage()
    box = Sandbox(clock=Clock(held=True), rates=Rates.wide(), mount=page.mount)
    made = House(box, page)
    box.house.interactions.patience = 4.0
    await box.start()
    yield made
    await box.stop()


@pytest_asyncio.fixture(loop_scope="session")
async def bot(house: House) -> AsyncGenerator[Show]:
    with house.sandbox.attached():
        client = Show()
        await client.login(house.sandbox.world.application.token)
        task = asyncio.create_task(client.connect())
        await asyncio.wait_for(client.wait_until_ready(), 20)
        yield client
        await client.close()
        await asyncio.gather(task, return_exceptions=True)


Visit = Callable[..., Awaitable[Tab]]


@pytest_asyncio.fixture(loop_scope="session")
async def visit(window: Any, house: House) -> AsyncGenerator[Visit]:
    """Opens tabs; at the end nothing may have gone wrong in any of them."""
    tabs: list[Tab] = []

    async def open_(name: str | None = None, *, size: dict[str, int] = WIDE) -> Tab:
        tab = Tab(await window.new_page(), house.sandbox.address)
        tabs.append(tab)
        await tab.page.set_viewport_size(size)
        await tab.open(name)
        return tab

    yield open_
    broken = [problem for tab in tabs for problem in tab.broken]
    for tab in tabs:
        if not tab.page.is_closed():
            await tab.page.evaluate("() => localStorage.clear()")
    for page in window.pages[1:]:
        await page.close()
    assert broken == []
