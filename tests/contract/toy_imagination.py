"""What a seat of the toy remembers, and a state that it cannot tell from the true one."""

from __future__ import annotations

from rules import counts
from rules.chance import Chance, draw
from rules.contract import Memory
from rules.counts import Hidden
from rules.facts import Fact, Seat
from tests.contract.toy_pieces import (
    KINDS,
    OPEN,
    PASSED,
    UNASKED,
    Blockade,
    Called,
    Drew,
    Ending,
    Evening,
    Guard,
    Hand,
    Morning,
    Over,
    Passed,
    Pay,
    Phase,
    Table,
    Toss,
    ToyState,
    Traded,
)

TRIES = 1000


class ToyMemory(Memory, frozen=True):
    """A call shows that nobody else has that kind any more, until a card comes to them unseen."""

    lacks: tuple[int, ...]
    """The kinds that each seat certainly lacks, as a mask."""

    def agrees(self, hands: tuple[Hidden, ...], seat: int) -> bool:
        return not any(
            other != seat and self.lacks[other] >> kind & 1 and counts.amount(hand.packed, kind)
            for other, hand in enumerate(hands)
            for kind in range(KINDS)
        )


def remember(memory: ToyMemory | None, public: Table, _seat: Seat, facts: tuple[Fact, ...]) -> ToyMemory:
    lacks = list(memory.lacks) if memory else [0] * len(public.hands)
    for fact in facts:
        match fact:
            case Called(kind, _):  # it reveals, so it ends its commit: the caller still has the turn
                lacks = [mask | 1 << kind for mask in lacks]
                lacks[public.turn] &= ~(1 << kind)
            case Drew(who, _) | Passed(who):
                lacks[who] = 0
            case Traded(by, to):
                lacks[by] = lacks[to] = 0
            case _:
                pass
    return ToyMemory(tuple(lacks))


def imagine(public: Table, private: Hand, memory: ToyMemory, chance: Chance) -> ToyState:
    hands, bag = _deal(public, private, memory, chance)
    return ToyState(
        hands,
        bag,
        public.table,
        public.edges,
        public.points,
        public.turn,
        public.spent,
        public.resigned,
        _phase(public, private, hands),
    )


def _deal(public: Table, private: Hand, memory: ToyMemory, chance: Chance) -> tuple[tuple[Hidden, ...], Hidden]:
    """Those who lack kinds are dealt first: as long as they lack the same, all deals are equally likely."""
    seat = private.seat
    pool = counts.pack([public.cards] * KINDS) - public.table - private.cards.packed
    order = sorted(
        (other for other in range(len(public.hands)) if other != seat), key=lambda other: -memory.lacks[other]
    )
    for _ in range(TRIES):
        left, hands = pool, [private.cards] * len(public.hands)
        for other in order:
            banned = counts.pack(
                counts.amount(left, kind) if memory.lacks[other] >> kind & 1 else 0 for kind in range(KINDS)
            )
            allowed, hand = left - banned, 0
            if counts.total(allowed) < public.hands[other]:
                break
            for _ in range(public.hands[other]):
                kind, allowed = draw(chance, allowed)
                hand = counts.plus(hand, kind)
            left, hands[other] = allowed + banned, Hidden(hand)
        else:
            return tuple(hands), Hidden(left)
    raise AssertionError("no deal agrees with what is remembered")


def _phase(public: Table, private: Hand, hands: tuple[Hidden, ...]) -> Phase:
    seat = private.seat
    match public.phase:
        case "Morning":
            return Morning()
        case "Evening":
            return Evening(private.offers, public.made)
        case "Guard":
            return Guard(Evening((), public.made) if public.evening else Morning())
        case "Toss":
            given = [_least(hand, owed) for hand, owed in zip(hands, public.question, strict=True)]
            for other in range(len(hands)):
                if other == seat or not public.resigned >> other & 1:
                    given[other] = Hidden(private.answer if other == seat else 0)
            return Toss(public.question, tuple(given))
        case "Blockade":
            kind, *asked = public.question
            resigned = [public.resigned >> other & 1 for other in range(len(hands))]
            answers = [
                (PASSED if gone else OPEN) if ask else UNASKED for ask, gone in zip(asked, resigned, strict=True)
            ]
            answers[seat] = private.answer
            return Blockade(kind, private.plan, tuple(answers))
        case "Pay":
            return Pay()
        case _:
            return Over(Ending(public.ending))


def _least(hand: Hidden, owed: int) -> Hidden:
    """What `idle` tosses for a seat that has resigned."""
    amounts = counts.unpack(hand.packed, KINDS)
    cards = sorted(counts.pieces(hand.packed), key=lambda kind: -amounts[kind])[:owed]
    return Hidden(counts.pack([cards.count(kind) for kind in range(KINDS)]))


__all__ = ["ToyMemory", "imagine", "remember"]
