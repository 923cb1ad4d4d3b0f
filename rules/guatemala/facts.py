"""What is told: to everybody, or to the one seat that may know it."""

from rules.contract import Fact


class Began(Fact, frozen=True, tag="began"):
    """GC-5 to GC-7: who starts, and who puts the Buyer somewhere."""

    starts: int
    puts_buyer: int


class Dealt(Fact, frozen=True, tag="dealt"):
    """Whispered: the sacks of a stock, by coffee."""

    stock: tuple[int, ...]

    def __repr__(self) -> str:
        return "Dealt(…)"


class BuyerPut(Fact, frozen=True, tag="buyer-put"):
    seat: int
    space: int


class BuyerMoved(Fact, frozen=True, tag="buyer-moved"):
    seat: int
    spaces: int
    space: int
    paid: int


class LapWarning(Fact, frozen=True, tag="lap"):
    """GC-28: once round the track without a build or scoring; a second lap ends the game."""

    walked: int


class Stopped(Fact, frozen=True, tag="stopped"):
    seat: int
    space: int


class Placed(Fact, frozen=True, tag="placed"):
    """A piece went from the production board to the plantation board."""

    seat: int
    code: int
    source: int
    place: int
    price: int


class BuildEnded(Fact, frozen=True, tag="build-ended"):
    """GC-19: the emptied fields that got a road."""

    seat: int
    pieces: int
    roads: tuple[int, ...]


class SackTaken(Fact, frozen=True, tag="sack-taken"):
    """GC-20: the sack lies on the track, the centavos are paid."""

    seat: int
    coffee: int
    source: int
    space: int
    money: int


class BlockadeAsked(Fact, frozen=True, tag="blockade-asked"):
    """GC-26: these are asked, whatever they hold."""

    seat: int
    coffee: int
    asked: tuple[int, ...]


class NobodyCanBlock(Fact, frozen=True, tag="nobody-can-block"):
    """GC-26: all sacks of the coffee lie open, so nobody is asked."""

    coffee: int


class Answered(Fact, frozen=True, tag="answered"):
    """Whispered: your answer as it stands."""

    block: bool

    def __repr__(self) -> str:
        return "Answered(…)"


class Blocked(Fact, frozen=True, tag="blocked"):
    """GC-25, GC-27"""

    seat: int
    scorer: int
    coffee: int
    field: int


class NotBlocked(Fact, frozen=True, tag="not-blocked"):
    """Everybody who was asked has passed."""

    asked: tuple[int, ...]


class Scored(Fact, frozen=True, tag="scored"):
    """GC-21, GC-22: the points of each seat."""

    coffee: int
    points: tuple[int, ...]


class ShipSailed(Fact, frozen=True, tag="sailed"):
    """GC-24"""

    coffee: int
    harbour: int
    dock: int


class SackLaid(Fact, frozen=True, tag="laid"):
    seat: int
    coffee: int
    field: int


class SackDrawn(Fact, frozen=True, tag="drawn"):
    """GC-24: no stock, so the field is filled from the bag."""

    coffee: int
    field: int


class FieldStaysEmpty(Fact, frozen=True, tag="stays-empty"):
    """GC-24: no stock and no bag."""

    field: int


class Resigned(Fact, frozen=True, tag="resigned"):
    seat: int


class Ended(Fact, frozen=True, tag="ended"):
    """GC-28, GC-31: an ending of rules/guatemala/state.py."""

    ending: str


GuatemalaFact = (
    Began
    | Dealt
    | BuyerPut
    | BuyerMoved
    | LapWarning
    | Stopped
    | Placed
    | BuildEnded
    | SackTaken
    | BlockadeAsked
    | NobodyCanBlock
    | Answered
    | Blocked
    | NotBlocked
    | Scored
    | ShipSailed
    | SackLaid
    | SackDrawn
    | FieldStaysEmpty
    | Resigned
    | Ended
)
