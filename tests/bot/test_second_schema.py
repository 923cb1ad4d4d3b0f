"""Games that were played before a turn had one post are played on: what was to be said is said, each in a new post."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.play import outbox_bodies as outbox
from bot.play import turns
from bot.play.upgrade import bring_forward
from bot.wording import table_text
from bot.wording.words import words_in
from rules.contract import ORDINARY
from tests.bot.house import MINUTE, House
from tests.storage import stores

RUNNING = (stores.BLOCKADE, stores.PLAN, stores.CAFE, stores.MARKET, stores.FAILED, stores.PARKED, stores.RESIGNED)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    stores.second_schema(tmp_path / "data")
    made = House(tmp_path / "data", seed=5)
    made.clock.now = stores.NEWEST_OF_SECOND + MINUTE
    made._interactions = 5000  # those of the store are answered
    made.ear.channels = {channel: [] for channel in (*range(1001, 1020), *range(-906, -900))}
    await made.open()
    await bring_forward(made.env)
    yield made
    await made.close()


async def test_every_table_knows_whose_turn_it_is(house: House):
    for table in stores.TABLES:
        await house.check(table)
        found = await house.table(table)
        if found.status == "running":
            ordinary = [q.seat for q in found.position.open if q.topic == ORDINARY]
            assert found.row.turn == (ordinary[0] if ordinary else -1)


async def test_what_was_on_its_way_is_said_once_in_posts_of_their_own(house: House):
    waiting = [row for row in await house.store.waiting(house.clock.now, 100) if row.row.kind == outbox.BOARD]
    assert waiting, "the store has moves that nobody was told of"
    await house.quiet()
    for row in waiting:
        channel = (await house.loaded(row.table)).table.channel
        told = house.ear.heard(channel)
        updates = any(table_text.updated(words_in(letter.lang)) in letter.text for letter in told)
        assert 1 <= len(told) <= 1 + updates, "not an edit of a post whose rows nobody knows"
        assert [message.kind for message in await house.store.live(row.table)][-1:] == [outbox.BOARD]


@pytest.mark.parametrize("table", RUNNING)
async def test_a_game_goes_on_with_one_post_a_turn(house: House, table: str):
    await house.quiet()
    channel = (await house.loaded(table)).table.channel
    said = len(house.ear.heard(channel))
    for _ in range(6):
        found = await house.table(table)
        question = next(q for q in found.position.open if q.required)
        text = turns.example(found.rules, found.position.state, question.seat)
        await house.play(table, text, user=found.users[question.seat], since=question.since)
        await house.quiet()
    await house.check(table)
    assert len(house.ear.heard(channel)) > said
    live = [message for message in await house.store.live(table) if message.kind != outbox.QUESTION]
    assert len([message for message in live if message.kind == outbox.BOARD]) <= 1
    assert len(live) <= 2
