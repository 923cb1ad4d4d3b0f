"""The pure core: games, and nothing of Discord, SQLite or Pillow. `GAMES` is the registry."""

from collections.abc import Mapping
from types import MappingProxyType

from rules.cafe.game import RULES as CAFE
from rules.catan.game import RULES as CATAN
from rules.contract import AnyRules
from rules.guatemala.game import RULES as GUATEMALA

GAMES: Mapping[str, AnyRules] = MappingProxyType({game.key: game for game in (GUATEMALA, CAFE, CATAN)})
