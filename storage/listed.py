"""What is listed over many tables: seats, results and duties of a person, tables that a newer program looks at."""

from msgspec import Struct

from storage.rows import ResultRow, TableRow


class Sitting(Struct, frozen=True):
    """A seat that a person has or had, at a table of any status."""

    table: TableRow
    seat: int
    name: str
    """As it is shown there."""
    resigned: bool
    from_version: int = 0
    """The version of the table when they sat down."""
    until: int | None = None
    """The version at which somebody else took the seat; None while it is theirs. Later commits are not theirs to know,
    nor are the draft and the order of the seat."""


class Result(Struct, frozen=True):
    """What a person reached in a finished game."""

    table: str
    game: str
    guild: int
    row: ResultRow


class Aged(Struct, frozen=True):
    """A table that this program has to look at before it is played on."""

    id: str
    game: str
    status: str
    rules_version: int
    rev: int
    logged: bool
    """Does it have a log?"""


class Duty(Struct, frozen=True):
    """A line of a person's inbox."""

    table: TableRow
    seat: int
    asked: bool
    """Does the game wait for them?"""
    since: int
    """The `since` of the oldest question that waits for them; -1 if none does."""
    due: int = 0
    """The earliest that its time can be used up; 0 if it has none."""
    asked_at: int = 0
    """When it was asked; 0 if none waits for them."""
