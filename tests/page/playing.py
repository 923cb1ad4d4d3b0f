"""Whole games played by presses before tabs, measured after each: `python -m tests.page.playing catan --presses 200`.

The people are those of `tests.e2e`, who know no rules and choose by chance among what is offered; only their presses
and choices go by the page. Every second one sits before a phone, the others before a desk. From time to time somebody
mistypes a move, to see whether they are told.
"""

import asyncio
import math
import random
import tempfile
import time
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
from sandbox.api.rates import Rates
from sandbox.clock import Clock
from sandbox.page.served import Page
from sandbox.server import Sandbox
from sandbox.world.world import Channel
from storage.rows import BEGINS
from tests.e2e.cafe_players import CafePresser
from tests.e2e.conftest import Stage
from tests.e2e.players import Presser, newest_board
from tests.e2e.test_catan_games import waited_for
from tests.page.at_page import GO, PATIENCE, AtPage, AtPanel
from tests.page.conftest import ARGUMENTS, CHROMIUM
from tests.page.figures import Figures, Pressed
from tests.page.measures import SIZES, caught_up, heights_at, looked
from tests.page.parts import TABLES, WORLD, Part, last
from tests.page.tab import Tab

AFRESH = 12
"""Turns after which tabs are opened anew."""
SEEN = 40
"""Messages among which something may still have been pressed."""


PLAYERS = {"guatemala": (3, Presser), "cafe": (2, CafePresser), "catan": (4, AtPanel)}


class Enough(Exception):
    """As many presses as were wanted."""


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
        self.front: Tab | None = None
        self._most = 0
        self._until = 0.0
        self._number = 1
        self._fresh = 0
        self._seat = -1

    async def open(self, browser: Any, before: Part | None = None) -> None:
        """Opens, joins and starts the table, or goes on with it; and a tab for each player in its thread."""
        players, kind = PLAYERS[self.game]
        if before is None:
            self.thread: Channel = await self.stage.begun(players, game=self.game)
        else:
            self.thread, self.luck, self._seat = await self.stage.thread(), before.drawn_from(), before.seat
            self.figures, self._number = before.figures, before.number + 1
            self._fresh = self.figures.turns
        self.context = await browser.new_context(color_scheme="dark", reduced_motion="reduce", locale="en-US")
        people: list[AtPage] = []
        for number, person in enumerate(self.stage.people[:players]):
            tab = Tab(await self.context.new_page(), self.sandbox.address)
            await tab.page.set_viewport_size(SIZES[number % len(SIZES)])
            await tab.open(person.name)
            await tab.page.evaluate(GO, str(self.thread.id))
            people.append(AtPage(self, person, tab).go(self.thread))  # pyright: ignore[reportArgumentType]
            people[-1].mistypes = before.mistypes[person.name] if before is not None else 0
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

    async def play_part(self, minutes: float, most: int = 100_000) -> Part:
        """Plays to the end of the turn in which the time is over or there have been so many presses in all."""
        self._most, self._until = 2 * most, math.inf
        until, over = time.monotonic() + 60 * minutes, False
        while time.monotonic() < until and len(self.figures.presses) < most:
            asked = await self._asked()
            over = not asked
            if over:
                break
            await self._whose_turn()
            await self._afresh()
            await self._turn(self.actors[self.luck.choice(asked)])
        if over:
            await self._count()
        else:
            self._add()
        version, drawn, normal = self.luck.getstate()
        mistypes = {person.name: person.mistypes for person in self.people}
        return Part(self.figures, (version, drawn, normal), self._seat, mistypes, over, self._number)

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
            self._fresh, self.front = self.figures.turns, None
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
        newest = person.messages(self.thread)[-SEEN:]
        await caught_up(person.tab, [shown.id for shown in newest if not list(shown.controls())])
        look = await looked(person.tab)
        boards = [message.height for message in look.messages if message.pictures and not message.ephemeral]
        press = Pressed(person.name, what, reached, look, boards[-1] if boards else 0)
        self.figures.presses.append(press)
        if press.wrong and self.shots is not None:
            name = f"{self.game}-{look.width}-{len(self.figures.presses) - 1}.png"
            await person.tab.page.screenshot(path=self.shots / name)
        if len(self.figures.presses) >= self._most or time.monotonic() > self._until:
            raise Enough

    def _add(self) -> None:
        self.figures.add({person.id: person.name for person in self.people}, self.thread.id, self.sandbox.counted)

    async def _count(self) -> None:
        self._add()
        for person, size in zip(self.people, SIZES, strict=False):
            await person.tab.page.bring_to_front()
            await person.tab.page.evaluate(GO, str(self.thread.id))
            every = await heights_at(person.tab, size)
            self.figures.heights[size["width"]] = [message for message in every if not message.ephemeral]

    async def close(self) -> None:
        await self.context.close()

    @property
    def broken(self) -> list[str]:
        """What went wrong in any of the tabs."""
        return [problem for person in self.people for problem in person.tab.broken]


@asynccontextmanager
async def seated(
    browser: Any, game: str, *, seed: int = 1, pause: float = 0.0, mistypes: int = 5, keep: Path | None = None
) -> AsyncGenerator[Playing]:
    """A table that has just begun, with everybody before a tab; at its end nothing may have gone wrong in any.

    `keep`: a folder for a game that is played in parts, or from which it goes on.
    """
    before = last(keep) if keep is not None else None
    with tempfile.TemporaryDirectory() as folder:
        clock = Clock(held=True)  # a machine that is busy elsewhere must not make an answer late
        world = keep / WORLD if keep is not None else None
        async with Sandbox(clock=clock, rates=Rates.wide(), mount=Page().mount, seed=seed, keep=world) as sandbox:
            sandbox.house.interactions.patience = PATIENCE
            with sandbox.attached():
                luck = Seeded(seed * 1000 + before.number if before is not None else seed)
                stage = Stage(sandbox, keep / TABLES if keep is not None else Path(folder), luck)
                stage.now = lambda: int(clock.now() * 1000)
                await stage.open()
                stage.client.components._below.patience = PATIENCE
                try:
                    playing = Playing(stage, game, seed=seed, pause=pause, mistypes=mistypes)
                    await playing.open(browser, before)
                    yield playing
                    assert playing.broken == []
                    await playing.close()
                finally:
                    await stage.close()


async def _part(game: str, presses: int, seed: int, pause: float, minutes: float, keep: Path) -> None:
    """Plays a part of the game that is kept in a folder; with the photographs, all figures once it is over."""
    shots = keep / "shots"
    shots.mkdir(parents=True, exist_ok=True)
    if (before := last(keep)) is None or not before.over:
        async with async_playwright() as player:
            browser = await player.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            async with seated(browser, game, seed=seed, pause=pause, keep=keep) as playing:
                playing.shots = shots
                played = await playing.play_part(minutes, presses)
                await _photographed(playing, shots)
            played.keep(keep)
            await browser.close()
    if (now := last(keep)) is not None:
        for line in now.figures.told():
            click.echo(f"{game}: {line}")
        click.echo(f"{game}: {now.number} parts, {'over' if now.over else 'not over yet'}")


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
@click.option(
    "--keep",
    type=click.Path(path_type=Path, file_okay=False),
    help="A folder in which the game, its figures and photographs are kept; the same line plays on from there.",
)
def main(
    game: str, presses: int, seed: int, pause: float, minutes: float, shots: Path | None, keep: Path | None
) -> None:
    """Plays a game before tabs and prints its figures."""
    if keep is None:
        asyncio.run(_told(game, presses, seed, pause, minutes, shots))
    else:
        asyncio.run(_part(game, presses, seed, pause, minutes, keep))


if __name__ == "__main__":
    main()
