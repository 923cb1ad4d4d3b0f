"""Offers of the player whose turn it is: made, withdrawn, answered, closed (CM-9, CM-21, CM-27, CM-28).

Publicly an offer is open, closed with a player, or lapsed; the answers are known to who gave them and to the offerer.
They are taken while the turn is at trade and building: with a robber or a free road in between the offer rests.
"""

from typing import Final

from msgspec.structs import replace

from rules import counts
from rules.catan import moves
from rules.catan.facts import AcceptanceVoid, OfferClosed, OfferLapsed, OfferMade, OfferReplied
from rules.catan.hands import hand_over, missing
from rules.catan.hexes import bits
from rules.catan.pieces import BASE_BANK, GUARD, KINDS, MARKET_BANK, RESOURCE_MASK, enough
from rules.catan.reasons import (
    AnswerStands,
    CannotPay,
    NobodyToAsk,
    NoGifts,
    NoSuchOffer,
    NoSuchReply,
    NotAmongOthers,
    NotInThisGame,
    OfferIsOpen,
    SameKind,
)
from rules.catan.state import ACCEPTED, COUNTERED, DECLINED, OPEN, Catan, Offer, Reply
from rules.contract import Chance, IllegalMove, NotAsked, Prompt, Step, Told
from rules.facts import Announced, Whispered

TOPIC: Final = "offer"
_ALMOST: Final = GUARD - (GUARD >> counts.BITS - 1)
"""Of every kind one less than its bit of GUARD."""


def prompts(state: Catan) -> tuple[Prompt, ...]:
    """All to whom it goes are asked, also who cannot pay; nobody waits for them, and they may change their minds."""
    found = state.offer
    asked = () if found is None else bits(found.to & ~state.resigned)
    return tuple([Prompt(seat, TOPIC, state.offers, required=False, rest=True) for seat in asked])


# ── what may be offered ──────────────────────────────────────────────────────────────────────────────────────────────


def opponents(state: Catan, seat: int) -> int:
    """A mask of the other seats that have not resigned."""
    return ((1 << state.seats) - 1) & ~(1 << seat | state.resigned)


def elsewhere(state: Catan, seat: int) -> int:
    """What the others hold together: a seat knows it by the bank's cards and its own."""
    return (MARKET_BANK if state.market else BASE_BANK) - state.bank - state.hands[seat].packed


def _check(state: Catan, seat: int, gives: int, gets: int) -> None:
    """CM-9: cards for cards, at least one on each side, never the same kind on both."""
    if not gives or not gets:
        raise IllegalMove(NoGifts())
    if not state.market and (gives | gets) > RESOURCE_MASK:
        raise IllegalMove(NotInThisGame())
    both = present(gives) & present(gets)
    if both:
        raise IllegalMove(SameKind(_first(both)))
    if not enough(state.hands[seat].packed, gives):
        raise IllegalMove(CannotPay(missing(state.hands[seat].packed, gives)))
    there = elsewhere(state, seat)
    if not enough(there, gets):
        raise IllegalMove(NotAmongOthers(_first(missing(there, gets))))


def present(packed: int) -> int:
    """The bit of GUARD for every kind that is there."""
    return packed + _ALMOST & GUARD


def _first(packed: int) -> int:
    """The first kind that is there."""
    return next(kind for kind in range(KINDS) if counts.amount(packed, kind))


def offer(state: Catan, seat: int, move: moves.MakeOffer, _chance: Chance) -> Step[Catan]:
    """One at a time, to everyone or to those who are named. Its cards are not set aside."""
    if state.offer is not None:
        raise IllegalMove(OfferIsOpen(state.offer.number))
    others = opponents(state, seat)
    if move.to & ~others or not others:
        raise IllegalMove(NobodyToAsk())
    _check(state, seat, move.gives, move.gets)
    to, number = move.to or others, state.offers + 1
    made = Offer(number, to, move.gives, move.gets, move.first, (Reply(),) * state.seats)
    told = Announced(OfferMade(number, seat, move.gives, move.gets, tuple(bits(to)), move.first))
    return Step(replace(state, offer=made, offers=number), (told,))


# ── answers ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _asked(state: Catan, seat: int, number: int) -> Offer:
    """The offer that this seat may answer."""
    found = state.offer
    if found is None or found.number != number:
        raise IllegalMove(NoSuchOffer(number))
    if not found.to & ~state.resigned & 1 << seat:
        raise IllegalMove(NotAsked())
    return found


def _replied(state: Catan, seat: int, found: Offer, reply: Reply) -> Step[Catan]:
    """Told to the offerer only, and to who said it (CM-27)."""
    fact = OfferReplied(found.number, seat, reply.answer, reply.gives, reply.gets, reply.counters)
    return Step(_with_reply(state, found, seat, reply), (Whispered(state.active, fact), Whispered(seat, fact)))


def _with_reply(state: Catan, found: Offer, seat: int, reply: Reply) -> Catan:
    replies = (*found.replies[:seat], reply, *found.replies[seat + 1 :])
    return replace(state, offer=replace(found, replies=replies))


def accept(state: Catan, seat: int, move: moves.Accept, _chance: Chance) -> Step[Catan]:
    """Only who can pay accepts; of an offer to the first it closes the deal."""
    found = _asked(state, seat, move.number)
    before = found.replies[seat]
    if before.answer == ACCEPTED:
        raise IllegalMove(AnswerStands(found.number))
    hand = state.hands[seat].packed
    if not enough(hand, found.gets):
        raise IllegalMove(CannotPay(missing(hand, found.gets)))
    if not found.first:
        return _replied(state, seat, found, Reply(ACCEPTED, counters=before.counters))
    if not enough(state.hands[state.active].packed, found.gives):
        return _lapsed(state)
    return _closed(state, found, seat, found.gives, found.gets)


def decline(state: Catan, seat: int, move: moves.Decline, _chance: Chance) -> Step[Catan]:
    found = _asked(state, seat, move.number)
    before = found.replies[seat]
    if before.answer == DECLINED:
        raise IllegalMove(AnswerStands(found.number))
    return _replied(state, seat, found, Reply(DECLINED, counters=before.counters))


def counter(state: Catan, seat: int, move: moves.Counter, _chance: Chance) -> Step[Catan]:
    """CM-9: to the player whose turn it is; it takes the place of what was said before."""
    found = _asked(state, seat, move.number)
    _check(state, seat, move.gives, move.gets)
    reply = Reply(COUNTERED, move.gives, move.gets, found.replies[seat].counters + 1)
    return _replied(state, seat, found, reply)


def withdraw(state: Catan, seat: int, move: moves.Withdraw, _chance: Chance) -> Step[Catan]:
    """The offerer withdraws his offer, another seat its answer."""
    found = state.offer
    if seat == state.active and found is not None and found.number == move.number:
        return Step(replace(state, offer=None), lapse(state))
    found = _asked(state, seat, move.number)
    before = found.replies[seat]
    if before.answer == OPEN:
        raise IllegalMove(NoSuchReply(seat))
    return _replied(state, seat, found, Reply(counters=before.counters))


def lapse(state: Catan) -> tuple[Told, ...]:
    """What is told when the open offer, if there is one, ends without a deal."""
    return () if state.offer is None else (Announced(OfferLapsed(state.offer.number, state.active)),)


# ── the deal ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def terms(found: Offer, seat: int) -> tuple[int, int]:
    """What the offerer would give and get in a deal with a seat that has accepted or made a counter-offer."""
    reply = found.replies[seat]
    return (found.gives, found.gets) if reply.answer == ACCEPTED else (reply.gets, reply.gives)


def deal(state: Catan, seat: int, move: moves.Deal, _chance: Chance) -> Step[Catan]:
    """CM-27: checked when it is closed, for cards in an offer are not set aside."""
    found = state.offer
    if found is None or found.number != move.number:
        raise IllegalMove(NoSuchOffer(move.number))
    partner = move.seat
    if not found.to & ~state.resigned & 1 << partner:
        raise IllegalMove(NoSuchReply(partner))
    reply = found.replies[partner]
    wanted = (COUNTERED, move.counter) if move.counter else (ACCEPTED, reply.counters)
    if (reply.answer, reply.counters) != wanted:
        raise IllegalMove(NoSuchReply(partner))
    gives, gets = terms(found, partner)
    hand = state.hands[seat].packed
    if not enough(hand, gives):
        if move.counter:
            raise IllegalMove(CannotPay(missing(hand, gives)))
        return _lapsed(state)
    if not enough(state.hands[partner].packed, gets):
        return _void(state, found, partner)
    return _closed(state, found, partner, gives, gets)


def _lapsed(state: Catan) -> Step[Catan]:
    """The offerer can no longer pay."""
    return Step(replace(state, offer=None), lapse(state), final=True)


def _void(state: Catan, found: Offer, seat: int) -> Step[Catan]:
    """Who accepted, or made a counter-offer, can no longer pay: only he and the offerer learn of it."""
    fact = AcceptanceVoid(found.number, seat)
    after = _with_reply(state, found, seat, Reply(counters=found.replies[seat].counters))
    return Step(after, (Whispered(state.active, fact), Whispered(seat, fact)), final=True)


def _closed(state: Catan, found: Offer, partner: int, gives: int, gets: int) -> Step[Catan]:
    seat = state.active
    hands = hand_over(hand_over(state.hands, seat, partner, gives), partner, seat, gets)
    told = Announced(OfferClosed(found.number, seat, partner, gives, gets))
    return Step(replace(state, hands=hands, offer=None), (told,), final=True)
