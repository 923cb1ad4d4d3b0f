"""Ratings: a fold over the results of a server's rated games, in the order in which they ended.

They are kept, so that a board is read and not worked out; what is kept is always what the fold would give. A game that
is entered late, because it was upgraded or a clock was set, is rated where it belongs, and all after it anew. Another
version of the library counts otherwise, so all is folded anew by it.

Whoever was forgotten stays in the fold as somebody of the strength that they had: the others' numbers stand.
"""

import asyncio
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any, Final

from openskill.models import PlackettLuce

from bot.play.table import Table
from bot.play.transactions import Env
from storage.annals import Finished, RatingRow, Strength, ToRate
from storage.rows import FORGOTTEN

NEW: Final[Strength] = (25.0, 25.0 / 3)
"""Of whom nothing is known."""
PROVISIONAL: Final = 10
"""So many games somebody plays before their rating counts as known."""
SCALE: Final = 60
"""A rating is shown so many times larger: whoever is new has 1500."""
LIBRARY: Final = "openskill"
RATED_BY: Final = "rated-by"
"""The key in `meta` of the library that made the ratings of a server, before its id."""
_MODEL: Final = PlackettLuce(mu=NEW[0], sigma=NEW[1])
_rating = asyncio.Lock()


def shown(strength: Strength) -> int:
    """Returns a rating as people read it."""
    return round(SCALE * strength[0])


def ranks(seats: Sequence[Any]) -> list[int]:
    """Returns the ranks that count: whoever let the house play a quarter of their turns is last, with others such."""
    last = max(row.rank for row in seats) + 1
    return [last if row.counts_last else row.rank for row in seats]


def rated(before: Sequence[Strength], places: Sequence[int]) -> list[Strength]:
    """Returns what one game makes of these ratings; a tie is one place."""
    teams = [[_MODEL.rating(mu, sigma)] for mu, sigma in before]
    after = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [(team[0].mu, team[0].sigma) for team in after]


def folded(wanted: ToRate) -> tuple[RatingRow, ...]:
    """Returns what each game makes of the ratings of its people, in its game and over all games."""
    standing, rows = dict(wanted.standing), list[RatingRow]()
    for game in wanted.games:
        for title in (game.game, ""):
            rows += _rows(game, title, standing, wanted.forgotten)
    return tuple(rows)


def _rows(
    game: Finished,
    title: str,
    standing: dict[tuple[str, int], Strength],
    forgotten: dict[tuple[str, str, int], Strength],
) -> list[RatingRow]:
    """Notes what people are rated now."""
    seats = [row for row in game.seats if not row.house]
    before = [
        forgotten.get((title, game.table, row.seat), NEW)
        if row.user == FORGOTTEN
        else standing.get((title, row.user), NEW)
        for row in seats
    ]
    after = rated(before, ranks(seats))
    standing.update({(title, row.user): now for row, now in zip(seats, after, strict=True) if row.user != FORGOTTEN})
    return [
        RatingRow(title, game.ended_at, game.table, row.seat, was, now)
        for row, was, now in zip(seats, before, after, strict=True)
    ]


async def brought_up(env: Env, guild: int) -> None:
    """Rates what has ended on a server since it was last asked about."""
    key, by = f"{RATED_BY}:{guild}", f"{LIBRARY} {version(LIBRARY)}"
    async with _rating:
        anew = await env.store.meta(key) not in (None, by)
        wanted = await env.store.annals.to_rate(guild, anew=anew)
        if not wanted.games:
            return
        await env.store.annals.rate(guild, await asyncio.to_thread(folded, wanted))
        await env.store.save_meta(key, by)


async def changes(env: Env, table: Table) -> tuple[tuple[int, int, int], ...]:
    """Returns seats with their ratings in this game before and after a table's, as people read them."""
    await brought_up(env, table.row.guild)
    found = await env.store.annals.changed(table.id)
    return tuple((seat, shown(before), shown(after)) for seat, before, after in found)
