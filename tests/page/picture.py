"""`make readme`: a turn in its thread, as the sandbox's page shows it, still and moving, and thumbnails of the boards.

A table of Guatemala Café is played to its middle; then whoever is asked plans a turn before a tab, from the first entry
of each menu that the panel offers, and commits it. The luck is drawn from a seed, so that the same code plays the same
game. The boards are made by `python -m tests.gallery readme`.
"""

import asyncio
import random
import tempfile
from collections.abc import Iterable, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from PIL import Image
from playwright.async_api import ViewportSize, async_playwright

from bot.games import GAMES
from bot.play import ANY, Action, Table, turns
from rules.chance import Seeded
from rules.contract import ORDINARY, Seat
from rules.guatemala.views import GuatemalaPublic
from sandbox.api.rates import Rates
from sandbox.page.served import Page
from sandbox.server import Sandbox
from tests.e2e.conftest import Stage
from tests.page.conftest import ARGUMENTS, CHROMIUM
from tests.page.tab import Tab

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
PLAYERS = 4
MOVES = 170
"""And then until a scoring has brought points."""
SEED = 0
WIDTH, HEIGHT, SCALE, GAP = 410, 1290, 1.5, 24
PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
PIECES = 1
"""So many are built in the planned turn; each takes two choices, and how far the Buyer goes a first one."""
SEEN = {"board": 2400, "press": 800, "panel": 1500, "end": 4000}
"""Milliseconds, by what a frame of the moving picture shows."""
PATIENCE = 8000
"""Milliseconds."""
SETTLED = 0.9
"""Seconds in which nothing of the page has changed: then nothing more comes."""
COLOURS = 256
MARK = """([x, y]) => {
  const mark = document.createElement("div");
  mark.id = "finger";
  mark.style.cssText = `position:fixed;z-index:99;left:${x - 21}px;top:${y - 21}px;width:42px;height:42px;
    box-sizing:border-box;border-radius:50%;background:#fffb;border:4px solid #222;pointer-events:none`;
  document.body.append(mark);
}"""
UNMARK = "() => document.getElementById('finger').remove()"
SHOWN = """() => [...document.images].every((one) => one.complete)
  + document.querySelector(".log").innerHTML.replace(/<time.*?time>/g, "")"""
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
        """Whether a scoring has just brought points, and the next has an ordinary turn in which enough can be built."""
        table = await self.stage.table(self.id)
        (question, *_) = table.position.open
        scored = -1 < points < await self._points()
        return scored and question.topic == ORDINARY and _builds(table, Seat(question.seat))

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


def _builds(table: Table, seat: Seat) -> bool:
    """Whether the first step offered leads to the pieces, each the first that can be taken, in its first place."""
    rules, state = table.rules, table.position.state
    words = ["step"]
    for _ in range(1 + PIECES):
        tokens: tuple[str, ...] = ()
        while choices := rules.choices(state, seat, tokens):
            wanted = [choice for choice in choices if choice.token in words] if not tokens else choices
            if not wanted:
                return False
            tokens = (*tokens, wanted[0].token)
            if wanted[0].whole:
                break
        state = rules.apply(state, seat, rules.parse(" ".join(tokens)), Seeded(SEED)).state
        words = ["take"]
    return True


class Turn:
    """What is photographed of a turn: two views of it, and the frames of the moving picture with their times."""

    def __init__(self, tab: Tab, stage: Stage) -> None:
        self.tab, self.stage = tab, stage
        self.views: list[bytes] = []
        self.frames: list[tuple[bytes, int]] = []

    async def play(self) -> None:
        await self._view()
        await self._frame("board")
        await self._press(self.tab.button("My turn"))
        for _ in range(1 + 2 * PIECES):
            await self._frame("panel")
            await self._press(self.tab.message("Only you").locator("button[aria-haspopup=listbox]").first)
            await self._press(self.tab.page.get_by_role("option").first)
        await self._frame("panel")
        await self._press(self.tab.button("Show the board"))
        await self._view()
        await self._frame("board")
        await self._press(self.tab.button("My turn"))
        await self._frame("panel")
        await self._press(self.tab.button("Finish"))
        await self._frame("panel")
        await self._see_board()
        await self._frame("end")

    async def _view(self) -> None:
        """On a higher page, that all of a panel and all of a board can be seen."""
        await self.tab.page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
        await self._settled()
        self.views.append(await self.tab.page.screenshot())
        await self.tab.page.set_viewport_size(PHONE)

    async def _frame(self, kind: str) -> None:
        await self._settled()
        self.frames.append((await self.tab.page.screenshot(), SEEN[kind]))

    async def _press(self, control: Any) -> None:
        """Shows where, then presses."""
        await control.scroll_into_view_if_needed()
        box = await control.bounding_box()
        await self.tab.page.evaluate(MARK, [box["x"] + box["width"] * 0.7, box["y"] + box["height"] / 2])
        self.frames.append((await self.tab.page.screenshot(), SEEN["press"]))
        await self.tab.page.evaluate(UNMARK)
        await control.click()

    async def _see_board(self) -> None:
        await self.tab.page.locator("article.message:not(.ephemeral) .picture").last.evaluate(
            "(board) => board.closest('article').scrollIntoView({ block: 'start' })"
        )

    async def _settled(self) -> None:
        """Once the bot has said all and the page has stood still for a while."""
        await self.stage.quiet()
        await self.tab.page.evaluate("() => document.activeElement.blur()")
        before, since = "", 0.0
        while since < SETTLED:
            await asyncio.sleep(0.1)
            shown = await self.tab.page.evaluate(SHOWN)
            before, since = shown, since + 0.1 if shown == before else 0.0


async def pictured() -> Turn:
    page = Page()
    with tempfile.TemporaryDirectory() as folder:
        async with Sandbox(rates=Rates.wide(), mount=page.mount) as sandbox:
            sandbox.house.interactions.patience = 30.0
            with sandbox.attached():
                stage = await Stage(sandbox, Path(folder), Seeded(SEED)).open()
                try:
                    played = Played(stage)
                    await played.play()
                    return await photographed(sandbox.address, played)
                finally:
                    await stage.close()


async def photographed(address: str, played: Played) -> Turn:
    """The turn of whoever was asked, from the newest board of the thread to the next."""
    async with async_playwright() as player:
        browser = await player.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        context = await browser.new_context(
            viewport=PHONE,
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
        turn = Turn(tab, played.stage)
        try:
            await turn.play()
        finally:
            await browser.close()
    return turn


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


def moving(shots: Sequence[Image.Image], times: Sequence[int]) -> bytes:
    """A GIF, which GitHub plays by itself. All frames have the same colours: only what has changed is written."""
    sheet = Image.new("RGB", (shots[0].width, shots[0].height * len(shots)))
    for number, shot in enumerate(shots):
        sheet.paste(shot, (0, number * shot.height))
    colours = sheet.quantize(COLOURS, kmeans=3)
    first, *others = (shot.quantize(palette=colours, dither=Image.Dither.NONE) for shot in shots)
    out = BytesIO()
    first.save(out, "GIF", save_all=True, append_images=others, duration=list(times), loop=0, disposal=1, optimize=True)
    return out.getvalue()


def _opened(shots: Iterable[bytes]) -> list[Image.Image]:
    return [Image.open(BytesIO(shot)).convert("RGB") for shot in shots]


def main() -> None:
    turn = asyncio.run(pictured())
    side_by_side(_opened(turn.views)).save(FOLDER / "turn.png", optimize=True)
    (FOLDER / "turn.gif").write_bytes(moving(_opened(shot for shot, _ in turn.frames), [ms for _, ms in turn.frames]))
    for game in GAMES:
        with Image.open(FOLDER / f"{game}.png") as whole:
            thumbnail(whole).save(FOLDER / f"{game}-small.png", optimize=True)


if __name__ == "__main__":
    main()
