"""Whatever is pressed, in whatever order: the next panel can be made, whole, and somebody can go on."""

from pathlib import Path

import pytest

from bot.wording import mishaps
from tests.bot.house import House
from tests.bot.presser import Sketches, Walk
from tests.contract.cases import Case
from tests.contract.registry import CASES
from tests.report import say

PRESSES = 1000
CHUNKS = 34
"""Of each game in the campaign: more than 100,000 presses."""
FIRST = 100
GAMES = [case for case in CASES if case.name != "toy"]


async def walked(folder: Path, case: Case, seed: int, every: int) -> None:
    house = await House(folder).open()
    gallery = Sketches(every)
    walk = Walk(house, gallery, case, seed)
    try:
        await walk.go(PRESSES)
    finally:
        gallery.close()
        await gallery.ended()  # films of games are made in a process of their own
        await house.close()
    say(f"{case.name}, seed {seed}: {walk.hands.presses} presses at {walk.tables} tables, {gallery.drawn} pictures, "
        f"{len(walk.post.forms)} messages of the courier, {len(walk.forms)} kinds of presses")  # fmt: skip
    assert mishaps.causes() == []
    assert gallery.drawn > PRESSES // 4


@pytest.mark.parametrize("case", GAMES, ids=[case.name for case in GAMES])
async def test_after_every_press_there_is_a_whole_panel(tmp_path: Path, case: Case) -> None:
    await walked(tmp_path, case, 3, 100)


@pytest.mark.long
@pytest.mark.no_cover
@pytest.mark.parametrize("case", GAMES, ids=[case.name for case in GAMES])
@pytest.mark.parametrize("seed", range(FIRST, FIRST + CHUNKS))
async def test_after_each_of_a_hundred_thousand_presses_there_is_a_whole_panel(
    tmp_path: Path, case: Case, seed: int
) -> None:
    await walked(tmp_path, case, seed, 25)
