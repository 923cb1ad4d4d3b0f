"""A folder in memory for what opens thousands of stores: no test here needs a real disk to tell the truth."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

_MEMORY = Path("/dev/shm")  # noqa: S108 (nothing in it is meant to last)


@pytest.fixture
def memory() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(dir=_MEMORY if _MEMORY.is_dir() else None))
    yield folder
    shutil.rmtree(folder)
