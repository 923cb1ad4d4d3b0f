"""The whole truth of a game, its phases, and what may be asked when.

    Found → [FoundSites] → (next) Found … → PreRoll
    PreRoll → Main, or after a 7: Discard → MoveRobber → Steal → Main
    PreRoll, Main → (knight) MoveRobber → Steal → back
    PreRoll, Main → (road building) FreeRoads → back
    Main → (chocolate) MarketRise → Main
    Main → (end) PreRoll of the next
    any → Over

`active` is whose turn it is. Hands, the bank and prices are packed by kinds of cards (pieces.py), places are masks
(hexes.py). `free`, `taken`, `lanes`, `touched`, `ways` and `income` follow from the rest: `apply` keeps them up to
date, so that legality is a test of a mask and a roll an addition for each seat.
"""

from typing import Final

from msgspec import Struct

from rules.contract import State
from rules.counts import Hidden

POINTS, RESIGNED = "points", "resigned"
"""The endings: a player has the goal in his own turn (CM-10); one player left (CM-29)."""
ENDINGS: Final = (POINTS, RESIGNED)


class Found(Struct, frozen=True, array_like=True, tag="found", forbid_unknown_fields=True):
    """`active` founds a settlement (CM-14)."""

    step: int
    """How many have been founded."""


class FoundSites(Struct, frozen=True, array_like=True, tag="found-sites", forbid_unknown_fields=True):
    """`active` puts his first sites after the third settlement (CM-14)."""

    step: int


class PreRoll(Struct, frozen=True, array_like=True, tag="preroll", forbid_unknown_fields=True):
    """The turn has begun; a development card may be played before the roll (CM-5)."""


class Discard(Struct, frozen=True, array_like=True, tag="discard", forbid_unknown_fields=True):
    """All who hold too many choose what they discard, sealed (CM-6, CM-22, CM-26)."""

    resources: tuple[int, ...]
    """How many resources each seat owes."""
    ingredients: tuple[int, ...]
    given: tuple[Hidden, ...]
    """What each has chosen, packed; 0 while he has not answered."""


class MoveRobber(Struct, frozen=True, array_like=True, tag="robber", forbid_unknown_fields=True):
    """`active` moves the robber."""

    rolled: bool
    """Back to Main, else to PreRoll."""


class Steal(Struct, frozen=True, array_like=True, tag="steal", forbid_unknown_fields=True):
    """`active` chooses whom he robs, and from which pile, at the robber's hex."""

    rolled: bool


class Main(Struct, frozen=True, array_like=True, tag="main", forbid_unknown_fields=True):
    """Trade, build, make chocolate, play a card, end the turn."""


class FreeRoads(Struct, frozen=True, array_like=True, tag="roads", forbid_unknown_fields=True):
    """`active` builds the roads of road building (CM-7)."""

    rolled: bool
    left: int


class MarketRise(Struct, frozen=True, array_like=True, tag="rise", forbid_unknown_fields=True):
    """`active` chooses the sort that rises (CM-17, CM-18)."""


class Over(Struct, frozen=True, array_like=True, tag="over", forbid_unknown_fields=True):
    ending: str
    winner: int
    """-1 where nobody had the goal."""


Phase = Found | FoundSites | PreRoll | Discard | MoveRobber | Steal | Main | FreeRoads | MarketRise | Over

OPEN, ACCEPTED, DECLINED, COUNTERED = 0, 1, 2, 3
"""How a reply stands."""


class Reply(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What a seat has answered to an open offer; known to it and to the offerer."""

    answer: int = OPEN
    gives: int = 0
    """A counter-offer as its maker sees it, packed; 0 without one."""
    gets: int = 0
    counters: int = 0
    """How many counter-offers he has made to this offer: the number of the last."""

    def __repr__(self) -> str:
        return "Reply(…)"


class Offer(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """An open offer, or a request without a price (CM-27)."""

    number: int
    to: int
    """A mask of seats, never empty."""
    gives: int
    """Packed, as the offerer sees it; 0 of a request."""
    gets: int
    first: bool
    """Who accepts first has it."""
    replies: tuple[Reply, ...]
    """By seat."""
    seat: int
    """Who made it."""


class Catan(State, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A game of Catan, with or without the Chocolate Market."""

    seats: int
    market: bool
    starts: int
    """The start player (CM-14)."""
    active: int
    phase: Phase
    terrain: tuple[int, ...]
    """By hex."""
    numbers: tuple[int, ...]
    """By hex; 0 on the desert."""
    harbours: tuple[int, ...]
    """The kinds of the harbours (board.py), clockwise."""
    robber: int
    free: int
    """The corners on which a building may stand as far as distance goes (CM-4)."""
    taken: int
    """The corners with a building."""
    lanes: int
    """The edges without road."""
    roads: tuple[int, ...]
    """Edges, by seat."""
    settlements: tuple[int, ...]
    """Corners, by seat."""
    cities: tuple[int, ...]
    touched: tuple[int, ...]
    """The corners that own roads touch, by seat."""
    ways: tuple[int, ...]
    """The edges on which each seat may build a road."""
    ports: tuple[int, ...]
    """A mask of harbour kinds, by seat."""
    income: tuple[int, ...]
    """What a roll brings, robber or not, packed: index seats · (roll - 2) + seat."""
    hands: tuple[Hidden, ...]
    bank: int
    deck: Hidden
    """The development cards left."""
    devs: tuple[Hidden, ...]
    """Each seat's development cards, victory points too."""
    fresh: Hidden
    """Those of them that `active` got this turn (CM-7)."""
    played: bool
    """A development card has been played this turn."""
    knights: tuple[int, ...]
    """Played knights."""
    used: int
    """The other development cards that were played, packed."""
    army: int
    """Who has the largest army; -1 nobody."""
    lengths: tuple[int, ...]
    """The longest road of each seat."""
    longest: int
    """Who has the longest road; -1 nobody."""
    sites: tuple[int, ...]
    """How many sites each seat has on each hex: two bits a hex."""
    site_stock: int
    """The sites left, packed at the place of their ingredient."""
    bars: tuple[int, ...]
    """The row of each sort of chocolate; none in the base game."""
    chips: tuple[int, ...]
    """Victory-point chips, by seat."""
    offer: Offer | None = None
    """That of `active`."""
    offers: int = 0
    """The number of the last offer."""
    resigned: int = 0
    """A mask of seats."""
    proposals: tuple[Offer, ...] = ()
    """Those of the others, to `active`; at most one of each."""


def swap(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """The values with one exchanged."""
    changed = [*values]
    changed[index] = value
    return tuple(changed)


def with_hand(hands: tuple[Hidden, ...], seat: int, packed: int) -> tuple[Hidden, ...]:
    """The hands (or development cards) with one exchanged."""
    changed = [*hands]
    changed[seat] = Hidden(packed)
    return tuple(changed)
