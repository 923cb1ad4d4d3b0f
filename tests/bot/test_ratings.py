"""Ratings are a fold over results: kept or made anew they are the same, in whatever order results came in."""

import random
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from bot.play.people import privacy
from bot.play.people.preferences import EVERYWHERE
from bot.play.standings import ratings
from bot.play.standings.ratings import NEW, brought_up, folded, rated
from bot.play.standings.statistics import EVERY
from storage.annals import Finished, RatingRow, ToRate
from storage.rows import OVER, Change, Person, ResultRow, TableRow
from tests.bot.house import START, House
from tests.report import say

GUILD, OTHER = 7, 8
GAMES = ("guatemala", "cafe", "catan")
PEOPLE = tuple(range(101, 125))


def result(seat: int, user: int, rank: int, ended_at: int, **more: Any) -> ResultRow:
    return ResultRow(seat, user, rank, 10 - rank, ended_at, **more)


def made(luck: random.Random, number: int, guild: int = GUILD) -> tuple[TableRow, tuple[ResultRow, ...]]:
    """A finished game of some people, with ties, with house players and people who let it play for them."""
    seats = luck.randint(2, 4)
    users = luck.sample(PEOPLE, seats)
    ended_at = START + luck.randrange(400) * 3_600_000
    places = sorted(luck.choices(range(1, seats + 1), k=seats))
    ranks = [places.index(place) + 1 for place in places]
    rows = [
        result(seat, user, rank, ended_at, turns=10, played_for=luck.choice((0, 0, 0, 2, 3)))
        for seat, (user, rank) in enumerate(zip(users, ranks, strict=True))
    ]
    if seats > 2 and luck.random() < 0.3:
        rows[-1] = replace(rows[-1], user=0, house="even")
    table = TableRow(
        f"game{number:07}", guild, 70_000 + number, luck.choice(GAMES), OVER, 0, 3, 3, 1, "en", users[0], (), False,
        ended_at - 1000, 0,
    )  # fmt: skip
    return table, tuple(rows)


async def entered(house: House, games: Sequence[tuple[TableRow, tuple[ResultRow, ...]]]) -> None:
    for table, rows in games:
        change = Change(table, -1, rows[0].ended_at, results=rows)
        await house.store.write(change)


async def kept(house: House, guild: int = GUILD) -> list[tuple[Any, ...]]:
    def read(connection: Any) -> list[tuple[Any, ...]]:
        return connection.execute(
            "SELECT title, ended_at, game, seat, mu_before, sigma_before, mu, sigma FROM ratings WHERE guild = ?"
            " ORDER BY ended_at, game, title DESC, seat",
            (guild,),
        ).fetchall()

    return await house.store.writer.read(read)


def as_kept(rows: Sequence[RatingRow]) -> list[tuple[Any, ...]]:
    found = [(r.title, r.ended_at, r.table, r.seat, *r.before, *r.after) for r in rows]
    return sorted(found, key=lambda row: (row[1], row[2], [-ord(letter) for letter in row[0]] or [0], row[3]))


def at_once(games: Sequence[tuple[TableRow, tuple[ResultRow, ...]]]) -> list[tuple[Any, ...]]:
    """The fold over all of them, from nothing."""
    found = [Finished(table.id, table.game, rows[0].ended_at, rows) for table, rows in games]
    ordered = tuple(sorted(found, key=lambda game: (game.ended_at, game.table)))
    return sorted(as_kept(folded(ToRate(ordered, {}, {}))))


def games(count: int, seed: int, guilds: Sequence[int] = (GUILD,)) -> list[tuple[TableRow, tuple[ResultRow, ...]]]:
    luck = random.Random(seed)
    return [made(luck, number, guilds[number % len(guilds)]) for number in range(count)]


def of(guild: int, played: Sequence[tuple[TableRow, tuple[ResultRow, ...]]]) -> list[tuple[Any, ...]]:
    """The fold of one server's games from nothing; over all servers that of all games."""
    return at_once([game for game in played if guild in (EVERY, game[0].guild)])


def test_whoever_wins_rises_and_ties_are_ties():
    first, second, third = rated([NEW] * 3, [1, 2, 2])
    assert first[0] > NEW[0] > second[0]
    assert second == third
    assert first[1] < NEW[1], "and one knows more"
    even = rated([NEW, NEW], [1, 1])
    assert even[0] == even[1]
    assert even[0][0] == pytest.approx(NEW[0])
    assert ratings.shown(NEW) == 1500


def test_whoever_lets_the_house_play_for_them_counts_as_last():
    rows = [result(0, 1, 1, 5, turns=10, played_for=3), result(1, 2, 2, 5), result(2, 3, 3, 5, turns=4, played_for=1)]
    assert ratings.ranks(rows) == [4, 2, 3]


@pytest.mark.parametrize("seed", range(4))
async def test_in_whatever_order_results_come_in_the_kept_ratings_are_those_of_the_fold(house: House, seed: int):
    """Each time some more come in, they are brought up; what ended earlier than what is rated is rated in its place.

    By server, and over all servers.
    """
    luck, guilds = random.Random(seed), (GUILD, OTHER)
    played = games(60, seed, guilds)
    coming = luck.sample(played, len(played))
    while coming:
        some = luck.randint(1, 9)
        await entered(house, coming[:some])
        coming = coming[some:]
        for guild in luck.sample((EVERY, *guilds), 2) if coming else (EVERY, *guilds):
            await brought_up(house.env, guild)
    for guild in (EVERY, *guilds):
        assert sorted(await kept(house, guild)) == of(guild, played)


async def test_only_what_is_new_is_rated(house: House, monkeypatch: pytest.MonkeyPatch):
    played = sorted(games(40, 9), key=lambda game: (game[1][0].ended_at, game[0].id))
    counted: list[int] = []
    real = ratings.folded
    monkeypatch.setattr(ratings, "folded", lambda wanted: counted.append(len(wanted.games)) or real(wanted))
    await entered(house, played[:30])
    await brought_up(house.env, GUILD)
    await brought_up(house.env, GUILD)
    await entered(house, played[30:])
    await brought_up(house.env, GUILD)
    assert counted == [30, 10]


async def test_another_version_of_the_library_rates_all_anew(house: House, monkeypatch: pytest.MonkeyPatch):
    await entered(house, games(12, 3))
    await brought_up(house.env, GUILD)
    before = await kept(house)
    monkeypatch.setattr(ratings, "version", lambda _: "99")
    monkeypatch.setattr(ratings, "_MODEL", ratings.PlackettLuce(mu=25.0, sigma=25 / 3, beta=9.0))
    await brought_up(house.env, GUILD)
    after = await kept(house)
    assert [row[:4] for row in after] == [row[:4] for row in before]
    assert after != before


async def test_servers_are_rated_apart_and_games_that_count_nothing_are_not_rated(house: House):
    luck = random.Random(4)
    here, there = made(luck, 1), made(luck, 2, OTHER)
    table, rows = made(luck, 3)
    await entered(house, [here, there, (table, tuple(replace(row, rated=False) for row in rows))])
    for guild in (GUILD, OTHER):
        await brought_up(house.env, guild)
    assert {row[2] for row in await kept(house)} == {here[0].id}
    assert {row[2] for row in await kept(house, OTHER)} == {there[0].id}


async def named(house: House, user: int, name: str) -> None:
    """Lets a person's results have seats that name them."""

    def write(connection: Any) -> None:
        for game, seat in connection.execute("SELECT game, seat FROM results WHERE user = ?", (user,)).fetchall():
            connection.execute(
                "INSERT INTO seats (game, seat, nth, from_version, user, name, how, resigned, vote)"
                " VALUES (?, ?, 0, 0, ?, ?, 'joined', 0, 0)",
                (game, seat, user, name),
            )

    await house.store.writer.write(write)


async def test_a_forgotten_person_leaves_no_trace_and_the_others_numbers_stand(house: House):
    """On no board, neither of a server nor over all servers."""
    played, boards = games(50, 6, (GUILD, OTHER)), (GUILD, EVERY)
    await entered(house, played)
    gone, canary = PEOPLE[0], "Zebedäus"
    await named(house, gone, canary)
    for user in PEOPLE:
        await house.store.save_person(Person(user, settings=(EVERYWHERE,)))
    for guild in boards:
        await brought_up(house.env, guild)
    before = {guild: {one.user: one for one in await house.store.annals.board(guild, "")} for guild in boards}
    rows = {guild: await kept(house, guild) for guild in boards}
    assert {before[guild][gone].name for guild in boards} == {canary}
    await privacy.forget(house.transactions, gone, lambda _lang, number: f"Player {number}")
    for guild in boards:
        for title in ("", *GAMES):
            assert gone not in {place.user for place in await house.store.annals.board(guild, title)}
            assert await house.store.annals.reached(gone, guild, title) == ()
        after = {place.user: place for place in await house.store.annals.board(guild, "")}
        assert after == {user: place for user, place in before[guild].items() if user != gone}
        assert not any(place.name == canary for place in after.values())
        await house.store.save_meta(f"{ratings.RATED_BY}:{guild}", "an older one")
        await brought_up(house.env, guild)
        assert await kept(house, guild) == rows[guild], "made anew of results alone they stand, too"


async def test_whoever_is_forgotten_before_a_board_was_looked_at_is_rated_first(house: House):
    played = games(50, 6)
    await entered(house, played)
    await privacy.forget(house.transactions, PEOPLE[0], lambda _lang, number: f"Player {number}")
    assert sorted(await kept(house)) == at_once(played)


async def test_whoever_wants_to_stand_on_no_board_stands_on_none_at_once_and_the_others_numbers_stand(house: House):
    await entered(house, games(40, 8))
    await brought_up(house.env, GUILD)
    before = {place.user: place for place in await house.store.annals.board(GUILD, "")}
    shy = PEOPLE[1]
    await house.store.save_person(Person(shy, settings=(("preview", "on"), ("stats", "off"))))
    after = {place.user: place for place in await house.store.annals.board(GUILD, "")}
    assert after == {user: place for user, place in before.items() if user != shy}
    assert await house.store.annals.reached(shy, GUILD, ""), "they see their own"
    await house.store.save_person(Person(shy))
    assert {place.user: place for place in await house.store.annals.board(GUILD, "")} == before


@pytest.mark.long
async def test_over_ten_thousand_games_the_kept_ratings_are_those_of_the_fold(house: House):
    """Of three servers, and over all of them."""
    guilds = GUILD, OTHER, 9
    played = games(10_000, 1, guilds)
    coming = random.Random(2).sample(played, len(played))
    for start in range(0, len(coming), 2500):
        await entered(house, coming[start : start + 2500])
        for guild in (EVERY, *guilds):
            await brought_up(house.env, guild)
    found = {guild: sorted(await kept(house, guild)) for guild in (EVERY, *guilds)}
    for guild, rows in found.items():
        assert rows == of(guild, played)
    count = ", ".join(f"{len(rows)} over all servers" if not guild else f"{len(rows)}" for guild, rows in found.items())
    say(f"ratings: 10,000 games of three servers in four parts, all rows equal to the fold made at once: {count}")
