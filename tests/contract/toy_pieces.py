"""What the toy game is made of: its state, phases, moves, refusals, facts and views (its rules: toy.py)."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from rules.contract import Move, PublicView, Reason, SeatView, State
from rules.counts import Hidden
from rules.facts import Fact

KINDS, EDGES, CARDS, GOAL, OFFERS = 3, 89, 14, 6, 9
GUARDED, CALLED, SCORED = 1, 2, 4
UNASKED, OPEN, PASSED, BLOCKED = 0, 1, 2, 3
NAMES = "ABC"


class Ending(StrEnum):
    POINTS = "points"
    BAG = "bag"
    RESIGNED = "resigned"


class Offer(Struct, frozen=True, array_like=True):
    """Of the seat whose turn it is to all others, or a counter-offer to that seat."""

    number: int
    by: int
    gives: int
    wants: int
    accepted: int = 0
    declined: int = 0

    def __repr__(self) -> str:
        return "Offer(…)"


class Morning(Struct, frozen=True, tag="morning"): ...


class Evening(Struct, frozen=True, tag="evening"):
    offers: tuple[Offer, ...] = ()
    made: int = 0

    def __repr__(self) -> str:
        return f"Evening(made={self.made}, …)"


class Guard(Struct, frozen=True, tag="guard"):
    back: Morning | Evening


class Toss(Struct, frozen=True, tag="toss"):
    """Everybody who holds too much; Hidden(0) has not answered."""

    owed: tuple[int, ...]
    given: tuple[Hidden, ...]


class Blockade(Struct, frozen=True, tag="blockade"):
    kind: int
    plan: int
    answers: tuple[int, ...]

    def __repr__(self) -> str:
        return f"Blockade(kind={self.kind}, …)"


class Pay(Struct, frozen=True, tag="pay"): ...


class Over(Struct, frozen=True, tag="over"):
    ending: Ending


Phase = Morning | Evening | Guard | Toss | Blockade | Pay | Over


class ToyState(State, frozen=True, forbid_unknown_fields=True):
    hands: tuple[Hidden, ...]
    bag: Hidden
    table: int
    edges: int
    points: tuple[int, ...]
    turn: int
    spent: int
    resigned: int
    phase: Phase


class ToyMove(Move, frozen=True): ...


class Draw(ToyMove, frozen=True, tag="draw"): ...


class Send(ToyMove, frozen=True, tag="send"): ...


class Clear(ToyMove, frozen=True, tag="clear"):
    edge: int


class Give(ToyMove, frozen=True, tag="give"):
    cards: Hidden


class Lay(ToyMove, frozen=True, tag="lay"):
    edge: int


class Propose(ToyMove, frozen=True, tag="offer"):
    gives: int
    wants: int


class Accept(ToyMove, frozen=True, tag="accept"):
    number: int


class Decline(ToyMove, frozen=True, tag="decline"):
    number: int


class Counter(ToyMove, frozen=True, tag="counter"):
    number: int
    gives: int
    wants: int


class Deal(ToyMove, frozen=True, tag="deal"):
    number: int
    seat: int


class Withdraw(ToyMove, frozen=True, tag="withdraw"): ...


class Call(ToyMove, frozen=True, tag="call"):
    kind: int


class Score(ToyMove, frozen=True, tag="score"):
    kind: int
    plan: int = -1

    def __repr__(self) -> str:
        return f"Score(kind={self.kind}, …)"


class Block(ToyMove, frozen=True, tag="block"): ...


class Pass(ToyMove, frozen=True, tag="pass"): ...


class PayWith(ToyMove, frozen=True, tag="pay"):
    kind: int


class End(ToyMove, frozen=True, tag="end"): ...


AnyMove = (
    Draw | Send | Clear | Give | Lay | Propose | Accept | Decline | Counter | Deal | Withdraw | Call | Score | Block
    | Pass | PayWith | End
)  # fmt: skip


class Lacks(Reason, frozen=True, tag="lacks"):
    kind: int


class Occupied(Reason, frozen=True, tag="occupied"):
    edge: int


class Bare(Reason, frozen=True, tag="bare"):
    """Nothing lies there."""


class Wrong(Reason, frozen=True, tag="wrong"):
    owed: int


class NoOffer(Reason, frozen=True, tag="no-offer"): ...


class Same(Reason, frozen=True, tag="same"):
    """A kind against itself."""


class Spent(Reason, frozen=True, tag="spent"):
    """Once a turn is enough."""


class Dealt(Fact, frozen=True, tag="dealt"):
    cards: Hidden


class Drew(Fact, frozen=True, tag="drew"):
    seat: int
    die: int


class Card(Fact, frozen=True, tag="card"):
    kind: int

    def __repr__(self) -> str:
        return "Card(…)"


class Did(Fact, frozen=True, tag="did"):
    """What a seat did, when that is open."""

    seat: int
    what: str
    number: int = 0


class Answered(Fact, frozen=True, tag="answered"):
    """Told to the offerer only."""

    seat: int
    number: int
    yes: bool


class Called(Fact, frozen=True, tag="called"):
    kind: int
    gave: tuple[int, ...]


class Tossed(Fact, frozen=True, tag="tossed"):
    seat: int
    cards: int


class Traded(Fact, frozen=True, tag="traded"):
    by: int
    to: int


class Void(Fact, frozen=True, tag="void"):
    number: int


class Scored(Fact, frozen=True, tag="scored"):
    seat: int
    kind: int
    blocker: int


class Passed(Fact, frozen=True, tag="passed"):
    """Had no card, and so no turn."""

    seat: int


class Ended(Fact, frozen=True, tag="ended"):
    ending: Ending


AnyFact = (
    Dealt | Drew | Card | Did | Answered | Called | Tossed | Traded | Void | Scored | Passed | Ended
)  # fmt: skip


class Table(PublicView, frozen=True):
    """What lies open, and how much of what does not."""

    hands: tuple[int, ...]
    bag: int
    table: int
    edges: int
    points: tuple[int, ...]
    turn: int
    phase: str
    question: tuple[int, ...]
    cards: int
    """Of each kind, in all."""
    spent: int
    """What was done already that can be done once a turn."""
    resigned: int
    made: int
    """How many offers were made in this turn."""
    evening: bool
    """Is the evening still to go on, after a guard?"""
    ending: str


class Hand(SeatView, frozen=True):
    cards: Hidden
    answer: int
    plan: int
    offers: tuple[Offer, ...]
    seat: int
