"""A power cut, or a kill, while a damaged database is mended: the next start has what an undisturbed one has."""

import asyncio
import shutil
from pathlib import Path

import pytest

from storage.problem import StorageProblem
from tests import report
from tests.storage.builders import opened
from tests.storage.disk import Disk, Note
from tests.storage.powercut import images
from tests.storage.test_damage import MOVES, PAGE, lived, page_of_games, pages, stands

EACH = 3
"""Images after each note: nothing of what is pending, all of it, or some."""
SOME = 5
"""Of so many different images the ordinary run looks at one."""


async def _versions(folder: Path, tables: list[str]) -> dict[str, int]:
    async with await opened(folder) as store:
        return {table: await stands(store, table) for table in tables}


async def _mended(folder: Path) -> list[Note]:
    """What reaches the disk while it is mended, after what lay there before."""
    disk = Disk()
    _as_it_lies(disk, folder)
    disk.notes.append(Note("confirmed"))  # from here on it is cut
    try:
        with disk.instead_of_files():
            async with await opened(folder, open_file=disk.connect) as store:
                assert store.mended is not None
    finally:
        disk.close()
    return disk.notes


def _as_it_lies(disk: Disk, folder: Path) -> None:
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            disk.note("create", str(path))
            disk.note("write", str(path), 0, path.read_bytes())
            disk.note("sync", str(path))
    disk.note("sync folder", str(folder))


def cut(memory: Path, part: int, of: int) -> int:
    """Mends every so-manieth image; returns how many that were."""
    life, left = memory / "life", memory / "left"
    tables = sorted(asyncio.run(lived(life)))
    page = asyncio.run(page_of_games(life, memory))
    assert page in pages(life)
    with (life / "stammtisch.db").open("r+b") as file:
        file.seek(page * PAGE)
        file.write(b"\xff" * PAGE)
    shutil.copytree(life, left)
    wanted = asyncio.run(_versions(left, tables))
    assert MOVES - 1 in wanted.values()
    notes = asyncio.run(_mended(life))
    begun = notes.index(Note("confirmed"))
    known: set[object] = set()
    count = 0
    for image in images(notes, EACH):
        if image.at < begun or image.key() in known:
            continue
        known.add(image.key())
        if len(known) % of != part:
            continue
        count += 1
        shutil.rmtree(left)
        for name, content in image.files.items():
            path = left / Path(name).relative_to(life)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        try:
            assert asyncio.run(_versions(left, tables)) == wanted, image.at
        except StorageProblem as problem:
            raise AssertionError(image.at, str(problem)) from None
    report.say(f"a power cut while a page is mended: {count} different images, each mended like an undisturbed one")
    return count


def test_wherever_it_is_cut_the_next_start_mends_it(memory: Path):
    assert cut(memory, 1, SOME) > 60


@pytest.mark.long
@pytest.mark.parametrize("part", range(SOME))
def test_at_every_point_that_it_is_cut_the_next_start_mends_it(memory: Path, part: int):
    assert cut(memory, part, SOME) > 60
