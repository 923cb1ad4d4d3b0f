"""Why a move is refused: the clause, and what its mover may know. Never what another seat holds."""

from rules.contract import GameIsOver, NotAsked, Reason


class OffTheMap(Reason, frozen=True, tag="off-map"):
    """This map has no such hex, corner or edge."""

    name: str


class RollFirst(Reason, frozen=True, tag="roll-first"):
    """CM-5: trade and building come after the roll."""


class HasRolled(Reason, frozen=True, tag="has-rolled"):
    """CM-5: once a turn."""


class FinishFirst(Reason, frozen=True, tag="finish-first"):
    """Something else is open: the tag of the phase."""

    phase: str


class NotInThisGame(Reason, frozen=True, tag="not-in-this-game"):
    """Sites, chocolate and ingredients belong to the Market."""


class CannotPay(Reason, frozen=True, tag="price"):
    """CM-3, CM-16, CM-17: what is missing, packed."""

    missing: int


class NoPiecesLeft(Reason, frozen=True, tag="no-pieces"):
    """CM-4: roads, settlements, cities, sites or cards."""

    piece: str


class CornerTaken(Reason, frozen=True, tag="corner-taken"):
    """CM-4: something stands there."""

    corner: int


class TooClose(Reason, frozen=True, tag="too-close"):
    """CM-4: one free corner between any two buildings."""

    corner: int


class NoRoadThere(Reason, frozen=True, tag="no-road-there"):
    """CM-4: a settlement touches an own road."""

    corner: int


class EdgeTaken(Reason, frozen=True, tag="edge-taken"):
    """CM-4: a road lies there."""

    edge: int


class NotConnected(Reason, frozen=True, tag="not-connected"):
    """CM-4: a road joins an own road or building, and does not run on through a foreign one."""

    edge: int


class RoadApart(Reason, frozen=True, tag="road-apart"):
    """CM-14: the road touches the settlement just founded."""

    edge: int


class NoSettlementThere(Reason, frozen=True, tag="no-settlement"):
    """CM-4: a city replaces an own settlement."""

    corner: int


class WrongTerrain(Reason, frozen=True, tag="terrain"):
    """CM-16: each site has its terrain."""

    card: int
    hexagon: int


class NoBuildingForSite(Reason, frozen=True, tag="no-building"):
    """CM-16: sites on a hex never outnumber own buildings at it."""

    hexagon: int


class SameHex(Reason, frozen=True, tag="same-hex"):
    """CM-14: the two first sites go on two hexes."""


class TwoSites(Reason, frozen=True, tag="two-sites"):
    """CM-14: two are put where two hexes fit."""


class NoDevLeft(Reason, frozen=True, tag="no-dev"):
    """CM-7: all 25 development cards are sold."""


class NoSuchDev(Reason, frozen=True, tag="no-such-dev"):
    """CM-7: told to who wanted to play it."""

    dev: int


class DevIsFresh(Reason, frozen=True, tag="fresh"):
    """CM-7: not one got this turn."""

    dev: int


class OneDevATurn(Reason, frozen=True, tag="one-dev"):
    """CM-7"""


class NoRoadPossible(Reason, frozen=True, tag="no-road"):
    """CM-7: road building without a piece or a place."""


class FirstRoadFirst(Reason, frozen=True, tag="first-road"):
    """CM-7: only the second road may be declined."""


class BankHasNot(Reason, frozen=True, tag="bank-has-not"):
    """CM-7, CM-9, CM-20: the bank has none of this kind, or too few."""

    card: int


class PlentyIsTwo(Reason, frozen=True, tag="plenty-two"):
    """CM-7: two cards, as far as the bank has them."""


class ResourcesOnly(Reason, frozen=True, tag="resources-only"):
    """CM-24: monopoly and year of plenty concern resources."""

    card: int


class DiscardOwed(Reason, frozen=True, tag="owed"):
    """CM-6, CM-22: how many resources and ingredients are to be discarded."""

    resources: int
    ingredients: int


class NotInYourHand(Reason, frozen=True, tag="hand"):
    """Told to the owner of the hand only."""

    card: int


class RobberMustMove(Reason, frozen=True, tag="robber-stays"):
    """CM-6: to another hex."""


class NotAtTheRobber(Reason, frozen=True, tag="not-at-robber"):
    """CM-6: only an opponent with a building there."""

    seat: int


class PileIsEmpty(Reason, frozen=True, tag="pile-empty"):
    """CM-23: public, for the size of every pile is."""

    pile: int


class PileWanted(Reason, frozen=True, tag="pile-wanted"):
    """CM-23: in the Market the thief says from which pile."""

    seat: int


class BarAtTheBottom(Reason, frozen=True, tag="bottom"):
    """CM-18"""

    sort: int


class BarAtTheTop(Reason, frozen=True, tag="top"):
    """CM-17, CM-18"""

    sort: int


class RewardWanted(Reason, frozen=True, tag="reward"):
    """CM-20: the reward of this row needs a choice, or none: resource, road or nothing."""

    row: int
    part: str


class SameKind(Reason, frozen=True, tag="same-kind"):
    """CM-9: never the same kind on both sides."""

    card: int


class PilesApart(Reason, frozen=True, tag="piles-apart"):
    """CM-21: with the bank never resources for ingredients or the reverse."""


class TooFewForTheBank(Reason, frozen=True, tag="rate"):
    """CM-9, CM-21: told to who wanted to trade."""

    card: int
    rate: int


class NoGifts(Reason, frozen=True, tag="gift"):
    """CM-9: each side gives at least one card."""


class OfferIsOpen(Reason, frozen=True, tag="offer-open"):
    """CM-27: one open offer of each player at a time, and no counter-offer besides."""

    number: int


class NoSuchOffer(Reason, frozen=True, tag="no-offer"):
    """CM-27: closed, lapsed, or not for this seat."""

    number: int


class NotAmongOthers(Reason, frozen=True, tag="not-among-others"):
    """CM-9: the others do not hold so many of it together; what they do follows from the bank and the own hand."""

    card: int


class ToWhoseTurnItIs(Reason, frozen=True, tag="to-active"):
    """CM-27: an offer of another player goes to the one whose turn it is, and to nobody else."""


class NoPriceYet(Reason, frozen=True, tag="no-price"):
    """CM-27: a request is answered by an offer."""

    number: int


class AnswerStands(Reason, frozen=True, tag="stands"):
    """CM-27: that is the answer already."""

    number: int


class NobodyToAsk(Reason, frozen=True, tag="nobody"):
    """CM-27: an offer goes to at least one other player who has not resigned."""


class NoSuchReply(Reason, frozen=True, tag="no-reply"):
    """CM-27: that player has not accepted, or his counter-offer is another by now."""

    seat: int


__all__ = [
    "AnswerStands",
    "BankHasNot",
    "BarAtTheBottom",
    "BarAtTheTop",
    "CannotPay",
    "CornerTaken",
    "DevIsFresh",
    "DiscardOwed",
    "EdgeTaken",
    "FinishFirst",
    "FirstRoadFirst",
    "GameIsOver",
    "HasRolled",
    "NoBuildingForSite",
    "NoDevLeft",
    "NoGifts",
    "NoPiecesLeft",
    "NoPriceYet",
    "NoRoadPossible",
    "NoRoadThere",
    "NoSettlementThere",
    "NoSuchDev",
    "NoSuchOffer",
    "NoSuchReply",
    "NobodyToAsk",
    "NotAmongOthers",
    "NotAsked",
    "NotAtTheRobber",
    "NotConnected",
    "NotInThisGame",
    "NotInYourHand",
    "OffTheMap",
    "OfferIsOpen",
    "OneDevATurn",
    "PileIsEmpty",
    "PileWanted",
    "PilesApart",
    "PlentyIsTwo",
    "ResourcesOnly",
    "RewardWanted",
    "RoadApart",
    "RobberMustMove",
    "RollFirst",
    "SameHex",
    "SameKind",
    "ToWhoseTurnItIs",
    "TooClose",
    "TooFewForTheBank",
    "TwoSites",
    "WrongTerrain",
]
