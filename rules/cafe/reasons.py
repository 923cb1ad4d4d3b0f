"""Why a move is refused: the clause, and what its mover may know."""

from rules.contract import GameIsOver, NotAsked, Reason


class NotInYourHand(Reason, frozen=True, tag="hand"):
    """CI-4: he does not hold that guest, or not so often."""

    kind: int


class ChairTaken(Reason, frozen=True, tag="taken"):
    """CI-5: one guest a chair."""

    chair: int


class WrongNation(Reason, frozen=True, tag="nation"):
    """CI-5, CI-15: the guest's nation is that of no table at the chair."""

    kind: int
    chair: int


class NameTheJoker(Reason, frozen=True, tag="joker-name"):
    """CI-10: a joker on a chair between two nations is named one of the two."""

    chair: int


class NoNamingThere(Reason, frozen=True, tag="no-naming"):
    """CI-10: only a joker between two nations is named."""

    chair: int


class TooManyOfOneSex(Reason, frozen=True, tag="sexes"):
    """CI-6: women and men at a table differ by at most one."""

    table: int


class SitsAlone(Reason, frozen=True, tag="alone"):
    """CI-7, CI-9: the guest belongs to no group of two or more, so he scores nothing."""

    chair: int


class TwoGuestsAtMost(Reason, frozen=True, tag="two"):
    """CI-9: one or two guests; more only for a regulars' table, where that is played."""


class NoRegularsTable(Reason, frozen=True, tag="no-regulars"):
    """CI-21: three or four guests must make one table of four women or four men."""


class JokersStayOutOfTheBar(Reason, frozen=True, tag="joker-bar"):
    """CI-16"""


class NoJokerThere(Reason, frozen=True, tag="no-joker"):
    """CI-15: only a joker is swapped."""

    chair: int


class WrongSex(Reason, frozen=True, tag="wrong-sex"):
    """CI-15: the guest has the joker's sex."""

    chair: int


class JokerForAJoker(Reason, frozen=True, tag="joker-joker"):
    """CI-15: a joker does not swap a joker."""


class NameFirst(Reason, frozen=True, tag="name-first"):
    """CI-20: he must name the nation of the birthday before the game goes on."""


__all__ = [
    "ChairTaken",
    "GameIsOver",
    "JokerForAJoker",
    "JokersStayOutOfTheBar",
    "NameFirst",
    "NameTheJoker",
    "NoJokerThere",
    "NoNamingThere",
    "NoRegularsTable",
    "NotAsked",
    "NotInYourHand",
    "SitsAlone",
    "TooManyOfOneSex",
    "TwoGuestsAtMost",
    "WrongNation",
    "WrongSex",
]
