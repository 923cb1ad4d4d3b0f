"""What a seat remembers of the others' cards: every deal of all hands that fits what it was told, with its likelihood.

Production, building, trade, discards and monopolies are public. Hidden is only which card is stolen between two others:
there a deal becomes several, by what the victim may have lost. What somebody pays, offers or gives up later rules deals
out. So a memory is exact as long as there are few of them; beyond `MOST` the least likely are forgotten.
"""

from collections.abc import Callable
from typing import Any, Final

from rules import counts
from rules.catan import facts
from rules.catan.hands import missing, size
from rules.catan.pieces import (
    CITY_COST,
    DEV_COST,
    KINDS,
    RECIPES,
    RESOURCE_MASK,
    REWARD_DEV,
    ROAD_COST,
    SETTLEMENT_COST,
    SITE_COST,
    enough,
)
from rules.catan.rewards import DEV_PART
from rules.catan.state import ACCEPTED, COUNTERED
from rules.catan.views import CatanPublic
from rules.contract import Fact, Memory
from rules.counts import BITS, FULL

MOST: Final = 160
"""So many deals are kept."""
WHOLE: Final = 1 << 40
"""What their likelihoods add up to, but for what rounding leaves."""
_PILES: Final = (RESOURCE_MASK, ~RESOURCE_MASK)

Deal = tuple[int, ...]
"""The hands of all seats, packed."""
Deals = dict[Deal, float]


class CatanMemory(Memory, frozen=True):
    deals: tuple[Deal, ...] = ()
    """The likeliest first; none where what was told does not fit what is seen."""
    weights: tuple[int, ...] = ()
    """How likely each is against the others."""
    fresh: int = 0
    """How many development cards the player whose turn it is has got this turn."""
    counters: tuple[tuple[int, int, int], ...] = ()
    """Of open offers, by their number and a seat: how many counter-offers of it were heard of."""
    offered: tuple[tuple[int, int], ...] = ()
    """What the own seat has offered this turn: given and got, packed; of a request 0 is given."""


def remember(memory: Memory | None, public: CatanPublic, seat: int, heard: tuple[Fact, ...]) -> CatanMemory:
    recalling = _Recalling(memory if isinstance(memory, CatanMemory) else None, public, seat)
    for fact in heard:
        recalling.hear(fact)
    return recalling.memory()


class _Recalling:
    """A memory while something is added to it."""

    def __init__(self, memory: CatanMemory | None, public: CatanPublic, seat: int) -> None:
        self.public, self.seat = public, seat
        before = memory or CatanMemory(((0,) * public.seats,), (WHOLE,))
        self.deals: Deals = dict(zip(before.deals, before.weights, strict=True))
        self.fresh = before.fresh
        self.counters = {(number, who): count for number, who, count in before.counters}
        self.offered = before.offered

    def hear(self, fact: Fact) -> None:
        handler = _HEARD.get(type(fact))
        if handler is not None:
            handler(self, fact)

    def memory(self) -> CatanMemory:
        """Deals that do not have as many cards as everybody sees are none: the memory began in the middle of a game."""
        piles = tuple(zip(self.public.resources, self.public.ingredients, strict=True))
        fitting = {deal: weight for deal, weight in self.deals.items() if heights(deal) == piles}
        kept = sorted(fitting.items(), key=lambda item: (-item[1], item[0]))[:MOST]
        whole = sum(weight for _, weight in kept)
        numbers = {offer.number for offer in (self.public.offer, *self.public.proposals) if offer}
        return CatanMemory(
            tuple([deal for deal, _ in kept]),
            tuple([max(1, round(weight / whole * WHOLE)) for _, weight in kept]),
            self.fresh,
            tuple([(*of, count) for of, count in self.counters.items() if of[0] in numbers]),
            self.offered,
        )

    # ── cards ──

    def change(self, seat: int, minus: int, plus: int) -> None:
        """A seat gives these to the bank and gets those: it had them."""
        self.know(seat, minus)
        self.deals = {
            (*deal[:seat], deal[seat] - minus + plus, *deal[seat + 1 :]): weight for deal, weight in self.deals.items()
        }

    def know(self, seat: int, cards: int) -> None:
        """The seat has these: what says otherwise is ruled out, and where nothing is left it is corrected."""
        fitting = {deal: weight for deal, weight in self.deals.items() if enough(deal[seat], cards)}
        if not fitting:
            for deal, weight in self.deals.items():
                corrected = _corrected(deal, seat, cards, self.seat)
                if corrected:
                    fitting[corrected] = fitting.get(corrected, 0) + weight
        self.deals = fitting

    def gains(self, gains: tuple[int, ...], sign: int = 1) -> None:
        self.deals = {
            tuple([hand + sign * gain for hand, gain in zip(deal, gains, strict=True)]): weight
            for deal, weight in self.deals.items()
        }

    def handed(self, giver: int, taker: int, cards: int) -> None:
        self.know(giver, cards)
        self.deals = {_handed(deal, giver, taker, cards): weight for deal, weight in self.deals.items()}

    def stolen(self, fact: facts.Robbed) -> None:
        """Between two others: each card of the pile as likely as the other."""
        if self.seat in {fact.seat, fact.victim}:
            return
        found: Deals = {}
        for deal, weight in self.deals.items():
            pile = deal[fact.victim] & _PILES[fact.pile]
            for kind in range(KINDS):
                held = pile >> BITS * kind & FULL
                if held:
                    after = _handed(deal, fact.victim, fact.seat, 1 << BITS * kind)
                    found[after] = found.get(after, 0) + weight * held / size(pile)
        self.deals = found

    def seen_stolen(self, fact: facts.CardStolen) -> None:
        """Whispered: the thief learns which card; that it was this one makes some deals likelier."""
        kind = fact.card
        pile = _PILES[kind >= KINDS // 2]
        self.deals = {
            deal: weight * (counts.amount(deal[fact.victim], kind) or 1e-9) / (size(deal[fact.victim] & pile) or 1)
            for deal, weight in self.deals.items()
        }
        self.handed(fact.victim, fact.seat, 1 << BITS * kind)

    def monopoly(self, fact: facts.MonopolyPlayed) -> None:
        """How many each gave is all that they had."""
        shift = BITS * fact.card
        for other, number in enumerate(fact.given):
            if other != fact.seat:
                fitting = {deal: w for deal, w in self.deals.items() if deal[other] >> shift & FULL == number}
                self.deals = fitting or self.deals
                self.handed(other, fact.seat, number << shift)

    def discarded(self, fact: facts.Discarded) -> None:
        for seat, cards in enumerate(fact.cards):
            self.change(seat, cards, 0)

    # ── offers, and what is fresh ──

    def begin_turn(self, _fact: facts.TurnBegan) -> None:
        self.fresh, self.offered = 0, ()

    def bought(self, fact: facts.DevBought) -> None:
        self.change(fact.seat, DEV_COST, 0)
        self.fresh += 1

    def chocolate(self, fact: facts.ChocolateMade) -> None:
        self.change(fact.seat, RECIPES[fact.sort], 0)
        self.fresh += REWARD_DEV[fact.row]

    def lapsed(self, fact: facts.RewardLapsed) -> None:
        self.fresh -= fact.part == DEV_PART

    def offer(self, fact: facts.OfferMade) -> None:
        """Nobody offers what they do not hold."""
        self.know(fact.seat, fact.gives)
        if fact.seat == self.seat:
            self.offered = (*self.offered, (fact.gives, fact.gets))

    def needed(self, fact: facts.Needed) -> None:
        if fact.seat == self.seat:
            self.offered = (*self.offered, (0, fact.gets))

    def replied(self, fact: facts.OfferReplied) -> None:
        """Whispered: who accepts can pay, and who makes a counter-offer."""
        if fact.counter:
            self.counters[fact.number, fact.seat] = fact.counter
        if fact.answer == COUNTERED:
            self.know(fact.seat, fact.gives)
        elif fact.answer == ACCEPTED and self.public.offer and self.public.offer.number == fact.number:
            self.know(fact.seat, counts.pack(self.public.offer.gets))

    def closed(self, fact: facts.OfferClosed) -> None:
        self.know(fact.partner, fact.gets)
        self.handed(fact.seat, fact.partner, fact.gives)
        self.handed(fact.partner, fact.seat, fact.gets)


def heights(deal: Deal) -> tuple[tuple[int, int], ...]:
    """How many resources and ingredients each seat has in a deal."""
    return tuple([(size(hand & RESOURCE_MASK), size(hand & ~RESOURCE_MASK)) for hand in deal])


def _handed(deal: Deal, giver: int, taker: int, cards: int) -> Deal:
    hands = list(deal)
    hands[giver] -= cards
    hands[taker] += cards
    return tuple(hands)


def _corrected(deal: Deal, seat: int, cards: int, own: int) -> Deal | None:
    """The deal with what this seat lacks exchanged for other cards of it with others; None where they have none.

    The true deal was forgotten as too unlikely: a theft was remembered wrongly. The own hand is known for sure.
    """
    hands, lacking = list(deal), missing(deal[seat], cards)
    for kind in counts.pieces(lacking):
        one = 1 << BITS * kind
        pile = _PILES[kind >= KINDS // 2]
        spare = hands[seat] & pile
        given = next((k for k in range(KINDS) if (spare >> BITS * k & FULL) > (cards >> BITS * k & FULL)), -1)
        other = next((o for o, hand in enumerate(hands) if o not in {seat, own} and hand >> BITS * kind & FULL), -1)
        if given < 0 or other < 0:
            return None
        hands[seat] += one - (1 << BITS * given)
        hands[other] += (1 << BITS * given) - one
    return tuple(hands)


_HEARD: Final[dict[type[Fact], Callable[[_Recalling, Any], None]]] = {
    facts.Founded: lambda now, fact: now.change(fact.seat, 0, fact.gained),
    facts.Produced: lambda now, fact: now.gains(fact.gains),
    facts.RoadBuilt: lambda now, fact: None if fact.free else now.change(fact.seat, ROAD_COST, 0),
    facts.SettlementBuilt: lambda now, fact: now.change(fact.seat, SETTLEMENT_COST, 0),
    facts.CityBuilt: lambda now, fact: now.change(fact.seat, CITY_COST, 0),
    facts.SiteBuilt: lambda now, fact: now.change(fact.seat, SITE_COST, 0),
    facts.PlentyPlayed: lambda now, fact: now.change(fact.seat, 0, fact.gained),
    facts.ResourceGot: lambda now, fact: now.change(fact.seat, 0, 1 << BITS * fact.card),
    facts.BankTraded: lambda now, fact: now.change(fact.seat, fact.rate << BITS * fact.gives, 1 << BITS * fact.gets),
    facts.DevBought: _Recalling.bought,
    facts.ChocolateMade: _Recalling.chocolate,
    facts.RewardLapsed: _Recalling.lapsed,
    facts.MonopolyPlayed: _Recalling.monopoly,
    facts.Discarded: _Recalling.discarded,
    facts.Robbed: _Recalling.stolen,
    facts.CardStolen: _Recalling.seen_stolen,
    facts.TurnBegan: _Recalling.begin_turn,
    facts.OfferMade: _Recalling.offer,
    facts.Needed: _Recalling.needed,
    facts.OfferReplied: _Recalling.replied,
    facts.OfferClosed: _Recalling.closed,
}
"""What of all that is told tells of cards, and how it is taken in."""
