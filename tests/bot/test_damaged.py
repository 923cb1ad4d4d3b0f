"""Tables that lay on a damaged page: their threads are told, each once, and nobody else's."""

import msgspec
import pytest

from bot.play.timed import notices
from bot.wording import table_text
from bot.wording.words import words_for
from storage.folder.damage import MENDED, Mended
from storage.rows import ABANDONED
from tests.bot.house import House


async def told(house: House, **found: object) -> int:
    await house.store.save_meta(MENDED, msgspec.json.encode(Mended(**found)).decode())  # pyright: ignore[reportArgumentType]
    count = await notices.tell_of_damage(house.transactions)
    await house.quiet()
    return count


async def heard(house: House, table: str) -> list[str]:
    channel = (await house.loaded(table)).table.channel
    return [letter.text for letter in house.ear.heard(channel)]


@pytest.fixture
async def tables(house: House) -> tuple[str, str, str]:
    one, two = await house.started((1, 2)), await house.started((1, 3))
    three = await house.gathered((2, 3))
    await house.quiet()
    return one, two, three


async def test_a_table_as_a_backup_had_it_is_told_at_which_move_it_goes_on(house: House, tables: tuple[str, str, str]):
    one, two, three = tables
    before = {table: len(await heard(house, table)) for table in tables}
    assert await told(house, back={one: "backup", three: "backup"}) == 2
    assert "goes on after move" in (await heard(house, one))[-1]
    assert len(await heard(house, two)) == before[two]
    assert len(await heard(house, three)) == before[three], "the card of a lobby is repainted where it stands"
    assert await notices.tell_of_damage(house.transactions) == 0, "once"


async def test_a_table_that_no_backup_has_is_told_that_it_is_lost(house: House, tables: tuple[str, str, str]):
    one, two, _ = tables
    await house.store.writer.write(lambda c: c.execute("UPDATE games SET status = ? WHERE id = ?", (ABANDONED, one)))
    before = len(await heard(house, two))
    assert await told(house, gone={one: 5}) == 1
    assert "has lost part of this table" in (await heard(house, one))[-1]
    assert len(await heard(house, two)) == before


def test_it_is_said_in_every_language():
    assert len({table_text.damaged(words_for(lang)) for lang in ("en", "de", "it")}) == 3
