"""What is told; in this game everybody hears everything, for the hands lie open."""

from rules.cafe.moves import Sits
from rules.contract import Fact


class Began(Fact, frozen=True, tag="began"):
    """CI-4: who starts."""

    starts: int


class Dealt(Fact, frozen=True, tag="dealt"):
    """CI-4: the first guests of a seat, by kind."""

    seat: int
    kinds: tuple[int, ...]


class Seated(Fact, frozen=True, tag="seated"):
    """CI-9: what the seating brought in all."""

    seat: int
    guests: tuple[Sits, ...]
    points: int


class TableScored(Fact, frozen=True, tag="table-scored"):
    """CI-10: what one table brought."""

    seat: int
    table: int
    points: int
    one_nation: bool


class RegularsTable(Fact, frozen=True, tag="regulars"):
    """CI-21: four of one sex, and what that brought."""

    seat: int
    table: int
    points: int
    one_nation: bool


class OneNation(Fact, frozen=True, tag="one-nation"):
    """CI-11: one-nation tables completed, and the guests up to which the seat draws from now on."""

    seat: int
    tables: int
    limit: int


class WentToBar(Fact, frozen=True, tag="bar"):
    """CI-12: a field of the bar, from 1, and its number; what was paid is told where somebody cannot pay it all."""

    seat: int
    kind: int
    field: int
    points: int


class DroppedOut(Fact, frozen=True, tag="dropped-out"):
    """CI-14: he paid what he had, and his other guests left."""

    seat: int
    paid: int
    kinds: tuple[int, ...]


class Swapped(Fact, frozen=True, tag="swapped"):
    """CI-15: a guest took the place of a joker."""

    seat: int
    kind: int
    chair: int


class Drew(Fact, frozen=True, tag="drew"):
    """CI-11, CI-12"""

    seat: int
    kinds: tuple[int, ...]


class BirthdayReached(Fact, frozen=True, tag="birthday-reached"):
    """CI-20: he names a nation now."""

    seat: int


class BirthdayNamed(Fact, frozen=True, tag="birthday-named"):
    seat: int
    nation: int


class Passed(Fact, frozen=True, tag="passed"):
    """CI-17: he holds only jokers, and none can be seated."""

    seat: int


class Charged(Fact, frozen=True, tag="charged"):
    """CI-19: what each seat pays for the guests it still holds."""

    costs: tuple[int, ...]


class Resigned(Fact, frozen=True, tag="resigned"):
    seat: int


class Ended(Fact, frozen=True, tag="ended"):
    """CI-18: an ending of rules/cafe/state.py."""

    ending: str


CafeFact = (
    Began
    | Dealt
    | Seated
    | TableScored
    | RegularsTable
    | OneNation
    | WentToBar
    | DroppedOut
    | Swapped
    | Drew
    | BirthdayReached
    | BirthdayNamed
    | Passed
    | Charged
    | Resigned
    | Ended
)
