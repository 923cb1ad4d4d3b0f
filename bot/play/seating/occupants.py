"""Who sat where, and when: a seat's occupants follow each other, and each is the author of what is played from then on.

`from_version` of an occupant is the version of the table when they sat down: later commits of the seat are theirs.
"""

from collections.abc import Sequence
from typing import NamedTuple

from storage.rows import SeatRow


class Tenure(NamedTuple):
    """A person's last time in a seat."""

    row: SeatRow
    until: int | None
    """The last version that is theirs to know; None while they sit there."""


def joined(before: Sequence[SeatRow], present: Sequence[SeatRow]) -> tuple[SeatRow, ...]:
    """Returns all occupants once these sit there now, in the order in which they sat down."""
    fresh = {(row.seat, row.nth): row for row in present}
    kept = [row for row in before if any(row.seat == now.seat and row.nth < now.nth for now in present)]
    return tuple(sorted([*kept, *fresh.values()], key=lambda row: (row.from_version, row.nth, row.seat)))


def at(occupants: Sequence[SeatRow], version: int) -> tuple[SeatRow, ...]:
    """Returns who sat where when the commit of this version was made, by seat."""
    found: dict[int, SeatRow] = {}
    if not any(row.nth for row in occupants):
        return tuple(sorted(occupants, key=lambda row: row.seat))
    for row in sorted(occupants, key=lambda row: (row.seat, row.nth)):
        if row.nth == 0 or row.from_version < version:
            found[row.seat] = row
    return tuple(found[seat] for seat in sorted(found))


def tenure(occupants: Sequence[SeatRow], user: int) -> Tenure | None:
    """Returns when a person sat here last; None for who never did, and for nobody."""
    own = [row for row in occupants if user and row.user == user]
    if not own:
        return None
    last = max(own, key=lambda row: (row.from_version, row.nth))
    heir = next((row for row in occupants if (row.seat, row.nth) == (last.seat, last.nth + 1)), None)
    return Tenure(last, None if heir is None else heir.from_version)


def arrivals(occupants: Sequence[SeatRow]) -> tuple[tuple[SeatRow, SeatRow], ...]:
    """Returns each who took a seat over, with whoever had it before, in the order in which that happened."""
    known = {(row.seat, row.nth): row for row in occupants}
    came = [row for row in occupants if (row.seat, row.nth - 1) in known]
    return tuple((row, known[row.seat, row.nth - 1]) for row in came)
