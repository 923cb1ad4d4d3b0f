"""Digests: one direct message a day with everything that waits for somebody, at the hour that they have chosen."""

from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.play.clocks.quiet_hours import zone_of
from bot.play.outbox_bodies import DigestBody, row
from bot.play.people import profile
from bot.play.people.preferences import DIGEST, choosing
from bot.play.transactions import Transactions
from storage import Store

LOST: Final = "lost"
"""Stands for the hour once the digest was switched off because it did not reach its person, who does not know yet."""


def hour_of(settings: Sequence[tuple[str, str]]) -> int | None:
    """Returns the hour of somebody's digest; None if they want none."""
    hour = dict(settings).get(DIGEST, "")
    return int(hour) if hour.isdecimal() and len(hour) < 3 and int(hour) < 24 else None


def following(settings: Sequence[tuple[str, str]], now: int) -> int:
    """Returns when the next digest is due; 0 for never. An hour that the clocks skip comes when it would have."""
    hour = hour_of(settings)
    if hour is None:
        return 0
    zone = ZoneInfo(zone_of(settings))
    today = datetime.fromtimestamp(now // 1000, UTC).astimezone(zone).date()
    moments = (datetime.combine(today + timedelta(days=days), time(hour), zone) for days in (0, 1, 2))
    return next(at for at in (int(moment.timestamp()) * 1000 for moment in moments) if at > now)


async def appoint(transactions: Transactions, user: int) -> None:
    """Sets the time of somebody's next digest, once they have chosen anew."""
    person = await transactions.env.store.person(user)
    await transactions.env.store.set_agenda(user, DIGEST, following(person.settings, transactions.env.now()))


async def lose(store: Store, user: int) -> None:
    """Switches the digest of somebody off whom it does not reach; they are told so once they press something."""
    _, person = await profile.save(
        store, user, lambda person: choosing(person, DIGEST, LOST) if hour_of(person.settings) is not None else None
    )
    if is_lost(person.settings):
        await store.set_agenda(user, DIGEST, 0)


async def told(store: Store, user: int) -> None:
    """Notes that somebody knows of that."""
    await profile.save(store, user, lambda person: choosing(person, DIGEST, "") if is_lost(person.settings) else None)


def is_lost(settings: Sequence[tuple[str, str]]) -> bool:
    return (DIGEST, LOST) in settings


async def send(transactions: Transactions, user: int, what: str) -> int:
    """Sends what is due, if anything waits for that person, and sets the next time; returns how many were sent."""
    store, now = transactions.env.store, transactions.env.now()
    settings = (await store.person(user)).settings
    at = following(settings, now) if what == DIGEST else 0
    waiting = [duty for duty in await store.duties(user) if duty.asked] if at else []
    if not waiting:
        await store.set_agenda(user, what, at)
        return 0
    soonest = min(waiting, key=lambda duty: (not duty.due, duty.due, duty.table.created_at))
    await store.set_agenda(user, what, at, told=(soonest.table.id, row(now // 1000, DigestBody(), user)), now=now)
    transactions.spoken.set()
    return 1
