"""What the post of the end tells of a whole game: who won and how, ratings, the hash of its record."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.games import game_text
from bot.play import Env, Table, queries
from bot.play.gamefile.written import record_of
from bot.wording import Words, proof_text, spared, table_text
from rules.contract import Fact, Outcome, PublicView
from storage.rows import OVER


class Whole(NamedTuple):
    """A game that is over; nothing of any other."""

    told: tuple[Fact, ...] = ()
    """All that everybody was told."""
    course: queries.Course = ()
    """How the points came about."""
    rated: tuple[tuple[int, int, int], ...] = ()
    """Seats with their ratings before and after."""
    record: str = ""
    """The hash of its record."""


async def whole_of(table: Table, env: Env) -> Whole:
    if table.status != OVER:
        return Whole()
    told, course = await queries.told_to_all(table, env), await queries.course_of(table, env)
    found = Whole(told, course)
    with spared:
        found = found._replace(rated=await queries.rated(table, env))
    with spared:
        return found._replace(record=await record_of(table, env))
    return found


def ended(words: Words, outcome: Outcome, names: Sequence[str], view: PublicView, whole: Whole) -> list[str]:
    """Says who won, so that it stands out from what the last turns have told above it, and what follows from it."""
    won, *ranked = game_text.ending(words, outcome, names, view, whole.told).split("\n")
    record = [f"-# {proof_text.recorded(words, whole.record)}"] if whole.record else []
    return [f"**{won}**", *ranked, *table_text.rated(words, names, whole.rated), *record]
