"""What a power cut leaves, over the creation, commits, checkpoints, backups, closing and a migration of a store."""

from pathlib import Path

import pytest

from tests.ledger import Ledger
from tests.storage.scenario import cut, cut_from_the_first_schema


@pytest.fixture
def places(memory: Path) -> tuple[Path, Path]:
    """Where it lives, and where what is left of it is laid out."""
    (memory / "life").mkdir()
    return memory / "life", memory / "left"


async def test_no_confirmed_move_is_lost_and_nothing_is_corrupt_in_5_000_images(places: tuple[Path, Path]):
    report = await cut(*places, each=6)
    assert (report.lost, report.corrupt) == ([], [])
    assert report.images >= 5_000
    assert report.different >= 1_200


async def test_the_same_images_tell_of_losses_where_the_log_is_not_flushed(places: tuple[Path, Path]):
    report = await cut(*places, each=3, synchronous="NORMAL")
    assert report.lost
    assert report.most_lost > 1
    assert not report.corrupt


async def test_the_same_images_tell_of_damage_where_nothing_is_flushed(places: tuple[Path, Path]):
    report = await cut(*places, each=4, synchronous="OFF")
    assert report.lost
    assert report.corrupt


async def test_a_store_of_the_first_schema_is_brought_forward_whole_or_not_at_all(places: tuple[Path, Path]):
    report = await cut_from_the_first_schema(*places, each=12)
    assert (report.lost, report.corrupt) == ([], [])
    assert report.different >= 500


POWER = Ledger("power_cut")


@pytest.mark.long
@pytest.mark.parametrize("seed", range(40))
async def test_nothing_is_lost_in_a_million_images_of_forty_lives(places: tuple[Path, Path], seed: int):
    """Each seed is a life of its own, cut at each of its points, in some 30,000 images: four of them are the gate."""
    POWER.skip_what_is_done(seed)
    report = await cut(*places, each=12 + seed % 5 * 4, rounds=3, seed=seed)
    assert (report.lost, report.corrupt) == ([], [])
    POWER.note(
        seed,
        images=report.images,
        different=report.different,
        lost=len(report.lost),
        half_or_corrupt=len(report.corrupt),
    )
