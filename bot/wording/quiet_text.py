"""Texts about quiet hours, and about where somebody lives."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from bot.play.clocks.quiet_hours import quiet_of, written
from bot.wording.words import Words
from storage.rows import Person


def zone_now(zone: str, now: int) -> str:
    """Names a zone with what the clocks show there now."""
    return f"{zone} · {datetime.fromtimestamp(now // 1000, UTC).astimezone(ZoneInfo(zone)):%H:%M}"


def line(words: Words, person: Person) -> str:
    """Says when somebody is not to be disturbed."""
    quiet = quiet_of(person.settings)
    if quiet is None:
        return words.say("Quiet hours: none. /me quiet hours:22-7 sets some.")
    return words.say(
        "Quiet hours: {hours}, {zone}. In them there is no ping, no direct message and no deadline.",
        hours=written(quiet.begin, quiet.end),
        zone=quiet.zone,
    )


def unreadable(words: Words) -> str:
    return words.say(
        "Quiet hours are two hours of the day such as 22-7, at most ten hours apart, and a zone from the list."
    )
