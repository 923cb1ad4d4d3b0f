"""The texts of buttons and menus: choices and their groups."""

import re
from collections.abc import Sequence
from typing import Final

from bot.games.catan import roads, terms
from bot.wording import Text, TextIn, Words, capital
from bot.wording.phrases import Tokens
from bot.wording.words import NARROW
from rules.catan import pieces
from rules.catan.board import BOARDS
from rules.catan.hexes import (
    CORNER_NAMES,
    CORNER_OF,
    EDGE_ENDS,
    EDGE_NAMES,
    EDGE_OF,
    HEX_NAMES,
    HEX_OF,
    HEXES_AT,
    stroked,
)
from rules.catan.moves import NOBODY, PILES
from rules.catan.pieces import CARD_NAMES, CARD_OF, KINDS, SORT_OF
from rules.catan.views import CatanPublic as View
from rules.contract import Choice

VERBS: Final = {
    "found": TextIn("button", "Found a settlement"),
    "sites": TextIn("button", "Place production sites"),
    "roll": TextIn("button", "Roll"),
    "road": TextIn("button", "Build a road"),
    "settlement": TextIn("button", "Build a settlement"),
    "city": TextIn("button", "Build a city"),
    "site": TextIn("button", "Build a production site"),
    "buy": TextIn("button", "Buy a development card"),
    "knight": TextIn("button", "Play a knight"),
    "roads": TextIn("button", "Play road building"),
    "plenty": TextIn("button", "Play year of plenty"),
    "monopoly": TextIn("button", "Play monopoly"),
    "discard": TextIn("button", "Discard"),
    "robber": TextIn("button", "Move the robber"),
    "steal": TextIn("button", "Take a card"),
    "chocolate": TextIn("button", "Make chocolate"),
    "raise": TextIn("button", "Raise a sort"),
    "bank": TextIn("button", "Trade with the bank"),
    "offer": TextIn("button", "Offer a trade"),
    "counter": TextIn("button", "Make a counter-offer"),
    "accept": TextIn("button", "Accept"),
    "decline": TextIn("button", "Decline"),
    "deal": TextIn("button", "Close the deal"),
    "withdraw": TextIn("button", "Withdraw"),
    "stop": TextIn("button", "Build no more"),
    "end": TextIn("button", "End turn"),
    "first": TextIn("button", "The first to accept gets it"),
    "none": TextIn("button", "No road"),
    "need": TextIn("button", "Ask for cards"),
}

_ON_A_CALL: Final = {"decline": TextIn("call", "No"), "counter": TextIn("button", "Counter")}
"""As short as can be: three of them stand in one row on a telephone, in each language."""

_NOBODY: Final = TextIn("button", "From nobody")

_COSTS: Final = {
    "road": pieces.ROAD_COST,
    "settlement": pieces.SETTLEMENT_COST,
    "city": pieces.CITY_COST,
    "site": pieces.SITE_COST,
    "buy": pieces.DEV_COST,
}

_SECONDS: Final = {"found": TextIn("menu", "With a road at"), "chocolate": TextIn("menu", "Your reward")}
"""The meaning of a move's second word, by its first."""

_GROUPS: Final = {
    "resources": Text("Resources"),
    "ingredients": Text("Ingredients"),
    "resource": Text("Resources"),
    "ingredient": Text("Ingredients"),
    "offer": TextIn("menu", "You give"),
    "counter": TextIn("menu", "You give"),
    "need": TextIn("menu", "You want"),
    "for": TextIn("menu", "You get"),
    "to": TextIn("menu", "Only to"),
    "discard": TextIn("menu", "You discard"),
}
"""Headings by group, and by the part of a longer move."""

AMOUNT: Final = re.compile(r"([a-z]+)(\d+)")
_COUNTER: Final = re.compile(r"counter(\d+)")
_NUMBERED: Final = frozenset({"accept", "decline", "withdraw"})


def label(words: Words, choice: Choice, tokens: Tokens, view: View | None = None) -> str:
    """Names a choice after these tokens; with the view a place also says what lies around it."""
    token = choice.token
    if not tokens and token in _COSTS and choice.whole and view is not None:
        return _priced(words, token)
    if not tokens or token in VERBS:
        return words.put(_word(token, tokens)) if token in VERBS else token
    place = _place(words, token, tokens, view)
    if place:
        return place
    match tokens[0]:
        case "chocolate" | "raise" if token.upper() in SORT_OF and len(tokens) == 1:
            return _sort(words, token, tokens[0], view)
        case "steal" if token in PILES:
            return capital(terms.pile(words, PILES.index(token)))
        case "plenty" if len(tokens) == 2:
            return _both(words, tokens[1], token)
        case "bank" if len(tokens) == 2:
            return _exchange(words, tokens[1], token, view)
        case _:
            return _other(words, token, tokens)


def _word(token: str, tokens: Tokens) -> TextIn:
    if tokens == ("call",):
        return _ON_A_CALL.get(token, VERBS[token])
    return _NOBODY if tokens == ("steal",) and token == NOBODY else VERBS[token]


def _place(words: Words, token: str, tokens: Tokens, view: View | None) -> str:
    """Empty for what is no place."""
    match tokens[0]:
        case "found" | "settlement" | "city" if len(tokens) == 1:
            return corner(words, token, view)
        case "found" | "road" | "chocolate" if token.upper() in EDGE_OF and tokens[-1:] != ("chocolate",):
            return edge(words, token, view, tokens[1] if tokens[0] == "found" else "")
        case "robber" | "site" | "sites" if token in HEX_OF:
            return _hexagon(words, token, tokens, view)
        case _:
            return ""


def _both(words: Words, first: str, second: str) -> str:
    kinds = [CARD_OF[name.upper()] for name in (first, second)]
    return terms.cards(words, [kinds.count(kind) for kind in range(KINDS)])


def _exchange(words: Words, gives: str, gets: str, view: View | None) -> str:
    """4 wool → 1 ore"""
    if view is None:
        return f"{card_named(words, gives)} → {card_named(words, gets)}"
    taken = terms.rate(view, CARD_OF[gives.upper()])
    return f"{amount(words, gives, taken)} → {amount(words, gets, 1)}"


def _other(words: Words, token: str, tokens: Tokens) -> str:
    if tokens[0] in _NUMBERED:
        return words.say("offer {number}", number=token)
    found = AMOUNT.fullmatch(token)
    if _COUNTER.fullmatch(token):
        return words.say("the counter-offer")
    if found is not None and found[1] in CARD_NAMES:
        return amount(words, found[1], int(found[2]))
    if token.upper() in CARD_OF:
        return capital(card_named(words, token))
    if token.isdecimal():
        return words.say("offer {number}", number=token) if tokens == ("deal",) else player(words, token)
    return token


def press(words: Words, choice: Choice, tokens: Tokens) -> str:
    """Labels a button whose verb means one thing to whoever made the offer and another to whoever answers it (CM-27:
    both may be of the player on turn, and both of another).

    Empty for all other verbs.
    """
    if tokens != ("withdraw",):
        return ""
    if choice.group == "offer":
        return words.say_in("button", "Withdraw offer {number}", number=choice.token)
    return words.say_in("button", "Take back my answer")


def player(words: Words, token: str) -> str:
    return words.say("player {number}", number=token)


def person(words: Words, choice: Choice, tokens: Tokens, names: Sequence[str]) -> str:
    """Labels a choice that names a player, with their name; empty for all others."""
    seats = [tokens[1]] if tokens[:1] == ("steal",) and len(tokens) == 2 else []
    seats += [tokens[2]] if tokens[:1] == ("deal",) and len(tokens) == 3 else []
    own = tokens[:1] == ("steal",) or (tokens[:1] == ("deal",) and len(tokens) == 2) or tokens[:1] == ("offer",)
    if own and choice.token.isdecimal():
        return named(choice.token, names)
    if not seats:
        return ""
    if choice.token in PILES:
        return f"{named(seats[0], names)}, {terms.pile(words, PILES.index(choice.token))}"
    return f"{named(seats[0], names)}, {label(words, choice, tokens)}"


def named(token: str, names: Sequence[str]) -> str:
    seat = int(token) - 1
    return names[seat] if 0 <= seat < len(names) else token


def card_named(words: Words, token: str) -> str:
    """Names a card; what is none stays as it is."""
    kind = CARD_OF.get(token.upper())
    return token if kind is None else terms.card(words, kind)


def amount(words: Words, name: str, n: int) -> str:
    return terms.amount(words, CARD_OF[name.upper()], n).replace(NARROW, " ")


def _sort(words: Words, token: str, verb: str, view: View | None) -> str:
    which = SORT_OF[token.upper()]
    name = terms.sort(words, which)
    if view is None or not view.bars:
        return name
    row = view.bars[which]
    if verb == "raise":
        reward = terms.reward(words, row + 1)
        return words.say("{sort} from row {row} to {next}: {reward}", sort=name, row=row, next=row + 1, reward=reward)
    return words.say("{sort}: row {row}, {reward}", sort=name, row=row, reward=terms.reward(words, row))


def _hexagon(words: Words, token: str, tokens: Tokens, view: View | None) -> str:
    """Names a hex: B3 forest 8; with what is made there. Two of a pair are in the order of their names."""
    number = HEX_OF[token]
    name = token if view is None else terms.tile(words, number, view.terrain[number], view.numbers[number])
    card = tokens[-1] if tokens[-1].upper() in CARD_OF else ""
    site = f"{capital(card_named(words, card))} · {name}" if card else name
    if len(tokens) < 4:
        return site
    both = sorted([(tokens[2], _hexagon(words, tokens[2], tokens[:2], view)), (token, site)])
    return " + ".join(shown for _, shown in both)


def corner(words: Words, token: str, view: View | None) -> str:
    """B3n · forest 8, hills 5, harbour 3:1"""
    number = CORNER_OF.get(token.upper())
    return token if number is None or view is None else f"{token} · {_beside(words, number, view)}"


def _beside(words: Words, number: int, view: View) -> str:
    harbour = BOARDS[view.market].harbour_at[number]
    coast = words.say("sea") if harbour < 0 else terms.harbour(words, view.harbours[harbour])
    return _around(HEXES_AT[number], 3, coast, words, view)


def edge(words: Words, token: str, view: View | None = None, start: str = "") -> str:
    """B3/ne → B3n · forest 8, hills 5, sea: with the corner to which it leads, if that is one (`start`: from where).

    An edge is written as pictures write it, where a corner is B3ne.
    """
    number = EDGE_OF.get(token.upper())
    if number is None:
        return token
    name = stroked(EDGE_NAMES[number])
    if view is None:
        return name
    end = roads.far_end(view, number, start)
    if end >= 0:
        return f"{name} → {CORNER_NAMES[end]} · {_beside(words, end, view)}"
    one, other = EDGE_ENDS[number]
    beside = tuple(hexagon for hexagon in HEXES_AT[one] if hexagon in HEXES_AT[other])
    return f"{name} · {_around(beside, 2, words.say('sea'), words, view)}"


def _around(hexes: tuple[int, ...], most: int, coast: str, words: Words, view: View) -> str:
    own = [hexagon for hexagon in hexes if hexagon < len(view.terrain)]
    tiles = [terms.tile(words, hexagon, view.terrain[hexagon], view.numbers[hexagon]) for hexagon in own]
    bare = [tile.removeprefix(HEX_NAMES[hexagon]).strip() for hexagon, tile in zip(own, tiles, strict=True)]
    return ", ".join([*bare, coast] if len(own) < most else bare)


def detail(words: Words, choice: Choice, tokens: Tokens, names: Sequence[str], view: View | None = None) -> str:
    """Returns the second line of a menu entry: whose buildings stand at a hex, how often a corner brings something."""
    if tokens == ("robber",):
        return _at(words, choice, names, view)
    rank = None if view is None else ranked(view, tokens, choice.token)
    return "" if rank is None else words.say("{n} of 36 rolls hit its numbers", n=rank[0])


def _at(words: Words, choice: Choice, names: Sequence[str], view: View | None) -> str:
    """Says from whom the robber could take, and what they have: hands and points that everybody sees."""
    seats = [int(token) - 1 for token in choice.offers if token.isdecimal()]
    said = [_robbed(words, seat, names, view) for seat in seats]
    if view is not None and _stands_at(view, HEX_OF.get(choice.token, -1)):
        said.append(words.say("you yourself"))
    return " · ".join(said)


def _robbed(words: Words, seat: int, names: Sequence[str], view: View | None) -> str:
    """Ada: 5 cards, 7 points"""
    name = named(str(seat + 1), names)
    if view is None:
        return name
    cards = words.many("{n} card", "{n} cards", view.resources[seat] + view.ingredients[seat])
    return f"{name}: {cards}, {terms.points(words, view.points[seat])}"


def _stands_at(view: View, hexagon: int) -> bool:
    """Has the player whose turn it is a building there?"""
    own = (*view.settlements[view.active], *view.cities[view.active])
    return any(hexagon in HEXES_AT[corner] for corner in own)


def pips(view: View, corner: int) -> int:
    """In how many of 36 rolls something comes at a corner."""
    numbers = [view.numbers[hexagon] for hexagon in HEXES_AT[corner] if hexagon < len(view.numbers)]
    return sum([6 - abs(7 - number) for number in numbers if number])


def ranked(view: View, tokens: Tokens, token: str) -> tuple[int, str] | None:
    """Ranks the corners of a founding by what is rolled there."""
    corner = CORNER_OF.get(token.upper()) if tokens == ("found",) else None
    if corner is None:
        return None
    hits = pips(view, corner)
    return hits, f"{hits}/36"


def _priced(words: Words, verb: str) -> str:
    """Build a road · 1 lumber and 1 brick"""
    return f"{words.put(VERBS[verb])} · {terms.packed(words, _COSTS[verb])}"


def heading(words: Words, key: str, tokens: Tokens, view: View) -> str:
    """Returns the heading of a menu: with the price of a piece; after its verb, with what is to be chosen now."""
    if tokens and key in _SECONDS:
        return words.put(_SECONDS[key])
    if not tokens and key in _COSTS and not view.free_roads:
        return _priced(words, key)
    return group(words, key)


def group(words: Words, key: str) -> str:
    """Returns the heading of a menu: of a group of choices, or of what follows a verb."""
    if key in _GROUPS:
        return words.put(_GROUPS[key])
    if key.upper() in CARD_OF:
        return capital(card_named(words, key))
    if key in VERBS:
        return words.put(VERBS[key])
    return words.say("Row {name}", name=key) if len(key) == 1 and key.isalpha() else key
