"""The secrets of Catan: cards in two piles, development cards, sealed discards, replies to an offer; its census."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from rules import counts
from rules.catan.memory import CatanMemory
from rules.catan.pieces import KINDS, RESOURCE_BITS, RESOURCE_MASK, Dev
from rules.catan.state import ACCEPTED, COUNTERED, DECLINED, OPEN, Catan, Discard, Offer, Over, Reply
from rules.chance import Chance, draw
from rules.contract import Memory
from rules.counts import Hidden

INGREDIENT_MASK = RESOURCE_MASK << RESOURCE_BITS
POINTS = counts.FULL << counts.BITS * Dev.VICTORY_POINT


def _others(state: Catan, observer: int | None) -> list[int]:
    return [seat for seat in range(state.seats) if seat != observer]


def _kinds(packed: int) -> int:
    return sum(map(bool, counts.unpack(packed, KINDS)))


def _varies(held: Iterable[int]) -> bool:
    """Could these piles be dealt otherwise, each as high as it is?"""
    held = tuple(held)
    return sum(map(bool, held)) > 1 and _kinds(sum(held)) > 1


def _askable(state: Catan, offer: Offer, observer: int | None) -> list[int]:
    """Who may have answered without the observer knowing it."""
    return [seat for seat in _others(state, observer) if offer.to >> seat & 1 and not state.resigned >> seat & 1]


class CatanWorld:
    """At the end all hands lie open, so that what the deck holds is known as well."""

    def secrets(self, state: Catan, observer: int | None, /) -> Mapping[str, object]:
        if isinstance(state.phase, Over):
            return {}
        others = _others(state, observer)
        hands = [state.hands[seat].packed for seat in others]
        devs = [state.devs[seat].packed for seat in others]
        secrets: dict[str, object] = {
            "resources": [hand & RESOURCE_MASK for hand in hands],
            "ingredients": [hand >> RESOURCE_BITS for hand in hands],
            "devs": [held & ~POINTS for held in devs],
            "points": [held & POINTS for held in devs],
            "deck": state.deck,
        }
        if state.active != observer:
            secrets["devs"] = [*(held & ~POINTS for held in devs), state.fresh.packed]
            if state.offer is not None:
                secrets["replies"] = _said(state.offer, others)
        foreign = _foreign(state, observer)
        if foreign:
            secrets["answers"] = [_said(proposal, [state.active]) for proposal in foreign]
        if isinstance(state.phase, Discard):
            secrets["discards"] = [state.phase.given[seat] for seat in others]
        return secrets

    def agrees(self, state: Catan, _observer: int, memory: Memory, /) -> bool:
        """Are the hands among those remembered, and the fresh cards as many as were told?"""
        if not isinstance(memory, CatanMemory) or isinstance(state.phase, Over):
            return isinstance(memory, CatanMemory)
        known = tuple([hand.packed for hand in state.hands]) in memory.deals
        return known and counts.total(state.fresh.packed) == memory.fresh

    def uncertain(self, state: Catan, observer: int | None, memory: Memory | None = None, /) -> frozenset[str]:
        found = self._uncertain(state, observer)
        if not isinstance(memory, CatanMemory):
            return found
        found -= {"discards", "replies", "answers"}
        return found - {"resources", "ingredients"} if len(memory.deals) == 1 else found

    def _uncertain(self, state: Catan, observer: int | None) -> frozenset[str]:
        if isinstance(state.phase, Over):
            return frozenset()
        others = _others(state, observer)
        hands = [state.hands[seat].packed for seat in others]
        found: set[str] = set()
        if _varies(hand & RESOURCE_MASK for hand in hands):
            found.add("resources")
        if _varies(hand & INGREDIENT_MASK for hand in hands):
            found.add("ingredients")
        devs = [state.devs[seat].packed for seat in others]
        if _varies((*devs, state.deck.packed)):
            found.add("devs")
        phase = state.phase
        if isinstance(phase, Discard):
            waits = observer is not None and _owes(phase, observer) and not phase.given[observer].packed
            if len(_free(state, phase, observer)) > (0 if waits else 1):
                found.add("discards")
        if state.offer is not None and observer != state.active and _askable(state, state.offer, observer):
            found.add("replies")
        if _foreign(state, observer):
            found.add("answers")
        return frozenset(found)

    def reshuffle(self, state: Catan, observer: int | None, chance: Chance, memory: Memory | None = None, /) -> Catan:
        if isinstance(state.phase, Over):
            return state
        others = _others(state, observer)
        hands = list(state.hands)
        for pile in (RESOURCE_MASK, INGREDIENT_MASK):
            dealt = _dealt([hands[seat].packed & pile for seat in others], chance)
            for seat, cards in zip(others, dealt, strict=True):
                hands[seat] = Hidden(hands[seat].packed & ~pile | cards)
        if isinstance(memory, CatanMemory) and memory.deals:
            hands = [Hidden(cards) for cards in memory.deals[chance.below(len(memory.deals))]]
        state = _with_devs(replace(state, hands=tuple(hands)), observer, chance)
        if isinstance(state.phase, Discard):
            return replace(state, phase=_discards(state, state.phase, observer, chance))
        if state.offer is not None and observer != state.active:
            state = replace(state, offer=_replies(state, state.offer, observer, chance))
        foreign = _foreign(state, observer)
        heard = [_answered(one, state.active, chance) if one in foreign else one for one in state.proposals]
        return replace(state, proposals=tuple(heard))


def _dealt(piles: list[int], chance: Chance) -> list[int]:
    """All their cards dealt anew, each pile as high as it was."""
    pool, found = sum(piles), list[int]()
    for pile in piles:
        cards, pool = _drawn(pool, counts.total(pile), chance)
        found.append(cards)
    return found


def _drawn(pool: int, number: int, chance: Chance) -> tuple[int, int]:
    cards = 0
    for _ in range(number):
        kind, pool = draw(chance, pool)
        cards = counts.plus(cards, kind)
    return cards, pool


def _with_devs(state: Catan, observer: int | None, chance: Chance) -> Catan:
    others = _others(state, observer)
    devs = list(state.devs)
    *dealt, deck = _dealt([*(devs[seat].packed for seat in others), state.deck.packed], chance)
    for seat, cards in zip(others, dealt, strict=True):
        devs[seat] = Hidden(cards)
    fresh = state.fresh
    if state.active != observer:
        fresh = Hidden(_drawn(devs[state.active].packed, counts.total(fresh.packed), chance)[0])
    return replace(state, devs=tuple(devs), deck=Hidden(deck), fresh=fresh)


def _owes(phase: Discard, seat: int) -> bool:
    return bool(phase.resources[seat] or phase.ingredients[seat])


def _free(state: Catan, phase: Discard, observer: int | None) -> list[int]:
    """Who may have chosen or not: of a seat that resigned all know."""
    return [seat for seat in _others(state, observer) if _owes(phase, seat) and not state.resigned >> seat & 1]


def _discards(state: Catan, phase: Discard, observer: int | None, chance: Chance) -> Discard:
    """Each has chosen or not, as it comes; but not all of them, or it would be settled."""
    others = [seat for seat in _others(state, observer) if _owes(phase, seat)]
    asked = _free(state, phase, observer)
    given = list(phase.given)
    for seat in others:
        hand = state.hands[seat].packed
        cards, _ = _drawn(hand & RESOURCE_MASK, phase.resources[seat], chance)
        more, _ = _drawn(hand & INGREDIENT_MASK, phase.ingredients[seat], chance)
        chosen = chance.below(2) if seat in asked else bool(phase.given[seat].packed)
        given[seat] = Hidden((cards + more) * chosen)
    if all(cards.packed or not _owes(phase, seat) for seat, cards in enumerate(given)):
        given[asked[chance.below(len(asked))]] = Hidden(0)
    return replace(phase, given=tuple(given))


def _said(offer: Offer, seats: list[int]) -> list[tuple[int, int, int]]:
    return [(reply.answer, reply.gives, reply.gets) for reply in map(offer.replies.__getitem__, seats)]


def _foreign(state: Catan, observer: int | None) -> tuple[Offer, ...]:
    """The proposals whose answers he does not know."""
    if observer == state.active:
        return ()
    return tuple(proposal for proposal in state.proposals if proposal.seat != observer)


def _answered(proposal: Offer, active: int, chance: Chance) -> Offer:
    """Whose turn it is may have said anything but yes, which would have closed it."""
    replies = list(proposal.replies)
    replies[active] = _reply((OPEN, DECLINED, COUNTERED)[chance.below(3)], replies[active].counters, chance)
    return replace(proposal, replies=tuple(replies))


def _reply(answer: int, made: int, chance: Chance) -> Reply:
    if answer != COUNTERED:
        return Reply(answer, counters=made)
    return Reply(answer, counts.plus(0, chance.below(KINDS)), counts.plus(0, chance.below(KINDS)), made + 1)


def _replies(state: Catan, offer: Offer, observer: int | None, chance: Chance) -> Offer:
    """Anybody may have said anything.

    But an acceptance of an offer to the first would have closed it, a request has none, and who has an own proposal
    open has no counter-offer.
    """
    replies, proposers = list(offer.replies), {proposal.seat for proposal in state.proposals}
    for seat in _askable(state, offer, observer):
        answers = [OPEN, DECLINED]
        answers += [COUNTERED] if seat not in proposers else []
        answers += [ACCEPTED] if offer.gives and not offer.first else []
        replies[seat] = _reply(answers[chance.below(len(answers))], replies[seat].counters, chance)
    return replace(offer, replies=tuple(replies))
