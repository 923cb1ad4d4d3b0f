"""Records and drafts of a table."""

import sqlite3
from typing import Any

import msgspec

from rules.contract import Record
from storage.port import Conflict
from storage.rows import DraftRow
from storage.tables import FORGET_DRAFT, draft_of, draft_values

_luck = msgspec.json.Decoder(tuple[int, ...]).decode

_RECORDS = "SELECT version, part, kind, seat, text, luck, at FROM records WHERE game = ? ORDER BY version, part"
_DRAFT = "SELECT seat, base, rev, moves, tokens FROM drafts WHERE game = ? AND seat = ?"
_CHANGE_DRAFT = (
    "UPDATE drafts SET base = ?3, rev = ?4, moves = ?5, tokens = ?6 WHERE game = ?1 AND seat = ?2 AND rev = ?7"
)
_NEW_DRAFT = (
    "INSERT INTO drafts (game, seat, base, rev, moves, tokens) SELECT ?, ?, ?, ?, ?, ?"
    " WHERE EXISTS (SELECT 1 FROM games WHERE id = ?1) ON CONFLICT (game, seat) DO NOTHING"
)


def records(connection: sqlite3.Connection, game: str) -> tuple[Record, ...]:
    return tuple(_record(row) for row in connection.execute(_RECORDS, (game,)))


def _record(row: tuple[Any, ...]) -> Record:
    """Makes a Record of a row; the last column is the time of its commit. The one place that does."""
    version, part, kind, seat, text, luck, at = row
    return Record(version, part, kind, seat, text, _luck(luck), at)


def draft(connection: sqlite3.Connection, game: str, seat: int) -> DraftRow | None:
    row = connection.execute(_DRAFT, (game, seat)).fetchone()
    return None if row is None else draft_of(row)


def save_draft(connection: sqlite3.Connection, game: str, draft: DraftRow, expect: int) -> None:
    values = draft_values(game, draft)
    kept = connection.execute(_CHANGE_DRAFT, (*values, expect)).rowcount
    if not kept and expect == 0:
        kept = connection.execute(_NEW_DRAFT, values).rowcount
    if not kept:
        raise Conflict(game)


def forget_draft(connection: sqlite3.Connection, game: str, seat: int) -> None:
    connection.execute(FORGET_DRAFT, (game, seat))
