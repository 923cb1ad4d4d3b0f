"""Deadlines and digests in nights that are longer or shorter, in zones of half and quarter hours, at the date line, on
leap day, and while somebody moves.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.play.clocks.paces import DAY, PACES
from bot.play.people import profile
from bot.play.people.preferences import DIGEST, quieted
from bot.play.timed import digests
from tests.bot.house import House
from tests.bot.house_players import ADA, BEA
from tests.bot.test_lateness import deadline, later, opened
from tests.bot.test_spans import utc, wall

HOUR = 3_600_000
STEADY = PACES["steady"].due + PACES["steady"].reserve
NIGHTS = [
    ("Europe/Berlin", "2027-03-28"),  # clocks go forward: half past two is skipped
    ("Europe/Berlin", "2027-10-31"),  # and back: it comes twice
    ("America/New_York", "2027-03-14"),
    ("America/New_York", "2027-11-07"),
    ("Pacific/Auckland", "2027-04-04"),
    ("Pacific/Auckland", "2027-09-26"),
    ("Australia/Lord_Howe", "2027-04-04"),  # by half an hour
    ("Australia/Lord_Howe", "2027-10-03"),
    ("Pacific/Chatham", "2027-04-04"),  # a zone of quarter hours
    ("Pacific/Chatham", "2027-09-26"),
    ("Australia/Adelaide", "2027-10-03"),  # one of half hours
    ("Asia/Kathmandu", "2027-06-01"),
    ("Pacific/Kiritimati", "2028-01-01"),  # the first to have it, west of the date line
    ("Pacific/Pago_Pago", "2028-01-01"),  # the last, east of it
    ("Europe/Berlin", "2028-02-29"),
    ("Europe/Berlin", "2028-03-01"),
]


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    made = House(tmp_path / "data", seed=5)
    await made.open()
    yield made
    await made.close()


async def lives(house: House, zone: str, hours: str = "22-7") -> None:
    timed = quieted(await house.store.person(ADA), hours, zone)
    assert timed is not None
    await house.store.save_person(timed)
    await profile.reckon(house.transactions, ADA)


@pytest.mark.parametrize(("zone", "day"), NIGHTS)
@pytest.mark.parametrize("shift", [-4 * HOUR, 0])
async def test_a_deadline_in_such_a_night_passes_at_eight_in_the_morning(house: House, zone: str, day: str, shift: int):
    """It would pass at half past two, or a little earlier or later in that night."""
    house.clock.now = utc(f"{day} 02:30", zone) + shift - STEADY
    table = await opened(house, ADA, BEA)
    await lives(house, zone)
    morning = (await deadline(house, table)).at
    assert wall(morning, zone) == f"{day} 08:00"
    await later(house, morning - house.clock.now - 1)
    assert not (await deadline(house, table)).late_at
    await later(house, 1)
    assert (await deadline(house, table)).late_at == morning


@pytest.mark.parametrize(("zone", "day"), NIGHTS)
async def test_days_of_a_deadline_are_as_long_wherever_clocks_change(house: House, zone: str, day: str):
    house.clock.now = utc(f"{day} 12:00", zone) - STEADY
    table = await opened(house, ADA, BEA)
    begun = (await deadline(house, table)).begins
    await lives(house, zone)
    assert (await deadline(house, table)).at == begun + STEADY


@pytest.mark.parametrize(("zone", "day"), NIGHTS)
async def test_whoever_moves_while_a_deadline_runs_is_due_in_the_morning_where_they_live_now(
    house: House, zone: str, day: str
):
    """Across the date line, too: from each of these places to the others and back."""
    house.clock.now = utc(f"{day} 02:30", zone) - STEADY
    table = await opened(house, ADA, BEA)
    plain = (await deadline(house, table)).at
    await lives(house, zone)
    home = (await deadline(house, table)).at
    for elsewhere, _ in NIGHTS[::2]:
        await later(house, HOUR)
        await lives(house, elsewhere)
        found = (await deadline(house, table)).at
        hour = int(wall(found, elsewhere)[11:13])
        assert 8 <= hour < 22
        assert found == plain or wall(found, elsewhere)[11:] == "08:00"
        await lives(house, zone)
        assert (await deadline(house, table)).at == home


@pytest.mark.parametrize(
    ("zone", "begin", "wanted"),
    [
        ("Europe/Berlin", "2027-03-27 12:00", ["03-28 03:00", "03-29 02:00", "03-30 02:00"]),
        ("Europe/Berlin", "2027-10-30 12:00", ["10-31 02:00", "11-01 02:00", "11-02 02:00"]),
        ("Australia/Lord_Howe", "2027-10-02 12:00", ["10-03 02:30", "10-04 02:00", "10-05 02:00"]),
        ("Asia/Kathmandu", "2027-06-01 12:00", ["06-02 02:00", "06-03 02:00", "06-04 02:00"]),
        ("Pacific/Kiritimati", "2027-12-30 12:00", ["12-31 02:00", "01-01 02:00", "01-02 02:00"]),
        ("UTC", "2028-02-28 12:00", ["02-29 02:00", "03-01 02:00", "03-02 02:00"]),
    ],
)
def test_a_digest_comes_once_a_day_at_its_hour(zone: str, begin: str, wanted: list[str]):
    at, found = utc(begin, zone), list[str]()
    for _ in wanted:
        at = digests.following(((DIGEST, "2"), ("zone", zone)), at)
        found.append(wall(at, zone)[5:])
    assert found == wanted


def test_a_digest_of_an_hour_that_comes_twice_comes_in_the_first_of_them():
    first = utc("2027-10-31 02:00", "Europe/Berlin")
    wishes = ((DIGEST, "2"), ("zone", "Europe/Berlin"))
    assert digests.following(wishes, first - 1) == first
    assert digests.following(wishes, first) == first + HOUR + DAY
