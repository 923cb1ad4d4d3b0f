# Wrong calls, each of which the type checker must refuse where the comment says so (test_wrong_calls.py). Never run.
from rules.chance import Seeded
from rules.contract import AnyRules, Move, Position, PublicView, Record, Rules, SeatView, State
from rules.facts import Fact, Seat, Told
from rules.guatemala.game import RULES
from rules.guatemala.moves import Done
from rules.guatemala.state import Guatemala
from rules.guatemala.views import GuatemalaPublic, GuatemalaSeat
from tests.contract.toy import Toy
from tests.contract.toy_pieces import Draw, ToyMove, ToyState


def paint(view: PublicView) -> bytes: ...
def paint_guatemala(view: GuatemalaPublic) -> bytes: ...
def whisper(view: SeatView) -> str: ...


def calls(state: Guatemala, view: GuatemalaPublic, seat: GuatemalaSeat, position: Position[Guatemala]) -> None:
    paint(view)
    paint(RULES.public(state))
    paint_guatemala(view)
    whisper(seat)
    paint(state)  # refused: reportArgumentType
    paint(seat)  # refused: reportArgumentType
    paint(RULES.private(state, Seat(0)))  # refused: reportArgumentType
    paint_guatemala(Toy().public(state))  # refused: reportArgumentType reportArgumentType
    paint(position)  # refused: reportArgumentType
    paint(position.state)  # refused: reportArgumentType
    whisper(view)  # refused: reportArgumentType
    whisper(state)  # refused: reportArgumentType


def through_the_registry(rules: AnyRules, state: State, seat: Seat) -> None:
    paint(rules.public(state))
    whisper(rules.private(state, seat))
    paint(rules.private(state, seat))  # refused: reportArgumentType
    whisper(rules.public(state))  # refused: reportArgumentType


def moves(state: Guatemala, toy: ToyState, move: Move) -> None:
    RULES.apply(state, Seat(0), Done(), Seeded(1))
    RULES.apply(state, Seat(0), Draw(), Seeded(1))  # refused: reportArgumentType
    RULES.apply(state, Seat(0), move, Seeded(1))  # refused: reportArgumentType
    RULES.apply(toy, Seat(0), Done(), Seeded(1))  # refused: reportArgumentType
    RULES.write(Draw())  # refused: reportArgumentType
    Toy().apply(toy, Seat(0), Done(), Seeded(1))  # refused: reportArgumentType


def mixed() -> None:
    one: Rules[ToyState, ToyMove, PublicView, SeatView] = Toy()
    two: Rules[ToyState, ToyMove, PublicView, SeatView] = RULES  # refused: reportAssignmentType
    print(one, two)


def told(fact: Fact, record: Record, state: Guatemala) -> tuple[Told, ...]:
    state.points = ()  # refused: reportAttributeAccessIssue
    record.luck = ()  # refused: reportAttributeAccessIssue
    return (fact,)  # refused: reportReturnType
