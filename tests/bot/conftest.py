from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot import mishaps
from tests.bot.house import House


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    opened = await House(tmp_path / "data").open()
    yield opened
    await opened.close()


@pytest.fixture(autouse=True)
def nothing_gives_way() -> Iterator[None]:
    """Nothing that is shown fails, unless a test lets it and forgets it."""
    mishaps.forget()
    yield
    assert mishaps.causes() == []
