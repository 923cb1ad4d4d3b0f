"""Whom a message may reach now: nobody is pinged or written to in their quiet hours, except at a live table."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.play.clocks.paces import LIVE
from bot.play.clocks.quiet_hours import Quiet, is_quiet, lifted, quiet_of
from bot.play.house.terms import PACE
from bot.play.table import Table

SLICE_MS: Final = 50 * 60_000
"""What waits for the end of quiet hours is looked at so often: nothing in the outbox waits for longer than an hour."""


def quiet_hours(table: Table, settings: Sequence[tuple[str, str]]) -> Quiet | None:
    """Returns the quiet hours of somebody, as far as they hold at this table."""
    return None if table.term(PACE) == LIVE else quiet_of(settings)


def quiet_users(table: Table, users: Iterable[int], now: int) -> frozenset[int]:
    """Returns those of these people who are not to be disturbed now."""
    settings = dict(table.loaded.settings)
    return frozenset(user for user in users if is_quiet(quiet_hours(table, settings.get(user, ())), now))


def look_again(table: Table, users: Iterable[int], now: int) -> int:
    """Returns when to look again whether these people can be called."""
    settings = dict(table.loaded.settings)
    ends = (lifted(quiet_hours(table, settings.get(user, ())), now) for user in users)
    return min(now + SLICE_MS, min(ends, default=now))
