"""The shipped process is killed with SIGKILL while people play, and started again: no confirmed move is lost or
doubled, the thread is put right, and old buttons answer.
"""

import asyncio
import random
import re
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from bot.discord.interactions import custom_ids
from bot.play.clocks.quiet_hours import HOURS
from sandbox.actor import Person
from sandbox.api.rates import Rates
from sandbox.api.rest import Exchange
from sandbox.clock import Clock
from sandbox.faults import Fault
from sandbox.page.shown import CannotError, Shown
from sandbox.server import Sandbox
from sandbox.world.compose import BUTTON
from sandbox.world.world import Channel, Event
from tests import report
from tests.e2e.players import Presser, is_over, newest_board, pinged
from tests.e2e.shipped import TOKEN, Kept, Shipped, read
from tests.ledger import Ledger
from tests.sandbox import tally
from tests.sandbox.conftest import schema_path

NAMES = ("Ada", "Bea", "Cem", "Dag")
PATIENCE = 60.0
"""Seconds within which a process that has just begun paints its first board, on a machine that is busy elsewhere."""
HELD = 2.0
"""Seconds that a request of the bot waits before its connection breaks; the bot is killed meanwhile."""
STANDS = re.compile(r"Move \d+ played|Your answer: you (?:block|pass)|Your answer is in")
TELLS = re.compile(r"/(?:interactions/\d+|webhooks/\d+)/([^/]+)/(?:callback|messages/@original)")
"""Requests that answer an interaction."""
REFUSED = "⚠️"
"""Before the reason why a press changed nothing; an earlier answer may stand behind it."""
NUMBER = re.compile(r"[0-9A-Za-z]{11}-(\d+)-")

POST = "POST /channels/*/messages"
PATCH = "PATCH /channels/*/messages/*"
CALLBACK = "POST /interactions/*/callback"

BEFORE, BETWEEN, UNCALLED, HEARD, BLOCKADE = (
    "before the commit",
    "between commit and public message",
    "between edit and call",
    "message taken, the bot not told",
    "blockade, answers in part",
)
REACH, SILENT, HOLD, TAKEN, EDIT, EDITED, PARTLY = "reach", "silent", "hold", "taken", "edit", "edited", "partly"
WANTED = {REACH: BEFORE, SILENT: BETWEEN, HOLD: BETWEEN, TAKEN: HEARD, PARTLY: BLOCKADE}
"""What a trap is meant to bring about; where it really struck is read from the file afterwards."""


def commits(data: Any) -> bool:
    """Is this a press that makes a move?"""
    said = custom_ids.read(str(data.get("custom_id", "")))
    return said is not None and (
        said.kind == custom_ids.ANSWER or (said.kind == custom_ids.PLAN and said.verb == "commit")
    )


class Trap:
    """Waits for the press that commits, and says when to kill."""

    def __init__(self, sandbox: Sandbox, thread: Channel, kind: str, luck: random.Random) -> None:
        self.sandbox, self.thread, self.kind, self.luck = sandbox, thread, kind, luck
        self.press: int | None = None
        self.now = asyncio.Event()
        self._boards = len(sandbox.world.messages(thread.id))

    def told(self, event: Event) -> None:
        """A press that commits arms it."""
        if event.name != "INTERACTION_CREATE" or self.press is not None:
            return
        if not commits(event.data["data"]):
            return
        self.press = int(event.data["id"])
        plan = self.sandbox.faults.plan
        if self.kind == REACH:
            asyncio.get_running_loop().call_later(self.luck.uniform(0.0, 0.003), self.now.set)
            return
        if self.kind == SILENT:
            plan(Fault(CALLBACK, delay=HELD, lost=True))
        if self.kind in (EDIT, EDITED):
            plan(Fault(PATCH, delay=HELD, lost=True, after=self.kind == EDITED, times=-1))
            return
        plan(Fault(POST, delay=HELD, lost=True, after=self.kind == TAKEN, times=-1))

    async def sprung(self) -> None:
        """Until it is time; a press that told the thread nothing springs nothing."""
        if self.kind == REACH:
            await self.now.wait()
            return
        wanted = {SILENT: CALLBACK, HOLD: POST, TAKEN: POST, EDIT: PATCH, EDITED: PATCH}[self.kind]
        struck = self.sandbox.faults.struck
        await self.sandbox.until(lambda: any(isinstance(f, Fault) and f.route == wanted for f in struck), 10)
        if self.kind == TAKEN:
            await self.sandbox.until(lambda: len(self.sandbox.world.messages(self.thread.id)) > self._boards, 10)
        await asyncio.sleep(self.luck.choice((0.0, 0.02, 0.1)))


class Campaign:
    """One game that goes on over all kills."""

    def __init__(self, sandbox: Sandbox, bot: Shipped, players: int, seed: int) -> None:
        self.sandbox, self.bot = sandbox, bot
        self.luck = random.Random(seed)
        guild = sandbox.guild()
        self.people = [sandbox.person(name, guild) for name in NAMES[:players]]
        self.actors = {p.id: Presser(p, self.luck, score=0.9) for p in self.people}
        self.confirmed: dict[int, str] = {}
        """Presses that were told that they stand, by their id."""
        self.told: set[int] = set()
        """Presses that were told anything."""
        self.histogram: Counter[str] = Counter()
        self.pressed = Counter[str]()
        self.slowest = 0.0
        self.table = ""
        self.trap: Trap | None = None
        sandbox.rest.watchers.append(self._answered)
        sandbox.world.listen(lambda event: self.trap.told(event) if self.trap else None)

    def _answered(self, line: Exchange) -> None:
        """What a press is told first is of that press; later its panel follows what its person does elsewhere."""
        text, found = str(line.request), TELLS.fullmatch(line.path)
        if line.status >= 300 or found is None or "components" not in text:
            return
        press = self.sandbox.house.interactions.known[found[1]]
        if press.id in self.told:
            return
        self.told.add(press.id)
        if REFUSED not in text and STANDS.search(text) and commits(press.data):
            self.confirmed[press.id] = text

    # ── playing ──

    async def begin(self) -> None:
        first, *others = self.people
        await self.bot.start()
        await self.sandbox.until(lambda: bool(self.sandbox.world.commands), 30)
        reply = await (await first.slash("/table new", game="guatemala")).done(PATIENCE)
        assert "<#" in reply.text, reply.text
        self.thread = next(c for c in self.sandbox.world.channels.values() if c.is_thread)
        await self.sandbox.until(lambda: any("Join" in shown.buttons for shown in first.messages(self.thread)))
        for person in self.people:
            person.go(self.thread)
        card = first.messages(self.thread)[-1]
        self.table = str(card.control("Join")["custom_id"]).split(":")[1]
        for person in others:
            await (await person.press(card, "Join")).done(PATIENCE)
        await (await first.press(card, "Start")).done(PATIENCE)
        await self.sandbox.until(lambda: bool(self._boards()), PATIENCE)

    def _boards(self) -> list[Shown]:
        return [s for s in self.people[0].messages(self.thread) if not s.ephemeral and s.files]

    def calls(self) -> Counter[str]:
        """How often each call stands in the thread, by the numbers in its buttons."""
        shown = [s for s in self.people[0].messages(self.thread) if not s.ephemeral and not s.files]
        ids = [str(part.get("custom_id", "")) for s in shown for part in s.controls()]
        return Counter(which for which in ids if which.startswith("b:") and which.count(":") == 3)

    def elsewhere(self) -> list[Shown]:
        """What has live buttons but is neither the newest board post nor the newest call."""
        shown = [s for s in self.people[0].messages(self.thread) if not s.ephemeral]
        boards, others = [s for s in shown if s.files], [s for s in shown if not s.files]
        spared = {s.id for s in (*boards[-1:], *others[-1:])}
        return [s for s in shown if s.buttons and s.id not in spared]

    def board(self) -> Shown:
        return newest_board(self.people[0], self.thread)

    def numbers(self) -> list[int]:
        """The public numbers of the boards that stand in the thread."""
        found = [NUMBER.match(shown.files[0].name) for shown in self._boards()]
        return [int(number[1]) for number in found if number]

    def called(self, board: Shown) -> list[int]:
        """Who is pinged; who is asked by what he did himself is only named."""
        named = board.text.rpartition("Waiting for")[2]
        return pinged(board) or [person.id for person in self.people if person.name in named]

    async def turn(self) -> bool:
        """The next who is asked acts; False: the game is over."""
        board = self.board()
        if is_over(board):
            return False
        if not board.buttons:  # its call is on the way
            await self.sandbox.until(lambda: bool(self.board().buttons), PATIENCE)
            board = self.board()
        asked = self.called(board)
        user = self.luck.choice(asked)
        await self.actors[user].act(board)
        with suppress(TimeoutError):  # an answer that settles nothing shows nothing
            await self.sandbox.until(lambda: self.board() != board, 0.5 if len(asked) == 1 else 0.15)
        return True

    # ── killing ──

    async def killed(self, kind: str) -> bool:
        """Kills at such a point and looks after everything; False: the game ended first, or nothing sprang."""
        if kind == PARTLY:
            if not await self._until_partly():
                return False
            kind = self.luck.choice(("quiet", REACH, REACH))
        task: asyncio.Task[Any] | None = None
        if kind != "quiet":
            self.trap = Trap(self.sandbox, self.thread, kind, self.luck)
            task = asyncio.create_task(self._until_sprung())
            try:
                await asyncio.wait_for(self.trap.sprung(), 20)
            except TimeoutError:
                kind = "nothing sprang"
        await self.bot.kill()
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        press = self.trap.press if self.trap else None
        self.trap = None
        self.sandbox.faults.clear()
        self.sandbox.faults.struck.clear()
        self.sandbox.clock.advance(3.5)  # what hangs is given up, what is held is let go
        await asyncio.sleep(0.02)
        self.sandbox.house.interactions.unanswered.clear()
        kept = await read(self.bot.folder, self.table)
        where = self._where(kept, press)
        self.histogram[where] += 1
        self.look(kept)
        await self.again(kept)
        await self.old_buttons(kept, 2)
        if press is not None:
            await self.once_more(kept, press)
        return True

    async def _until_partly(self) -> bool:
        """Plays on until a sealed question is answered in part."""
        for _ in range(60):
            board = self.board()
            if is_over(board):
                return False
            asked = self.called(board)
            sealed = [self.actors[u].question() for u in asked]
            if len(asked) > 1 and any(shown is not None for shown in sealed):
                user = self.luck.choice(asked)
                await self.actors[user].act(board)
                if self.board() == board:
                    return True
                continue
            await self.turn()
        return False

    async def _until_sprung(self) -> None:
        while await self.turn():
            if self.trap is not None and self.trap.press is not None:
                if self.sandbox.faults.struck:
                    return
                self.trap.press = None  # it told the thread nothing
                self.sandbox.faults.clear()

    def _where(self, kept: Kept, press: int | None) -> str:
        waiting, answered = kept.sealed
        if waiting and answered:
            return BLOCKADE
        if press is not None and press not in kept.actions:
            return BEFORE
        if kept.position.number not in self.numbers():
            return BETWEEN
        if "call" in kept.unsaid:
            return UNCALLED
        return HEARD if kept.unsaid else "when all was said"

    def look(self, kept: Kept) -> None:
        """No confirmed move is lost, none is doubled."""
        lost = [press for press in self.confirmed if press not in kept.actions]
        assert not lost, [self.confirmed[press] for press in lost]
        assert kept.commits == len(kept.moves), "a commit for each answer"

    async def again(self, kept: Kept) -> None:
        """Starts it; the newest board shows the newest position, and who is asked is called there."""
        await self.bot.start()
        began = asyncio.get_running_loop().time()
        wanted = kept.position.number
        await self.sandbox.until(lambda: self.numbers()[-1:] == [wanted], PATIENCE)
        self.slowest = max(self.slowest, asyncio.get_running_loop().time() - began)
        if kept.loaded.table.status == "running":
            await self.sandbox.until(lambda: kept.asked <= set(self.called(self.board())), PATIENCE)
        await self.sandbox.until(lambda: bool(self.board().buttons), PATIENCE)
        await self.sandbox.until(lambda: not self.elsewhere(), PATIENCE)
        assert not self.twice(3), "a ping comes once, or once more after a crash"
        assert max(self.calls().values(), default=1) == 1, "no call comes a second time"

    def twice(self, times: int = 2) -> dict[int, int]:
        counted = Counter(self.numbers())
        return {number: count for number, count in counted.items() if count >= times}

    # ── old buttons ──

    async def old_buttons(self, kept: Kept, most: int = 1_000_000) -> None:
        """Every component of earlier messages answers, whoever may press it, and changes nothing."""
        now = {question.since for question in kept.position.open}
        found: list[tuple[Person, Shown, Any]] = []
        for person in self.people:
            for channel in (self.thread, person.dm):
                for shown in person.messages(channel):
                    if not shown.thinking and (
                        shown.ephemeral or channel is not self.thread or person.id == self._presser(shown)
                    ):
                        found += [(person, shown, part) for part in shown.controls() if _old(part, now)]
        for person, shown, part in self.luck.sample(found, min(most, len(found))):
            which = str(part["custom_id"])
            if which not in [p.get("custom_id") for p in shown.controls() if not p.get("disabled")]:
                continue  # a panel, or a replay, is edited by what is pressed on it
            if part["type"] == BUTTON:
                reply = await person.press(shown, which)
            else:
                lines = part.get("options")  # of a menu of people they choose themselves, who take over nothing
                line = -1 if _is_of_hours(which) else 0
                reply = await person.choose(shown, which, lines[line]["value"] if lines else person)
            self.pressed[which.partition(":")[0]] += 1
            if reply.begun.modal is None:
                await reply.done(PATIENCE)
                assert reply.text

    def _presser(self, shown: Shown) -> int:
        """A message that all see is pressed by one of them."""
        return self.people[shown.id % len(self.people)].id

    async def once_more(self, kept: Kept, press: int) -> None:
        """The press during which it was killed, made again: it is settled already, or it counts now."""
        begun = next(b for b in self.sandbox.house.interactions.known.values() if b.id == press)
        person = next(p for p in self.people if p.id == begun.user_id)
        shown = person.look(begun.channel_id, begun.message_id or 0)
        with suppress(CannotError):  # its answer has come, and the button is gone
            reply = await (await person.press(shown, begun.custom_id)).done(PATIENCE)
            done, again = press in kept.actions, STANDS.search(reply.text)
            still = any(q.sealed and not q.required for q in kept.position.open)
            assert not (done and again and not still), reply.text
            self.pressed["the same again, committed" if done else "the same again, not committed"] += 1


def _old(part: Any, now: set[int]) -> bool:
    """Does it belong to a question that is not open any more, or to none?

    A standing order would answer later, *Take back* is never too old as long as nobody goes on, and *Resign* under the
    question whether one is sure counts whenever it is pressed.
    """
    said = custom_ids.read(str(part.get("custom_id", "")))
    lasting = ((custom_ids.ORDER, custom_ids.GIVE), (custom_ids.BOARD, "undo"), (custom_ids.BOARD, "resign"))
    if said is None or (said.kind, said.verb) in lasting:
        return False
    return said.since not in now and not part.get("disabled")


def _is_of_hours(which: str) -> bool:
    """Whoever has quiet hours is called after them: they choose to have none, which stands last."""
    said = custom_ids.read(which)
    return said is not None and (said.kind, said.verb) == (custom_ids.SETTING, HOURS)


Begun = Callable[..., Any]


@asynccontextmanager
async def campaigned(bot_of: Callable[[Sandbox], Shipped]) -> AsyncGenerator[Begun]:
    """Yields what begins a game with a bot on a Discord of its own; nobody is left without an answer."""
    held = Clock(held=True)  # a machine that is busy elsewhere must not make an answer late
    sandbox = Sandbox(clock=held, rates=Rates.wide(), schema=schema_path(), token=TOKEN)
    await sandbox.start()
    bot = bot_of(sandbox)

    async def begun(players: int, seed: int) -> Campaign:
        game = Campaign(sandbox, bot, players, seed)
        await game.begin()
        return game

    yield begun
    await bot.away()
    await sandbox.stop()
    tally.add(sandbox.checker)
    assert [str(v) for v in sandbox.checker.violations] == []
    assert [left.data for left in sandbox.house.interactions.unanswered] == [], "unanswered for three seconds"


@pytest.fixture
async def campaign(tmp_path: Path) -> AsyncIterator[Begun]:
    async with campaigned(lambda sandbox: Shipped(sandbox, tmp_path / "data")) as begun:
        yield begun


async def killed_at(campaign: Begun, players: int, seed: int, kinds: list[str]) -> Campaign:
    game: Campaign = await campaign(players, seed)
    left = list(kinds)
    for _ in range(5 * len(kinds)):
        if not left:
            break
        for _ in range(game.luck.randrange(3)):
            await game.turn()
        if is_over(game.board()):
            break
        kind = left.pop(0)
        await game.killed(kind)
        if not left:  # where one struck elsewhere, that counts for where it struck, and its own is tried again
            left = [kind for kind in (REACH, HOLD, PARTLY) if game.histogram[WANTED[kind]] < LEAST]
    await game.bot.kill()
    before = await read(game.bot.folder, game.table)
    await game.again(before)
    await game.old_buttons(before)
    assert await game.bot.stop() == 0, game.bot.log.read_text()
    after = await read(game.bot.folder, game.table)
    game.look(after)
    assert after.records == before.records, "old buttons change nothing"
    assert not after.unsaid
    return game


def told(games: list[Campaign]) -> None:
    points = sum((game.histogram for game in games), Counter[str]())
    pressed = sum((game.pressed for game in games), Counter[str]())
    doubled = sum(len(game.twice()) for game in games)
    said = sum(len(game.numbers()) for game in games)
    report.say(f"kill -9 at {points.total()} points: {dict(points)}")
    report.say(
        f"kill -9: confirmed moves {sum(len(game.confirmed) for game in games)}, lost 0, doubled 0; boards {said}, "
        f"twice {doubled}; board right after at most {max(game.slowest for game in games):.1f} s; "
        f"old buttons pressed {dict(pressed)}"
    )


LEAST = 2
ORDINARY = [REACH, HOLD, PARTLY, TAKEN, EDIT, REACH, SILENT, PARTLY, EDITED, HOLD]


@pytest.mark.waits
async def test_killed_at_ten_points(campaign: Begun):
    game = await killed_at(campaign, 3, 5, ORDINARY)
    told([game])
    assert all(game.histogram[where] >= LEAST for where in (BEFORE, BETWEEN, BLOCKADE)), game.histogram
    assert game.histogram.total() >= 10


KILLS = Ledger("kills")


@pytest.mark.long
@pytest.mark.parametrize("seed", range(50))
async def test_killed_at_many_points(campaign: Begun, seed: int):
    """500 kills in all; each seed is a game of its own."""
    KILLS.skip_what_is_done(seed)
    kinds = [REACH, HOLD, PARTLY, TAKEN, EDIT, SILENT, PARTLY, EDITED, HOLD, TAKEN]
    game = await killed_at(campaign, 3 + seed % 2, seed, kinds)
    told([game])
    KILLS.note(
        seed,
        kills=game.histogram.total(),
        where=dict(game.histogram),
        confirmed=len(game.confirmed),
        lost=0,
        doubled=0,
        boards=len(game.numbers()),
        boards_twice=len(game.twice()),
        old_buttons=game.pressed.total(),
        slowest=round(game.slowest, 2),
    )
    assert all(game.histogram[where] >= LEAST for where in (BEFORE, BETWEEN, BLOCKADE)), game.histogram
