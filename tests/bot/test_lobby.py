import asyncio

import pytest
from msgspec.structs import replace

from bot.discord.messages.messenger import Letter
from bot.discord.screens import lobby_screen
from bot.games import GAMES
from bot.play import queries, turns
from bot.play.answers import (
    AlreadyAtTable,
    Created,
    HasBegun,
    Joined,
    Left,
    NoSuchTable,
    NotAtTable,
    NotJoined,
    NotOver,
    OnlyCreator,
    OpenedMany,
    SeatedOften,
    Started,
    TableClosed,
    TableFull,
    TooFew,
    TooManyTables,
    UnknownGame,
    UnknownOption,
    WasClosed,
)
from bot.play.limits import ASLEEP_MS, LOBBIES_A_USER, LOBBY_LIFE_MS, OPENED, SEATED, TABLES_A_GUILD, TABLES_A_USER
from bot.play.seating import leaving, lobby, relocation
from bot.play.seating.lobby import NewTable
from bot.wording import options, words_in
from tests.bot.house import House, name

ADA, BEA, CEM, DAG, EVA = range(1, 6)
WORDS = words_in("en")


async def test_a_new_table_has_its_creator_at_it(house: House):
    table = await house.gathered([ADA])
    loaded = await house.loaded(table)
    assert [(row.user, row.name) for row in loaded.seats] == [(ADA, name(ADA))]
    assert loaded.table.status == "lobby"
    assert loaded.table.expires_at == house.clock.now + LOBBY_LIFE_MS


async def test_unknown_games_and_options_are_named(house: House):
    assert await lobby.create(house.transactions, house.act(ADA), NewTable(7, 70, "chess", "Ada")) == UnknownGame(
        "chess"
    )
    odd = NewTable(7, 70, "guatemala", "Ada", options=(("side", "left"),))
    assert await lobby.create(house.transactions, house.act(ADA), odd) == UnknownOption("side", "left")


async def test_an_option_that_would_say_nothing_is_refused_and_stands_on_no_card(house: House):
    market = NewTable(7, 70, "catan", "Ada", options=(("game", "market"), ("map", "beginners")))
    assert await lobby.create(house.transactions, house.act(ADA), market) == UnknownOption("map", "beginners")
    base = replace(market, options=(("game", "base"), ("map", "beginners")))
    cards = list[str]()
    for wanted in (base, replace(market, options=())):
        created = await lobby.create(house.transactions, house.act(ADA), wanted)
        assert isinstance(created, Created)
        await house.courier.drain()
        cards.append(house.ear.heard((await house.loaded(created.table)).table.channel)[0].text)
    assert ["Map" in card for card in cards] == [True, False]
    catan = GAMES["catan"].rules.options
    assert list(options.combinations(catan)) == [("market", "shuffled"), ("base", "shuffled"), ("base", "beginners")]


async def test_joining_twice_or_a_full_table_is_refused(house: House):
    table = await house.gathered([ADA])
    assert await house.do(table, house.act(BEA), lobby.join("Bea")) == Joined(2, 2)
    assert await house.do(table, house.act(BEA), lobby.join("Bea")) == AlreadyAtTable()
    await house.do(table, house.act(CEM), lobby.join("Cem"))
    await house.do(table, house.act(DAG), lobby.join("Dag"))
    assert await house.do(table, house.act(EVA), lobby.join("Eva")) == TableFull(4)
    assert await house.do("nowhere", house.act(EVA), lobby.join("Eva")) == NoSuchTable()


async def test_leaving_closes_the_gap_and_hands_the_table_on(house: House):
    table = await house.gathered([ADA, BEA, CEM])
    assert await house.do(table, house.act(ADA), lobby.leave()) == Left()
    loaded = await house.loaded(table)
    assert [(row.seat, row.user) for row in loaded.seats] == [(0, BEA), (1, CEM)]
    assert loaded.table.creator == BEA
    assert await house.do(table, house.act(EVA), lobby.leave()) == NotJoined()


async def test_the_last_to_leave_closes_the_table(house: House):
    table = await house.gathered([ADA])
    assert await house.do(table, house.act(ADA), lobby.leave()) == TableClosed()
    assert await house.do(table, house.act(BEA), lobby.join("Bea")) == WasClosed()


async def test_of_a_closed_lobby_everything_says_that_no_game_came_of_it(house: House):
    table = await house.gathered([ADA, BEA])
    assert await house.do(table, house.act(ADA), lobby.close()) == TableClosed()
    for tried in (lobby.join("Bea"), lobby.leave(), lobby.start(), lobby.close(), turns.play(-1, ["step 1"])):
        assert await house.do(table, house.act(BEA), tried) == WasClosed()
    assert await house.do(table, house.act(BEA), relocation.go_on(7, 70)) == WasClosed()
    assert queries.board(await house.table(table)) == WasClosed()


async def test_only_the_creator_starts_or_closes(house: House):
    table = await house.gathered([ADA, BEA])
    assert await house.do(table, house.act(BEA), lobby.start()) == OnlyCreator()
    assert await house.do(table, house.act(BEA), lobby.close()) == OnlyCreator()
    assert await house.do(table, house.act(CEM), lobby.start()) == NotJoined()
    assert await house.do(table, house.act(ADA), lobby.start()) == Started()
    assert await house.do(table, house.act(ADA), lobby.start()) == HasBegun()
    assert await house.do(table, house.act(CEM), lobby.join("Cem")) == HasBegun()
    await house.check(table)


async def test_one_player_is_too_few(house: House):
    table = await house.gathered([ADA])
    assert await house.do(table, house.act(ADA), lobby.start()) == TooFew(1, 2)


@pytest.mark.parametrize("random_seats", [False, True])
async def test_seats_are_as_joined_or_at_random(house: House, random_seats: bool):
    orders = set()
    for creator in range(ADA, 40):
        users = [creator, creator + 100, creator + 200, creator + 300]
        table = await house.gathered(users, random_seats=random_seats)
        await house.do(table, house.act(creator), lobby.start())
        seats = await house.users(table)
        assert sorted(seats.values()) == sorted(users)
        orders.add(tuple(users.index(seats[seat]) for seat in range(4)))
    assert len(orders) > 10 if random_seats else orders == {(0, 1, 2, 3)}


async def test_nobody_opens_lobbies_without_end(house: House):
    for _ in range(LOBBIES_A_USER):
        await house.gathered([ADA])
    answer = await lobby.create(house.transactions, house.act(ADA), NewTable(7, 70, "guatemala", "Ada"))
    assert answer == TooManyTables("lobbies", LOBBIES_A_USER)


async def test_who_has_joined_others_lobbies_opens_his_own(house: House):
    for other in range(LOBBIES_A_USER):
        await house.do(await house.gathered([100 + other]), house.act(ADA), lobby.join("Ada"))
    await house.gathered([ADA])


async def test_tables_that_sleep_take_no_other_s_place_on_a_server(house: House):
    for number in range(TABLES_A_GUILD):
        await house.started([1000 + 2 * number, 1001 + 2 * number])
    wanted = NewTable(7, 70, "guatemala", "Ada")
    assert await lobby.create(house.transactions, house.act(ADA), wanted) == TooManyTables("guild", TABLES_A_GUILD)
    house.clock.now += ASLEEP_MS + 1
    assert isinstance(await lobby.create(house.transactions, house.act(ADA), wanted), Created)


async def test_nobody_plays_at_more_tables_than_he_can(house: House):
    for other in range(TABLES_A_USER):
        await house.do(table := await house.gathered([ADA, 100 + other]), house.act(ADA), lobby.start())
        assert (await house.loaded(table)).table.status == "running"
        house.clock.now += OPENED[1]  # not all at once
    one_more = await house.gathered([BEA])
    answer = await house.do(one_more, house.act(ADA), lobby.join("Ada"))
    assert answer == TooManyTables("user", TABLES_A_USER)


async def test_a_lobby_closes_when_its_time_is_over(house: House):
    table = await house.gathered([ADA, BEA])
    house.clock.now += LOBBY_LIFE_MS - 1
    assert await house.clockwork.tick() == 0
    await house.restart()
    house.clock.now += 1
    assert await house.clockwork.tick() == 1
    assert (await house.loaded(table)).table.status == "closed"
    assert await house.clockwork.tick() == 0


async def test_the_thread_is_opened_once_and_dm_channels_right_after_joining(house: House):
    table = await house.gathered([ADA, BEA])
    await house.courier.drain()
    loaded = await house.loaded(table)
    assert loaded.table.channel in house.ear.channels
    assert await house.store.at_channel(loaded.table.channel) == table
    assert (await house.store.person(ADA)).dm_channel == -ADA
    assert (await house.store.person(BEA)).dm_channel == -BEA
    assert house.ear.dms(ADA) == []
    await house.do(table, house.act(BEA), lobby.leave())
    await house.courier.drain()
    channels = [channel for channel in house.ear.channels if channel > 0]
    assert channels == [loaded.table.channel, 70], "the line with Join stands beside the thread"
    assert isinstance(
        await lobby.create(house.transactions, house.act(CEM), NewTable(7, 70, "guatemala", "Cem")), Created
    )


async def test_whoever_opened_a_table_is_told_where_its_thread_will_be_if_that_takes_long(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    table, pauses = await house.gathered([ADA]), list[float]()

    async def passed(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", passed)
    late = await lobby_screen.linked(house.transactions, WORDS, "Open.", table)
    assert (late.text, sum(pauses)) == (
        "Open. Its thread is being opened; /me tables links to it in a moment.",
        pytest.approx(2.0),
    )
    await house.courier.drain()
    in_time = await lobby_screen.linked(house.transactions, WORDS, "Open.", table)
    assert in_time.text == f"Open. <#{(await house.loaded(table)).table.channel}>"


async def test_after_a_game_the_same_people_are_asked_to_a_new_table(house: House):
    table = await house.started([ADA, BEA, CEM], side="fixed")
    assert await lobby.again(house.transactions, table, house.act(ADA), "Ada", 70) == NotOver()
    assert await lobby.again(house.transactions, table, house.act(EVA), "Eva", 70) == NotAtTable()
    for user in (ADA, BEA):
        await house.do(table, house.act(user), leaving.resign())
    created = await lobby.again(house.transactions, table, house.act(CEM), "Cem", 70)
    assert isinstance(created, Created)
    loaded = await house.loaded(created.table)
    assert [row.user for row in loaded.seats] == [CEM]
    assert loaded.table.options == (("side", "fixed"),)
    await house.courier.drain()
    (card,) = house.ear.heard((await house.loaded(created.table)).table.channel)
    assert set(card.mentions) == {ADA, BEA}


async def over(house: House) -> str:
    table = await house.started([ADA, BEA, CEM], side="fixed")
    for user in (ADA, BEA):
        await house.do(table, house.act(user), leaving.resign())
    return table


async def test_whoever_presses_second_joins_the_one_rematch(house: House):
    table = await over(house)
    first, *others = [
        await lobby.again(house.transactions, table, house.act(user), name(user), 70) for user in (BEA, CEM, CEM)
    ]
    assert isinstance(first, Created)
    assert others == [Joined(2, 2), AlreadyAtTable()]
    assert [row.user for row in (await house.loaded(first.table)).seats] == [BEA, CEM]
    assert (await lobby.rematch(house.transactions, table))[0] == first.table
    await house.do(first.table, house.act(BEA), lobby.start())
    assert await lobby.again(house.transactions, table, house.act(ADA), "Ada", 70) == HasBegun()


async def test_two_who_press_at_the_same_moment_meet_at_one_table(house: House):
    table = await over(house)
    found = await asyncio.gather(
        *(lobby.again(house.transactions, table, house.act(user), name(user), 70) for user in (ADA, BEA, CEM))
    )
    (created,) = [answer for answer in found if isinstance(answer, Created)]
    assert sorted(row.user for row in (await house.loaded(created.table)).seats) == [ADA, BEA, CEM]


async def test_a_rematch_that_was_closed_has_a_successor(house: House):
    table = await over(house)
    first = await lobby.again(house.transactions, table, house.act(ADA), "Ada", 70)
    assert isinstance(first, Created)
    await house.do(first.table, house.act(ADA), lobby.close())
    second = await lobby.again(house.transactions, table, house.act(BEA), "Bea", 70)
    assert isinstance(second, Created)
    assert second.table != first.table


async def test_the_card_says_who_starts_how_many_seats_are_free_and_where_the_rules_are(house: House):
    table = await house.gathered([ADA, BEA])
    await house.courier.drain()
    channel = (await house.loaded(table)).table.channel
    card = house.ear.heard(channel)[-1].text
    assert "2 free seats; 2 to 4 play." in card
    assert f"{name(ADA)} starts the game. The rules: /table help. Language of this table: English." in card


async def test_a_thread_is_named_by_its_game_and_who_sits_there(house: House):
    opened = list[str]()
    open_thread = house.ear.open_thread

    async def heard(parent: int, letter: Letter) -> int:
        opened.append(letter.title)
        return await open_thread(parent, letter)

    house.ear.open_thread = heard  # pyright: ignore[reportAttributeAccessIssue]
    for user in (ADA, BEA):
        await house.gathered([user])
    await house.courier.drain()
    assert opened == [f"Guatemala Café · {name(user)}" for user in (ADA, BEA)]


async def test_nobody_opens_one_table_after_another(house: House):
    """Ten people took 99 of a server's 100 tables in 28 seconds."""
    most, span = OPENED
    for other in range(most):
        await house.do(table := await house.gathered([ADA, 100 + other]), house.act(ADA), lobby.start())
        assert (await house.loaded(table)).table.status == "running"
        house.clock.now += 1_000
    wanted = NewTable(7, 70, "guatemala", "Ada")
    assert await lobby.create(house.transactions, house.act(ADA), wanted) == OpenedMany(10)
    assert isinstance(await lobby.create(house.transactions, house.act(BEA), wanted), Created)
    house.clock.now += span - most * 1_000
    assert isinstance(await lobby.create(house.transactions, house.act(ADA), wanted), Created)


async def test_nobody_sits_down_at_one_table_after_another(house: House):
    most, span = SEATED
    tables = [await house.gathered([100 + other]) for other in range(most + 1)]
    for table in tables[:-1]:
        assert isinstance(await house.do(table, house.act(ADA), lobby.join("Ada")), Joined)
    assert await house.do(tables[-1], house.act(ADA), lobby.join("Ada")) == SeatedOften(10)
    house.clock.now += span
    assert isinstance(await house.do(tables[-1], house.act(ADA), lobby.join("Ada")), Joined)
