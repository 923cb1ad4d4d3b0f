"""Errors between this machine and Discord that may pass by themselves, and how each is told in one line."""

import aiohttp
import discord

TOO_MANY = 429


def is_away(error: BaseException) -> bool:
    """Is it the network, a proxy, an outage of Discord's, or too many requests from here?"""
    if isinstance(error, discord.HTTPException):
        return error.status >= 500 or error.status == TOO_MANY
    return isinstance(error, OSError | aiohttp.ClientError | discord.GatewayNotFound | discord.RateLimited)


def why(error: BaseException) -> str:
    """Returns an error's text without a whole error page."""
    if isinstance(error, discord.HTTPException):
        return f"it answered {error.status}"
    said = str(error).partition("\n")[0][:200]
    return f"{type(error).__name__}: {said}" if said else type(error).__name__
