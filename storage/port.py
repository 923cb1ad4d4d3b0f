"""The port: what the host needs of a store. Its forms are SQLite and PostgreSQL (sqlite, postgres)."""

from collections.abc import Mapping
from typing import Final, Protocol

from rules.contract import Record
from storage.annals import Annals
from storage.listed import Aged, Duty, Result, Sitting
from storage.outgoing import Outgoing
from storage.rows import (
    Change,
    Committed,
    DraftRow,
    DrawRow,
    Guild,
    Loaded,
    OutRow,
    Person,
    TableRow,
    ThoughtRow,
)

DAY = 86_400_000

BEAT: Final = "beat"
"""The key in `meta` under which the time stands at which it last ran and reached Discord."""

RECKON: Final = "reckon"
"""What is due for a person of whom something has changed from which deadlines follow: those of all their tables are
worked out anew."""


class Conflict(Exception):  # noqa: N818 (an answer: somebody else was faster)
    """The table was written since it was read; the whole use case must run again."""


class AlreadyAnswered(Exception):  # noqa: N818
    """This interaction was answered before, with this answer; nothing was written."""

    def __init__(self, answer: str) -> None:
        super().__init__("already answered")
        self.answer = answer


class Store(Outgoing, Protocol):
    """Every method is one transaction and returns only when it is durable."""

    @property
    def annals(self) -> Annals:
        """What finished games have come to."""
        ...

    async def write(self, change: Change, /) -> TableRow:
        """Writes all of a change or nothing, and returns the table with its new rev.

        Raises AlreadyAnswered for a second delivery of an interaction, Conflict for a table that has moved on.
        """
        ...

    async def answer_of(self, interaction: int, /) -> str | None:
        """Returns the kept answer of an interaction; None if it has changed nothing."""
        ...

    async def newest_action(self) -> int:
        """Returns when the newest kept answer was given, or 0; a time that never comes where other processes answer."""
        ...

    async def load(self, table: str = "", /, *, channel: int = 0, interaction: int = 0) -> Loaded | None:
        """Returns everything of a table at one moment; None if there is no such table.

        The table is named by its id, or by its thread: of several in one thread the newest. With an interaction
        `Loaded.answer` is what `answer_of` returns for it.
        """
        ...

    async def at_channel(self, channel: int, /) -> str | None:
        """Returns the id of the newest table of a thread."""
        ...

    async def records(self, table: str, /) -> tuple[Record, ...]:
        """Returns all records of a table, the oldest first."""
        ...

    async def committed(self, table: str, seat: int, after: int, /) -> tuple[Committed, ...]:
        """Returns what a seat has played after that time by interactions that are known still, the oldest first."""
        ...

    async def last_committed(
        self, table: str, seat: int, span: tuple[int, int], texts: tuple[str, ...], undone: str, /
    ) -> Committed | None:
        """Returns the newest of those within a span of time, its end included, that ends with these moves.

        Or the newest of the kind `undone`, if that is newer; None for neither.
        """
        ...

    async def salt(self, table: str, now: int, /) -> int:
        """Returns the post that salts the turn of a table, kept from now on; 0 while none stands, or without a seed."""
        ...

    async def draws(self, table: str, /) -> tuple[DrawRow, ...]:
        """Returns all that a table has drawn from its seed, in order."""
        ...

    async def salts(self, table: str, /) -> tuple[tuple[int, int], ...]:
        """Returns the turns of a table, from -1 for the deal, with the posts that salt them."""
        ...

    async def log(self, table: str, /) -> tuple[str, ...]:
        """Returns what was told at a table, one line of JSON a commit, the oldest first."""
        ...

    async def log_versions(self, table: str, /) -> tuple[int, ...]:
        """Returns the version of the commit that each line of the log tells of."""
        ...

    async def log_times(self, table: str, /) -> tuple[int, ...]:
        """Returns when each line of the log was told; 0 where that is not known."""
        ...

    async def told_since(self, table: str, seat: int, /) -> tuple[int, tuple[str, ...]]:
        """Returns when a seat last moved, its person being there, 0 for never, and the lines of the log since then."""
        ...

    async def notice(self, table: str, seat: int, since: int, now: int, /) -> None:
        """Notes once that a seat has opened a question, if it is still asked; the table keeps its rev."""
        ...

    async def draft(self, table: str, seat: int, /) -> DraftRow | None:
        """Returns the draft of one seat."""
        ...

    async def save_draft(self, table: str, draft: DraftRow, expect: int, /, nth: int | None = None) -> None:
        """Writes a draft if the kept one has the rev `expect` (0 for none); else raises Conflict.

        `nth`: whose draft it is, of the occupants of its seat; where somebody else sits there by now, too, Conflict.
        """
        ...

    async def forget_draft(self, table: str, seat: int, /) -> None:
        """Deletes the draft of a seat, whatever its rev."""
        ...

    async def duties(self, user: int, /) -> tuple[Duty, ...]:
        """Returns a person's tables of all servers that gather or run, those waiting for them first; no seat left."""
        ...

    async def was_here(self, table: str, user: int, /) -> bool:
        """Had this person a seat at a running table, and was forgotten since?"""
        ...

    async def sittings(self, user: int, /) -> tuple[Sitting, ...]:
        """Returns every seat that a person has or had, the newest table first."""
        ...

    async def results(self, user: int, /) -> tuple[Result, ...]:
        """Returns a person's results, the latest first."""
        ...

    async def forget(self, user: int, names: tuple[tuple[str, int, str], ...], /) -> bool:
        """Takes a person out of everything: `names` says what (table, seat) is called from now on.

        Returns False, and changes nothing, while they sit at a table that is gathering or running.
        """
        ...

    async def tables_of(self, guild: int, status: tuple[str, ...], limit: int, /) -> tuple[TableRow, ...]:
        """Returns a server's tables, the newest first."""
        ...

    async def count_tables(
        self, *, user: int = 0, guild: int = 0, creator: int = 0, status: tuple[str, ...], since: int = 0
    ) -> int:
        """Returns how many tables of these states a user sits at, as in `duties`.

        Without a user, those of a server and of a creator, if given, that have changed since.
        """
        ...

    async def tables_of_rules(self, versions: Mapping[str, int], after: str, limit: int, /) -> tuple[Aged, ...]:
        """Returns tables that have begun, whether they still run or not, and that this program has to look at first.

        Those whose rules are not of the version given for their game, those of a game that is not named, and those
        without a log; by id, from the one after `after` on ("" for all).
        """
        ...

    async def due(self, now: int, limit: int, /, longest: int = DAY) -> tuple[tuple[str, str, int, int], ...]:
        """Returns (table, kind, seat, since) of everything whose time has come but house turns, the earliest first.

        A standing order further ahead than `longest`, the longest delay, is due as well: the clock was set back. Rows
        of other kinds may lie any time ahead.
        """
        ...

    async def next_due(self) -> int | None:
        """Returns when the next due row but a house turn, or expiry, is due."""
        ...

    async def house_due(self, now: int, limit: int, /, longest: int = DAY) -> tuple[tuple[str, int], ...]:
        """Returns the tables at which the time of a house turn has come, with that time, the earliest first.

        One further ahead than `longest` is due as well: the clock was set back.
        """
        ...

    async def next_house_due(self, after: int, /) -> int | None:
        """Returns when the first house turn after this time is due."""
        ...

    async def thoughts(self, table: str, /) -> tuple[ThoughtRow, ...]:
        """Returns what house players weighed for the newest of their choices, by seat."""
        ...

    async def expired(self, now: int, limit: int, /) -> tuple[str, ...]:
        """Returns lobbies whose time is over."""
        ...

    async def agenda_due(self, now: int, limit: int, /) -> tuple[tuple[int, str, int], ...]:
        """Returns (user, what, at) of what is due for a person over all tables, the earliest first."""
        ...

    async def set_agenda(
        self, user: int, what: str, at: int, /, *, told: tuple[str, OutRow] | None = None, now: int = 0
    ) -> None:
        """Notes when something is due next for a person; with 0 it is not due any more, unless it is later than `now`.

        `told`: what they are told in the same transaction, by the table that it stands under.
        """
        ...

    async def outages(self, since: int, /) -> tuple[tuple[int, int], ...]:
        """Returns the spans that ended after a time in which the bot did not run or reach Discord, the oldest first."""
        ...

    async def watch_silence(self, at: int, /) -> int:
        """Lets running tables without deadlines be looked at for silence at this time, if they are not yet at any."""
        ...

    async def tables_with_deadlines(self) -> tuple[str, ...]:
        """Returns the tables at which a deadline is to pass."""
        ...

    async def beat(self, now: int, /, outage: tuple[int, int] | None = None) -> None:
        """Notes that the bot runs and reaches Discord, and with it a span in which it did not."""
        ...

    # ── people, servers, the rest ──

    async def person(self, user: int, /) -> Person:
        """Returns what is kept of a person; nothing but the id if nothing is."""
        ...

    async def save_person(self, person: Person, /, known: Person | None = None, *, reckon: int = 0) -> bool:
        """Writes a person, given `known` only over that; returns whether it did. `reckon`: when RECKON is due by it."""
        ...

    async def note_dm(self, user: int, channel: int, state: str, /) -> None:
        """Notes whether DMs reach a person, and where; leaves the rest of them alone."""
        ...

    async def remember_locale(self, user: int, locale: str, /) -> None:
        """Notes the language of a person's Discord client; leaves the rest of them alone."""
        ...

    async def guild(self, guild: int, /) -> Guild:
        """Returns what is kept of a server; nothing but the id if nothing is."""
        ...

    async def save_guild(self, guild: Guild, /) -> None:
        """Writes all of a server."""
        ...

    async def meta(self, key: str, /) -> str | None:
        """Returns a single value."""
        ...

    async def save_meta(self, key: str, value: str, /) -> None:
        """Writes a single value."""
        ...

    async def prune(self, now: int, /) -> None:
        """Deletes answers older than a day and outbox rows that were done a week ago."""
        ...
