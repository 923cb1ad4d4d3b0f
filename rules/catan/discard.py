"""The discard after a 7: all who hold too many choose at once, sealed, by piles (CM-6, CM-22, CM-26, CM-28)."""

from typing import cast

from msgspec.structs import replace

from rules import counts
from rules.catan import moves
from rules.catan.amounts import packed
from rules.catan.facts import DiscardAsked, DiscardChosen, Discarded
from rules.catan.hands import WHOLE, ingredients, resources
from rules.catan.pieces import CARD_NAMES, HAND_LIMIT, KINDS, PLAYERS, RESOURCES, enough
from rules.catan.reasons import DiscardOwed, NotInYourHand
from rules.catan.state import Catan, Discard, MoveRobber, with_hand
from rules.catan.words import Choices, Word, Words
from rules.contract import Chance, Choice, IllegalMove, NotAsked, Step, Told
from rules.counts import Hidden
from rules.facts import Announced, Whispered

_NOTHING = Hidden(0)
_NONE = (0,) * PLAYERS
_ROBBER = MoveRobber(rolled=True)


def seven(state: Catan, rolled: Told) -> Step[Catan]:
    """CM-6: nothing is produced; who holds too many is asked, the roller too, and then the robber moves."""
    for hand in state.hands:
        if hand.packed % WHOLE > HAND_LIMIT:
            break
    else:
        return Step(replace(state, phase=_ROBBER), (rolled,))
    hands = [hand.packed for hand in state.hands]
    owed = _halves([resources(hand) for hand in hands])
    more = _halves([ingredients(hand) for hand in hands]) if state.market else _NONE[: state.seats]
    if not any(owed) and not any(more):
        return Step(replace(state, phase=_ROBBER), (rolled,))
    asked = Discard(owed, more, (_NOTHING,) * state.seats)
    return Step(replace(state, phase=asked), (rolled, Announced(DiscardAsked(owed, more))))


def _halves(piles: list[int]) -> tuple[int, ...]:
    """CM-22: of each pile of more than seven its half, rounded down."""
    return tuple([cards // 2 if cards > HAND_LIMIT else 0 for cards in piles])


def discard(state: Catan, seat: int, move: moves.Discard, _chance: Chance) -> Step[Catan]:
    """A choice, or a change of it: until all have chosen nothing is given away (CM-26)."""
    phase = cast(Discard, state.phase)
    if not is_asked(state, phase, seat):
        raise IllegalMove(NotAsked())
    _check(state, phase, seat, move.cards)
    given = with_hand(phase.given, seat, move.cards)
    told = (Whispered(seat, DiscardChosen(move.cards)),)
    if _waits(phase, given):
        return Step(replace(state, phase=replace(phase, given=given)), told)
    return _settle(state, given, told)


def _waits(phase: Discard, given: tuple[Hidden, ...]) -> bool:
    """For somebody who has not chosen yet?"""
    for seat, cards in enumerate(given):
        if not cards.packed and (phase.resources[seat] or phase.ingredients[seat]):
            return True
    return False


def is_asked(state: Catan, phase: Discard, seat: int) -> bool:
    """CM-26: until all have chosen a choice can be changed; but not that of a seat that resigned."""
    owes = bool(phase.resources[seat] or phase.ingredients[seat])
    return owes and not (phase.given[seat].packed and state.resigned >> seat & 1)


def _check(state: Catan, phase: Discard, seat: int, cards: int) -> None:
    hand = state.hands[seat].packed
    if not enough(hand, cards):
        lacking = (kind for kind in range(KINDS) if counts.amount(cards, kind) > counts.amount(hand, kind))
        raise IllegalMove(NotInYourHand(next(lacking)))
    if resources(cards) != phase.resources[seat] or ingredients(cards) != phase.ingredients[seat]:
        raise IllegalMove(DiscardOwed(phase.resources[seat], phase.ingredients[seat]))


def _settle(state: Catan, given: tuple[Hidden, ...], told: tuple[Told, ...]) -> Step[Catan]:
    """All have chosen: the cards go to the bank and are public (CM-28)."""
    hands, bank, gone = [*state.hands], state.bank, [0] * state.seats
    for seat, cards in enumerate(given):
        if cards.packed:
            gone[seat] = cards.packed
            hands[seat] = Hidden(hands[seat].packed - cards.packed)
            bank += cards.packed
    after = replace(state, hands=tuple(hands), bank=bank, phase=_ROBBER)
    return Step(after, (*told, Announced(Discarded(tuple(gone)))), final=True)


def idle_discard(state: Catan, seat: int) -> moves.Discard:
    """CM-29: from the largest holdings."""
    phase, hand, cards = cast(Discard, state.phase), state.hands[seat].packed, 0
    for owed, kinds in ((phase.resources[seat], range(RESOURCES)), (phase.ingredients[seat], range(RESOURCES, KINDS))):
        for _ in range(owed):
            left = hand - cards
            cards = counts.plus(cards, max(kinds, key=lambda kind, left=left: counts.amount(left, kind)))
    return moves.Discard(cards)


# ── choices ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may(state: Catan, seat: int) -> bool:
    return is_asked(state, cast(Discard, state.phase), seat)


def _amounts(state: Catan, seat: int, words: Words) -> Choices:
    """Each kind that is left with every number of it, in any order: what was named before is added to. The only kind
    that is left of a pile makes it up at once.
    """
    phase, hand, cards = cast(Discard, state.phase), state.hands[seat].packed, packed(words)
    if cards is None or not enough(hand, cards):
        return ()
    owed = (phase.resources[seat] - resources(cards), phase.ingredients[seat] - ingredients(cards))
    piles = (resources(hand - cards), ingredients(hand - cards))
    found: list[Choice] = []
    for kind in range(KINDS) if min(owed) >= 0 else ():
        held, pile = counts.amount(hand - cards, kind), kind >= RESOURCES
        least = 1 if piles[pile] > held else max(1, owed[pile])
        for number in range(least, min(held, owed[pile]) + 1):
            whole = number == owed[pile] and not owed[not pile]
            found.append(Choice(f"{CARD_NAMES[kind]}{number}", whole, group=CARD_NAMES[kind]))
    return tuple(found)


DISCARD = Word("discard", _may, _amounts)
