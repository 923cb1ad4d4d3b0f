"""What is legal in the toy: the one judge, and the moves that are worth asking it about."""

from itertools import product

from rules import counts
from rules.contract import (
    GameIsOver,
    NotAsked,
    Reason,
)
from rules.counts import Hidden
from rules.facts import Seat
from tests.contract.toy_pieces import (
    CALLED,
    EDGES,
    GUARDED,
    KINDS,
    OFFERS,
    SCORED,
    UNASKED,
    Accept,
    AnyMove,
    Bare,
    Block,
    Blockade,
    Call,
    Clear,
    Counter,
    Deal,
    Decline,
    Draw,
    End,
    Evening,
    Give,
    Guard,
    Lacks,
    Lay,
    Morning,
    NoOffer,
    Occupied,
    Over,
    Pass,
    Pay,
    PayWith,
    Propose,
    Same,
    Score,
    Send,
    Spent,
    Toss,
    ToyMove,
    ToyState,
    Withdraw,
    Wrong,
)


def everyone(s: ToyState) -> range:
    return range(len(s.hands))


def has(s: ToyState, seat: int, kind: int) -> int:
    return counts.amount(s.hands[seat].packed, kind)


def worth(s: ToyState, edge: int) -> int:
    return s.edges >> edge + 1 & 1 | (s.edges << 1) >> edge & 1


def judge(s: ToyState, seat: Seat, move: ToyMove) -> Reason | None:
    if isinstance(s.phase, Over):
        return GameIsOver()
    if s.resigned >> seat & 1 and not isinstance(s.phase, Toss | Blockade) and seat != s.turn:
        return NotAsked()
    match s.phase, move:
        case Morning(), Draw():
            return _own(s, seat)
        case ((Morning() | Evening()), Send()):
            return _own(s, seat) or _once(s, GUARDED) or (None if s.edges else Bare())
        case Guard(), Clear(edge):
            return _own(s, seat) or (None if s.edges >> edge & 1 else Bare())
        case Toss(owed, _), Give(Hidden(cards)):
            return _gives(s, seat, owed[seat], cards)
        case Blockade(kind, _, answers), Block():
            return NotAsked() if answers[seat] == UNASKED else _holds(s, seat, kind)
        case Blockade(_, _, answers), Pass():
            return NotAsked() if answers[seat] == UNASKED else None
        case Pay(), PayWith(kind):
            return _own(s, seat) or _holds(s, seat, kind)
        case Evening(), _:
            return _judge_offers(s, seat, s.phase, move) if seat != s.turn else _judge_evening(s, seat, s.phase, move)
        case _:
            return NotAsked()


def _judge_evening(s: ToyState, seat: int, phase: Evening, move: ToyMove) -> Reason | None:
    open_now = any(offer.by == seat for offer in phase.offers)
    match move:
        case Lay(edge):
            return Occupied(edge) if s.edges >> edge & 1 else _holds(s, seat, 0)
        case Propose(gives, wants):
            return Same() if gives == wants else Spent() if open_now or phase.made == OFFERS else _holds(s, seat, gives)
        case Withdraw():
            return None if open_now else NoOffer()
        case Deal(number, other):
            found = next((o for o in phase.offers if o.number == number and o.by in (seat, other)), None)
            if found is None or other == seat or (found.by == seat and not found.accepted >> other & 1):
                return NoOffer()
            return _holds(s, seat, found.gives if found.by == seat else found.wants)
        case Call(_):
            return _once(s, CALLED)
        case Score(_, plan):
            return _once(s, SCORED) or (_holds(s, seat, plan) if plan >= 0 else None)
        case End():
            return None
        case _:
            return NotAsked()


def _judge_offers(s: ToyState, seat: int, phase: Evening, move: ToyMove) -> Reason | None:
    match move:
        case Accept(number) | Decline(number) | Counter(number, _, _):
            found = next((offer for offer in phase.offers if offer.number == number and offer.by == s.turn), None)
            if found is None:
                return NoOffer()
            if isinstance(move, Counter):
                return Same() if move.gives == move.wants else _holds(s, seat, move.gives)
            return _holds(s, seat, found.wants) if isinstance(move, Accept) else None
        case _:
            return NotAsked()


def _own(s: ToyState, seat: int) -> Reason | None:
    return None if seat == s.turn else NotAsked()


def _once(s: ToyState, what: int) -> Reason | None:
    return Spent() if s.spent & what else None


def _holds(s: ToyState, seat: int, kind: int) -> Reason | None:
    return None if has(s, seat, kind) else Lacks(kind)


def _gives(s: ToyState, seat: int, owed: int, cards: int) -> Reason | None:
    if not owed:
        return NotAsked()
    if counts.total(cards) != owed:
        return Wrong(owed)
    lacking = [kind for kind in range(KINDS) if counts.amount(cards, kind) > has(s, seat, kind)]
    return Lacks(lacking[0]) if lacking else None


def candidates(s: ToyState, seat: int) -> list[AnyMove]:
    pairs = list(product(range(KINDS), repeat=2))
    match s.phase:
        case Evening(offers, _) if seat == s.turn:
            deals = [Deal(offer.number, other) for offer in offers for other in everyone(s)]
            scores = [Score(kind, plan) for kind in range(KINDS) for plan in range(-1, KINDS)]
            lays = [Lay(edge) for edge in range(EDGES)] if has(s, seat, 0) else []
            trade = [Withdraw(), *deals, *(Propose(gives, wants) for gives, wants in pairs)]
            return [End(), Send(), *lays, *scores, *(Call(kind) for kind in range(KINDS)), *trade]
        case Evening(offers, _):
            own = [offer.number for offer in offers if offer.by == s.turn]
            counters = [Counter(n, gives, wants) for n in own for gives, wants in pairs]
            return [*(Accept(n) for n in own), *(Decline(n) for n in own), *counters]
        case Toss(owed, _):
            some = product(*(range(has(s, seat, kind) + 1) for kind in range(KINDS)))
            return [Give(Hidden(counts.pack(cards))) for cards in some if sum(cards) == owed[seat]]
        case Guard():
            return [Clear(edge) for edge in range(EDGES)]
        case Pay():
            return [PayWith(kind) for kind in range(KINDS)]
        case _:
            return [Draw(), Send(), Block(), Pass()]


def legal(s: ToyState, seat: Seat) -> list[AnyMove]:
    return [move for move in candidates(s, seat) if judge(s, seat, move) is None]
