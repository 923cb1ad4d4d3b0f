"""How *strong* trades: it asks for more than half where the other is likely to agree, and for what its turn needs."""

from msgspec.structs import replace

from players.catan import EVEN, STRONG
from players.catan.dealing import Dealer, Prospect, swapped
from players.catan.haggling import COMMON, Haggling
from players.catan.outlook import Outlook
from players.catan.planning import Planner
from players.catan.tuned import MARKET, MARKET_TRADE
from players.outcomes import Effort
from players.player import Level
from rules.catan.game import RULES
from rules.catan.moves import Accept, MakeOffer
from rules.catan.state import Catan
from tests.players.catan.seated import thought
from tests.rules.catan.position import Position, after

EFFORT = 100_000


def table() -> Position:
    """Three with a settlement or two more or less, whose cards fit together."""
    position = Position(seats=3).settle(0, "B2n D2s").road(0, "B2ne D2se").settle(1, "B4n D4s").road(1, "B4nw D4sw")
    position = position.settle(2, "A1n E1s").road(2, "A1ne E1se").hand(0, "lumber3 brick2 grain2 ore")
    return position.hand(1, "wool3 brick ore2 grain").hand(2, "grain2 wool2 ore2")


def dealer(world: Catan, seat: int, haggling: Haggling) -> Dealer:
    taste = MARKET.playing if haggling.reads else EVEN.market.playing
    return Dealer(Outlook(world, seat, taste=taste), seat, [world], Effort(EFFORT), haggling)


def taken(world: Catan, prospect: Prospect) -> list[bool]:
    """Do those to whom it goes take it, if they judge by the numbers set by hand?"""
    offer = prospect.offer
    return [
        dealer(world, other, COMMON).good(0, offer.gets, offer.gives) > 0
        for other in range(1, world.seats)
        if offer.to >> other & 1
    ]


def leaves_less(world: Catan, prospect: Prospect) -> bool:
    bargains = [
        dealer(world, 0, MARKET_TRADE).bargain(other, prospect.offer.gives, prospect.offer.gets)
        for other in range(1, world.seats)
        if prospect.offer.to >> other & 1
    ]
    return all(bargain is not None and bargain.theirs < bargain.mine for bargain in bargains)


def test_what_leaves_the_other_less_is_offered_to_who_takes_it_nevertheless() -> None:
    world = table().state
    prospects = dealer(world, 0, MARKET_TRADE).prospects(())
    greedy = [prospect for prospect in prospects if leaves_less(world, prospect)]
    assert greedy
    assert all(all(taken(world, prospect)) for prospect in greedy)


def test_who_does_not_read_the_others_never_offers_less_than_half() -> None:
    world = table().state
    blind = dealer(world, 0, replace(MARKET_TRADE, leaves=1.0, reads=False)).prospects(())
    assert blind
    assert not any(leaves_less(world, prospect) for prospect in blind)
    assert not any(leaves_less(world, prospect) for prospect in dealer(world, 0, COMMON).prospects(()))


def test_of_all_offers_that_with_which_the_turn_is_worth_most_is_made() -> None:
    world = table().state
    (offer,) = thought(world, 0, level=Level.STRONG).moves
    assert isinstance(offer, MakeOffer)
    planner = Planner(STRONG.outlook(world, 0), 0, Effort(EFFORT))

    def worth(prospect: Prospect) -> float:
        other = 1 if prospect.offer.to & 2 else 2
        dealt = swapped(world, 0, other, prospect.offer.gives, prospect.offer.gets)
        assert dealt is not None
        return planner.plans(dealt, STRONG.again)[0].worth

    prospects = dealer(world, 0, MARKET_TRADE).prospects(())[: MARKET_TRADE.planned]
    best = max(prospects, key=worth)
    assert best.offer == offer
    assert worth(best) > planner.plans(world, STRONG.again)[0].worth + MARKET_TRADE.asks


def test_what_it_offers_so_is_accepted_by_even() -> None:
    world = table().state
    (offer,) = thought(world, 0, level=Level.STRONG).moves
    assert isinstance(offer, MakeOffer)
    made = after(world, RULES.write(offer))
    answers = [thought(made, other).moves[0] for other in range(1, world.seats) if offer.to >> other & 1]
    assert any(isinstance(answer, Accept) for answer in answers)
