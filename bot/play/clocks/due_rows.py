"""What falls due by the clocks of a table. A row's time is the earliest that it can be: when it has come, it is worked
out anew, for meanwhile what asks may have been called later, and somebody may be away.
"""

from collections.abc import Sequence

from bot.play.clocks.deadlines import deadlines, pace_of
from bot.play.clocks.paces import ABANDONED_MS
from bot.play.clocks.spans import Span, reached
from bot.play.table import Table
from storage.rows import LATE, NONE, RESUME, RUNNING, SILENCE, DueRow


def late_rows(table: Table, outages: Sequence[Span], now: int) -> tuple[DueRow, ...]:
    """Returns the rows of the deadlines of a table; of those that have passed, when the table is given up."""
    if pace_of(table) is None:
        return ()
    over = abandoned_at(table, outages)
    return tuple(
        DueRow(*deadline.key, over if deadline.late_at else deadline.at, LATE)
        for deadline in deadlines(table, outages, now)
        if deadline.at
    )


def abandoned_at(table: Table, outages: Sequence[Span]) -> int:
    """Returns when a table is given up at which nobody plays and nobody votes.

    What is asked there has been asked since somebody played, where nothing else is known of that.
    """
    acted = table.row.clocks.acted_at or max((question.asked_at for question in table.questions), default=0)
    return reached(acted, ABANDONED_MS, (*table.row.clocks.pauses, *outages))


def with_late(table: Table, outages: Sequence[Span], now: int) -> tuple[DueRow, ...]:
    """Returns all that falls due at a table, with its deadlines as they are now."""
    others = (row for row in table.dues if row.kind not in (LATE, SILENCE))
    return (*others, *late_rows(table, outages, now), *silence(table, outages))


def silence(table: Table, outages: Sequence[Span]) -> tuple[DueRow, ...]:
    """Returns the row by which a table without deadlines is given up: the one that it has, or else another."""
    if table.status != RUNNING or pace_of(table) is not None:
        return ()
    known = tuple(row for row in table.dues if row.kind == SILENCE)
    return known or (DueRow(NONE, NONE, abandoned_at(table, outages), SILENCE),)


def kept(table: Table) -> tuple[DueRow, ...]:
    """Returns the rows that no commit changes."""
    return tuple(row for row in table.dues if row.kind in (RESUME, SILENCE))
