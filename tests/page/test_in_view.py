"""Turns played before tabs of both sizes: the place where one acts, and what went wrong, are seen without scrolling."""

import pytest

from tests import report
from tests.page.figures import NONSENSE, Figures
from tests.page.playing import PLAYERS, seated

pytestmark = pytest.mark.asyncio(loop_scope="session")

PRESSES = 26


def unseen(figures: Figures) -> list[str]:
    """The presses for which one had to scroll, or after which one would have to look for one's own panel, or an error.

    Nobody has to scroll up to an older button: whatever takes a panel's place has the way back to it.
    """
    return [
        f"{press.name} at {press.look.width} px, after {press.what!r} ({'' if press.reached else 'not '}reached): "
        f"{press.look.panel}, {press.look.errors_hidden}"
        for press in figures.presses
        if not press.reached
        or press.look.errors_hidden
        or (press.look.panel and False in (press.look.panel.first_line, press.look.panel.first_button))
    ]


@pytest.mark.parametrize("game", PLAYERS)
async def test_after_every_press_ones_own_panel_and_every_error_are_in_view(browser, game):
    async with seated(browser, game, mistypes=2) as playing:
        figures = await playing.play(PRESSES)
    assert unseen(figures) == []
    assert any(press.what == NONSENSE for press in figures.presses)
    assert any("Commit" in press.what for press in figures.presses)


@pytest.mark.long
@pytest.mark.parametrize("game", PLAYERS)
async def test_over_whole_games_ones_own_panel_and_every_error_are_in_view(browser, game):
    async with seated(browser, game) as playing:
        figures = await playing.play(100_000)
    report.say(f"{game}: {len(figures.presses)} presses, unseen {len(unseen(figures))}")
    assert unseen(figures) == []
