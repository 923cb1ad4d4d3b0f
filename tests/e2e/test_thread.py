"""Whole games by presses: one post a turn, calls where they are needed, live buttons on the newest of both."""

import asyncio
import math
import random
from collections.abc import Callable, Sequence
from typing import Any, Final

import pytest

from bot.discord.messages.calls import out_of_turn
from bot.discord.messages.growing import grows
from bot.play import limits
from sandbox.actor import Person
from tests import report
from tests.e2e.cafe_players import CafePresser
from tests.e2e.catan_players import CatanPresser
from tests.e2e.conftest import Stage
from tests.e2e.players import Player, Presser
from tests.e2e.test_catan_games import play as play_catan
from tests.e2e.test_games import play
from tests.e2e.thread_tally import Tally
from tests.ledger import Ledger

WAIT = 70 * 60
"""Seconds after which a post is too old to grow."""
THINKS, SPREAD = math.log(5), 0.8
"""People press every five seconds, by the median; a tenth of the pauses is longer than 14."""
MOST: Final = {"catan": 1.3, "guatemala": 1.05, "cafe": 1.05}
"""Board posts a turn, where everybody answers at once."""


class Slowly:
    """Lets time pass, for the bot and for Discord: some seconds before every press, long before some of the acts."""

    def __init__(self, stage: Stage, seed: int, share: float) -> None:
        self.stage, self.luck, self.share, self.ahead = stage, random.Random(seed), share, 0.0
        real = stage.env.now
        stage.env.now = lambda: real() + int(self.ahead * 1000)

    def passes(self) -> None:
        if self.luck.random() < self.share:
            self._on(WAIT)

    def thinks(self) -> None:
        self._on(self.luck.lognormvariate(THINKS, SPREAD))

    def _on(self, seconds: float) -> None:
        self.ahead += seconds
        self.stage.sandbox.clock.advance(seconds)
        self.stage.transactions.spoken.set()

    async def quiet(self) -> None:
        """Until all is said but what rests, to be said with what comes next."""
        rows: Sequence[Any] = ()
        for _ in range(1000):
            rows = await self.stage.store.waiting(self.stage.env.now() + 10_000_000, 100)
            busy = self.stage.client._answering or self.stage.client.context.busy
            if not busy and (not rows or await grows(self.stage.env, rows[0].table, [row.row for row in rows])):
                if not rows or not out_of_turn(await self.stage.table(rows[0].table)):
                    return
                self._on(limits.EDIT_REST_MS / 1000)  # whoever is offered something waits to see it
            await asyncio.sleep(0.02)
        raise AssertionError(f"the courier does not come to rest: {rows}")


def slowed(act: Callable[..., Any], passes: Callable[[], None]) -> Callable[..., Any]:
    async def acted(self: Any, *given: Any) -> Any:
        passes()
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
    monkeypatch.setattr(stage, "quiet", time.quiet)
    monkeypatch.setattr(kind, "act", slowed(kind.act, time.passes))
    for act in ("press", "choose"):
        monkeypatch.setattr(Person, act, slowed(getattr(Person, act), time.thinks))
    stage.client.courier.posts.rest = limits.EDIT_REST_MS
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
        assert told["requests a board post"] <= 2 + told["of which calls"]
    return told


@pytest.mark.parametrize(("title", "share"), [("guatemala", 0.3)])
async def test_a_whole_game(stage: Stage, monkeypatch: pytest.MonkeyPatch, title: str, share: float):
    await game(stage, title, 3, monkeypatch, share=share)


async def test_a_reminder_has_the_button_of_a_turn_and_the_way_to_the_board(stage: Stage):
    thread = await stage.begun(2, "side=fixed", pace="unhurried")
    ahead, real = limits.SILENCE_MS + 1000, stage.env.now
    stage.env.now = lambda: real() + ahead
    await stage.client.clockwork.tick()
    await stage.quiet()
    reminder = stage.people[0].messages(thread)[-1]
    assert "Still waiting for " in reminder.text
    assert "My turn" in reminder.buttons
    board = next(shown for shown in stage.people[0].messages(thread) if shown.files)
    assert f"/{thread.id}/{board.id}" in reminder.text


@pytest.mark.long
@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("title", ["guatemala", "cafe", "catan"])
async def test_thirty_whole_games_a_title(stage: Stage, monkeypatch: pytest.MonkeyPatch, title: str, seed: int):
    ledger = Ledger(f"thread-{title}")
    ledger.skip_what_is_done(seed)
    share = (0.0, 0.3)[seed % 2]
    ledger.note(seed, share=share, **await game(stage, title, seed, monkeypatch, share=share))
