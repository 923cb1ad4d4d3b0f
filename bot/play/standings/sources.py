"""Where the points of finished games came from: noted with their results when somebody first asks for it."""

from typing import Final

import msgspec

from bot.play import queries
from bot.play.table import Table
from bot.play.transactions import Env

UNKNOWN: Final = "null"
AT_ONCE: Final = 20
"""So many games are looked through for one answer; older ones for the next."""


async def brought_up(env: Env, user: int, guild: int, title: str) -> None:
    """Notes them for somebody's newest games of a title of which nobody has."""
    for key in await env.store.annals.unsourced(user, guild, title, AT_ONCE):
        loaded = await env.store.load(key)
        game = env.games.get(title)
        if loaded is not None and game is not None:
            await env.store.annals.note_sources(key, await _noted(Table(loaded, game), env))


async def _noted(table: Table, env: Env) -> dict[int, str]:
    """Returns by seat what is noted: nothing in particular where other rules than these know it."""
    seats = range(len(table.seats))
    outcome = table.rules.outcome(table.position.state) if table.row.rules_version == table.rules.version else None
    if outcome is None or not outcome.points:
        return dict.fromkeys(seats, UNKNOWN)
    told, view = await queries.told_to_all(table, env), table.rules.public(table.position.state)
    found: dict[int, str] = {}
    for seat in seats:
        brought = [(key, points) for key, points in table.game.brought(seat, view, told) if points]
        adds_up = sum(points for _, points in brought) == outcome.points[seat]
        found[seat] = msgspec.json.encode(brought).decode() if adds_up else UNKNOWN
    return found
