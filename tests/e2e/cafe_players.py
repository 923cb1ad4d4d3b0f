"""People who play Café International by what they see: one by presses and menus, one by slash commands."""

import re
from typing import Any

from bot.discord.interactions import custom_ids
from sandbox.actor import Reply
from sandbox.page.shown import Shown
from tests.e2e.players import BUTTON, GREEN, SELECT, Player

BEST, BAR, SWAP = "The best turns", "To the bar", "Take a joker"
MANY = ("no guest", "one guest", "two guests", "three guests", "four guests")
COMMITS = ("Commit", "Commit · the game ends")
OPTIONS = {"name": "nation", "seat": "guests", "swap": "guest", "bar": "guest"}
"""Of each command."""


def kind_of(words: list[str]) -> str:
    """What sort of turn these words are."""
    if words[0] != "seat":
        return words[0]
    guests = [word for word in words if word[-1] in "fm"]
    return MANY[len(guests)]


class CafePresser(Player):
    """Plays by presses and menus; tries all that is offered, most of all what brings points."""

    async def act(self, board: Shown) -> None:
        opened = await (await self.person.press(board, "My turn")).done()
        count, words, listed = 1, list[str](), False
        while {"Type it", "Correct it"} & set(opened.message.buttons):
            part, said = self._next(opened)
            listed = listed or part.get("placeholder") == BEST
            words += said
            if part["type"] == BUTTON:
                opened = await (await self.person.press(opened, part["custom_id"])).done()
            else:
                opened = await (await self.person.choose(opened, part["custom_id"], " ".join(said))).done()
            count += 1
            assert count < 9, opened.text
            if re.match(r"Move \d+ played\.", opened.text):
                self.turns["best" if listed else kind_of(words), count] += 1
                count, words, listed = 1, [], False  # where another question follows, this has opened it

    def _next(self, opened: Reply) -> tuple[Any, list[str]]:
        """A button or a menu, and the words that it adds."""
        controls = list(opened.message.controls())
        greens = [part for part in controls if part["type"] == BUTTON and part["style"] == GREEN]
        menus = {part["placeholder"]: part for part in controls if part["type"] == SELECT}
        if greens and (not menus or self.luck.random() < 0.3):
            green = self.luck.choice(greens)
            said = custom_ids.read(green["custom_id"])
            assert said is not None
            added = said.rest.split()[-2:] if green["label"] != "Commit" and len(greens) > 1 else []
            return green, added
        likely = [name for name in menus if name not in (BAR, SWAP)]
        name = self.luck.choice(likely if likely and self.luck.random() < 0.9 else list(menus))
        return menus[name], self.luck.choice(menus[name]["options"])["value"].split()


class CafeTypist(Player):
    """Plays by /cafe alone, each turn one command: the best that is suggested, or a worse one."""

    async def act(self, board: Shown) -> None:
        verbs = self._verbs()
        while verbs:  # his turn may lead to another question, or to his next turn where all others pass
            text = await self._typed(verbs)
            verbs = ["name"] if "name the birthday nation" in text else self._verbs() if "Your turn" in text else []

    def _verbs(self) -> list[str]:
        return ["seat", "swap", "bar"] if self.luck.random() < 0.9 else ["bar", "swap", "seat"]

    async def _typed(self, verbs: list[str]) -> str:
        """The first of these commands for which something is suggested."""
        for verb in verbs:
            option = OPTIONS[verb]
            found = [choice["value"] for choice in await self.person.autocomplete(f"/cafe {verb}", {option: ""})]
            if not found:
                continue
            which = found[0] if self.luck.random() < 0.6 else self.luck.choice(found)
            reply = await (await self.person.slash(f"/cafe {verb}", {option: which})).done()
            commits = [label for label in reply.message.buttons if label in COMMITS]
            assert len(commits) == (verb == "bar"), f"it is seen before it counts: {verb}: {reply.text}"
            if commits:
                reply = await (await self.person.press(reply, commits[0])).done()
            assert re.match(r"Move \d+ played\.", reply.text), reply.text
            self.turns[("typed bar", 2) if verb == "bar" else ("typed", 1)] += 1
            return reply.text
        raise AssertionError("nothing is suggested")
