"""The annals: what finished games have come to, over many tables; ratings made of them, boards, careers, analyses."""

from typing import Protocol

from msgspec import Struct

from storage.rows import ResultRow

Strength = tuple[float, float]
"""How strong somebody is thought to be, and how unsure that is."""


class Finished(Struct, frozen=True):
    """A rated game, with the results of its seats."""

    table: str
    game: str
    ended_at: int
    seats: tuple[ResultRow, ...]


class RatingRow(Struct, frozen=True):
    """What a game made of the rating of a seat's person: in its game, or over all games with an empty `title`."""

    title: str
    ended_at: int
    table: str
    seat: int
    before: Strength
    after: Strength


class ToRate(Struct, frozen=True):
    """What is to be rated of a server."""

    games: tuple[Finished, ...]
    """Those that are not rated yet and all that ended later, in the order in which they ended."""
    standing: dict[tuple[str, int], Strength]
    """What everybody in them was rated before, by title and user."""
    forgotten: dict[tuple[str, str, int], Strength]
    """What those were rated before whom nobody names any more, by title, table and seat."""


class Place(Struct, frozen=True):
    """Somebody on a board."""

    user: int
    name: str
    """As at their newest table on that server."""
    strength: Strength
    games: int
    wins: int


class Reached(Struct, frozen=True):
    """A finished game of somebody's."""

    game: str
    rank: int
    points: int | None
    seat: int
    seats: int
    began_at: int
    ended_at: int
    turns: int
    sources: str
    """Where their points came from: [["salaries", 12], …] as JSON; empty where nobody has noted it."""
    after: Strength | None
    """What it made of their rating; None if it was not rated."""


class AnalysisRow(Struct, frozen=True):
    """What was found out about a finished game."""

    table: str
    version: int
    """Of what estimates."""
    whole: bool
    """Made of hands that lie open; else of what everybody could see."""
    made_at: int
    analysis: str
    """As JSON."""


class Annals(Protocol):
    """Every method is one transaction."""

    async def to_rate(self, guild: int, /, *, anew: bool = False) -> ToRate:
        """Returns what is to be rated of a server; `anew`: all of it."""
        ...

    async def rate(self, guild: int, rows: tuple[RatingRow, ...], /) -> None:
        """Writes ratings; those of the same games and of later ones are replaced."""
        ...

    async def board(self, guild: int, title: str, /) -> tuple[Place, ...]:
        """Returns who has been rated, but for those who want to be on no board."""
        ...

    async def changed(self, table: str, /) -> tuple[tuple[int, Strength, Strength], ...]:
        """Returns seats with what the game made of their ratings in it, but for those who want to be on no board."""
        ...

    async def reached(self, user: int, guild: int, title: str, /) -> tuple[Reached, ...]:
        """Returns a person's finished games, the first first; of every server and game if none is named."""
        ...

    async def unsourced(self, user: int, guild: int, title: str, limit: int, /) -> tuple[str, ...]:
        """Returns the newest of these games of which nobody has noted where their points came from, by table."""
        ...

    async def note_sources(self, table: str, sources: dict[int, str], /) -> None:
        """Notes where the points of each seat came from."""
        ...

    async def answered_in(self, user: int, guild: int, title: str, /) -> tuple[int, ...]:
        """Returns after how many milliseconds a person has moved once it was their turn, in their newest games."""
        ...

    async def strengths(self, user: int, /) -> dict[tuple[str, int], Strength]:
        """Returns what each of a person's games made of their rating in it, by table and seat."""
        ...

    async def servers(self, user: int, /) -> tuple[int, ...]:
        """Returns the servers on which a person has finished games."""
        ...

    async def analysis(self, table: str, /) -> AnalysisRow | None:
        """Returns the analysis of a game, whatever its version."""
        ...

    async def keep_analysis(self, row: AnalysisRow, /) -> None:
        """Keeps the analysis of a game, in place of an older one."""
        ...
