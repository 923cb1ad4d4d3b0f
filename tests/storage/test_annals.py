"""The annals of each store: ratings of a server and over all of them beside each other, where points came from."""

from msgspec.structs import replace

from storage.annals import RatingRow
from storage.imported import KNOWN, NEW, OTHER, put
from storage.port import Store
from storage.rows import OVER, Person, ResultRow
from tests.bot.game_files import played
from tests.bot.test_importing import change_of
from tests.storage.builders import NOW, a_table, first

ADA, BEN = 7, 8


async def finished(store: Store, name: str, guild: int) -> None:
    rows = (ResultRow(0, ADA, 1, 12, NOW), ResultRow(1, BEN, 2, 9, NOW))
    table = a_table(name, OVER, guild=guild, created_at=NOW + len(name))
    await store.write(first(table, results=rows))


def rated(table: str, title: str, mu: float) -> tuple[RatingRow, ...]:
    return tuple(RatingRow(title, NOW, table, seat, (25.0, 8.0), (mu + seat, 7.0)) for seat in (0, 1))


async def test_a_server_and_all_servers_are_rated_apart(store: Store):
    await finished(store, "here", 11)
    await finished(store, "there", 12)
    annals = store.annals
    assert [game.table for game in (await annals.to_rate(11)).games] == ["here"]
    assert sorted(game.table for game in (await annals.to_rate(0)).games) == ["here", "there"]
    await annals.rate(11, rated("here", "", 30.0) + rated("here", "guatemala", 30.0))
    assert (await annals.to_rate(11)).games == ()
    assert len((await annals.to_rate(0)).games) == 2, "what is rated on a server is not rated over all of them by that"
    await annals.rate(0, rated("here", "", 40.0) + rated("there", "", 41.0) + rated("here", "guatemala", 40.0))
    assert (await annals.to_rate(0)).games == ()
    assert [(one.user, one.strength[0], one.games) for one in await annals.board(11, "")] == [
        (ADA, 30.0, 1), (BEN, 31.0, 1),
    ]  # fmt: skip
    assert await annals.board(0, "") == ()
    await store.save_person(Person(BEN, settings=(("ratings", "everywhere"),)))
    (ben,) = await annals.board(0, "")
    assert (ben.user, ben.name, ben.strength, ben.games) == (BEN, "Ben", (42.0, 7.0), 2)
    assert [seat for seat, _, after in await annals.changed("here") if after[0] < 32] == [0, 1]
    assert [one.after for one in await annals.reached(ADA, 11, "")] == [(30.0, 7.0)]
    assert {one.after for one in await annals.reached(ADA, 0, "")} == {(40.0, 7.0), (41.0, 7.0)}
    assert set(await annals.strengths(ADA)) == {("here", 0)}
    assert (await annals.strengths(ADA))["here", 0] == (30.0, 7.0)


async def test_where_points_came_from_is_noted_by_seat(store: Store):
    for name in ("a", "bb", "ccc"):
        await finished(store, name, 11)
    annals = store.annals
    assert sorted(await annals.unsourced(ADA, 11, "guatemala", 9)) == ["a", "bb", "ccc"]
    assert len(await annals.unsourced(ADA, 11, "guatemala", 2)) == 2
    assert await annals.unsourced(ADA, 11, "cafe", 9) == await annals.unsourced(ADA, 12, "guatemala", 9) == ()
    await annals.note_sources("bb", {0: '[["R",12]]', 1: "null"})
    assert sorted(await annals.unsourced(ADA, 11, "guatemala", 9)) == ["a", "ccc"]
    assert sorted(one.sources for one in await annals.reached(ADA, 11, "guatemala")) == ["", "", '[["R",12]]']
    assert sorted(one.sources for one in await annals.reached(BEN, 0, "")) == ["", "", "null"]


async def test_a_game_from_elsewhere_is_put_there_once_with_its_times_and_posts(store: Store):
    change, other = change_of(played("cafe", 2, 7)), change_of(played("cafe", 2, 8))
    assert (await put(store, change), await put(store, change)) == (NEW, KNOWN)
    assert await store.records(change.table.id) == change.records
    assert await store.salts(change.table.id) == change.salts
    assert await store.draws(change.table.id) == change.draws
    renamed = replace(other, table=replace(other.table, id=change.table.id))
    assert await put(store, renamed) == OTHER
    assert await store.records(change.table.id) == change.records
