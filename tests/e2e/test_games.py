"""Whole games on the sandbox with the real client, to the final ranking."""

import random
from collections import Counter

import pytest

from tests import report
from tests.e2e.conftest import Stage
from tests.e2e.players import MOST, Player, Presser, Typist, is_over, newest_board, pinged

ALLOWED = {"stop": (3,), "score at once": (3,), "build": (5, 7, 9)}
"""Interactions of a turn by menus, from the press that opens the panel: 3 + 2n for a build of n pieces."""


async def play(stage: Stage, kind: type[Player], players: int, seed: int, option: str = "", closed: int = 0) -> str:
    luck = random.Random(seed)
    for person in stage.people[:closed]:
        person.close_dms()
    thread = await stage.begun(players, option)
    actors = {p.id: kind(p, luck) for p in stage.people[:players]}
    first = stage.people[0]
    for _ in range(MOST):
        await stage.quiet()
        board = newest_board(first, thread)
        if is_over(board):
            break
        for user in luck.sample(pinged(board), len(pinged(board))):
            if newest_board(first, thread) == board:
                await actors[user].act(board)
                await stage.quiet()
    else:
        raise AssertionError(f"the game does not end: {newest_board(first, thread).text!r}")
    turns = sum((actor.turns for actor in actors.values()), Counter[tuple[str, int]]())
    answers = sum((actor.answers for actor in actors.values()), Counter[str]())
    if kind is Presser:
        assert all(count in ALLOWED.get(what, range(9)) for what, count in turns), turns
    report.say(f"{kind.__name__}, {players} players {option}: turns {dict(turns)}, answers {dict(answers)}")
    report.say(f"{kind.__name__}, {players} players {option}: ends with {board.text.splitlines()[-1]!r}")
    return board.text


@pytest.mark.parametrize(
    ("kind", "players", "option"), [(Presser, 2, ""), (Typist, 3, "side=fixed")], ids=["presses", "slash"]
)
async def test_a_whole_game(stage: Stage, kind: type[Player], players: int, option: str):
    text = await play(stage, kind, players, 11, option, closed=1)
    assert any(person.name in text for person in stage.people), text


@pytest.mark.long
@pytest.mark.parametrize("seed", range(50))
async def test_many_whole_games(stage: Stage, seed: int):
    kind = (Presser, Typist)[seed % 2]
    await play(stage, kind, 2 + seed % 3, seed, ("", "side=fixed")[seed // 2 % 2], closed=seed % 3)
