"""What is said to a person who asked more than the bot can do for one, while others wait."""

import discord

from bot.discord.interactions.replies import tell
from bot.discord.interactions.turnstile import Turnstile
from bot.discord.languages import Languages


class Refusals:
    def __init__(self, languages: Languages) -> None:
        self._languages = languages

    async def too_much(self, interaction: discord.Interaction) -> None:
        words = await self._languages.words(interaction)
        await tell(
            interaction,
            words.say("That was a lot at once, and others are waiting. Nothing was done; try again in a few seconds."),
        )


def turnstile(languages: Languages) -> Turnstile:
    """Returns one whose refusals are said in the language of whoever is refused."""
    return Turnstile(Refusals(languages).too_much)
