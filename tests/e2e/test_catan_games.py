"""Catan on the sandbox with the real client: by presses and by slash, with trades, sevens, cards and chocolate."""

import random
from collections import Counter
from typing import Any

import pytest

from bot.games import GAMES
from rules import engine
from rules.catan.state import Main, PreRoll
from rules.chance import Seeded
from rules.contract import Setup
from sandbox.world.world import Channel
from storage.rows import RUNNING
from tests import report
from tests.bot.catan_tables import put
from tests.contract.player import walk
from tests.contract.registry import CATAN
from tests.e2e.catan_players import CatanPresser, CatanTypist, Trader
from tests.e2e.conftest import Stage
from tests.e2e.players import newest_board

RULES: Any = GAMES["catan"].rules
MOST = 4000
SHORT = 5
"""Interactions of a turn of a roll, one build and the end, from the press that opens the panel."""
BUILDS = frozenset({"Build a road", "Build a settlement", "Build a city", "Build a production site"})


def late(players: int, seed: int) -> Any:
    """A position of a game in which somebody has not far to go, at the beginning or in the middle of a turn."""
    for again in range(seed, seed + 50):
        luck = Seeded(again)
        position = engine.begin(RULES, Setup(players), luck).position
        for _ in range(4000):
            state = position.state
            if RULES.outcome(state) is not None:
                break
            points = max(RULES.private(state, seat).points for seat in range(players))
            if points >= RULES.public(state).goal - 3 and isinstance(state.phase, PreRoll | Main) and not state.offer:
                return state
            question = next(question for question in position.open if question.required)
            policy = CATAN.policies[(again + question.seat) % len(CATAN.policies)]
            tokens = walk(CATAN, state, question.seat, luck, policy)
            position = engine.play(RULES, position, question.seat, (RULES.parse(" ".join(tokens)),), luck).position
    raise AssertionError("no game comes so far")


async def waited_for(stage: Stage, thread: Channel) -> list[int]:
    """Whom the game waits for; nobody once it is over."""
    table = await stage.store.at_channel(thread.id)
    assert table is not None
    loaded = await stage.store.load(table)
    assert loaded is not None
    if loaded.table.status != RUNNING:
        return []
    seats = {question.seat for question in loaded.questions if question.required}
    return sorted(row.user for row in loaded.seats if row.seat in seats)


async def play(
    stage: Stage, kind: type[Trader], players: int, seed: int, option: str = "", *, near_the_end: bool = False
) -> str:
    luck = random.Random(seed)
    stage.env.chance = Seeded(seed)
    thread = await stage.begun(players, option, "catan")
    if near_the_end:
        table = await stage.store.at_channel(thread.id)
        assert table is not None
        await put(stage.env, table, late(players, seed))
    actors = {person.id: kind(person, luck) for person in stage.people[:players]}
    for _ in range(MOST):
        await stage.quiet()
        asked = await waited_for(stage, thread)
        if not asked:
            break
        actor = actors[luck.choice(asked)]
        await actor.act(newest_board(actor.person, thread))
        if actor.offered:
            actor.offered = False
            await stage.quiet()
            for other in actors.values():
                if other is not actor and luck.random() < 0.8:
                    await other.answer(newest_board(other.person, thread))
    else:
        raise AssertionError("the game does not end")
    told(kind, players, option, list(actors.values()))
    return newest_board(stage.people[0], thread).text


def told(kind: type[Trader], players: int, option: str, actors: list[Trader]) -> None:
    turns = sum((actor.turns for actor in actors), Counter[tuple[tuple[str, ...], int]]())
    short = {what: count for what, count in turns if (what[:1], what[2:]) == (("Roll",), ("End turn",))}
    short = {what: count for what, count in short.items() if what[1] in BUILDS}
    assert all(count <= SHORT for count in short.values()), short
    done = sum((actor.done for actor in actors), Counter[str]())
    report.say(f"{kind.__name__}, {players} players {option}: {dict(done.most_common())}")
    report.say(f"{kind.__name__}: roll, one build, end: {sorted(set(short.values()))} interactions")


@pytest.mark.parametrize(("kind", "players"), [(CatanPresser, 3), (CatanTypist, 4)], ids=["presses", "slash"])
async def test_the_end_of_a_game(stage: Stage, kind: type[Trader], players: int):
    stage.people[1].close_dms()
    text = await play(stage, kind, players, 3, near_the_end=True)
    assert "wins!" in text, text
    posts = [post for posts in stage.sandbox.world.memory.messages.values() for post in posts.values() if post.files]
    told = [post.files[0] for post in posts if "wins!" in (post.files[0].alt or "")]
    assert len(told) == 1, "the picture of the end comes first, in one post"
    assert " held: " in (told[0].alt or "")


@pytest.mark.long
@pytest.mark.parametrize("seed", range(24))
async def test_whole_games(stage: Stage, seed: int):
    for person in stage.people[: seed % 3]:
        person.close_dms()
    kind = (CatanPresser, CatanTypist)[seed % 2]
    option = ("", "game=base", "game=base map=beginners")[seed // 2 % 3]
    text = await play(stage, kind, 3 + seed // 6 % 2, seed, option)
    assert "wins!" in text, text
