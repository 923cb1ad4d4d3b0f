"""Trade with other players: what is accepted, what is offered, what is answered instead.

A deal is judged by what it makes of the chances of both. It is taken only if the own chance grows, and by more than
that of the other; against the leader, and with somebody about to win, it must be better still, or is none at all. So
nobody can bleed a house player by asking again and again.

Whoever reads the others offers what they are likely to take, even where it leaves them less than oneself: how they
judge, a dealer of the common sort in their seat says.
"""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from players.catan.haggling import COMMON, Haggling
from players.catan.outlook import Outlook
from players.outcomes import Effort
from rules.catan.hands import hand_over
from rules.catan.memory import CatanMemory
from rules.catan.moves import Accept, CatanMove, Counter, Deal, Decline, MakeOffer, Withdraw
from rules.catan.offers import answerable, elsewhere, own, terms
from rules.catan.pieces import KINDS, enough
from rules.catan.scoring import goal, public_points
from rules.catan.state import ACCEPTED, COUNTERED, DECLINED, OPEN, Catan, Offer, with_hand
from rules.contract import Memory
from rules.counts import BITS, FULL

NEAR: Final = 2
"""Who lacks no more points than this gets nothing any more."""
LEADER: Final = 1.6
"""From the leader so many times as much must come of it."""
CLOSED: Final = 0.002
"""A deal that somebody is ready for is closed if the own chance grows by so much."""


Offered = tuple[tuple[int, int], ...]
"""Given and got."""


def offered(memory: Memory) -> Offered | None:
    """What the own seat has offered this turn; None where it does not know."""
    return memory.offered if isinstance(memory, CatanMemory) else None


def swapped(world: Catan, seat: int, other: int, gives: int, gets: int) -> Catan | None:
    """The world after a deal; None where one of the two cannot pay."""
    if not enough(world.hands[seat].packed, gives) or not enough(world.hands[other].packed, gets):
        return None
    hands = hand_over(hand_over(world.hands, seat, other, gives), other, seat, gets)
    return replace(world, hands=hands)


class Bargain(Struct, frozen=True):
    """What a deal makes of the chances, as the world is imagined."""

    mine: float
    theirs: float


class Prospect(Struct, frozen=True):
    """An offer that somebody else is likely to take."""

    offer: MakeOffer
    likely: float
    """In how many of the worlds it can be taken."""
    gain: float

    @property
    def hope(self) -> float:
        return self.likely * self.gain


class Dealer:
    """Judges deals of one seat in some imagined worlds."""

    def __init__(
        self, outlook: Outlook, seat: int, worlds: list[Catan], effort: Effort, haggling: Haggling = COMMON
    ) -> None:
        self.outlook, self.seat, self.worlds, self.effort, self.haggling = outlook, seat, worlds, effort, haggling
        self.before = [outlook.chances(world) for world in worlds]
        self._readers: dict[int, Dealer] = {}

    def bargain(self, other: int, gives: int, gets: int) -> Bargain | None:
        """The own gain and the other's, on the average over the worlds where they can pay; None where in none."""
        mine = theirs = 0.0
        times = 0
        for world, before in zip(self.worlds, self.before, strict=True):
            dealt = swapped(world, self.seat, other, gives, gets)
            if dealt is None:
                continue
            after = self.outlook.chances(dealt)
            self.effort.spend()
            mine += after[self.seat] - before[self.seat]
            theirs += after[other] - before[other]
            times += 1
        return Bargain(mine / times, theirs / times) if times else None

    def payable(self, other: int, gets: int) -> float:
        """In how many of the worlds they have it."""
        return sum([enough(world.hands[other].packed, gets) for world in self.worlds]) / len(self.worlds)

    def near(self, other: int) -> bool:
        """Is this player about to win?"""
        world = self.worlds[0]
        return public_points(world, other) >= goal(world) - NEAR

    def leads(self, other: int) -> bool:
        chances = self.before[0]
        return chances[other] == max(chances) and chances[other] > chances[self.seat]

    def good(self, other: int, gives: int, gets: int) -> float:
        """The own gain by a deal that somebody else thought of; 0 if it is not taken."""
        if self.near(other):
            return 0.0
        found = self.bargain(other, gives, gets)
        if found is None or found.mine < self.haggling.least:
            return 0.0
        wanted = found.theirs * (LEADER if self.leads(other) else 1.0) * self.haggling.accepts
        return found.mine if found.mine > wanted else 0.0

    # ── what is answered ──

    def answer(self, offer: Offer, *, counter: bool) -> CatanMove:
        """To an offer of another."""
        world = self.worlds[0]
        before = offer.replies[self.seat].answer
        payable = enough(world.hands[self.seat].packed, offer.gets)
        if offer.gives and payable and before != ACCEPTED and self.good(offer.seat, offer.gets, offer.gives):
            return Accept(offer.number)
        if counter and before == OPEN and (self.seat == world.active or own(world, self.seat) is None):
            instead = self._instead(offer)
            if instead is not None:
                return instead
        return Decline(offer.number) if before != DECLINED else Withdraw(offer.number)

    def _instead(self, offer: Offer) -> Counter | None:
        """One of the cards that are wanted, for one that would help."""
        if self.near(offer.seat):
            return None
        best, found = self.haggling.least, None
        for gives, gets in self._exchanges(offer.gets):
            bargain = self.bargain(offer.seat, gives, gets)
            if bargain and bargain.mine > max(best, bargain.theirs) and bargain.theirs > 0:
                best, found = bargain.mine, Counter(offer.number, gives, gets)
        return found

    def _exchanges(self, wanted: int) -> list[tuple[int, int]]:
        world = self.worlds[0]
        hand, there = world.hands[self.seat].packed, elsewhere(world, self.seat)
        return [
            (1 << BITS * give, 1 << BITS * get)
            for give in range(KINDS)
            for get in range(KINDS)
            if give != get
            and wanted >> BITS * give & FULL
            and hand >> BITS * give & FULL
            and there >> BITS * get & FULL
        ]

    def proposed(self) -> CatanMove | None:
        """An answer to what others have proposed in one's own turn, while there is any unanswered."""
        for offer in answerable(self.worlds[0], self.seat):
            if offer.replies[self.seat].answer == OPEN:
                return self.answer(offer, counter=False)
        return None

    def closing(self, offer: Offer) -> CatanMove | None:
        """The best of the answers to the own offer."""
        best, found = 0.0, None
        for other, reply in enumerate(offer.replies):
            if reply.answer not in {ACCEPTED, COUNTERED} or self.near(other):
                continue
            gives, gets = terms(offer, other)
            bargain = self.bargain(other, gives, gets)
            fair = reply.answer == ACCEPTED or (bargain and bargain.mine > 0.8 * bargain.theirs)
            if bargain and fair and bargain.mine > max(best, CLOSED):
                best = bargain.mine
                found = Deal(offer.number, other, reply.counters if reply.answer == COUNTERED else 0)
        return found

    # ── what is offered ──

    def offer(self, offered: Offered) -> MakeOffer | None:
        """What would help most of what somebody else is likely to take; never the same twice."""
        found = self.prospects(offered)
        return found[0].offer if found else None

    def prospects(self, offered: Offered) -> list[Prospect]:
        """All that somebody else is likely to take, what would help most first."""
        world = self.worlds[0]
        others = [o for o in range(world.seats) if o != self.seat and not world.resigned >> o & 1 and not self.near(o)]
        found: list[Prospect] = []
        for gives, gets in self._offers(offered):
            hope, to, gain = 0.0, 0, 0.0
            for other in others:
                likely = self.payable(other, gets)
                bargain = self.bargain(other, gives, gets) if likely else None
                if bargain and self._offerable(other, gives, gets, bargain):
                    hope, to, gain = max(hope, likely), to | 1 << other, max(gain, bargain.mine)
            if to:
                found.append(Prospect(MakeOffer(gives, gets, to), hope, gain))
        worth_it = [prospect for prospect in found if prospect.hope > self.haggling.least]
        return sorted(worth_it, key=lambda prospect: -prospect.hope)

    def _offerable(self, other: int, gives: int, gets: int, bargain: Bargain) -> bool:
        """Is it worth something, and is the other likely to take it?"""
        haggling = self.haggling
        if bargain.mine <= haggling.least or bargain.mine < haggling.keeps * bargain.theirs:
            return False
        if bargain.theirs >= haggling.leaves * bargain.mine:
            return True
        return haggling.reads and self._reader(other).good(self.seat, gets, gives) > 0

    def _reader(self, other: int) -> "Dealer":
        """A dealer of the common sort in another's seat."""
        if other not in self._readers:
            outlook = Outlook(self.worlds[0], other)
            self._readers[other] = Dealer(outlook, other, self.worlds, self.effort)
        return self._readers[other]

    def _offers(self, offered: Offered) -> list[tuple[int, int]]:
        world = self.worlds[0]
        hand, there = world.hands[self.seat].packed, elsewhere(world, self.seat)
        found = [
            (some << BITS * give, more << BITS * get)
            for give in range(KINDS)
            for get in range(KINDS)
            for some, more in self.haggling.amounts
            if give != get and hand >> BITS * give & FULL >= some and there >> BITS * get & FULL >= more
        ]
        fresh = [each for each in found if each not in offered]
        return sorted(fresh, key=lambda each: -self._alone(*each))[: self.haggling.looked_at]

    def _alone(self, gives: int, gets: int) -> float:
        """What it does for oneself, whoever gives it."""
        world = self.worlds[0]
        hands = with_hand(world.hands, self.seat, world.hands[self.seat].packed - gives + gets)
        self.effort.spend()
        return self.outlook.value(replace(world, hands=hands), self.seat)
