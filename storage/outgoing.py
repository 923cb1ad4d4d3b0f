"""The part of the port by which the host says things: the outbox, and the messages that stand."""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from storage.rows import OutRow, Sent, Standing, Waiting

LONGEST_PAUSE = 3_600_000
"""Milliseconds; longer than any pause between two tries, and than most pauses that Discord asks for."""


class Outgoing(Protocol):
    """What is to be said, in what order, and what was."""

    async def enqueue_for_all(
        self, because: str, rows: tuple[tuple[str, OutRow], ...], now: int, /, among: tuple[str, ...] | None = None
    ) -> int:
        """In one transaction: enqueues a row for every table of a given status and deletes the meta key `because`.

        Only for those `among` these, if given. Returns the number of tables. If there is no such key, they have been
        told before and nothing is written.
        """
        ...

    async def waiting(self, now: int, limit: int, /, without: tuple[str, ...] = ()) -> tuple[Waiting, ...]:
        """Returns rows that may be sent now, in the order written, except those of the tables `without`.

        A row that lies more than an hour ahead may be sent too: nothing waits so long, so the clock was set back.

        Of a parked table only DMs. A row that failed and waits for its next try holds back the later ones of its table
        to the same address. Rows on their way are included, marked `sent_maybe`: the caller knows which ones it is
        sending itself.
        """
        ...

    async def sending(self, ids: tuple[int, ...], now: int, /) -> None:
        """Notes that these are on their way, so that after a crash the courier looks before it sends again.

        Those of which nobody knows what came of an earlier try keep its time. Raises Elsewhere where another process
        has said one of them, or answers for them by now.
        """
        ...

    def entitled(self) -> AbstractAsyncContextManager[int]:
        """Returns within what Discord is asked for what the outbox holds; raises Elsewhere once another process may.

        Within stands how often work has changed hands: what was said before that, others may have said otherwise since.
        """
        ...

    async def spend(self, what: str, limits: Sequence[tuple[int, int]], now: int, /, rest: int = 0) -> int:
        """Counts something of which all processes may do only so many within so many milliseconds.

        Returns 0, or when there is room again, and counts nothing. `rest`: from now on there is no room for so long.
        """
        ...

    async def sent(
        self,
        ids: tuple[int, ...],
        message: Sent | None,
        now: int,
        /,
        *,
        then: tuple[OutRow, ...] = (),
        over: tuple[int, ...] = (),
        called: bool = True,
        salts: bool = True,
    ) -> tuple[Waiting, ...]:
        """Notes that these are done, and the message in which they were said, new or edited.

        In the same transaction its table gets the rows `then`, and the messages `over` count as live no more. Returns
        those rows as `waiting` will. `called`: these may be the last of what is to be said before what is asked there
        counts as called. `salts`: their table may still wait for the post that salts its turn.
        """
        ...

    async def failed(self, ids: tuple[int, ...], next_at: int, /, *, unknown: bool = False) -> None:
        """Notes that these were not sent, or with `unknown` perhaps; they are tried again at that time."""
        ...

    async def say_otherwise(self, rows: tuple[tuple[int, OutRow], ...], now: int, /) -> None:
        """Lets each of these become another row, as if it had never been tried; what is done already stays done."""
        ...

    async def postpone(self, ids: tuple[int, ...], next_at: int, /) -> None:
        """Notes that these were not tried; their turn comes at that time."""
        ...

    async def unsaid(self, table: str, /) -> tuple[OutRow, ...]:
        """Returns all rows of a table's thread that are not sent yet, in the order written, whenever they are due."""
        ...

    async def news(self, table: str, kinds: tuple[str, ...], /) -> tuple[tuple[OutRow, ...], Sent | None]:
        """Returns what `unsaid` returns of these kinds, and the latest message of them."""
        ...

    async def nudges(self, user: int, now: int, /) -> tuple[Waiting, ...]:
        """Returns the reminders for a person, over all tables, that may be sent now, the oldest first.

        Raises Elsewhere while another process reminds that person.
        """
        ...

    async def shift(self, by: int, now: int, noted: tuple[str, str] | None = None, /) -> int:
        """Moves all that waits for a time, or is kept for some, by so many milliseconds: the clock was set to `now`.

        What was noted more than a week from the time before stays. `noted`: a key and its value, as by `save_meta`.
        Whoever decides about a table at this moment has to begin again. Returns how many rows were moved.
        """
        ...

    async def park(
        self, table: str, why: str, /, *, rev: int = -1, told: tuple[OutRow, ...] = (), now: int = 0, lately: int = 0
    ) -> None:
        """Holds back what is to be said in a table's thread until it is unparked or somebody acts at it.

        With a `rev` only if that is still the table's: else somebody has acted meanwhile. The rows `told` are written
        too, unless one of their kind is pending or was sent after `lately`.
        """
        ...

    async def parked(self, table: str, /) -> str:
        """Returns why a table is parked; "" if it is not."""
        ...

    async def unpark(self, table: str, now: int, /) -> None:
        """Lets a table speak again; rows that failed are tried at once."""
        ...

    async def unpark_failed(self, now: int, /) -> None:
        """Unparks all tables that are parked because of failures alone."""
        ...

    async def newest_message(self, table: str, /, *kinds: str) -> Sent | None:
        """Returns the latest message of these kinds that stands."""
        ...

    async def live(self, table: str, /) -> tuple[Sent, ...]:
        """Returns the messages of a table that have live buttons, the oldest first."""
        ...

    async def standing(self, table: str, kind: str, /) -> Standing:
        """Returns the messages with live buttons, and the newest of a kind with what it says."""
        ...

    async def said(self, message: int, /) -> tuple[OutRow, ...]:
        """Returns the rows that a message says, in the order written, as long as they are kept."""
        ...
