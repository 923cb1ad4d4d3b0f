from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.house import House


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    opened = await House(tmp_path / "data").open()
    yield opened
    await opened.close()
