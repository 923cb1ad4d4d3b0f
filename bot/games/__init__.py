"""The games that the bot offers: one line each. Who plays them for the house stands in players/__init__.py."""

from collections.abc import Mapping
from types import MappingProxyType

from bot.games import cafe, catan, guatemala
from bot.games.game import Game

GAMES: Mapping[str, Game] = MappingProxyType(
    {
        "guatemala": guatemala.GAME,
        "cafe": cafe.GAME,
        "catan": catan.GAME,
    }
)
"""The games by the keys of their rules, in the order in which they are offered."""
