"""People before tabs: their presses and choices go by the page, and what is seen after each is noted."""

from typing import Any, Protocol

from sandbox.actor import Person, Reply
from sandbox.api.interactions import Interaction
from sandbox.page.shown import Shown, name_of
from sandbox.server import Sandbox
from tests.e2e.catan_players import CatanPresser
from tests.page.figures import NONSENSE
from tests.page.measures import DRAWN
from tests.page.tab import Tab

TYPED = "Type it"
PATIENCE = 20.0
CLICK = """([message, control]) => {
  const all = [...document.querySelectorAll(`#m-${message} [data-control]`)];
  const found = all.find((one) => one.dataset.control === control);
  if (!found) return null;
  const log = document.querySelector('.log').getBoundingClientRect(), box = found.getBoundingClientRect();
  const reached = box.top >= log.top && box.bottom <= log.bottom;
  if (!reached) found.scrollIntoView({ block: 'nearest' });
  found.click();
  return reached;
}"""
PICK = "(at) => document.querySelectorAll('.list .option')[at].click()"
DONE = "() => document.querySelector('.list .foot button')?.click()"
GO = "(id) => import('/web/js/state.js').then(({ emit, state }) => { if (state.here !== id) emit('go', id); })"


class Played(Protocol):
    """The game in which somebody presses. `mistypes`: which panel of each person is mistyped into; 0 for none."""

    sandbox: Sandbox
    mistypes: int
    front: Tab | None
    """The tab that is before the others."""

    async def noted(self, person: "AtPage", what: str, *, reached: bool) -> None: ...


class AtPanel(CatanPresser):
    """Goes on in their own panel, where that is the newest message; it knows what has happened since.

    Nobody scrolls up to the board for an answer that stands in view, at the call.
    """

    by_call = 1.0

    def _letter(self) -> Shown | None:
        newest = self.person.messages(self.person.here)[-1]
        goes_on = newest.ephemeral and {TYPED, "Correct it", "My turn", "Step back"} & set(newest.buttons)
        return newest if goes_on else super()._letter()


class AtPage(Person):
    """A person whose presses and choices go by a tab; what they know of messages they know as others in tests do."""

    def __init__(self, playing: Played, person: Person, tab: Tab) -> None:
        super().__init__(playing.sandbox, person.user)
        self.playing = playing
        self.tab = tab
        self.mistypes = 0

    async def press(self, message: Shown | Reply, which: str) -> Reply:
        shown = self._mine(message)
        reply = await self._acted(shown, shown.control(which))
        if self.playing.mistypes and TYPED in reply.message.buttons and "Take back" not in reply.message.buttons:
            self.mistypes += 1
            if self.mistypes % self.playing.mistypes == 0:
                await self._mistyped(reply.message)
        return reply

    async def choose(self, message: Shown | Reply, which: str, *values: Any) -> Reply:
        shown = self._mine(message)
        menu = shown.control(which)
        places = [[option["value"] for option in menu["options"]].index(value) for value in values]
        return await self._acted(shown, menu, places)

    async def _acted(self, shown: Shown, part: Any, places: list[int] | None = None) -> Reply:
        await self._to(shown.channel_id)
        before = self._newest()
        reached = await self.tab.page.evaluate(CLICK, [str(shown.id), part["custom_id"]])
        assert reached is not None, f"{name_of(part)!r} is not on the page"
        for place in places or ():
            await self.tab.page.evaluate(PICK, place)
        await self.tab.page.evaluate(DONE)
        reply = await self._answered(before)
        await self.playing.noted(self, name_of(part), reached=reached)
        return reply

    async def _mistyped(self, shown: Shown) -> None:
        """Opens the form, types what is no move, and looks whether the page says so."""
        before = self._newest()
        reached = await self.tab.page.evaluate(CLICK, [str(shown.id), shown.control(TYPED)["custom_id"]])
        await self.tab.dialog().wait_for()
        await self._answered(before, done=False)
        before = self._newest()
        await self.tab.dialog().locator("input, textarea").first.fill(NONSENSE)
        await self.tab.dialog().locator("button[type=submit]").click()
        await self._answered(before)
        await self.playing.noted(self, NONSENSE, reached=bool(reached))

    async def _to(self, channel_id: int) -> None:
        """In front of the others, and drawn: what came while the tab lay behind is at its end. In this channel."""
        if self.playing.front is not self.tab:
            self.playing.front = self.tab
            await self.tab.page.bring_to_front()
            await self.tab.page.evaluate(DRAWN)
        await self.tab.page.evaluate(GO, str(channel_id))

    def _newest(self) -> int:
        return max((begun.id for begun in self._begun()), default=0)

    def _begun(self) -> list[Interaction]:
        return [begun for begun in self.house.interactions.known.values() if begun.user_id == self.id]

    async def _answered(self, before: int, *, done: bool = True) -> Reply:
        def fresh() -> list[Interaction]:
            return [i for i in self._begun() if i.id > before and (i.answer is not None or i.failed)]

        try:
            await self.sandbox.until(lambda: bool(fresh()), PATIENCE)
        except TimeoutError:
            said = await self.tab.page.locator(".failure, .trouble").all_inner_texts()
            begun = [(i.kind, i.answer, i.custom_id) for i in self._begun() if i.id > before]
            raise AssertionError(f"nothing came of it: the page says {said}, begun is {begun}") from None
        reply = Reply(self, fresh()[-1])
        assert not reply.begun.failed, "unanswered for three seconds"
        return await reply.done() if done else reply
