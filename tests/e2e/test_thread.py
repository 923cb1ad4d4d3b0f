"""Whole games by presses: one post a turn, calls where they are needed, live buttons on the newest of both."""

import random
from collections.abc import Callable
from typing import Any, Final

import pytest

from tests import report
from tests.e2e.cafe_players import CafePresser
from tests.e2e.catan_players import CatanPresser
from tests.e2e.conftest import Stage
from tests.e2e.players import Player, Presser
from tests.e2e.test_catan_games import play as play_catan
from tests.e2e.test_games import play
from tests.e2e.thread_tally import Tally

WAIT = 70 * 60
"""Seconds after which a post is too old to grow."""
MOST: Final = {"catan": 1.3, "guatemala": 1.05, "cafe": 1.05}
"""Board posts a turn, where everybody answers at once."""


class Slowly:
    """Lets time pass before some of the acts, for the bot and for Discord."""

    def __init__(self, stage: Stage, seed: int, share: float) -> None:
        self.stage, self.luck, self.share, self.ahead = stage, random.Random(seed), share, 0
        real = stage.env.now
        stage.env.now = lambda: real() + self.ahead * 1000

    def passes(self) -> None:
        if self.luck.random() < self.share:
            self.ahead += WAIT
            self.stage.sandbox.clock.advance(WAIT)


def slowed(act: Callable[..., Any], time: Slowly) -> Callable[..., Any]:
    async def acted(self: Any, *given: Any) -> Any:
        time.passes()
        return await act(self, *given)

    return acted


async def game(stage: Stage, title: str, seed: int, monkeypatch: pytest.MonkeyPatch, *, share: float) -> dict[str, Any]:
    """Plays a whole game; returns what its thread and people got."""
    kinds: dict[str, Any] = {"guatemala": Presser, "cafe": CafePresser, "catan": CatanPresser}
    kind = kinds[title]
    tallies: list[Tally] = []
    begun, time = stage.begun, Slowly(stage, seed, share)

    async def counted(*given: Any, **named: Any) -> Any:
        thread = await begun(*given, **named)
        tallies.append(Tally(stage, thread))
        return thread

    monkeypatch.setattr(stage, "begun", counted)
    monkeypatch.setattr(kind, "act", slowed(kind.act, time))
    if title == "catan":
        await play_catan(stage, kind, 3 + seed % 2, seed, "game=base" if seed % 3 == 2 else "")
    else:
        chosen: type[Player] = kind
        await play(stage, chosen, 2 + seed % 3, seed, game=title)
    await stage.quiet()
    told = await tallies[0].told()
    report.say(f"thread, {title}, seed {seed}, {share:.0%} of the acts after {WAIT // 60} min: {told}")
    assert tallies[0].live() == []
    assert tallies[0].live_dms() == []
    assert 30046 not in tallies[0].refused
    if not share:
        assert told["board posts a turn"] <= MOST[title]
    return told


@pytest.mark.parametrize(("title", "share"), [("guatemala", 0.3)])
async def test_a_whole_game(stage: Stage, monkeypatch: pytest.MonkeyPatch, title: str, share: float):
    await game(stage, title, 3, monkeypatch, share=share)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("title", ["guatemala", "cafe", "catan"])
async def test_thirty_whole_games_a_title(stage: Stage, monkeypatch: pytest.MonkeyPatch, title: str, seed: int):
    await game(stage, title, seed, monkeypatch, share=(0.0, 0.3)[seed % 2])
