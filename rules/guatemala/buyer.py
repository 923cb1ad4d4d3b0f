"""The Buyer: where he starts, how far he goes, stopping (GC-7, GC-8)."""

from msgspec.structs import replace

from rules.contract import IllegalMove, Step
from rules.facts import Announced
from rules.guatemala import ending, reasons
from rules.guatemala.facts import BuyerMoved, BuyerPut, LapWarning, Stopped
from rules.guatemala.moves import PutBuyer, StepOn
from rules.guatemala.pieces import EXTRA_STEP
from rules.guatemala.production import SPACES
from rules.guatemala.state import Guatemala, Line, Turn, swap

FREE_STEPS = 3


def step_price(spaces: int) -> int:
    """GC-8: the fourth space costs 2 centavos."""
    return EXTRA_STEP if spaces > FREE_STEPS else 0


def put(state: Guatemala, seat: int, move: PutBuyer) -> Step[Guatemala]:
    if not 0 <= move.space < SPACES:
        raise IllegalMove(reasons.OffTheTrack(move.space))
    after = replace(state, buyer=move.space, phase=Turn((seat + 1) % state.seats))
    return Step(after, (Announced(BuyerPut(seat, move.space)),))


def step(state: Guatemala, seat: int, move: StepOn) -> Step[Guatemala]:
    if not 1 <= move.spaces <= FREE_STEPS + 1:
        raise IllegalMove(reasons.StepTooFar(move.spaces))
    price = step_price(move.spaces)
    money = state.money[seat]
    if price > money:
        raise IllegalMove(reasons.StepTooDear(price, money))
    space = (state.buyer + move.spaces) % SPACES
    after = replace(
        state,
        buyer=space,
        walked=state.walked + move.spaces,
        phase=Line(seat),
        money=swap(state.money, seat, money - price) if price else state.money,
    )
    return Step(after, (Announced(BuyerMoved(seat, move.spaces, space, price)),))


def stop(state: Guatemala, seat: int) -> Step[Guatemala]:
    """He stands there and does nothing; the turn ends."""
    told = (Announced(Stopped(seat, state.buyer)),)
    if state.walked >= ending.LAP:
        told = (*told, Announced(LapWarning(state.walked)))
    return ending.next_turn(state, seat, told)
