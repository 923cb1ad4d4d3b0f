"""Where a table can live: it needs a thread, and not every kind of channel has threads."""

import discord

from bot.discord.permissions import missing
from bot.wording import Words


def parent_of(interaction: discord.Interaction) -> int:
    """Returns the channel in which a table's thread is opened."""
    channel = interaction.channel
    return (channel.parent_id if isinstance(channel, discord.Thread) else interaction.channel_id) or 0


def hindrance(words: Words, interaction: discord.Interaction, command: str = "/table new") -> str:
    """Returns why no table can be opened in this place, and what helps; empty if one can."""
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        channel = channel.parent or channel  # if the parent is not known, it is simply tried
    if not isinstance(channel, discord.TextChannel | discord.Thread):
        return words.say(
            "No table can be opened here: it needs a thread, and this kind of channel has none for it. "
            "Type {command} in an ordinary text channel of the server.",
            command=command,
        )
    return "\n".join(missing(words, interaction.app_permissions))
