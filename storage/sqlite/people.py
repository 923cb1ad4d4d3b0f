"""People, servers, and single values by their key."""

import sqlite3

from storage.clocks import written_spans
from storage.decoding import as_text, guild_of, person_of
from storage.rows import Guild, Person
from storage.sqlite import agenda

_PERSON = "SELECT dm_channel, dm_state, lang, settings, away FROM people WHERE user = ?"
_SAVE_PERSON = (
    "INSERT INTO people (user, dm_channel, dm_state, lang, settings, away) VALUES (?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (user) DO UPDATE SET dm_channel = excluded.dm_channel, dm_state = excluded.dm_state,"
    " lang = excluded.lang, settings = excluded.settings, away = excluded.away"
)
_NOTE_DM = (
    "INSERT INTO people (user, dm_channel, dm_state, lang, settings) VALUES (?, ?, ?, '', '[]') ON CONFLICT (user) DO"
    " UPDATE SET dm_channel = excluded.dm_channel, dm_state = excluded.dm_state"
)
_GUILD = "SELECT lang, settings FROM guilds WHERE guild = ?"
_SAVE_GUILD = (
    "INSERT INTO guilds (guild, lang, settings) VALUES (?, ?, ?) ON CONFLICT (guild) DO UPDATE SET"
    " lang = excluded.lang, settings = excluded.settings"
)
_META = "SELECT value FROM meta WHERE key = ?"
_SAVE_META = "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"


def person(connection: sqlite3.Connection, user: int) -> Person:
    return person_of(user, connection.execute(_PERSON, (user,)).fetchone())


def save_person(
    connection: sqlite3.Connection, changed: Person, known: Person | None = None, *, reckon: int = 0
) -> bool:
    p = changed
    if known is not None and person(connection, p.user) != known:
        return False
    told = (p.dm_channel, p.dm_state, p.lang, as_text(p.settings), written_spans(p.away))
    connection.execute(_SAVE_PERSON, (p.user, *told))
    if reckon:
        agenda.reckon(connection, p.user, reckon)
    return True


def note_dm(connection: sqlite3.Connection, user: int, channel: int, state: str) -> None:
    connection.execute(_NOTE_DM, (user, channel, state))


def remember_locale(connection: sqlite3.Connection, user: int, locale: str) -> None:
    known = person(connection, user)
    if known.seen(locale) != known:
        save_person(connection, known.seen(locale))


def guild(connection: sqlite3.Connection, guild: int) -> Guild:
    return guild_of(guild, connection.execute(_GUILD, (guild,)).fetchone())


def save_guild(connection: sqlite3.Connection, guild: Guild) -> None:
    connection.execute(_SAVE_GUILD, (guild.guild, guild.lang, as_text(guild.settings)))


def meta(connection: sqlite3.Connection, key: str) -> str | None:
    row = connection.execute(_META, (key,)).fetchone()
    return None if row is None else row[0]


def save_meta(connection: sqlite3.Connection, key: str, value: str) -> None:
    connection.execute(_SAVE_META, (key, value))
