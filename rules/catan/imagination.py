"""A state that a seat cannot tell from the true one: what it sees, and the rest dealt by what it remembers.

Hands are those of one of the deals that it remembers, drawn by how likely each is; without a memory all cards that it
cannot see are dealt. Development cards are dealt evenly over what is unseen, but nobody holds points with which they
would have won already (CM-10). What others have answered in secret is imagined as not answered yet.
"""

from bisect import bisect_right
from itertools import accumulate
from typing import Final

from msgspec.structs import asdict

from rules import counts
from rules.catan import state
from rules.catan.build import SITE_BITS
from rules.catan.hexes import bits, mask_of
from rules.catan.laid import Laid, following
from rules.catan.memory import CatanMemory, heights, remember
from rules.catan.pieces import (
    BASE_BANK,
    DECK,
    MARKET_BANK,
    RESOURCE_BITS,
    RESOURCE_MASK,
    Dev,
)
from rules.catan.scoring import LONGEST_ROAD
from rules.catan.views import CatanPublic, CatanSeat, ShownOffer, ShownReply
from rules.chance import Chance, draw
from rules.contract import Memory
from rules.counts import Hidden

_TRIES: Final = 60
_NO_REPLY: Final = state.Reply()


def imagine(public: CatanPublic, private: CatanSeat, memory: Memory, chance: Chance) -> state.Catan:
    seat = private.seat
    recalled = memory if isinstance(memory, CatanMemory) else CatanMemory()
    hands = _hands(public, private, recalled, chance)
    devs, deck = _devs(public, private, chance)
    resigned, laid = mask_of(public.resigned), _laid(public)
    mine = seat == public.active
    fresh = counts.pack(private.fresh) if mine else _drawn(devs[public.active], recalled.fresh, chance)[0]
    answers = _Answers(private, recalled)
    return state.Catan(
        **asdict(laid),
        **asdict(following(laid)),
        seats=public.seats,
        starts=public.starts,
        active=public.active,
        phase=_phase(public, private, hands, resigned, chance),
        robber=public.robber,
        hands=tuple(map(Hidden, hands)),
        bank=counts.pack(public.bank),
        deck=Hidden(deck),
        devs=tuple(map(Hidden, devs)),
        fresh=Hidden(fresh),
        played=public.played,
        knights=public.knights,
        used=counts.pack((0, *public.used[1:])),
        army=public.army,
        lengths=public.lengths,
        longest=public.longest,
        site_stock=counts.pack(public.site_stock) << RESOURCE_BITS,
        bars=public.bars,
        chips=public.chips,
        offer=answers.to_offer(public.offer, public) if public.offer else None,
        offers=public.offers,
        resigned=resigned,
        proposals=tuple([answers.to_proposal(shown, public) for shown in public.proposals]),
    )


def _laid(public: CatanPublic) -> Laid:
    return Laid(
        public.market,
        public.terrain,
        public.numbers,
        public.harbours,
        tuple(map(mask_of, public.roads)),
        tuple(map(mask_of, public.settlements)),
        tuple(map(mask_of, public.cities)),
        tuple([sum(number << SITE_BITS * place for place, number in sites) for sites in public.sites]),
    )


# ── cards ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _hands(public: CatanPublic, private: CatanSeat, memory: CatanMemory, chance: Chance) -> list[int]:
    if public.ending:
        return [counts.pack(hand) for hand in public.hands]
    own = counts.pack(private.hand)
    piles = tuple(zip(public.resources, public.ingredients, strict=True))
    everything = (MARKET_BANK if public.market else BASE_BANK) - counts.pack(public.bank)
    fits = [
        (deal, weight)
        for deal, weight in zip(memory.deals, memory.weights, strict=True)
        if deal[private.seat] == own and sum(deal) == everything and heights(deal) == piles
    ]
    if fits:
        upto = list(accumulate([weight for _, weight in fits]))
        return list(fits[bisect_right(upto, chance.below(upto[-1]))][0])
    return _dealt(everything - own, piles, private.seat, own, chance)


def _dealt(pool: int, piles: tuple[tuple[int, int], ...], seat: int, own: int, chance: Chance) -> list[int]:
    """All cards that a seat cannot see, to piles as high as everybody sees."""
    hands: list[int] = []
    resources, ingredients = pool & RESOURCE_MASK, pool & ~RESOURCE_MASK
    for other, (some, more) in enumerate(piles):
        if other == seat:
            hands.append(own)
            continue
        one, resources = _drawn(resources, some, chance)
        two, ingredients = _drawn(ingredients, more, chance)
        hands.append(one + two)
    return hands


def _drawn(pool: int, number: int, chance: Chance) -> tuple[int, int]:
    """So many cards at random, and what is left."""
    cards = 0
    for _ in range(number):
        kind, pool = draw(chance, pool)
        cards = counts.plus(cards, kind)
    return cards, pool


def _devs(public: CatanPublic, private: CatanSeat, chance: Chance) -> tuple[list[int], int]:
    """The development cards of all seats, and the deck."""
    pool = DECK - counts.pack(public.used)
    if public.ending:
        held = [counts.pack(devs) for devs in public.held_devs]
        return held, pool - sum(held)
    pool -= counts.pack(private.devs)
    for _ in range(_TRIES):
        held, deck = _held(public, private, pool, chance)
        if not any(_too_many(public, private.seat, other, devs) for other, devs in enumerate(held)):
            return held, deck
    return _without_points(public, private, pool, chance)


def _held(public: CatanPublic, private: CatanSeat, pool: int, chance: Chance) -> tuple[list[int], int]:
    held: list[int] = []
    for other, number in enumerate(public.devs):
        if other == private.seat:
            held.append(counts.pack(private.devs))
        else:
            cards, pool = _drawn(pool, number, chance)
            held.append(cards)
    return held, pool


def _spare(public: CatanPublic, seat: int) -> int:
    """So many points a seat can hold hidden without having won.

    Only the longest road comes in another's turn, and does not count before one's own.
    """
    road = LONGEST_ROAD if public.longest == seat != public.active else 0
    return public.goal - 1 - public.points[seat] + road


def _too_many(public: CatanPublic, own: int, seat: int, devs: int) -> bool:
    if seat == own or seat in public.resigned:
        return False
    return counts.amount(devs, Dev.VICTORY_POINT) > _spare(public, seat)


def _without_points(public: CatanPublic, private: CatanSeat, pool: int, chance: Chance) -> tuple[list[int], int]:
    """Where hardly any deal is possible: victory-point cards go to the deck as far as there is room, then evenly."""
    points = counts.amount(pool, Dev.VICTORY_POINT)
    others = pool - counts.plus(0, Dev.VICTORY_POINT, points)
    held: list[int] = []
    for other, number in enumerate(public.devs):
        if other == private.seat:
            held.append(counts.pack(private.devs))
            continue
        some = min(number, counts.total(others))
        cards, others = _drawn(others, some, chance)
        held.append(counts.plus(cards, Dev.VICTORY_POINT, number - some))
        points -= number - some
    return held, counts.plus(others, Dev.VICTORY_POINT, points)


# ── the phase ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _phase(public: CatanPublic, private: CatanSeat, hands: list[int], resigned: int, chance: Chance) -> state.Phase:
    rolled, founded = public.rolled, sum(map(len, public.settlements))
    phases: dict[str, state.Phase] = {
        "found": state.Found(founded),
        "found-sites": state.FoundSites(founded - 1),
        "preroll": state.PreRoll(),
        "robber": state.MoveRobber(rolled),
        "steal": state.Steal(rolled),
        "main": state.Main(),
        "roads": state.FreeRoads(rolled, public.free_roads),
        "rise": state.MarketRise(),
        "over": state.Over(public.ending, public.winner),
    }
    return phases[public.phase] if public.phase in phases else _discard(public, private, hands, resigned, chance)


def _discard(public: CatanPublic, private: CatanSeat, hands: list[int], resigned: int, chance: Chance) -> state.Discard:
    """As if none of the others had chosen yet, but for a seat that resigned, of which all know that it has."""
    resources, ingredients = public.owed_resources, public.owed_ingredients
    given = [0] * public.seats
    given[private.seat] = counts.pack(private.discarding)
    for other in bits(resigned & ~(1 << private.seat)):
        some, _ = _drawn(hands[other] & RESOURCE_MASK, resources[other], chance)
        more, _ = _drawn(hands[other] & ~RESOURCE_MASK, ingredients[other], chance)
        given[other] = some + more
    return state.Discard(resources, ingredients, tuple(map(Hidden, given)))


# ── offers ───────────────────────────────────────────────────────────────────────────────────────────────────────────


class _Answers:
    """The answers to open offers: one's own, and those to one's own offer; the others as if they were none yet."""

    def __init__(self, private: CatanSeat, memory: CatanMemory) -> None:
        self.private = private
        self.counters = {(number, seat): count for number, seat, count in memory.counters}

    def to_offer(self, shown: ShownOffer, public: CatanPublic) -> state.Offer:
        return self._offer(shown, public, self.private.reply)

    def to_proposal(self, shown: ShownOffer, public: CatanPublic) -> state.Offer:
        own = [answer.reply for answer in self.private.answers if answer.number == shown.number]
        return self._offer(shown, public, own[0] if own else None)

    def _offer(self, shown: ShownOffer, public: CatanPublic, own: ShownReply | None) -> state.Offer:
        said = {reply.seat: reply for reply in self.private.replies} if shown.seat == self.private.seat else {}
        if own is not None:
            said[self.private.seat] = own
        replies = [_NO_REPLY] * public.seats
        for seat in range(public.seats):
            made = self.counters.get((shown.number, seat), 0)
            replies[seat] = _reply(said[seat], made) if seat in said else state.Reply(counters=made)
        gives, gets = counts.pack(shown.gives), counts.pack(shown.gets)
        return state.Offer(shown.number, mask_of(shown.to), gives, gets, shown.first, tuple(replies), shown.seat)


def _reply(shown: ShownReply, made: int) -> state.Reply:
    return state.Reply(shown.answer, counts.pack(shown.gives), counts.pack(shown.gets), max(made, shown.counter))


__all__ = ["imagine", "remember"]
