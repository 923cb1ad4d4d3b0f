"""What is told: to everybody, or to the one seat that may know it. Cards are packed ints by kind (pieces.py)."""

from rules.contract import Fact


class Began(Fact, frozen=True, tag="began"):
    """CM-13, CM-14: the map is laid; who founds first."""

    market: bool
    starts: int
    robber: int


class BegunAsPublished(Fact, frozen=True, tag="began-published"):
    """CM-13: the beginners' set-up of the base game: the map, the harbours and the founding as published."""

    starts: int
    robber: int


class Founded(Fact, frozen=True, tag="founded"):
    """CM-14: a settlement with its road, and what the second one brings (packed)."""

    seat: int
    corner: int
    edge: int
    gained: int


class SitesPut(Fact, frozen=True, tag="sites-put"):
    """CM-14: after the third settlement; as many as fit."""

    seat: int
    cards: tuple[int, ...]
    hexes: tuple[int, ...]


class TurnBegan(Fact, frozen=True, tag="turn"):
    seat: int


class Rolled(Fact, frozen=True, tag="rolled"):
    seat: int
    first: int
    second: int


class Produced(Fact, frozen=True, tag="produced"):
    """CM-5, CM-15: what each seat gets, packed."""

    gains: tuple[int, ...]


class Shortage(Fact, frozen=True, tag="shortage"):
    """CM-5, CM-15: the bank cannot serve all of a kind: nobody gets it, or the one player what is left."""

    card: int
    seat: int
    """Who gets what is left; -1 nobody."""
    amount: int


class RoadBuilt(Fact, frozen=True, tag="road"):
    seat: int
    edge: int
    free: bool


class SettlementBuilt(Fact, frozen=True, tag="settlement"):
    seat: int
    corner: int


class CityBuilt(Fact, frozen=True, tag="city"):
    seat: int
    corner: int


class SiteBuilt(Fact, frozen=True, tag="site"):
    """CM-16"""

    seat: int
    card: int
    hexagon: int


class LongestRoad(Fact, frozen=True, tag="longest"):
    """CM-8: the longest road goes to a seat, or is set aside (-1)."""

    seat: int
    before: int
    length: int


class LargestArmy(Fact, frozen=True, tag="army"):
    """CM-7"""

    seat: int
    before: int
    knights: int


class DevBought(Fact, frozen=True, tag="bought"):
    seat: int


class DevGot(Fact, frozen=True, tag="dev-got"):
    """Whispered: the development card that you bought, or got as a reward."""

    dev: int

    def __repr__(self) -> str:
        return "DevGot(…)"


class KnightPlayed(Fact, frozen=True, tag="knight"):
    seat: int
    knights: int


class RoadsPlayed(Fact, frozen=True, tag="roads"):
    """CM-7: how many free roads there will be."""

    seat: int
    roads: int


class RoadsDeclined(Fact, frozen=True, tag="roads-declined"):
    seat: int


class PlentyPlayed(Fact, frozen=True, tag="plenty"):
    """CM-7: what he took, packed."""

    seat: int
    gained: int


class MonopolyPlayed(Fact, frozen=True, tag="monopoly"):
    """CM-7: how many each seat gave."""

    seat: int
    card: int
    given: tuple[int, ...]


class DiscardAsked(Fact, frozen=True, tag="discard-asked"):
    """CM-6, CM-22: how many resources and ingredients each seat owes."""

    resources: tuple[int, ...]
    ingredients: tuple[int, ...]


class DiscardChosen(Fact, frozen=True, tag="discard-chosen"):
    """Whispered: your choice as it stands, packed."""

    cards: int

    def __repr__(self) -> str:
        return "DiscardChosen(…)"


class Discarded(Fact, frozen=True, tag="discarded"):
    """CM-28: what each seat has discarded, packed; told when all have."""

    cards: tuple[int, ...]


class RobberMoved(Fact, frozen=True, tag="robber"):
    seat: int
    hexagon: int


class NobodyRobbed(Fact, frozen=True, tag="nobody-robbed"):
    """CM-6: no opponent with cards at the hex."""

    seat: int


class Robbed(Fact, frozen=True, tag="robbed"):
    """CM-23: only the kind of pile is known; a pile of rules/catan/moves.py."""

    seat: int
    victim: int
    pile: int


class CardStolen(Fact, frozen=True, tag="stolen"):
    """Whispered to thief and victim."""

    seat: int
    victim: int
    card: int

    def __repr__(self) -> str:
        return "CardStolen(…)"


class BankTraded(Fact, frozen=True, tag="bank"):
    seat: int
    gives: int
    """A kind."""
    rate: int
    gets: int


class ChocolateMade(Fact, frozen=True, tag="chocolate"):
    """CM-17: the ingredients went back; what the row brought follows."""

    seat: int
    sort: int
    row: int


class ChipsGot(Fact, frozen=True, tag="chips"):
    """CM-20: as many as were left."""

    seat: int
    chips: int


class ResourceGot(Fact, frozen=True, tag="resource"):
    """CM-20"""

    seat: int
    card: int


class RewardLapsed(Fact, frozen=True, tag="lapsed"):
    """CM-20: a part that could not be given or was declined: chips, dev, resource or road."""

    seat: int
    part: str


class BarFell(Fact, frozen=True, tag="fell"):
    """CM-17: to this row."""

    sort: int
    row: int


class MarketRolled(Fact, frozen=True, tag="market-die"):
    die: int


class BarRose(Fact, frozen=True, tag="rose"):
    """CM-17, CM-18: to this row."""

    sort: int
    row: int
    chosen: bool
    """By the player, not by the die."""


class OfferMade(Fact, frozen=True, tag="offer"):
    """CM-27"""

    number: int
    seat: int
    gives: int
    gets: int
    to: tuple[int, ...]
    first: bool


class Needed(Fact, frozen=True, tag="need"):
    """CM-27: a request without a price."""

    number: int
    seat: int
    gets: int
    to: tuple[int, ...]


class OfferReplied(Fact, frozen=True, tag="replied"):
    """Whispered to the offerer and to who replied: an answer of rules/catan/state.py; OPEN when it is taken back."""

    number: int
    seat: int
    answer: int
    gives: int
    """A counter-offer, packed, as its maker sees it."""
    gets: int
    counter: int
    """Its number among his."""

    def __repr__(self) -> str:
        return "OfferReplied(…)"


class AcceptanceVoid(Fact, frozen=True, tag="void"):
    """Whispered to the offerer and to who cannot pay what he said (CM-27)."""

    number: int
    seat: int

    def __repr__(self) -> str:
        return "AcceptanceVoid(…)"


class OfferClosed(Fact, frozen=True, tag="deal"):
    """CM-27: what changed hands, as the offerer sees it."""

    number: int
    seat: int
    partner: int
    gives: int
    gets: int


class OfferLapsed(Fact, frozen=True, tag="offer-lapsed"):
    """CM-27: withdrawn, unpayable, or the turn has ended."""

    number: int
    seat: int


class Resigned(Fact, frozen=True, tag="resigned"):
    seat: int


class Won(Fact, frozen=True, tag="won"):
    """CM-10: with how many points, how many of them hidden cards."""

    seat: int
    points: int
    hidden: int


class Ended(Fact, frozen=True, tag="ended"):
    """An ending of rules/catan/state.py; the victory-point cards that each seat held."""

    ending: str
    points: tuple[int, ...]
    hidden: tuple[int, ...]


CatanFact = (
    Began
    | BegunAsPublished
    | Founded
    | SitesPut
    | TurnBegan
    | Rolled
    | Produced
    | Shortage
    | RoadBuilt
    | SettlementBuilt
    | CityBuilt
    | SiteBuilt
    | LongestRoad
    | LargestArmy
    | DevBought
    | DevGot
    | KnightPlayed
    | RoadsPlayed
    | RoadsDeclined
    | PlentyPlayed
    | MonopolyPlayed
    | DiscardAsked
    | DiscardChosen
    | Discarded
    | RobberMoved
    | NobodyRobbed
    | Robbed
    | CardStolen
    | BankTraded
    | ChocolateMade
    | ChipsGot
    | ResourceGot
    | RewardLapsed
    | BarFell
    | MarketRolled
    | BarRose
    | OfferMade
    | Needed
    | OfferReplied
    | AcceptanceVoid
    | OfferClosed
    | OfferLapsed
    | Resigned
    | Won
    | Ended
)
