"""What a person wishes of the bot, as they see it: what is set, and a menu of what can be set otherwise."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from bot.discord.interactions import custom_ids
from bot.discord.interactions.asked import Asked
from bot.discord.interactions.responses import Responses
from bot.discord.layout import Button, Layout, Menu, MenuOption
from bot.discord.screens import absence_settings, reminder_settings
from bot.play.clocks.quiet_hours import HOURS, ZONE, quiet_of
from bot.play.outbox_bodies import OFFERS
from bot.play.people import profile
from bot.play.people.preferences import (
    ASKED,
    EVERYWHERE,
    MOTION,
    NAMELESS,
    NO_HOURS,
    NO_STATS,
    PASSES,
    PREVIEW,
    QUIET,
    quieted,
    wishing,
)
from bot.wording import Text, Words, quiet_text
from bot.wording.words import OWN_NAMES
from storage.rows import CLOSED_DM, Person

CHANGE: Final = "change"
"""The verb of a line of the menu."""


NIGHTS: Final = ((21, 6), (21, 7), (22, 6), (22, 7), (22, 8), (23, 7), (23, 8), (23, 9), (0, 7), (0, 8), (0, 9))
PLACES: Final = (
    "Pacific/Honolulu", "America/Anchorage", "America/Los_Angeles", "America/Denver", "America/Chicago",
    "America/New_York", "America/Halifax", "America/Sao_Paulo", "Atlantic/Azores", "UTC", "Europe/London",
    "Europe/Berlin", "Europe/Rome", "Europe/Athens", "Europe/Moscow", "Asia/Dubai", "Asia/Karachi", "Asia/Kolkata",
    "Asia/Kathmandu", "Asia/Dhaka", "Asia/Bangkok", "Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney",
    "Pacific/Auckland",
)  # fmt: skip
"""Places to choose from; all others are typed."""


class Switch(NamedTuple):
    """A wish that is there or not, with what the menu says to wish it, and no more."""

    pair: tuple[str, str]
    on: Text
    off: Text


SWITCHES: Final = (
    Switch(ASKED, Text("Roll yourself"), Text("Let rolls come by themselves")),
    Switch(PASSES, Text("Let turns in which nothing is possible end by themselves: others see that"),
           Text("End turns in which nothing is possible yourself")),
    Switch(QUIET, Text("No ping for trade offers"), Text("Ping for trade offers")),
    Switch(OFFERS, Text("Direct messages for trade offers"), Text("No direct messages for trade offers")),
    Switch(PREVIEW, Text("See complete typed turns before they count"), Text("Let complete typed turns count at once")),
    Switch(NAMELESS, Text("Leave your name out of files of games"), Text("Have your name in files of games")),
    Switch(MOTION, Text("See the last move as a short film"), Text("See the last move as a still picture")),
    Switch(NO_STATS, Text("Stand on no board of ratings"), Text("Stand on boards of ratings")),
    Switch(EVERYWHERE, Text("Stand on the board over all servers"), Text("Leave the board over all servers")),
)  # fmt: skip


def shown(words: Words, person: Person, now: int, note: str = "", table: str = custom_ids.NOWHERE) -> Layout:
    """Shows all that is set; with the way back to the hand at that table."""
    options = tuple(
        MenuOption(words.put(switch.off if switch.pair in person.settings else switch.on), str(number))
        for number, switch in enumerate(SWITCHES)
    )
    menu = Menu(custom_ids.setting(CHANGE, table), words.say("Change something"), options)
    back = Button(words.say("My hand"), custom_ids.board(table, "hand"))
    timed = (_hours(words, table), _zones(words, table)) if quiet_of(person.settings) else (_hours(words, table),)
    timed = (*reminder_settings.menus(words, person, table), *timed, absence_settings.menu(words, table))
    rows = (menu, *timed) if table == custom_ids.NOWHERE else (menu, *timed, (back,))
    said = [*([note] if note else []), *lines(words, person).values(), *absence_settings.lines(words, person, now)]
    return Layout("\n".join(said), rows=rows)


def _hours(words: Words, table: str) -> Menu:
    """Quiet hours to choose from; others are typed."""
    told = tuple(MenuOption(f"{begin}:00 – {end}:00", f"{begin}-{end}") for begin, end in NIGHTS)
    options = (*told, MenuOption(words.say("No quiet hours"), NO_HOURS[0]))
    return Menu(custom_ids.setting(HOURS, table), words.say("Quiet hours"), options)


def _zones(words: Words, table: str) -> Menu:
    options = tuple(MenuOption(zone, zone) for zone in PLACES)
    return Menu(custom_ids.setting(ZONE, table), words.say("Where you live"), options)


async def pressed(responses: Responses, asked: Asked, said: custom_ids.Said, chosen: list[str]) -> Layout | None:
    """Shows the settings, or turns one of them; returns None for an unknown press."""
    store, now = responses.transactions.env.store, responses.transactions.env.now()
    person = await store.person(asked.user)
    if said.verb == custom_ids.SEE:
        return shown(asked.words, person, now, table=said.table)
    if said.verb in (HOURS, ZONE):
        return await _timed(responses, asked, said, chosen)
    if said.verb in reminder_settings.VERBS:
        return await _reminded(responses, asked, said, "".join(chosen))
    if said.verb == absence_settings.AWAY:
        note = await absence_settings.chosen(responses.transactions, asked.user, asked.words, "".join(chosen))
        return None if note is None else shown(asked.words, await store.person(asked.user), now, note, said.table)
    switch = next((switch for number, switch in enumerate(SWITCHES) if [str(number)] == chosen), None)
    if said.verb != CHANGE or switch is None:
        return None
    _, person = await profile.save(
        store, asked.user, lambda person: wishing(person, switch.pair, on=switch.pair not in person.settings)
    )
    responses.languages.forget(asked.user)
    return shown(asked.words, person, now, asked.words.say("Saved."), said.table)


async def _timed(responses: Responses, asked: Asked, said: custom_ids.Said, chosen: list[str]) -> Layout | None:
    """Sets quiet hours, or where somebody lives; returns None for what is neither."""
    hours, zone = (" ".join(chosen), "") if said.verb == HOURS else ("", " ".join(chosen))
    if not chosen or quieted(Person(asked.user), hours, zone) is None:
        return None
    timed = await profile.change(responses.transactions, asked.user, lambda person: quieted(person, hours, zone))
    return shown(asked.words, timed, responses.transactions.env.now(), asked.words.say("Saved."), said.table)


def reminded(person: Person, *chosen: tuple[str, str]) -> Person:
    """Returns the person with what is chosen about reminders, as pairs of a menu's verb and a value."""
    for verb, value in chosen:
        person = (reminder_settings.changed(person, verb, value) if value else None) or person
    return person


async def _reminded(responses: Responses, asked: Asked, said: custom_ids.Said, chosen: str) -> Layout | None:
    """Sets how somebody is reminded; returns None for what cannot be chosen."""
    if reminder_settings.changed(Person(asked.user), said.verb, chosen) is None:
        return None
    changed = await profile.change(
        responses.transactions, asked.user, lambda person: reminder_settings.changed(person, said.verb, chosen)
    )
    responses.languages.forget(asked.user)
    await reminder_settings.appointed(responses.transactions, asked.user)
    return shown(asked.words, changed, responses.transactions.env.now(), asked.words.say("Saved."), said.table)


def saved(words: Words, person: Person, given: Mapping[str, object]) -> Layout:
    """Says that it is saved, and how what was given stands now."""
    asked = {"offers" if key == "quiet" else key for key, value in given.items() if value}
    said = [line for key, line in lines(words, person).items() if key in asked]
    return Layout("\n".join((words.say("Saved."), *said)))


def lines(words: Words, person: Person) -> dict[str, str]:
    """Returns what is set, by the key of the setting."""
    name, settings = OWN_NAMES[words.lang], person.settings
    return {
        "language": words.say("Language: {language}.", language=name)
        if person.lang
        else words.say("Language: {language}, as in Discord.", language=name),
        "begin": words.say("Rolls before which you could play nothing: you roll yourself.")
        if ASKED in settings
        else words.say("Rolls before which you could play nothing: they come by themselves, two minutes later."),
        "pass": words.say("Turns in which nothing is possible: they end by themselves, before you can offer "
                            "anything. That tells the others that you could build, buy, play and exchange nothing.")
        if PASSES in settings
        else words.say("Turns in which nothing is possible: you end them yourself."),
        "offers": _offers(words, person),
        "preview": words.say("Complete typed turns: you see them first, then you commit them.")
        if PREVIEW in settings
        else words.say("Complete typed turns: they count at once."),
        "motion": words.say("The last move: as a short film when you open your turn.")
        if MOTION in settings
        else words.say("The last move: as a still picture."),
        "stats": words.say("Statistics: you stand on no board, and nobody else sees yours.")
        if NO_STATS in settings
        else words.say("Statistics: you stand on the boards of your servers, and others there see yours."),
        **({"ratings": words.say("You stand on the board over all servers, with your name and your rating over all of "
                                    "them.")} if EVERYWHERE in settings else {}),
        **({"files": words.say("Files of games do not name you.")} if NAMELESS in settings else {}),
        "hours": quiet_text.line(words, person),
        **reminder_settings.lines(words, person),
        "dm": _reached(words, person),
    }  # fmt: skip


def _offers(words: Words, person: Person) -> str:
    by_message = OFFERS in person.settings
    if QUIET in person.settings:
        return (
            words.say("Trade offers: by direct message, without a ping in the thread.")
            if by_message
            else words.say("Trade offers: in the thread, without a ping.")
        )
    if by_message:
        return words.say("Trade offers: a ping in the thread, and a direct message.")
    return words.say("Trade offers: a ping in the thread.")


def _reached(words: Words, person: Person) -> str:
    if person.dm_state == CLOSED_DM:
        return words.say("Direct messages do not reach you: allow them in the server's privacy settings.")
    if not person.dm_state:
        return words.say("Direct messages: the next one will show whether they reach you.")
    return words.say("Direct messages reach you.")
