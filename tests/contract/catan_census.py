"""Every card and piece of Catan counted, and everything that a state keeps up to date worked out anew."""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from rules import counts
from rules.catan import roads
from rules.catan.board import BOARDS, Board
from rules.catan.hexes import EDGE_ENDS, EDGES_AT, HEX_CORNERS, NEAR, bits
from rules.catan.pieces import CARD_NAMES, DEV_NAMES, INGREDIENT_AT, KINDS, RESOURCES, Dev
from rules.catan.setup import GAME
from rules.catan.state import RESIGNED, Catan, Found, FoundSites, MarketRise, Over
from rules.contract import Setup

CARDS = (19, 19, 19, 19, 19, 18, 14, 10, 10, 8)
DEVS = (14, 5, 2, 2, 2)
SITES = (9, 7, 5, 5, 3)
GOALS = (10, 13)


def pieces(setup: Setup) -> Mapping[str, int]:
    """CM-1, CM-11, CM-18, and that nothing contradicts itself."""
    there = setup.chosen(GAME) == "market"
    whole = {name: CARDS[kind] if there or kind < RESOURCES else 0 for kind, name in enumerate(CARD_NAMES)}
    whole |= {f"dev {name}": DEVS[kind] for kind, name in enumerate(DEV_NAMES)}
    whole |= {f"site {CARD_NAMES[RESOURCES + kind]}": number * there for kind, number in enumerate(SITES)}
    return whole | {"rows": 19 * there, "odd": 0}


def census(state: Catan) -> Mapping[str, int]:
    held = [state.bank, *(hand.packed for hand in state.hands)]
    found = {name: sum(counts.amount(cards, kind) for cards in held) for kind, name in enumerate(CARD_NAMES)}
    devs = [state.deck, *state.devs]
    for kind, name in enumerate(DEV_NAMES):
        played = sum(state.knights) if kind == Dev.KNIGHT else counts.amount(state.used, kind)
        found[f"dev {name}"] = played + sum(counts.amount(cards.packed, kind) for cards in devs)
    standing = Counter[int]()
    for sites in state.sites:
        for place, terrain in enumerate(state.terrain):
            standing[INGREDIENT_AT[terrain]] += sites >> 2 * place & 3
    for kind in range(RESOURCES, KINDS):
        found[f"site {CARD_NAMES[kind]}"] = standing[kind] + counts.amount(state.site_stock, kind)
    return found | {"rows": sum(state.bars) + _rises(state), "odd": len(odd(state))}


def _rises(state: Catan) -> bool:
    """A bar has fallen and none has risen yet; or never will, where all but one left the table just then."""
    left_off = isinstance(state.phase, Over) and state.phase.ending == RESIGNED and sum(state.bars) == 18
    return left_off or isinstance(state.phase, MarketRise)


class Laid(NamedTuple):
    """All that lies on the map."""

    market: bool
    terrain: tuple[int, ...]
    numbers: tuple[int, ...]
    harbours: tuple[int, ...]
    roads: tuple[int, ...]
    settlements: tuple[int, ...]
    cities: tuple[int, ...]
    sites: tuple[int, ...]


class Follows(NamedTuple):
    """What follows from it (the head of rules/catan/state.py)."""

    free: int
    taken: int
    lanes: int
    touched: tuple[int, ...]
    ways: tuple[int, ...]
    ports: tuple[int, ...]
    income: tuple[int, ...]
    lengths: tuple[int, ...]


def odd(state: Catan) -> list[str]:
    """What contradicts itself or the rules."""
    follows, wrong = _laid(Laid(*(getattr(state, name) for name in Laid._fields)))
    kept = Follows(*(getattr(state, name) for name in Follows._fields))
    wrong = [*wrong, *(name for name, one, two in zip(Follows._fields, follows, kept, strict=True) if one != two)]
    holder, most = state.army, max(state.knights)
    if (holder < 0) != (most < 3) or (holder >= 0 and state.knights[holder] != most):
        wrong.append("largest army")
    longest, alone = max(state.lengths), state.lengths.count(max(state.lengths)) == 1
    if state.longest < 0 and longest >= 5 and alone:
        wrong.append("nobody has the longest road")
    if state.longest >= 0 and (longest < 5 or state.lengths[state.longest] != longest):
        wrong.append("longest road")
    if sum(state.chips) > 28:
        wrong.append("chips")
    if any(not 0 <= row <= 7 for row in state.bars) or state.bars.count(0) > 2:
        wrong.append("bars")
    founding = isinstance(state.phase, Found | FoundSites | Over)
    if not founding and _points(state, state.active) >= GOALS[state.market] and not state.resigned >> state.active & 1:
        wrong.append("should have won")
    return wrong


def _points(state: Catan, seat: int) -> int:
    built = state.settlements[seat].bit_count() + 2 * state.cities[seat].bit_count()
    hidden = counts.amount(state.devs[seat].packed, Dev.VICTORY_POINT)
    return built + state.chips[seat] + hidden + 2 * (state.army == seat) + 2 * (state.longest == seat)


@lru_cache(maxsize=64)
def _laid(laid: Laid) -> tuple[Follows, tuple[str, ...]]:
    """Once for all positions that lie alike."""
    board = BOARDS[laid.market]
    buildings = [one | other for one, other in zip(laid.settlements, laid.cities, strict=True)]
    wrong = [*_over_stock(laid), *_on_each_other(board, laid, buildings)]
    for seat, sites in enumerate(laid.sites):
        for place, terrain in enumerate(laid.terrain):
            own = sum(buildings[seat] >> corner & 1 for corner in HEX_CORNERS[place])
            number = sites >> 2 * place & 3
            if number > own or (number and INGREDIENT_AT[terrain] < 0):
                wrong.append("sites")
    return _follows(board, laid, buildings), tuple(wrong)


def _over_stock(laid: Laid) -> list[str]:
    stocks = (("roads", laid.roads, 15), ("settlements", laid.settlements, 5), ("cities", laid.cities, 4))
    return [name for name, masks, most in stocks for mask in masks if mask.bit_count() > most]


def _on_each_other(board: Board, laid: Laid, buildings: list[int]) -> list[str]:
    wrong: list[str] = []
    corners = [corner for mask in (*laid.settlements, *laid.cities) for corner in bits(mask)]
    edges = [edge for mask in laid.roads for edge in bits(mask)]
    if len(set(corners)) < len(corners) or len(set(edges)) < len(edges):
        wrong.append("twice")
    if any(board.corners >> corner & 1 == 0 for corner in corners):
        wrong.append("off the map")
    if any(sum(NEAR[corner] >> other & 1 for other in corners) > 1 for corner in corners):
        wrong.append("too close")
    if len(buildings) != len(laid.roads):
        wrong.append("seats")
    return wrong


def _follows(board: Board, laid: Laid, buildings: list[int]) -> Follows:
    every = sum(buildings)
    free = board.corners
    for corner in bits(every):
        free &= ~NEAR[corner]
    lanes = board.edges & ~sum(laid.roads)
    touched, ways, ports, lengths = list[int](), list[int](), list[int](), list[int]()
    for seat, own in enumerate(laid.roads):
        foreign = every & ~buildings[seat]
        ends = 0
        for edge in bits(own):
            ends |= 1 << EDGE_ENDS[edge][0] | 1 << EDGE_ENDS[edge][1]
        touched.append(ends)
        reach = 0
        for corner in bits(ends & ~foreign | buildings[seat]):
            reach |= EDGES_AT[corner]
        ways.append(reach & lanes)
        at = {board.harbour_at[corner] for corner in bits(buildings[seat])} - {-1}
        ports.append(sum(1 << kind for kind in {laid.harbours[harbour] for harbour in at}))
        lengths.append(roads.length(own, foreign))
    return Follows(free, every, lanes, tuple(touched), tuple(ways), tuple(ports), _income(laid), tuple(lengths))


def _income(laid: Laid) -> tuple[int, ...]:
    seats = len(laid.roads)
    found = [0] * (11 * seats)
    for place, number in enumerate(laid.numbers):
        for seat in range(seats) if number else ():
            index = seats * (number - 2) + seat
            terrain = laid.terrain[place]
            here = sum(laid.settlements[seat] >> corner & 1 for corner in HEX_CORNERS[place])
            here += 2 * sum(laid.cities[seat] >> corner & 1 for corner in HEX_CORNERS[place])
            if terrain < RESOURCES:
                found[index] = counts.plus(found[index], terrain, here)
            if INGREDIENT_AT[terrain] >= 0:
                found[index] = counts.plus(found[index], INGREDIENT_AT[terrain], laid.sites[seat] >> 2 * place & 3)
    return tuple(found)
