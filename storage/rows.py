"""What is kept of a table, as values: what the host reads, and what it asks to be written in one transaction."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from rules.contract import Record

LOBBY, RUNNING, OVER, ABANDONED, CLOSED = "lobby", "running", "over", "abandoned", "closed"
"""The states of a table: gathering, played, finished, given up by vote, closed before it began."""

OPEN_DM, CLOSED_DM = "open", "closed"
"""Whether direct messages reach somebody; what is closed is told to him and not tried again until he asks."""

RESTORED = "restored"
"""The value in `meta` by which a restore leaves the time of its backup, and the kind of message that tells of it."""

FORGOTTEN = 0
"""The user of a seat whose player wanted to be forgotten."""

FAILED = "failed"
"""Why a table is parked that nothing is wrong with: Discord did not answer three times."""


class SeatRow(Struct, frozen=True):
    """Who sits where. In a lobby the seats are numbered as joined; the start orders them anew."""

    seat: int
    user: int
    name: str
    resigned: bool = False
    vote: bool = False
    """Votes to give the game up."""


class Question(Struct, frozen=True):
    """An open question as it is kept: enough to list a person's duties without decoding a state."""

    seat: int
    topic: str
    subject: int
    since: int
    required: bool
    rest: bool
    sealed: bool


class TableRow(Struct, frozen=True):
    """One table."""

    id: str
    guild: int
    channel: int
    """The thread; 0 before there is one."""
    game: str
    status: str
    rev: int
    """Grows with every write: the one that was read must be the one that is written over."""
    version: int
    """Of the records; -1 in a lobby."""
    public_no: int
    rules_version: int
    lang: str
    creator: int
    options: tuple[tuple[str, str], ...]
    random_seats: bool
    created_at: int
    """Milliseconds since 1970, as all times here."""
    expires_at: int
    """When the lobby closes by itself; 0 for never."""
    state: str = ""
    """The state as text: a cache, the records decide."""
    state_format: str = ""
    """The fingerprint of the state's type; another one means: rebuild from the records."""

    def __repr__(self) -> str:
        return f"TableRow(id={self.id!r}, status={self.status!r}, rev={self.rev}, version={self.version}, …)"


class DraftRow(Struct, frozen=True):
    """A planned turn: the question that it answers (its since), its moves, the words of the move being composed."""

    seat: int
    base: int
    rev: int
    moves: tuple[str, ...]
    tokens: tuple[str, ...]

    def __repr__(self) -> str:
        return f"DraftRow(seat={self.seat}, base={self.base}, rev={self.rev}, …)"


class OrderRow(Struct, frozen=True):
    """A standing order for sealed questions, in the words of bot/play/orders.py."""

    seat: int
    rule: str

    def __repr__(self) -> str:
        return f"OrderRow(seat={self.seat}, …)"


class DueRow(Struct, frozen=True):
    """A standing order answers the question (seat, since) at this time."""

    seat: int
    since: int
    at: int


class Loaded(Struct, frozen=True):
    """Everything of one table but its records."""

    table: TableRow
    seats: tuple[SeatRow, ...]
    questions: tuple[Question, ...]
    orders: tuple[OrderRow, ...]
    dues: tuple[DueRow, ...]


class OutRow(Struct, frozen=True):
    """Something to be said, once what it tells is durable."""

    kind: str
    """board, lobby, hand, question, outcome, notice … (bot/discord/courier.py)"""
    number: int
    """The public number, or for what one person is told the version: with table and kind it is the nonce."""
    user: int = 0
    """The person who is told; 0 for the table's thread."""
    body: str = ""
    """What the courier needs to compose it, as JSON: facts and numbers, never a finished text."""
    not_before: int = 0

    def __repr__(self) -> str:
        return f"OutRow(kind={self.kind!r}, number={self.number}, …)"


class Waiting(Struct, frozen=True):
    """A row of the outbox that is not done."""

    id: int
    table: str
    row: OutRow
    tries: int
    next_at: int
    sent_maybe: bool
    """It was being sent when the process ended: look before sending again."""


class Sent(Struct, frozen=True):
    """A message of ours that stands in a channel."""

    table: str
    kind: str
    number: int
    channel: int
    message: int
    at: int


class Change(Struct, frozen=True):
    """One transaction. What is None stays as it is; a tuple replaces all rows of its kind of this table."""

    table: TableRow
    """As it is to be; `expect` is the rev that was read, -1 for a new table."""
    expect: int
    now: int
    interaction: int = 0
    """The id of the action that is answered; 0 where nobody asked (a clock, an expiry)."""
    answer: str = ""
    """The answer, to be given again to every later delivery of the same action."""
    records: tuple[Record, ...] = ()
    seats: tuple[SeatRow, ...] | None = None
    questions: tuple[Question, ...] | None = None
    orders: tuple[OrderRow, ...] | None = None
    dues: tuple[DueRow, ...] | None = None
    drafts: tuple[DraftRow, ...] = ()
    """Drafts to be kept (by seat)."""
    forget_drafts: tuple[int, ...] = ()
    """Seats whose draft is gone."""
    rows: tuple[OutRow, ...] = ()

    def __repr__(self) -> str:
        return f"Change(table={self.table.id!r}, expect={self.expect}, …)"


LOCALE: Final = "locale"
"""Among a person's settings: the language of his Discord."""


class Person(Struct, frozen=True):
    """A Discord user, over all servers."""

    user: int
    dm_channel: int = 0
    dm_state: str = ""
    """Empty: not tried."""
    lang: str = ""
    """What he chose; empty: as in Discord."""
    settings: tuple[tuple[str, str], ...] = ()

    @property
    def reads(self) -> str:
        """The language he chose, else that of his Discord when he last sat down; empty where neither is known."""
        return self.lang or dict(self.settings).get(LOCALE, "")

    def seen(self, locale: str) -> "Person":
        """With the language of his Discord: what comes by direct message brings none along."""
        others = tuple(pair for pair in self.settings if pair[0] != LOCALE)
        return replace(self, settings=(*others, (LOCALE, locale)))


class Guild(Struct, frozen=True):
    guild: int
    lang: str = ""
    settings: tuple[tuple[str, str], ...] = ()


class Sitting(Struct, frozen=True):
    """A seat that somebody has or had, at a table of any status."""

    table: TableRow
    seat: int
    name: str
    """As it is shown there."""
    resigned: bool


class Duty(Struct, frozen=True):
    """A line of a person's inbox."""

    table: TableRow
    seat: int
    asked: bool
    """Is an answer wanted of him?"""
    since: int
    """Of the oldest question that waits for him; -1 where none does."""
