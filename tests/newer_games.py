"""The games of the bot as a later program could play them: another layout, another rule, or neither of the two.

The next version of each game keeps one field more (tests/contract/newer.py), or counts otherwise, or gives running
games up.
"""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from bot.games import GAMES
from bot.games.game import Game
from rules import counts
from rules.cafe.state import Cafe
from rules.catan.moves import Roll
from rules.catan.state import Catan
from rules.chance import Chance
from rules.contract import CannotUpgrade, Fact, Outcome, Seat, Setup, Step
from rules.guatemala.state import Guatemala
from tests.contract.newer import Newer, newer
from tests.contract.registry import CASES
from tests.storage import stores

DEARER = 1
WHY = "its harbours have moved"


class OtherRules(Newer):
    """The layout of the version that is played, and one rule that is another."""

    @property
    def state_type(self) -> Any:
        return self.game.state_type

    def setup(self, setup: Setup, chance: Chance, /) -> Step[Any]:
        return self.game.setup(setup, chance)

    def upgrade(self, version: int, state: str, /) -> Any:
        return self.before(version, state)

    def apply(self, state: Any, seat: Seat, move: Any, chance: Chance, /) -> Step[Any]:
        step = self.game.apply(state, seat, move, chance)
        return replace(step, state=_otherwise(seat, move, state, step.state))


def _otherwise(seat: int, move: Any, before: Any, after: Any) -> Any:
    """Whatever costs money costs one more; whoever scores scores one more; whoever rolls gets a lumber."""
    match after:
        case Guatemala() if after.money[seat] < before.money[seat]:
            return replace(after, money=_moved(after.money, seat, -DEARER))
        case Cafe() if after.scores[seat] > before.scores[seat]:
            return replace(after, scores=_moved(after.scores, seat, 1))
        case Catan() if isinstance(move, Roll) and counts.amount(after.bank, 0):
            hand = counts.Hidden(counts.plus(after.hands[seat].packed, 0))
            hands = (*after.hands[:seat], hand, *after.hands[seat + 1 :])
            return replace(after, bank=counts.without(after.bank, 0), hands=hands)
        case _:
            return after


def _moved(values: tuple[int, ...], seat: int, by: int) -> tuple[int, ...]:
    return tuple(max(0, value + by) if other == seat else value for other, value in enumerate(values))


class RanksOtherwise(OtherRules):
    """Who was last has won."""

    def outcome(self, state: Any, /) -> Outcome | None:
        outcome = self.game.outcome(state)
        return None if outcome is None else replace(outcome, ranking=outcome.ranking[::-1])


class GivesUp(Newer):
    """Its running games cannot go on."""

    def upgrade(self, version: int, state: str, /) -> Any:
        raise CannotUpgrade(WHY)


class Stumbles(Newer):
    """Its upgrade has a fault."""

    def upgrade(self, version: int, state: str, /) -> Any:
        raise KeyError(version)


class Other(Fact, frozen=True, tag="other"):
    """Told by no game before."""


class TellsOtherwise(Newer):
    """Nothing that was told can be read any more."""

    @property
    def fact_type(self) -> Any:
        return Other


def games(kind: type[Newer] = Newer) -> Mapping[str, Game]:
    """All games of the bot under the version after theirs."""
    cases = {case.name: case for case in CASES}
    return {key: replace(game, rules=newer(cases[key], kind).rules) for key, game in GAMES.items()}


PLANTED: Mapping[str, type[Newer]] = {"layout": Newer, "rule": OtherRules, "refusal": GivesUp}


def aged(folder: Path) -> set[str]:
    """The tables of the first schema whose rules have had another version since; nothing has kept their older log."""
    with closing(sqlite3.connect(stores.first_schema(folder / "as it was"))) as connection:
        found = connection.execute("SELECT id, game, rules_version FROM games").fetchall()
    return {table for table, game, version in found if version < GAMES[game].rules.version}


def kept(state: Any) -> dict[str, Any]:
    """What of a state both versions have."""
    return {field: getattr(state, field) for field in state.__struct_fields__ if field != "begun_in"}
