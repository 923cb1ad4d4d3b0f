"""Tables: written whole by one change, read back, listed."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from msgspec.structs import replace

from rules.contract import Record
from storage.decoding import COLUMNS, OF_GAMES, draft_of, gathered, luck_of, record_of, table_of
from storage.draws import DrawRow
from storage.listed import Aged
from storage.port import AlreadyAnswered, Conflict
from storage.postgres.database import NotUnique
from storage.postgres.part import Part, as_json
from storage.rows import Change, Committed, DraftRow, Loaded, TableRow, ThoughtRow

NEVER = 1 << 62
_ANSWER = "SELECT answer FROM actions WHERE interaction = $1"
_WHOLE = ", ".join(f"(l.whole).{column.strip()}" for column in COLUMNS.split(","))
_AT_CHANNEL = "SELECT id FROM games WHERE channel = $1 ORDER BY created_at DESC, rowid DESC LIMIT 1"
_RECORDS = "SELECT version, part, kind, seat, text, luck, at FROM records WHERE game = $1 ORDER BY version, part"
_COMMITTED = (
    "SELECT r.version, r.kind, a.at, a.interaction, a.answer, r.text FROM actions a"
    " JOIN records r ON r.game = a.game AND r.version = a.version AND r.at = a.at"
    " WHERE a.at > $3 AND a.game = $1 AND r.seat = $2 ORDER BY r.version, a.interaction, r.part"
)
# What is older than the span is not read: a table may have been played at for a year.
_NEWEST_FIRST = (
    "SELECT r.version, r.kind, r.at, a.interaction, a.answer, r.text FROM records r LEFT JOIN LATERAL (SELECT * FROM"
    " actions a WHERE a.at = r.at AND a.game = r.game AND a.version = r.version ORDER BY a.interaction DESC LIMIT 1) a"
    " ON true WHERE r.game = $1 AND r.seat = $2 AND r.version > coalesce((SELECT max(o.version) FROM records o"
    " WHERE o.game = $1 AND o.seat = $2 AND o.at <= $3), -1) ORDER BY r.version DESC, r.part DESC"
)
_DRAWS = "SELECT first, version, salt, bounds, luck FROM draws WHERE game = $1 ORDER BY first"
_SALTS = "SELECT opening, message FROM salts WHERE game = $1 ORDER BY opening"
_LOG = "SELECT line FROM log WHERE game = $1 ORDER BY version"
_VERSIONS = "SELECT version FROM log WHERE game = $1 ORDER BY version"
_TIMES = (
    "SELECT coalesce((SELECT max(r.at) FROM records r WHERE r.game = l.game AND r.version = l.version), 0) FROM log l"
    " WHERE l.game = $1 ORDER BY l.version"
)
_TOLD = (
    "WITH own AS (SELECT r.version, r.at FROM records r WHERE r.game = $1 AND r.seat = $2 "
    " AND r.kind IN ('move', 'undo') AND NOT EXISTS (SELECT 1 FROM log l WHERE l.game = r.game"
    " AND l.version = r.version AND l.unattended <> 0) ORDER BY r.version DESC LIMIT 1)"
    " SELECT coalesce((SELECT at FROM own), 0), ARRAY(SELECT l.line FROM log l WHERE l.game = $1"
    " AND l.version > coalesce((SELECT version FROM own), -1) ORDER BY l.version)"
)
_THOUGHTS = "SELECT seat, version, thought FROM thoughts WHERE game = $1 ORDER BY seat"
_DRAFT = "SELECT seat, base, rev, moves, tokens FROM drafts WHERE game = $1 AND seat = $2"
_FORGET_DRAFT = "DELETE FROM drafts WHERE game = $1 AND seat = $2"
_OF_GUILD = (
    f"SELECT {OF_GAMES} FROM games g WHERE g.guild = $1 AND g.status = ANY ($2::text[])"  # noqa: S608
    " ORDER BY g.created_at DESC, g.rowid DESC LIMIT $3"
)
_COUNT = (
    "SELECT count(*) FROM games WHERE status = ANY ($1::text[]) AND ($2::bigint = 0 OR guild = $2)"
    " AND ($3::bigint = 0 OR creator = $3) AND changed_at >= $4"
)
# Of a row of seats s: nobody has taken the seat since.
SITS = "NOT EXISTS (SELECT 1 FROM seats n WHERE n.game = s.game AND n.seat = s.seat AND n.nth > s.nth)"
_COUNT_USER = (
    "SELECT count(DISTINCT g.id) FROM seats s JOIN games g ON g.id = s.game"  # noqa: S608
    f' WHERE s."user" = $3 AND s.resigned = 0 AND {SITS}'
    " AND g.status = ANY ($1::text[]) AND ($2::bigint = 0 OR g.guild = $2)"
)
_OF_RULES = (
    "SELECT * FROM (SELECT g.id, g.game, g.status, g.rules_version, g.rev,"
    " EXISTS (SELECT 1 FROM log l WHERE l.game = g.id) AS logged FROM games g WHERE g.version >= 0 AND g.id > $2) g"
    " WHERE (NOT logged OR rules_version IS DISTINCT FROM ($1::json ->> g.game)::bigint) ORDER BY id LIMIT $3"
)


class Tables(Part):
    """Each method is documented in storage/port.py."""

    async def write(self, change: Change, /) -> TableRow:
        try:
            ((outcome, answer),) = await self._database.write(self._calls("write", 1), (as_json(change),))
        except NotUnique as error:
            known = await self.answer_of(change.interaction) if error.constraint == "actions_pkey" else None
            if known is None:
                raise
            raise AlreadyAnswered(known) from None  # delivered elsewhere at this moment, for a table of another name
        if outcome == "answered":
            raise AlreadyAnswered(answer)
        if outcome == "conflict":
            raise Conflict(change.table.id)
        return replace(change.table, rev=change.expect + 1)

    async def answer_of(self, interaction: int, /) -> str | None:
        rows = await self._database.read(_ANSWER, (interaction,))
        return rows[0][0] if rows else None

    async def newest_action(self) -> int:
        return NEVER

    async def load(self, table: str = "", /, *, channel: int = 0, interaction: int = 0) -> Loaded | None:
        rows = await self._database.read(self._load, (table, channel, interaction))
        if not rows:
            return None
        *row, answer, seated, questions, orders, dues, drafts = rows[0]
        return gathered(row, seated=seated, questions=questions, orders=orders, dues=dues, drafts=drafts, answer=answer)

    @property
    def _load(self) -> str:
        return (
            f"SELECT {_WHOLE}, (l.whole).parked_at, l.seed, l.salt, l.answer, l.seated, l.questions, l.orders, l.dues,"  # noqa: S608
            f" l.drafts FROM {self._functions}.load($1, $2, $3) l"
        )

    async def at_channel(self, channel: int, /) -> str | None:
        rows = await self._database.read(_AT_CHANNEL, (channel,))
        return rows[0][0] if rows else None

    async def records(self, table: str, /) -> tuple[Record, ...]:
        return tuple(record_of(row) for row in await self._database.read(_RECORDS, (table,)))

    async def committed(self, table: str, seat: int, after: int, /) -> tuple[Committed, ...]:
        found: dict[tuple[Any, ...], list[str]] = {}
        for *commit, text in await self._database.read(_COMMITTED, (table, seat, after)):
            found.setdefault(tuple(commit), []).append(text)
        return tuple(Committed(*commit, texts=tuple(texts)) for commit, texts in found.items())

    async def last_committed(
        self, table: str, seat: int, span: tuple[int, int], texts: tuple[str, ...], undone: str, /
    ) -> Committed | None:
        after, until = span
        newest = await self._database.read(_NEWEST_FIRST, (table, seat, after))
        for commit, parts in groupby(newest, itemgetter(0, 1, 2, 3, 4)):
            version, kind, at, interaction, answer = commit
            said = tuple(text for *_, text in parts)[::-1]
            fits = kind == undone or (at <= until and said[-len(texts) :] == texts)
            if fits and interaction is not None:
                return Committed(version, kind, at, interaction, answer, said)
        return None

    async def salt(self, table: str, now: int, /) -> int:
        return (await self._database.write(self._calls("salt", 2), (table, now)))[0][0] or 0

    async def draws(self, table: str, /) -> tuple[DrawRow, ...]:
        rows = await self._database.read(_DRAWS, (table,))
        return tuple(
            DrawRow(nth, version, by, luck_of(bounds), luck_of(luck)) for nth, version, by, bounds, luck in rows
        )

    async def salts(self, table: str, /) -> tuple[tuple[int, int], ...]:
        return tuple((opening, message) for opening, message in await self._database.read(_SALTS, (table,)))

    async def log(self, table: str, /) -> tuple[str, ...]:
        return await self._column(_LOG, table)

    async def log_versions(self, table: str, /) -> tuple[int, ...]:
        return await self._column(_VERSIONS, table)

    async def log_times(self, table: str, /) -> tuple[int, ...]:
        return await self._column(_TIMES, table)

    async def told_since(self, table: str, seat: int, /) -> tuple[int, tuple[str, ...]]:
        ((at, lines),) = await self._database.read(_TOLD, (table, seat))
        return at, tuple(lines)

    async def thoughts(self, table: str, /) -> tuple[ThoughtRow, ...]:
        return tuple(ThoughtRow(*row) for row in await self._database.read(_THOUGHTS, (table,)))

    async def notice(self, table: str, seat: int, since: int, now: int, /) -> None:
        await self._database.write(self._calls("notice", 4), (table, seat, since, now))

    async def draft(self, table: str, seat: int, /) -> DraftRow | None:
        rows = await self._database.read(_DRAFT, (table, seat))
        return draft_of(rows[0]) if rows else None

    async def save_draft(self, table: str, draft: DraftRow, expect: int, /, nth: int | None = None) -> None:
        ((kept,),) = await self._database.write_once(self._calls("save_draft", 5), (table, as_json(draft), expect, nth))
        if not kept:
            raise Conflict(table)

    async def forget_draft(self, table: str, seat: int, /) -> None:
        await self._database.write(_FORGET_DRAFT, (table, seat))

    async def tables_of(self, guild: int, status: tuple[str, ...], limit: int, /) -> tuple[TableRow, ...]:
        return tuple(table_of(row) for row in await self._database.read(_OF_GUILD, (guild, list(status), limit)))

    async def count_tables(
        self, *, user: int = 0, guild: int = 0, creator: int = 0, status: tuple[str, ...], since: int = 0
    ) -> int:
        statement, values = (
            (_COUNT_USER, (list(status), guild, user)) if user else (_COUNT, (list(status), guild, creator, since))
        )
        return (await self._database.read(statement, values))[0][0]

    async def tables_of_rules(self, versions: Mapping[str, int], after: str, limit: int, /) -> tuple[Aged, ...]:
        rows: Sequence[Any] = await self._database.read(_OF_RULES, (as_json(versions), after, limit))
        return tuple(Aged(*row) for row in rows)
