"""Makes the file of a game: what everybody may know, and after the end, where hands are open then, all of it."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from bot.play.changes import results
from bot.play.gamefile import chain
from bot.play.gamefile.form import LIVE, SEALED, Draws, GameFile, Luck, Move, Part, Reached, Salt, Sitter
from bot.play.history.replay import hands_open
from bot.play.history.walks import walked
from bot.play.luck import commitment
from bot.play.people.preferences import NAMELESS
from bot.play.table import Table
from bot.play.transactions import Env
from rules.contract import AnyRules, Record
from rules.engine import Line
from rules.engine.log_lines import undone
from rules.engine.replay import walk
from storage.draws import DrawRow
from storage.rows import OVER, SeatRow

NOTHING = Raw(b"null")
UNNAMED = "unnamed"
"""How an occupant came who stands in a file of a game that does not name them."""
_version = attrgetter("version")


async def written(table: Table, env: Env) -> GameFile:
    """Returns the file of a game that has begun."""
    store, key, row, is_open = env.store, table.id, table.row, hands_open(table)
    records, lines, versions = await _kept(table, env)
    views = await walked(records, views_of, table.rules, records)
    found = await walked(records, moves_of, records, lines, versions, views, is_open=is_open)
    draws = tuple(map(_draws, await store.draws(key))) if is_open else ()
    file = GameFile(
        table=key,
        game=row.game,
        rules=row.rules_version,
        lang=row.lang,
        status=row.status,
        seats=len(table.seats),
        options=row.options,
        terms=row.terms,
        random_seats=row.random_seats,
        began_at=records[0].at if records else row.created_at,
        open=is_open,
        sitters=await _sitters(table, env, is_open=is_open),
        luck=await _luck(table, env, told=is_open),
        moves=found,
        draws=draws,
        result=_reached(table) if row.status == OVER else (),
        state=row.state if is_open else "",
    )
    return replace(file, record=chain.hashed(file))


async def record_of(table: Table, env: Env) -> str:
    """Returns the hash that the post of the end shows; what everybody saw need not be worked out for it."""
    is_open, (records, lines, versions) = hands_open(table), await _kept(table, env)
    found = await walked(records, moves_of, records, lines, versions, {}, is_open=is_open)
    luck = await _luck(table, env, told=False)
    return await walked(records, chain.record, table.id, luck, found, whole=is_open)


async def _kept(table: Table, env: Env) -> tuple[Sequence[Record], Sequence[str], Sequence[int]]:
    store, key = env.store, table.id
    return await store.records(key), await store.log(key), await store.log_versions(key)


async def _luck(table: Table, env: Env, *, told: bool) -> Luck:
    seed = table.loaded.luck.seed
    if not seed:
        return Luck(LIVE)
    salts = tuple(Salt(turn, str(post)) for turn, post in await env.store.salts(table.id))
    return Luck(SEALED, commitment(table.id, bytes.fromhex(seed)), seed if told else "", salts)


def _draws(row: DrawRow) -> Draws:
    return Draws(row.first, row.version, str(row.salt), row.bounds, row.luck)


async def _sitters(table: Table, env: Env, *, is_open: bool) -> tuple[Sitter, ...]:
    """Returns who sat where; whoever wishes so is not named."""
    found: list[Sitter] = []
    for row in table.loaded.occupants:
        named = row.how != UNNAMED if not row.user else NAMELESS not in (await env.store.person(row.user)).settings
        found.append(_sitter(row, row.name if named else "", is_open=is_open))
    return tuple(found)


def _sitter(row: SeatRow, name: str, *, is_open: bool) -> Sitter:
    """The version at which somebody sat down would tell how often others have answered in secret."""
    return Sitter(row.seat, row.nth, name, row.house, row.from_version if is_open else 0, row.resigned)


def moves_of(
    records: Sequence[Record],
    lines: Sequence[str],
    versions: Sequence[int],
    views: Mapping[int, Raw],
    *,
    is_open: bool,
) -> tuple[Move, ...]:
    """Returns a move for each line of the log; in a closed file for those that everybody has heard of."""
    parts = {version: tuple(group) for version, group in groupby(records, key=_version)}
    told = [msgspec.json.decode(line, type=Line) for line in lines]
    back = undone(told)
    found: list[Move] = []
    for index, (line, text, version) in enumerate(zip(told, lines, versions, strict=True)):
        if not is_open and not line.public:
            continue
        of = parts.get(version, ())
        view = views.get(version, NOTHING)
        found.append(_move(line, text, of, view, undone=index in back, whole=is_open))
    return tuple(found)


def views_of(rules: AnyRules, records: Sequence[Record]) -> Mapping[int, Raw]:
    """Returns what everybody saw after each commit that can still be replayed."""
    return {moment.after.version: view_of(rules, moment.after.state) for moment in walk(rules, records)}


def view_of(rules: AnyRules, state: Any) -> Raw:
    return Raw(msgspec.json.encode(rules.public(state)))


def _move(line: Line, text: str, parts: Sequence[Record], view: Raw, *, undone: bool, whole: bool) -> Move:
    """`line`: as it was kept, whatever the rules have become since."""
    facts = Raw(msgspec.json.encode([one["fact"] for one in line.told if "to" not in one]))
    seat, at = -1 if line.sealed and not whole else line.seat, parts[0].at if parts else 0
    told = Move(line.number, at, line.kind, seat, facts, view, undone)
    if not whole:
        return told
    said = tuple(Part(part.kind, part.seat, part.text, part.luck) for part in parts)
    version = parts[0].version if parts else -1
    more = {"version": version, "public": line.public, "parts": said, "line": Raw(text.encode())}
    return replace(told, **more)


def _reached(table: Table) -> tuple[Reached, ...]:
    if table.row.rules_version != table.rules.version:
        return ()
    reached = results(table, table.position.state)
    return tuple(Reached(one.seat, one.rank, one.points, one.turns, one.played_for) for one in reached)
