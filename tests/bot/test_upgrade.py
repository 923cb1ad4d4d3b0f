"""Tables of every title that older rules have kept go on under newer ones, as they stood, or nothing is touched."""

import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.games import GAMES
from bot.games.game import Game
from bot.play import Action, queries, turns, upgrade
from bot.play.answers import AnswerKept, BeforeTheUpdate, CannotTakeBackNow, Played, TookBack
from bot.play.plans import planning
from bot.play.queries import Seen
from bot.play.seating import leaving
from bot.play.upgrade import CannotPlayOn, bring_forward
from bot.wording import mishaps, table_text
from bot.wording.words import words_for
from rules import engine
from rules.engine import Entry
from rules.guatemala.state import Turn
from storage.port import Conflict
from storage.problem import StorageClosed
from storage.rows import OVER, RUNNING, Change
from tests.bot.catan_tables import put
from tests.bot.house import MINUTE, House
from tests.newer_games import (
    DEARER,
    WHY,
    GivesUp,
    OtherRules,
    RanksOtherwise,
    Stumbles,
    TellsOtherwise,
    aged,
    games,
    kept,
)
from tests.storage import stores

ADA, BEA, CEM = 1, 2, 3
LIVE = (stores.BLOCKADE, stores.PLAN, stores.CAFE, stores.MARKET, stores.DISCARD, stores.FAILED, stores.RESIGNED)
BEGUN = stores.TABLES - {stores.CLOSED, stores.LOBBY}
NEWER, OTHER = games(), games(OtherRules)


@pytest.fixture
async def lived(tmp_path: Path) -> AsyncIterator[House]:
    """A house of tables of all titles, in the middle of everything, under today's rules; all that was to be said is."""
    stores.first_schema(tmp_path / "data")
    house = House(tmp_path / "data", seed=5)
    house.clock.now = stores.NEWEST + MINUTE
    house._interactions = 1000  # those of the store are answered
    house.ear.channels = {channel: [] for channel in (*range(1001, 1013), *range(-906, -900))}
    house.ear._next = 2000  # its own threads are others than theirs
    await house.open()
    assert await bring_forward(house.env) == len(BEGUN & aged(tmp_path))
    await house.store.unpark(stores.PARKED, house.clock.now)
    await house.quiet()
    yield house
    await house.close()


async def under(house: House, later: Mapping[str, Game]) -> int:
    """The next start, of a program with these games."""
    house.games = later
    await house.restart()
    return await bring_forward(house.env)


async def logs(house: House, table: str) -> list[tuple[Entry, ...]]:
    """As every seat reads it, and a spectator."""
    held = await house.table(table)
    return [await queries.log_of(held, seat, house.env) for seat in (*range(len(held.seats)), None)]


def told(house: House, channel: int) -> int:
    """How often its thread was told of new rules, in its language."""
    return sum(table_text.updated(words_for(letter.lang)) in letter.text for letter in house.ear.heard(channel))


async def everything(house: House) -> Mapping[str, list[tuple[Any, ...]]]:
    """Every row of the whole file."""

    def read(connection: sqlite3.Connection) -> Mapping[str, list[tuple[Any, ...]]]:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return {table: sorted(connection.execute(f'SELECT * FROM "{table}"'), key=repr) for table in tables}  # noqa: S608

    return await house.store.writer.read(read)


async def moved(house: House, table: str) -> Any:
    """Whoever is asked first does the best, else the least that can be done."""
    held = await house.table(table)
    rules, position = held.rules, held.position
    question = next(question for question in position.open if question.required)
    best = rules.best(position.state, question.seat, 1)
    move = best[0][0] if best else rules.idle(position.state, question.seat)
    user = (await house.users(table))[question.seat]
    return await house.play(table, rules.write(move), user=user, since=question.since)


# ── another layout ──


@pytest.mark.parametrize("table", LIVE)
async def test_a_running_table_stands_as_it_stood_and_goes_on(lived: House, tmp_path: Path, table: str):
    loaded, before, was = await lived.loaded(table), await lived.position(table), await logs(lived, table)
    records = await lived.store.records(table)
    assert await under(lived, NEWER) == len(BEGUN)
    now, position = await lived.loaded(table), await lived.position(table)
    assert kept(position.state) == kept(before.state)
    version = GAMES[now.table.game].rules.version
    assert position.state.begun_in == version
    assert (position.number, position.version) == (before.number, before.version + 1)
    assert (now.table.rules_version, now.table.rev) == (version + 1, loaded.table.rev + 1)
    assert position.open == before.open
    assert now.questions == loaded.questions, "with when they were asked, and noticed"
    assert (now.drafts, now.orders, now.dues) == (loaded.drafts, loaded.orders, loaded.dues)
    assert now.seats == loaded.seats
    (*others, checkpoint) = await lived.store.records(table)
    assert (tuple(others), checkpoint.kind) == (records, "checkpoint")
    assert await logs(lived, table) == was
    assert any(was) or table in aged(tmp_path), "there was something to read"
    await lived.check(table)
    for _ in range(3):
        assert isinstance(await moved(lived, table), Played | AnswerKept)
        await lived.check(table)
    assert [entries[: len(old)] for entries, old in zip(await logs(lived, table), was, strict=True)] == was


async def test_every_thread_is_told_once_however_often_it_is_started(lived: House):
    channels = {table: (await lived.loaded(table)).table.channel for table in stores.TABLES}
    assert await under(lived, NEWER) == len(BEGUN)
    assert await under(lived, NEWER) == 0
    await lived.quiet()
    assert await under(lived, NEWER) == 0
    await lived.quiet()
    running = {table for table in stores.TABLES if (await lived.loaded(table)).table.status == RUNNING}
    assert running >= set(LIVE)
    assert {table: told(lived, channel) for table, channel in channels.items()} == {
        table: int(table in running) for table in stores.TABLES
    }


async def test_a_table_that_sleeps_is_not_awake_by_an_update(lived: House):
    awake = lived.clock.now - MINUTE // 2
    assert await lived.store.count_tables(guild=7, status=(RUNNING,)) > 0
    before = await lived.store.count_tables(guild=7, status=(RUNNING,), since=awake)
    await under(lived, NEWER)
    assert await lived.store.count_tables(guild=7, status=(RUNNING,), since=awake) == before


async def test_what_was_done_before_is_not_taken_back(house: House):
    tables = [await house.started([ADA, BEA, CEM], side="fixed") for _ in range(2)]
    movers: list[int] = []
    for table in tables:
        await house.play(table, "buyer 1")
        movers += [user for user, _ in await house.asked(table)]
        await house.play(table, "step 2", "take s5 b1", "done")
    assert isinstance(await house.do(tables[0], house.act(movers[0]), turns.take_back()), TookBack)
    assert await under(house, NEWER) == len(tables)
    assert await house.do(tables[1], house.act(movers[1]), turns.take_back()) == CannotTakeBackNow("nothing")
    ((again, _),) = await house.asked(tables[1])
    await house.play(tables[1], "step 1", "stop")
    assert isinstance(await house.do(tables[1], house.act(again), turns.take_back()), TookBack)
    for table in tables:
        await house.check(table)


async def test_a_board_from_before_the_update_is_not_shown_and_those_after_it_are(house: House):
    table = await house.started([ADA, BEA, CEM], side="fixed")
    await house.play(table, "buyer 1")
    await house.play(table, "step 1", "stop")
    await under(house, NEWER)
    await house.play(table, "step 1", "stop")
    found = [await queries.board_at(await house.table(table), number, house.env) for number in range(4)]
    assert found[:2] == [BeforeTheUpdate(0), BeforeTheUpdate(1)]
    assert [seen.number for seen in found[2:] if isinstance(seen, Seen)] == [2, 3]


async def test_a_game_that_ends_after_the_update_tells_of_its_points_from_there_on(house: House):
    """Soon after it too: three quarters of its moves cannot be shown any more."""
    table = await house.started([ADA, BEA], side="fixed")
    await house.play(table, "buyer 1")
    for _ in range(5):
        await house.play(table, "step 1", "stop")
    await under(house, NEWER)
    await house.play(table, "step 1", "stop")
    await house.quiet()
    await house.do(table, house.act(ADA), leaving.resign())
    await house.quiet()
    held = await house.table(table)
    post = house.ear.heard(held.row.channel)[-1]
    assert (held.status, post.over, post.course[0][0]) == (OVER, True, 6)
    assert all(f"After move {number}:" in post.alts["course"] for number in (7, 8))


async def test_answers_given_in_secret_before_the_update_count(lived: House):
    before = await lived.loaded(stores.BLOCKADE)
    answered = [question.seat for question in before.questions if not question.required]
    assert len(answered) == 1
    await under(lived, NEWER)
    assert len(await lived.asked(stores.BLOCKADE)) == 2
    lived.clock.now += 45 * MINUTE
    await lived.clockwork.tick()  # the order answers when it was to answer
    ((user, since),) = await lived.asked(stores.BLOCKADE)
    assert (user, since) in [(seat.user, q.since) for q in before.questions for seat in before.seats]
    assert isinstance(await lived.play(stores.BLOCKADE, "pass", user=user, since=since), Played)
    assert not any(question.sealed for question in (await lived.position(stores.BLOCKADE)).open)
    await lived.check(stores.BLOCKADE)


async def test_a_planned_turn_is_committed_after_the_update(lived: House):
    await under(lived, NEWER)
    ((user, since),) = await lived.asked(stores.PLAN)
    panel = await lived.do(stores.PLAN, Action(user), planning.open_panel(since))
    assert getattr(panel, "moves", None) == ("step 2", "take S5 B1")
    done = await lived.do(stores.PLAN, lived.act(user), planning.commit(since, getattr(panel, "rev", -1)))
    assert isinstance(done, Played)


@pytest.mark.parametrize("later", [NEWER, OTHER], ids=["layout", "rule"])
@pytest.mark.parametrize("table", [stores.PLAN, stores.CAFE, stores.MARKET], ids=["guatemala", "cafe", "catan"])
async def test_a_game_of_every_title_is_played_to_its_end(lived: House, table: str, later: Mapping[str, Game]):
    await under(lived, later)
    for _ in range(1500):
        held = await lived.table(table)
        if held.status != RUNNING:
            break
        if held.row.game == "catan" and held.row.version > 100:  # nobody wins by doing the least
            await lived.do(table, lived.act(next(iter(held.users.values()))), leaving.resign())
        else:
            await moved(lived, table)
    await lived.check(table)
    loaded = await lived.loaded(table)
    assert loaded.table.status == OVER
    results = [found.row for seat in loaded.seats for found in await lived.store.results(seat.user)]
    assert len([result for result in results if result.ended_at == lived.clock.now]) == len(loaded.seats)


async def test_a_move_that_newer_rules_cannot_tell_shows_at_least_where_it_led(house: House):
    table = await house.started([ADA, BEA, CEM], side="fixed")
    await house.quiet()
    await house.play(table, "buyer 1")
    await under(house, games(TellsOtherwise))
    channel = (await house.loaded(table)).table.channel
    said = len(house.ear.heard(channel))
    await house.quiet()
    assert len(house.ear.heard(channel)) == said + 1
    assert told(house, channel) == 1
    assert await house.store.parked(table) == ""


# ── another rule ──


async def rich(house: House) -> tuple[str, int]:
    """A table at which somebody with eleven centavos has the turn, and which seat that is."""
    table = await house.started([ADA, BEA, CEM], side="fixed")
    await house.play(table, "buyer 1")
    state = (await house.position(table)).state
    await put(house.env, table, replace(state, money=(11, 9, 10), phase=Turn(0)))
    await house.check(table)
    return table, 0


async def test_a_running_game_keeps_its_money_and_pays_the_new_price_from_then_on(house: House):
    table, seat = await rich(house)
    await under(house, OTHER)
    assert (await house.position(table)).state.money == (11, 9, 10)
    await house.play(table, "step 4", "stop")
    assert (await house.position(table)).state.money == (11 - 2 - DEARER, 9, 10)
    assert seat == 0
    await house.check(table)
    await under(house, OTHER)
    assert (await house.position(table)).state.money == (11 - 2 - DEARER, 9, 10)


async def test_under_the_old_rules_the_same_move_costs_the_old_price(house: House):
    table, _ = await rich(house)
    await under(house, GAMES)
    await house.play(table, "step 4", "stop")
    assert (await house.position(table)).state.money == (11 - 2, 9, 10)


# ── what cannot go on ──


async def refused(house: House, later: Mapping[str, Game]) -> CannotPlayOn:
    """Nothing is written, nowhere in the file."""
    house.games = later
    await house.restart()
    before = await everything(house)
    with pytest.raises(CannotPlayOn) as cannot:
        await bring_forward(house.env)
    assert await everything(house) == before
    assert sum(map(len, before.values())) > 100
    return cannot.value


async def test_tables_that_cannot_go_on_are_named_and_nothing_is_changed(lived: House):
    running = {table for table in BEGUN if (await lived.loaded(table)).table.status == RUNNING}
    later = {**NEWER, "cafe": games(GivesUp)["cafe"]}
    cafes = {table for table in running if (await lived.loaded(table)).table.game == "cafe"}
    found = (await refused(lived, later)).stuck
    assert {(one.table, one.game, one.rules_version, one.why) for one in found} == {
        (table, "cafe", GAMES["cafe"].rules.version, WHY) for table in cafes
    }
    assert stores.CAFE in cafes
    assert len(cafes) < len(running)


async def test_an_upgrade_that_fails_is_a_refusal_too(lived: House):
    (why,) = {one.why for one in (await refused(lived, games(Stumbles))).stuck}
    assert why == "its position cannot be brought forward (KeyError)"


async def test_a_program_older_than_the_tables_refuses_them(lived: House):
    await under(lived, NEWER)
    found = (await refused(lived, GAMES)).stuck
    assert {one.table for one in found} >= set(LIVE)
    assert {one.why for one in found} == {"a newer program has played it"}
    assert {one.rules_version - GAMES[one.game].rules.version for one in found} == {1}


async def test_a_program_that_does_not_know_a_game_refuses_its_tables(lived: House):
    rest = {key: game for key, game in GAMES.items() if key != "catan"}
    found = (await refused(lived, rest)).stuck
    assert {one.table for one in found} == {stores.MARKET, stores.DISCARD}
    assert {one.why for one in found} == {"this program does not know the game"}


async def test_games_that_are_over_refuse_nothing_and_their_log_is_read(house: House):
    table = await house.started([ADA, BEA])
    await house.play(table, "buyer 1")
    for user in (ADA, BEA):
        await house.do(table, house.act(user), leaving.vote(for_end=True))
    was = await logs(house, table)
    await house.quiet()
    assert await under(house, games(GivesUp)) == 0
    held = await house.table(table)
    assert queries.board(held) == BeforeTheUpdate(held.row.public_no)
    assert await queries.log(held, ADA, house.env) == was[[seat.user for seat in held.seats].index(ADA)]
    assert await logs(house, table) == was
    assert await under(house, {}) == 0
    assert await house.transactions.load(table) is None


async def test_the_end_of_a_game_that_cannot_be_shown_any_more_does_not_fail_for_ever(house: House):
    table = await house.started([ADA, BEA])
    await house.play(table, "buyer 1")
    await house.do(table, house.act(ADA), leaving.resign())
    assert (await house.loaded(table)).table.status == OVER
    await under(house, games(GivesUp))
    await house.quiet()
    assert await house.store.unsaid(table) == ()
    mishaps.forget()  # what cannot be shown gives way to something plainer


# ── what the first schema did not keep ──


async def test_a_table_without_a_log_gets_that_of_its_records(tmp_path: Path):
    stores.first_schema(tmp_path / "data")
    house = await House(tmp_path / "data").open()
    house.clock.now = stores.NEWEST + MINUTE
    before = {table: await house.loaded(table) for table in stores.TABLES}
    assert [line for table in stores.TABLES for line in await house.store.log(table)] == []
    awake = await house.store.count_tables(guild=7, status=(RUNNING,), since=stores.NEWEST + 1)
    older = BEGUN & aged(tmp_path)
    assert await bring_forward(house.env) == len(older)
    for table in sorted(BEGUN):
        held, records = await house.table(table), await house.store.records(table)
        seats = (*range(len(held.seats)), None)
        assert await logs(house, table) == [engine.history(held.rules, records, seat) for seat in seats]
        was = before[table]
        assert table in older or replace(held.loaded, table=replace(held.row, rev=was.table.rev)) == was
    assert await house.store.count_tables(guild=7, status=(RUNNING,), since=stores.NEWEST + 1) == awake == 0
    kept_ = await everything(house)
    assert await bring_forward(house.env) == 0
    assert await everything(house) == kept_
    await house.close()


@pytest.mark.parametrize("later", [GAMES, NEWER], ids=["the same rules", "newer rules"])
async def test_a_game_that_ended_before_results_were_kept_gets_them(tmp_path: Path, later: Mapping[str, Game]):
    stores.first_schema(tmp_path / "data")
    house = House(tmp_path / "data")
    house.clock.now = stores.NEWEST + MINUTE
    house.games = later
    await house.open()
    await bring_forward(house.env)
    held, records = await house.table(stores.OVER), await house.store.records(stores.OVER)
    outcome = held.rules.outcome(held.position.state)
    assert outcome is not None
    found = [result.row for seat in held.seats for result in await house.store.results(seat.user)]
    assert sorted((row.rank, row.seat) for row in found) == [
        (rank, seat) for rank, (seat,) in enumerate(outcome.ranking, 1)
    ]
    assert {row.seat: row.points for row in found} == dict(enumerate(outcome.points))
    assert {row.ended_at for row in found} == {[r for r in records if r.kind != "checkpoint"][-1].at}
    await house.close()


async def test_results_that_are_kept_stay_whatever_newer_rules_would_count(lived: House):
    seats = (await lived.loaded(stores.OVER)).seats
    before = [await lived.store.results(seat.user) for seat in seats]
    assert all(before)
    await under(lived, games(RanksOtherwise))
    assert [await lived.store.results(seat.user) for seat in seats] == before


# ── in the middle of it ──


async def updates(house: House) -> Counter[str]:
    """How often each table is told, said or not."""
    rows = (await everything(house))["outbox"]
    return Counter(row[1] for row in rows if '"updated"' in row[5])


@pytest.mark.parametrize("after", [0, 1, 5])
async def test_what_a_start_that_broke_off_left_is_brought_forward_by_the_next(
    lived: House, monkeypatch: pytest.MonkeyPatch, after: int
):
    monkeypatch.setattr(upgrade, "SLICE", 1)
    running = [table for table in BEGUN if (await lived.loaded(table)).table.status == RUNNING]
    before = await updates(lived)
    lived.games = NEWER
    await lived.restart()
    write, done = lived.store.write, list[str]()

    async def breaks(change: Change) -> Any:
        if len(done) == after:
            raise StorageClosed
        done.append(change.table.id)
        return await write(change)

    monkeypatch.setattr(lived.store, "write", breaks)
    with pytest.raises(StorageClosed):
        await bring_forward(lived.env)
    assert await under(lived, NEWER) == len(BEGUN) - after
    assert await updates(lived) == before + Counter(running)
    for table in sorted(BEGUN):
        await lived.check(table)


async def test_where_something_was_written_meanwhile_it_is_done_anew(lived: House, monkeypatch: pytest.MonkeyPatch):
    before = await updates(lived)
    lived.games = NEWER
    await lived.restart()
    write, raced = lived.store.write, set[str]()

    async def races(change: Change) -> Any:
        if change.table.id not in raced:
            raced.add(change.table.id)
            raise Conflict(change.table.id)
        return await write(change)

    monkeypatch.setattr(lived.store, "write", races)
    assert await bring_forward(lived.env) == len(BEGUN)
    assert set((await updates(lived) - before).values()) == {1}


async def test_a_slice_ends_between_any_two_tables(lived: House, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(upgrade, "SLICE", 2)
    assert await under(lived, NEWER) == len(BEGUN)
    rows = [(await lived.loaded(table)).table for table in sorted(BEGUN)]
    assert {row.rules_version - GAMES[row.game].rules.version for row in rows} == {1}
