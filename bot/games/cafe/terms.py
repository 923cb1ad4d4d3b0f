"""The nouns of Café International: guests, nations, tables, points, each in the role that a sentence gives it."""

from collections.abc import Iterable
from itertools import groupby
from typing import Final

from bot.wording import Text, TextIn, Words
from bot.wording.words import NARROW, named, numbered
from rules.cafe.board import CHAIR_NAMES, TABLE_NAMES, TABLE_NATION, TABLES_AT
from rules.cafe.guests import TOKENS
from rules.cafe.moves import UNNAMED, Sits

_NATIONS: Final = (
    Text("Central Africa"),
    Text("China"),
    Text("Cuba"),
    Text("England"),
    Text("France"),
    Text("Germany"),
    Text("India"),
    Text("Italy"),
    Text("Russia"),
    Text("Spain"),
    Text("Turkey"),
    Text("USA"),
)

_NAMES: Final = (
    TextIn("name", "Central African woman"), TextIn("name", "Central African man"),
    TextIn("name", "Chinese woman"), TextIn("name", "Chinese man"),
    TextIn("name", "Cuban woman"), TextIn("name", "Cuban man"),
    TextIn("name", "Englishwoman"), TextIn("name", "Englishman"),
    TextIn("name", "Frenchwoman"), TextIn("name", "Frenchman"),
    TextIn("name", "German woman"), TextIn("name", "German man"),
    TextIn("name", "Indian woman"), TextIn("name", "Indian man"),
    TextIn("name", "Italian woman"), TextIn("name", "Italian man"),
    TextIn("name", "Russian woman"), TextIn("name", "Russian man"),
    TextIn("name", "Spanish woman"), TextIn("name", "Spanish man"),
    TextIn("name", "Turkish woman"), TextIn("name", "Turkish man"),
    TextIn("name", "American woman"), TextIn("name", "American man"),
    TextIn("name", "joker woman"), TextIn("name", "joker man"),
)  # fmt: skip
"""Labels by kind, a nation a line, without an article."""

_OBJECTS: Final = (
    TextIn("object", "a Central African woman"), TextIn("object", "a Central African man"),
    TextIn("object", "a Chinese woman"), TextIn("object", "a Chinese man"),
    TextIn("object", "a Cuban woman"), TextIn("object", "a Cuban man"),
    TextIn("object", "an Englishwoman"), TextIn("object", "an Englishman"),
    TextIn("object", "a Frenchwoman"), TextIn("object", "a Frenchman"),
    TextIn("object", "a German woman"), TextIn("object", "a German man"),
    TextIn("object", "an Indian woman"), TextIn("object", "an Indian man"),
    TextIn("object", "an Italian woman"), TextIn("object", "an Italian man"),
    TextIn("object", "a Russian woman"), TextIn("object", "a Russian man"),
    TextIn("object", "a Spanish woman"), TextIn("object", "a Spanish man"),
    TextIn("object", "a Turkish woman"), TextIn("object", "a Turkish man"),
    TextIn("object", "an American woman"), TextIn("object", "an American man"),
    TextIn("object", "a joker woman"), TextIn("object", "a joker man"),
)  # fmt: skip
"""Objects by kind, as somebody seats them or sends them to the bar; in German the accusative."""

nation: Final = named(_NATIONS)
guest: Final = named(_NAMES)
guest_object: Final = named(_OBJECTS)
chair_name: Final = numbered(CHAIR_NAMES)


def lettered(words: Words, kind: int) -> str:
    """Names a guest with the token on the picture: Indian woman (INf)."""
    return f"{guest(words, kind)} ({TOKENS[kind]})"


def seated(words: Words, sits: Sits) -> str:
    """Names a guest on a chair, in the nominative; a joker between two nations with the one it was given."""
    return f"{guest(words, sits.kind)}{_as(words, sits)}"


def seated_object(words: Words, sits: Sits) -> str:
    return f"{guest_object(words, sits.kind)}{_as(words, sits)}"


def _as(words: Words, sits: Sits) -> str:
    return f" ({nation(words, sits.nation)})" if sits.nation != UNNAMED else ""


def counted(words: Words, kinds: Iterable[int]) -> str:
    """Names a hand: 2 × Indian woman (INf), joker man (Jm)."""
    return ", ".join(_several(words, kind, n) if n > 1 else lettered(words, kind) for kind, n in _each_kind(kinds))


def counted_object(words: Words, kinds: Iterable[int]) -> str:
    """Names guests as somebody draws them, in German the accusative: 2 × Indian woman (INf) and a joker man (Jm)."""
    return words.listed(
        [
            _several(words, kind, n) if n > 1 else f"{guest_object(words, kind)} ({TOKENS[kind]})"
            for kind, n in _each_kind(kinds)
        ]
    )


def _each_kind(kinds: Iterable[int]) -> list[tuple[int, int]]:
    return [(kind, len(list(same))) for kind, same in groupby(sorted(kinds))]


def _several(words: Words, kind: int, n: int) -> str:
    return f"{n}{NARROW}× {lettered(words, kind)}"


def tokens(kinds: Iterable[int]) -> str:
    """Names guests by the tokens on the picture: INf INf Jm."""
    return " ".join(TOKENS[kind] for kind in sorted(kinds))


def table(words: Words, number: int) -> str:
    """T24 (India)"""
    return f"{TABLE_NAMES[number]} ({nation(words, TABLE_NATION[number])})"


def nation_of(words: Words, number: int) -> str:
    """Names a table as every picture shows it, by its nation."""
    return nation(words, TABLE_NATION[number])


def tables_at(words: Words, chair: int) -> str:
    """Names the one or two tables of a chair."""
    return ", ".join(table(words, number) for number in TABLES_AT[chair])


def points(words: Words, number: int) -> str:
    """Writes points with a real minus sign, since the bar takes points too."""
    if number < 0:
        return words.many("−{n} point", "−{n} points", -number)
    return words.many("{n} point", "{n} points", number)


def plain(number: int) -> str:
    return str(number) if number >= 0 else f"−{-number}"
