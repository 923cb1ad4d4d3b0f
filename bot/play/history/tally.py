"""What can be counted of a game as everybody saw it: moves, its length, dice beside what was to be expected."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from bot.play import queries
from bot.play.answer_kinds import Veiled
from bot.play.answers import Refusal
from bot.play.table import Refused, Table
from bot.play.transactions import Env
from rules.engine.commits import BEGIN, UNDO
from storage.rows import RUNNING

SUMS: Final = tuple(range(2, 13))
WAYS: Final = 36


class Rolls(Veiled, frozen=True):
    """How often two dice showed a sum, and how often that was to be expected of so many rolls."""

    sum: int
    times: int
    expected: float


class Tally(Veiled, frozen=True):
    moves: tuple[int, ...]
    """Moves of each seat that everybody has seen and that stand."""
    lasts: int
    """Milliseconds from the deal to the last move, or until now."""
    rolls: tuple[Rolls, ...]
    """Empty in a game without dice, and before the first roll."""
    has_dice: bool


async def tally(table: Table, env: Env) -> Tally | Refusal:
    try:
        table.refuse_unless_begun()
    except Refused as refused:
        return refused.answer
    told = [one for one in await queries.told_in(table, None, env) if not one.entry.undone]
    times = [one.at for one in told if one.at]
    until = env.now() if table.status == RUNNING else max(times, default=0)
    lasts = until - min(times, default=until)
    return Tally(_moves(table, told), lasts, _rolls(_sums(table, told)), table.game.dice is not None)


def _moves(table: Table, told: Sequence[queries.Told]) -> tuple[int, ...]:
    moved = Counter(one.entry.seat for one in told if one.entry.kind not in (BEGIN, UNDO))
    return tuple(moved[seat] for seat in range(len(table.seats)))


def _sums(table: Table, told: Sequence[queries.Told]) -> Counter[int]:
    dice = table.game.dice
    if dice is None:
        return Counter()
    return Counter(sum(shown) for one in told for fact in one.entry.facts if (shown := dice(fact)))


def _rolls(sums: Counter[int]) -> tuple[Rolls, ...]:
    rolled = sums.total()
    return tuple(Rolls(one, sums[one], rolled * ways(one) / WAYS) for one in SUMS) if rolled else ()


def ways(number: int) -> int:
    """Returns in how many of 36 ways two dice show a sum."""
    return 6 - abs(7 - number)
