"""What a seat can do, and how it is written (read and written by rules/catan/notation.py).

found B3n B3ne          a settlement and the road that touches it, while founding (CM-14)
sites cocoa B3 milk C2  the two sites after the third settlement, or the one, where only one hex fits
roll
road B3ne · settlement B3n · city B3n · site cocoa B3
buy                     a development card
knight · roads · plenty ore wool · monopoly ore
                        development cards; the two free roads follow with `road`, `stop` declines what is left of them;
                        `plenty ore` where the bank has no more
discard wool2 ore1      each kind with its number; what is named again is added
robber B3               on which hex; one neighbour with one pile is settled with it
steal 2 resources       from whom and, in the Market, from which pile; `steal none`: from nobody
chocolate darknut       with its reward where one is to be chosen: `chocolate grapenut ore`,
                        `chocolate finedark road B3ne`, `chocolate finedark road none`
raise milknut           the sort that rises, where the player chooses
bank wool ore           gives the bank wool at the best rate for one ore
offer wool2 for ore1 to 2 4 first
                        to everyone without `to`; `first`: who accepts first has it; of a seat that is not on turn it
                        goes to the player whose turn it is, and ends with the cards
need ore1 to 2 4        a request without a price, answered by `counter`
counter 3 wool1 for ore1
                        what he would give and get instead, to offer 3
accept 3 · decline 3 · withdraw 3
                        an offer is withdrawn by who made it, an answer by who gave it
deal 3 2 · deal 3 2 counter1
                        the offerer closes offer 3 with player 2, who accepted it, or by that player's counter-offer:
                        they are counted, so that nobody can exchange one while it is being closed
end                     the turn is over

Players are written by their number at the table, from 1 on; in moves and facts a seat is counted from 0.
"""

from typing import Final

from rules.contract import Move

NONE: Final = -1
DECLINED: Final = -2
"""A reward road that is not wanted."""

PILES: Final = ("resources", "ingredients")
NOBODY: Final = "none"
"""From whom nothing is stolen (CM-6)."""
RESOURCE_PILE: Final = 0
INGREDIENT_PILE: Final = 1


class Found(Move, frozen=True, tag="found"):
    corner: int
    edge: int


class PutSites(Move, frozen=True, tag="sites"):
    """The ingredients and the hexes; the second is -1 where only one is put."""

    card: int
    hexagon: int
    card2: int = NONE
    hexagon2: int = NONE


class Roll(Move, frozen=True, tag="roll"):
    pass


class Road(Move, frozen=True, tag="road"):
    """Bought, or free."""

    edge: int


class Settlement(Move, frozen=True, tag="settlement"):
    corner: int


class City(Move, frozen=True, tag="city"):
    corner: int


class Site(Move, frozen=True, tag="site"):
    card: int
    hexagon: int


class Buy(Move, frozen=True, tag="buy"):
    pass


class Knight(Move, frozen=True, tag="knight"):
    pass


class Roads(Move, frozen=True, tag="roads"):
    pass


class Plenty(Move, frozen=True, tag="plenty"):
    card: int
    card2: int = NONE


class Monopoly(Move, frozen=True, tag="monopoly"):
    card: int


class Discard(Move, frozen=True, tag="discard"):
    cards: int
    """Packed."""

    def __repr__(self) -> str:
        return "Discard(…)"


class Robber(Move, frozen=True, tag="robber"):
    hexagon: int


class Steal(Move, frozen=True, tag="steal"):
    victim: int
    """NONE: nobody."""
    pile: int = NONE
    """RESOURCE_PILE or INGREDIENT_PILE; NONE in the base game, which has but one."""


class Chocolate(Move, frozen=True, tag="chocolate"):
    sort: int
    resource: int = NONE
    road: int = NONE
    """An edge, or DECLINED."""


class Raise(Move, frozen=True, tag="raise"):
    sort: int


class Bank(Move, frozen=True, tag="bank"):
    gives: int
    gets: int


class MakeOffer(Move, frozen=True, tag="offer"):
    """Packed cards; `to` is a mask of seats, 0 for everyone."""

    gives: int
    gets: int
    to: int = 0
    first: bool = False


class Need(Move, frozen=True, tag="need"):
    """Packed cards; `to` as of an offer."""

    gets: int
    to: int = 0


class Counter(Move, frozen=True, tag="counter"):
    """Packed, as seen by who makes it."""

    number: int
    gives: int
    gets: int

    def __repr__(self) -> str:
        return "Reply(…)"


class Accept(Move, frozen=True, tag="accept"):
    number: int

    def __repr__(self) -> str:
        return "Reply(…)"


class Decline(Move, frozen=True, tag="decline"):
    number: int

    def __repr__(self) -> str:
        return "Reply(…)"


class Deal(Move, frozen=True, tag="deal"):
    number: int
    seat: int
    counter: int = 0
    """Which of the counter-offers of that seat to this offer, counted from 1; 0 for its acceptance."""

    def __repr__(self) -> str:
        return "Deal(…)"


class Withdraw(Move, frozen=True, tag="withdraw"):
    number: int


class Stop(Move, frozen=True, tag="stop"):
    pass


class End(Move, frozen=True, tag="end"):
    pass


CatanMove = (
    Found
    | PutSites
    | Roll
    | Road
    | Settlement
    | City
    | Site
    | Buy
    | Knight
    | Roads
    | Plenty
    | Monopoly
    | Discard
    | Robber
    | Steal
    | Chocolate
    | Raise
    | Bank
    | MakeOffer
    | Need
    | Counter
    | Accept
    | Decline
    | Deal
    | Withdraw
    | Stop
    | End
)
