"""What falls due by the clocks of a table. A row's time is the earliest that it can be: when it has come, it is worked
out anew, for meanwhile what asks may have been called later, and somebody may be away.
"""

from collections.abc import Sequence

from bot.play.clocks.deadlines import deadlines, pace_of
from bot.play.clocks.paces import ABANDONED_MS
from bot.play.clocks.spans import Span, reached
from bot.play.table import Table
from storage.rows import LATE, RESUME, DueRow


def late_rows(table: Table, outages: Sequence[Span], now: int) -> tuple[DueRow, ...]:
    """Returns the rows of the deadlines of a table; of those that have passed, when the table is given up."""
    if pace_of(table) is None:
        return ()
    over = abandoned_at(table)
    return tuple(
        DueRow(*deadline.key, over if deadline.late_at else deadline.at, LATE)
        for deadline in deadlines(table, outages, now)
        if deadline.at
    )


def abandoned_at(table: Table) -> int:
    """Returns when a table is given up at which nobody plays and nobody votes."""
    return reached(table.row.clocks.acted_at, ABANDONED_MS, table.row.clocks.pauses)


def with_late(table: Table, outages: Sequence[Span], now: int) -> tuple[DueRow, ...]:
    """Returns all that falls due at a table, with its deadlines as they are now."""
    return (*(row for row in table.dues if row.kind != LATE), *late_rows(table, outages, now))


def kept(table: Table) -> tuple[DueRow, ...]:
    """Returns the rows that no commit changes."""
    return tuple(row for row in table.dues if row.kind == RESUME)
