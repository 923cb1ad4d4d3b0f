"""Nothing that somebody does keeps their turn alive beyond its pace: looks, plans, quiet hours, absences."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.play import turns
from bot.play.answers import Played
from bot.play.clocks.deadlines import deadlines, used_at
from bot.play.clocks.paces import DAY, MINUTE, PACES
from bot.play.people import absences, profile
from bot.play.people.preferences import quieted
from bot.play.plans import planning
from bot.play.seating import lobby, passing, pausing, sitting_in
from bot.play.seating.lobby import NewTable
from bot.play.timed import reminders
from bot.play.transactions import change_of
from storage.rows import LATE, Person
from tests.bot.catan_tables import placed, say
from tests.bot.house import House, name
from tests.bot.house_players import ADA, BEA, CEM, AtOnce
from tests.bot.test_lateness import deadline, later, opened
from tests.rules.catan.position import Position

HOUR = 3_600_000
DAG = 4


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    made = House(tmp_path / "data", seed=5)
    made.thinker = AtOnce()
    await made.open()
    yield made
    await made.close()


async def test_looks_and_plans_give_no_time(house: House):
    table = await opened(house, ADA, BEA)
    at = (await deadline(house, table)).at
    for _ in range(8):
        await later(house, 5 * HOUR)
        await house.do(table, house.act(ADA), planning.open_panel())
        found = await house.table(table)
        text = turns.example(found.rules, found.position.state, 0)
        await house.do(table, house.act(ADA), planning.add_move(text))
        await house.quiet()
        assert (await deadline(house, table)).at == at


async def test_quiet_hours_that_are_changed_again_and_again_give_half_a_day_at_most(house: House):
    table = await opened(house, ADA, BEA)
    begun = (await deadline(house, table)).at
    await later(house, begun - house.clock.now - HOUR)
    for shift in range(40):
        hour = (shift * 5) % 24
        timed = quieted(await house.store.person(ADA), f"{hour}-{(hour + 10) % 24}", "UTC")
        assert timed is not None
        await house.store.save_person(timed)
        await profile.reckon(house.transactions, ADA)
        await later(house, HOUR)
    found = await deadline(house, table)
    assert found.late_at
    assert found.late_at <= begun + 12 * HOUR


async def test_absences_give_their_budget_and_no_more(house: House):
    table = await opened(house, ADA, BEA)
    at = (await deadline(house, table)).at
    for _ in range(45):
        await absences.go(house.transactions, ADA, "21")
        await later(house, DAY)
    found = await deadline(house, table)
    assert found.late_at
    assert found.late_at <= at + 30 * DAY


async def test_away_moves_no_deadline_that_has_passed(house: House):
    table = await opened(house, ADA, BEA)
    await later(house, (await deadline(house, table)).at - house.clock.now)
    late = (await deadline(house, table)).late_at
    assert isinstance(await absences.go(house.transactions, ADA, "10"), absences.Absent)
    await later(house, HOUR)
    assert (await deadline(house, table)).late_at == late


# ── trade ──


async def market(house: House, *cards: str) -> str:
    """A steady table of Catan at which Ada is at trade, and everybody holds these cards."""
    made = Position(seats=len(cards)).settle(0, "B2n").settle(1, "C3n").settle(2, "D2s")
    for seat, held in enumerate(cards):
        made.hand(seat, held)
    table = await placed(house, made, [ADA, BEA, CEM])
    for user in (ADA, BEA):
        await house.do(table, house.act(user), pausing.choose(pace="steady", late="vote"))
    await house.quiet()
    return table


async def kept_up(house: House, table: str, *acts: tuple[int, str]) -> None:
    """Every few hours somebody does something in Ada's turn, whose deadline stays; then Ada is late."""
    first = await say(house, table, *acts[0])
    assert isinstance(first, Played), first
    await house.quiet()
    at = (await deadline(house, table)).at
    for user, text in acts[1:]:
        await later(house, 5 * HOUR)
        answer = await say(house, table, user, text)
        assert isinstance(answer, Played), (text, answer)
        await house.quiet()
        assert abs((await deadline(house, table)).at - at) < 1000, text
    await later(house, at - house.clock.now)
    assert (await deadline(house, table)).late_at


async def test_trades_with_the_bank_give_no_time(house: House):
    table = await market(house, "wool16", "ore1", "ore1")
    await kept_up(house, table, *[(ADA, f"bank wool {card}") for card in ("ore", "grain", "brick", "lumber")])


async def test_offers_and_their_withdrawal_give_no_time(house: House):
    table = await market(house, "wool4", "ore1", "ore1")
    series = [text for number in range(1, 6) for text in ("offer wool1 for ore1", f"withdraw {number}")]
    await kept_up(house, table, *[(ADA, text) for text in series])


async def test_deals_with_a_friend_give_no_time(house: House):
    table = await market(house, "wool4", "ore4", "brick1")
    there, back = "offer wool1 for ore1 first", "offer ore1 for wool1 first"
    series = [(user, text) for n in range(1, 7) for user, text in ((ADA, (back, there)[n % 2]), (BEA, f"accept {n}"))]
    await kept_up(house, table, *series)


async def test_taking_back_gives_no_time(house: House):
    table = await market(house, "wool16", "ore1", "ore1")
    assert isinstance(await say(house, table, ADA, "bank wool ore"), Played)
    await house.quiet()
    at = (await deadline(house, table)).at
    for _ in range(5):
        await later(house, 2 * HOUR)
        await house.do(table, house.act(ADA), turns.take_back())
        await later(house, 2 * HOUR)
        assert isinstance(await say(house, table, ADA, "bank wool ore"), Played)
        await house.quiet()
        assert abs((await deadline(house, table)).at - at) < 1000


# ── zones ──


@pytest.mark.parametrize("zone", ["Pacific/Auckland", "America/New_York", "Asia/Kathmandu"])
async def test_a_zone_that_is_changed_while_a_deadline_runs_moves_it_out_of_the_nights_there(house: House, zone: str):
    """To and fro: it is never earlier than without quiet hours, nor later than by a night; and back as it was."""
    table = await opened(house, ADA, BEA)
    plain = (await deadline(house, table)).at
    seen: dict[str, int] = {}
    for name_ in ("UTC", zone, "UTC", zone):
        timed = quieted(await house.store.person(ADA), "22-7", name_)
        assert timed is not None
        await house.store.save_person(timed)
        await profile.reckon(house.transactions, ADA)
        await later(house, 3 * HOUR)
        found = await deadline(house, table)
        assert plain <= found.at <= plain + 11 * HOUR
        assert seen.setdefault(name_, found.at) == found.at
    await later(house, seen[zone] - house.clock.now - 1)
    assert not (await deadline(house, table)).late_at
    await later(house, 1)
    assert (await deadline(house, table)).late_at == seen[zone]


# ── somebody else's seat ──


async def test_whoever_is_handed_a_seat_during_an_absence_is_not_late_by_it(house: House):
    table = await opened(house, ADA, BEA)
    await absences.go(house.transactions, ADA, "for 10 days")
    await later(house, 9 * DAY)
    await house.do(table, house.act(ADA), passing.seek(0))
    await house.do(table, house.act(CEM), passing.take(passing.FIRST, name(CEM)))
    await house.quiet()
    found = await deadline(house, table)
    assert not found.late_at
    assert found.at == house.clock.now + 6 * DAY


@pytest.mark.parametrize("short", [1, 3])
async def test_short_outages_that_add_up_do_not_count_for_whoever_is_handed_a_seat_either(house: House, short: int):
    table = await opened(house, ADA, BEA)
    await house.clockwork.tick()
    for _ in range(short):
        house.env.outages.append((house.clock.now + HOUR, house.clock.now + HOUR + 4 * MINUTE))
        await later(house, 2 * HOUR)
    counted = 2 * HOUR * short - (4 * MINUTE * short if short > 1 else 0)
    assert isinstance(await absences.go(house.transactions, ADA, "10"), absences.Absent)
    await later(house, 10 * HOUR)
    await house.do(table, house.act(ADA), passing.offer(DAG))
    await house.do(table, house.act(DAG), passing.take(passing.FIRST, name(DAG)))
    left = PACES["steady"].due + PACES["steady"].reserve - counted
    assert (await deadline(house, table)).at == house.clock.now + left


async def test_who_is_over_their_time_in_a_turn_has_that_of_all_for_a_sealed_answer(house: House):
    table = await opened(house, ADA, BEA)
    at = (await deadline(house, table)).at
    await later(house, at - house.clock.now)
    held = await house.table(table)
    assert sitting_in.is_late(held, 0)
    sealed = tuple(q for q in held.questions if q.seat != 0)
    assert not sitting_in.is_late(type(held)(replace(held.loaded, questions=sealed), held.game), 0)


async def test_an_absence_of_their_own_before_they_took_a_seat_gives_nobody_time(house: House):
    table = await opened(house, ADA, BEA, CEM)
    before = await deadline(house, table)
    await absences.go(house.transactions, DAG, "for 1 days")
    await later(house, 40 * HOUR)
    await house.do(table, house.act(ADA), passing.offer(DAG))
    await house.do(table, house.act(DAG), passing.take(0, name(DAG)))
    await house.quiet()
    assert (await deadline(house, table)).at == before.at
    rows = [row.at for row in await house.dues(table) if row.kind == LATE]
    assert rows == [before.at]


@pytest.mark.parametrize("off", [90_000, 20 * HOUR])
async def test_whoever_takes_a_late_seat_over_has_half_a_deadline_whatever_was_out_of_service_before(
    house: House, off: int
):
    wanted = NewTable(7, 70, "guatemala", name(ADA), random_seats=False, terms=(("pace", "steady"),))
    made: Any = await lobby.create(house.transactions, house.act(ADA), wanted)
    table = made.table
    for user in (BEA, CEM):
        await house.do(table, house.act(user), lobby.join(name(user)))
    await house.do(table, house.act(ADA), lobby.start())
    await house.quiet()
    (asked,) = (await deadline(house, table)).seats  # out of turn: nobody is on turn yet
    await later(house, PACES["steady"].due + PACES["steady"].reserve)
    others = [user for seat, user in (await house.users(table)).items() if seat != asked]
    for user in others:
        await house.do(table, house.act(user), passing.vote(asked, 70, for_it=True))
    house.clock.now += off
    await house.restart()
    await house.clockwork.tick()
    await house.do(table, house.act(DAG), passing.take(asked, name(DAG)))
    assert (await deadline(house, table)).at - house.clock.now == PACES["steady"].due // 2


# ── reminders ──


async def test_of_a_share_that_is_used_nobody_is_reminded_again_because_they_were_away(house: House):
    table, now = await opened(house, ADA, BEA), house.clock.now
    found = (await house.table(table)).knowing(Person(ADA, away=((now - DAY, now + 2 * DAY),)))
    clocks = found.row.clocks
    seats = tuple(replace(one, used=PACES["steady"].due) if one.seat == 0 else one for one in clocks.seats)
    found = found.after(change_of(found, house.env, table=replace(found.row, clocks=replace(clocks, seats=seats))))
    (asked,) = deadlines(found, (), now)
    assert used_at(found, asked, PACES["steady"].due * 80 // 100, (), now) <= now
    assert not [row for row in reminders.rows(found, house.env) if row.at > now and row not in found.dues]
