"""Analyses of finished games, one a game: the newest."""

import sqlite3
from collections.abc import Sequence
from typing import Any

from storage.annals import AnalysisRow

_KEPT = "SELECT game, version, whole, made_at, analysis FROM analyses WHERE game = ?"
_KEEP = (
    "INSERT INTO analyses (game, version, whole, made_at, analysis) VALUES (?, ?, ?, ?, ?) ON CONFLICT (game) DO UPDATE"
    " SET version = excluded.version, whole = excluded.whole, made_at = excluded.made_at, analysis = excluded.analysis"
)


def analysis(connection: sqlite3.Connection, game: str) -> AnalysisRow | None:
    row = connection.execute(_KEPT, (game,)).fetchone()
    return None if row is None else analysis_of(row)


def analysis_of(row: Sequence[Any]) -> AnalysisRow:
    """Makes an analysis of its row, whatever it is kept in."""
    table, version, whole, made_at, text = row
    return AnalysisRow(table, version, bool(whole), made_at, text)


def keep_analysis(connection: sqlite3.Connection, row: AnalysisRow) -> None:
    connection.execute(_KEEP, (row.table, row.version, int(row.whole), row.made_at, row.analysis))
