"""What Discord shows of a command: descriptions and choices, in the reader's language. Names stay English."""

import discord
from discord import app_commands
from discord.app_commands import TranslationContextTypes, locale_str

from bot.wording import words_for
from bot.wording.words import ENGLISH, language


class Localized(locale_str):
    """A command's text that is in the catalogues."""


class Catalogues(app_commands.Translator):
    """Answers from the same catalogues as everything else."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes
    ) -> str | None:
        del context
        if not isinstance(string, Localized) or language(str(locale)) == ENGLISH:
            return None
        return words_for(str(locale)).say(string.message)
