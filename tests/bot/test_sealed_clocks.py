"""A sealed question has one deadline, whoever has answered, gone away or gone quiet: told, moved, passed alike."""

from pathlib import Path
from typing import Any

import pytest

from bot.play import limits, turns
from bot.play.answers import SeatTaken
from bot.play.clocks.deadlines import deadlines
from bot.play.clocks.paces import PACES
from bot.play.people import absences, profile
from bot.play.people.preferences import DAILY, HALF, REMIND, quieted
from bot.play.seating import leaving, lobby, passing, sitting_in
from bot.play.seating.lobby import NewTable
from storage.clocks import ALL
from storage.rows import Person
from tests.bot.house import House, name
from tests.bot.house_players import ADA, BEA, CEM, AtOnce
from tests.bot.test_lateness import later
from tests.bot.test_standing import scored

HOUR = 3_600_000
DAG = 4
STEADY = PACES["steady"]


async def world(folder: Path) -> tuple[House, str, list[int]]:
    """A table at which two are asked in secret whether they block."""
    house = House(folder, seed=5)
    house.thinker = AtOnce()
    await house.open()
    terms = (("pace", "steady"), ("late", "vote"), ("resigned", "house"))
    options = (("side", "fixed"),)
    wanted = NewTable(7, 70, "guatemala", name(ADA), options=options, random_seats=False, terms=terms, id="Sealed")
    made: Any = await lobby.create(house.transactions, house.act(ADA), wanted)
    for user in (BEA, CEM):
        await house.do(made.table, house.act(user), lobby.join(name(user)))
    await house.do(made.table, house.act(ADA), lobby.start())
    await house.play(made.table, "buyer 1")
    asked, _ = await scored(house, made.table)
    await house.quiet()
    return house, made.table, asked


@pytest.mark.parametrize("who", ["nobody", "the one before", "the one who takes it"])
async def test_it_is_due_when_it_was_whoever_was_away_before_a_seat_passes_on(tmp_path: Path, who: str):
    house, table, asked = await world(tmp_path)
    away = {"the one before": asked[0], "the one who takes it": DAG}.get(who)
    if away is not None:
        await absences.go(house.transactions, away, "for 1 days")
    await later(house, 40 * HOUR)
    ((before, *_),) = await due(house, table)
    await house.do(table, house.act(asked[0]), passing.offer(DAG))
    seat = (await house.table(table)).seat_of(asked[0]).seat
    assert isinstance(await house.do(table, house.act(DAG), passing.take(seat, name(DAG))), SeatTaken)
    await house.quiet()
    ((after, late, row, seats),) = await due(house, table)
    assert (after, late, row, len(seats)) == (before, 0, before, 2)
    await house.close()


async def told(house: House, table: str) -> list[tuple[str, str, tuple[int, ...]]]:
    channel = (await house.loaded(table)).table.channel
    return [(letter.kind, letter.text, letter.mentions) for letter in house.ear.heard(channel)]


async def due(house: House, table: str) -> list[tuple[int, int, int, tuple[int, ...]]]:
    found = deadlines(await house.table(table), house.env.outages, house.clock.now)
    rows = [row.at for row in (await house.loaded(table)).dues if row.kind == "late"]
    return [(one.at, one.late_at, rows[0], one.seats) for one in found]


@pytest.mark.parametrize("after", ["nothing", "away", "quiet", "to the house"])
async def test_who_has_answered_makes_no_difference_to_any_time_or_text(tmp_path: Path, after: str):
    worlds = [await world(tmp_path / str(number)) for number in range(2)]
    (one, table, asked), (other, _, _) = worlds
    since = next(q.since for q in (await one.table(table)).questions if q.sealed)
    await one.do(table, one.act(asked[0]), turns.play(since, ["pass"]))
    before = await due(one, table)
    for house in (one, other):
        if after == "to the house":  # which answers alike in both: who has left is asked no more, whatever they said
            await house.do(table, house.act(asked[0]), leaving.to_house())
            await house.quiet()
            assert [one[:3] for one in await due(house, table)] == [one[:3] for one in before], (
                "one deadline, as before"
            )
        if after == "away":
            await absences.go(house.transactions, asked[0], "5")
        if after == "quiet":
            timed = quieted(await house.store.person(asked[0]), "22-7", "Europe/Berlin")
            assert timed is not None
            await house.store.save_person(timed)
            await profile.reckon(house.transactions, asked[0])
    for _ in range(14):
        for house in (one, other):
            await later(house, 24 * HOUR)
        assert await due(one, table) == await due(other, table)
        assert await told(one, table) == await told(other, table)
    ((at, late, _, seats),) = await due(one, table)
    assert late == at
    assert len(seats) == 2 - (after == "to the house"), "all who are asked are named"
    assert [text for kind, text, _ in await told(one, table) if kind == "late"]
    for house in (one, other):
        await house.close()


@pytest.mark.parametrize("answered", [False, True])
async def test_the_house_answers_a_late_sealed_question_for_who_is_missing(tmp_path: Path, answered: bool):
    """Nobody is marked before it is settled, and then those only whom the house has answered for until it was."""
    house, table, asked = await world(tmp_path)
    since = next(q.since for q in (await house.table(table)).questions if q.sealed)
    if answered:
        await house.do(table, house.act(asked[0]), turns.play(since, ["pass"]))
    (one,) = deadlines(await house.table(table), house.env.outages, house.clock.now)
    await later(house, one.at - house.clock.now)
    scorer = next(user for user in (ADA, BEA, CEM) if user not in asked)
    for user in (scorer, asked[0]):
        assert not any(row.house for row in (await house.table(table)).seats)
        await house.do(table, house.act(user), sitting_in.let(ALL))
    house.clock.now += limits.SOON_MS[1]
    await house.house_turns.tick()
    found = await house.table(table)
    assert not [question for question in found.questions if question.sealed]
    marked = {row.user for row in found.seats if row.house}
    assert marked <= set(asked[answered:])
    assert marked
    await house.check(table)
    await house.close()


async def test_nobody_is_reminded_once_more_because_a_seat_has_passed_on(tmp_path: Path):
    """One is reminded at half and at four fifths; who takes the other's seat over wishes to be every day."""
    before = await House(tmp_path).open()
    for user, rule in ((ADA, HALF), (BEA, HALF), (CEM, HALF), (DAG, DAILY)):
        await before.store.save_person(Person(user, settings=((REMIND, rule),)))
    await before.close()
    house, table, asked = await world(tmp_path)
    for hour in range(100):
        if hour == 40:
            await house.do(table, house.act(asked[0]), passing.offer(DAG))
            seat = (await house.table(table)).seat_of(asked[0]).seat
            assert isinstance(await house.do(table, house.act(DAG), passing.take(seat, name(DAG))), SeatTaken)
        await later(house, HOUR)
        await house.quiet()
    pinged = [mentions for kind, _, mentions in await told(house, table) if kind == "reminder"]
    assert [asked[1] in mentions for mentions in pinged] == [True, False, True, False, False]
    assert [DAG in mentions for mentions in pinged] == [False, True, False, True, True]
    await house.close()
