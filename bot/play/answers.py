"""What a use case answers to the person who asked: data, put into words by bot/games/game_text.py.

An applied action's answer is stored with it and given again, the same, to every later delivery of that action.
"""

from typing import TypeAlias

from bot.play.answer_kinds import Answer, Refusal, Veiled  # noqa: F401 # pyright: ignore[reportUnusedImport] (asked for here)
from bot.play.time_answers import (
    Back,
    LetHouse,
    LuckAwaited,  # noqa: F401 # pyright: ignore[reportUnusedImport] (asked for here)
    PaceSet,
    PaceVoted,
    Paused,
    PauseVoted,
    Unpaused,
)
from rules.contract import Reason

# ── yes ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


class Created(Answer, frozen=True, tag="created"):
    table: str


class Joined(Answer, frozen=True, tag="joined"):
    players: int
    """How many sit at the table now."""
    wanted: int
    """How many the game needs at least."""


class Left(Answer, frozen=True, tag="left"): ...


class TableClosed(Answer, frozen=True, tag="closed"):
    """The lobby was closed by its creator, or its last player left."""


class Started(Answer, frozen=True, tag="started"): ...


class HouseJoined(Answer, frozen=True, tag="house-joined"):
    """A house player sits at the table that is gathering."""

    name: str


class HouseGone(Answer, frozen=True, tag="house-gone"):
    """It was taken away again."""

    name: str


class GoesOn(Answer, frozen=True, tag="goes-on"):
    """The house plays in a moment."""


class LeftToHouse(Answer, frozen=True, tag="left-to-house"):
    """A house player has taken the seat."""

    name: str


class Played(Answer, frozen=True, tag="played"):
    """The moves stand. `number` is the public number of the move; 0 if nothing became public."""

    number: int
    heard: str = ""
    """The game's facts, as JSON, that the player who moved could not know before."""
    again: bool = False
    """The player is asked again: their answer goes on with that."""
    back: bool = False
    """It can be taken back while nobody has noticed it."""
    returned: bool = False
    """The player was away, and is back with it."""


class AnswerKept(Answer, frozen=True, tag="kept"):
    """A sealed answer, changeable until the question is settled. Repeats the answer to its giver only."""

    text: str


class TookBack(Answer, frozen=True, tag="took-back"):
    number: int
    """The public number of the move that was taken back."""


class HasResigned(Answer, frozen=True, tag="has-resigned"): ...


class Voted(Answer, frozen=True, tag="voted"):
    votes: int
    wanted: int
    for_end: bool
    """The player's vote; False withdraws it."""


class GivenUp(Answer, frozen=True, tag="given-up"):
    """The vote was the last one needed."""


class SeatOffered(Answer, frozen=True, tag="seat-offered"):
    """A seat is offered to somebody, or to whoever comes first; until it is taken it is its sitter's."""

    to: int = 0
    """The one to whom; 0 for whoever comes first."""


class SeatKept(Answer, frozen=True, tag="seat-kept"):
    """It is not offered any more."""


class SeatTaken(Answer, frozen=True, tag="seat-taken"):
    """The person plays on in the seat that was somebody else's."""

    name: str


class SeekVoted(Answer, frozen=True, tag="seek-voted"):
    """A vote to look for somebody who plays on in a seat; with the last one wanted the seat is open."""

    votes: int
    wanted: int
    for_it: bool


class Stopped(Answer, frozen=True, tag="stopped"):
    """Whoever manages the server has ended the game."""


class Moved(Answer, frozen=True, tag="moved"):
    """The table goes on in a new thread of another channel."""

    table: str


class Forgotten(Answer, frozen=True, tag="forgotten"):
    """Nothing here tells of the person any more."""


class OrderSet(Answer, frozen=True, tag="order-set"):
    """The standing order as understood, in its canonical words; empty if there is none any more."""

    rule: str


_OfTable: TypeAlias = (
    Created | Joined | Left | TableClosed | Started | HouseJoined | HouseGone | GivenUp | Stopped | Moved
)
_OfSeat: TypeAlias = Played | AnswerKept | TookBack | HasResigned | LeftToHouse | GoesOn | Voted | OrderSet
_Passing: TypeAlias = SeatOffered | SeatKept | SeatTaken | SeekVoted
_OfTime: TypeAlias = LetHouse | Back | PauseVoted | Paused | Unpaused | PaceVoted | PaceSet
Applied: TypeAlias = _OfTable | _OfSeat | _Passing | _OfTime
"""The answers that are stored: those after which something has changed."""


# ── no: a sentence that helps ────────────────────────────────────────────────────────────────────────────────────────


class NoSuchTable(Refusal, frozen=True, tag="no-table"):
    """Also said of tables of other servers."""


class NotAtTable(Refusal, frozen=True, tag="not-at-table"):
    """Only players of the table can do this."""


class PassedOn(Refusal, frozen=True, tag="passed-on"):
    """Somebody else plays in the seat that was the person's."""

    name: str


class NotOpen(Refusal, frozen=True, tag="not-open"):
    """The seat is nobody's to take: its sitter keeps it."""


class SeatGone(Refusal, frozen=True, tag="seat-gone"):
    """Somebody else has just taken the seat."""

    name: str


class ForSomebodyElse(Refusal, frozen=True, tag="for-somebody-else"):
    """The seat is offered to another person."""


class SatHere(Refusal, frozen=True, tag="sat-here"):
    """The person sits at the table or has sat in another seat of it: nobody plays two hands."""


class TheySatHere(Refusal, frozen=True, tag="they-sat-here"):
    """The same of a person to whom a seat is offered."""


class JustSatDown(Refusal, frozen=True, tag="just-sat-down"):
    """Who has taken a seat over passes it on only after a move of their own."""


class FinalSeat(Refusal, frozen=True, tag="final-seat"):
    """Its player has resigned, which is final."""


class NotSought(Refusal, frozen=True, tag="not-sought"):
    """The others look for somebody only for a seat that is late, or that was left to the house."""


class NotJoined(Refusal, frozen=True, tag="not-joined"):
    """The table is still gathering, and the person does not sit at it."""


class AlreadyAtTable(Refusal, frozen=True, tag="at-table"): ...


class TableFull(Refusal, frozen=True, tag="full"):
    seats: int


class NoHouse(Refusal, frozen=True, tag="no-house"):
    """This bot offers no house players, or this table does not leave seats to them."""


class HouseIsNew(Refusal, frozen=True, tag="house-is-new"):
    """The house has not moved yet, so that nothing of it can be explained."""


class NothingToGoOn(Refusal, frozen=True, tag="nothing-to-go-on"):
    """The house has nothing to do that its last mover could hurry."""


class NobodyElse(Refusal, frozen=True, tag="nobody-else"):
    """The house plays for nobody alone: at least one person sits at a table."""


class NoHints(Refusal, frozen=True, tag="no-hints"):
    """Others play here, and have not agreed to hints."""


class AnswerStands(Refusal, frozen=True, tag="answer-stands"):
    """They have answered what is offered to them, and nothing more is asked."""


class NoSuchSeat(Refusal, frozen=True, tag="no-such-seat"):
    """No house player sits there."""


class TooFew(Refusal, frozen=True, tag="too-few"):
    players: int
    wanted: int


class OnlyCreator(Refusal, frozen=True, tag="only-creator"):
    """Starting and closing a lobby is for the one who opened it."""


class HasBegun(Refusal, frozen=True, tag="has-begun"):
    """It is too late for actions of the lobby."""


class NotBegun(Refusal, frozen=True, tag="not-begun"):
    """The table is still gathering."""


class IsOver(Refusal, frozen=True, tag="is-over"): ...


class WasClosed(Refusal, frozen=True, tag="was-closed"):
    """The lobby was closed, and no game came of it."""


class NotOver(Refusal, frozen=True, tag="not-over"):
    """A table is set up again once its game is over."""


class AlreadyPlayed(Refusal, frozen=True, tag="already-played"):
    """An old button, a doubled press: the question is settled. The current board is shown with it."""


class NotYourTurn(Refusal, frozen=True, tag="not-your-turn"):
    """No question is open for this seat."""


class BadMove(Refusal, frozen=True, tag="bad-move"):
    """The rules refuse the move; the reason is one of the game's."""

    game: str
    reason: Reason


class Unreadable(Refusal, frozen=True, tag="unreadable"):
    """The text is no move: the word that could not be read, and a move that could be typed instead."""

    word: str
    example: str


class UnfinishedTurn(Refusal, frozen=True, tag="unfinished"):
    """The planned turn cannot be committed yet."""


class DraftMoved(Refusal, frozen=True, tag="draft-moved"):
    """The panel is older than the draft: a doubled press, or a second window."""


class CannotTakeBackNow(Refusal, frozen=True, tag="no-take-back"):
    """`why` as in rules.engine.CannotTakeBack."""

    why: str


class AlreadyResigned(Refusal, frozen=True, tag="already-resigned"): ...


class Repeated(Refusal, frozen=True, tag="repeated"):
    """The line counted a moment ago, or joined the plan, and the answer may not have been read: is it meant again?"""

    number: int
    """The public number of the move that it was; 0 if nothing became public."""
    since: int
    rev: int
    which: str
    """What is confirmed by the press on its button (bot/play/plans/retyped.py)."""
    planned: bool = False


class OtherGame(Refusal, frozen=True, tag="other-game"):
    """A command of another game than the table's, which is this."""

    game: str


class UnknownGame(Refusal, frozen=True, tag="unknown-game"):
    game: str


class UnknownOption(Refusal, frozen=True, tag="unknown-option"):
    key: str
    value: str


class TooManyTables(Refusal, frozen=True, tag="too-many"):
    """`whose`: user, lobbies or guild."""

    whose: str
    most: int


class OpenedMany(Refusal, frozen=True, tag="opened-many"):
    """One person opens no more tables for so many minutes."""

    minutes: int


class SeatedOften(Refusal, frozen=True, tag="seated-often"):
    """One person takes no more seats for so many minutes."""

    minutes: int


class BadOrder(Refusal, frozen=True, tag="bad-order"):
    """The words of a standing order that could not be read."""

    word: str


class NoSuchMove(Refusal, frozen=True, tag="no-such-move"):
    """The log has no public move of that number."""

    number: int
    last: int


class BeforeTheUpdate(Refusal, frozen=True, tag="before-update"):
    """The move was played under earlier rules of its game: its board cannot be shown any more, the log has it."""

    number: int


class StorageIsFull(Refusal, frozen=True, tag="storage-full"):
    """Nothing was stored; the operator must make room."""


class StillSeated(Refusal, frozen=True, tag="still-seated"):
    """A person at tables that go on is not forgotten: the others play against them."""

    tables: int


class Busy(Refusal, frozen=True, tag="busy"):
    """Too many others were faster; try again."""
