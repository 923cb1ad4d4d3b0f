"""What a game is: the manual of every game, and of everything that hosts one.

A game is a value of type `Rules`. It holds no state of its own: every method is a pure function of its arguments, and
luck comes in through `Chance` alone. A state is shown to nobody; what is shown is a `PublicView` or a `SeatView`, built
up field by field. What happened is told by facts with an audience (rules/facts.py). All of these are frozen through and
through and so never part of a cycle: the garbage collector need not look at them (`gc=False`).

Who may do what is never "whose turn it is" but a set of questions, `Rules.prompts`, derived from the state, so that
they survive a restart and several seats can be asked at once.
"""

from __future__ import annotations

from typing import Any, Generic, NoReturn, Protocol, TypeVar

from msgspec import Struct

from rules.chance import Chance
from rules.facts import Fact, Seat, Told

ORDINARY = "turn"
"""The topic of a seat's ordinary turn; a commit that opened nothing else may still be taken back."""


class State(Struct, frozen=True, gc=False):
    """The whole truth of a game. Nominal, so that nobody can pass it where a view is wanted."""


class Move(Struct, frozen=True, gc=False):
    """What a seat can do."""


class PublicView(Struct, frozen=True, gc=False):
    """What everybody may see."""


class SeatView(Struct, frozen=True, gc=False):
    """What one seat may see besides; its repr shows nothing."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}(…)"


class Memory(Struct, frozen=True, gc=False):
    """What a seat has learnt from what it was told, as far as no view shows it any more; its repr shows nothing.

    This one remembers nothing: enough for a game whose views show all that can be known.
    """

    def __repr__(self) -> str:
        return f"{type(self).__name__}(…)"


class Reason(Struct, frozen=True, gc=False):
    """Why a move is refused: data for a sentence that helps its mover. It tells nothing of other hands."""


class NotAsked(Reason, frozen=True, tag="not-asked"):
    """The seat has no question open that this move would answer."""


class GameIsOver(Reason, frozen=True, tag="over"):
    """Nothing can be done any more."""


class IllegalMove(Exception):  # noqa: N818 (the name that the games use)
    """Refused; nothing has changed. Told to its mover only."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(type(reason).__name__)
        self.reason = reason


class CannotUpgrade(Exception):  # noqa: N818 (an answer, not an error)
    """A game that older rules kept cannot go on under these. `why` is half a sentence for whoever runs the bot."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def no_older_version(version: int, _state: str, /) -> NoReturn:
    """`Rules.upgrade` of a game whose first version is its newest."""
    raise CannotUpgrade(f"version {version} of its rules is not one that this program knows")


class Option(Struct, frozen=True):
    """A setting of a new table. `seats` are the player counts for which it is offered."""

    key: str
    values: tuple[str, ...]
    default: str
    seats: tuple[int, ...]
    needs: tuple[str, str] | None = None
    """Another option and a value of it, not its default, without which this one says nothing and keeps its own."""


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """How many play, and the options that differ from their default."""

    seats: int
    options: tuple[tuple[str, str], ...] = ()

    def chosen(self, option: Option) -> str:
        for key, value in self.options:
            if key == option.key:
                return value
        return option.default

    def counts(self, option: Option) -> bool:
        return option.needs is None or option.needs in self.options


class Prompt(Struct, frozen=True, gc=False):
    """A question to one seat, derived from the state."""

    seat: int
    topic: str
    subject: int = 0
    """Tells two questions of one topic apart (the number of an offer)."""
    required: bool = True
    """Does the game wait for it? A seat that answered a sealed question keeps it open, not required."""
    rest: bool = False
    """May a draft be committed with this question still open?"""
    sealed: bool = False
    """Asked of several at once and answered in secret: until it is settled nothing public tells who has answered."""


class Choice(Struct, frozen=True, gc=False):
    """A legal next token of the move being composed."""

    token: str
    whole: bool
    """With this token the tokens are a legal move."""
    group: str = ""
    """What stands together in a menu: a zone, a kind of piece."""
    worth: int | None = None
    """A price or a number of points, whichever the group is about."""
    offers: tuple[str, ...] = ()
    """What is behind it, in the game's own tokens: the pieces of a line, the points of each seat."""


S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)
P_co = TypeVar("P_co", bound=PublicView, covariant=True)
V_co = TypeVar("V_co", bound=SeatView, covariant=True)


class Step(Struct, Generic[S], frozen=True, gc=False):
    """What a move leads to."""

    state: S
    facts: tuple[Told, ...]
    final: bool = False
    """Its outcome tells somebody something that he did not know, so it can be neither foreseen nor taken back."""


class Outcome(Struct, frozen=True):
    """How it ended: groups of seats from the best to the last, a group being a tie, and the reason of the ending."""

    ranking: tuple[tuple[int, ...], ...]
    reason: str
    points: tuple[int, ...] = ()
    """By seat, as the rulebook counts them for the ranking."""


class Rules(Protocol[S, M, P_co, V_co]):
    """One game."""

    @property
    def key(self) -> str: ...
    @property
    def version(self) -> int:
        """Grows with every change after which old records replay otherwise or kept states are laid out otherwise.

        tests/golden/released holds what every version played and kept, and notices a change that forgot to say so.
        """
        ...

    @property
    def seats(self) -> tuple[int, ...]: ...
    @property
    def options(self) -> tuple[Option, ...]: ...
    @property
    def state_type(self) -> type[S]: ...
    @property
    def fact_type(self) -> Any:
        """The union of the game's facts, for decoding."""
        ...

    def setup(self, setup: Setup, chance: Chance, /) -> Step[S]: ...

    def prompts(self, state: S, /) -> tuple[Prompt, ...]: ...

    def choices(self, state: S, seat: Seat, tokens: tuple[str, ...], /) -> tuple[Choice, ...]:
        """The legal next tokens after these; empty where none is.

        A seat that is not asked has some where it may do something unasked.
        """
        ...

    def best(self, state: S, seat: Seat, n: int, /) -> tuple[tuple[M, int], ...]:
        """The n best whole moves with their worth, where a game can rank them; else empty."""
        ...

    def apply(self, state: S, seat: Seat, move: M, chance: Chance, /) -> Step[S]:
        """The one judge of legality: raises IllegalMove before it draws any luck.

        Called by the engine alone, and by house players on states that they imagined (players/outcomes.py).
        """
        ...

    def idle(self, state: S, seat: Seat, /) -> M:
        """The least that a seat with a required question can legally do."""
        ...

    def resign(self, state: S, seat: Seat, /) -> Step[S]:
        """The seat's player has left for good. The engine alone calls it, and answers for the seat by `idle`."""
        ...

    def resigned(self, state: S, /) -> tuple[int, ...]: ...

    def public(self, state: S, /) -> P_co: ...

    def private(self, state: S, seat: Seat, /) -> V_co: ...

    def outcome(self, state: S, /) -> Outcome | None: ...

    def remember(self, memory: Any, public: Any, seat: Seat, facts: tuple[Any, ...], /) -> Memory:
        """What the seat remembers once it has heard these facts; `memory` is None before the first of a game.

        Memory, view and facts are the game's own (they are narrowed by each game, so the checker is told `Any`).

        `facts` are those of one commit that the seat may know, in order, and `public` is the view after them. So a
        memory is a fold over what the seat was told, and whoever takes its part later has the same.
        """
        ...

    def imagine(self, public: Any, private: Any, memory: Any, chance: Chance, /) -> S:
        """A state that the seat cannot tell from the true one: as likely as what it knows makes it.

        Its views, its open questions and the census are those of the true state; what is hidden from the seat is dealt
        anew. Whoever thinks ahead gets nothing else, and so cannot look into what it must not know.
        """
        ...

    def moves(self, state: S, seat: Seat, /) -> tuple[M, ...]:
        """Every move that the seat could legally make now, once each; quick, for those who think ahead.

        Left out are only moves that anybody could make up without end: free offers between players, of which the
        game's own player proposes some. `choices` stays the way for people; a law holds the two to each other.
        """
        ...

    def upgrade(self, version: int, state: str, /) -> S:
        """A state that an older version of these rules kept, as JSON text, in the layout of this version.

        Raises CannotUpgrade where a running game cannot go on. It also sets what keeps the agreements of old games.
        """
        ...

    def parse(self, text: str, /) -> M:
        """Reads a move; raises NotationError. Knows no state."""
        ...

    def write(self, move: M, /) -> str:
        """The canonical notation."""
        ...


AnyRules = Rules[Any, Any, PublicView, SeatView]


class Open(Struct, frozen=True, gc=False):
    """A question with its identity: (seat, since). A press that names another `since` comes too late.

    `since` is made of the public number (rules/engine/commits.py), so that it tells nothing of sealed answers.
    """

    seat: int
    topic: str
    subject: int
    since: int
    required: bool
    rest: bool
    sealed: bool


class Position(Struct, Generic[S], frozen=True, gc=False):
    """What the host holds: never a bare state."""

    state: S
    version: int
    """Grows with every commit, also with one that takes back. Never shown: it would tell of sealed answers."""
    number: int
    """The public number of the last public move."""
    open: tuple[Open, ...]


class Record(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One line of a game's record. A move's notation may hold a secret, and luck is hidden: the repr shows neither."""

    version: int
    part: int
    kind: str
    """begin, move, resign, undo or checkpoint"""
    seat: int
    text: str
    luck: tuple[int, ...] = ()
    at: int = 0
    """When it was stored, in milliseconds, for whoever shows it; the engine leaves it 0 and derives nothing from it."""

    def __repr__(self) -> str:
        return f"Record(version={self.version}, part={self.part}, kind={self.kind!r}, seat={self.seat}, …)"


__all__ = [
    "ORDINARY",
    "AnyRules",
    "CannotUpgrade",
    "Chance",
    "Choice",
    "Fact",
    "GameIsOver",
    "IllegalMove",
    "M",
    "Memory",
    "Move",
    "NotAsked",
    "Open",
    "Option",
    "Outcome",
    "P_co",
    "Position",
    "Prompt",
    "PublicView",
    "Reason",
    "Record",
    "Rules",
    "S",
    "Seat",
    "SeatView",
    "Setup",
    "State",
    "Step",
    "Told",
    "V_co",
    "no_older_version",
]
