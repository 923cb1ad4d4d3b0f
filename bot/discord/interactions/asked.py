"""What somebody asks of the bot: their press or command, and the language they read."""

from typing import NamedTuple

import discord

from bot.discord.permissions import missing
from bot.play import Action, Here, Pressed
from bot.wording import Words
from bot.wording.names import clean_name


class Asked(NamedTuple):
    interaction: discord.Interaction
    words: Words

    @property
    def user(self) -> int:
        return self.interaction.user.id

    @property
    def name(self) -> str:
        return clean_name(self.interaction.user.display_name)

    @property
    def action(self) -> Action:
        return Action(self.interaction.user.id, self.interaction.id)

    @property
    def guild(self) -> int:
        return self.interaction.guild_id or 0

    @property
    def is_letter(self) -> bool:
        """Is it asked by a press on a direct message of the bot, which stays?"""
        message = getattr(self.interaction, "message", None)
        return not self.guild and message is not None and not message.flags.ephemeral

    @property
    def here(self) -> Here:
        """The table whose thread this is typed in, if it is one."""
        return Here(self.interaction.channel_id or 0)

    def pressed(self, table: str) -> Pressed:
        """Returns the table that a press names, which anybody may have written into it."""
        return Pressed(table, self.user, self.guild)

    @property
    def parent(self) -> int:
        """The channel in which a table's thread is opened."""
        channel = self.interaction.channel
        return (channel.parent_id if isinstance(channel, discord.Thread) else self.interaction.channel_id) or 0

    def hindrance(self, command: str = "/table new") -> str:
        """Returns why no table can be opened here, and what helps: it needs a thread, which not every channel has."""
        channel = self.interaction.channel
        if isinstance(channel, discord.Thread):
            channel = channel.parent or channel  # if the parent is not known, it is simply tried
        if not isinstance(channel, discord.TextChannel | discord.Thread):
            return self.words.say(
                "No table can be opened here: it needs a thread, and this kind of channel cannot have one. Type "
                "{command} in an ordinary text channel of the server.",
                command=command,
            )
        return "\n".join(missing(self.words, self.interaction.app_permissions))
