"""The nouns of Guatemala Café: pieces, coffees, places, lines and prices, each in the role that a sentence gives it."""

from typing import Final

from bot.wording import Noun, Text, TextIn, Words
from bot.wording.words import named, numbered
from rules.guatemala.board import EDGE, HARBOUR, PLACE_NAMES, Zone
from rules.guatemala.pieces import COFFEE_OF, COFFEES, LETTERS, Kind
from rules.guatemala.production import FIELD_NAMES, FIRST_COLUMN, SIDE

_NAMES: Final = (
    Noun("name", "road", "{n} roads"),
    Noun("name", "black coffee sack", "{n} black coffee sacks"),
    Noun("name", "white coffee sack", "{n} white coffee sacks"),
    Noun("name", "beige coffee sack", "{n} beige coffee sacks"),
    Noun("name", "red-brown coffee sack", "{n} red-brown coffee sacks"),
    Noun("name", "brown coffee sack", "{n} brown coffee sacks"),
    Noun("name", "black worker", "{n} black workers"),
    Noun("name", "white worker", "{n} white workers"),
    Noun("name", "beige worker", "{n} beige workers"),
    Noun("name", "red-brown worker", "{n} red-brown workers"),
    Noun("name", "brown worker", "{n} brown workers"),
    Noun("name", "black shed", "{n} black sheds"),
    Noun("name", "white shed", "{n} white sheds"),
    Noun("name", "beige shed", "{n} beige sheds"),
    Noun("name", "red-brown shed", "{n} red-brown sheds"),
    Noun("name", "brown shed", "{n} brown sheds"),
    Noun("name", "black ship", "{n} black ships"),
    Noun("name", "white ship", "{n} white ships"),
    Noun("name", "beige ship", "{n} beige ships"),
    Noun("name", "red-brown ship", "{n} red-brown ships"),
    Noun("name", "brown ship", "{n} brown ships"),
)
"""Labels by code less one, without an article."""

_OBJECTS: Final = (
    Noun("object", "a road", "{n} roads"),
    Noun("object", "a black coffee sack", "{n} black coffee sacks"),
    Noun("object", "a white coffee sack", "{n} white coffee sacks"),
    Noun("object", "a beige coffee sack", "{n} beige coffee sacks"),
    Noun("object", "a red-brown coffee sack", "{n} red-brown coffee sacks"),
    Noun("object", "a brown coffee sack", "{n} brown coffee sacks"),
    Noun("object", "a black worker", "{n} black workers"),
    Noun("object", "a white worker", "{n} white workers"),
    Noun("object", "a beige worker", "{n} beige workers"),
    Noun("object", "a red-brown worker", "{n} red-brown workers"),
    Noun("object", "a brown worker", "{n} brown workers"),
    Noun("object", "a black shed", "{n} black sheds"),
    Noun("object", "a white shed", "{n} white sheds"),
    Noun("object", "a beige shed", "{n} beige sheds"),
    Noun("object", "a red-brown shed", "{n} red-brown sheds"),
    Noun("object", "a brown shed", "{n} brown sheds"),
    Noun("object", "a black ship", "{n} black ships"),
    Noun("object", "a white ship", "{n} white ships"),
    Noun("object", "a beige ship", "{n} beige ships"),
    Noun("object", "a red-brown ship", "{n} red-brown ships"),
    Noun("object", "a brown ship", "{n} brown ships"),
)
"""Objects by code less one, as somebody builds, takes or lays them; in German the accusative."""

_COLOURS: Final = (
    TextIn("colour", "black"),
    TextIn("colour", "white"),
    TextIn("colour", "beige"),
    TextIn("colour", "red-brown"),
    TextIn("colour", "brown"),
)
"""Adjectives by coffee, not declined."""

_OF_PIECES: Final = (
    Noun("of pieces", "black", "{n} black"),
    Noun("of pieces", "white", "{n} white"),
    Noun("of pieces", "beige", "{n} beige"),
    Noun("of pieces", "red-brown", "{n} red-brown"),
    Noun("of pieces", "brown", "{n} brown"),
)
"""Adjectives by coffee, after workers, sheds or ships; in Italian all three are feminine."""

_OF_SACKS: Final = (
    Noun("of sacks", "black", "{n} black"),
    Noun("of sacks", "white", "{n} white"),
    Noun("of sacks", "beige", "{n} beige"),
    Noun("of sacks", "red-brown", "{n} red-brown"),
    Noun("of sacks", "brown", "{n} brown"),
)
"""Adjectives by coffee, after coffee sacks."""

_COFFEES: Final = (
    Text("black coffee"),
    Text("white coffee"),
    Text("beige coffee"),
    Text("red-brown coffee"),
    Text("brown coffee"),
)

_KINDS: Final = {
    Kind.WORKER: TextIn("kind", "workers"),
    Kind.SHED: TextIn("kind", "sheds"),
    Kind.SHIP: TextIn("kind", "ships"),
    Kind.SACK: TextIn("kind", "sacks"),
    Kind.ROAD: TextIn("kind", "roads"),
}

_ZONES: Final = {
    Zone.GREY: TextIn("area", "grey"),
    Zone.GREEN: TextIn("area", "green"),
    Zone.YELLOW: TextIn("area", "yellow"),
}

colour: Final = named(_COLOURS)
coffee_name: Final = named(_COFFEES)
kind: Final = named(_KINDS)
zone_name: Final = named(_ZONES)


def piece(words: Words, code: int, n: int = 1) -> str:
    return words.noun(_NAMES[code - 1], n)


def piece_object(words: Words, code: int, n: int = 1) -> str:
    return words.noun(_OBJECTS[code - 1], n)


def lettered(words: Words, code: int) -> str:
    """Names a piece with its letter on the picture: brown ship (N)."""
    coffee = COFFEE_OF[code]
    return f"{piece(words, code)} ({LETTERS[coffee]})" if coffee >= 0 else piece(words, code)


def of_kind(words: Words, which: Kind, coffee: int, n: int) -> str:
    """Names an amount of workers that have been named before: 2 black."""
    return words.noun((_OF_SACKS if which == Kind.SACK else _OF_PIECES)[coffee], n)


def counted(words: Words, amounts: tuple[int, ...]) -> str:
    """Lists amounts: 2 × black (K), 1 × white (W); empty for nothing. No declension is needed."""
    shown = [
        f"{amount}\N{NO-BREAK SPACE}× {colour(words, coffee)} ({LETTERS[coffee]})"
        for coffee, amount in zip(COFFEES, amounts, strict=True)
        if amount
    ]
    return ", ".join(shown)


# ── places ───────────────────────────────────────────────────────────────────────────────────────────────────────────


field: Final = numbered(FIELD_NAMES)
"""Names a field of the production board."""


def harbour(words: Words, number: int) -> str:
    return words.say("harbour {number}", number=number + 1)


def place(words: Words, where: int) -> str:
    """Names a place of the plantation board."""
    if HARBOUR <= where < EDGE:
        return harbour(words, where - HARBOUR)
    return PLACE_NAMES.get(where, "?")


_SIDES: Final = {
    "n": Text("upper border of {field}"),
    "s": Text("lower border of {field}"),
    "w": Text("left border of {field}"),
    "e": Text("right border of {field}"),
}


def border(words: Words, where: int) -> str:
    """Says where an edge lies, for people who do not see it."""
    name = PLACE_NAMES[where]
    return words.put(_SIDES[name[-1]], field=name[:-1])


def line(words: Words, space: int) -> str:
    """Names the line that the Buyer faces from a space of his track: a column of the production board, or a row."""
    side, at = divmod(space, SIDE)
    number = at if side < 2 else SIDE - 1 - at
    if side % 2:
        return words.say("row {name}", name=number + 1)
    return words.say("column {name}", name=chr(ord(FIRST_COLUMN) + number))


def points(words: Words, number: int) -> str:
    return words.many("{n} point", "{n} points", number)


def gains(words: Words, gained: tuple[int, ...], names: tuple[str, ...]) -> str:
    """Lists gains: Ada +6, Bo +3; empty if nobody gets any."""
    return ", ".join(f"{names[seat]} {words.signed(n)}" for seat, n in enumerate(gained) if n)
