"""The annals: what finished games have come to, over many tables; ratings made of them, boards, careers, analyses."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, Protocol

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


# ── how either store reads them ──

NEWEST: Final = 50
"""So many of somebody's games are looked through for how long they take to answer."""


def answered(of: str) -> str:
    """Returns the statement that reads how long answers took in somebody's newest games, over either store.

    `of`: the condition that a result r of the game g is one of them.
    """
    return (
        "WITH own AS (SELECT r.game, r.seat, s.from_version FROM results r JOIN games g ON g.id = r.game"  # noqa: S608
        f' JOIN seats s ON s.game = r.game AND s.seat = r.seat AND s."user" = r."user" WHERE {of}'
        f" ORDER BY r.ended_at DESC LIMIT {NEWEST}), moves AS (SELECT game, version, seat, kind, at,"
        " lag(seat) OVER w AS last, lag(at) OVER w AS since FROM records"
        " WHERE part = 0 AND game IN (SELECT game FROM own) WINDOW w AS (PARTITION BY game ORDER BY version))"
        " SELECT m.at - m.since FROM moves m JOIN own o ON o.game = m.game AND o.seat = m.seat"
        " JOIN log l ON l.game = m.game AND l.version = m.version"
        " WHERE m.kind = 'move' AND m.last <> m.seat AND m.since > 0 AND m.at >= m.since AND l.unattended = 0"
        " AND m.version > o.from_version"
    )


def finished(rows: Iterator[Any]) -> Iterator[Finished]:
    for (table, game, ended_at), seats in groupby(rows, key=itemgetter(0, 1, 2)):
        yield Finished(
            table, game, ended_at, tuple(ResultRow(*row[3:9], turns=row[9], played_for=row[10]) for row in seats)
        )


def analysis_of(row: Sequence[Any]) -> AnalysisRow:
    """Makes an analysis of its row, whatever it is kept in."""
    table, version, whole, made_at, text = row
    return AnalysisRow(table, version, bool(whole), made_at, text)
