"""How somebody is reminded, as they see and change it: how often, where, and one message a day."""

from collections.abc import Sequence
from typing import Final

from bot.discord.interactions import custom_ids
from bot.discord.layout import Menu, MenuOption
from bot.play import Transactions
from bot.play.people.preferences import BY_DM, DAILY, DIGEST, HALF, OFF, ONCE, REMIND, THREAD, choosing
from bot.play.timed import digests
from bot.play.timed.digests import hour_of
from bot.wording import Text, Words
from storage import Store
from storage.rows import CLOSED_DM, Person

OFTEN: Final = (
    (ONCE, Text("Remind me once")),
    (HALF, Text("Remind me twice: at half of the time, too")),
    (DAILY, Text("Remind me every day")),
    (OFF, Text("Do not remind me")),
)
PLACES: Final = (
    (THREAD, Text("Remind me in the thread")),
    (BY_DM[1], Text("Remind me by direct message")),
)
VERBS: Final = (REMIND, DIGEST)
"""The verbs of the two menus."""


def menus(words: Words, person: Person, table: str) -> tuple[Menu, ...]:
    """Returns a menu of how often and where, and one of the hours of a digest."""
    settings = dict(person.settings)
    often, place = settings.get(REMIND, ONCE), settings.get(BY_DM[0], THREAD)
    lines = [MenuOption(words.put(text), key) for key, text in (*OFTEN, *PLACES) if key not in (often, place)]
    hours = [MenuOption(f"{hour}:00", str(hour), chosen=hour == hour_of(person.settings)) for hour in range(24)]
    none = MenuOption(words.say("No daily message"), OFF)
    return (
        Menu(custom_ids.setting(REMIND, table), words.say("Reminders"), tuple(lines)),
        Menu(custom_ids.setting(DIGEST, table), words.say("One message a day"), (none, *hours)),
    )


def changed(person: Person, verb: str, value: str) -> Person | None:
    """Returns the person with what is chosen in a menu; None for what is none of it."""
    if verb == DIGEST:
        known = value == OFF or (value.isdecimal() and len(value) < 3 and int(value) < 24)
        return choosing(person, DIGEST, "" if value == OFF else str(int(value))) if known else None
    if value in dict(PLACES):
        return choosing(person, BY_DM[0], "" if value == THREAD else value)
    return choosing(person, REMIND, "" if value == ONCE else value) if value in dict(OFTEN) else None


def lines(words: Words, person: Person) -> dict[str, str]:
    """Returns what is set, by the key of the setting."""
    hour = hour_of(person.settings)
    return {
        REMIND: _often(words, person),
        DIGEST: words.say("One message a day with all that waits for you: at {hour}:00.", hour=hour)
        if hour is not None
        else words.say("One message a day with all that waits for you: none."),
    }


async def appointed(transactions: Transactions, user: int) -> None:
    """Sets the time of the next daily message anew."""
    await digests.appoint(transactions, user)


async def lost(store: Store, words: Words, user: int, settings: Sequence[tuple[str, str]]) -> str:
    """Tells somebody once that their digest is switched off; empty where it is not, or they know."""
    if not digests.is_lost(settings):
        return ""
    await digests.told(store, user)
    return words.say(
        "Your daily message is switched off, because direct messages do not reach you. Allow them in the server's "
        "privacy settings, then choose its hour again: /me settings dm:True digest."
    )


def _often(words: Words, person: Person) -> str:
    often = dict(person.settings).get(REMIND, ONCE)
    if often == OFF:
        return words.say("Reminders: none.")
    how = {
        ONCE: words.say("once, at four fifths of the time"),
        HALF: words.say("at half and at four fifths of the time"),
        DAILY: words.say("every day"),
    }[often]
    if BY_DM in person.settings and person.dm_state == CLOSED_DM:
        return words.say("Reminders: {how}, in the thread, for direct messages do not reach you.", how=how)
    if BY_DM in person.settings:
        return words.say("Reminders: {how}, by direct message.", how=how)
    return words.say("Reminders: {how}, in the thread.", how=how)
