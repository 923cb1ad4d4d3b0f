"""The painters of all games, without the rest of the bot."""

from renderer import Painters, cafe, catan, guatemala

PAINTERS = Painters((guatemala.PUBLIC, guatemala.SEAT, cafe.PUBLIC, cafe.SEAT, catan.PUBLIC, catan.SEAT))
