"""People who play a whole game by what they see: the newest board, its buttons, their DMs, what is suggested to them.

They know nothing of the rules. `Presser` uses presses and menus alone, `Typist` slash commands alone.
"""

import random
import re
from collections import Counter
from typing import Any

from sandbox.actor import Person, Reply
from sandbox.page.shown import Shown
from sandbox.world.world import Channel

BUTTON, SELECT, GREEN, RED = 2, 3, 3, 4
PING = re.compile(r"<@(\d+)>")
MOST = 1500


def newest_board(person: Person, thread: Channel) -> Shown:
    """The newest board post or call; an edited post has no buttons while its call is on its way."""
    for shown in reversed(person.messages(thread)):
        if not shown.ephemeral and (shown.files or {"My turn", "Answer"} & set(shown.buttons)):
            return shown
    raise IndexError("no board stands there yet")


def opener(board: Shown) -> str:
    """What opens the panel: out of turn a call says *Answer*."""
    return "My turn" if "My turn" in board.buttons else "Answer"


def pinged(board: Shown) -> list[int]:
    return [int(user) for user in PING.findall(board.text)]


def is_over(board: Shown) -> bool:
    return "Play again" in board.buttons


class Player:
    """One person with a leaning: how eager to score, to build, to block."""

    def __init__(self, person: Person, luck: random.Random, *, score: float = 0.8, build: float = 0.4) -> None:
        self.person = person
        self.luck = luck
        self.score = score
        self.build = build
        self.turns: Counter[tuple[str, int]] = Counter()
        """Kind of turn and number of interactions, counted from what opens the panel."""
        self.answers: Counter[str] = Counter()

    async def act(self, board: Shown) -> None:
        """What the board's ping is for: a turn, or a sealed question."""
        raise NotImplementedError

    def question(self) -> Shown | None:
        """The newest message of the DM, if it still asks."""
        asked = [shown for shown in self.person.dms if "Pass" in shown.buttons]
        return asked[-1] if asked and asked[-1] == self.person.dms[-1] else None


class Presser(Player):
    """Plays by presses and menus."""

    async def act(self, board: Shown) -> None:
        question = self.question()
        if question is not None:
            await self._answer(question)
            return
        opened = await (await self.person.press(board, opener(board))).done()
        if "Pass" in opened.message.buttons:
            await self._answer(opened)
        elif {"Type it", "Correct it"} & set(opened.message.buttons):  # else he is no longer asked: it is the board
            whole = "Move the Buyer" in [part.get("placeholder", "") for part in opened.message.controls()]
            await self._turn(opened, "stop" if whole else "rest")

    async def _answer(self, shown: Shown | Reply) -> None:
        """The question about a scoring, in the DM or, where that is closed, by the board; sometimes he hesitates."""
        buttons = (shown.message if isinstance(shown, Reply) else shown).buttons
        which = "Block" if "Block" in buttons and self.luck.random() < 0.5 else "Pass"
        if self.luck.random() < 0.2:
            kept = await (await self.person.press(shown, "Pass")).done()
            self.answers["pass at first"] += 1
            if "Pass" not in kept.message.buttons:
                return
            shown = kept
        await (await self.person.press(shown, which)).done()
        self.answers[which] += 1

    async def _turn(self, opened: Reply, kind: str) -> None:
        count = 1
        while True:
            step = self._next(opened, kind)
            if step is None:
                return
            which, value, kind = step
            if value is None:
                opened = await (await self.person.press(opened, which)).done()
            else:
                opened = await (await self.person.choose(opened, which, value)).done()
            count += 1
            played = re.match(r"Move \d+ played\.", opened.text)
            if played:
                self.turns[kind, count] += 1
            if not list(opened.message.controls()):
                return
            if played:  # and something else is asked of him
                count, kind = 0, "rest"
            assert count < 12, opened.text

    def _next(self, opened: Reply, kind: str) -> tuple[str, str | None, str] | None:
        """What to do with this panel: a press, or a menu and its entry."""
        controls = list(opened.message.controls())
        menus = {part["placeholder"]: part for part in controls if part["type"] == SELECT}
        presses = [part for part in controls if part["type"] == BUTTON]
        greens = [part for part in presses if part["style"] in (GREEN, RED) or part.get("label") == "Stop"]
        at_once = next((menu for name, menu in menus.items() if name.startswith("Move and score")), None)
        if at_once is not None and self.luck.random() < self.score:
            return at_once["custom_id"], self._any(at_once), "score at once"
        build = [menu for name, menu in menus.items() if name.startswith("Build")]
        if build and self.luck.random() < self.build:
            return build[0]["custom_id"], self._any(build[0]), "build" if kind != "rest" else kind
        if greens:
            chosen = self.luck.choice(greens)
            return chosen["custom_id"], None, kind
        places = [menu for menu in menus.values() if menu is not at_once]
        if places:
            menu = self.luck.choice(places)
            return menu["custom_id"], self._any(menu), kind
        return None

    def _any(self, menu: Any) -> str:
        return self.luck.choice(menu["options"])["value"]


class Typist(Player):
    """Plays by /play and its suggestions."""

    async def act(self, board: Shown) -> None:
        words = [choice["value"] for choice in await self.person.autocomplete("/play", move="")]
        if "pass" in words:
            word = "block" if "block" in words and self.luck.random() < 0.5 else "pass"
            await (await self.person.slash(f"/guatemala {word}")).done()
            self.answers[word] += 1
            return
        count, kind = 0, ""
        while True:
            text = await self._composed()
            kind = kind or ("score" if "score" in text else "build" if "take" in text else "stop")
            reply = await (await self.person.slash("/play", move=text)).done()
            count += 1
            if set(reply.message.buttons) <= {"Take back"}:  # else something is left to say: the sack to lay
                break
            assert count < 3, f"{text!r}: {reply.text}"
        self.turns[kind, count] += 1

    async def _composed(self) -> str:
        """A line that is suggested word by word until it is a turn."""
        text = ""
        while True:
            found = [c["value"] for c in await self.person.autocomplete("/play", move=text)]
            assert found, text
            text = self._chosen(found)
            head = text.rpartition(";")[2].split()
            if head[0] in ("done", "score", "buyer", "lay", "sail"):
                more = [c["value"] for c in await self.person.autocomplete("/play", move=text)]
                if len(more) > 1 and self.luck.random() < 0.7:
                    text = self.luck.choice([line for line in more if line != text] or more)
                return text
            if head[0] == "take" and len(head) < 3:
                continue
            text += "; "

    def _chosen(self, found: list[str]) -> str:
        """Prefers what this player leans to."""
        last = {line: line.rpartition(";")[2].split()[0] for line in found}
        for verb, eager in (("score", self.score), ("take", self.build), ("done", 0.9)):
            fitting = [line for line in found if last[line] == verb]
            if fitting and self.luck.random() < eager:
                return self.luck.choice(fitting)
        return self.luck.choice(found)
