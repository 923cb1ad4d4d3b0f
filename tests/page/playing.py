"""Whole games played by presses before tabs, measured after each: `python -m tests.page.playing catan --presses 200`.

The people are those of `tests.e2e`, who know no rules and choose by chance among what is offered; only their presses
and choices go by the page. Every second one sits before a phone, the others before a desk. From time to time somebody
mistypes a move, to see whether they are told.
"""

import asyncio
import random
import tempfile
import time
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import click
from playwright.async_api import async_playwright

from bot.play import limits
from bot.play.timed.clockwork import Clockwork
from rules.chance import Seeded
from rules.contract import ORDINARY
from sandbox.actor import Person, Reply
from sandbox.api.interactions import Interaction
from sandbox.api.rates import Rates
from sandbox.clock import Clock
from sandbox.page.served import Page
from sandbox.page.shown import Shown, name_of
from sandbox.server import Sandbox
from sandbox.world.world import Channel
from storage.rows import BEGINS
from tests.e2e.cafe_players import CafePresser
from tests.e2e.catan_players import CatanPresser
from tests.e2e.conftest import Stage
from tests.e2e.players import Presser, newest_board
from tests.e2e.test_catan_games import waited_for
from tests.page.conftest import ARGUMENTS, CHROMIUM
from tests.page.figures import NONSENSE, Figures, Pressed
from tests.page.measures import SIZES, heights_at, looked
from tests.page.tab import Tab

TYPED = "Type it"
PATIENCE = 20.0
AFRESH = 12
"""Turns after which tabs are opened anew."""
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


class AtPanel(CatanPresser):
    """Goes on in their own panel, where that is the newest message; it knows what has happened since."""

    def _letter(self) -> Shown | None:
        newest = self.person.messages(self.person.here)[-1]
        goes_on = newest.ephemeral and {TYPED, "Correct it", "My turn", "Step back"} & set(newest.buttons)
        return newest if goes_on else super()._letter()


PLAYERS = {"guatemala": (3, Presser), "cafe": (2, CafePresser), "catan": (4, AtPanel)}


class Enough(Exception):
    """As many presses as were wanted."""


class AtPage(Person):
    """A person whose presses and choices go by a tab; what they know of messages they know as others in tests do."""

    def __init__(self, playing: "Playing", person: Person, tab: Tab) -> None:
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
        """In front of the others and in this channel."""
        await self.tab.page.bring_to_front()
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


class Playing:
    """A table whose players sit before tabs. `pause`: how many seconds pass between turns; 0 measures one long evening.

    `mistypes`: which panel of each person is mistyped into, every third say; 0 for none.
    """

    def __init__(self, stage: Stage, game: str, *, seed: int = 1, pause: float = 0.0, mistypes: int = 5) -> None:
        self.stage = stage
        self.sandbox = stage.sandbox
        self.game = game
        self.luck = random.Random(seed)
        self.pause = pause
        self.mistypes = mistypes
        self.shots: Path | None = None
        """A folder for what the tab shows where something was out of view."""
        self.figures = Figures()
        self._most = 0
        self._until = 0.0
        self._fresh = 0
        self._seat = -1

    async def open(self, browser: Any) -> None:
        """Opens, joins and starts the table, and a tab for each player in its thread."""
        players, kind = PLAYERS[self.game]
        self.thread: Channel = await self.stage.begun(players, game=self.game)
        self.context = await browser.new_context(color_scheme="dark", reduced_motion="reduce", locale="en-US")
        people: list[AtPage] = []
        for number, person in enumerate(self.stage.people[:players]):
            tab = Tab(await self.context.new_page(), self.sandbox.address)
            await tab.page.set_viewport_size(SIZES[number % len(SIZES)])
            await tab.open(person.name)
            await tab.page.evaluate(GO, str(self.thread.id))
            people.append(AtPage(self, person, tab).go(self.thread))  # pyright: ignore[reportArgumentType]
        self.people = people
        self.actors: dict[int, Any] = {person.id: kind(person, self.luck) for person in people}
        self.sandbox.counted.clear()

    async def play(self, most: int, minutes: float = 600.0) -> Figures:
        """Plays to the end of the game, or until there have been so many presses, or so many minutes are over."""
        self._most = most
        self._until = time.monotonic() + 60 * minutes
        try:
            while asked := await self._asked():
                await self._whose_turn()
                await self._afresh()
                await self._turn(self.actors[self.luck.choice(asked)])
        except Enough:
            await self.stage.quiet()
        await self._count()
        return self.figures

    async def _turn(self, actor: Any) -> None:
        await actor.act(newest_board(actor.person, self.thread))
        await self.stage.quiet()
        if getattr(actor, "offered", False):
            actor.offered = False
            for other in self.actors.values():
                if other is not actor and self.luck.random() < 0.8:
                    await other.answer(newest_board(other.person, self.thread))
                    await self.stage.quiet()
        if self.pause:
            self.sandbox.clock.advance(self.pause)

    async def _afresh(self) -> None:
        """Opens the tabs anew after some turns: what a tab shows is measured after each press, and becomes too much."""
        if self.figures.turns % AFRESH == 0 and self.figures.turns > self._fresh:
            self._fresh = self.figures.turns
            for person in self.people:
                await person.tab.open(person.name)
                await person.tab.page.evaluate(GO, str(self.thread.id))

    async def _asked(self) -> list[int]:
        """Whom the game waits for, once what comes by itself has come; nobody once it is over."""
        if await waited_for(self.stage, self.thread):
            await self._called()
        return await waited_for(self.stage, self.thread)

    async def _called(self) -> None:
        """Lets two minutes pass where a turn begins by itself: its player is not called before."""
        table = await self.stage.store.at_channel(self.thread.id)
        assert table is not None
        if any(due.kind == BEGINS for due in (await self.stage.table(table)).dues):
            self.sandbox.clock.advance(limits.TAKE_BACK_MS / 1000)
            await Clockwork(self.stage.transactions).tick()
            await self.stage.quiet()

    async def _whose_turn(self) -> None:
        """Counts the turn if it is somebody else's than before."""
        (duty, *_) = [d for person in self.people for d in await self.stage.store.duties(person.id)]
        position = (await self.stage.table(duty.table.id)).position
        for question in position.open:
            if question.topic == ORDINARY and question.seat != self._seat:
                self._seat = question.seat
                self.figures.turns += 1

    async def noted(self, person: AtPage, what: str, *, reached: bool) -> None:
        """Notes what this person sees once the thread has come to rest."""
        await self.stage.quiet()
        look = await looked(person.tab)
        boards = [message.height for message in look.messages if message.pictures and not message.ephemeral]
        press = Pressed(person.name, what, reached, look, boards[-1] if boards else 0)
        self.figures.presses.append(press)
        if press.wrong and self.shots is not None:
            name = f"{self.game}-{look.width}-{len(self.figures.presses) - 1}.png"
            await person.tab.page.screenshot(path=self.shots / name)
        if len(self.figures.presses) >= self._most or time.monotonic() > self._until:
            raise Enough

    async def _count(self) -> None:
        counted, figures = self.sandbox.counted, self.figures
        names = {person.id: person.name for person in self.people}
        traffic = counted.of(self.thread.id)
        figures.posts, figures.edits = traffic.posts, traffic.edits
        figures.requests = sum(counted.requests.values())
        figures.dms = Counter({names[n]: count for n, count in counted.dms.items()})
        figures.pings = Counter({names[n]: count for n, count in traffic.pings.items()})
        figures.refused = Counter(counted.refused)
        for person, size in zip(self.people, SIZES, strict=False):
            await person.tab.page.bring_to_front()
            await person.tab.page.evaluate(GO, str(self.thread.id))
            every = await heights_at(person.tab, size)
            figures.heights[size["width"]] = [message for message in every if not message.ephemeral]

    async def close(self) -> None:
        await self.context.close()

    @property
    def broken(self) -> list[str]:
        """What went wrong in any of the tabs."""
        return [problem for person in self.people for problem in person.tab.broken]


@asynccontextmanager
async def seated(
    browser: Any, game: str, *, seed: int = 1, pause: float = 0.0, mistypes: int = 5
) -> AsyncGenerator[Playing]:
    """A table that has just begun, with everybody before a tab; at its end nothing may have gone wrong in any."""
    with tempfile.TemporaryDirectory() as folder:
        clock = Clock(held=True)  # a machine that is busy elsewhere must not make an answer late
        async with Sandbox(clock=clock, rates=Rates.wide(), mount=Page().mount, seed=seed) as sandbox:
            sandbox.house.interactions.patience = PATIENCE
            with sandbox.attached():
                stage = Stage(sandbox, Path(folder), Seeded(seed))
                stage.now = lambda: int(clock.now() * 1000)
                await stage.open()
                stage.client.components._below.patience = PATIENCE
                try:
                    playing = Playing(stage, game, seed=seed, pause=pause, mistypes=mistypes)
                    await playing.open(browser)
                    yield playing
                    assert playing.broken == []
                    await playing.close()
                finally:
                    await stage.close()


async def _told(game: str, presses: int, seed: int, pause: float, minutes: float, shots: Path | None) -> None:
    async with async_playwright() as player:
        browser = await player.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        async with seated(browser, game, seed=seed, pause=pause) as playing:
            playing.shots = shots
            for line in (await playing.play(presses, minutes)).told():
                click.echo(f"{game}: {line}")
            await _photographed(playing, shots)
        await browser.close()


async def _photographed(playing: Playing, shots: Path | None) -> None:
    if shots is None:
        return
    for person in playing.people:
        await person.tab.page.bring_to_front()
        size = person.tab.page.viewport_size
        await person.tab.page.screenshot(path=shots / f"{playing.game}-{size['width']}-{person.name}.png")


@click.command()
@click.argument("game", type=click.Choice(sorted(PLAYERS)))
@click.option("--presses", default=100_000, help="To the end of the game without it.")
@click.option("--seed", default=1)
@click.option("--pause", default=0.0, help="Seconds that pass between turns.")
@click.option(
    "--shots",
    type=click.Path(path_type=Path, file_okay=False),
    help="A folder for what each tab shows at the end, and where something is out of view.",
)
@click.option("--minutes", default=600.0, help="Stops then, and prints the figures.")
def main(game: str, presses: int, seed: int, pause: float, minutes: float, shots: Path | None) -> None:
    """Plays a game before tabs and prints its figures."""
    asyncio.run(_told(game, presses, seed, pause, minutes, shots))


if __name__ == "__main__":
    main()
