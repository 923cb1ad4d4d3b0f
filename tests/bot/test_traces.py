"""What a person is told of himself, and that the games of who was forgotten still fold and can be read."""

import json
from collections.abc import Sequence
from typing import Any

from bot.games import game_text
from bot.play import Action, queries
from bot.play.answers import Forgotten, StillSeated
from bot.play.people import privacy
from bot.play.plans import planning
from bot.play.seating import leaving, lobby
from bot.play.timed import standing_orders
from bot.wording.export import MOST
from bot.wording.words import words_for
from storage.rows import FORGOTTEN, RUNNING, Person
from tests.bot.house import House, exported, name

ADA, BEA, CEM = 1, 2, 3
ENGLISH = words_for("en")


async def given_up(house: House, users: Sequence[int]) -> str:
    """A game of some moves that its players ended together."""
    table = await house.started(users)
    await house.play(table, "buyer 1")
    await house.play(table, "step 2", "take s5 b1", "done")
    for user in users:
        await house.do(table, house.act(user), leaving.vote(for_end=True))
    return table


async def kept(house: House, user: int) -> dict[str, Any]:
    return json.loads(
        exported(ENGLISH, await house.store.person(user), await privacy.traces_of(house.transactions, user))
    )


async def logged(house: House, table: str, user: int) -> list[str]:
    log = await queries.log(await house.table(table), user, house.env)
    assert isinstance(log, tuple)
    names = (await house.table(table)).names
    return [game_text.log_line(ENGLISH, entry, names) for entry in log]


def nameless(_: str, number: int) -> str:
    return f"Player {number}"


async def test_an_export_holds_settings_seats_plans_and_the_log_as_its_owner_may_know_it(house: House):
    over = await given_up(house, [ADA, BEA])
    house.clock.now += 1
    live = await house.started([BEA, ADA, CEM])
    lobby = await house.gathered([ADA])
    (asked, since), *_ = await house.asked(live)
    await house.do(live, Action(asked), planning.open_panel(since))
    await house.do(live, house.act(ADA), standing_orders.give("pass"))
    await house.store.save_person(Person(ADA, 5, "open", "de", (("offers", "on"),)))
    told = await kept(house, ADA)
    assert (told["user"], told["language"], told["settings"]) == (str(ADA), "de", {"offers": "on"})
    tables = {table["table"]: table for table in told["tables"]}
    assert set(tables) == {over, live, lobby}
    assert tables[over]["log"] == await logged(house, over, ADA)
    assert len(tables[over]["log"]) == 3
    assert tables[live]["log"] == await logged(house, live, ADA)
    assert tables[lobby]["log"] == []
    assert {tables[table]["name"] for table in tables} == {name(ADA)}
    assert (tables[live]["status"], tables[live]["standing order"]) == (RUNNING, "pass")
    assert tables[over]["log"] != await logged(house, over, BEA), "each was told other sacks"


async def test_an_export_tells_what_was_reached_in_games_that_ended_and_only_there(house: House):
    won = await house.started([ADA, BEA])
    live = await house.started([ADA, CEM])
    await house.do(won, house.act(BEA), leaving.resign())
    stopped = await given_up(house, [ADA, BEA])
    tables = {table["table"]: table for table in (await kept(house, ADA))["tables"]}
    outcome = (await house.table(won)).rules.outcome((await house.position(won)).state)
    assert outcome is not None
    (seat,) = [row.seat for row in (await house.loaded(won)).seats if row.user == ADA]
    assert (tables[won]["rank"], tables[won]["points"]) == (1, outcome.points[seat])
    assert [key for table in (live, stopped) for key in ("rank", "points") if key in tables[table]] == []
    ((lost),) = [table for table in (await kept(house, BEA))["tables"] if table["table"] == won]
    assert lost["rank"] == 2


async def test_an_export_that_would_grow_too_large_leaves_out_the_oldest_logs(house: House, monkeypatch: Any):
    old = await given_up(house, [ADA, BEA])
    house.clock.now += 1
    new = await given_up(house, [ADA, BEA])
    room = sum(len(line.encode()) for line in await logged(house, new, ADA))
    assert room < MOST
    monkeypatch.setattr("bot.wording.export.MOST", room)
    tables = {table["table"]: table for table in (await kept(house, ADA))["tables"]}
    assert "log" in tables[new]
    assert "log" not in tables[old]


async def test_who_plays_on_is_told_where_and_not_forgotten(house: House):
    await given_up(house, [ADA, BEA])
    live = await house.started([ADA, BEA])
    waiting = await house.gathered([ADA])
    assert await privacy.forget(house.transactions, ADA, nameless) == StillSeated(2)
    await house.do(waiting, house.act(ADA), lobby.leave())
    assert await privacy.forget(house.transactions, ADA, nameless) == StillSeated(1)
    await house.do(live, house.act(ADA), leaving.resign())
    assert await privacy.forget(house.transactions, ADA, nameless) == Forgotten()
    assert await privacy.forget(house.transactions, ADA, nameless) == Forgotten()


async def test_the_games_of_who_was_forgotten_still_fold_and_go_on_without_him(house: House):
    over = await given_up(house, [ADA, BEA])
    live = await house.started([ADA, BEA, CEM])
    await house.play(live, "buyer 1")
    await house.do(live, house.act(ADA), leaving.resign())
    assert await privacy.forget(house.transactions, ADA, nameless) == Forgotten()
    await house.check(over)
    await house.check(live)
    while await house.courier.drain():
        pass
    (asked, _), *_ = await house.asked(live)
    assert asked in (BEA, CEM)
    await house.play(live, "step 2", "take s5 b1", "done")
    while await house.courier.drain():
        pass
    await house.check(live)
    seats = (await house.loaded(over)).seats
    assert [(seat.user, seat.name) for seat in seats] == [(FORGOTTEN, "Player 1"), (BEA, name(BEA))]
    assert all(name(ADA) not in line for line in await logged(house, over, BEA))
    assert any("Player 1" in line for line in await logged(house, over, BEA))


async def test_the_same_people_again_are_those_who_are_known(house: House):
    over = await given_up(house, [ADA, BEA, CEM])
    assert await privacy.forget(house.transactions, ADA, nameless) == Forgotten()
    again: Any = await lobby.again(house.transactions, over, house.act(BEA), name(BEA), 70)
    await house.courier.drain()
    card = house.ear.heard((await house.loaded(again.table)).table.channel)[0]
    assert card.mentions == (CEM,)
