"""Which commands Discord shows: sent only when they have changed, and kept in one place only."""

import hashlib
import json
from contextlib import suppress
from typing import Any

import discord
import structlog
from discord import app_commands

from bot.operation.problem import CannotRun
from storage import Store

SYNCED, PLACE = "commands", "commands_place"
"""Keys in `meta`: what was sent last, and its place as application:server; server 0 stands for all."""

log = structlog.get_logger()


async def sync(tree: app_commands.CommandTree[Any], store: Store, dev_guild: int) -> None:
    """Syncs to all servers, or only to a developer's. Raises CannotRun if the bot is not in that server."""
    guild = discord.Object(dev_guild) if dev_guild else None
    if guild is not None:
        tree.copy_global_to(guild=guild)
    application = tree.client.application_id or 0
    payload = await _payload(tree, guild)
    mark = _mark(payload, application, dev_guild)
    if await store.meta(SYNCED) != mark:
        try:
            await _send(tree.client, payload, application, dev_guild)
        except (discord.Forbidden, discord.NotFound):
            problem = "The bot is not in the server that STAMMTISCH_DEV_GUILD names."
            raise CannotRun(problem, "Invite it there, or take that setting away.") from None
        except discord.RateLimited as slowed:  # 200 new ones a day: games go on with those that are there
            log.warning("commands not synced: Discord takes no more of them now", for_seconds=round(slowed.retry_after))
            return
        await store.save_meta(SYNCED, mark)
        log.info("commands synced", server=dev_guild or "all")
    await _leave_the_other_place(tree.client, store, f"{application}:{dev_guild}")


async def _payload(tree: app_commands.CommandTree[Any], guild: discord.Object | None) -> list[dict[str, Any]]:
    """Returns the commands with all translations: made once, for `tree.sync` would make them anew."""
    translator: Any = tree.translator
    return [await command.get_translated_payload(tree, translator) for command in tree.get_commands(guild=guild)]


def _mark(payload: list[dict[str, Any]], application: int, dev_guild: int) -> str:
    """Returns a hash of the commands, and of their place."""
    digest = hashlib.sha256(json.dumps([payload, dev_guild], sort_keys=True).encode()).hexdigest()
    return f"{application}:{digest}"


async def _send(client: discord.Client, payload: list[dict[str, Any]], application: int, dev_guild: int) -> None:
    """Sends all commands to one place."""
    if dev_guild:
        await client.http.bulk_upsert_guild_commands(application, dev_guild, payload=payload)
    else:
        await client.http.bulk_upsert_global_commands(application, payload=payload)


async def _leave_the_other_place(client: discord.Client, store: Store, here: str) -> None:
    """Deletes the commands in the other place: with both, a server's people would see each command twice."""
    before = await store.meta(PLACE)
    if before == here:
        return
    application, _, guild = (before or "").partition(":")
    if application == here.partition(":")[0]:
        with suppress(discord.Forbidden, discord.NotFound):  # a server that the bot has left no longer shows any
            await _send(client, [], int(application), int(guild))
    await store.save_meta(PLACE, here)
