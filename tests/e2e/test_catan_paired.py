"""Nobody learns more of a game of Catan than the rules allow: all that a person sees is the same, byte for byte, in two
worlds that differ in others' cards, in the deck, in sealed discards, in answers to an offer, in plans.
"""

from collections import Counter
from pathlib import Path

import pytest

from tests import report
from tests.contract.registry import CATAN
from tests.e2e.test_paired import TEXTS, compare, whole

PAIRS = 40
TEXTS["catan"] = [
    "roll", "end", "buy", "knight", "road A1e", "settlement B3n", "city B3n", "site cocoa B3", "bank wool ore",
    "monopoly ore", "plenty ore wool", "offer wool1 for ore1", "offer wool9 for ore9", "accept 1", "decline 1",
    "counter 1 wool1 for ore1", "deal 1 2", "withdraw 1", "robber B3", "steal 1 resources", "chocolate milk", "dance",
]  # fmt: skip


async def test_pairs_of_worlds_of_catan(tmp_path: Path):
    count = await compare(tmp_path, range(PAIRS), CATAN)
    report.say(f"paired worlds of Catan: {dict(count)}, differences 0")
    assert count["pairs"] == PAIRS
    assert count["told apart by who knows more"] > PAIRS // 2
    assert count["in a blockade"] > PAIRS // 10, "sealed discards are among them"


async def test_pairs_of_worlds_of_catan_through_the_whole_sandbox(tmp_path: Path):
    counts = [await whole(tmp_path / str(seed), 1000 + seed, CATAN) for seed in range(3)]
    report.say(f"paired worlds of Catan, through the whole sandbox: {dict(sum(counts, Counter[str]()))}")


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
async def test_many_pairs_of_worlds_of_catan(tmp_path: Path, part: int):
    count = await compare(tmp_path, range(1000 + part * 100, 1100 + part * 100), CATAN)
    report.say(f"paired worlds of Catan, part {part}: {dict(count)}, differences 0")
