"""What is shown: built up field by field from a state, never a state with fields taken away (CM-28)."""

from msgspec import Struct

from rules import counts
from rules.catan import scoring
from rules.catan.hexes import bits
from rules.catan.pieces import DEV_KINDS, KINDS, RESOURCE_BITS, RESOURCE_MASK, RESOURCES
from rules.catan.rates import rates
from rules.catan.state import OPEN, Catan, Discard, FreeRoads, Main, Offer, Over, Reply
from rules.contract import PublicView, SeatView


class ShownOffer(Struct, frozen=True):
    """The open offer, as everybody sees it (CM-27)."""

    number: int
    seat: int
    gives: tuple[int, ...]
    """By kind of card, as the offerer sees it."""
    gets: tuple[int, ...]
    to: tuple[int, ...]
    first: bool


class ShownReply(Struct, frozen=True):
    """An answer to the open offer, as its maker and the offerer see it."""

    seat: int
    answer: int
    """OPEN, ACCEPTED, DECLINED or COUNTERED (rules/catan/state.py)."""
    gives: tuple[int, ...]
    """A counter-offer by kind of card, as its maker sees it."""
    gets: tuple[int, ...]
    counter: int
    """The number of the counter-offer, with which it is closed."""


class CatanPublic(PublicView, frozen=True):
    """What everybody sees."""

    seats: int
    market: bool
    phase: str
    """The tag of the phase (rules/catan/state.py)."""
    waiting: tuple[int, ...]
    """Whom the table waits for; of a discard all who are asked, whoever has answered."""
    active: int
    """Whose turn it is."""
    starts: int
    goal: int
    terrain: tuple[int, ...]
    """By hex (rules/catan/hexes.py, pieces.py)."""
    numbers: tuple[int, ...]
    """By hex; 0 on the desert."""
    harbours: tuple[int, ...]
    """The kinds of the nine harbours, clockwise (rules/catan/board.py)."""
    robber: int
    roads: tuple[tuple[int, ...], ...]
    """Edges, by seat."""
    settlements: tuple[tuple[int, ...], ...]
    """Corners, by seat."""
    cities: tuple[tuple[int, ...], ...]
    sites: tuple[tuple[tuple[int, int], ...], ...]
    """By seat: hexes with the number of its sites there."""
    resources: tuple[int, ...]
    """How many resource cards each seat holds."""
    ingredients: tuple[int, ...]
    devs: tuple[int, ...]
    """How many development cards each seat holds."""
    knights: tuple[int, ...]
    army: int
    """Who has the largest army; -1 nobody."""
    lengths: tuple[int, ...]
    longest: int
    """Who has the longest road; -1 nobody."""
    points: tuple[int, ...]
    """Without hidden cards; at the end with them."""
    chips: tuple[int, ...]
    bank: tuple[int, ...]
    """By kind of card."""
    deck: int
    used: tuple[int, ...]
    """The development cards that were played, by kind, knights too."""
    played: bool
    """A development card has been played this turn."""
    site_stock: tuple[int, ...]
    """Of cocoa, sugar, milk, hazelnut, grapes."""
    chips_left: int
    bars: tuple[int, ...]
    """The row of each sort of chocolate."""
    owed_resources: tuple[int, ...]
    """What each seat has to discard; none while nobody has to."""
    owed_ingredients: tuple[int, ...]
    free_roads: int
    """The roads of road building still to be built."""
    offer: ShownOffer | None
    resigned: tuple[int, ...]
    ending: str
    """Empty while it runs."""
    winner: int
    """-1 while it runs, or where nobody had the goal."""


class CatanSeat(SeatView, frozen=True):
    """What one seat sees besides."""

    seat: int
    hand: tuple[int, ...]
    """By kind of card."""
    devs: tuple[int, ...]
    """Its development cards, by kind."""
    fresh: tuple[int, ...]
    """Those of them that it got this turn and cannot play yet."""
    points: int
    """With hidden cards."""
    rates: tuple[int, ...]
    """How many cards of each kind the bank takes for one."""
    owed_resources: int
    """What it is asked to discard."""
    owed_ingredients: int
    discarding: tuple[int, ...]
    """Its choice as it stands, by kind; none before it has answered."""
    asked: int
    """The offer that it may answer; 0 without one."""
    can_pay: bool
    """Could it accept?"""
    reply: ShownReply | None
    """Its own answer."""
    replies: tuple[ShownReply, ...]
    """The answers to its own offer."""

    def __repr__(self) -> str:
        return f"CatanSeat(seat={self.seat}, …)"
