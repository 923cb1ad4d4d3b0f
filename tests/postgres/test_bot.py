"""The whole bot over PostgreSQL: presses count once, two worlds look alike, games of every title are played."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from tests import report
from tests.bot import test_exactly_once
from tests.bot.house import House
from tests.bot.test_exactly_once import PEOPLE, Player
from tests.contract.cases import Case
from tests.contract.registry import CAFE, GUATEMALA
from tests.e2e import test_catan_games
from tests.e2e.cafe_players import CafePresser
from tests.e2e.catan_players import CatanPresser, CatanTypist
from tests.e2e.conftest import Stage, staged
from tests.e2e.players import Presser
from tests.e2e.test_games import play
from tests.e2e.test_paired import compare
from tests.postgres import stores
from tests.postgres.wire import wire_to

ACTIONS = 60
STATEMENTS = 30
"""For one commit, with all that is read and noted to say what came of it; each is one trip."""


@pytest.fixture(params=["directly", "through pgbouncer"])
def kept_in_postgres(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a test would open a file in a folder, a database by the folder's name is opened."""
    pooled = request.param == "through pgbouncer"
    named: dict[Path, str] = {}

    async def opened(folder: Path) -> Any:
        if folder not in named:
            named[folder] = stores.emptied(("tables", "others")[len(named)], pooled=pooled)
        return await stores.opened(named[folder])

    stores.refuse_or_skip()
    monkeypatch.setattr("tests.bot.house.open_store", opened)
    monkeypatch.setattr("tests.e2e.conftest.open_store", opened)


@pytest.fixture
async def house(kept_in_postgres: None, tmp_path: Path) -> AsyncIterator[House]:
    house = await House(tmp_path).open()
    yield house
    await house.close()


async def test_actions_delivered_one_to_five_times_in_any_order_count_once(house: House):
    table = await house.started(PEOPLE, side="fixed")
    player = Player(house, 5)
    for _ in range(ACTIONS):
        await player.turn(table)
        await player.again(table)
    assert (await house.loaded(table)).table.version == player.applied
    await house.check(table)


ONCE: list[Callable[[House], Any]] = [
    test_exactly_once.test_an_answer_outlives_the_process,
    test_exactly_once.test_a_typed_turn_delivered_again_gets_its_answer_again,
    test_exactly_once.test_a_lobby_is_opened_once_and_joined_once,
    test_exactly_once.test_of_two_windows_with_the_same_turn_one_wins,
]


@pytest.mark.parametrize("case", ONCE, ids=lambda case: case.__name__.removeprefix("test_"))
async def test_what_counts_once_over_a_file_does_so_here(house: House, case: Callable[[House], Any]):
    await case(house)


async def test_all_who_are_asked_answer_in_the_same_tick(kept_in_postgres: None, tmp_path: Path):
    await test_exactly_once.test_all_who_are_asked_answer_in_the_same_tick(tmp_path)


@pytest.mark.parametrize(("case", "seeds"), [(GUATEMALA, range(6)), (CAFE, range(3))], ids=["guatemala", "cafe"])
async def test_pairs_of_worlds(kept_in_postgres: None, tmp_path: Path, case: Case, seeds: range):
    count = await compare(tmp_path, seeds, case)
    assert count["pairs"] == len(seeds)
    report.say(f"paired worlds over PostgreSQL: {dict(count)}, differences 0")


@pytest.fixture
async def stage(kept_in_postgres: None, tmp_path: Path) -> AsyncIterator[Stage]:
    async with staged(tmp_path) as opened:
        yield opened


GAMES: dict[str, Callable[[Stage], Any]] = {
    "guatemala": lambda stage: play(stage, Presser, 2, 12, closed=1),
    "cafe": lambda stage: play(stage, CafePresser, 3, 6, "birthday=30", game="cafe"),
    "catan, the end": lambda stage: test_catan_games.play(stage, CatanPresser, 3, 3, near_the_end=True),
}


@pytest.mark.parametrize("kept_in_postgres", ["through pgbouncer"], indirect=True)
@pytest.mark.parametrize(
    "game", ["guatemala", *(pytest.param(game, marks=pytest.mark.long) for game in list(GAMES)[1:])]
)
async def test_a_game_is_played_to_its_end(stage: Stage, game: str):
    database: Any = stage.store.database  # pyright: ignore[reportAttributeAccessIssue]
    own, read, test = Counter[bool](), database.read, asyncio.current_task()

    async def noted(*given: Any) -> Any:
        """What the test reads itself is not the bot's."""
        own[asyncio.current_task() is test] += 1
        return await read(*given)

    database.read = noted
    text = await GAMES[game](stage)
    assert any(person.name in text for person in stage.people), text
    commits, statements = stage.transactions.committed, sum(database.took.counts) - own[True]
    requests = sum(count for route, count in stage.sandbox.counted.requests.items() if "messages" in route)
    report.say(
        f"{game} over PostgreSQL: {commits} commits, {statements / commits:.1f} statements and {requests / commits:.1f}"
        " requests that count for each"
    )
    assert statements / commits <= STATEMENTS


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
async def test_whole_games_of_catan(stage: Stage, seed: int):
    text = await test_catan_games.play(stage, (CatanPresser, CatanTypist)[seed % 2], 3 + seed // 2, seed)
    assert "wins!" in text


async def test_whoever_presses_while_the_database_is_away_is_told_so_and_it_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Also whom nothing is known of yet: which language they chose stands in the database."""
    stores.emptied()
    async with wire_to(stores.server().port) as wire:

        async def opened(_: Path) -> Any:
            return await stores.opened(stores.server().address(stores.NAME, port=wire.port))

        monkeypatch.setattr("tests.e2e.conftest.open_store", opened)
        async with staged(tmp_path) as stage:
            ada, bea, *_ = stage.people
            reply = await (await ada.slash("/table new", {"game": "guatemala"})).done()
            assert "<#" in reply.text
            database: Any = stage.store.database  # pyright: ignore[reportAttributeAccessIssue]
            database.patience = 0.5
            told: list[bool] = []
            database.on_away = told.append
            with wire.parted():
                for person in (ada, bea):
                    reply = await (await person.slash("/me tables")).done(10)
                    assert "out of reach" in reply.text
            reply = await (await ada.slash("/me tables")).done(10)
            assert "Guatemala" in reply.text
            assert told == [True, False], "an outage is told of once, and its end"


async def test_a_game_that_moves_to_a_database_and_back_is_played_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Begun over a file, played on over the database, and over a file again; old deliveries are answered as before."""
    address, back = stores.emptied(), tmp_path / "back"
    from storage.postgres.moving import to_file, to_postgres

    house = await House(tmp_path / "data").open()
    table = await house.started(PEOPLE, side="fixed")
    player = Player(house, 11)

    async def played(turns: int) -> None:
        for _ in range(turns):
            await player.turn(table)
            await player.again(table)
        assert (await house.loaded(table)).table.version == player.applied
        await house.check(table)

    await played(8)
    await house.close()
    assert (await to_postgres(house.folder, address)).games == 1
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr("tests.bot.house.open_store", lambda _: stores.opened(address))
        await house.open()
        await played(8)
        await house.close()
    assert (await to_file(address, back)).games == 1
    house.folder = back
    await house.open()
    await played(8)
    await house.close()
