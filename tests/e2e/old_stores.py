"""The store of the first schema, laid before the people and the channels of a sandbox, or grown to many tables."""

import re
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from sandbox.actor import Person
from sandbox.server import Sandbox
from sandbox.world.world import Channel
from tests.storage import stores

PEOPLE = dict(enumerate(("Ada", "Bea", "Cem", "Dag", "Eva", "Fay"), 901))
"""Whom the store knows, by their ids there."""
PARENT = 70
OF_A_TABLE = ("games", "seats", "records", "questions", "drafts", "orders", "due", "outbox", "messages", "actions")


class Settled:
    """A sandbox in which the tables of the store live: the people, and the channel of each table."""

    def __init__(self, sandbox: Sandbox, folder: Path) -> None:
        self.guild = sandbox.guild()
        self.people: Mapping[int, Person] = {old: sandbox.person(name, self.guild) for old, name in PEOPLE.items()}
        self.channels: dict[str, Channel] = {}
        places = sandbox.house.places
        parent = places.new_channel(self.guild, "tables")
        with closing(sqlite3.connect(stores.first_schema(folder))) as connection:
            for (table,) in connection.execute("SELECT id FROM games WHERE channel <> 0").fetchall():
                self.channels[table] = channel = places.new_channel(self.guild, f"table-{len(self.channels)}")
                for rows, key in (("games", "id"), ("messages", "game")):
                    connection.execute(f"UPDATE {rows} SET channel = ? WHERE {key} = ?", (channel.id, table))  # noqa: S608
            for old, person in self.people.items():
                for rows, column in (("seats", "user"), ("outbox", "user"), ("people", "user"), ("games", "creator")):
                    connection.execute(f"UPDATE {rows} SET {column} = ? WHERE {column} = ?", (person.id, old))  # noqa: S608
            for row, body in connection.execute("SELECT id, body FROM outbox").fetchall():
                here = re.sub(r"\b90[1-6]\b", lambda found: str(self.people[int(found[0])].id), body)
                here = here.replace(f'"parent":{PARENT}', f'"parent":{parent.id}')
                connection.execute("UPDATE outbox SET body = ? WHERE id = ?", (here, row))
            connection.execute("UPDATE games SET guild = ?", (self.guild.id,))
            connection.execute("UPDATE guilds SET guild = ?", (self.guild.id,))
            connection.execute("UPDATE people SET dm_channel = 0")
            connection.commit()

    def person(self, user: int) -> Person:
        return next(person for person in self.people.values() if person.id == user)


def grown(folder: Path, times: int) -> Path:
    """The store with each of its tables so many times, by ids of their own; what was on its way is not copied."""
    path = stores.first_schema(folder)
    with closing(sqlite3.connect(path)) as connection:
        for rows in OF_A_TABLE[:-3]:
            _multiplied(connection, rows, "id" if rows == "games" else "game", times)
        connection.commit()
    return path


def _multiplied(connection: sqlite3.Connection, rows: str, key: str, times: int) -> None:
    cursor = connection.execute(f"SELECT * FROM {rows}")  # noqa: S608
    names, found = [column[0] for column in cursor.description], cursor.fetchall()
    place = names.index(key)
    insert = f"INSERT INTO {rows} VALUES ({', '.join('?' * len(names))})"  # noqa: S608
    for n in range(1, times):
        connection.executemany(insert, (_nth(row, place, n) for row in found))


def _nth(row: tuple[Any, ...], place: int, n: int) -> tuple[Any, ...]:
    """The same row of the n-th copy of its table: four digits in place of the last of its id's letters."""
    return (*row[:place], f"{row[place][:7]}{n:04}", *row[place + 1 :])
