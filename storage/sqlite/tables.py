"""Tables: written whole by one change, read back, listed. Jobs for the writer: each a function on the connection."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from storage import clocks
from storage.decoding import COLUMNS, WIDTH, as_text, draft_values, gathered, table_of
from storage.listed import Aged
from storage.port import DAY, AlreadyAnswered, Conflict
from storage.rows import Change, Loaded, Question, SeatRow, TableRow
from storage.sqlite import agenda, draws, former, log, results

_NOTE_ACTION = (
    "INSERT INTO actions (interaction, game, version, answer, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
)
_ANSWER = "SELECT answer FROM actions WHERE interaction = ?"
_NEW = f"INSERT INTO games ({COLUMNS}, changed_at) VALUES (?{', ?' * WIDTH}) ON CONFLICT (id) DO NOTHING"  # noqa: S608
_INDEXED = "guild = ?1, channel = ?2, status = ?4, created_at = ?13, expires_at = ?14"
_SET = (
    "game = ?3, rev = ?5, version = ?6, public_no = ?7, rules_version = ?8, lang = ?9, creator = ?10, options = ?11,"
    " random_seats = ?12, state = ?15, state_format = ?16, turn = ?17, terms = ?18, clocks = ?19, drawn = ?20,"
    " opening = ?21, opened_no = ?22, changed_at = iif(?23, changed_at, ?24)"
)
_READ = "WHERE id = ?25 AND rev = ?26"
# SQLite writes every index of a column that is set: where those stay, which is nearly always, they are not set.
_CHANGE = f"UPDATE games SET {_SET} {_READ} AND {_INDEXED.replace(',', ' AND')} RETURNING parked"  # noqa: S608
_CHANGE_WHOLE = f"UPDATE games SET {_INDEXED}, {_SET} {_READ} RETURNING parked"  # noqa: S608
_RECORD = "INSERT INTO records (game, version, part, kind, seat, text, luck, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
# Earlier occupants of a written seat keep their rows.
_NO_SEATS = (
    "DELETE FROM seats WHERE game = ?1 AND NOT EXISTS (SELECT 1 FROM json_each(?2) n"
    " WHERE json_extract(n.value, '$[0]') = seat AND json_extract(n.value, '$[1]') > nth)"
)
_SEAT = (
    "INSERT INTO seats (game, seat, user, name, resigned, vote, from_version, how, nth, house, opening, opened_to,"
    " opened_at, opened_in) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_NO_QUESTIONS = "DELETE FROM questions WHERE game = ? RETURNING seat, since, asked_at, noticed_at, called_at"
_QUESTION = (
    "INSERT INTO questions (game, place, seat, topic, subject, since, required, rest, sealed, asked_at, noticed_at,"
    " called_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_NOTICE = "UPDATE questions SET noticed_at = max(1, ?4) WHERE game = ?1 AND seat = ?2 AND since = ?3 AND noticed_at = 0"
_NO_ORDERS = "DELETE FROM orders WHERE game = ?"
_ORDER = "INSERT INTO orders (game, seat, rule) VALUES (?, ?, ?)"
_NO_DUES = "DELETE FROM due WHERE game = ?"
_DUE = "INSERT INTO due (game, seat, since, at, kind, n) VALUES (?, ?, ?, ?, ?, ?)"
KEEP_DRAFT = (
    "INSERT INTO drafts (game, seat, base, rev, moves, tokens) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (game, seat)"
    " DO UPDATE SET base = excluded.base, rev = excluded.rev, moves = excluded.moves, tokens = excluded.tokens"
)
FORGET_DRAFT = "DELETE FROM drafts WHERE game = ? AND seat = ?"
_SAY = "INSERT INTO outbox (game, kind, number, user, body, next_at) VALUES (?, ?, ?, ?, ?, ?)"

# What few tables have is only read where it is.
_WHOLE = (
    f"SELECT {COLUMNS}, parked_at, coalesce((SELECT seed FROM seeds s WHERE s.game = id), ''),"  # noqa: S608
    " coalesce((SELECT message FROM salts t WHERE t.game = id AND t.opening = games.opening), 0),"
    " EXISTS (SELECT 1 FROM orders o WHERE o.game = id), EXISTS (SELECT 1 FROM drafts d WHERE d.game = id),"
    " (SELECT answer FROM actions WHERE interaction = ?2) FROM games"
)
_TABLE = f"{_WHOLE} WHERE id = ?1"
_TABLE_AT = f"{_WHOLE} WHERE channel = ?1 ORDER BY created_at DESC, rowid DESC LIMIT 1"
_OCCUPANTS = (
    "SELECT s.seat, s.user, s.name, s.resigned, s.vote, s.from_version, s.how, s.nth, s.house,"
    " s.opening, s.opened_to, s.opened_at, s.opened_in, p.settings, p.away, p.dm_state FROM seats s"
    " LEFT JOIN people p ON p.user = s.user WHERE s.game = ? ORDER BY s.from_version, s.nth, s.seat"
)
_QUESTIONS = (
    "SELECT seat, topic, subject, since, required, rest, sealed, asked_at, noticed_at, called_at FROM questions"
    " WHERE game = ? ORDER BY place"
)
_ORDERS = "SELECT seat, rule FROM orders WHERE game = ? ORDER BY seat"
_DUES = "SELECT seat, since, at, kind, n FROM due WHERE game = ? ORDER BY seat, since, kind"
_DRAFTS = "SELECT seat, base, rev, moves, tokens FROM drafts WHERE game = ? ORDER BY seat"
_AT_CHANNEL = "SELECT id FROM games WHERE channel = ? ORDER BY created_at DESC, rowid DESC LIMIT 1"
_OF_GUILD = (
    f"SELECT {COLUMNS} FROM games WHERE guild = ? AND status IN (SELECT value FROM json_each(?))"  # noqa: S608
    " ORDER BY created_at DESC, rowid DESC LIMIT ?"
)
_COUNT = (
    "SELECT count(*) FROM games WHERE status IN (SELECT value FROM json_each(?1)) AND (?2 = 0 OR guild = ?2)"
    " AND (?3 = 0 OR creator = ?3) AND changed_at >= ?4"
)
# Of a row of seats s: nobody has taken the seat since.
SITS = "NOT EXISTS (SELECT 1 FROM seats n WHERE n.game = s.game AND n.seat = s.seat AND n.nth > s.nth)"
_COUNT_USER = (
    "SELECT count(DISTINCT g.id) FROM seats s JOIN games g ON g.id = s.game"  # noqa: S608
    f" WHERE s.user = ?3 AND s.resigned = 0 AND {SITS}"
    " AND g.status IN (SELECT value FROM json_each(?1)) AND (?2 = 0 OR g.guild = ?2)"
)
_OF_RULES = (
    "SELECT g.id, g.game, g.status, g.rules_version, g.rev, EXISTS (SELECT 1 FROM log l WHERE l.game = g.id) AS logged"
    " FROM games g LEFT JOIN json_each(?1) v ON v.key = g.game WHERE g.version >= 0 AND g.id > ?2"
    " AND (v.value IS NOT g.rules_version OR NOT logged) ORDER BY g.id LIMIT ?3"
)
# A table's clocks stood while nothing could be said in its thread.
UNPARK = (
    "UPDATE games SET clocks = iif(parked_at > 0 AND clocks <> '', json_set(clocks, '$.stood', json_insert("
    "coalesce(json_extract(clocks, '$.stood'), json('[]')), '$[#]', json_array(parked_at, ?2))), clocks),"
    " parked = '', parked_at = 0, rev = rev + ?3 WHERE id = ?1 AND parked <> ''"
)
HURRY = "UPDATE due SET at = min(at, ?2) WHERE game = ?1 AND kind IN ('late', 'remind')"
TRY_AGAIN = "UPDATE outbox SET tries = 0, next_at = ? WHERE game = ? AND done_at = 0 AND tries > 0"
_FORGET_ACTIONS = "DELETE FROM actions WHERE at < ?"
_FORGET_DONE = "DELETE FROM outbox WHERE done_at > 0 AND done_at < ?"


# ── writing ──


def write(connection: sqlite3.Connection, change: Change) -> TableRow:
    """Writes all of a change. A parked table that has something new to say is tried again."""
    table, execute = change.table, connection.execute
    written = msgspec.structs.replace(table, rev=change.expect + 1)
    parked = _put_table(connection, written, change)
    if parked is None:
        _refuse_again(connection, change.interaction)
        raise Conflict(table.id)
    if change.interaction:
        action = change.interaction, table.id, table.version, change.answer, change.now
        if not execute(_NOTE_ACTION, action).rowcount:
            _refuse_again(connection, change.interaction)
    if change.records:
        _put_records(connection, change)
    _replace_rows(connection, change)
    if change.seed or change.draws:
        draws.put(connection, table.id, change.seed, change.draws, change.salts)
    if change.results:
        results.put(connection, change)
    if change.lines:
        log.put(connection, change)
    if change.thoughts:
        log.put_thoughts(connection, change)
    _put_drafts(connection, change)
    agenda.returned(connection, change.returned, change.now)
    if change.rows:
        rows = ((table.id, r.kind, r.number, r.user, r.body, r.not_before or change.now) for r in change.rows)
        connection.executemany(_SAY, rows)
        if parked:
            execute(UNPARK, (table.id, change.now, 0))
            execute(HURRY, (table.id, change.now))
            execute(TRY_AGAIN, (change.now, table.id))
    return written


def _refuse_again(connection: sqlite3.Connection, interaction: int) -> None:
    """Raises AlreadyAnswered for a second delivery, even if the table moved on."""
    known = answer_of(connection, interaction) if interaction else None
    if known is not None:
        raise AlreadyAnswered(known)


def _put_table(connection: sqlite3.Connection, table: TableRow, change: Change) -> str | None:
    """Returns why the table was parked, empty where it was not; None where it is not as it was read."""
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
        table.turn,
        as_text(table.terms),
        clocks.written(table.clocks),
        table.drawn,
        table.opening,
        table.opened_no,
    )
    if change.expect < 0:
        return "" if connection.execute(_NEW, (table.id, *values, change.now)).rowcount else None
    more = int(change.silent), change.now, table.id, change.expect
    for statement in (_CHANGE, _CHANGE_WHOLE):
        found = connection.execute(statement, (*values, *more)).fetchall()
        if found:
            return found[0][0]
    return None


def _put_records(connection: sqlite3.Connection, change: Change) -> None:
    game = change.table.id
    connection.executemany(
        _RECORD,
        (
            (game, r.version, r.part, r.kind, r.seat, r.text, as_text(r.luck), r.at or change.now)
            for r in change.records
        ),
    )


def _replace_rows(connection: sqlite3.Connection, change: Change) -> None:
    game = change.table.id
    if change.seats is not None:
        _put_seats(connection, game, change.seats)
    if change.questions is not None:
        _put_questions(connection, change, change.questions)
    if change.orders is not None:
        _replace(connection, _NO_ORDERS, _ORDER, game, ((game, o.seat, o.rule) for o in change.orders))
    if change.dues is not None:
        _replace(connection, _NO_DUES, _DUE, game, ((game, d.seat, d.since, d.at, d.kind, d.n) for d in change.dues))


def _put_drafts(connection: sqlite3.Connection, change: Change) -> None:
    for draft in change.drafts:
        connection.execute(KEEP_DRAFT, draft_values(change.table.id, draft))
    for seat in change.forget_drafts:
        connection.execute(FORGET_DRAFT, (change.table.id, seat))


def _put_seats(connection: sqlite3.Connection, game: str, seats: Sequence[SeatRow]) -> None:
    connection.execute(_NO_SEATS, (game, as_text([(s.seat, s.nth) for s in seats])))
    rows = (
        (game, s.seat, s.user, s.name, *map(int, (s.resigned, s.vote)), s.from_version, s.how, s.nth, *_opening(s))
        for s in seats
    )
    connection.executemany(_SEAT, rows)


def _opening(row: SeatRow) -> tuple[Any, ...]:
    return row.house, row.opening, row.opened_to, row.opened_at, row.opened_in


def _put_questions(connection: sqlite3.Connection, change: Change, questions: Sequence[Question]) -> None:
    """Writes the questions. Times in the table win: a question may have been noticed since this change was decided, or
    called.
    """
    game = change.table.id
    times = {(row[0], row[1]): row[2:] for row in connection.execute(_NO_QUESTIONS, (game,)).fetchall()}
    rows: list[tuple[Any, ...]] = []
    for place, q in enumerate(questions):
        asked, noticed, called = times.get((q.seat, q.since), (q.asked_at or change.now, q.noticed_at, 0))
        told = (q.seat, q.topic, q.subject, q.since, int(q.required), int(q.rest), int(q.sealed))
        rows.append((game, place, *told, asked, noticed, q.called_at or called))
    connection.executemany(_QUESTION, rows)


def notice(connection: sqlite3.Connection, game: str, seat: int, since: int, now: int) -> None:
    connection.execute(_NOTICE, (game, seat, since, now))


def _replace(
    connection: sqlite3.Connection, delete: str, insert: str, game: str, rows: Iterable[tuple[Any, ...]]
) -> None:
    connection.execute(delete, (game,))
    connection.executemany(insert, rows)


def prune(connection: sqlite3.Connection, now: int) -> None:
    connection.execute(_FORGET_ACTIONS, (now - DAY,))
    connection.execute(_FORGET_DONE, (now - 7 * DAY,))
    agenda.forget_outages(connection, now - 100 * DAY)
    connection.execute(former.FORGET)


# ── reading ──


def answer_of(connection: sqlite3.Connection, interaction: int) -> str | None:
    row = connection.execute(_ANSWER, (interaction,)).fetchone()
    return None if row is None else row[0]


def load(connection: sqlite3.Connection, game: str, *, channel: int = 0, interaction: int = 0) -> Loaded | None:
    execute = connection.execute
    row = execute(_TABLE, (game, interaction)).fetchone() if game else _newest_at(connection, channel, interaction)
    if row is None:
        return None
    *row, has_orders, has_drafts, answer = row
    key = (row[0],)
    return gathered(
        row,
        seated=execute(_OCCUPANTS, key).fetchall(),
        questions=execute(_QUESTIONS, key),
        orders=execute(_ORDERS, key) if has_orders else (),
        dues=execute(_DUES, key),
        drafts=execute(_DRAFTS, key) if has_drafts else (),
        answer=answer if interaction else None,
    )


def _newest_at(connection: sqlite3.Connection, channel: int, interaction: int) -> tuple[Any, ...] | None:
    """Returns the newest table of a thread. Channel 0 stands for every table without a thread, so it finds none."""
    return connection.execute(_TABLE_AT, (channel, interaction)).fetchone() if channel else None


def at_channel(connection: sqlite3.Connection, channel: int) -> str | None:
    row = connection.execute(_AT_CHANNEL, (channel,)).fetchone()
    return None if row is None else row[0]


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


def of_rules(connection: sqlite3.Connection, versions: Mapping[str, int], after: str, limit: int) -> tuple[Aged, ...]:
    return tuple(
        Aged(id_, game, status, version, rev, bool(logged))
        for id_, game, status, version, rev, logged in connection.execute(_OF_RULES, (as_text(versions), after, limit))
    )
