"""Answers about time at a table: late, played for, back, paused, at which pace."""

from bot.play.answer_kinds import Answer, Refusal


class LetHouse(Answer, frozen=True, tag="let-house"):
    """A vote for the house to play for who is late; it plays once there are as many as are wanted."""

    votes: int
    wanted: int


class Back(Answer, frozen=True, tag="back"):
    """The seat is its person's again: at once, or with `soon` after the move that the house is thinking of."""

    soon: bool = False


class LuckAwaited(Refusal, frozen=True, tag="luck-awaited"):
    """The post whose number salts this turn is still on its way."""


class PauseVoted(Answer, frozen=True, tag="pause-voted"):
    """A vote to pause, or with `days` 0 to go on."""

    days: int
    votes: int
    wanted: int


class Paused(Answer, frozen=True, tag="paused"):
    until: int


class Unpaused(Answer, frozen=True, tag="unpaused"): ...


class PaceVoted(Answer, frozen=True, tag="pace-voted"):
    votes: int
    wanted: int


class PaceSet(Answer, frozen=True, tag="pace-set"):
    """What a table that gathers, or one that runs, has agreed about its pace."""


class NotLate(Refusal, frozen=True, tag="not-late"):
    """Nobody at the table is late, or not the one that is meant."""


class NoVote(Refusal, frozen=True, tag="no-vote"):
    """Nobody votes about their own seat."""


class NotSatIn(Refusal, frozen=True, tag="not-sat-in"):
    """The house does not play for the person."""


class PlayedFor(Refusal, frozen=True, tag="played-for"):
    """The house plays for the person, until they say that they are back."""


class NotPaused(Refusal, frozen=True, tag="not-paused"): ...


class PausedAlready(Refusal, frozen=True, tag="paused-already"):
    until: int


class PaceOutside(Refusal, frozen=True, tag="pace-outside"):
    """Who manages the server has set bounds to the pace of its tables."""

    slowest: str
    fastest: str


class NoSuchPace(Refusal, frozen=True, tag="no-such-pace"):
    """The table, or the server, does not have it."""
