"""Records, draws and drafts of a table."""

import sqlite3
from itertools import groupby
from operator import itemgetter
from typing import Any

from rules.contract import Record
from storage.decoding import draft_of, draft_values, luck_of, record_of
from storage.draws import DrawRow
from storage.port import Conflict
from storage.rows import Committed, DraftRow
from storage.sqlite.tables import FORGET_DRAFT

_RECORDS = "SELECT version, part, kind, seat, text, luck, at FROM records WHERE game = ? ORDER BY version, part"
# Few actions are so new: they are found by their time, and the records by those.
_COMMITTED = (
    "SELECT r.version, r.kind, a.at, a.interaction, a.answer, r.text FROM actions a"
    " JOIN records r ON r.game = a.game AND r.version = a.version AND r.at = a.at"
    " WHERE a.at > ?3 AND a.game = ?1 AND r.seat = ?2 ORDER BY r.version, a.interaction, r.part"
)
_NEWEST_FIRST = (
    "SELECT version, kind, at, text FROM records WHERE game = ? AND seat = ? ORDER BY version DESC, part DESC"
)
_BY_ACTION = (
    "SELECT interaction, answer FROM actions WHERE at = ?3 AND game = ?1 AND version = ?2"
    " ORDER BY interaction DESC LIMIT 1"
)
_NEWEST_ACTION = "SELECT coalesce(max(at), 0) FROM actions"
_DRAWS = "SELECT first, version, salt, bounds, luck FROM draws WHERE game = ? ORDER BY first"
_SALTS = "SELECT opening, message FROM salts WHERE game = ? ORDER BY opening"
_DRAFT = "SELECT seat, base, rev, moves, tokens FROM drafts WHERE game = ? AND seat = ?"
# Whoever has planned it sits there still: a plan never passes on with its seat.
_SITS = "(?8 IS NULL OR ?8 = (SELECT max(nth) FROM seats WHERE game = ?1 AND seat = ?2))"
_CHANGE_DRAFT = (
    "UPDATE drafts SET base = ?3, rev = ?4, moves = ?5, tokens = ?6 WHERE game = ?1 AND seat = ?2 AND rev = ?7"  # noqa: S608
    f" AND {_SITS}"
)
_NEW_DRAFT = (
    "INSERT INTO drafts (game, seat, base, rev, moves, tokens) SELECT ?1, ?2, ?3, ?4, ?5, ?6"  # noqa: S608
    f" WHERE ?7 = 0 AND EXISTS (SELECT 1 FROM games WHERE id = ?1) AND {_SITS} ON CONFLICT (game, seat) DO NOTHING"
)


def records(connection: sqlite3.Connection, game: str) -> tuple[Record, ...]:
    return tuple(record_of(row) for row in connection.execute(_RECORDS, (game,)))


def draws(connection: sqlite3.Connection, game: str) -> tuple[DrawRow, ...]:
    found = connection.execute(_DRAWS, (game,))
    return tuple(
        DrawRow(first, version, by, luck_of(bounds), luck_of(luck)) for first, version, by, bounds, luck in found
    )


def salts(connection: sqlite3.Connection, game: str) -> tuple[tuple[int, int], ...]:
    return tuple(connection.execute(_SALTS, (game,)))


def committed(connection: sqlite3.Connection, game: str, seat: int, after: int) -> tuple[Committed, ...]:
    found: dict[tuple[Any, ...], list[str]] = {}
    for *commit, text in connection.execute(_COMMITTED, (game, seat, after)):
        found.setdefault(tuple(commit), []).append(text)
    return tuple(Committed(*commit, texts=tuple(texts)) for commit, texts in found.items())


def last_committed(
    connection: sqlite3.Connection, game: str, seat: int, span: tuple[int, int], texts: tuple[str, ...], *, undone: str
) -> Committed | None:
    """Reads no further than it must: a table may have been played at for a year."""
    after, until = span
    newest = connection.execute(_NEWEST_FIRST, (game, seat))
    for (version, kind, at), parts in groupby(newest, itemgetter(0, 1, 2)):
        if at <= after:
            return None
        said = tuple(text for *_, text in parts)[::-1]
        if kind == undone or (at <= until and said[-len(texts) :] == texts):
            action = connection.execute(_BY_ACTION, (game, version, at)).fetchone()
            if action is not None:
                interaction, answer = action
                return Committed(version, kind, at, interaction, answer, said)
    return None


def newest_action(connection: sqlite3.Connection) -> int:
    return connection.execute(_NEWEST_ACTION).fetchone()[0]


def draft(connection: sqlite3.Connection, game: str, seat: int) -> DraftRow | None:
    row = connection.execute(_DRAFT, (game, seat)).fetchone()
    return None if row is None else draft_of(row)


def save_draft(connection: sqlite3.Connection, game: str, draft: DraftRow, expect: int, nth: int | None) -> None:
    values = (*draft_values(game, draft), expect, nth)
    if not any(connection.execute(statement, values).rowcount for statement in (_CHANGE_DRAFT, _NEW_DRAFT)):
        raise Conflict(game)


def forget_draft(connection: sqlite3.Connection, game: str, seat: int) -> None:
    connection.execute(FORGET_DRAFT, (game, seat))
