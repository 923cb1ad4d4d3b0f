"""Whole games of one person and house players through the whole bot, in virtual time: presses, posts, pictures."""

import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.play import Here, limits
from rules import engine
from rules.engine.replay import walk
from sandbox.api.rates import Rates
from sandbox.clock import Clock
from sandbox.server import Sandbox
from tests import report
from tests.bot.house_players import AtOnce
from tests.e2e.cafe_players import CafePresser
from tests.e2e.catan_players import CatanPresser
from tests.e2e.conftest import Stage
from tests.e2e.players import Presser, is_over, newest_board, pinged
from tests.outlines import outlined
from tests.sandbox import tally
from tests.sandbox.conftest import schema_path

MOST = 900
PLAYERS: dict[str, Any] = {"guatemala": Presser, "cafe": CafePresser, "catan": CatanPresser}
SEATS = {"guatemala": 1, "cafe": 2, "catan": 2}


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    sandbox = Sandbox(clock=Clock(1_900_000_000.0, held=True), rates=Rates.wide(), schema=schema_path())
    await sandbox.start()
    with sandbox.attached(), outlined():
        made = Stage(sandbox, tmp_path / "data")
        made.now = lambda: int(sandbox.clock.now() * 1000)
        made.thinker = AtOnce(3)
        made.by_hand = True
        try:
            yield await made.open()
        finally:
            await made.close()
            await sandbox.stop()
    tally.add(sandbox.checker)
    assert [str(violation) for violation in sandbox.checker.violations] == []


async def time_passes(stage: Stage, seconds: float) -> None:
    """The clock goes on, and what falls due by it happens."""
    stage.sandbox.clock.advance(seconds)
    await stage.client.house_turns.tick()
    await stage.client.clockwork.tick()
    stage.transactions.spoken.set()
    await stage.quiet()


async def play(stage: Stage, game: str, seed: int) -> None:
    ada = stage.people[0]
    asked = {"game": game, "house": SEATS[game], "level": "gentle"}
    reply = await (await ada.slash("/table new", asked)).done()
    assert reply.text.startswith("The game begins."), "nobody can join it any more"
    assert "<#" in reply.text, reply.text
    thread = await stage.thread()
    ada.go(thread)
    await time_passes(stage, 5)
    actor = PLAYERS[game](ada, random.Random(seed))
    acts = 0
    for _ in range(MOST):
        board = newest_board(ada, thread)
        if is_over(board):
            break
        if ada.id in pinged(board) or "Ada" in board.text.rpartition("Waiting for")[2]:
            await actor.act(board)
            acts += 1
            await stage.quiet()
        if newest_board(ada, thread) == board or ada.id not in pinged(newest_board(ada, thread)):
            await time_passes(stage, limits.OFFER_MS / 1000 if acts % 5 == 4 else 40)
    else:
        raise AssertionError(f"the game does not end: {newest_board(ada, thread).text!r}")
    await look(stage, thread, acts, game)


async def look(stage: Stage, thread: Any, acts: int, game: str) -> None:
    """The records fold to what is kept; nobody was called who is of the house; results are kept, and not rated."""
    table = await stage.transactions.load(Here(thread.id))
    assert table is not None
    records = await stage.store.records(table.id)
    assert engine.replay(table.rules, records).state == table.position.state
    posts = [s for s in stage.people[0].messages(thread) if not s.ephemeral and s.files]
    calls = {user for shown in stage.people[0].messages(thread) for user in shown.message.mentions}
    assert calls == {stage.people[0].id}
    results = await stage.store.results(stage.people[0].id)
    assert [result.row.rated for result in results] == [False]
    report.say(
        f"{game} against the house: {len(list(walk(table.rules, records)))} commits, {acts} acts, {len(posts)} posts"
    )


@pytest.mark.parametrize("game", PLAYERS)
async def test_a_whole_game_against_the_house(stage: Stage, game: str):
    await play(stage, game, 3)


@pytest.mark.long
@pytest.mark.parametrize("game", PLAYERS)
@pytest.mark.parametrize("seed", range(10))
async def test_many_whole_games_against_the_house(stage: Stage, game: str, seed: int):
    await play(stage, game, 100 + seed)
