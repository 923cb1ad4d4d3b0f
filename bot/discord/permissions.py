"""What the bot must be allowed in a channel, and what breaks without it."""

from collections.abc import Sequence
from typing import Final

import discord

from bot.wording import Text, Words

NEEDED: Final = (
    ("view_channel", Text("View Channel: without it the bot does not see its tables.")),
    ("send_messages", Text("Send Messages: without it the bot cannot speak here.")),
    ("create_public_threads", Text("Create Public Threads: every table lives in one.")),
    ("send_messages_in_threads", Text("Send Messages in Threads: a table's thread would stay silent.")),
    ("embed_links", Text("Embed Links: without it links are not shown.")),
    ("attach_files", Text("Attach Files: the boards are pictures.")),
    ("read_message_history", Text("Read Message History: without it a message may come twice after a crash.")),
)

INVITE: Final = discord.Permissions(**{name: True for name, _ in NEEDED})


def lacking(granted: discord.Permissions) -> tuple[str, ...]:
    """Returns the names of the missing rights, as Discord writes them."""
    return tuple(name for name, _ in NEEDED if not granted.administrator and not getattr(granted, name))


def named(words: Words, names: Sequence[str]) -> list[str]:
    """Returns a line for each of these rights."""
    return [words.put(text) for name, text in NEEDED if name in names]


def missing(words: Words, granted: discord.Permissions) -> list[str]:
    """Returns a line for each missing right; empty if nothing is missing."""
    lines = named(words, lacking(granted))
    if not lines:
        return []
    return [words.say("The bot lacks rights in this channel. An admin can grant them in its settings:"), *lines]


def invite(application: int) -> str:
    """Returns the link with exactly these rights and both scopes."""
    return discord.utils.oauth_url(application, permissions=INVITE)
