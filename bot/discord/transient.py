"""What between this machine and Discord may pass by itself, and how it is told in one line."""

import aiohttp
import discord

TOO_MANY = 429


def is_away(error: BaseException) -> bool:
    """The network, a proxy, an outage of Discord's, too many requests from here."""
    if isinstance(error, discord.HTTPException):
        return error.status >= 500 or error.status == TOO_MANY
    return isinstance(error, OSError | aiohttp.ClientError | discord.GatewayNotFound | discord.RateLimited)


def why(error: BaseException) -> str:
    """Without what a page of an error says at length."""
    if isinstance(error, discord.HTTPException):
        return f"it answered {error.status}"
    said = str(error).partition("\n")[0][:200]
    return f"{type(error).__name__}: {said}" if said else type(error).__name__
