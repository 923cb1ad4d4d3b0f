"""What one press or command costs: the shipped program on the sandbox, one small table of Guatemala Café.

    python -m tests.bench.walk [--json] [--runs 3]

Every run is a process of its own and plays twice: once for what is made only once, with other luck, and once counted.
The clock of the loop is held while something is counted, so that nothing else happens meanwhile.
"""

import asyncio
import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import click

from sandbox.actor import Person, Reply
from sandbox.api.rates import Rates
from sandbox.clock import Clock
from sandbox.page.shown import Shown
from sandbox.server import Sandbox
from tests.bench.meter import BEGIN, DECODED, FIGURES, HOP, ROOT, SEAMS, STATE, STATEMENT, Loop, Meter, quiet

NAMES = ("Ada", "Bea", "Cem")
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.sandbx.a-token-that-opens-only-the-sandbox"  # noqa: S105 (it opens nothing else)
WARMING, COUNTING = 1, 2
"""Quarters of all luck: every draw gives what stands there, in whatever order and number draws are made."""
SHORT, LONG = 10, 150
"""Looks without anything new: after an answer, and after a start, which has pauses of its own."""

BUILD, BACK, TURN = "/guatemala build (2nd of a plan)", "press Step back", "press My turn"
NEWS = "press My turn, told what has happened"
ANSWER, OPEN, SETTLED = "press Answer", "sealed Pass, still open", "sealed Pass that settles"
DONE, SCORE, RESTART = "/guatemala done, a board", "/guatemala score, a board and two DMs", "restart"
STEPS = (NEWS, BUILD, BACK, TURN, ANSWER, OPEN, SETTLED, DONE, SCORE, RESTART)
POSTING = (SETTLED, DONE, SCORE)
"""Those after which something is said; all that is noted as sent before they are at rest."""

Act = Callable[[], Awaitable[Reply]]


def started() -> asyncio.Task[None]:
    """`stammtisch run`, as a task of this loop."""
    from bot.__main__ import main

    begun: list[Coroutine[Any, Any, None]] = []
    run = asyncio.run
    asyncio.run = begun.append  # pyright: ignore[reportAttributeAccessIssue]
    try:
        main.main(args=["run"], standalone_mode=False)
    finally:
        asyncio.run = run
    return asyncio.get_running_loop().create_task(begun[0])


class Walk:
    """One table from its opening to a restart, and the figures of each step that is counted."""

    def __init__(self, sandbox: Sandbox, meter: Meter, loop: Loop) -> None:
        self.sandbox, self.meter, self.loop = sandbox, meter, loop
        guild = sandbox.guild()
        self.people = {person.id: person for person in (sandbox.person(name, guild) for name in NAMES)}
        self.found: dict[str, dict[str, int]] = {}
        self._running: asyncio.Task[None] | None = None

    # ── the bot ──

    async def start(self) -> None:
        self._running = started()
        await self.sandbox.until(lambda: self.sandbox.gateway.connected or self._ended, 60)
        if self._ended:
            await self._running
        await self._rest(LONG)

    @property
    def _ended(self) -> bool:
        return self._running is None or self._running.done()

    async def stop(self) -> None:
        assert self._running is not None
        os.kill(os.getpid(), signal.SIGTERM)
        await self._running
        await self.sandbox.until(lambda: not self.sandbox.gateway.connected, 60)

    async def away(self) -> None:
        """However it ended: the store of a bot that still runs would keep this process from ending."""
        if self._running is not None and not self._running.done():
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)

    async def restart(self) -> None:
        await self.stop()
        self.meter.begin()
        await self.start()
        self.found[RESTART] = self.meter.end()

    async def _rest(self, looks: int = SHORT) -> None:
        await quiet(self.meter, self.loop, looks)

    # ── what people do ──

    async def done(self, act: Act, counted: str = "") -> Reply:
        """Until the answer stands and nothing more comes of it."""
        if counted:
            self.loop.hold()
        self.meter.begin()
        reply = await (await act()).done(60)
        await self._rest()
        found = self.meter.end()
        if counted:
            self.loop.release()
            assert bool(found["sent"]) == (counted in POSTING), f"{counted}: {found['sent']} posts; {reply.text}"
            self.found[counted] = found
        return reply

    def board(self) -> Shown:
        """The newest one."""
        seen = next(iter(self.people.values())).messages(self.thread)
        return [shown for shown in seen if not shown.ephemeral and "Board" in shown.buttons][-1]

    def asked(self) -> list[Person]:
        """Whom the newest board pings."""
        text = self.board().text
        return [person for user, person in self.people.items() if f"<@{user}>" in text]

    async def gather(self) -> None:
        first, *others = self.people.values()
        opened = await self.done(lambda: first.slash("/table new", game="guatemala", option="side=fixed"))
        assert "<#" in opened.text, opened.text
        (self.thread,) = [channel for channel in self.sandbox.world.channels.values() if channel.is_thread]
        for person in self.people.values():
            person.go(self.thread)
        card = first.messages(self.thread)[-1]
        for person in others:
            await self.done(lambda person=person: person.press(card, "Join"))
        await self.done(lambda: first.press(first.messages(self.thread)[-1], "Start"))

    async def play(self) -> None:
        """The Buyer is put on his track; one builds by a plan, the next scores, which the two others may block."""
        (first,) = self.asked()
        await self.done(lambda: first.slash("/guatemala buyer", space=0))
        (builder,) = self.asked()
        told = await self.done(lambda: builder.press(self.board(), "My turn"), NEWS)
        assert "Since the game began" in told.text, told.text
        await self.done(lambda: builder.slash("/guatemala step", spaces=1))
        build: Act = lambda: builder.slash("/guatemala build", piece="Q1", place="A1")  # noqa: E731 (done twice)
        built = await self.done(build, BUILD)
        assert "Step back" in built.message.buttons, built.text
        back = await self.done(lambda: builder.press(built, "Step back"), BACK)
        assert back.text != "", "Step back shows what is left of the plan"
        turn = await self.done(lambda: builder.press(self.board(), "My turn"), TURN)
        assert "Step back" in turn.message.buttons, turn.text
        await self.done(build)
        played = await self.done(lambda: builder.slash("/guatemala done"), DONE)
        assert "played" in played.text, played.text
        (scorer,) = self.asked()
        await self.done(lambda: scorer.slash("/guatemala step", spaces=1))
        await self.done(lambda: scorer.slash("/guatemala score", sack="R4", lay="K"), SCORE)
        await self.answer()

    async def answer(self) -> None:
        one, other = self.asked()
        opened = await self.done(lambda: one.press(self.board(), "Answer"), ANSWER)
        kept = await self.done(lambda: one.press(opened, "Pass"), OPEN)
        assert "Pass" in kept.message.buttons, kept.text
        opened_too = await self.done(lambda: other.press(self.board(), "Answer"))
        settled = await self.done(lambda: other.press(opened_too, "Pass"), SETTLED)
        assert "Pass" not in settled.message.buttons, settled.text


async def walked(meter: Meter, loop: Loop, luck: int) -> dict[str, dict[str, int]]:
    """All figures of one table, on a Discord and in a folder of its own."""
    secrets.randbelow = lambda n: n * luck // 4
    async with Sandbox(clock=Clock(held=True), rates=Rates.wide(), check=False, token=TOKEN) as sandbox:
        with tempfile.TemporaryDirectory() as folder, sandbox.attached():
            os.environ["STAMMTISCH_DATA"] = f"{folder}/data"
            walk = Walk(sandbox, meter, loop)
            try:
                await walk.start()
                await walk.gather()
                await walk.play()
                await walk.restart()
                await walk.stop()
            finally:
                await walk.away()
    return walk.found


async def one_run() -> dict[str, dict[str, int]]:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, Loop)
    with Meter() as meter:
        await walked(meter, loop, WARMING)
        found = await walked(meter, loop, COUNTING)
    assert not unseen(found), f"never entered, so not counted: {', '.join(unseen(found))}"
    return {name: found[name] for name in STEPS}


def unseen(found: dict[str, dict[str, int]]) -> list[str]:
    """What was entered in no step at all: its figures say nothing. Nobody replays a game in this walk."""
    wanted = (*SEAMS, HOP, DECODED, BEGIN, STATEMENT, STATE)
    return [name for name in wanted if name != "replays" and not any(row[name] for row in found.values())]


def in_a_process() -> dict[str, dict[str, int]]:
    keep = {key: value for key, value in os.environ.items() if not key.startswith(("STAMMTISCH_", "DISCORD_"))}
    settings = {"DISCORD_TOKEN": TOKEN, "STAMMTISCH_LOG_LEVEL": "ERROR"}
    ran = subprocess.run(
        [sys.executable, "-m", "tests.bench.walk", "--once"],
        cwd=ROOT,
        env=keep | settings,
        stdout=subprocess.PIPE,
        check=True,
    )
    return json.loads(ran.stdout.splitlines()[-1])


def differing(runs: list[dict[str, dict[str, int]]]) -> list[str]:
    """The figures that are not the same in every run, each with its values."""
    return [
        f"{name}, {figure}: {', '.join(str(run[name][figure]) for run in runs)}"
        for name in runs[0]
        for figure in FIGURES
        if len({run[name][figure] for run in runs}) > 1
    ]


def table(found: dict[str, dict[str, int]]) -> str:
    width = max(map(len, found))
    widths = {figure: max(len(figure), 6) for figure in FIGURES}
    head = " ".join(f"{figure:>{widths[figure]}}" for figure in FIGURES)
    rows = (
        f"{name:{width}} " + " ".join(f"{row[figure]:{widths[figure]}}" for figure in FIGURES)
        for name, row in found.items()
    )
    return "\n".join((f"{'':{width}} {head}", *rows))


@click.command()
@click.option("--json", "as_json", is_flag=True, help="The figures of every run, for another program.")
@click.option("--runs", default=3, help="How many processes count.")
@click.option("--once", is_flag=True, help="Count in this process, and print one line.")
def main(*, as_json: bool, runs: int, once: bool) -> None:
    """Count what each interaction costs."""
    if once:
        with asyncio.Runner(loop_factory=Loop) as runner:
            print(json.dumps(runner.run(one_run())))
        return
    found = [in_a_process() for _ in range(runs)]
    odd = differing(found)
    if as_json:
        print(json.dumps({"runs": found, "differing": odd}, indent=1))
        return
    print(table(found[0]))
    print(f"the same in {runs} runs" if not odd else "\n".join(("not the same in every run:", *odd)))


if __name__ == "__main__":
    main()
