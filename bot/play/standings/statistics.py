"""Statistics: the board of a server, and what somebody has reached; as far as whoever asks may know it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from statistics import fmean, median
from typing import Final

import msgspec

from bot.play.answer_kinds import Veiled
from bot.play.people.preferences import EVERYWHERE, NO_STATS
from bot.play.standings import ratings, sources
from bot.play.transactions import Env
from storage.annals import Place, Reached


class Board(Veiled, frozen=True):
    """Who is rated on a server, the best first; after them whose rating is not known well yet."""

    title: str
    """The key of the game; empty over all games."""
    everywhere: bool
    """Is it over all servers?"""
    known: tuple[Place, ...]
    new: tuple[Place, ...]


class Career(Veiled, frozen=True):
    """What somebody has reached."""

    title: str
    games: int
    wins: int
    mean: float
    """The mean of their places."""
    places: tuple[int, ...]
    """How often they were first, second …"""
    streak: int
    """The most games in a row that they have won."""
    points: float | None
    """The mean of their points; None over several games, which count otherwise."""
    seats: tuple[int, ...]
    """How often they won in the first seat, the second …"""
    lasts: int
    """The median of how long a game took, in milliseconds."""
    turns: int
    answers: int | None
    """The median of how long they take to move, in milliseconds; None for anybody else, and where nothing is known."""
    curve: tuple[int, ...]
    """Their rating before any game, and after each."""
    kinds: tuple[tuple[str, float], ...] = ()
    """Where their points came from, the mean over the games in which that is known, by key; of one game alone."""


EVERY: Final = 0
"""The server under which ratings over all of them stand, of who wishes so."""


async def board(env: Env, guild: int, title: str) -> Board:
    await ratings.brought_up(env, guild)
    places = sorted(await env.store.annals.board(guild, title), key=lambda one: (-one.strength[0], one.user))
    known = tuple(one for one in places if one.games >= ratings.PROVISIONAL)
    return Board(title, guild == EVERY, known, tuple(one for one in places if one.games < ratings.PROVISIONAL))


async def career(env: Env, who: int, asker: int, guild: int, title: str) -> Career | None:
    """Returns nothing for who has finished no game, and for anybody else who keeps theirs to themselves.

    Outside of servers somebody is shown their games on all servers, and a rating over all of them if they wish so.
    """
    wishes = (await env.store.person(who)).settings
    if who != asker and (not guild or NO_STATS in wishes):
        return None
    is_rated = bool(guild) or EVERYWHERE in wishes
    if is_rated:
        await ratings.brought_up(env, guild)
    if title:
        await sources.brought_up(env, who, guild, title)
    found = await env.store.annals.reached(who, guild, title)
    if not found:
        return None
    answers = await env.store.annals.answered_in(who, guild, title) if who == asker else ()
    return _career(title, found, int(median(answers)) if answers else None, rated=is_rated)


def _career(title: str, found: Sequence[Reached], answers: int | None, *, rated: bool) -> Career:
    won = [one.rank == 1 for one in found]
    places = range(1, max(one.seats for one in found) + 1)
    return Career(
        title,
        len(found),
        sum(won),
        fmean(one.rank for one in found),
        _counted([one.rank for one in found], places),
        max((len(list(run)) for is_won, run in groupby(won) if is_won), default=0),
        _points(found),
        _counted([one.seat + 1 for one in found if one.rank == 1], places),
        int(median(one.ended_at - one.began_at for one in found)),
        sum(one.turns for one in found),
        answers,
        _curve(found) if rated else (),
        _kinds(found) if title else (),
    )


def _curve(found: Sequence[Reached]) -> tuple[int, ...]:
    after = [ratings.shown(one.after) for one in found if one.after is not None]
    return (ratings.shown(ratings.NEW), *after) if after else ()


def _kinds(found: Sequence[Reached]) -> tuple[tuple[str, float], ...]:
    """Returns the mean of what each kind brought: a game in which it brought nothing counts as nothing."""
    known = [
        msgspec.json.decode(one.sources, type=list[tuple[str, int]])
        for one in found
        if one.sources not in ("", sources.UNKNOWN)
    ]
    brought = Counter[str]()
    for game in known:
        for key, points in game:
            brought[key] += points
    kinds = dict.fromkeys(key for game in known for key, _ in game)
    return tuple((key, brought[key] / len(known)) for key in kinds)


def _counted(numbers: Sequence[int], places: Iterable[int]) -> tuple[int, ...]:
    return tuple(map(numbers.count, places))


def _points(found: Sequence[Reached]) -> float | None:
    points = [one.points for one in found if one.points is not None]
    return fmean(points) if points and len({one.game for one in found}) == 1 else None
