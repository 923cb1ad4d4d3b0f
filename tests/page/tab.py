"""One tab, as its person uses it: mostly by keyboard, and by the names that a screen reader would say."""

import re
from typing import Any


class Tab:
    def __init__(self, page: Any, address: str) -> None:
        self.page = page
        self.address = address
        self.broken: list[str] = []
        self.expected = ("net::ERR", "WebSocket", "status of 409")
        page.on("pageerror", lambda error: self.broken.append(f"error: {error}"))
        page.on("console", self._said)

    def _said(self, told: Any) -> None:
        if told.type in ("error", "warning") and not any(word in told.text for word in self.expected):
            self.broken.append(f"{told.type}: {told.text}")

    async def open(self, name: str | None) -> None:
        await self.page.goto(self.address + ("/" if name is None else f"/?as={name}"))
        await self.page.wait_for_selector("a.person" if name is None else ".composer textarea")

    # what there is

    def message(self, text: str) -> Any:
        """The newest message that holds the text."""
        return self.page.locator("article.message", has_text=text).last

    def button(self, name: str) -> Any:
        return self.page.get_by_role("button", name=name, exact=True).last

    def dialog(self) -> Any:
        return self.page.locator("dialog[open]")

    async def sees(self, text: str) -> None:
        try:
            await self.message(text).wait_for()
        except Exception as error:
            shown = await self.page.locator("main").inner_text()
            raise AssertionError(f"{text!r} is not among what is shown:\n{shown}") from error

    async def sees_not(self, text: str) -> None:
        """After whatever was on its way has come: the page is asked last."""
        await self.page.evaluate("() => new Promise((done) => setTimeout(done, 60))")
        assert await self.page.locator("article.message", has_text=text).count() == 0, text

    async def shows(self, selector: str, text: str | re.Pattern[str] = "") -> Any:
        found = self.page.locator(selector, has_text=text).last
        await found.wait_for()
        return found

    async def focused(self, what: str = "el.getAttribute('aria-label') ?? el.textContent") -> str:
        return await self.page.evaluate(f"() => {{ const el = document.activeElement; return {what}; }}")

    # what is done

    async def key(self, *keys: str) -> None:
        for key in keys:
            await self.page.keyboard.press(key)

    async def type(self, text: str) -> None:
        await self.page.keyboard.type(text)

    async def begin(self, line: str) -> None:
        """Types a command into the line and takes what is offered first."""
        await self.page.locator(".composer textarea").focus()
        await self.type(line)
        await self.page.locator(".suggest .option", has_text=line).first.wait_for()
        await self.key("Enter")
        await self.page.locator(".command").wait_for()

    async def slash(self, line: str) -> None:
        """A command without options, run."""
        await self.begin(line)
        await self.key("Enter")
        await self.page.locator(".command").wait_for(state="detached")

    async def choose(self, placeholder: str, *options: str) -> None:
        await self.page.bring_to_front()  # a tab behind another draws nothing, and a click waits for that
        select = self.page.get_by_role("button", name=placeholder, exact=True).last
        await select.click()
        for option in options:
            await self.page.get_by_role("option", name=re.compile(f"^{option}")).click()
        done = self.page.locator(".list .foot button")
        if await done.count():
            await done.click()
