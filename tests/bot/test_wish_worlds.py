"""CM-27 in pairs of worlds: what differs is a hand, a private wish, or whether an acceptance was wished or pressed.

Whoever may not know of it gets the same in both, byte for byte: boards, texts, panels, menus, hands, posts, direct
messages, and when they came. Who may know sees a difference, so that each pair can be told apart at all.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.play.timed import standing_orders
from tests.bot.catan_tables import placed, say
from tests.bot.test_catan_trade import ADA, BEA, CEM, DAG, PEOPLE, market
from tests.bot.worlds import SPECTATOR, Seen, Watched, compared, housed

WISH = "wish ore wool 2"
OFFER = (ADA, "offer wool1 for ore1")


class World(NamedTuple):
    bea: str
    """What Bea holds."""
    wish: str = ""
    pressed: bool = False
    """Does Bea accept the first offer herself?"""
    ada: str = "wool3 grain1"


class Pair(NamedTuple):
    here: World
    there: World
    script: Sequence[tuple[int, str]]
    """What is typed after the first offer; it may be refused in one of them."""
    blind: tuple[int, ...] = (CEM, DAG, SPECTATOR)
    """Who may see no difference."""
    sees: tuple[int, ...] = (ADA,)
    """Who does see one."""


PAIRS = {
    "taken": Pair(World("ore2"), World("ore2", WISH), [(CEM, "decline 1"), (ADA, "end")]),
    "wished or pressed": Pair(
        World("ore2", WISH), World("ore2", "", pressed=True), [(ADA, "deal 1 2")], (ADA, CEM, DAG, SPECTATOR), ()
    ),
    "unpayable": Pair(
        World("grain2"), World("grain2", WISH), [(CEM, "accept 1"), (ADA, "deal 1 3"), (ADA, "end")],
        (ADA, CEM, DAG, SPECTATOR), (),
    ),
    "partly taken": Pair(
        World("ore2", WISH), World("ore2", "wish ore wool 1"), [(ADA, "deal 1 2"), (ADA, "offer wool1 for ore1")]
    ),
    "payable or not": Pair(
        World("ore1", WISH, ada="wool3 brick1"), World("brick1", WISH, ada="wool3 ore1"),
        [(CEM, "accept 1"), (ADA, "deal 1 3")],
    ),
    "robbed": Pair(
        World("ore1", WISH, ada="wool3 brick1"), World("brick1", WISH, ada="wool3 ore1"),
        [(ADA, "knight"), (ADA, "robber B2"), (ADA, "deal 1 2")]
    ),
    "of another's proposal nothing": Pair(
        World("ore2"), World("ore2", WISH), [(CEM, "offer ore1 for wool1"), (ADA, "accept 2"), (ADA, "end")]
    ),
}  # fmt: skip


async def watched(folder: Path, world: World, script: Sequence[tuple[int, str]]) -> Seen:
    async with housed(folder) as (house, gallery):
        table = await placed(house, market(world.ada, world.bea, "ore1 milk1", "ore1"), PEOPLE)
        run = Watched(house, gallery, table, ("board", "turn", "hand", "since", "since0"))
        if world.wish:
            await house.do(table, house.act(BEA), standing_orders.amend(world.wish))
        for user, text in (OFFER, *([(BEA, "accept 1")] if world.pressed else []), *script):
            if user == script[0][0] and text == script[0][1]:
                house.clock.now += 0 if world.pressed else 1000  # in which nobody presses
            await say(house, table, user, text)
            if (user, text) != OFFER or not world.pressed:
                await run.look()
        await house.check(table)
        return run.seen


@pytest.mark.parametrize("name", PAIRS)
async def test_nothing_tells_of_a_wish_but_an_acceptance(tmp_path: Path, name: str):
    pair = PAIRS[name]
    here = await watched(tmp_path / "here", pair.here, pair.script)
    there = await watched(tmp_path / "there", pair.there, pair.script)
    compared(here, there, pair.blind, pair.sees)
