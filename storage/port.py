"""The port: what the host needs of a store. SQLite is its form here (store.py); another must be possible beside it."""

from typing import Protocol

from rules.contract import Record
from storage.rows import Change, DraftRow, Duty, Guild, Loaded, OutRow, Person, Sent, Sitting, TableRow, Waiting

DAY = 86_400_000


class Conflict(Exception):  # noqa: N818 (an answer: somebody else was faster)
    """The table was written since it was read; the whole use case must run again."""


class AlreadyAnswered(Exception):  # noqa: N818
    """This action was answered before, with this answer; nothing was written."""

    def __init__(self, answer: str) -> None:
        super().__init__("already answered")
        self.answer = answer


class Store(Protocol):
    """Every method is one transaction and returns only when it is durable."""

    async def write(self, change: Change, /) -> TableRow:
        """Writes all of a change or nothing, and returns the table with its new rev.

        Raises AlreadyAnswered for a second delivery of an action, Conflict for a table that moved on.
        """
        ...

    async def answer_of(self, interaction: int, /) -> str | None:
        """The stored answer of an action; None if it was not applied."""
        ...

    async def load(self, table: str, /) -> Loaded | None: ...

    async def at_channel(self, channel: int, /) -> str | None:
        """The id of the newest table of a thread."""
        ...

    async def records(self, table: str, /) -> tuple[Record, ...]: ...

    async def draft(self, table: str, seat: int, /) -> DraftRow | None: ...

    async def save_draft(self, table: str, draft: DraftRow, expect: int, /) -> None:
        """Keeps a draft if its kept rev is `expect` (0 for none); else raises Conflict."""
        ...

    async def forget_draft(self, table: str, seat: int, /) -> None: ...

    async def duties(self, user: int, /) -> tuple[Duty, ...]:
        """A person's tables in all servers that are gathering or running, those that wait for him first.

        A seat that he resigned is none of his any more, here and in `count_tables`.
        """
        ...

    async def sittings(self, user: int, /) -> tuple[Sitting, ...]:
        """Every seat that a person has or had, the newest table first."""
        ...

    async def forget(self, user: int, names: tuple[tuple[str, int, str], ...], /) -> bool:
        """Takes a person out of everything: `names` says what (table, seat) is called from now on.

        False, and nothing is changed, while he sits at a table that is gathering or running.
        """
        ...

    async def tables_of(self, guild: int, status: tuple[str, ...], limit: int, /) -> tuple[TableRow, ...]: ...

    async def count_tables(
        self, *, user: int = 0, guild: int = 0, creator: int = 0, status: tuple[str, ...], since: int = 0
    ) -> int:
        """Of a user: those at which he sits. Else those of a guild, of who opened them, that have changed since."""
        ...

    async def due(self, now: int, limit: int, /, longest: int = DAY) -> tuple[tuple[str, int, int], ...]:
        """(table, seat, since) of standing orders whose time has come.

        So it has where it is further ahead than the longest delay: the clock was set back.
        """
        ...

    async def next_due(self) -> int | None:
        """When the next standing order or expiry is due."""
        ...

    async def expired(self, now: int, limit: int, /) -> tuple[str, ...]:
        """Lobbies whose time is over."""
        ...

    # ── the outbox ──

    async def say_to_all(self, because: str, rows: tuple[tuple[str, OutRow], ...], now: int, /) -> int:
        """Writes a row for every table of a status and forgets the value `because`, at once; for how many tables.

        Nothing is written where there is no such value: what it stands for has been said.
        """
        ...

    async def waiting(self, now: int, limit: int, /, without: tuple[str, ...] = ()) -> tuple[Waiting, ...]:
        """Rows that may be sent now, in the order written, of tables that are not among `without`.

        What lies more than an hour ahead may be sent now: nothing waits so long, so the clock was set back.

        Of a parked table only those to people. A row that failed and waits for its next try holds back the later ones
        of its table to the same address. Rows on their way are among them, marked `sent_maybe`: the caller knows which
        ones it is sending itself.
        """
        ...

    async def sending(self, ids: tuple[int, ...], /) -> None:
        """Notes that these are on their way, so that after a crash one looks before sending again."""
        ...

    async def sent(self, ids: tuple[int, ...], message: Sent | None, now: int, /) -> None: ...

    async def failed(self, ids: tuple[int, ...], next_at: int, /, *, unknown: bool = False) -> None:
        """Not sent, or with `unknown` perhaps sent; to be tried again at that time."""
        ...

    async def postpone(self, ids: tuple[int, ...], next_at: int, /) -> None:
        """Not tried: its turn comes later."""
        ...

    async def unsaid(self, table: str, /) -> tuple[OutRow, ...]:
        """All that is still to be said in its thread, in the order written, whenever that may be."""
        ...

    async def say_to_silent(self, heard: str, row: OutRow, before: int, now: int, /) -> int:
        """Writes a row for every running table whose newest message of the kind `heard` is not younger than `before`.

        Once for each such message, whose time in seconds is the row's number; not where something is still to be said
        or the table is parked. For how many tables.
        """
        ...

    async def park(
        self, table: str, why: str, /, *, rev: int = -1, told: tuple[OutRow, ...] = (), now: int = 0, lately: int = 0
    ) -> None:
        """Nothing more is said in its thread, until it is unparked or somebody acts at it.

        With a `rev` only if it is still that one: else somebody has acted meanwhile. The rows `told` are written with
        it, unless one of their kind waits or was sent after `lately`.
        """
        ...

    async def parked(self, table: str, /) -> str:
        """Why it is parked; empty where it is not."""
        ...

    async def unpark(self, table: str, now: int, /) -> None: ...

    async def unpark_failed(self, now: int, /) -> None:
        """All tables that are parked because of failures alone."""
        ...

    async def newest_message(self, table: str, kind: str, /) -> Sent | None: ...

    # ── people, servers, the rest ──

    async def person(self, user: int, /) -> Person: ...

    async def save_person(self, person: Person, /) -> None: ...

    async def note_dm(self, user: int, channel: int, state: str, /) -> None:
        """Whether direct messages reach him, and where; nothing else of him is touched."""
        ...

    async def remember_locale(self, user: int, locale: str, /) -> None:
        """The language of somebody's Discord; nothing else of him is touched."""
        ...

    async def guild(self, guild: int, /) -> Guild: ...

    async def save_guild(self, guild: Guild, /) -> None: ...

    async def meta(self, key: str, /) -> str | None: ...

    async def save_meta(self, key: str, value: str, /) -> None: ...

    async def prune(self, now: int, /) -> None:
        """Forgets answers older than a day and outbox rows that are long done."""
        ...
