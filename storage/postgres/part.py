"""What all parts of the store stand on: the database, and the functions of this version in it."""

from typing import Any

from storage.decoding import as_text
from storage.postgres.claims import Claims
from storage.postgres.database import Database
from storage.postgres.holding import Holding
from storage.postgres.schema import functions
from storage.problem import NotStorable


def as_json(value: object) -> str:
    """Returns a value as JSON; raises NotStorable for half a surrogate pair, which no file and no database holds."""
    try:
        return as_text(value)
    except UnicodeError:
        raise NotStorable from None  # its text would hold the value


class Part:
    """A part of the store."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._functions, _ = functions()

    def _calls(self, function: str, values: int) -> str:
        """Returns the statement that calls one of our functions with so many values."""
        given = ", ".join(f"${n + 1}" for n in range(values))
        return f"SELECT * FROM {self._functions}.{function}({given})"  # noqa: S608 (names of our own)

    async def _column(self, sql: str, *values: object) -> tuple[Any, ...]:
        return tuple(value for (value,) in await self._database.read(sql, values))


class Held(Part):
    """A part whose work is divided among processes."""

    def __init__(self, holding: Holding) -> None:
        super().__init__(holding.database)
        self._holding = holding
        self._claims = Claims(holding)
