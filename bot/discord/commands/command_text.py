"""What Discord shows of a command, in the reader's language: descriptions, choices, suggestions. Names stay English."""

from collections.abc import Sequence
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import TranslationContextTypes, locale_str

from bot.wording import LANGUAGES, words_for
from bot.wording.names import plain
from bot.wording.words import ENGLISH, OWN_NAMES, folded, language, size

MOST: Final = 25
"""As many suggestions as Discord takes."""
LONGEST: Final = 100
"""The most letters of each."""

Suggestions = list[app_commands.Choice[str]]


class Localized(locale_str):
    """A command's text that is in the catalogues."""


OTHERS: Final = {locale: words_for(str(locale)) for locale in discord.Locale if language(str(locale)) != ENGLISH}
"""The words of each locale in which Discord shows another text than the English one."""


class Catalogues(app_commands.Translator):
    """Answers from the same catalogues as everything else; is asked at each start, for each text in each locale."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes
    ) -> str | None:
        del context
        words = OTHERS.get(locale)
        return words.say(string.message) if words is not None and isinstance(string, Localized) else None


AS_DISCORD = app_commands.Choice(name=Localized("as in Discord"), value="auto")
SPOKEN = [app_commands.Choice(name=OWN_NAMES[lang], value=lang) for lang in LANGUAGES]


def fits(typed: str, text: str) -> bool:
    """Is every typed word somewhere in the text, whatever its case and accents?"""
    return all(part in folded(text) for part in folded(typed).split())


def named(lines: Sequence[tuple[str, str]]) -> Suggestions:
    """Returns suggestions with a name for each value; a name that occurs twice is shown once."""
    values: dict[str, str] = {}
    for escaped, value in lines:
        name = plain(escaped)
        if size(name) <= LONGEST and len(value) <= LONGEST:
            values.setdefault(value, name)
    return [app_commands.Choice(name=name, value=value) for value, name in list(values.items())[:MOST]]
