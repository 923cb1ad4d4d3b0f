"""Whole games on the sandbox with the real client, to the final ranking."""

import random
from collections import Counter

import pytest

from tests import report
from tests.e2e.cafe_players import CafePresser, CafeTypist
from tests.e2e.conftest import Stage
from tests.e2e.players import MOST, Player, Presser, Typist, is_over, newest_board, pinged

ALLOWED = {"stop": (4,), "score at once": (3, 4), "build": (5, 7, 9)}
"""Interactions of a turn by menus, from the press that opens the panel: 3 + 2n for a build of n pieces. What asks
others, or ends a turn with something left to do, is asked once more: one press besides. A scoring of a coffee whose
sacks all lie open asks nobody."""
CAFE_ALLOWED = {
    "best": (3,),
    "one guest": (3,),
    "two guests": (3, 4),
    "three guests": (5,),
    "four guests": (6,),
    "bar": (3,),
    "swap": (3,),
    "name": (3,),
    "typed": (1,),
    "typed bar": (2,),
}
"""Three for two guests where so few can come second that each is a button.
"""
COUNTS: dict[type[Player], dict[str, tuple[int, ...]]] = {
    Presser: ALLOWED,
    CafePresser: CAFE_ALLOWED,
    CafeTypist: CAFE_ALLOWED,
}


async def play(
    stage: Stage,
    kind: type[Player],
    players: int,
    seed: int,
    option: str = "",
    closed: int = 0,
    game: str = "guatemala",
) -> str:
    luck = random.Random(seed)
    for person in stage.people[:closed]:
        person.close_dms()
    thread = await stage.begun(players, option, game)
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
    allowed = COUNTS.get(kind, {})
    assert all(count in allowed.get(what, range(9)) for what, count in turns), turns
    report.say(f"{kind.__name__}, {players} players {option}: turns {dict(turns)}, answers {dict(answers)}")
    report.say(f"{kind.__name__}, {players} players {option}: ends with {board.text.splitlines()[-1]!r}")
    return board.text


@pytest.mark.parametrize(
    ("kind", "players", "option"),
    [
        pytest.param(Presser, 2, "", id="presses"),
        pytest.param(Typist, 3, "side=fixed", marks=pytest.mark.long, id="slash"),
    ],
)
async def test_a_whole_game(stage: Stage, kind: type[Player], players: int, option: str):
    text = await play(stage, kind, players, 11, option, closed=1)
    assert any(person.name in text for person in stage.people), text


@pytest.mark.parametrize(
    ("kind", "players", "option"),
    [
        pytest.param(CafePresser, 2, "regulars=on", marks=pytest.mark.long, id="presses, two"),
        pytest.param(CafePresser, 3, "birthday=30", id="presses, three"),
        pytest.param(CafeTypist, 4, "birthday=20 regulars=on", id="slash, four"),
    ],
)
async def test_a_whole_game_of_the_cafe(stage: Stage, kind: type[Player], players: int, option: str):
    text = await play(stage, kind, players, 5, option, closed=1, game="cafe")
    assert any(person.name in text for person in stage.people), text


@pytest.mark.long
@pytest.mark.parametrize("seed", range(48))
async def test_many_whole_games_of_the_cafe(stage: Stage, seed: int):
    kind = (CafePresser, CafeTypist)[seed % 2]
    option = ("", "birthday=30", "regulars=on", "birthday=10 regulars=on")[seed // 6 % 4]
    await play(stage, kind, 2 + seed // 2 % 3, seed, option, closed=seed % 3, game="cafe")


@pytest.mark.long
@pytest.mark.parametrize("seed", range(50))
async def test_many_whole_games(stage: Stage, seed: int):
    kind = (Presser, Typist)[seed % 2]
    await play(stage, kind, 2 + seed % 3, seed, ("", "side=fixed")[seed // 2 % 2], closed=seed % 3)
