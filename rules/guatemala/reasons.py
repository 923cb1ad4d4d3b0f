"""Why a move is refused: the clause, and what its mover may know. Never what another seat holds."""

from rules.contract import GameIsOver, NotAsked, Reason


class OffTheTrack(Reason, frozen=True, tag="off-the-track"):
    """The Buyer's track has the spaces 0–35 (GC-3)."""

    space: int


class MoveTheBuyerFirst(Reason, frozen=True, tag="move-first"):
    """GC-8"""


class BuyerHasMoved(Reason, frozen=True, tag="has-moved"):
    """GC-8: once a turn."""


class StepTooFar(Reason, frozen=True, tag="step"):
    """GC-8: 1–3 spaces, 4 for 2 centavos."""

    spaces: int


class StepTooDear(Reason, frozen=True, tag="step-price"):
    """GC-8: the fourth space is paid before the Buyer moves."""

    price: int
    money: int


class NotOnTheLine(Reason, frozen=True, tag="line"):
    """GC-3: only from the line that the Buyer faces."""

    field: int


class NothingThere(Reason, frozen=True, tag="nothing"):
    """The field is empty."""

    field: int


class SacksAreScored(Reason, frozen=True, tag="sack"):
    """GC-10: never sacks; a sack is scored."""

    field: int


class NoSackThere(Reason, frozen=True, tag="no-sack"):
    """GC-20: only a sack is scored."""

    field: int


class BuildOrScore(Reason, frozen=True, tag="build-or-score"):
    """GC-9: not both in one turn."""


class ThreePieces(Reason, frozen=True, tag="three"):
    """GC-10: at most three."""


class WrongPlace(Reason, frozen=True, tag="place"):
    """Workers and sheds go to fields, ships to harbours, roads to borders."""

    code: int
    place: int
    """Where it could go now; -1 where it cannot go anywhere."""


class OffTheBoard(Reason, frozen=True, tag="off-board"):
    """This side of the plantation board has no such place."""

    place: int


class Closed(Reason, frozen=True, tag="closed"):
    """Covered, or its harbour closed, with three players."""

    place: int


class Taken(Reason, frozen=True, tag="taken"):
    """GC-15, GC-18: something is there already."""

    place: int


class OnlyAShed(Reason, frozen=True, tag="only-shed"):
    """GC-15: no worker on a shed site."""

    place: int


class NoShedSite(Reason, frozen=True, tag="no-site"):
    """GC-15: a shed stands only on a shed site."""

    place: int


class SecondShed(Reason, frozen=True, tag="second-shed"):
    """GC-14: at most one shed a plantation."""

    coffee: int


class Apart(Reason, frozen=True, tag="apart"):
    """GC-16: all of a plantation is connected."""

    coffee: int
    place: int


class TouchesAnother(Reason, frozen=True, tag="touches"):
    """GC-17: plantations of one coffee of different players must not touch."""

    seat: int
    place: int


class NoShedForShip(Reason, frozen=True, tag="no-shed"):
    """GC-12: a ship needs an own shed of its coffee."""

    coffee: int


class PathElsewhere(Reason, frozen=True, tag="elsewhere"):
    """GC-12: the printed path of the own shed of this coffee leads to this harbour, where the ship may go."""

    coffee: int
    harbour: int


class HarbourFull(Reason, frozen=True, tag="full"):
    """GC-12: no free dock."""

    harbour: int
    elsewhere: bool
    """Has another harbour a dock for this ship?"""


class NoPathThere(Reason, frozen=True, tag="no-path"):
    """GC-18: roads lie on the printed paths."""

    place: int


class TooDear(Reason, frozen=True, tag="price"):
    """GC-11 to GC-13, GC-19."""

    price: int
    money: int
    cheaper: bool
    """Is there a place that can be paid?"""


class NotInYourStock(Reason, frozen=True, tag="stock"):
    """GC-24, GC-25: told to the owner of the stock only."""

    coffee: int


class NothingToLay(Reason, frozen=True, tag="no-lay"):
    """GC-24: no stock to lay a sack from, or it is said already."""


class NoTie(Reason, frozen=True, tag="no-tie"):
    """GC-24: which ship sails is chosen only among harbours that tie."""

    harbour: int


__all__ = [
    "Apart",
    "BuildOrScore",
    "BuyerHasMoved",
    "Closed",
    "GameIsOver",
    "HarbourFull",
    "MoveTheBuyerFirst",
    "NoPathThere",
    "NoSackThere",
    "NoShedForShip",
    "NoShedSite",
    "NoTie",
    "NotAsked",
    "NotInYourStock",
    "NotOnTheLine",
    "NothingThere",
    "NothingToLay",
    "OffTheBoard",
    "OffTheTrack",
    "OnlyAShed",
    "PathElsewhere",
    "SacksAreScored",
    "SecondShed",
    "StepTooDear",
    "StepTooFar",
    "Taken",
    "ThreePieces",
    "TooDear",
    "TouchesAnother",
    "WrongPlace",
]
