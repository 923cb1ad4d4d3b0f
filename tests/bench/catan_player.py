"""A random player of base Catan who lists all legal moves and picks one, and whole games of his through the engine.

He knows the moves that catanatron's random player knows: all but offers to other players. The lists come from the masks
that legality itself uses, as a strong program would make its own; that each of them is legal, `apply` says.
"""

import random
import sys
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, combinations_with_replacement
from math import floor
from typing import Final

from rules import counts, engine
from rules.catan.board import BOARDS
from rules.catan.game import RULES
from rules.catan.hexes import BASE_CORNERS, BASE_EDGES, BASE_HEXES, EDGES_AT, HEX_MASK, bits
from rules.catan.moves import (
    Bank,
    Buy,
    CatanMove,
    City,
    Discard,
    End,
    Found,
    Knight,
    Monopoly,
    Plenty,
    Road,
    Roads,
    Robber,
    Roll,
    Settlement,
    Steal,
    Stop,
)
from rules.catan.pieces import (
    CITY_COST,
    DEV_COST,
    GUARD,
    KINDS,
    RESOURCES,
    ROAD_COST,
    SETTLEMENT_COST,
    Dev,
    enough,
)
from rules.catan.rates import RATES
from rules.catan.state import Catan, FreeRoads, Main, MoveRobber, PreRoll
from rules.catan.state import Discard as Discarding
from rules.catan.state import Found as Founding
from rules.catan.state import Steal as Stealing
from rules.contract import Record, Setup

BASE: Final = Setup(4, (("game", "base"),))
ROADS: Final = tuple([Road(edge) for edge in range(BASE_EDGES)])
SETTLEMENTS: Final = tuple([Settlement(corner) for corner in range(BASE_CORNERS)])
CITIES: Final = tuple([City(corner) for corner in range(BASE_CORNERS)])
FOUNDINGS: Final = tuple([[Found(c, e) for e in bits(EDGES_AT[c] & BOARDS[0].edges)] for c in range(BASE_CORNERS)])
ROBBERS: Final[tuple[list[CatanMove], ...]] = tuple(
    [[Robber(h) for h in range(BASE_HEXES) if h != own] for own in range(BASE_HEXES)]
)
STEALS: Final = tuple([Steal(seat) for seat in range(4)])
SHORT_OF: Final = tuple([GUARD - counts.pack(each) for each in RATES])
"""By harbours: what more of each kind reaches its bit of GUARD, once there are enough cards for the bank."""
NONE_OF: Final = GUARD - counts.pack([1] * KINDS)
"""The same where one card is enough."""
PLENTIES: Final = [
    (Plenty(one, other), one, other) for one, other in combinations_with_replacement(range(RESOURCES), 2)
]
KNIGHTS, ROADS_CARDS, PLENTY_CARDS, MONOPOLY_CARDS = [
    counts.FULL << counts.BITS * card for card in (Dev.KNIGHT, Dev.ROAD_BUILDING, Dev.PLENTY, Dev.MONOPOLY)
]
"""Where they stand in a packed hand."""
PLAYABLE: Final = KNIGHTS | ROADS_CARDS | PLENTY_CARDS | MONOPOLY_CARDS
MONOPOLIES: Final = tuple([Monopoly(card) for card in range(RESOURCES)])
ROAD, SETTLEMENT, CITY, DEV = 1, 2, 4, 8
COSTS: Final = {ROAD: ROAD_COST, SETTLEMENT: SETTLEMENT_COST, CITY: CITY_COST, DEV: DEV_COST}
ROLL, END, BUY, KNIGHT, ROAD_BUILDING, STOP = Roll(), End(), Buy(), Knight(), Roads(), Stop()


def legal(state: Catan, luck: random.Random) -> tuple[int, list[CatanMove]]:
    """A seat that is asked, and all that it can do; of a discard, as catanatron does it, one at random."""
    phase, seat = state.phase, state.active
    kind = type(phase)
    if kind is Main:
        return seat, _in_the_turn(state, seat)
    if kind is PreRoll:
        return seat, [ROLL, *_devs(state, seat)] if state.devs[seat].packed & PLAYABLE else [ROLL]
    match phase:
        case MoveRobber():
            return seat, ROBBERS[state.robber]
        case Stealing():
            return seat, [STEALS[victim] for victim in range(4) if victim != seat and _can_be_robbed(state, victim)]
        case FreeRoads():
            roads: list[CatanMove] = [ROADS[edge] for edge in bits(state.ways[seat])]
            return seat, [STOP, *roads] if phase.left == 1 else roads
        case Discarding():
            return _discard(state, phase, luck)
        case Founding():
            return seat, list(chain.from_iterable([FOUNDINGS[corner] for corner in bits(state.free)]))
        case _:
            raise AssertionError(phase)


def _in_the_turn(state: Catan, seat: int) -> list[CatanMove]:
    moves: list[CatanMove] = [END]
    hand, bank, ports = state.hands[seat].packed, state.bank, state.ports[seat]
    if hand:
        can = _affords(hand)
        if can & ROAD and state.roads[seat].bit_count() < 15:
            moves += _roads(state.ways[seat])
        if can & SETTLEMENT and state.settlements[seat].bit_count() < 5:
            moves += [SETTLEMENTS[corner] for corner in bits(state.free & state.touched[seat])]
        if can & CITY and state.cities[seat].bit_count() < 4:
            moves += [CITIES[corner] for corner in bits(state.settlements[seat])]
        if can & DEV and state.deck.packed:
            moves.append(BUY)
        if many := hand + SHORT_OF[ports] & GUARD:
            moves += _at_the_bank(many, bank + NONE_OF & GUARD)
    if state.devs[seat].packed & PLAYABLE:
        moves += _devs(state, seat)
    return moves


@lru_cache(1 << 14)
def _affords(hand: int) -> int:
    return sum(thing for thing, cost in COSTS.items() if enough(hand, cost))


@lru_cache(1 << 14)
def _roads(ways: int) -> list[Road]:
    return [ROADS[edge] for edge in bits(ways)]


@lru_cache(1 << 10)
def _at_the_bank(many: int, there: int) -> list[Bank]:
    """Both as bits of GUARD: of what there are enough cards for the bank, and what the bank has."""
    return [
        Bank(gives, gets)
        for gives in range(RESOURCES)
        for gets in range(RESOURCES)
        if many >> 8 * gives & 255 and there >> 8 * gets & 255 and gets != gives
    ]


def _devs(state: Catan, seat: int) -> list[CatanMove]:
    if state.played:
        return []
    moves: list[CatanMove] = []
    old = state.devs[seat].packed - state.fresh.packed
    if old & KNIGHTS:
        moves.append(KNIGHT)
    if old & ROADS_CARDS and state.roads[seat].bit_count() < 15 and state.ways[seat]:
        moves.append(ROAD_BUILDING)
    if old & MONOPOLY_CARDS:
        moves += MONOPOLIES
    if old & PLENTY_CARDS:
        has = counts.unpack(state.bank, RESOURCES)
        moves += [move for move, one, other in PLENTIES if has[one] > (one == other) and has[other]]
    return moves


def _can_be_robbed(state: Catan, victim: int) -> bool:
    lives = state.settlements[victim] | state.cities[victim]
    return bool(lives & HEX_MASK[state.robber] and state.hands[victim].packed)


def _discard(state: Catan, phase: Discarding, luck: random.Random) -> tuple[int, list[CatanMove]]:
    seat = 0
    while not phase.resources[seat] or phase.given[seat].packed:
        seat += 1
    cards, given = list(counts.pieces(state.hands[seat].packed)), 0
    for _ in range(phase.resources[seat]):
        given += 1 << counts.BITS * cards.pop(floor(luck.random() * len(cards)))
    return seat, [Discard(given)]


class Dice:
    """Luck as catanatron has it, from the library's generator."""

    def __init__(self, luck: random.Random) -> None:
        self._random = luck.random

    def below(self, n: int, /) -> int:
        return floor(self._random() * n)


def play(setup: Setup, seed: int) -> Iterator[engine.Commit[Catan]]:
    """A whole game through the engine, commit by commit: every move checked, records, facts and questions kept."""
    luck = random.Random(seed)
    chance = Dice(luck)
    commit = engine.begin(RULES, setup, chance)
    yield commit
    while commit.position.open:
        seat, moves = legal(commit.position.state, luck)
        chosen = moves[floor(luck.random() * len(moves))] if len(moves) > 1 else moves[0]
        commit = engine.play(RULES, commit.position, seat, (chosen,), chance)
        yield commit


class Game:
    """What is kept of a game that was played."""

    def __init__(self, setup: Setup, seed: int) -> None:
        records: list[Record] = []
        told = 0
        for commit in play(setup, seed):
            records += commit.records
            told += len(commit.told)
        self.records, self.told = records, told

    @property
    def actions(self) -> int:
        return len(self.records) - 1


def count(games: int) -> int:
    """For valgrind: plays so many games, and returns their actions."""
    return sum(Game(BASE, seed).actions for seed in range(games))


if __name__ == "__main__":
    print(count(int(sys.argv[1])))
