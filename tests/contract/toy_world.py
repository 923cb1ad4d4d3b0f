"""The toy's secrets: hands, bag, sealed answers, the plan, what the others said to an offer."""

from collections.abc import Mapping

from msgspec.structs import replace

from rules import counts
from rules.chance import Chance, draw, pick
from rules.contract import Memory
from rules.counts import Hidden
from tests.contract.toy_imagination import ToyMemory
from tests.contract.toy_legal import candidates
from tests.contract.toy_notation import write
from tests.contract.toy_pieces import (
    BLOCKED,
    KINDS,
    NAMES,
    OPEN,
    PASSED,
    UNASKED,
    Blockade,
    Evening,
    Offer,
    Phase,
    Toss,
    ToyState,
)

NOTHING = Hidden(0)
TRIES = 60


def census(state: ToyState) -> Mapping[str, int]:
    """Cards in hands, bag and on the table."""
    held = sum(counts.total(hand.packed) for hand in state.hands)
    return {"cards": held + counts.total(state.bag.packed) + counts.total(state.table)}


def lure(state: ToyState, seat: int, chance: Chance) -> str:
    """Any move that fits the phase, or now and then one that fits none."""
    if chance.below(3) == 0:
        laid = f"LAY {max(state.edges.bit_length() - 1, 0)}"
        kinds = [NAMES[chance.below(KINDS)] for _ in range(4)]
        return pick(
            chance,
            (f"GIVE {' '.join(kinds)}", f"PAY {kinds[0]}", "BLOCK", "DRAW", "DEAL 1 1", "CLEAR 3", "END", laid, laid),
        )
    return write(pick(chance, candidates(state, seat)))


def _others(state: ToyState, observer: int | None) -> list[int]:
    return [seat for seat in range(len(state.hands)) if seat != observer]


class ToyWorld:
    def agrees(self, state: ToyState, observer: int, memory: Memory, /) -> bool:
        return isinstance(memory, ToyMemory) and memory.agrees(state.hands, observer)

    def secrets(self, state: ToyState, observer: int | None, /) -> Mapping[str, object]:
        others = _others(state, observer)
        secrets: dict[str, object] = {"hands": tuple(state.hands[seat] for seat in others), "bag": state.bag}
        match state.phase:
            case Toss(_, given):
                secrets["tosses"] = tuple(given[seat] for seat in others)
            case Blockade(_, plan, answers):
                secrets["answers"] = tuple(answers[seat] for seat in others)
                secrets["plan"] = None if observer == state.turn else plan
            case Evening(offers, _) if observer != state.turn:
                secrets["offers"] = tuple(
                    offer if offer.by != state.turn else _without(offer, observer)
                    for offer in offers
                    if offer.by != observer
                )
            case _:
                pass
        return secrets

    def uncertain(self, state: ToyState, observer: int | None, _memory: Memory | None = None, /) -> frozenset[str]:
        others = _others(state, observer)
        held = [state.hands[seat].packed for seat in others]
        pool = sum(held) + state.bag.packed
        found: set[str] = set()
        if sum(1 for amount in counts.unpack(pool, KINDS) if amount) > 1:
            if sum(map(bool, (*held, state.bag.packed))) > 1:
                found.add("hands")
            if state.bag.packed and any(held):
                found.add("bag")
        match state.phase:
            case Toss(owed, given):
                waits = observer is not None and owed[observer] and not given[observer].packed
                if sum(1 for seat in others if owed[seat]) > (0 if waits else 1):
                    found.add("tosses")
            case Blockade(_, _, answers):
                waits = observer is not None and answers[observer] == OPEN
                if sum(1 for seat in others if answers[seat] != UNASKED) > (0 if waits else 1):
                    found.add("answers")
                if observer != state.turn and state.hands[state.turn].packed:
                    found.add("plan")
            case Evening(offers, _) if observer != state.turn and any(offer.by == state.turn for offer in offers):
                if len(others) > 1:
                    found.add("offers")
            case _:
                pass
        return frozenset(found)

    def reshuffle(
        self, state: ToyState, observer: int | None, chance: Chance, memory: Memory | None = None, /
    ) -> ToyState:
        others = _others(state, observer)
        pool = sum(state.hands[seat].packed for seat in others) + state.bag.packed
        for _ in range(TRIES):
            hands, left = list(state.hands), pool
            for seat in others:
                hand = 0
                for _ in range(counts.total(state.hands[seat].packed)):
                    kind, left = draw(chance, left)
                    hand = counts.plus(hand, kind)
                hands[seat] = Hidden(hand)
            if not isinstance(memory, ToyMemory) or observer is None or memory.agrees(tuple(hands), observer):
                state = replace(state, hands=tuple(hands), bag=Hidden(left))
                break
        return replace(state, phase=_phase(state, observer, others, chance))


def _without(offer: Offer, observer: int | None) -> Offer:
    if observer is None:
        return offer
    return replace(offer, accepted=offer.accepted & ~(1 << observer), declined=offer.declined & ~(1 << observer))


def _phase(state: ToyState, observer: int | None, others: list[int], chance: Chance) -> Phase:
    match state.phase:
        case Toss(owed, given):
            new = [_tossed(state, seat, owed[seat], chance) if seat in others else given[seat] for seat in _all(state)]
            if all(cards.packed or not owed[seat] for seat, cards in enumerate(new)):
                new[pick(chance, [seat for seat in others if owed[seat]])] = NOTHING
            return Toss(owed, tuple(new))
        case Blockade(kind, plan, answers):
            return _blockade(state, observer, Blockade(kind, plan, answers), chance)
        case Evening(offers, made) if observer != state.turn:
            return Evening(_offers(state, observer, offers, chance), made)
        case _:
            return state.phase


def _all(state: ToyState) -> range:
    return range(len(state.hands))


def _tossed(state: ToyState, seat: int, owed: int, chance: Chance) -> Hidden:
    left, given = state.hands[seat].packed, 0
    if not owed or not chance.below(2):
        return NOTHING
    for _ in range(owed):
        kind, left = draw(chance, left)
        given = counts.plus(given, kind)
    return Hidden(given)


def _blockade(state: ToyState, observer: int | None, phase: Blockade, chance: Chance) -> Blockade:
    order = [*range(state.turn + 1, len(state.hands)), *range(state.turn)]
    asked = [seat for seat in order if phase.answers[seat] != UNASKED and seat != observer]
    answers = list(phase.answers)
    for seat in asked:
        holds = counts.amount(state.hands[seat].packed, phase.kind)
        answers[seat] = pick(chance, (OPEN, PASSED, BLOCKED) if holds else (OPEN, PASSED))
    first = next((answers[seat] for seat in order if answers[seat] not in (UNASKED, PASSED)), BLOCKED)
    if first == BLOCKED:  # it would be settled
        answers[asked[0]] = OPEN
    plan = phase.plan
    if observer != state.turn:
        held = [kind for kind in range(KINDS) if counts.amount(state.hands[state.turn].packed, kind)]
        plan = pick(chance, (-1, *held))
    return Blockade(phase.kind, plan, tuple(answers))


def _offers(state: ToyState, observer: int | None, offers: tuple[Offer, ...], chance: Chance) -> tuple[Offer, ...]:
    made: list[Offer] = []
    for offer in offers:
        if offer.by != state.turn:
            made += [offer] if offer.by == observer else []
            continue
        accepted, declined = offer.accepted, offer.declined
        for seat in _all(state):
            if seat not in (observer, state.turn) and not state.resigned >> seat & 1:
                bit, said = 1 << seat, chance.below(4)
                accepted, declined = accepted & ~bit | bit * (said == 1), declined & ~bit | bit * (said == 2)
                made += [Offer(offer.number * 10 + seat, seat, chance.below(KINDS), 0)] if said == 3 else []
        made.insert(0, replace(offer, accepted=accepted, declined=declined))
    return tuple(made)
