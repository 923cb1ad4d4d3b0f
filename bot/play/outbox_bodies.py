"""Rows of the outbox: messages to be sent or edited, as numbers and facts.

The courier (bot/discord/messages/courier.py) makes messages of them.

A public row holds announced facts only. A row for one person holds no secret either: the courier asks the position for
that person's view when it composes the message.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Raw, Struct

from storage.draws import START
from storage.rows import CLOSE, NAME, OutRow

BOARD, LOBBY_CARD, HAND, QUESTION, NOTICE, CHANNEL = "board", "lobby", "hand", "question", "notice", "channel"
"""The kinds: a public move, the card of a lobby, a hand by DM, a sealed question by DM, a line in the thread, and the
opening of somebody's DM channel, right after they joined."""

CALL, SETTLED = "call", "settled"
"""A line that asks somebody where the board post could not, being edited; and the end of a question by DM. CLOSE takes
the buttons off a message; NAME names the thread, or puts it away."""

DOOR: Final = "door"
"""A line in the channel of a table's thread: who opened it, and the way to join."""

REMINDER, STALLED = "reminder", "stalled"
"""A reminder to players who are waited for, in the thread; and a DM that the thread cannot be written to."""

NUDGE, DIGEST = "nudge", "digest"
"""A reminder by direct message, and one message a day about all that waits for somebody, over all tables."""

MOVED, UPDATED, TAKEN = "moved", "updated", "taken"
"""The kinds of a board that begins a new thread, of one that tells of new rules, and of one that tells who has taken a
seat over. RESTORED tells of a restore."""

SEAT: Final = "seat"
"""The card of a seat that others may take; a second row of its number is that it is over."""

LATE: Final = "late"
"""Tells that somebody's time is used up, with a button for the others."""


class BoardBody(Struct, frozen=True):
    """A public move."""

    kind: str
    """begin, move, undo or resign, as in the records; or RESTORED, MOVED, UPDATED or TAKEN."""
    seat: int
    """Whose move it was; -1 if that is not public, or nobody's."""
    facts: Raw
    """The announced facts, as JSON of the game's facts."""
    ping: tuple[int, ...]
    """Users who are asked anew."""
    parent: int = 0
    """The channel in which a new thread is to be opened; 0 if there is one."""
    passed: bool = True
    """The turn is over with it: what comes next is told in a post of its own."""
    over: bool = False
    """The game has ended with it."""
    nth: int = 0
    """Of TAKEN: which of the seat's occupants has sat down."""


class LobbyBody(Struct, frozen=True):
    parent: int
    """The channel in which the thread is to be opened; 0 once that is known."""
    invited: tuple[int, ...] = ()
    """Users whom the first card pings."""


class SeatBody(Struct, frozen=True):
    seat: int
    nth: int
    """Which of its occupants gives it up, or is to be played on for."""
    to: int
    """The user to whom it is offered; 0 for whoever comes first."""
    channel: int
    """Where the card stands; 0 for the thread."""


class StartBody(Struct, frozen=True):
    """The seats are fixed; the number of the post salts the deal."""


class DoorBody(Struct, frozen=True):
    channel: int
    """Where it stands: beside the thread, not in it."""


CLOCK: Final = 1_000_000_000
"""A hidden change has no public move number. Its row is keyed by time; a counter would leak how many there were."""
OFFER: Final = "offer"
"""The topic under which a call names who is asked about an offer, also where the rules have no question for it."""


class Asked(Struct, frozen=True):
    """A question of a call, as the rules know it (rules/contract.py, `Open`)."""

    seat: int
    topic: str
    subject: int
    since: int


class CallBody(Struct, frozen=True):
    """Who is asked, and what. Whoever answers an optional question in secret is asked until it is over for all."""

    asked: tuple[Asked, ...]
    answers: tuple[str, ...] = ()
    """The moves that answer it, one button each; none where it is answered in a panel."""
    offer: int = 0
    """The number of the offer that it is about; 0 for none."""
    facts: Raw = Raw(b"[]")
    """The announced facts that tell of it, as JSON."""


class CloseBody(Struct, frozen=True):
    """The row's number is the message."""

    channel: int
    at: int
    """When it was sent."""


class NameBody(Struct, frozen=True):
    """The players are known: the thread is named after them. Where the lobby was closed, it is archived."""


class SettledBody(Struct, frozen=True):
    """Questions by DM that are over. The row's number is the `since` of one of them."""

    facts: Raw
    """The announced facts of what came of it, as JSON; none if it was not for all to hear."""
    seat: int = -1
    """That of whom it was asked, if somebody else plays there now."""


class QuestionBody(Struct, frozen=True):
    seat: int
    since: int
    topic: str
    wished: bool = False
    """Nobody waits for the answer: the question goes only to those who wish to be told of such."""


OFFERS = ("offers", "on")
"""The setting of those who do."""


class HandBody(Struct, frozen=True):
    seat: int
    fresh: bool = False
    """Its person has just taken the seat over: nothing of the hand has changed."""


class LateBody(Struct, frozen=True):
    """The time of these seats is used up, and the others decide whether the house plays for them.

    Of a sealed question they are all who are asked. The row's number is the time, in seconds.
    """

    seats: tuple[int, ...]
    since: int
    sealed: bool
    at: int


class NoticeBody(Struct, frozen=True):
    """A line about the table: vote (votes and how many are wanted), given-up, stopped, damaged, abandoned; of a seat:
    to-house, seek (votes, wanted), sought, sits-in, back; pause-vote, paused, resumed, pace-vote, pace; downtime
    (minutes, as votes).
    """

    what: str
    votes: int = 0
    wanted: int = 0
    seat: int = -1
    """The seat that it is about."""
    until: int = 0
    """When a pause ends; for a vote, its days."""


class ReminderBody(Struct, frozen=True):
    """The row's number is its time, in seconds."""

    seats: tuple[int, ...] = ()
    """All who are waited for by one question, as everybody may know it; empty in what was written before there were
    such."""
    since: int = -1
    called: tuple[int, ...] = ()
    """Those of them whose time it is; empty for all in what was written before there were such."""


class NudgeBody(Struct, frozen=True):
    """A reminder to one person; several that wait are one message."""

    seat: int
    since: int


class DigestBody(Struct, frozen=True):
    """All that waits for one person, once a day; the row's number is its time, in seconds."""


class StalledBody(Struct, frozen=True):
    """The row's number is the time, in seconds, since when the table is unreachable."""

    why: str
    """The reason why the table is parked."""
    lacking: tuple[str, ...] = ()
    """The missing rights, if they are known (bot/discord/permissions.py)."""


class ChannelBody(Struct, frozen=True):
    """Sends nothing; the channel is opened while there is time."""


Body = (
    BoardBody
    | LobbyBody
    | DoorBody
    | StartBody
    | SeatBody
    | CallBody
    | CloseBody
    | NameBody
    | QuestionBody
    | SettledBody
    | HandBody
    | NoticeBody
    | ReminderBody
    | LateBody
    | NudgeBody
    | DigestBody
    | StalledBody
    | ChannelBody
)


_BODIES: dict[str, type[Body]] = {
    BOARD: BoardBody,
    LOBBY_CARD: LobbyBody,
    DOOR: DoorBody,
    START: StartBody,
    SEAT: SeatBody,
    CALL: CallBody,
    CLOSE: CloseBody,
    NAME: NameBody,
    SETTLED: SettledBody,
    HAND: HandBody,
    QUESTION: QuestionBody,
    NOTICE: NoticeBody,
    REMINDER: ReminderBody,
    LATE: LateBody,
    NUDGE: NudgeBody,
    DIGEST: DigestBody,
    STALLED: StalledBody,
    CHANNEL: ChannelBody,
}
_KINDS = {body: kind for kind, body in _BODIES.items()}


def row(number: int, body: Body, user: int = 0) -> OutRow:
    return OutRow(_KINDS[type(body)], number, user, msgspec.json.encode(body).decode())


def notice(now: int, body: NoticeBody) -> OutRow:
    """Returns a notice. Its number is its time: any count of writes would reveal sealed answers."""
    return row(now % CLOCK, body)


def read_body(row_: OutRow) -> Body:
    """Returns the body that `row` wrote."""
    return msgspec.json.decode(row_.body, type=_BODIES[row_.kind])


def parent_of(rows: Sequence[OutRow]) -> int:
    """Returns the channel for a new thread, as the newest of these rows names it; 0 if none does."""
    bodies = [read_body(row_) for row_ in reversed(rows)]
    return next((body.parent for body in bodies if isinstance(body, BoardBody | LobbyBody) and body.parent), 0)
