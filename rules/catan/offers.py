"""Offers and requests: made, withdrawn, answered, closed (CM-9, CM-21, CM-27, CM-28).

The player whose turn it is makes them to the others, the others to him: each has one open at most. Publicly an offer is
open, closed with a player, or lapsed; the answers are known to who gave them and to the offerer. They are taken while
the turn is at trade and building: with a robber or a free road in between offers rest. To offer, and to close what
was answered, nobody needs to be asked.
"""

from typing import Final

from msgspec.structs import replace

from rules import counts
from rules.catan import moves
from rules.catan.facts import AcceptanceVoid, Needed, OfferClosed, OfferLapsed, OfferMade, OfferReplied
from rules.catan.hands import hand_over, missing
from rules.catan.hexes import bits
from rules.catan.pieces import BASE_BANK, GUARD, KINDS, MARKET_BANK, RESOURCE_MASK, enough
from rules.catan.reasons import (
    AnswerStands,
    CannotPay,
    NobodyToAsk,
    NoGifts,
    NoPriceYet,
    NoSuchOffer,
    NoSuchReply,
    NotAmongOthers,
    NotInThisGame,
    OfferIsOpen,
    SameKind,
    ToWhoseTurnItIs,
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
    both = present(gives) & present(gets)
    if both:
        raise IllegalMove(SameKind(_first(both)))
    if not state.market and gives > RESOURCE_MASK:
        raise IllegalMove(NotInThisGame())
    if not enough(state.hands[seat].packed, gives):
        raise IllegalMove(CannotPay(missing(state.hands[seat].packed, gives)))
    _check_wanted(state, seat, gets)


def _check_wanted(state: Catan, seat: int, gets: int) -> None:
    """The others together could give it."""
    if not state.market and gets > RESOURCE_MASK:
        raise IllegalMove(NotInThisGame())
    there = elsewhere(state, seat)
    if not enough(there, gets):
        raise IllegalMove(NotAmongOthers(_first(missing(there, gets))))


def present(packed: int) -> int:
    """The bit of GUARD for every kind that is there."""
    return packed + _ALMOST & GUARD


def _first(packed: int) -> int:
    """The first kind that is there."""
    return next(kind for kind in range(KINDS) if counts.amount(packed, kind))


def own(state: Catan, seat: int) -> Offer | None:
    """The open offer of a seat."""
    if seat == state.active:
        return state.offer
    return next((found for found in state.proposals if found.seat == seat), None)


def answerable(state: Catan, seat: int) -> list[Offer]:
    """The open offers that a seat may answer."""
    found = state.proposals if seat == state.active else (state.offer,)
    return [each for each in found if each is not None and each.to & ~state.resigned & 1 << seat]


def may_offer(state: Catan, seat: int) -> bool:
    """Has this seat no offer open, and somebody to make one to?"""
    return own(state, seat) is None and bool(opponents(state, seat)) and not state.resigned >> seat & 1


def offer(state: Catan, seat: int, move: moves.MakeOffer, _chance: Chance) -> Step[Catan]:
    """To everyone or to those who are named. Its cards are not set aside."""
    to = _addressees(state, seat, move.to, first=move.first)
    _check(state, seat, move.gives, move.gets)
    number, nothing = state.offers + 1, (Reply(),) * state.seats
    made = Offer(number, to, move.gives, move.gets, move.first, nothing, seat)
    return _opened(state, made, OfferMade(number, seat, move.gives, move.gets, tuple(bits(to)), move.first))


def need(state: Catan, seat: int, move: moves.Need, _chance: Chance) -> Step[Catan]:
    """CM-27: a request without a price: an offer that names one side only."""
    to = _addressees(state, seat, move.to)
    if not move.gets:
        raise IllegalMove(NoGifts())
    _check_wanted(state, seat, move.gets)
    number, nothing = state.offers + 1, (Reply(),) * state.seats
    made = Offer(number, to, 0, move.gets, first=False, replies=nothing, seat=seat)
    return _opened(state, made, Needed(number, seat, move.gets, tuple(bits(to))))


def _addressees(state: Catan, seat: int, to: int, *, first: bool = False) -> int:
    """CM-27: an open offer of each at most; that of a seat that is not on turn goes to the one that is."""
    if state.resigned >> seat & 1:
        raise IllegalMove(NotAsked())
    open_already = own(state, seat)
    if open_already is not None:
        raise IllegalMove(OfferIsOpen(open_already.number))
    if seat != state.active:
        if to or first:
            raise IllegalMove(ToWhoseTurnItIs())
        return 1 << state.active
    others = opponents(state, seat)
    if to & ~others or not others:
        raise IllegalMove(NobodyToAsk())
    return to or others


def _opened(state: Catan, made: Offer, fact: OfferMade | Needed) -> Step[Catan]:
    """A proposal takes the place of a counter-offer of its maker: one of both at most.

    It cannot be taken back: that it no longer could would tell its maker of answers of others to the open offer.
    """
    told: tuple[Told, ...] = (Announced(fact),)
    if made.seat == state.active:
        return Step(replace(state, offer=made, offers=made.number), told)
    answered, seat = state.offer, made.seat
    if answered is not None and answered.replies[seat].answer == COUNTERED:
        step = _replied(state, seat, answered, Reply(counters=answered.replies[seat].counters))
        state, told = step.state, told + step.facts
    return Step(replace(state, proposals=(*state.proposals, made), offers=made.number), told, final=True)


# ── answers ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _asked(state: Catan, seat: int, number: int) -> Offer:
    """The offer that this seat may answer."""
    found = _numbered(state, number)
    if not found.to & ~state.resigned & 1 << seat:
        raise IllegalMove(NotAsked())
    return found


def _numbered(state: Catan, number: int) -> Offer:
    for found in (state.offer, *state.proposals):
        if found is not None and found.number == number:
            return found
    raise IllegalMove(NoSuchOffer(number))


def _replied(state: Catan, seat: int, found: Offer, reply: Reply) -> Step[Catan]:
    """Told to the offerer only, and to who said it (CM-27)."""
    fact = OfferReplied(found.number, seat, reply.answer, reply.gives, reply.gets, reply.counters)
    return Step(_with_reply(state, found, seat, reply), (Whispered(found.seat, fact), Whispered(seat, fact)))


def _with_reply(state: Catan, found: Offer, seat: int, reply: Reply) -> Catan:
    changed = replace(found, replies=(*found.replies[:seat], reply, *found.replies[seat + 1 :]))
    if found.seat == state.active:
        return replace(state, offer=changed)
    return replace(state, proposals=tuple([changed if each is found else each for each in state.proposals]))


def _without(state: Catan, found: Offer) -> Catan:
    if found.seat == state.active:
        return replace(state, offer=None)
    return replace(state, proposals=tuple([each for each in state.proposals if each is not found]))


def accept(state: Catan, seat: int, move: moves.Accept, _chance: Chance) -> Step[Catan]:
    """Only who can pay accepts; of an offer to the first, or of another player's, it closes the deal."""
    found = _asked(state, seat, move.number)
    if not found.gives:
        raise IllegalMove(NoPriceYet(found.number))
    before = found.replies[seat]
    if before.answer == ACCEPTED:
        raise IllegalMove(AnswerStands(found.number))
    hand = state.hands[seat].packed
    if not enough(hand, found.gets):
        raise IllegalMove(CannotPay(missing(hand, found.gets)))
    if found.seat == state.active and not found.first:
        return _replied(state, seat, found, Reply(ACCEPTED, counters=before.counters))
    if enough(state.hands[found.seat].packed, found.gives):
        return _closed(state, found, seat, found.gives, found.gets)
    return _lapsed(state, found) if found.seat == state.active else _unpayable(state, found)


def decline(state: Catan, seat: int, move: moves.Decline, _chance: Chance) -> Step[Catan]:
    found = _asked(state, seat, move.number)
    before = found.replies[seat]
    if before.answer == DECLINED:
        raise IllegalMove(AnswerStands(found.number))
    return _replied(state, seat, found, Reply(DECLINED, counters=before.counters))


def counter(state: Catan, seat: int, move: moves.Counter, _chance: Chance) -> Step[Catan]:
    """CM-9, CM-27: to the offerer; it takes the place of what was said before. A request is answered by it."""
    found = _asked(state, seat, move.number)
    mine = own(state, seat)
    if mine is not None and seat != state.active:
        raise IllegalMove(OfferIsOpen(mine.number))
    _check(state, seat, move.gives, move.gets)
    reply = Reply(COUNTERED, move.gives, move.gets, found.replies[seat].counters + 1)
    return _replied(state, seat, found, reply)


def withdraw(state: Catan, seat: int, move: moves.Withdraw, _chance: Chance) -> Step[Catan]:
    """The offerer withdraws his offer, another seat its answer."""
    found = _numbered(state, move.number)
    if found.seat == seat and not state.resigned >> seat & 1:
        return Step(_without(state, found), (_told_lapsed(found),), final=seat != state.active)
    found = _asked(state, seat, move.number)
    before = found.replies[seat]
    if before.answer == OPEN:
        raise IllegalMove(NoSuchReply(seat))
    return _replied(state, seat, found, Reply(counters=before.counters))


def lapse(state: Catan) -> tuple[Told, ...]:
    """What is told when the turn ends, and with it every open offer."""
    return tuple([_told_lapsed(found) for found in (state.offer, *state.proposals) if found is not None])


def leave(state: Catan, seat: int) -> Step[Catan]:
    """The proposal of a seat that resigns lapses; the offer of the player whose turn it is ends with his turn."""
    found = own(state, seat)
    if found is None or seat == state.active:
        return Step(state, ())
    return Step(_without(state, found), (_told_lapsed(found),))


def _told_lapsed(found: Offer) -> Told:
    return Announced(OfferLapsed(found.number, found.seat))


# ── the deal ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def terms(found: Offer, seat: int) -> tuple[int, int]:
    """What the offerer would give and get in a deal with a seat that has accepted or made a counter-offer."""
    reply = found.replies[seat]
    return (found.gives, found.gets) if reply.answer == ACCEPTED else (reply.gets, reply.gives)


def deal(state: Catan, seat: int, move: moves.Deal, _chance: Chance) -> Step[Catan]:
    """CM-27: checked when it is closed, for cards in an offer are not set aside."""
    found = _numbered(state, move.number)
    if found.seat != seat:
        raise IllegalMove(NotAsked())
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
        return _lapsed(state, found)
    if not enough(state.hands[partner].packed, gets):
        return _void(state, found, partner)
    return _closed(state, found, partner, gives, gets)


def _lapsed(state: Catan, found: Offer) -> Step[Catan]:
    """The player whose turn it is can no longer pay what he offered."""
    return Step(_without(state, found), (_told_lapsed(found),), final=True)


def _unpayable(state: Catan, found: Offer) -> Step[Catan]:
    """Another player can no longer pay what he proposed: that it lapsed would tell all which card was stolen."""
    fact = AcceptanceVoid(found.number, found.seat)
    return Step(state, (Whispered(state.active, fact), Whispered(found.seat, fact)), final=True)


def _void(state: Catan, found: Offer, seat: int) -> Step[Catan]:
    """Who accepted, or made a counter-offer, can no longer pay: only he and the offerer learn of it."""
    fact = AcceptanceVoid(found.number, seat)
    after = _with_reply(state, found, seat, Reply(counters=found.replies[seat].counters))
    return Step(after, (Whispered(found.seat, fact), Whispered(seat, fact)), final=True)


def _closed(state: Catan, found: Offer, partner: int, gives: int, gets: int) -> Step[Catan]:
    seat = found.seat
    hands = hand_over(hand_over(state.hands, seat, partner, gives), partner, seat, gets)
    told = Announced(OfferClosed(found.number, seat, partner, gives, gets))
    return Step(replace(_without(state, found), hands=hands), (told,), final=True)
