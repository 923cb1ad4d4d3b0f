"""Tables: written whole by one change, read back, listed. Jobs for the writer, each a function on the connection."""

import sqlite3
from collections.abc import Iterable
from typing import Any

import msgspec

from storage.port import DAY, AlreadyAnswered, Conflict
from storage.rows import Change, DraftRow, DueRow, Duty, Loaded, OrderRow, Question, SeatRow, TableRow

encode_text = msgspec.json.Encoder().encode
_pairs = msgspec.json.Decoder(tuple[tuple[str, str], ...]).decode

COLUMNS = (
    "id, guild, channel, game, status, rev, version, public_no, rules_version, lang, creator, options, random_seats,"
    " created_at, expires_at, state, state_format"
)
OF_GAMES = ", ".join(f"g.{column.strip()}" for column in COLUMNS.split(","))

_NOTE_ACTION = "INSERT INTO actions (interaction, game, version, answer, at) VALUES (?, ?, ?, ?, ?)"
_ANSWER = "SELECT answer FROM actions WHERE interaction = ?"
_NEW = f"INSERT INTO games ({COLUMNS}, changed_at) VALUES (?{', ?' * 17}) ON CONFLICT (id) DO NOTHING"  # noqa: S608
_CHANGE = (
    "UPDATE games SET guild = ?, channel = ?, game = ?, status = ?, rev = ?, version = ?, public_no = ?,"
    " rules_version = ?, lang = ?, creator = ?, options = ?, random_seats = ?, created_at = ?, expires_at = ?,"
    " state = ?, state_format = ?, changed_at = ? WHERE id = ? AND rev = ?"
)
_RECORD = "INSERT INTO records (game, version, part, kind, seat, text, luck, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_NO_SEATS = "DELETE FROM seats WHERE game = ?"
_SEAT = "INSERT INTO seats (game, seat, user, name, resigned, vote) VALUES (?, ?, ?, ?, ?, ?)"
_NO_QUESTIONS = "DELETE FROM questions WHERE game = ?"
_QUESTION = (
    "INSERT INTO questions (game, place, seat, topic, subject, since, required, rest, sealed)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_NO_ORDERS = "DELETE FROM orders WHERE game = ?"
_ORDER = "INSERT INTO orders (game, seat, rule) VALUES (?, ?, ?)"
_NO_DUES = "DELETE FROM due WHERE game = ?"
_DUE = "INSERT INTO due (game, seat, since, at) VALUES (?, ?, ?, ?)"
KEEP_DRAFT = (
    "INSERT INTO drafts (game, seat, base, rev, moves, tokens) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (game, seat)"
    " DO UPDATE SET base = excluded.base, rev = excluded.rev, moves = excluded.moves, tokens = excluded.tokens"
)
FORGET_DRAFT = "DELETE FROM drafts WHERE game = ? AND seat = ?"
_SAY = "INSERT INTO outbox (game, kind, number, user, body, next_at) VALUES (?, ?, ?, ?, ?, ?)"

_TABLE = f"SELECT {COLUMNS} FROM games WHERE id = ?"  # noqa: S608
_SEATS = "SELECT seat, user, name, resigned, vote FROM seats WHERE game = ? ORDER BY seat"
_QUESTIONS = "SELECT seat, topic, subject, since, required, rest, sealed FROM questions WHERE game = ? ORDER BY place"
_ORDERS = "SELECT seat, rule FROM orders WHERE game = ? ORDER BY seat"
_DUES = "SELECT seat, since, at FROM due WHERE game = ? ORDER BY seat, since"
_AT_CHANNEL = "SELECT id FROM games WHERE channel = ? ORDER BY created_at DESC, rowid DESC LIMIT 1"
_OF_GUILD = (
    f"SELECT {COLUMNS} FROM games WHERE guild = ? AND status IN (SELECT value FROM json_each(?))"  # noqa: S608
    " ORDER BY created_at DESC, rowid DESC LIMIT ?"
)
_COUNT = (
    "SELECT count(*) FROM games WHERE status IN (SELECT value FROM json_each(?1)) AND (?2 = 0 OR guild = ?2)"
    " AND (?3 = 0 OR creator = ?3) AND changed_at >= ?4"
)
_COUNT_USER = (
    "SELECT count(DISTINCT g.id) FROM seats s JOIN games g ON g.id = s.game WHERE s.user = ?3 AND s.resigned = 0"
    " AND g.status IN (SELECT value FROM json_each(?1)) AND (?2 = 0 OR g.guild = ?2)"
)
_DUTIES = (
    f"SELECT {OF_GAMES}, s.seat,"  # noqa: S608
    " (SELECT min(since) FROM questions q WHERE q.game = g.id AND q.seat = s.seat AND q.required = 1) AS oldest"
    " FROM seats s JOIN games g ON g.id = s.game"
    " WHERE s.user = ? AND s.resigned = 0 AND g.status IN ('lobby', 'running')"
    " ORDER BY oldest IS NULL, g.created_at, g.id"
)
_EXPIRED = (
    "SELECT id FROM games WHERE status = 'lobby' AND expires_at > 0 AND expires_at <= ? ORDER BY expires_at LIMIT ?"
)
_DUE_NOW = "SELECT game, seat, since FROM due WHERE at NOT BETWEEN ?1 + 1 AND ?1 + ?3 ORDER BY at, game, seat LIMIT ?2"
_NEXT_DUE = (
    "SELECT min(at) FROM (SELECT min(at) AS at FROM due UNION ALL"
    " SELECT min(expires_at) FROM games WHERE status = 'lobby' AND expires_at > 0)"
)
_UNPARK = "UPDATE games SET parked = '' WHERE id = ? AND parked <> ''"
TRY_AGAIN = "UPDATE outbox SET tries = 0, next_at = ? WHERE game = ? AND done_at = 0 AND tries > 0"
_FORGET_ACTIONS = "DELETE FROM actions WHERE at < ?"
_FORGET_DONE = "DELETE FROM outbox WHERE done_at > 0 AND done_at < ?"


def as_text(value: object) -> str:
    return encode_text(value).decode()


# ── writing ──


def write(connection: sqlite3.Connection, change: Change) -> TableRow:
    """All of a change. The action is noted first: a second delivery of it is told so even if the table moved on.

    A parked table that has something new to say is tried again.
    """
    table, execute = change.table, connection.execute
    if change.interaction:
        known = execute(_ANSWER, (change.interaction,)).fetchone()
        if known is not None:
            raise AlreadyAnswered(known[0])
    written = msgspec.structs.replace(table, rev=change.expect + 1)
    if not _put_table(connection, written, change):
        raise Conflict(table.id)
    if change.interaction:
        execute(_NOTE_ACTION, (change.interaction, table.id, table.version, change.answer, change.now))
    if change.records:
        _put_records(connection, change)
    _replace_rows(connection, change)
    for draft in change.drafts:
        execute(KEEP_DRAFT, draft_values(table.id, draft))
    for seat in change.forget_drafts:
        execute(FORGET_DRAFT, (table.id, seat))
    if change.rows:
        rows = ((table.id, r.kind, r.number, r.user, r.body, r.not_before or change.now) for r in change.rows)
        connection.executemany(_SAY, rows)
        if execute(_UNPARK, (table.id,)).rowcount:
            execute(TRY_AGAIN, (change.now, table.id))
    return written


def _put_table(connection: sqlite3.Connection, table: TableRow, change: Change) -> bool:
    values = (
        table.guild,
        table.channel,
        table.game,
        table.status,
        table.rev,
        table.version,
        table.public_no,
        table.rules_version,
        table.lang,
        table.creator,
        as_text(table.options),
        int(table.random_seats),
        table.created_at,
        table.expires_at,
        table.state,
        table.state_format,
        change.now,
    )
    if change.expect < 0:
        return connection.execute(_NEW, (table.id, *values)).rowcount == 1
    return connection.execute(_CHANGE, (*values, table.id, change.expect)).rowcount == 1


def _put_records(connection: sqlite3.Connection, change: Change) -> None:
    game = change.table.id
    connection.executemany(
        _RECORD,
        ((game, r.version, r.part, r.kind, r.seat, r.text, as_text(r.luck), change.now) for r in change.records),
    )


def _replace_rows(connection: sqlite3.Connection, change: Change) -> None:
    game = change.table.id
    if change.seats is not None:
        rows = ((game, s.seat, s.user, s.name, int(s.resigned), int(s.vote)) for s in change.seats)
        _replace(connection, _NO_SEATS, _SEAT, game, rows)
    if change.questions is not None:
        rows = (
            (game, place, q.seat, q.topic, q.subject, q.since, int(q.required), int(q.rest), int(q.sealed))
            for place, q in enumerate(change.questions)
        )
        _replace(connection, _NO_QUESTIONS, _QUESTION, game, rows)
    if change.orders is not None:
        _replace(connection, _NO_ORDERS, _ORDER, game, ((game, o.seat, o.rule) for o in change.orders))
    if change.dues is not None:
        _replace(connection, _NO_DUES, _DUE, game, ((game, d.seat, d.since, d.at) for d in change.dues))


def _replace(
    connection: sqlite3.Connection, delete: str, insert: str, game: str, rows: Iterable[tuple[Any, ...]]
) -> None:
    connection.execute(delete, (game,))
    connection.executemany(insert, rows)


def draft_values(game: str, draft: DraftRow) -> tuple[Any, ...]:
    return (game, draft.seat, draft.base, draft.rev, as_text(draft.moves), as_text(draft.tokens))


def prune(connection: sqlite3.Connection, now: int) -> None:
    connection.execute(_FORGET_ACTIONS, (now - DAY,))
    connection.execute(_FORGET_DONE, (now - 7 * DAY,))


# ── reading ──


def table_of(row: tuple[Any, ...]) -> TableRow:
    """A row of games by COLUMNS."""
    return TableRow(
        row[0],
        row[1],
        row[2],
        row[3],
        row[4],
        row[5],
        row[6],
        row[7],
        row[8],
        row[9],
        row[10],
        _pairs(row[11]),
        bool(row[12]),
        row[13],
        row[14],
        row[15],
        row[16],
    )


def answer_of(connection: sqlite3.Connection, interaction: int) -> str | None:
    row = connection.execute(_ANSWER, (interaction,)).fetchone()
    return None if row is None else row[0]


def load(connection: sqlite3.Connection, game: str) -> Loaded | None:
    execute, key = connection.execute, (game,)
    row = execute(_TABLE, key).fetchone()
    if row is None:
        return None
    return Loaded(
        table_of(row),
        tuple(
            SeatRow(seat, user, name, bool(left), bool(vote)) for seat, user, name, left, vote in execute(_SEATS, key)
        ),
        tuple(Question(q[0], q[1], q[2], q[3], bool(q[4]), bool(q[5]), bool(q[6])) for q in execute(_QUESTIONS, key)),
        tuple(OrderRow(*order) for order in execute(_ORDERS, key)),
        tuple(DueRow(*due) for due in execute(_DUES, key)),
    )


def at_channel(connection: sqlite3.Connection, channel: int) -> str | None:
    row = connection.execute(_AT_CHANNEL, (channel,)).fetchone()
    return None if row is None else row[0]


def duties(connection: sqlite3.Connection, user: int) -> tuple[Duty, ...]:
    return tuple(
        Duty(table_of(row), row[17], asked=row[18] is not None, since=-1 if row[18] is None else row[18])
        for row in connection.execute(_DUTIES, (user,))
    )


def tables_of(connection: sqlite3.Connection, guild: int, status: tuple[str, ...], limit: int) -> tuple[TableRow, ...]:
    return tuple(table_of(row) for row in connection.execute(_OF_GUILD, (guild, as_text(status), limit)))


def count_tables(
    connection: sqlite3.Connection,
    user: int,
    guild: int,
    status: tuple[str, ...],
    *,
    creator: int = 0,
    since: int = 0,
) -> int:
    if user:
        return connection.execute(_COUNT_USER, (as_text(status), guild, user)).fetchone()[0]
    return connection.execute(_COUNT, (as_text(status), guild, creator, since)).fetchone()[0]


def due(connection: sqlite3.Connection, now: int, limit: int, longest: int) -> tuple[tuple[str, int, int], ...]:
    return tuple(connection.execute(_DUE_NOW, (now, limit, longest)))


def next_due(connection: sqlite3.Connection) -> int | None:
    return connection.execute(_NEXT_DUE).fetchone()[0]


def expired(connection: sqlite3.Connection, now: int, limit: int) -> tuple[str, ...]:
    return tuple(row[0] for row in connection.execute(_EXPIRED, (now, limit)))
