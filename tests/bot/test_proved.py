"""Luck that can be proved, at the table: Start in two steps, salts by posts, a commitment before anybody joins."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.discord.messages.messenger import Deleted, Impossible, NotNow, Unknown
from bot.play import Action, Table, turns
from bot.play.answers import HasBegun, NoSuchTable, Played, Started, TookBack
from bot.play.luck import NoSaltYet, commitment, value
from bot.play.seating import deal, leaving, lobby, relocation
from bot.play.time_answers import LuckAwaited
from rules.chance import Recorded, shuffle
from rules.contract import Open
from storage.draws import DEAL, FIXED
from storage.folder.backup import restore
from storage.rows import LOBBY, RUNNING
from storage.sqlite.draws import put
from tests.bot.house_players import AtOnce
from tests.bot.sealed import ADA, BEA, CEM, SEED, Draw, Players, Sealed


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Sealed]:
    opened = await Sealed(tmp_path / "data").open()
    yield opened
    await opened.close()


def post_of(house: Sealed, table: str, number: int = 0, code: str = "f") -> int:
    return house.ear.marks[f"{table}:{number}:{code}"]


# ── two steps ──


async def test_start_fixes_the_seats_and_the_deal_follows_by_the_number_of_the_post_that_says_so(house: Sealed) -> None:
    table = await house.sit((ADA, BEA, CEM))
    assert await house.do(table, house.act(ADA), lobby.start()) == Started()
    row = (await house.loaded(table)).table
    assert (row.status, row.opening, row.version) == (LOBBY, FIXED, -1)
    assert await house.drawn(table) == []
    await house.quiet()
    loaded = await house.loaded(table)
    assert (loaded.table.status, loaded.table.version, loaded.table.opening) == (RUNNING, 0, 0)
    post, drawn = post_of(house, table), await house.drawn(table)
    assert [n for n, *_ in drawn] == list(range(loaded.table.drawn))
    assert {salt for _, salt, _, _ in drawn} == {post}
    assert [value(SEED, table, post, n, bound) for n, _, bound, _ in drawn] == [came for *_, came in drawn]
    order = (await house.store.draws(table))[0]
    assert (order.version, order.bounds) == (-1, (3, 2))
    assert tuple(seat.user for seat in loaded.seats) == shuffle(Recorded(order.luck), (ADA, BEA, CEM))
    await house.check(table)


async def test_the_card_shows_the_whole_hash_before_anybody_joins_and_so_does_the_post(house: Sealed) -> None:
    table = await house.sit((ADA,))
    await house.quiet()
    digits = commitment(table, SEED)
    card = house.ear.heard(1001)[0]
    assert f"`{digits[:32]}`\n`{digits[32:]}`" in card.text
    await house.do(table, house.act(BEA), lobby.join("Bea"))
    await house.do(table, house.act(ADA), lobby.start())
    await house.quiet()
    said = house.ear.heard(1001)
    assert [letter.kind for letter in said] == ["lobby", "start", "board"]
    assert f"`{digits[:32]}`\n`{digits[32:]}`" in said[1].text
    assert "Ada and Bea" in said[1].text
    assert not said[0].open


async def test_where_seats_keep_their_order_none_is_drawn(house: Sealed) -> None:
    table = await house.begun((ADA, BEA), random_seats=False)
    assert [row.version for row in await house.store.draws(table)] == [0]
    assert list((await house.users(table)).values()) == [ADA, BEA]


async def test_a_table_that_is_fixed_can_be_neither_joined_nor_left_nor_started_again(house: Sealed) -> None:
    table = await house.sit((ADA, BEA))
    await house.do(table, house.act(ADA), lobby.start())
    for use_case in (lobby.join("Cem"), lobby.leave(), lobby.start(), lobby.close(), lobby.seat_house("even")):
        assert await house.do(table, house.act(ADA), use_case) == HasBegun()
    await house.quiet()
    assert len([letter for letter in house.ear.heard(1001) if letter.kind == "start"]) == 1


async def test_old_tables_keep_their_luck(house: Sealed) -> None:
    house.env.seeds = None
    table = await house.sit((ADA, BEA))
    assert await house.do(table, house.act(ADA), lobby.start()) == Started()
    loaded = await house.loaded(table)
    assert (loaded.table.status, loaded.luck.seed, loaded.table.drawn) == (RUNNING, "", 0)
    await house.quiet()
    assert [letter.kind for letter in house.ear.heard(1001)] == ["lobby", "board"]
    assert await Players(house, table, 1).play(10) == 10
    assert (await house.store.draws(table), await house.store.salts(table)) == ((), ())


# ── every crash point (docs/adr/0041) ──


async def whole(house: Sealed, table: str) -> tuple[object, ...]:
    """What came of the deal."""
    return (await house.drawn(table), (await house.position(table)).state, await house.store.salts(table))


@pytest.fixture
async def undisturbed(tmp_path: Path) -> tuple[object, ...]:
    house = await Sealed(tmp_path / "undisturbed").open()
    table = await house.begun()
    found = await whole(house, table)
    await house.close()
    return found


async def test_killed_before_the_post(house: Sealed, undisturbed: tuple[object, ...]) -> None:
    table = await house.sit((ADA, BEA))
    await house.do(table, house.act(ADA), lobby.start())
    await house.restart()
    await house.quiet()
    assert await whole(house, table) == undisturbed


async def test_killed_between_the_post_and_its_being_noted(house: Sealed, undisturbed: tuple[object, ...]) -> None:
    table = await house.sit((ADA, BEA))
    await house.quiet()
    await house.do(table, house.act(ADA), lobby.start())
    house.ear.faults = [None]  # the card; then the post stands, and nobody hears of it
    house.ear.after_effect = [Unknown()]
    await house.courier.drain()
    assert post_of(house, table)
    assert (await house.loaded(table)).table.opening == FIXED
    await house.restart()
    house.clock.now += 60_000
    await house.quiet()
    assert [letter.kind for letter in house.ear.heard(1001)].count("start") == 1
    assert await whole(house, table) == undisturbed


async def test_killed_between_the_note_and_the_deal(
    house: Sealed, undisturbed: tuple[object, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.sit((ADA, BEA))
    await house.do(table, house.act(ADA), lobby.start())

    def killed() -> None:
        raise RuntimeError("killed")

    monkeypatch.setattr(deal, "deal", killed)
    await house.quiet()
    monkeypatch.undo()
    assert await house.store.salts(table) == ((FIXED, post_of(house, table)),)
    assert [due.kind for due in await house.dues(table)] == [DEAL]
    await house.restart()
    house.clock.now += deal.AGAIN_MS
    assert await house.clockwork.tick()
    await house.quiet()
    assert await whole(house, table) == undisturbed
    assert [due.kind for due in await house.dues(table) if due.kind == DEAL] == []


async def test_a_post_that_is_deleted_before_it_is_noted_is_made_once_more(house: Sealed) -> None:
    table = await house.sit((ADA, BEA))
    await house.quiet()
    await house.do(table, house.act(ADA), lobby.start())
    house.ear.faults = [None]
    house.ear.after_effect = [Deleted()]
    await house.courier.drain()
    await house.quiet()
    assert (await house.loaded(table)).table.opening == FIXED
    house.clock.now += deal.AGAIN_MS
    await house.clockwork.tick()
    await house.quiet()
    loaded = await house.loaded(table)
    assert loaded.table.status == RUNNING
    again = next(mark for mark in house.ear.marks if mark.endswith(":f") and mark != f"{table}:0:f")
    assert (await house.store.salts(table))[0] == (FIXED, house.ear.marks[again])


async def test_while_the_post_cannot_be_made_the_clock_waits_and_posts_nothing_twice(house: Sealed) -> None:
    table = await house.sit((ADA, BEA))
    await house.quiet()
    await house.do(table, house.act(ADA), lobby.start())
    house.ear.faults = [None, *[NotNow()] * 2]
    for _ in range(4):
        await house.courier.drain()
        house.clock.now += deal.AGAIN_MS
        await house.clockwork.tick()
    await house.quiet()
    assert (await house.loaded(table)).table.status == RUNNING
    assert [letter.kind for letter in house.ear.heard(1001)].count("start") == 1


async def test_a_table_whose_thread_is_gone_is_moved_and_dealt_to_there(house: Sealed) -> None:
    table = await house.sit((ADA, BEA))
    await house.quiet()
    house.ear.faults = [Impossible("gone")]
    await house.do(table, house.act(ADA), lobby.start())
    await house.courier.drain()
    await house.do(table, house.act(BEA), relocation.go_on(7, 71))
    await house.quiet()
    loaded = await house.loaded(table)
    assert (loaded.table.status, loaded.table.channel) == (RUNNING, 1002)
    assert (await house.store.salts(table))[0] == (FIXED, post_of(house, table))


async def test_a_manager_stops_a_table_that_is_fixed_and_nothing_is_dealt(house: Sealed) -> None:
    table = await house.sit((ADA, BEA))
    await house.quiet()
    house.ear.faults = [None, Impossible("permission")]  # the card is painted anew first
    await house.do(table, house.act(ADA), lobby.start())
    await house.courier.drain()
    assert await house.do(table, house.act(99), leaving.stop(8)) == NoSuchTable()
    await house.do(table, house.act(99), leaving.stop(7))
    house.clock.now += deal.AGAIN_MS
    assert await house.clockwork.tick() == 0
    await house.quiet()
    assert ((await house.loaded(table)).table.status, await house.drawn(table)) == ("closed", [])


async def test_the_deal_wanted_twice_is_one(house: Sealed, undisturbed: tuple[object, ...]) -> None:
    table = await house.begun()
    assert await house.do(table, Action(0), deal.deal()) == HasBegun()
    assert await house.do(table, Action(0), deal.deal_late()) == HasBegun()
    assert await whole(house, table) == undisturbed


# ── salts of turns ──


async def test_each_turn_draws_by_a_post_that_stood_before_and_salts_rise(house: Sealed) -> None:
    table = await house.begun((ADA, BEA, CEM), "catan")
    played = await Players(house, table, 3).play(120)
    salts, drawn = await house.store.salts(table), await house.drawn(table)
    assert played == 120
    messages = [message for _, message in salts]
    assert messages == sorted(messages)
    assert len(set(messages)) > 10
    assert [n for n, *_ in drawn] == list(range(len(drawn)))
    assert [salt for _, salt, _, _ in drawn] == sorted(salt for _, salt, _, _ in drawn)
    assert {salt for _, salt, _, _ in drawn} <= set(messages)
    assert all(value(SEED, table, salt, n, bound) == came for n, salt, bound, came in drawn)
    luck = [number for record in await house.store.records(table) for number in record.luck]
    assert luck == [came for row in await house.store.draws(table) if row.version >= 0 for came in row.luck]
    await house.check(table)


async def until_it_draws(house: Sealed, players: Players) -> tuple[Open, tuple[str, ...]]:
    """Presses until one draws whose turn nothing in the thread has opened yet; returns that press."""
    for _ in range(200):
        wanted = await players.choice()
        assert wanted is not None
        if await players.press(*wanted) == LuckAwaited():
            return wanted
    raise AssertionError("no press has drawn")


async def test_a_press_that_comes_before_its_post_changes_nothing_and_is_told_so(
    house: Sealed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.play.transactions.SALT_PATIENCE", 0.01)
    table = await house.begun((ADA, BEA, CEM), "catan")
    players = Players(house, table, 5)
    wanted = await until_it_draws(house, players)
    before = await house.loaded(table)
    action = house.act((await house.users(table))[wanted[0].seat])
    assert await house.do(table, action, turns.play(wanted[0].since, wanted[1])) == LuckAwaited()
    assert await house.loaded(table) == before
    await house.quiet()
    answer = await house.do(table, action, turns.play(wanted[0].since, wanted[1]))  # the same press, once more
    assert isinstance(answer, Played)
    assert await players.play(20) == 20


async def test_a_press_waits_for_a_post_that_is_on_its_way(house: Sealed) -> None:
    table = await house.begun((ADA, BEA, CEM), "catan")
    players = Players(house, table, 5)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.play.transactions.SALT_PATIENCE", 0.01)
        wanted = await until_it_draws(house, players)
    answer, _ = await asyncio.gather(players.press(*wanted), house.quiet())
    assert isinstance(answer, Played)


async def test_a_press_at_a_parked_table_lets_it_be_tried_again(house: Sealed, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is locked out: the rights are there again, and the press that could not draw brings the post."""
    monkeypatch.setattr("bot.play.transactions.SALT_PATIENCE", 0.01)
    table = await house.begun((ADA, BEA, CEM), "catan")
    players = Players(house, table, 5)
    wanted = await until_it_draws(house, players)
    house.ear.faults = [Impossible("permission")]
    await house.courier.drain()
    assert await house.store.parked(table)
    assert all(row.row.user for row in await house.store.waiting(house.clock.now, 10))  # nothing for the thread
    assert await players.press(*wanted) == LuckAwaited()
    assert not await house.store.parked(table)
    await house.quiet()
    assert isinstance(await players.press(*wanted), Played)


async def test_a_note_that_a_damaged_page_has_taken_is_made_again(house: Sealed) -> None:
    table = await house.begun((ADA, BEA, CEM), "catan")
    await house.store.writer.write(lambda c: c.execute("DELETE FROM salts"))
    await house.store.writer.write(lambda c: c.execute("DELETE FROM outbox"))
    players = Players(house, table, 5)
    assert await players.play(30) == 30


async def test_a_resignation_and_a_sealed_answer_wait_whether_they_draw_or_not(
    house: Sealed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.play.transactions.SALT_PATIENCE", 0.01)
    table = await house.begun((ADA, BEA, CEM), "catan")
    await house.store.writer.write(lambda c: c.execute("DELETE FROM salts"))
    await house.store.writer.write(
        lambda c: c.execute(
            "INSERT INTO outbox (game, kind, number, user, body, next_at) SELECT id, 'board', 0, 0, '{}', 0 FROM games"
        )
    )
    assert await house.do(table, house.act(BEA), leaving.resign()) == LuckAwaited()
    loaded = await house.table(table)
    sealed = replace(loaded.questions[0], sealed=True)
    asked = Table(replace(loaded.loaded, questions=(sealed,)), loaded.game)
    with pytest.raises(NoSaltYet):
        turns.committed(asked, house.env, sealed.seat, ())


# ── what a host may try ──

SEEDS_OF_PLAYERS = range(2)


async def played(house: Sealed, seed: int, *, presses: int = 30) -> list[Draw]:
    table = await house.begun((ADA, BEA, CEM), "catan")
    await Players(house, table, seed).play(presses)
    return await house.drawn(table)


@pytest.fixture
async def fair(tmp_path: Path) -> list[list[Draw]]:
    """What the same presses draw where nobody does anything to them."""
    found: list[list[Draw]] = []
    for seed in SEEDS_OF_PLAYERS:
        house = await Sealed(tmp_path / f"fair{seed}").open()
        found.append(await played(house, seed))
        await house.close()
    return found


class Dropping(Players):
    """Every other press is lost on its way, and made again; every third is delivered twice."""

    async def press(self, question: Open, texts: tuple[str, ...]) -> object:
        self.made = getattr(self, "made", 0) + 1
        if self.made % 2:
            self.house.act(question.seat)
        answer = await super().press(question, texts)
        if not self.made % 3:
            await super().press(question, texts)
        return answer


class Delaying(Players):
    """Hours pass before each press, and the bot says in between whatever it has to say."""

    async def press(self, question: Open, texts: tuple[str, ...]) -> object:
        self.house.clock.now += 5 * 3_600_000
        await self.house.quiet()
        return await super().press(question, texts)


class Restarting(Players):
    """The bot is started anew before each press and after it, before anything is said."""

    async def press(self, question: Open, texts: tuple[str, ...]) -> object:
        await self.house.restart()
        answer = await super().press(question, texts)
        await self.house.restart()
        return answer


class Restoring(Players):
    """Each press is made twice: the second time on a copy of what was there before the first, which is forgotten."""

    async def press(self, question: Open, texts: tuple[str, ...]) -> object:
        kept = await self.house.store.backup()
        await super().press(question, texts)
        await self.house.close()
        folder = self.house.folder.with_name(f"{self.house.folder.name}x")
        restore(kept, folder)
        self.house.folder = folder
        await self.house.open()
        return await super().press(question, texts)


@pytest.mark.parametrize("how", [Dropping, Restarting, Restoring])
async def test_no_draw_changes_by_what_a_host_does_to_presses(
    tmp_path: Path, fair: list[list[Draw]], how: type[Players]
) -> None:
    for seed in SEEDS_OF_PLAYERS[: 1 if how is Restoring else 2]:
        house = await Sealed(tmp_path / f"{how.__name__}{seed}").open()
        table = await house.begun((ADA, BEA, CEM), "catan")
        await how(house, table, seed).play(30)
        assert await house.drawn(table) == fair[seed]
        assert len(fair[seed]) > 40
        await house.close()


async def test_a_press_that_is_delayed_draws_by_the_post_that_opened_its_turn(house: Sealed) -> None:
    """Old posts are not edited any more, so that there are other posts than without the delay: each stands in the
    thread. What is drawn still follows from them alone.
    """
    table = await house.begun((ADA, BEA, CEM), "catan")
    await Delaying(house, table, 1).play(30)
    drawn = await house.drawn(table)
    posts = {1001 * 10_000 + place for place in range(len(house.ear.heard(1001)))}
    assert {salt for _, salt, _, _ in drawn} <= posts
    assert all(value(SEED, table, salt, n, bound) == came for n, salt, bound, came in drawn)


async def test_a_press_can_wait_as_long_as_it_likes_and_the_next_draw_is_the_same(house: Sealed) -> None:
    """The salt of a turn stands once its post does: later posts, reminders and presses of others change nothing."""
    table = await house.begun((ADA, BEA, CEM), "catan")
    players = Players(house, table, 1)
    await players.play(20)
    house.clock.now += 3_600_000
    await house.clockwork.tick()  # a turn that begins by itself has begun
    await house.quiet()
    before = await house.table(table)
    for days in range(5):
        house.clock.now += days * 86_400_000
        await house.clockwork.tick()
        await house.quiet()
    after = await house.table(table)
    assert (after.loaded.luck, after.row.drawn) == (before.loaded.luck, before.row.drawn)


async def test_another_order_of_start_and_its_answers_changes_no_draw(house: Sealed, tmp_path: Path) -> None:
    """Start delivered five times at once, while others join, leave and start: whoever was seated then is dealt to."""
    table = await house.sit((ADA, BEA, CEM))
    starting = house.act(ADA)
    answers = await asyncio.gather(
        *(house.do(table, starting, lobby.start()) for _ in range(5)),
        house.do(table, house.act(99), lobby.join("Dag")),
        house.do(table, house.act(BEA), lobby.leave()),
    )
    assert answers[:5] == [Started()] * 5
    assert answers[5:] == [HasBegun()] * 2
    await house.quiet()
    other = await Sealed(tmp_path / "other").open()
    assert await house.drawn(table) == await other.drawn(await other.begun((ADA, BEA, CEM)))
    await other.close()


async def test_the_host_cannot_choose_among_seeds(house: Sealed) -> None:
    """The hash on the card is of this seed and of no other, and the seed of a table is never written again."""
    table = await house.begun((ADA, BEA))
    house.seed = bytes(32)
    await Players(house, table, 1).play(10)
    loaded = await house.loaded(table)
    assert loaded.luck.seed == SEED.hex()
    assert commitment(table, SEED) != commitment(table, bytes(32))
    with pytest.raises(sqlite3.IntegrityError):
        await house.store.writer.write(lambda c: put(c, table, bytes(32).hex(), ()))


async def test_a_turn_that_was_taken_back_and_opened_again_finds_its_first_salt(house: Sealed) -> None:
    table = await house.begun((ADA, BEA, CEM), "catan")
    players = Players(house, table, 2)
    found: list[tuple[int, int]] = []
    for _ in range(120):
        wanted = await players.choice()
        assert wanted is not None
        before = (await house.loaded(table)).table
        answer = await players.press(*wanted)
        await house.quiet()
        opened = await house.loaded(table)
        if isinstance(answer, Played) and answer.back and opened.table.turn != before.turn:
            user = (await house.users(table))[wanted[0].seat]
            assert isinstance(await house.do(table, house.act(user), turns.take_back()), TookBack)
            await house.quiet()
            assert (await house.loaded(table)).table.opening == before.opening
            since = next(q.since for q in (await house.position(table)).open if q.seat == wanted[0].seat)
            await house.do(table, house.act(user), turns.play(since, wanted[1]))
            await house.quiet()
            again = await house.loaded(table)
            assert again.table.opening == opened.table.opening
            found.append((opened.luck.salt, again.luck.salt))
    assert len(found) > 5
    assert [first for first, _ in found] == [second for _, second in found]


# ── the house, and what happens by itself ──


async def test_house_players_draw_from_the_same_stream_and_wait_for_the_same_posts(house: Sealed) -> None:
    house.env.thinker = AtOnce()
    table = await house.begun((ADA,), house=("gentle", "gentle"))
    players = Players(house, table, 4)
    for _ in range(12):
        await house.house_turns.tick()
        await house.quiet()
        if (await house.position(table)).open[0].seat in (await house.table(table)).house:
            house.clock.now += 60_000
            continue
        await players.play(1)
    drawn = await house.drawn(table)
    luck = [number for record in await house.store.records(table) for number in record.luck]
    assert luck == [came for row in await house.store.draws(table) if row.version >= 0 for came in row.luck]
    assert all(value(SEED, table, salt, n, bound) == came for n, salt, bound, came in drawn)
    await house.check(table)


async def test_a_seed_stands_in_no_message_no_repr_and_no_answer(
    house: Sealed, capsys: pytest.CaptureFixture[str]
) -> None:
    table = await house.begun((ADA, BEA))
    await Players(house, table, 1).play(30)
    loaded = await house.loaded(table)
    told = [repr(letter) + letter.text for said in house.ear.channels.values() for _, letter in said]
    told += [repr(loaded), str(loaded), repr(loaded.luck), repr(await house.table(table)), *capsys.readouterr()]
    told += [repr(await house.store.tables_of(7, ("running",), 10)), repr(await house.store.sittings(ADA))]
    told += [await house.store.writer.read(lambda c: str(c.execute("SELECT * FROM outbox").fetchall()))]
    told += [await house.store.writer.read(lambda c: str(c.execute("SELECT * FROM actions").fetchall()))]
    told += [await house.store.writer.read(lambda c: str(c.execute("SELECT * FROM games").fetchall()))]
    assert [one for one in told if SEED.hex() in one or str(SEED) in one] == []
    assert loaded.luck.seed == SEED.hex()
