"""The bar, and who cannot pay there (CI-12 to CI-14, CI-16)."""

from msgspec.structs import replace

from rules import counts
from rules.cafe import ending, moves, reasons
from rules.cafe.board import BAR_FIELDS
from rules.cafe.facts import DroppedOut, WentToBar
from rules.cafe.guests import is_joker
from rules.cafe.state import Cafe, swap
from rules.contract import Chance, IllegalMove, Step
from rules.facts import Announced


def number(state: Cafe) -> int:
    """What the next field brings."""
    return BAR_FIELDS[len(state.bar)]


def drops_out(state: Cafe, seat: int) -> bool:
    """CI-14: he cannot pay the whole number of the next field."""
    return state.scores[seat] + number(state) < 0


def lay(state: Cafe, seat: int, move: moves.Bar, chance: Chance) -> Step[Cafe]:
    kind, hand = move.kind, state.hands[seat]
    if not counts.amount(hand, kind):
        raise IllegalMove(reasons.NotInYourHand(kind))
    if is_joker(kind):
        raise IllegalMove(reasons.JokersStayOutOfTheBar())
    hand = counts.without(hand, kind)
    points, score = number(state), state.scores[seat]
    told = (Announced(WentToBar(seat, kind, len(state.bar) + 1, points)),)
    after = replace(state, bar=(*state.bar, kind))
    if drops_out(state, seat):
        after = replace(
            after,
            hands=swap(after.hands, seat, 0),
            left=after.left + hand,
            scores=swap(after.scores, seat, 0),
            dropped=(*after.dropped, seat),
        )
        return ending.finish(after, seat, (*told, Announced(DroppedOut(seat, score, counts.pieces(hand)))), chance)
    after = replace(after, hands=swap(after.hands, seat, hand), scores=swap(after.scores, seat, score + points))
    return ending.finish(after, seat, told, chance, most=1)
