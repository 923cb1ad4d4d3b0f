"""What a person sees in a tab, as figures: heights of messages, what of their own panel is in view, what is alive.

look = await looked(tab)
look.panel.first_line, look.panel.first_button, look.errors_hidden, look.live_outside
heights = await heights_at(tab, NARROW)
"""

from pathlib import Path

import msgspec
from msgspec import Struct

from tests.page.conftest import NARROW, WIDE
from tests.page.tab import Tab

SCRIPT = Path(__file__).with_name("measures.js").read_text()
SIZES = (NARROW, WIDE)
DRAWN = """() => new Promise((done) => setTimeout(
  () => requestAnimationFrame(() => requestAnimationFrame(() => done())), 60))"""


LATE = 5_000
"""Milliseconds in which a tab learns of an edit, however busy the machine is."""
BARE = """async ([ids, late]) => {
  const alive = () => ids.some((id) => document.querySelector(`#m-${id} [data-control]:not(:disabled)`));
  for (const end = Date.now() + late; alive() && Date.now() < end;) await new Promise((done) => setTimeout(done, 20));
}"""


class Height(Struct, frozen=True):
    """A message as it stands there: its height in px, its pictures and controls that can be used."""

    id: str
    height: int
    ephemeral: bool
    pictures: int
    live: int
    calls: bool
    """Names a person so that they are called."""


class Panel(Struct, frozen=True):
    """The newest answer that only this person sees. Without a line or a control there is nothing to be in view."""

    height: int
    first_line: bool | None
    first_button: bool | None


class Look(Struct, frozen=True):
    """`live_outside`: controls that can be used on public messages but the newest post and the newest call after it.

    A post has a picture, a call has none and names somebody. Errors are lines with a warning sign in the panel, and
    what the page itself says in red; hidden are those that nobody sees without scrolling.
    """

    width: int
    height: int
    messages: list[Height]
    panel: Panel | None
    errors: int
    errors_hidden: int
    live_outside: int


async def looked(tab: Tab) -> Look:
    """Returns what is seen once everything that has come is drawn; the tab must be in front."""
    await tab.page.evaluate(DRAWN)
    return msgspec.convert(await tab.page.evaluate(SCRIPT), type=Look)


async def caught_up(tab: Tab, bare: list[int]) -> None:
    """Waits until messages that have nothing to press any more are drawn so; what is late is measured as it stands."""
    await tab.page.evaluate(BARE, [[str(message) for message in bare], LATE])


async def whole(tab: Tab) -> None:
    """Loads all that was ever said in the channel; afterwards the tab stands at its end, as before."""
    while await (older := tab.page.locator(".older")).count():
        before = await tab.page.locator("article").count()
        await older.evaluate("el => el.click()")
        await tab.page.wait_for_function(
            "(n) => document.querySelectorAll('article').length > n || !document.querySelector('.older')", arg=before
        )
    await tab.page.evaluate("() => { const log = document.querySelector('.log'); log.scrollTop = log.scrollHeight; }")


async def heights_at(tab: Tab, size: dict[str, int]) -> list[Height]:
    """Returns the heights of all messages at this size of the window."""
    await tab.page.set_viewport_size(size)
    await whole(tab)
    return (await looked(tab)).messages
