"""The legal next words of offers and answers (CM-9, CM-21, CM-27): they depend on what their seat knows, no more."""

from typing import cast

from rules import counts
from rules.catan.amounts import AMOUNTS
from rules.catan.hexes import bits
from rules.catan.notation import COUNTER_WORD
from rules.catan.offers import elsewhere, opponents, present, terms
from rules.catan.pieces import CARD_NAMES, KINDS, enough
from rules.catan.state import ACCEPTED, COUNTERED, DECLINED, OPEN, Catan, Offer, Reply
from rules.catan.words import Choices, Word, Words
from rules.contract import Choice

FOR, TO, FIRST = "for", "to", "first"


def _open(state: Catan) -> Offer:
    """The open offer, where a word of it is possible."""
    return cast(Offer, state.offer)


def _number(state: Catan, *, whole: bool) -> Choices:
    return (Choice(str(_open(state).number), whole, group="offer"),)


def _only_number(state: Catan, _seat: int, words: Words) -> Choices:
    return () if words else _number(state, whole=True)


def _players(mask: int) -> Choices:
    return tuple([Choice(str(seat + 1), whole=True, group="player") for seat in bits(mask)])


# ── cards for cards ──────────────────────────────────────────────────────────────────────────────────────────────────


def _kinds(packed: int) -> int:
    """A mask of the kinds that are there."""
    return sum(1 << kind for kind in range(KINDS) if counts.amount(packed, kind))


def _may_trade(state: Catan, seat: int) -> bool:
    """Is there a kind to give, and another one to get?"""
    mine, theirs = present(state.hands[seat].packed), present(elsewhere(state, seat))
    return bool(mine and theirs and (mine | theirs).bit_count() > 1)


def _amounts(have: int, kinds: int, *, whole: bool) -> Choices:
    """Each of these kinds with every number that is there."""
    return tuple(
        [
            Choice(f"{CARD_NAMES[kind]}{number}", whole, group=CARD_NAMES[kind])
            for kind in bits(kinds)
            for number in range(1, counts.amount(have, kind) + 1)
        ]
    )


def _named(words: Words, have: int) -> int | None:
    """A mask of the kinds that the words name, each once and not more than there are; None where they do not."""
    kinds = 0
    for word in words:
        kind, number = AMOUNTS.get(word, (KINDS, 1))
        if kinds >> kind & 1 or counts.amount(have, kind) < number:
            return None
        kinds |= 1 << kind
    return kinds


def _sides(state: Catan, seat: int, words: Words) -> tuple[Choices, bool]:
    """The next words of `wool2 for ore1`, in any order; and do these words name both sides?"""
    hand, there = state.hands[seat].packed, elsewhere(state, seat)
    at = words.index(FOR) if FOR in words else len(words)
    given, wanted = _named(words[:at], hand), _named(words[at + 1 :], there)
    if given is None or wanted is None or given & wanted:
        return (), False
    theirs = _kinds(there) & ~given
    if at < len(words):
        return (_amounts(there, theirs & ~wanted, whole=True), bool(wanted)) if given else ((), False)
    more = [kind for kind in bits(_kinds(hand) & ~given) if theirs & ~(1 << kind)]
    then = (Choice(FOR, whole=False),) if given and theirs else ()
    return (*_amounts(hand, sum(1 << kind for kind in more), whole=False), *then), False


# ── the offerer ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_offer(state: Catan, seat: int) -> bool:
    return state.offer is None and bool(opponents(state, seat)) and _may_trade(state, seat)


def _offer(state: Catan, seat: int, words: Words) -> Choices:
    """Cards for cards; then to whom, if not to everyone; then whether the first has it."""
    if FIRST in words:
        return ()
    first = Choice(FIRST, whole=True)
    at = words.index(TO) if TO in words else len(words)
    found, both = _sides(state, seat, words[:at])
    if at == len(words):
        return (*found, Choice(TO, whole=False), first) if both else found
    left = opponents(state, seat)
    for word in words[at + 1 :]:
        named = [other for other in bits(left) if str(other + 1) == word]
        if not named:
            return ()
        left ^= 1 << named[0]
    if not both:
        return ()
    return (*_players(left), first) if at + 1 < len(words) else _players(left)


def _may_withdraw(state: Catan, seat: int) -> bool:
    if seat == state.active:
        return state.offer is not None
    reply = _reply(state, seat)
    return reply is not None and reply.answer != OPEN


def _dealable(state: Catan, seat: int) -> list[int]:
    """Who has accepted, or made a counter-offer that the offerer can pay. Whether they still can is not known."""
    offer = state.offer
    if offer is None:
        return []
    hand = state.hands[seat].packed
    return [
        other
        for other in bits(offer.to & ~state.resigned)
        if offer.replies[other].answer == ACCEPTED
        or (offer.replies[other].answer == COUNTERED and enough(hand, terms(offer, other)[0]))
    ]


def _may_deal(state: Catan, seat: int) -> bool:
    return bool(_dealable(state, seat))


def _deal(state: Catan, seat: int, words: Words) -> Choices:
    """The offer, the player, and his counter-offer if he has made one."""
    if not words:
        return _number(state, whole=False)
    offer = _open(state)
    replies = [(str(other + 1), offer.replies[other]) for other in _dealable(state, seat)]
    match words:
        case (number, *_) if number != str(offer.number):
            return ()
        case (_,):
            return tuple(Choice(player, reply.answer == ACCEPTED, group="player") for player, reply in replies)
        case (_, chosen):
            made = [reply for player, reply in replies if player == chosen and reply.answer == COUNTERED]
            return tuple(Choice(f"{COUNTER_WORD}{reply.counters}", whole=True) for reply in made)
        case _:
            return ()


# ── the others ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _reply(state: Catan, seat: int) -> Reply | None:
    """The answer of a seat that is asked, as it stands."""
    offer = state.offer
    return offer.replies[seat] if offer is not None and offer.to & ~state.resigned & 1 << seat else None


def _may_accept(state: Catan, seat: int) -> bool:
    """CM-27: who cannot pay sees no `accept`."""
    reply = _reply(state, seat)
    return reply is not None and reply.answer != ACCEPTED and enough(state.hands[seat].packed, _open(state).gets)


def _may_decline(state: Catan, seat: int) -> bool:
    reply = _reply(state, seat)
    return reply is not None and reply.answer != DECLINED


def _may_counter(state: Catan, seat: int) -> bool:
    return _reply(state, seat) is not None and _may_trade(state, seat)


def _counter(state: Catan, seat: int, words: Words) -> Choices:
    """The offer, then what he would give and get instead."""
    if not words:
        return _number(state, whole=False)
    return _sides(state, seat, words[1:])[0] if words[0] == str(_open(state).number) else ()


OFFER = Word("offer", _may_offer, _offer)
DEAL = Word("deal", _may_deal, _deal)
WITHDRAW = Word("withdraw", _may_withdraw, _only_number)
ACCEPT = Word("accept", _may_accept, _only_number)
DECLINE = Word("decline", _may_decline, _only_number)
COUNTER = Word("counter", _may_counter, _counter)
