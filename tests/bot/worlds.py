"""Worlds that differ in what somebody may not know: all that everybody is shown of them, step by step, compared."""

import json
from collections.abc import AsyncGenerator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot.discord.messages.messenger import Letter
from tests.bot.house import House
from tests.bot.presser import Hands, Sketches
from tests.bot.test_catan_trade import ADA, BEA, CEM, DAG
from tests.bot.test_order_screen import Presses

SPECTATOR = 77
WATCHING = (CEM, DAG, SPECTATOR, BEA, ADA)
"""In this order they look, for who opens their turn has noticed it."""

Seen = Mapping[int, Sequence[str]]
"""By person: all that was shown to them."""


class Watched:
    """One world, and all that each person got of it after each step. `verbs`: the buttons by which they look."""

    def __init__(self, house: House, gallery: Sketches, table: str, verbs: Sequence[str]) -> None:
        self.house, self.table, self.verbs = house, table, verbs
        self.hands = Hands(house, gallery)
        self.seen: dict[int, list[str]] = {user: [] for user in WATCHING}

    async def look(self) -> None:
        """Once all is done that comes by itself."""
        while await self.house.clockwork.tick():
            pass
        await self.house.courier.drain()
        ear, thread = self.house.ear, (await self.house.loaded(self.table)).table.channel
        posts = [*map(_whole, ear.heard(thread))]
        for user, seen in self.seen.items():
            one = Presses(self.hands, self.table, user)
            for verb in self.verbs:
                seen.append(json.dumps((await one.board(verb)).components))
            seen += [*posts, *map(_whole, ear.dms(user))]
            seen[:] = [text.replace(self.table, "table") for text in seen]


def _whole(letter: Letter) -> str:
    return repr({name: getattr(letter, name) for name in letter.__struct_fields__})


@asynccontextmanager
async def housed(folder: Path, **how: Any) -> AsyncGenerator[tuple[House, Sketches]]:
    """A house whose luck is the same in every world."""
    house, gallery = await House(folder, seed=5, **how).open(), Sketches(1000)
    try:
        yield house, gallery
    finally:
        gallery.close()
        await house.close()


def compared(here: Seen, there: Seen, blind: Collection[int], sees: Collection[int]) -> int:
    """Holds two worlds against each other; returns how much the blind were shown. Who could know sees a difference."""
    for user in blind:
        assert here[user] == there[user], user
    for user in sees:
        assert here[user] != there[user], f"{user} could know, so this pair shows nothing"
    return sum(len(here[user]) for user in blind)
