"""The players before tabs: a few turns of a game by presses in the page, and what is noted of them."""

import pytest

from tests import report
from tests.page.conftest import NARROW, WIDE
from tests.page.figures import NONSENSE
from tests.page.playing import PLAYERS, seated

pytestmark = pytest.mark.asyncio(loop_scope="session")

PRESSES = 14


async def test_a_few_turns_are_played_before_tabs_and_measured_after_each_press(browser):
    async with seated(browser, "cafe", mistypes=2) as playing:
        figures = await playing.play(PRESSES)
        table = await playing.stage.store.at_channel(playing.thread.id)
        assert table is not None
        loaded = await playing.stage.store.load(table)
        assert loaded is not None
        assert loaded.table.version > 0, "something has been played"
    assert len(figures.presses) == PRESSES
    assert {press.look.width for press in figures.presses} == {NARROW["width"], WIDE["width"]}
    assert "My turn" in {press.what for press in figures.presses}
    assert all(press.look.panel is not None for press in figures.presses)
    mistyped = [press.look for press in figures.presses if press.what == NONSENSE]
    assert mistyped
    assert all(look.errors for look in mistyped)
    assert set(figures.heights) == {NARROW["width"], WIDE["width"]}
    assert all(len(messages) == figures.posts + 2 for messages in figures.heights.values()), "the card, the first board"
    assert figures.requests >= figures.posts > 0
    assert sum(figures.pings.values()) >= figures.posts
    for line in figures.told():
        report.say(f"before tabs, {PRESSES} presses of Café International: {line}")


@pytest.mark.long
@pytest.mark.parametrize("game", PLAYERS)
async def test_whole_games_before_tabs(browser, game):
    async with seated(browser, game) as playing:
        figures = await playing.play(100_000)
    assert figures.refused == {}
    for line in figures.told():
        report.say(f"before tabs, a whole game of {game}: {line}")
