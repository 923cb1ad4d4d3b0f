"""Rows of the outbox: what is to be said, as numbers and facts; bot/courier.py makes messages of them.

A public row holds announced facts only. A row for one person holds no secret either: the courier asks the position for
that person's view when it writes the message.
"""

import msgspec
from msgspec import Raw, Struct

from storage.rows import OutRow

BOARD, LOBBY_CARD, HAND, QUESTION, NOTICE, CHANNEL = "board", "lobby", "hand", "question", "notice", "channel"
"""The kinds: a public move, the card of a lobby, a hand by DM, a sealed question by DM, a line in the thread, and the
opening of somebody's DM channel, right after he joined."""


class BoardBody(Struct, frozen=True):
    """A public move."""

    kind: str
    """begin, move, undo or resign, as in the records; or that a backup was restored."""
    seat: int
    """Whose move it was; -1 where that is not public or nobody's."""
    facts: Raw
    """The announced facts, as JSON of the game's facts."""
    ping: tuple[int, ...]
    """Users who are asked anew."""


class LobbyBody(Struct, frozen=True):
    parent: int
    """The channel in which the thread is to be opened; 0 once that is known."""
    invited: tuple[int, ...] = ()
    """Users whom the first card pings."""


class QuestionBody(Struct, frozen=True):
    seat: int
    since: int
    topic: str
    wished: bool = False
    """Nobody waits for its answer: it goes to those who wish to be told of such questions."""


OFFERS = ("offers", "on")
"""The setting of who does."""


class HandBody(Struct, frozen=True):
    seat: int


class NoticeBody(Struct, frozen=True):
    """A line about the table itself: vote (votes and how many are wanted), given-up."""

    what: str
    votes: int = 0
    wanted: int = 0


class ChannelBody(Struct, frozen=True):
    """Nothing is sent; the channel is opened while there is time."""


Body = BoardBody | LobbyBody | QuestionBody | HandBody | NoticeBody | ChannelBody


def row(kind: str, number: int, body: Body, user: int = 0) -> OutRow:
    return OutRow(kind, number, user, msgspec.json.encode(body).decode())


def lobby_row(rev: int, body: LobbyBody) -> OutRow:
    return row(LOBBY_CARD, rev, body)


def channel_row(user: int) -> OutRow:
    return row(CHANNEL, 0, ChannelBody(), user)


_BODIES: dict[str, type[Body]] = {
    BOARD: BoardBody,
    LOBBY_CARD: LobbyBody,
    HAND: HandBody,
    QUESTION: QuestionBody,
    NOTICE: NoticeBody,
    CHANNEL: ChannelBody,
}


def read_body(row_: OutRow) -> Body:
    """What `row` wrote."""
    return msgspec.json.decode(row_.body, type=_BODIES[row_.kind])
