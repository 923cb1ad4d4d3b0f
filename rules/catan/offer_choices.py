"""The legal next words of offers and answers (CM-9, CM-21, CM-27): they depend on what their seat knows, no more."""

from collections.abc import Callable

from rules import counts
from rules.catan.amounts import AMOUNTS
from rules.catan.hexes import bits
from rules.catan.notation import COUNTER_WORD
from rules.catan.offers import answerable, elsewhere, may_offer, opponents, own, present, terms
from rules.catan.pieces import CARD_NAMES, KINDS, enough
from rules.catan.state import ACCEPTED, COUNTERED, DECLINED, OPEN, Catan, Offer
from rules.catan.words import Choices, Word, Words
from rules.contract import Choice

FOR, TO, FIRST = "for", "to", "first"


def _numbers(offers: list[Offer], *, whole: bool) -> Choices:
    return tuple([Choice(str(found.number), whole, group="offer") for found in offers])


Which = Callable[[Catan, int], list[Offer]]


def _numbered(verb: str, which: Which) -> Word:
    """A verb with the number of one of these offers."""

    def possible(state: Catan, seat: int) -> bool:
        return bool(which(state, seat))

    def rest(state: Catan, seat: int, words: Words) -> Choices:
        return () if words else _numbers(which(state, seat), whole=True)

    return Word(verb, possible, rest)


def _of(offers: list[Offer], word: str) -> Offer | None:
    """That of these which the word names."""
    return next((found for found in offers if str(found.number) == word), None)


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
    return may_offer(state, seat) and _may_trade(state, seat)


def _offer(state: Catan, seat: int, words: Words) -> Choices:
    """Cards for cards; then to whom, if not to everyone; then whether the first has it."""
    if seat != state.active:  # to whose turn it is
        return _sides(state, seat, words)[0]
    if FIRST in words:
        return ()
    first = Choice(FIRST, whole=True)
    at = words.index(TO) if TO in words else len(words)
    found, both = _sides(state, seat, words[:at])
    if at == len(words):
        return (*found, Choice(TO, whole=False), first) if both else found
    left = _left(state, seat, words[at + 1 :]) if both else None
    if left is None:
        return ()
    return (*_players(left), first) if at + 1 < len(words) else _players(left)


def _left(state: Catan, seat: int, named: Words) -> int | None:
    """A mask of the others who are not named yet; None where the words name somebody twice, or nobody."""
    left = opponents(state, seat)
    for word in named:
        found = [other for other in bits(left) if str(other + 1) == word]
        if not found:
            return None
        left ^= 1 << found[0]
    return left


def _may_need(state: Catan, seat: int) -> bool:
    return may_offer(state, seat) and bool(elsewhere(state, seat))


def _need(state: Catan, seat: int, words: Words) -> Choices:
    """What is wanted; then of whom, if not of everyone."""
    there = elsewhere(state, seat)
    at = words.index(TO) if TO in words else len(words)
    named = _named(words[:at], there)
    if named is None:
        return ()
    if at == len(words):
        more = _amounts(there, _kinds(there) & ~named, whole=True)
        return (*more, Choice(TO, whole=False)) if named and seat == state.active else more
    left = _left(state, seat, words[at + 1 :]) if named and seat == state.active else None
    return () if left is None else _players(left)


def _own(state: Catan, seat: int) -> list[Offer]:
    mine = own(state, seat)
    return [] if mine is None else [mine]


def dealable(state: Catan, mine: Offer) -> list[int]:
    """Who has accepted, or made a counter-offer that the offerer can pay. Whether they still can is not known."""
    hand = state.hands[mine.seat].packed
    return [
        other
        for other in bits(mine.to & ~state.resigned)
        if mine.replies[other].answer == ACCEPTED
        or (mine.replies[other].answer == COUNTERED and enough(hand, terms(mine, other)[0]))
    ]


def _answered(state: Catan, seat: int) -> list[Offer]:
    return [mine for mine in _own(state, seat) if dealable(state, mine)]


def _may_deal(state: Catan, seat: int) -> bool:
    return bool(_answered(state, seat))


def _deal(state: Catan, seat: int, words: Words) -> Choices:
    """The offer, the player, and his counter-offer if he has made one."""
    offers = _answered(state, seat)
    if not words:
        return _numbers(offers, whole=False)
    mine = _of(offers, words[0])
    if mine is None:
        return ()
    replies = [(str(other + 1), mine.replies[other]) for other in dealable(state, mine)]
    match words[1:]:
        case ():
            return tuple(Choice(player, reply.answer == ACCEPTED, group="player") for player, reply in replies)
        case (chosen,):
            made = [reply for player, reply in replies if player == chosen and reply.answer == COUNTERED]
            return tuple(Choice(f"{COUNTER_WORD}{reply.counters}", whole=True) for reply in made)
        case _:
            return ()


# ── who is asked ─────────────────────────────────────────────────────────────────────────────────────────────────────


def acceptable(state: Catan, seat: int) -> list[Offer]:
    """CM-27: who cannot pay sees no `accept`; a request has none."""
    hand = state.hands[seat].packed
    return [
        found
        for found in answerable(state, seat)
        if found.gives and found.replies[seat].answer != ACCEPTED and enough(hand, found.gets)
    ]


def declinable(state: Catan, seat: int) -> list[Offer]:
    return [found for found in answerable(state, seat) if found.replies[seat].answer != DECLINED]


def answered_by(state: Catan, seat: int) -> list[Offer]:
    """The offers of others to which it has said something."""
    return [found for found in answerable(state, seat) if found.replies[seat].answer != OPEN]


def _may_withdraw(state: Catan, seat: int) -> bool:
    return own(state, seat) is not None or bool(answered_by(state, seat))


def _withdraw(state: Catan, seat: int, words: Words) -> Choices:
    """Its own offer, or its answer to another's."""
    if words:
        return ()
    answers = [Choice(str(found.number), whole=True, group="answer") for found in answered_by(state, seat)]
    return (*_numbers(_own(state, seat), whole=True), *answers)


def _may_counter(state: Catan, seat: int) -> bool:
    free = seat == state.active or own(state, seat) is None
    return free and bool(answerable(state, seat)) and _may_trade(state, seat)


def _counter(state: Catan, seat: int, words: Words) -> Choices:
    """The offer, then what he would give and get instead."""
    offers = answerable(state, seat)
    if not words:
        return _numbers(offers, whole=False)
    return _sides(state, seat, words[1:])[0] if _of(offers, words[0]) else ()


OFFER = Word("offer", _may_offer, _offer)
NEED = Word("need", _may_need, _need)
DEAL = Word("deal", _may_deal, _deal)
WITHDRAW = Word("withdraw", _may_withdraw, _withdraw)
ACCEPT = _numbered("accept", acceptable)
DECLINE = _numbered("decline", declinable)
COUNTER = Word("counter", _may_counter, _counter)
