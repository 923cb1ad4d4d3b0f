"""People and servers, single values; what is kept of somebody, and how it is taken out."""

from storage.clocks import written_spans
from storage.decoding import OF_GAMES, WIDTH, guild_of, mark, person_of, table_of
from storage.listed import Duty, Result, Sitting
from storage.postgres.part import Part, as_json
from storage.postgres.tables import SITS
from storage.rows import Guild, Person, ResultRow

_PERSON = 'SELECT dm_channel, dm_state, lang, settings, away FROM people WHERE "user" = $1'
_SAVE_PERSON = (
    'INSERT INTO people ("user", dm_channel, dm_state, lang, settings, away) VALUES ($1, $2, $3, $4, $5, $6)'
    ' ON CONFLICT ("user") DO UPDATE SET dm_channel = excluded.dm_channel, dm_state = excluded.dm_state,'
    " lang = excluded.lang, settings = excluded.settings, away = excluded.away"
)
_NOTE_DM = (
    "INSERT INTO people (\"user\", dm_channel, dm_state, lang, settings) VALUES ($1, $2, $3, '', '[]')"
    ' ON CONFLICT ("user") DO UPDATE SET dm_channel = excluded.dm_channel, dm_state = excluded.dm_state'
)
# What somebody has set meanwhile stays: only who has the settings that were read is written anew.
_SET = (
    "INSERT INTO people AS p (\"user\", dm_channel, dm_state, lang, settings) VALUES ($1, 0, '', '', $2)"
    ' ON CONFLICT ("user") DO UPDATE SET settings = excluded.settings WHERE p.settings = $3 RETURNING 1'
)
_GUILD = "SELECT lang, settings FROM guilds WHERE guild = $1"
_SAVE_GUILD = (
    "INSERT INTO guilds (guild, lang, settings) VALUES ($1, $2, $3) ON CONFLICT (guild) DO UPDATE SET"
    " lang = excluded.lang, settings = excluded.settings"
)
_META = "SELECT value FROM meta WHERE key = $1"
SAVE_META = "INSERT INTO meta (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value"

_DUTIES = (
    f"SELECT {OF_GAMES}, s.seat, o.oldest,"  # noqa: S608
    " (SELECT min(d.at) FROM due d WHERE d.game = g.id AND d.kind = 'late' AND (d.seat = s.seat OR (d.seat = -1"
    " AND EXISTS (SELECT 1 FROM questions q WHERE q.game = g.id AND q.seat = s.seat AND q.sealed = 1)))),"
    " (SELECT min(asked_at) FROM questions q WHERE q.game = g.id AND q.seat = s.seat AND q.required = 1)"
    " FROM seats s JOIN games g ON g.id = s.game CROSS JOIN LATERAL (SELECT min(q.since) AS oldest FROM questions q"
    " WHERE q.game = g.id AND q.seat = s.seat AND q.required = 1) o"
    f" WHERE s.\"user\" = $1 AND s.resigned = 0 AND {SITS} AND g.status IN ('lobby', 'running')"
    " ORDER BY o.oldest IS NULL, g.created_at, g.id"
)
_SITTINGS = (
    f"SELECT {OF_GAMES}, s.seat, s.name, s.resigned, s.from_version,"  # noqa: S608
    " (SELECT n.from_version FROM seats n WHERE n.game = s.game AND n.seat = s.seat AND n.nth = s.nth + 1)"
    ' FROM seats s JOIN games g ON g.id = s.game WHERE s."user" = $1'
    " ORDER BY g.created_at DESC, g.id, s.from_version DESC, s.nth DESC, s.seat"
)
_FORMER = "SELECT 1 FROM former WHERE game = $1 AND mark = $2"
_RESULTS = (
    'SELECT r.game, g.game, g.guild, r.seat, r."user", r.rank, r.points, r.ended_at, r.house,'
    " r.turns, r.played_for, r.rated FROM results r"
    ' JOIN games g ON g.id = r.game WHERE r."user" = $1 ORDER BY r.ended_at DESC, r.game, r.seat'
)


def _kept(p: Person) -> tuple[object, ...]:
    return (p.dm_channel, p.dm_state, p.lang, as_json(p.settings), written_spans(p.away))


class People(Part):
    """Each method is documented in storage/port.py."""

    async def person(self, user: int, /) -> Person:
        rows = await self._database.read(_PERSON, (user,))
        return person_of(user, rows[0] if rows else None)

    async def save_person(self, person: Person, /, known: Person | None = None, *, reckon: int = 0) -> bool:
        if known is None and not reckon:
            await self._database.write(_SAVE_PERSON, (person.user, *_kept(person)))
            return True
        before = None if known is None else as_json(_kept(known))
        given = (person.user, as_json(_kept(person)), before, reckon)
        return (await self._database.write_once(self._calls("save_person", 5), given))[0][0]

    async def note_dm(self, user: int, channel: int, state: str, /) -> None:
        await self._database.write(_NOTE_DM, (user, channel, state))

    async def remember_locale(self, user: int, locale: str, /) -> None:
        while True:
            known = await self.person(user)
            seen = known.seen(locale)
            given = (user, as_json(seen.settings), as_json(known.settings))
            if seen == known or await self._database.write(_SET, given):
                return

    async def guild(self, guild: int, /) -> Guild:
        rows = await self._database.read(_GUILD, (guild,))
        return guild_of(guild, rows[0] if rows else None)

    async def save_guild(self, guild: Guild, /) -> None:
        await self._database.write(_SAVE_GUILD, (guild.guild, guild.lang, as_json(guild.settings)))

    async def meta(self, key: str, /) -> str | None:
        rows = await self._database.read(_META, (key,))
        return rows[0][0] if rows else None

    async def save_meta(self, key: str, value: str, /) -> None:
        await self._database.write(SAVE_META, (key, value))

    async def duties(self, user: int, /) -> tuple[Duty, ...]:
        return tuple(
            Duty(
                table_of(row),
                seat,
                asked=since is not None,
                since=-1 if since is None else since,
                due=due or 0,
                asked_at=asked_at or 0,
            )
            for row in await self._database.read(_DUTIES, (user,))
            for seat, since, due, asked_at in (row[WIDTH:],)
        )

    async def was_here(self, table: str, user: int, /) -> bool:
        return bool(await self._database.read(_FORMER, (table, mark(table, user))))

    async def sittings(self, user: int, /) -> tuple[Sitting, ...]:
        return tuple(
            Sitting(table_of(row), seat, name, resigned=bool(left), from_version=from_version, until=until)
            for row in await self._database.read(_SITTINGS, (user,))
            for seat, name, left, from_version, until in (row[WIDTH:],)
        )

    async def results(self, user: int, /) -> tuple[Result, ...]:
        return tuple(
            Result(table, game, guild, ResultRow(*row, rated=bool(rated), turns=turns, played_for=played_for))
            for table, game, guild, *row, turns, played_for, rated in await self._database.read(_RESULTS, (user,))
        )

    async def forget(self, user: int, names: tuple[tuple[str, int, str], ...], /) -> bool:
        """Gives the tables a new rev, so that no use case that has read them writes the name back."""
        named = [(table, seat, name, mark(table, user)) for table, seat, name in names]
        return (await self._database.write(self._calls("forget", 2), (user, as_json(named))))[0][0]

    async def prune(self, now: int, /) -> None:
        await self._database.write(self._calls("prune", 1), (now,))
