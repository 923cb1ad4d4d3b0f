"""A guest takes the place of a joker (CI-15)."""

from msgspec.structs import replace

from rules import counts
from rules.cafe import ending, moves, reasons
from rules.cafe.board import ALLOWED
from rules.cafe.facts import Swapped
from rules.cafe.guests import JOKERS, MAN, is_joker, sex
from rules.cafe.state import Cafe, swap
from rules.contract import Chance, IllegalMove, Step
from rules.facts import Announced


def places(state: Cafe, kind: int) -> int:
    """The chairs whose joker such a guest could replace."""
    return 0 if is_joker(kind) else state.jokers & ALLOWED[kind] & (state.men if sex(kind) == MAN else state.women)


def exchange(state: Cafe, seat: int, move: moves.Swap, chance: Chance) -> Step[Cafe]:
    kind, chair = move.kind, move.chair
    _judge(state, seat, kind, chair)
    there = 1 << chair
    nations = [mask & ~there for mask in state.nations]
    nations[kind // 2] |= there
    hand = counts.plus(counts.without(state.hands[seat], kind), JOKERS + sex(kind))
    after = replace(state, nations=tuple(nations), jokers=state.jokers & ~there, hands=swap(state.hands, seat, hand))
    return ending.finish(after, seat, (Announced(Swapped(seat, kind, chair)),), chance, most=0)


def _judge(state: Cafe, seat: int, kind: int, chair: int) -> None:
    there = 1 << chair
    if not counts.amount(state.hands[seat], kind):
        raise IllegalMove(reasons.NotInYourHand(kind))
    if not state.jokers & there:
        raise IllegalMove(reasons.NoJokerThere(chair))
    if is_joker(kind):
        raise IllegalMove(reasons.JokerForAJoker())
    if (state.men if sex(kind) == MAN else state.women) & there == 0:
        raise IllegalMove(reasons.WrongSex(chair))
    if not ALLOWED[kind] & there:
        raise IllegalMove(reasons.WrongNation(kind, chair))
