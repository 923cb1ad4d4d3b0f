"""The nouns of Catan and the Chocolate Market: cards, terrains, sorts, places."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from bot.wording import Noun, Text, TextIn, Words
from bot.wording.sentences import Filling
from bot.wording.words import NARROW, named, numbered
from rules import counts
from rules.catan.board import ANY, BOARDS
from rules.catan.hexes import CORNER_NAMES, EDGE_NAMES, HEX_NAMES, stroked
from rules.catan.moves import RESOURCE_PILE
from rules.catan.pieces import KINDS, Dev, Sort
from rules.catan.rates import RATES
from rules.catan.views import CatanPublic

_CARDS: Final = (
    TextIn("card", "lumber"),
    TextIn("card", "brick"),
    TextIn("card", "wool"),
    TextIn("card", "grain"),
    TextIn("card", "ore"),
    TextIn("card", "cocoa"),
    TextIn("card", "sugar"),
    TextIn("card", "milk"),
    TextIn("card", "hazelnut"),
    TextIn("card", "grapes"),
)
"""Names by kind."""

_AMOUNTS: Final = (
    TextIn("amount", "{n} lumber"),
    TextIn("amount", "{n} brick"),
    TextIn("amount", "{n} wool"),
    TextIn("amount", "{n} grain"),
    TextIn("amount", "{n} ore"),
    TextIn("amount", "{n} cocoa"),
    TextIn("amount", "{n} sugar"),
    TextIn("amount", "{n} milk"),
    Noun("amount", "{n} hazelnut", "{n} hazelnuts"),
    Noun("amount", "{n} bunch of grapes", "{n} bunches of grapes"),
)
"""Amounts by kind; most cards are not counted by the piece."""

_TERRAINS: Final = (
    Text("forest"),
    Text("hills"),
    Text("pasture"),
    Text("fields"),
    Text("mountains"),
    Text("desert"),
    Text("jungle"),
)

_SORTS: Final = {
    Sort.MILK: TextIn("chocolate", "Milk Chocolate"),
    Sort.FINE_DARK: TextIn("chocolate", "Fine Dark"),
    Sort.MILK_NUT: TextIn("chocolate", "Milk & Hazelnut"),
    Sort.DARK_NUT: TextIn("chocolate", "Dark & Hazelnut"),
    Sort.GRAPE_NUT: TextIn("chocolate", "Grape & Hazelnut"),
}

_DEVS: Final = {
    Dev.KNIGHT: Text("knight"),
    Dev.VICTORY_POINT: Text("victory point"),
    Dev.ROAD_BUILDING: Text("road building"),
    Dev.PLENTY: Text("year of plenty"),
    Dev.MONOPOLY: Text("monopoly"),
}

_ROWS: Final = (
    Text("cannot be made"),
    Text("1 resource of choice"),
    Text("1 free road"),
    Text("1 development card"),
    Text("1 victory point"),
    Text("1 victory point and 1 resource of choice"),
    Text("1 victory point and 1 development card"),
    Text("2 victory points"),
)
"""CM-19: what each row of the market brings."""

card: Final = named(_CARDS)
terrain: Final = named(_TERRAINS)
sort: Final = named(_SORTS)
dev: Final = named(_DEVS)
reward: Final = named(_ROWS)


def amount(words: Words, kind: int, n: int) -> str:
    """2 wool, 1 hazelnut"""
    said = _AMOUNTS[kind]
    text = words.noun(said, n) if isinstance(said, Noun) else words.put(said, n=n)
    return text.replace(" ", NARROW, 1)


def cards(words: Words, amounts: Sequence[int]) -> str:
    """Names 2 wool and 1 ore, from the amounts by kind; empty for none."""
    return words.listed([amount(words, kind, n) for kind, n in enumerate(amounts) if n])


def packed(words: Words, amounts: int) -> str:
    """Names the cards of a packed multiset in the same way."""
    return cards(words, counts.unpack(amounts, KINDS))


def piles(words: Words, resources: int, ingredients: int) -> str:
    """4 resources and 5 ingredients; a pile of none is left out."""
    parts = [words.many("{n} resource", "{n} resources", resources)] if resources else []
    parts += [words.many("{n} ingredient", "{n} ingredients", ingredients)] if ingredients else []
    return words.listed(parts)


def pile(words: Words, which: int) -> str:
    """Names a card of a pile, as something that is taken."""
    return words.say("a resource") if which == RESOURCE_PILE else words.say("an ingredient")


def points(words: Words, n: int) -> str:
    return words.many("{n} victory point", "{n} victory points", n)


def harbour(words: Words, kind: int) -> str:
    return words.say("harbour 3:1") if kind == ANY else words.say("harbour 2:1 {card}", card=card(words, kind))


def rate(view: CatanPublic, kind: int) -> int:
    """Returns how many cards of a kind the bank takes from the player whose turn it is, by their harbours."""
    at = BOARDS[view.market].harbour_at
    built = (*view.settlements[view.active], *view.cities[view.active])
    return RATES[sum({1 << view.harbours[at[corner]] for corner in built if at[corner] >= 0})][kind]


# ── places ───────────────────────────────────────────────────────────────────────────────────────────────────────────


hexagon: Final = numbered(HEX_NAMES)
corner: Final = numbered(CORNER_NAMES)
edge: Final = numbered(tuple(map(stroked, EDGE_NAMES)))


def tile(words: Words, number: int, which: int, chip: int) -> str:
    """Names a hex with what lies on it: B3 forest 8."""
    name = f"{hexagon(number)}{NARROW}{terrain(words, which)}"
    return f"{name}{NARROW}{chip}" if chip else name


SLOTS: Final[Mapping[str, Mapping[str, Filling]]] = MappingProxyType(
    {
        "place": {
            "corner": lambda _, __, number: corner(number),
            "edge": lambda _, __, number: edge(number),
            "hexagon": lambda _, __, number: hexagon(number),
        },
        "cards": dict.fromkeys(("cards", "gained", "missing"), lambda words, _, amounts: packed(words, amounts)),
        "sort": {"sort": lambda words, _, which: sort(words, which)},
        "reward": {"row": lambda words, _, row: reward(words, row)},
    }
)
"""How facts and reasons fill the placeholders that mean the same in all of their sentences."""
