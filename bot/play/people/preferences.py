"""What a person wishes of the bot: pairs among their settings that are there or not."""

from typing import Final

from msgspec.structs import replace

from bot.play.clocks.quiet_hours import HOURS, ZONE, hours, is_zone, written
from storage.rows import Person

PREVIEW: Final = ("preview", "on")
"""Typed whole turns are shown before they count."""
MOTION: Final = ("motion", "on")
"""Who opens their panel sees the last move as a short film."""
ASKED: Final = ("begin", "asked")
"""A turn that can begin in one way only waits until they begin it."""
PASSES: Final = ("pass", "itself")
"""A turn in which nothing is possible ends by itself: the one thing by itself that tells something of a hand."""
NAMELESS: Final = ("files", "nameless")
"""Files of games do not name them."""
QUIET: Final = ("quiet", "on")
"""What others offer pings them no more."""
BACK_BY_MOVE: Final = ("away", "move")
"""Being away ends sooner where they play a move that everybody sees."""
NO_STATS: Final = ("stats", "off")
"""They stand on no board, and nobody else is shown what they have reached (storage/sqlite/ratings.py reads it, too)."""

EVERYWHERE: Final = ("ratings", "everywhere")
"""They stand on the board over all servers, with their rating over all (storage/sqlite/ratings.py reads it, too)."""

REMIND, DIGEST = "remind", "digest"
"""Keys of settings: how often somebody is reminded, and the hour at which they get one message a day."""
OFF, HALF, DAILY = "off", "half", "daily"
"""Not at all; at half of the time as well; every day. Without the setting once, at four fifths of the time."""
ONCE, THREAD = "once", "thread"
"""What is chosen for what is usual, of which nothing is kept."""
BY_DM: Final = ("remind-by", "dm")
"""Reminders come by direct message instead of in the thread."""


def choosing(person: Person, key: str, value: str) -> Person:
    """Returns the person with this value of a setting; without the setting if it is empty."""
    others = tuple(pair for pair in person.settings if pair[0] != key)
    return replace(person, settings=(*others, (key, value)) if value else others)


NO_HOURS: Final = ("none", "off", "-", "keine", "nessuna")
"""Words that end quiet hours."""


def quieted(person: Person, wanted: str, zone: str) -> Person | None:
    """Returns the person with these quiet hours and this zone, where they are given; None if they are none."""
    settings = dict(person.settings)
    if zone.strip():
        if not is_zone(zone.strip()):
            return None
        settings[ZONE] = zone.strip()
    if wanted.strip().casefold() in NO_HOURS:
        settings.pop(HOURS, None)
    elif wanted.strip():
        found = hours(wanted)
        if found is None:
            return None
        settings[HOURS] = written(*found)
    return replace(person, settings=tuple(settings.items()))


def wishing(person: Person, wish: tuple[str, str], *, on: bool | None) -> Person:
    """Returns the person with the wish or without it; None leaves it as it is."""
    if on is None:
        return person
    others = tuple(pair for pair in person.settings if pair[0] != wish[0])
    return replace(person, settings=(*others, wish) if on else others)
