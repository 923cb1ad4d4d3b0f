"""A new game: the map is laid, the start player drawn (CM-2, CM-13, CM-14)."""

from functools import cache, lru_cache
from itertools import combinations
from typing import Final

from msgspec.structs import replace

from rules import chance as luck
from rules.catan import founding, turns
from rules.catan.board import (
    BEGINNERS_CHIPS,
    BEGINNERS_FOUNDING,
    BEGINNERS_HARBOURS,
    BEGINNERS_TERRAIN,
    BOARDS,
    HARBOUR_KINDS,
    MARKET,
    RED,
    Board,
)
from rules.catan.facts import Began, BegunAsPublished
from rules.catan.hexes import HEX_NEIGHBOURS, bits, mask_of
from rules.catan.pieces import BASE_BANK, DECK, FIRST_ROWS, MARKET_BANK, RESOURCES, SITES, Terrain
from rules.catan.state import Catan, Found
from rules.contract import Chance, Option, Setup, Step, Told
from rules.counts import Hidden
from rules.facts import Announced

SEATS: Final = (3, 4)
GAME: Final = Option(key="game", values=("market", "base"), default="market", seats=SEATS)
MAP: Final = Option(
    key="map", values=("shuffled", "beginners"), default="shuffled", seats=SEATS, needs=(GAME.key, "base")
)
"""The beginners' map is one of the base game; the Market's map is always shuffled."""
OPTIONS: Final = (GAME, MAP)
ROLLS: Final = 11

_CLOSED: Final = tuple([mask_of((own, *around)) for own, around in enumerate(HEX_NEIGHBOURS)])
"""A hex and those beside it."""
_CLOSED_BEFORE: Final = tuple([near | (1 << own) - 1 for own, near in enumerate(_CLOSED)])
"""And all before it."""


def begin(setup: Setup, chance: Chance) -> Step[Catan]:
    if setup.seats not in SEATS:
        raise ValueError(f"Catan is for 3 or 4 players, not {setup.seats}")
    for option in OPTIONS:
        if setup.chosen(option) not in option.values:
            raise ValueError(f"{option.key} has no value {setup.chosen(option)!r}")
    market = setup.chosen(GAME) == "market"
    if setup.chosen(MAP) == "beginners" and not market:
        return _beginners(setup.seats, chance.below(setup.seats))
    terrain, numbers = laid(BOARDS[market], chance)
    harbours = luck.shuffle(chance, HARBOUR_KINDS)
    starts = chance.below(setup.seats)
    state = laid_out(setup.seats, terrain, numbers, harbours, starts)
    return Step(state, (Announced(Began(market, starts, state.robber)),))


def _beginners(seats: int, starts: int) -> Step[Catan]:
    """CM-13: all as published; of four colours the first is the one that is not played by three."""
    state = laid_out(seats, BEGINNERS_TERRAIN, BEGINNERS_CHIPS, BEGINNERS_HARBOURS, starts)
    told: tuple[Told, ...] = (Announced(BegunAsPublished(starts, state.robber)),)
    for seat, (corner, edge, other, road) in enumerate(BEGINNERS_FOUNDING[-seats:]):
        state, first = founding.put(state, seat, corner, edge, founding.first_cards(state, corner))
        state, second = founding.put(state, seat, other, road, 0)
        told += first + second
    return turns.begin(state, starts, told)


# ── the map ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def laid(board: Board, chance: Chance) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Terrain and numbers by hex: tiles are shuffled, then red chips, then the others are laid (CM-13)."""
    plain = len(board.terrains) - len(board.jungles)
    tiles = luck.shuffle(chance, range(len(board.terrains)))
    terrain = tuple([board.terrains[tile] for tile in tiles])
    numbers = [board.jungles[tile - plain] if tile >= plain else 0 for tile in tiles]
    spots = tuple(bits(red_spots(terrain, chance, apart=board.third)))
    for spot, chip in zip(spots, luck.shuffle(chance, board.chips[: len(spots)]), strict=True):
        numbers[spot] = chip
    rest = [hexagon for hexagon, kind in enumerate(terrain) if kind < RESOURCES and hexagon not in spots]
    for spot, chip in zip(rest, luck.shuffle(chance, board.chips[len(spots) :]), strict=True):
        numbers[spot] = chip
    return terrain, tuple(numbers)


def red_spots(terrain: tuple[int, ...], chance: Chance, *, apart: bool) -> int:
    """A mask of four hexes, drawn evenly from all that are not adjacent; `apart`: if there are any, on four terrains.

    The four terrains are a rule of the Market.
    """
    kinds = [mask_of(h for h, kind in enumerate(terrain) if kind == each) for each in range(RESOURCES)]
    found: list[int] = []
    for four in combinations(kinds, len(RED) * 2) if apart else ():
        found += _apart(four)
    return luck.pick(chance, found or _anywhere(kinds[0] | kinds[1] | kinds[2] | kinds[3] | kinds[4]))


@lru_cache(maxsize=64)
def _anywhere(everywhere: int) -> list[int]:
    return [four for four in _all_apart(everywhere.bit_length()) if not four & ~everywhere]


@cache
def _all_apart(hexes: int) -> list[int]:
    return _apart(((1 << hexes) - 1,) * 4, ascending=True)


def _apart(places: tuple[int, ...], *, ascending: bool = False) -> list[int]:
    """One hex out of each mask, no two adjacent; ascending, so that no set is found twice where the masks are equal."""
    closed = _CLOSED_BEFORE if ascending else _CLOSED
    first, second, third, fourth = places
    found: list[int] = []
    for one in bits(first):
        near = closed[one]
        for two in bits(second & ~near):
            nearer = near | closed[two]
            for three in bits(third & ~nearer):
                others = 1 << one | 1 << two | 1 << three
                found += [others | 1 << last for last in bits(fourth & ~nearer & ~closed[three])]
    return found


def laid_out(
    seats: int, terrain: tuple[int, ...], numbers: tuple[int, ...], harbours: tuple[int, ...], starts: int
) -> Catan:
    """The first position; the robber stands on the desert."""
    empty = _empty(seats, market=len(terrain) == MARKET.hexes)
    return replace(
        empty,
        starts=starts,
        active=starts,
        terrain=terrain,
        numbers=numbers,
        harbours=harbours,
        robber=terrain.index(Terrain.DESERT),
    )


def _empty(seats: int, *, market: bool) -> Catan:
    """A table without a map."""
    board, nothing = BOARDS[market], Hidden(0)
    return Catan(
        seats=seats,
        market=market,
        starts=0,
        active=0,
        phase=Found(0),
        terrain=(),
        numbers=(),
        harbours=(),
        robber=0,
        free=board.corners,
        taken=0,
        lanes=board.edges,
        roads=(0,) * seats,
        settlements=(0,) * seats,
        cities=(0,) * seats,
        touched=(0,) * seats,
        ways=(0,) * seats,
        ports=(0,) * seats,
        income=(0,) * (seats * ROLLS),
        hands=(nothing,) * seats,
        bank=MARKET_BANK if market else BASE_BANK,
        deck=Hidden(DECK),
        devs=(nothing,) * seats,
        fresh=nothing,
        played=False,
        knights=(0,) * seats,
        used=0,
        army=-1,
        lengths=(0,) * seats,
        longest=-1,
        sites=(0,) * seats,
        site_stock=SITES if market else 0,
        bars=FIRST_ROWS if market else (),
        chips=(0,) * seats,
    )
