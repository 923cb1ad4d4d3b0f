"""What happens in the toy when a legal move is made."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules import counts
from rules.chance import d6, draw
from rules.contract import (
    Chance,
    Step,
)
from rules.counts import Hidden
from rules.facts import Announced, Fact, Seat, Told, Whispered
from tests.contract.toy_legal import everyone, has, worth
from tests.contract.toy_pieces import (
    BLOCKED,
    CALLED,
    GOAL,
    GUARDED,
    KINDS,
    OPEN,
    PASSED,
    SCORED,
    UNASKED,
    Accept,
    Answered,
    Block,
    Blockade,
    Call,
    Called,
    Card,
    Clear,
    Counter,
    Deal,
    Decline,
    Did,
    Draw,
    Drew,
    End,
    Ended,
    Ending,
    Evening,
    Give,
    Guard,
    Lay,
    Morning,
    Offer,
    Over,
    Pass,
    Passed,
    Pay,
    PayWith,
    Propose,
    Score,
    Scored,
    Send,
    Toss,
    Tossed,
    ToyMove,
    ToyState,
    Traded,
    Void,
    Withdraw,
)


def say(fact: Fact) -> Told:
    return Announced(fact)


def do(s: ToyState, seat: Seat, move: ToyMove, chance: Chance) -> Step[ToyState]:
    match s.phase, move:
        case _, Draw():
            return _draw(s, seat, chance)
        case ((Morning() | Evening()), Send()):
            back = Morning() if isinstance(s.phase, Morning) else replace(s.phase, offers=())
            return Step(replace(s, spent=s.spent | GUARDED, phase=Guard(back)), _did(seat, "sent"))
        case Guard(back), Clear(edge):
            return Step(replace(s, edges=s.edges & ~(1 << edge), phase=back), _did(seat, "cleared", edge))
        case Toss(_, given), Give(cards):
            given = (*given[:seat], cards, *given[seat + 1 :])
            return _tossed(replace(s, phase=replace(s.phase, given=given)))
        case Blockade(_, _, answers), (Block() | Pass()):
            answers = (*answers[:seat], BLOCKED if isinstance(move, Block) else PASSED, *answers[seat + 1 :])
            return _settled(replace(s, phase=replace(s.phase, answers=answers)))
        case _, PayWith(kind):
            return Step(replace(_put(s, seat, kind), phase=Evening()), _did(seat, "paid", kind))
        case Evening(), End():
            return _next(s, seat, chance)
        case Evening(), _:
            return _trade(s, seat, s.phase, move) if type(move) in TRADES else _evening(s, seat, move)
        case _:  # pragma: no cover (judged before)
            raise AssertionError(move)


def _did(seat: int, what: str, number: int = 0) -> tuple[Told, ...]:
    return (say(Did(seat, what, number)),)


def _put(s: ToyState, seat: int, kind: int, times: int = 1) -> ToyState:
    """Cards from a hand to the table."""
    hand = Hidden(counts.without(s.hands[seat].packed, kind, times))
    return replace(s, hands=_with(s.hands, seat, hand), table=counts.plus(s.table, kind, times))


def _with(hands: tuple[Hidden, ...], seat: int, hand: Hidden) -> tuple[Hidden, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


def _take(s: ToyState, seat: int, chance: Chance) -> tuple[ToyState, Whispered[Fact]]:
    kind, bag = draw(chance, s.bag.packed)
    hand = Hidden(counts.plus(s.hands[seat].packed, kind))
    return replace(s, hands=_with(s.hands, seat, hand), bag=Hidden(bag)), Whispered(seat, Card(kind))


def over(s: ToyState, ending: Ending, told: tuple[Told, ...], *, final: bool = False) -> Step[ToyState]:
    return Step(replace(s, phase=Over(ending)), (*told, say(Ended(ending))), final)


def _draw(s: ToyState, seat: int, chance: Chance) -> Step[ToyState]:
    s, card = _take(s, seat, chance)
    die = d6(chance)
    sizes = [counts.total(hand.packed) for hand in s.hands]
    owed = tuple(size // 2 if die > 4 and size > 3 else 0 for size in sizes)
    phase = Toss(owed, (Hidden(0),) * len(owed)) if any(owed) else Evening()
    return Step(replace(s, phase=phase), (say(Drew(seat, die)), card))


def _tossed(s: ToyState) -> Step[ToyState]:
    assert isinstance(s.phase, Toss)
    owed, given = s.phase.owed, s.phase.given
    if any(owed[seat] and not given[seat].packed for seat in everyone(s)):
        return Step(s, ())
    told: list[Told] = []
    for seat in everyone(s):
        for kind in range(KINDS):
            s = _put(s, seat, kind, counts.amount(given[seat].packed, kind))
        told += [say(Tossed(seat, given[seat].packed))] if owed[seat] else []
    return Step(replace(s, phase=Evening()), tuple(told), final=True)


def _evening(s: ToyState, seat: int, move: ToyMove) -> Step[ToyState]:
    match move:
        case Lay(edge):
            s = replace(_put(_paid(s, seat, worth(s, edge)), seat, 0), edges=s.edges | 1 << edge)
            told = _did(seat, "laid", edge)
            return over(s, Ending.POINTS, told) if s.points[seat] >= GOAL else Step(s, told)
        case Call(kind):
            gave = tuple(has(s, other, kind) if other != seat else 0 for other in everyone(s))
            hands = [counts.without(hand.packed, kind, n) for hand, n in zip(s.hands, gave, strict=True)]
            hands[seat] = counts.plus(hands[seat], kind, sum(gave))
            s = replace(s, hands=tuple(map(Hidden, hands)), spent=s.spent | CALLED)
            return Step(s, (say(Called(kind, gave)),), final=True)
        case Score(kind, plan):
            sizes = [counts.total(hand.packed) for hand in s.hands]
            answers = tuple(OPEN if other != seat and sizes[other] else UNASKED for other in everyone(s))
            s = replace(s, spent=s.spent | SCORED, phase=Blockade(kind, plan, answers))
            step = _settled(s)
            return Step(step.state, (*_did(seat, "scores", kind), *step.facts), step.final)
        case _:  # pragma: no cover (judged before)
            raise AssertionError(move)


def _paid(s: ToyState, seat: int, points: int) -> ToyState:
    return replace(s, points=tuple(p + points * (at == seat) for at, p in enumerate(s.points)))


def _settled(s: ToyState) -> Step[ToyState]:
    """Counted clockwise from the scorer's left: a block counts once all before it have passed."""
    phase = s.phase
    assert isinstance(phase, Blockade)
    for seat in [*range(s.turn + 1, len(s.hands)), *range(s.turn)]:
        if phase.answers[seat] == OPEN:
            return Step(s, ())
        if phase.answers[seat] == BLOCKED:
            s = replace(_put(s, seat, phase.kind), phase=Evening())
            return Step(s, (say(Scored(s.turn, phase.kind, seat)),), final=True)
    s = _paid(s, s.turn, 2)
    told: tuple[Told, ...] = (say(Scored(s.turn, phase.kind, -1)),)
    if s.points[s.turn] >= GOAL:
        return over(s, Ending.POINTS, told, final=True)
    if phase.plan >= 0:
        s = replace(_put(s, s.turn, phase.plan), phase=Evening())
        return Step(s, (*told, *_did(s.turn, "paid", phase.plan)), final=True)
    return Step(replace(s, phase=Pay() if s.hands[s.turn].packed else Evening()), told, final=True)


def _next(s: ToyState, seat: int, chance: Chance) -> Step[ToyState]:
    told = _did(seat, "ended")
    turn = seat
    while counts.total(s.bag.packed):
        turn = (turn + 1) % len(s.hands)
        if s.hands[turn].packed:
            return Step(replace(s, turn=turn, spent=0, phase=Morning()), told)
        s, card = _take(s, turn, chance)
        told = (*told, say(Passed(turn)), card)
    return over(s, Ending.BAG, told)


TRADES = frozenset({Propose, Accept, Decline, Counter, Deal, Withdraw})


def _trade(s: ToyState, seat: int, phase: Evening, move: ToyMove) -> Step[ToyState]:
    told: tuple[Told, ...]
    final, bit, offers = False, 1 << seat, phase.offers
    match move:
        case Propose(gives, wants):
            made = phase.made + 1
            told = _did(seat, "offers", made)
            phase = Evening((Offer(made, seat, gives, wants),), made)
        case Accept(number) | Decline(number):
            yes = isinstance(move, Accept)
            told = (Whispered(s.turn, Answered(seat, number, yes)),)
            phase = replace(phase, offers=tuple(
                replace(o, accepted=o.accepted & ~bit | bit * yes, declined=o.declined & ~bit | bit * (not yes))
                if o.number == number else o for o in offers
            ))  # fmt: skip
        case Counter(number, gives, wants):
            told = (Whispered(s.turn, Answered(seat, number, yes=False)),)
            made = Offer(number * 10 + seat, seat, gives, wants)
            phase = replace(phase, offers=(*(o for o in offers if o.by != seat), made))
        case Deal(number, other):
            return _deal(s, seat, next(o for o in offers if o.number == number), other)
        case _:
            told = _did(seat, "withdrew")
            phase = replace(phase, offers=())
    return Step(replace(s, phase=phase), told, final)


def _deal(s: ToyState, seat: int, offer: Offer, other: int) -> Step[ToyState]:
    assert isinstance(s.phase, Evening)
    gives, wants = (offer.gives, offer.wants) if offer.by == seat else (offer.wants, offer.gives)
    if not has(s, other, wants):
        kept = [o for o in s.phase.offers if o is not offer]
        if offer.by == seat:
            kept.insert(0, replace(offer, accepted=offer.accepted & ~(1 << other)))
        s = replace(s, phase=replace(s.phase, offers=tuple(kept)))
        return Step(s, (Whispered(other, Void(offer.number)),), final=True)
    hands = [hand.packed for hand in s.hands]
    hands[seat] = counts.plus(counts.without(hands[seat], gives), wants)
    hands[other] = counts.plus(counts.without(hands[other], wants), gives)
    s = replace(s, hands=tuple(map(Hidden, hands)), phase=replace(s.phase, offers=()))
    return Step(s, (say(Traded(seat, other)),), final=True)


def withdrawn(phase: Any, turn: int, seat: int) -> Any:
    """Offers of a seat that left; in a guard they lapsed already."""
    if not isinstance(phase, Evening):
        return phase
    kept = () if seat == turn else tuple(offer for offer in phase.offers if offer.by != seat)
    return replace(phase, offers=tuple(replace(o, accepted=o.accepted & ~(1 << seat)) for o in kept))
