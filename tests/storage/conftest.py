"""A folder in memory for what opens thousands of stores: no test here needs a real disk to tell the truth. And the
stores themselves, for tests that hold over each of them.
"""

import shutil
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from storage.folder.files import DATABASE
from storage.port import Store
from tests.postgres import stores
from tests.storage import builders

_MEMORY = Path("/dev/shm")  # noqa: S108 (nothing in it is meant to last)

Opened = Callable[..., Awaitable[Any]]
"""Opens the one store of a test, again and again."""


@pytest.fixture
def memory() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(dir=_MEMORY if _MEMORY.is_dir() else None))
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(params=["sqlite", "postgres", "pgbouncer"])
def kind(request: pytest.FixtureRequest) -> str:
    """What the tables of a test are kept in."""
    return request.param


@pytest.fixture
def opened(kind: str, tmp_path: Path) -> Opened:
    if kind == "sqlite":
        return lambda **more: builders.opened(tmp_path, **more)
    address = stores.emptied(pooled=kind == "pgbouncer")
    return lambda **more: stores.opened(address, **more)


@pytest.fixture
def kept(kind: str, tmp_path: Path) -> Callable[[], bytes]:
    """Returns all that is kept, as it is kept."""
    return (tmp_path / DATABASE).read_bytes if kind == "sqlite" else stores.everything


@pytest.fixture
async def store(opened: Opened) -> AsyncIterator[Store]:
    async with await opened() as store:
        yield store
