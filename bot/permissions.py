"""What the bot must be allowed in a channel, and what breaks without it."""

from typing import Final

import discord

from bot.words import Text, Words

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


def missing(words: Words, granted: discord.Permissions) -> list[str]:
    """A line for each missing right; empty where nothing is missing."""
    if granted.administrator:
        return []
    lacking = [words.put(text) for name, text in NEEDED if not getattr(granted, name)]
    if not lacking:
        return []
    return [words.say("The bot lacks rights in this channel. An admin can grant them in its settings:"), *lacking]


def invite(application: int) -> str:
    """The link with exactly these rights and both scopes."""
    return discord.utils.oauth_url(application, permissions=INVITE)
