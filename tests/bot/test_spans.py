"""Time that counts and time that does not, quiet hours by the wall clock, absence within its budget."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.play.clocks import absence
from bot.play.clocks.paces import DAY
from bot.play.clocks.quiet_hours import (
    AFTERWARDS,
    Quiet,
    around,
    hours,
    is_quiet,
    is_zone,
    lifted,
    quiet_of,
    written,
    zone_of,
)
from bot.play.clocks.spans import counted, joined, reached
from storage.clocks import ended_spans

HOUR = 3_600_000
SPANS = st.lists(st.tuples(st.integers(0, 200), st.integers(0, 200)), max_size=6)


def utc(text: str, zone: str = "UTC", fold: int = 0) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold).timestamp()) * 1000


def wall(at: int, zone: str) -> str:
    return f"{datetime.fromtimestamp(at // 1000, UTC).astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M}"


# ── spans ──


def by_counting(begin: int, end: int, spans: list[tuple[int, int]]) -> int:
    return sum(not any(since <= at < until for since, until in spans) for at in range(begin, end))


@given(st.integers(0, 200), st.integers(0, 200), SPANS)
def test_time_is_counted_moment_by_moment(begin: int, end: int, spans: list[tuple[int, int]]):
    assert counted(begin, end, spans) == by_counting(begin, end, spans)


@given(st.integers(0, 100), st.integers(0, 100), SPANS)
def test_a_time_is_reached_when_so_much_has_counted_and_not_a_moment_before(
    begin: int, amount: int, spans: list[tuple[int, int]]
):
    at = reached(begin, amount, spans)
    assert by_counting(begin, at, spans) == amount
    assert amount == 0 or by_counting(begin, at - 1, spans) == amount - 1


@given(SPANS)
def test_joined_spans_are_the_same_times_in_order_and_do_not_meet(spans: list[tuple[int, int]]):
    found = joined(spans)
    assert all(first[1] < then[0] for first, then in pairwise(found))
    covered = [any(since <= at < until for since, until in spans) for at in range(201)]
    assert covered == [any(since <= at < until for since, until in found) for at in range(201)]


@given(st.integers(0, 100), st.integers(0, 100), SPANS, st.tuples(st.integers(0, 200), st.integers(0, 200)))
def test_another_span_never_makes_it_earlier(
    begin: int, amount: int, spans: list[tuple[int, int]], other: tuple[int, int]
):
    before, after = reached(begin, amount, spans), reached(begin, amount, [*spans, other])
    assert before <= after


# ── quiet hours ──


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("22-7", (1320, 420)),
        (" 22 – 7 ", (1320, 420)),
        ("22:30-6:15", (1350, 375)),
        ("0-8", (0, 480)),
        ("14-24", (840, 0)),
        ("21-8", None),
        ("7-7", None),
        ("25-3", None),
        ("22:60-3", None),
        ("night", None),
        ("", None),
    ],
)
def test_quiet_hours_are_read(text: str, wanted: tuple[int, int] | None):
    assert hours(text) == wanted
    assert wanted is None or hours(written(*wanted)) == wanted


def test_quiet_hours_are_those_where_somebody_lives():
    assert quiet_of((("hours", "22-7"), ("zone", "Europe/Berlin"))) == Quiet(1320, 420, "Europe/Berlin")
    assert quiet_of((("hours", "22-7"), ("zone", "Middle/Earth"))) == Quiet(1320, 420, "UTC")
    assert quiet_of((("zone", "Europe/Berlin"),)) is None
    assert (zone_of(()), is_zone("Europe/Berlin"), is_zone("../etc")) == ("UTC", True, False)


BERLIN, ADELAIDE, KATHMANDU, CHATHAM = "Europe/Berlin", "Australia/Adelaide", "Asia/Kathmandu", "Pacific/Chatham"
KIRITIMATI, PAGO, SAO, LORD = "Pacific/Kiritimati", "Pacific/Pago_Pago", "America/Sao_Paulo", "Australia/Lord_Howe"


@pytest.mark.parametrize(
    ("zone", "at", "wanted"),
    [
        (BERLIN, "2027-03-27 23:00", "2027-03-28 08:00"),  # the night of eight hours
        (BERLIN, "2027-03-28 03:30", "2027-03-28 08:00"),
        (BERLIN, "2027-10-30 22:00", "2027-10-31 08:00"),  # the night of ten hours
        (BERLIN, "2027-10-31 06:59", "2027-10-31 08:00"),
        (BERLIN, "2027-10-31 07:00", "2027-10-31 08:00"),  # the hour after it, too
        (BERLIN, "2027-10-31 08:00", "2027-10-31 08:00"),
        (BERLIN, "2027-10-31 21:59", "2027-10-31 21:59"),
        (ADELAIDE, "2027-06-30 22:00", "2027-07-01 08:00"),  # half an hour
        (KATHMANDU, "2027-06-30 23:45", "2027-07-01 08:00"),  # three quarters
        (CHATHAM, "2027-04-04 03:40", "2027-04-04 08:00"),
        (LORD, "2027-04-04 01:45", "2027-04-04 08:00"),  # half an hour of daylight saving
        (KIRITIMATI, "2027-12-31 23:59", "2028-01-01 08:00"),
        (PAGO, "2027-12-31 23:59", "2028-01-01 08:00"),
        ("UTC", "2028-02-28 23:30", "2028-02-29 08:00"),
        ("UTC", "2028-02-29 22:30", "2028-03-01 08:00"),
    ],
)
def test_what_falls_into_the_night_comes_an_hour_after_its_end(zone: str, at: str, wanted: str):
    moved = lifted(Quiet(22 * 60, 7 * 60, zone), utc(at, zone))
    assert wall(moved, zone) == wanted


def test_of_an_hour_that_comes_twice_both_are_quiet():
    quiet = Quiet(30, 150, BERLIN)  # until half past two
    first, second = utc("2027-10-31 02:10", BERLIN), utc("2027-10-31 02:10", BERLIN, fold=1)
    assert second - first == HOUR
    assert is_quiet(quiet, first)
    assert is_quiet(quiet, second)
    assert wall(lifted(quiet, first), BERLIN) == "2027-10-31 03:30"


def test_hours_that_begin_in_a_skipped_hour_begin_when_it_would_have():
    quiet = Quiet(150, 8 * 60, BERLIN)  # from half past two, which there is not
    before, after = utc("2027-03-28 00:59"), utc("2027-03-28 01:30")
    assert not is_quiet(quiet, before)
    assert is_quiet(quiet, after)


@pytest.mark.parametrize("zone", [BERLIN, ADELAIDE, KATHMANDU, CHATHAM, KIRITIMATI, PAGO, SAO, LORD])
def test_of_every_moment_of_a_year_it_is_known_by_the_wall_whether_it_is_quiet(zone: str):
    """And what is moved is moved out of the quiet hours, never earlier, by eleven hours and an hour saved at most."""
    quiet, begin = Quiet(22 * 60 + 30, 8 * 60, zone), utc("2027-01-01 00:00")
    for quarter in range(0, 366 * 96, 23):
        at = begin + quarter * HOUR // 4
        local = datetime.fromtimestamp(at // 1000, UTC).astimezone(ZoneInfo(zone))
        minutes = local.hour * 60 + local.minute
        assert is_quiet(quiet, at) == (minutes >= quiet.begin or minutes < quiet.end), local
        moved = lifted(quiet, at)
        assert at <= moved <= at + 12 * HOUR
        assert not is_quiet(quiet, moved)
        assert (moved == at) == (not is_quiet(quiet, at) and not is_quiet(quiet, at - AFTERWARDS))


@given(
    st.integers(0, 1439),
    st.integers(1, 600),
    st.sampled_from([BERLIN, KATHMANDU, CHATHAM, LORD, "UTC"]),
    st.integers(1_800_000_000, 1_900_000_000),
)
def test_what_is_moved_once_stays(begin: int, length: int, zone: str, second: int):
    quiet = Quiet(begin, (begin + length) % 1440, zone)
    moved = lifted(quiet, second * 1000)
    assert lifted(quiet, moved) == moved
    span = around(quiet, second * 1000) or around(quiet, second * 1000 - AFTERWARDS)
    assert moved == (second * 1000 if span is None else span[1] + AFTERWARDS)


# ── absence ──

NOW = utc("2027-06-01 12:00")


@pytest.mark.parametrize(
    ("text", "zone", "wanted"),
    [
        ("for 10 days", "UTC", NOW + 10 * DAY),
        ("10", "UTC", NOW + 10 * DAY),
        ("10 d", "UTC", NOW + 10 * DAY),
        ("für 10 Tage", "UTC", NOW + 10 * DAY),
        ("per 10 giorni", "UTC", NOW + 10 * DAY),
        ("2027-06-11", "UTC", utc("2027-06-12 00:00")),
        ("11.06.2027", BERLIN, utc("2027-06-12 00:00", BERLIN)),
        ("11/6/2027", KIRITIMATI, utc("2027-06-12 00:00", KIRITIMATI)),
        ("2028-02-29", "UTC", utc("2028-03-01 00:00")),
        ("2027-02-29", "UTC", None),
        ("soon", "UTC", None),
    ],
)
def test_until_when_somebody_is_away_is_read(text: str, zone: str, wanted: int | None):
    assert absence.moment(text, zone, NOW) == wanted


def test_a_year_sees_thirty_days():
    spans = ((NOW, NOW + 20 * DAY),)
    assert absence.left(spans, NOW + 100 * DAY, NOW + 110 * DAY) == 10 * DAY
    assert absence.left(spans, NOW - 100 * DAY, NOW - 90 * DAY) == 10 * DAY, "also of a year that has begun before"
    assert absence.left(spans, NOW + 386 * DAY, NOW + 396 * DAY) == absence.BUDGET
    both = (*spans, (NOW + 200 * DAY, NOW + 210 * DAY))
    assert absence.left(both, NOW + 300 * DAY, NOW + 301 * DAY) == 0


@given(st.lists(st.tuples(st.integers(0, 700), st.integers(1, 21)), max_size=30))
def test_however_absences_are_asked_for_no_year_sees_more_than_thirty_days(wishes: list[tuple[int, int]]):
    spans: tuple[tuple[int, int], ...] = ()
    for day, length in wishes:
        span = (NOW + day * DAY, NOW + (day + length) * DAY)
        if absence.left(spans, *span) >= length * DAY and not any(a < span[1] and span[0] < b for a, b in spans):
            spans = (*spans, span)
    for day in range(-366, 725):
        year = NOW + day * DAY
        assert absence.YEAR - counted(year, year + absence.YEAR, spans) <= absence.BUDGET


def test_whoever_comes_back_earlier_has_the_rest_left():
    spans = ((NOW - DAY, NOW + DAY), (NOW + 5 * DAY, NOW + 6 * DAY))
    assert ended_spans(spans, NOW) == ((NOW - DAY, NOW), (NOW + 5 * DAY, NOW + 6 * DAY))
    assert (absence.until(spans, NOW), absence.until(spans, NOW + 2 * DAY)) == (NOW + DAY, 0)
    assert timedelta(milliseconds=absence.BUDGET).days == 30
