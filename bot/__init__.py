"""The bot, floor by floor: play, wording, games, discord, operation."""
