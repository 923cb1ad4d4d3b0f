"""Trade with the bank, at the best rate of one's harbours (CM-9, CM-21)."""

from typing import Final

from msgspec.structs import replace

from rules import counts
from rules.catan import moves
from rules.catan.facts import BankTraded
from rules.catan.pieces import CARD_NAMES, GUARD, KINDS, PLAYERS, RESOURCES
from rules.catan.rates import RATES, rates
from rules.catan.reasons import BankHasNot, NotInThisGame, PilesApart, SameKind, TooFewForTheBank
from rules.catan.state import Catan
from rules.catan.words import Choices, Word, Words
from rules.contract import Chance, Choice, IllegalMove, Step, Told
from rules.counts import BITS, Hidden
from rules.facts import Announced

_PACKED: Final = tuple([counts.pack(each) for each in RATES])
"""By `Catan.ports` of a seat: the rates, packed."""
_PRICES: Final = tuple([tuple([(rate, rate << BITS * kind) for kind, rate in enumerate(each)]) for each in RATES])
"""By `Catan.ports` of a seat and kind: the rate, and so many cards packed."""
_ONE: Final = tuple([1 << BITS * kind for kind in range(KINDS)])
"""A card of each kind."""
_PAIRS: Final = range(KINDS)
_TRADED: Final[dict[int, tuple[tuple[tuple[tuple[Told, ...], ...], ...], ...]]] = {
    rate: tuple(
        [
            tuple([tuple([(Announced(BankTraded(s, gives, rate, gets)),) for gets in _PAIRS]) for gives in _PAIRS])
            for s in range(PLAYERS)
        ]
    )
    for rate in (2, 3, 4)
}
"""What is told of a trade, by rate, seat and both kinds."""


def bank(state: Catan, seat: int, move: moves.Bank, _chance: Chance) -> Step[Catan]:
    """Four (three, two) equal cards for one of another kind that the bank has."""
    gives, gets = move.gives, move.gets
    if gives >= RESOURCES or gets >= RESOURCES:
        _check_piles(state, gives, gets)
    if gives == gets:
        raise IllegalMove(SameKind(gives))
    rate, price = _PRICES[state.ports[seat]][gives]
    one = _ONE[gets]
    hands = [*state.hands]
    hand = hands[seat].packed - price
    left = state.bank - one
    if hand & GUARD:
        raise IllegalMove(TooFewForTheBank(gives, rate))
    if left & GUARD:
        raise IllegalMove(BankHasNot(gets))
    hands[seat] = Hidden(hand + one)
    return Step(replace(state, hands=tuple(hands), bank=left + price), _TRADED[rate][seat][gives][gets])


def _check_piles(state: Catan, gives: int, gets: int) -> None:
    if not state.market:
        raise IllegalMove(NotInThisGame())
    if gives != gets and (gives < RESOURCES) != (gets < RESOURCES):  # CM-21
        raise IllegalMove(PilesApart())


# ── choices ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _gets(state: Catan, gives: int) -> list[int]:
    pile = range(RESOURCES) if gives < RESOURCES else range(RESOURCES, KINDS)
    return [kind for kind in pile if kind != gives and counts.amount(state.bank, kind)]


def _gives(state: Catan, seat: int) -> list[int]:
    rate, hand = rates(state, seat), state.hands[seat].packed
    return [kind for kind in range(KINDS) if counts.amount(hand, kind) >= rate[kind] and _gets(state, kind)]


def _may(state: Catan, seat: int) -> bool:
    dear = _PACKED[state.ports[seat]]
    return bool((state.hands[seat].packed | GUARD) - dear & GUARD) and bool(_gives(state, seat))


def _kinds(state: Catan, seat: int, words: Words) -> Choices:
    rate = rates(state, seat)
    match words:
        case ():
            return tuple(Choice(CARD_NAMES[kind], whole=False, worth=rate[kind]) for kind in _gives(state, seat))
        case (word,):
            given = [kind for kind in _gives(state, seat) if CARD_NAMES[kind] == word]
            return tuple(Choice(CARD_NAMES[got], whole=True) for kind in given for got in _gets(state, kind))
        case _:
            return ()


BANK = Word("bank", _may, _kinds)
