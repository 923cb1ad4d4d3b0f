"""The pure core: games, and nothing of Discord, SQLite or Pillow. `GAMES` is the registry."""

from collections.abc import Mapping
from types import MappingProxyType

from rules.cafe.game import RULES as CAFE
from rules.contract import AnyRules
from rules.guatemala.game import RULES as GUATEMALA

GAMES: Mapping[str, AnyRules] = MappingProxyType({GUATEMALA.key: GUATEMALA, CAFE.key: CAFE})
