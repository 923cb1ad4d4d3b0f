"""What is kept, as values: what the host reads, and what it asks to be written in one transaction."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from rules.contract import Open, Record
from storage.clocks import NO_CLOCKS, Clocks
from storage.draws import GATHERING, LIVE, DrawRow, Luck

LOBBY, RUNNING, OVER, ABANDONED, CLOSED = "lobby", "running", "over", "abandoned", "closed"
"""The states of a table: gathering, being played, finished, given up by vote, closed before it began."""

OPEN_DM, CLOSED_DM = "open", "closed"
"""Whether direct messages reach a person. Closed DMs are not tried again until that person asks for it."""

RESTORED = "restored"
"""The key in `meta` under which a restore leaves the time of its backup, and the kind of message that tells of it."""

FORGOTTEN = 0
"""The user id in place of a person who asked to be forgotten."""

FAILED = "failed"
"""Why a table is parked although nothing is wrong with it: Discord failed three times in a row."""

OFFERED, SOUGHT, VOTED = "offered", "sought", "voted"
"""How a seat came to be open to others: its sitter offers it to somebody or to anybody, or the others have voted so."""

JOINED: Final = "joined"
HOUSE: Final = "house"
"""How an occupant came to a seat: they joined in the lobby, or the house took it; HOUSE is a kind of due rows, too."""
NOBODY: Final = 0
"""The user id of a house player."""

ORDER: Final = "order"
"""The kind of a due row by which a seat's standing order answers a question."""

BEGINS, ENDS = "begins", "ends"
"""The kinds of due rows by which a turn begins, and one in which nothing is possible ends, without a press."""
LATE, SILENCE, RESUME, REMIND = "late", "silence", "resume", "remind"
"""The kinds by which a deadline passes, a table without deadlines is given up, a pause ends, somebody is reminded. Such
a time is the earliest that it can be: what it is in truth is worked out when that has come."""

CLOSE: Final = "close"
"""The kind of a row that takes the buttons off a message, which is its number. Nothing waits for it."""

NAME: Final = "name"
"""The kind of a row that names a table's thread after its players. Nothing waits for it."""

NONE: Final = -1
"""The seat of a due row that concerns the whole table, and the `since` of one that answers no question."""


class SeatRow(Struct, frozen=True):
    """An occupant of a seat. In a lobby seats are numbered in the order of joining; the start orders them anew.

    A seat may pass from one occupant to the next; each keeps a row, and the last one sits there.
    """

    seat: int
    user: int
    name: str
    resigned: bool = False
    vote: bool = False
    """Votes to give the game up."""
    from_version: int = 0
    """The version of the table when they sat down: of any later commit of the seat they are the author."""
    how: str = JOINED
    """How they came to the seat."""
    nth: int = 0
    """Counts the occupants of the seat from 0. Two may follow each other within one version."""
    house: str = ""
    """The level at which the house answers for this seat; empty where its person does."""
    opening: str = ""
    """OFFERED, SOUGHT or VOTED while somebody else may take the seat; empty while nobody may."""
    opened_to: int = 0
    """To whom it is offered; 0 for whoever comes first."""
    opened_at: int = 0
    opened_in: int = 0
    """The channel in which a card tells of it; 0 for the thread."""

    @property
    def is_person(self) -> bool:
        """Does a person sit here, whether the house answers for them or not, or did one whom nobody names any more?"""
        return bool(self.user) or not self.house


class Question(Open, frozen=True, gc=False):
    """An open question as it is kept: enough to list a person's duties without decoding a state.

    It equals no `Open`, not even one with the same fields: msgspec compares structs of one type only.
    """

    asked_at: int = 0
    """When it was asked; 0 in a Change stands for the time of the change."""
    noticed_at: int = 0
    """When its seat first opened it; 0 while it has not."""
    called_at: int = 0
    """When what asks it stood in the thread; 0 while it does not. So late its clock starts."""


class TableRow(Struct, frozen=True):
    """One table."""

    id: str
    guild: int
    channel: int
    """The thread; 0 before there is one."""
    game: str
    status: str
    rev: int
    """Grows with every write; a change is refused unless it was made of the newest rev."""
    version: int
    """The version of the newest record; -1 in a lobby."""
    public_no: int
    rules_version: int
    """The version of the rules that made the stored state; only these rules may go on from it."""
    lang: str
    creator: int
    options: tuple[tuple[str, str], ...]
    random_seats: bool
    created_at: int
    """Milliseconds since 1970, as all times here."""
    expires_at: int
    """When the lobby closes by itself; 0 for never."""
    state: str = ""
    """The state, as JSON that the store does not read."""
    state_format: str = ""
    """The fingerprint of the state's type (fingerprint.py)."""
    turn: int = -1
    """The seat whose turn it is: the last that was asked for an ordinary one; -1 before a game begins."""
    terms: tuple[tuple[str, str], ...] = ()
    """What its people have agreed about the table, as far as it differs from the usual; the rules do not know it."""
    clocks: Clocks = NO_CLOCKS
    drawn: int = 0
    """How many numbers its game has drawn from its seed."""
    opening: int = GATHERING
    opened_no: int = 0
    """Which turn it is, of those that stand (draws.py), and the public number of what opened it."""

    def __repr__(self) -> str:
        return f"TableRow(id={self.id!r}, status={self.status!r}, rev={self.rev}, version={self.version}, …)"


class Committed(Struct, frozen=True):
    """What a seat has played by one interaction."""

    version: int
    kind: str
    """As in the records."""
    at: int
    interaction: int
    answer: str
    texts: tuple[str, ...]
    """The moves, which may hold a secret."""

    def __repr__(self) -> str:
        return f"Committed(version={self.version}, kind={self.kind!r}, …)"


class DraftRow(Struct, frozen=True):
    """A planned turn: the `since` of the question that it answers, its moves, the words of the move being composed."""

    seat: int
    base: int
    rev: int
    moves: tuple[str, ...]
    tokens: tuple[str, ...]

    def __repr__(self) -> str:
        return f"DraftRow(seat={self.seat}, base={self.base}, rev={self.rev}, …)"


class OrderRow(Struct, frozen=True):
    """A standing order for sealed questions, in the words of bot/play/timed/orders.py."""

    seat: int
    rule: str

    def __repr__(self) -> str:
        return f"OrderRow(seat={self.seat}, …)"


class DueRow(Struct, frozen=True):
    """Something happens by itself: ORDER, BEGINS, ENDS and HOUSE answer (seat, since); by LATE its time is used up."""

    seat: int
    """NONE if it concerns the whole table."""
    since: int
    """NONE if it answers no question."""
    at: int
    kind: str = ORDER
    n: int = 0
    """How far those of its kind that follow each other have come."""


class ResultRow(Struct, frozen=True):
    """How a seat came out of a finished game."""

    seat: int
    user: int
    """Who sat there when it ended; FORGOTTEN once that person asked for it."""
    rank: int
    """From 1; seats that tie share one."""
    points: int | None = None
    """None if the game counts no points."""
    ended_at: int = 0
    """0 in a Change stands for the time of the change."""
    house: str = ""
    """The level of the house player that sat there; empty for a person."""
    rated: bool = True
    """Does the game count in ratings? Not where fewer than two people played it."""
    turns: int = 0
    """Turns of the seat while they sat there, and how many of them the house played for them."""
    played_for: int = 0

    @property
    def counts_last(self) -> bool:
        """Has the house played more than a quarter of a person's turns? Then they count as last in ratings."""
        return self.played_for * 4 > self.turns


class ThoughtRow(Struct, frozen=True):
    """What a house player weighed for the newest of its choices; nobody's to see while the game runs."""

    seat: int
    version: int
    thought: str

    def __repr__(self) -> str:
        return f"ThoughtRow(seat={self.seat}, version={self.version}, …)"


class Loaded(Struct, frozen=True):
    """Everything of one table except its records, its log and what is to be said."""

    table: TableRow
    seats: tuple[SeatRow, ...]
    """Who sits there now, by seat."""
    questions: tuple[Question, ...]
    orders: tuple[OrderRow, ...]
    dues: tuple[DueRow, ...]
    drafts: tuple[DraftRow, ...] = ()
    """The drafts of all seats."""
    occupants: tuple[SeatRow, ...] = ()
    """Everybody who sits or sat there, in the order in which they sat down, then by seat."""
    answer: str | None = None
    """What the interaction asked about was answered before; None if it was not, or if none was asked about."""
    settings: tuple[tuple[int, tuple[tuple[str, str], ...]], ...] = ()
    """The settings of those who sit there now and have some, by user."""
    away: tuple[tuple[int, tuple[tuple[int, int], ...]], ...] = ()
    """The spans in which those are away who sit there now, by user."""
    parked_at: int = 0
    """Since when nothing can be said in its thread; 0 if it can."""
    luck: Luck = LIVE
    unreachable: tuple[int, ...] = ()
    """The users who sit there now and whom direct messages do not reach."""

    def __repr__(self) -> str:
        return f"Loaded(table={self.table!r}, …)"


class OutRow(Struct, frozen=True):
    """A message to be sent once the change that it tells of is durable."""

    kind: str
    """board, lobby, hand, question, notice … (bot/play/outbox_bodies.py)"""
    number: int
    """The public number, or another that is unique: the nonce is made of table, kind and number."""
    user: int = 0
    """The recipient of a DM; 0 for the table's thread."""
    body: str = ""
    """What the courier composes the message of, as JSON: facts and numbers, never a finished text."""
    not_before: int = 0

    def __repr__(self) -> str:
        return f"OutRow(kind={self.kind!r}, number={self.number}, …)"


class Waiting(Struct, frozen=True):
    """A row of the outbox that is not done; `rev` is its table's where another process may have changed that."""

    id: int
    table: str
    row: OutRow
    tries: int
    next_at: int
    sending_since: int
    """When it was first sent without its being known what came of that, in milliseconds; 0 for never."""
    rev: int = -1

    @property
    def sent_maybe(self) -> bool:
        """May its message stand already? Look for it before sending it again."""
        return self.sending_since > 0


class Sent(Struct, frozen=True):
    """A message of the bot that stands in a channel."""

    table: str
    kind: str
    number: int
    channel: int
    message: int
    at: int
    live: bool = False
    """It has buttons that somebody may press."""


class Standing(Struct, frozen=True):
    """What stands of a table."""

    live: tuple[Sent, ...]
    """Messages with buttons that somebody may press, the oldest first."""
    newest: Sent | None
    """The newest of the kind that was asked for."""
    said: tuple[OutRow, ...]
    """The rows that the newest says, in the order written, as long as they are kept."""


class Change(Struct, frozen=True):
    """One transaction on one table. A field that is None leaves its rows alone; a tuple replaces all of them."""

    table: TableRow
    """The table as it is to be; `expect` is the rev that was read, -1 for a new table."""
    expect: int
    now: int
    interaction: int = 0
    """The interaction id for deduplication; 0 for timers, which are never redelivered."""
    answer: str = ""
    """Given again to every later delivery of the same interaction."""
    records: tuple[Record, ...] = ()
    seats: tuple[SeatRow, ...] | None = None
    """The present occupants. A greater `nth` follows those before, who stay; a seat that is not named is all gone."""
    questions: tuple[Question, ...] | None = None
    """A question that was open before, by (seat, since), keeps the times at which it was asked and noticed."""
    orders: tuple[OrderRow, ...] | None = None
    dues: tuple[DueRow, ...] | None = None
    drafts: tuple[DraftRow, ...] = ()
    """Drafts to be written, one a seat."""
    forget_drafts: tuple[int, ...] = ()
    """Seats whose draft is deleted."""
    rows: tuple[OutRow, ...] = ()
    results: tuple[ResultRow, ...] = ()
    """Results of the game that ends by this change, or that ended before; those of the same seats are replaced."""
    lines: tuple[tuple[int, str], ...] = ()
    """Lines of the log as (version, JSON); those of the same versions are replaced."""
    seed: str = ""
    """The secret of a new table's luck."""
    salts: tuple[tuple[int, int], ...] = ()
    """Turns with the posts that salted them, of a game that was played elsewhere."""
    draws: tuple[DrawRow, ...] = ()
    thoughts: tuple[ThoughtRow, ...] = ()
    """What house players thought; those before of the same seats are replaced."""
    silent: bool = False
    """Nobody has done anything: the table is as old as it was (`since` of Store.count_tables)."""
    unattended: bool = False
    """What it tells in the log was done without the person of its seat."""
    returned: int = 0
    """The person whose absence ends with it; 0 for nobody."""

    def __repr__(self) -> str:
        return f"Change(table={self.table.id!r}, expect={self.expect}, …)"


LOCALE: Final = "locale"
"""The key of a person's setting: the language of their Discord client."""


class Person(Struct, frozen=True):
    """A Discord user, over all servers."""

    user: int
    dm_channel: int = 0
    dm_state: str = ""
    """Empty until a DM was tried."""
    lang: str = ""
    """The language they chose; empty for that of their Discord client."""
    settings: tuple[tuple[str, str], ...] = ()
    away: tuple[tuple[int, int], ...] = ()
    """Spans in which they are away."""

    @property
    def reads(self) -> str:
        """The language they chose, else that of their Discord client when they last used the bot; empty if unknown."""
        return self.lang or dict(self.settings).get(LOCALE, "")

    def seen(self, locale: str) -> "Person":
        """Returns a copy with the language of their Discord client, which direct messages do not tell."""
        others = tuple(pair for pair in self.settings if pair[0] != LOCALE)
        return replace(self, settings=(*others, (LOCALE, locale)))


class Guild(Struct, frozen=True):
    guild: int
    lang: str = ""
    settings: tuple[tuple[str, str], ...] = ()
