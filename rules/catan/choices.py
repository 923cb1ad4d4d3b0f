"""The legal next words of a move: which verbs each phase has, and what follows those of founding and building."""

from typing import Any, Final

from rules.catan import build, devcards, discard, founding, market, offer_choices, robber, trade
from rules.catan.hexes import (
    CORNER_NAMES,
    CORNER_OF,
    EDGE_NAMES,
    EDGES_AT,
    HEX_NAMES,
    HEX_OF,
    HEXES_AT,
    bits,
)
from rules.catan.pieces import (
    CARD_NAMES,
    CITY_COST,
    INGREDIENT_AT,
    ROAD_COST,
    SETTLEMENT_COST,
    SITE_COST,
    TERRAIN_NAMES,
    enough,
)
from rules.catan.state import Catan, FreeRoads, MarketRise, MoveRobber, PreRoll, Steal
from rules.catan.state import Discard as Discarding
from rules.catan.state import Found as Founding
from rules.catan.state import FoundSites as FoundingSites
from rules.catan.state import Main as Turn
from rules.catan.words import Choices, Word, Words, always
from rules.contract import Choice


def choices(state: Catan, seat: int, tokens: Words) -> Choices:
    words = VERBS.get(type(state.phase), ()) if seat == state.active else OTHERS.get(type(state.phase), ())
    if not tokens:
        return tuple([Choice(word.verb, whole=word.whole) for word in words if word.possible(state, seat)])
    for word in words:
        if word.verb == tokens[0]:
            return word.rest(state, seat, tokens[1:]) if word.possible(state, seat) else ()
    return ()


# ── founding ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _found(state: Catan, _seat: int, words: Words) -> Choices:
    if not words:
        return _corners(state, state.free, whole=False)
    corner = CORNER_OF.get(words[0].upper(), -1)
    if len(words) > 1 or corner < 0 or not state.free >> corner & 1:
        return ()
    return edges(EDGES_AT[corner] & state.lanes)


def _put_sites(state: Catan, seat: int, words: Words) -> Choices:
    """`cocoa B3 milk C2`: the hexes in their order; a hex says its kind, and so does a kind which hexes fit."""
    fits = founding.fitting(state, seat)
    chosen = tuple([HEX_OF.get(word.upper(), -1) for word in words[1::2]])
    follow = [fit for fit in fits if fit[: len(chosen)] == chosen and len(fit) > len(chosen)]
    nexts = sorted({fit[len(chosen)] for fit in follow})
    if len(words) % 2 == 0:
        cards = sorted({INGREDIENT_AT[state.terrain[hexagon]] for hexagon in nexts})
        return tuple([Choice(CARD_NAMES[card], whole=False) for card in cards])
    whole = len(fits[0]) == len(chosen) + 1
    return tuple([_hexagon(state, h, whole=whole) for h in nexts if CARD_NAMES[_card_at(state, h)] == words[-1]])


def _card_at(state: Catan, hexagon: int) -> int:
    return INGREDIENT_AT[state.terrain[hexagon]]


# ── building ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _hexagon(state: Catan, hexagon: int, *, whole: bool = True) -> Choice:
    return Choice(HEX_NAMES[hexagon], whole=whole, group=TERRAIN_NAMES[state.terrain[hexagon]])


def _corners(state: Catan, mask: int, *, whole: bool = True) -> Choices:
    """In a menu corners stand by the hex of their name, with the hexes around them: `forest9`, `desert`."""
    return tuple(
        [
            Choice(CORNER_NAMES[corner], whole=whole, group=CORNER_NAMES[corner][:2], offers=_around(state, corner))
            for corner in bits(mask)
        ]
    )


def _around(state: Catan, corner: int) -> Words:
    land = [hexagon for hexagon in HEXES_AT[corner] if hexagon < len(state.terrain)]
    return tuple([TERRAIN_NAMES[state.terrain[h]] + (str(state.numbers[h]) if state.numbers[h] else "") for h in land])


def edges(mask: int) -> Choices:
    """In a menu edges stand by the hex of their name."""
    return tuple([Choice(EDGE_NAMES[edge], whole=True, group=EDGE_NAMES[edge][:2]) for edge in bits(mask)])


def _may_road(state: Catan, seat: int) -> bool:
    return enough(state.hands[seat].packed, ROAD_COST) and bool(build.road_places(state, seat))


def _road(state: Catan, seat: int, words: Words) -> Choices:
    return () if words else edges(build.road_places(state, seat))


def _may_settlement(state: Catan, seat: int) -> bool:
    return enough(state.hands[seat].packed, SETTLEMENT_COST) and bool(build.settlement_places(state, seat))


def _settlement(state: Catan, seat: int, words: Words) -> Choices:
    return () if words else _corners(state, build.settlement_places(state, seat))


def _may_city(state: Catan, seat: int) -> bool:
    return enough(state.hands[seat].packed, CITY_COST) and bool(build.city_places(state, seat))


def _city(state: Catan, seat: int, words: Words) -> Choices:
    return () if words else _corners(state, build.city_places(state, seat))


def _may_site(state: Catan, seat: int) -> bool:
    return state.market and enough(state.hands[seat].packed, SITE_COST) and bool(build.site_places(state, seat))


def _site(state: Catan, seat: int, words: Words) -> Choices:
    fits = [(_card_at(state, hexagon), hexagon) for hexagon in build.site_places(state, seat)]
    match words:
        case ():
            return tuple([Choice(CARD_NAMES[card], whole=False) for card in sorted({card for card, _ in fits})])
        case (word,):
            return tuple([_hexagon(state, hexagon) for card, hexagon in fits if CARD_NAMES[card] == word])
        case _:
            return ()


# ── the verbs of each phase ──────────────────────────────────────────────────────────────────────────────────────────

_CARDS: Final = (devcards.KNIGHT, devcards.ROADS_CARD, devcards.PLENTY, devcards.MONOPOLY)
VERBS: Final[dict[type[Any], tuple[Word, ...]]] = {
    Founding: (Word("found", always, _found),),
    FoundingSites: (Word("sites", always, _put_sites),),
    PreRoll: (Word("roll", always, whole=True), *_CARDS),
    Discarding: (discard.DISCARD,),
    MoveRobber: (robber.ROBBER,),
    Steal: (robber.STEAL,),
    Turn: (
        Word("road", _may_road, _road),
        Word("settlement", _may_settlement, _settlement),
        Word("city", _may_city, _city),
        Word("site", _may_site, _site),
        devcards.BUY,
        *_CARDS,
        market.CHOCOLATE,
        trade.BANK,
        offer_choices.OFFER,
        offer_choices.NEED,
        offer_choices.DEAL,
        offer_choices.ACCEPT,
        offer_choices.DECLINE,
        offer_choices.COUNTER,
        offer_choices.WITHDRAW,
        Word("end", always, whole=True),
    ),
    FreeRoads: (devcards.FREE_ROAD, devcards.STOP),
    MarketRise: (market.RAISE,),
}
"""Of the player whose turn it is."""
OTHERS: Final[dict[type[Any], tuple[Word, ...]]] = {
    Discarding: (discard.DISCARD,),
    Turn: (
        offer_choices.ACCEPT,
        offer_choices.DECLINE,
        offer_choices.COUNTER,
        offer_choices.OFFER,
        offer_choices.NEED,
        offer_choices.DEAL,
        offer_choices.WITHDRAW,
    ),
}
"""Of the others, also of those who are not asked: to offer something nobody needs to be (CM-27)."""
