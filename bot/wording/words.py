"""Three languages: translation, plural forms, lists, times and signs, by the standard library's gettext and no more.

Messages are English in the code and carry placeholders in braces. They are extracted by the names of the functions that
take them (tests/catalogues.py), so each must stand there as a literal.
"""

import gettext
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

ENGLISH, GERMAN, ITALIAN = "en", "de", "it"
LANGUAGES: Final = (ENGLISH, GERMAN, ITALIAN)
TRANSLATED: Final = (GERMAN, ITALIAN)
"""What has a catalogue."""
OWN_NAMES: Final[Mapping[str, str]] = MappingProxyType({ENGLISH: "English", GERMAN: "Deutsch", ITALIAN: "Italiano"})
"""The names of the languages, each in itself."""
DOMAIN: Final = "stammtisch"
LOCALE: Final = Path(__file__).parent / "locale"

NARROW: Final = "\N{NO-BREAK SPACE}"
ELLIPSIS: Final = "…"


class Text(NamedTuple):
    """A message of a table."""

    text: str


class TextIn(NamedTuple):
    """A message whose English words mean something else elsewhere."""

    context: str
    text: str


class Many(NamedTuple):
    """A message with a number `n`, which decides the form."""

    one: str
    more: str


class Noun(NamedTuple):
    """A thing in one role of a sentence, singular and plural; the plural has the number `n`."""

    context: str
    one: str
    more: str


def size(text: str) -> int:
    """Returns how long Discord may think a text is: a letter outside the basic plane counts twice."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def fits(text: str, most: int) -> bool:
    """Is a text at most so long? Few need to be counted: one of half as many letters fits whatever they are."""
    return 2 * len(text) <= most or size(text) <= most


LONG: Final = 20
"""A word of more letters is cut where a text ends too soon."""


def clip(text: str, most: int) -> str:
    """Returns the text, or its beginning with an ellipsis: after a whole word, unless that is a long one."""
    if fits(text, most):
        return text
    begun = text[: most - 1]
    while size(begun) > most - 1:
        begun = begun[:-1]
    whole, _, rest = begun.rpartition(" ")
    cut = whole if 2 * len(whole) >= len(begun) and len(rest) <= LONG and text[len(begun)] != " " else begun
    return cut.rstrip(" ,;:(·–") + ELLIPSIS


def capital(text: str) -> str:
    """Returns the text as the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def folded(text: str) -> str:
    """Returns the text without case and accents, for comparing with people's typing: not every keyboard has an é."""
    letters = unicodedata.normalize("NFKD", text)
    return "".join([sign for sign in letters if not unicodedata.combining(sign)]).casefold()


def quoted(text: str, most: int = 40) -> str:
    """Quotes what somebody typed, so that it is neither markup nor a mention."""
    plain = " ".join(text.replace("`", "'").split())
    return f"`{clip(plain, most)}`" if plain else "` `"


_EUPHONIC: Final = re.compile(r"\b([aeAE]) \{(\w+)\}")
"""The Italian words that take a d before their own vowel, and the placeholder behind them."""


def _euphonic(text: str, values: Mapping[str, object]) -> str:
    """Returns an Italian message with *ad Anna* and *ed Elena* instead of *a Anna* and *e Elena*."""

    def fitting(found: re.Match[str]) -> str:
        said = folded(str(values[found[2]])).lstrip("\\*_`~ ")
        return f"{found[1]}d {{{found[2]}}}" if said.startswith(found[1].lower()) else found[0]

    return _EUPHONIC.sub(fitting, text)


def _catalogue(lang: str) -> gettext.NullTranslations:
    """English has none: it is what the code says, and plurals and contexts work without."""
    if lang == ENGLISH:
        return gettext.NullTranslations()
    with (LOCALE / lang / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as compiled:
        return gettext.GNUTranslations(compiled)


class Words:
    """One language."""

    __slots__ = ("_found", "_plain", "lang")

    def __init__(self, lang: str) -> None:
        if lang not in LANGUAGES:
            raise ValueError(lang)
        self.lang: Final = lang
        self._found = _catalogue(lang)
        self._plain: dict[str, str] = {}
        """What holds nothing to be filled in, such as what stands on a button: found once."""

    def say(self, text: str, /, **values: object) -> str:
        if values:
            return self._filled(self._found.gettext(text), values)
        if (said := self._plain.get(text)) is None:
            said = self._plain[text] = self._filled(self._found.gettext(text), values)
        return said

    def say_in(self, context: str, text: str, /, **values: object) -> str:
        return self._filled(self._found.pgettext(context, text), values)

    def many(self, one: str, more: str, n: int, /, **values: object) -> str:
        return self._filled(self._found.ngettext(one, more, n), {"n": n, **values})

    def _filled(self, text: str, values: Mapping[str, object]) -> str:
        return (_euphonic(text, values) if self.lang == ITALIAN else text).format(**values)

    def put(self, text: Text | TextIn | Many, /, **values: Any) -> str:
        match text:
            case Text():
                return self.say(text.text, **values)
            case TextIn():
                return self.say_in(text.context, text.text, **values)
            case Many():
                return self._filled(self._found.ngettext(text.one, text.more, values["n"]), values)

    def noun(self, noun: Noun, n: int = 1) -> str:
        return self._found.npgettext(noun.context, noun.one, noun.more, n).format(n=n)

    # ── lists ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def listed(self, items: Sequence[str]) -> str:
        """A, B and C"""
        if len(items) < 2:
            return "".join(items)
        return self.say("{first} and {last}", first=", ".join(items[:-1]), last=items[-1])

    def either(self, items: Sequence[str]) -> str:
        """A, B or C"""
        if len(items) < 2:
            return "".join(items)
        return self.say("{first} or {last}", first=", ".join(items[:-1]), last=items[-1])

    # ── numbers and times ────────────────────────────────────────────────────────────────────────────────────────────

    @staticmethod
    def money(amount: int) -> str:
        return f"{amount}{NARROW}¢"

    @staticmethod
    def signed(number: int) -> str:
        return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"

    @staticmethod
    def soon(at: int) -> str:
        """A moment (milliseconds since 1970) as Discord shows it to each reader: in two hours, three days ago."""
        return f"<t:{at // 1000}:R>"

    @staticmethod
    def moment(at: int) -> str:
        """The moment as a date and a time of the reader's zone."""
        return f"<t:{at // 1000}:f>"


def named(texts: Mapping[Any, Text | TextIn] | Sequence[Text | TextIn]) -> Callable[[Words, int], str]:
    """Returns what names a thing from a table of names by number."""
    return lambda words, number: words.put(texts[number])


def numbered(names: Sequence[str]) -> Callable[[int], str]:
    """Returns what names a place by its number; any other number that has come in stays a number."""
    return lambda number: names[number] if 0 <= number < len(names) else str(number)


@cache
def words_in(lang: str) -> Words:
    return Words(lang)


def known(locale: str) -> str:
    """Returns the language of a Discord locale: de, it, en-US, …; empty if it is none of ours."""
    lang = locale.replace("_", "-").split("-")[0].lower()
    return lang if lang in LANGUAGES else ""


def language(locale: str) -> str:
    """Returns the language of a Discord locale; English if it is none of ours."""
    return known(locale) or ENGLISH


def words_for(locale: str) -> Words:
    return words_in(language(locale))
