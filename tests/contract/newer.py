"""Each game as its next version could be: its state has one more field, which `upgrade` adds to what is kept.

The field says in which version the game was begun, as a clause would be that old games must not be held to.
"""

from dataclasses import replace as changed
from typing import Any, cast

import msgspec
from msgspec.structs import asdict, replace

from rules.cafe.state import Cafe
from rules.catan.state import Catan
from rules.contract import AnyRules, Chance, Setup, Step
from rules.guatemala.state import Guatemala
from tests.contract.cases import Case
from tests.contract.faults import Faulty
from tests.contract.toy_pieces import ToyState


class NewerToy(ToyState, frozen=True, forbid_unknown_fields=True):
    begun_in: int


class NewerGuatemala(Guatemala, frozen=True, array_like=True, forbid_unknown_fields=True):
    begun_in: int


class NewerCafe(Cafe, frozen=True, array_like=True, forbid_unknown_fields=True):
    begun_in: int


class NewerCatan(Catan, frozen=True, array_like=True, forbid_unknown_fields=True, kw_only=True):
    begun_in: int


STATES: dict[str, Any] = {"toy": NewerToy, "guatemala": NewerGuatemala, "cafe": NewerCafe, "catan": NewerCatan}


class Newer(Faulty):
    """The version of a game after the one that it has."""

    @property
    def version(self) -> int:
        return self.game.version + 1

    @property
    def state_type(self) -> Any:
        return STATES[self.game.key]

    def setup(self, setup: Setup, chance: Chance, /) -> Step[Any]:
        step = self.game.setup(setup, chance)
        return replace(step, state=self.state_type(**asdict(step.state), begun_in=self.version))

    def before(self, version: int, state: str) -> Any:
        """A state of the version before this one, or of one that it brings up itself."""
        if version == self.game.version:
            return msgspec.json.decode(state, type=self.game.state_type)
        return self.game.upgrade(version, state)

    def upgrade(self, version: int, state: str, /) -> Any:
        old = self.before(version, state)
        return self.state_type(**asdict(old), begun_in=version)


def newer(case: Case, kind: type[Newer] = Newer) -> Case:
    return changed(case, rules=cast("AnyRules", kind(case)))
