"""CM-1, CM-2, CM-11 to CM-13: the material and the map."""

from collections import Counter
from itertools import combinations

import pytest

from rules import counts
from rules.catan import board, hexes, pieces, setup
from rules.catan.board import ANY, BASE, MARKET, Board
from rules.catan.facts import Began, BegunAsPublished, Founded, TurnBegan
from rules.catan.game import RULES
from rules.catan.hexes import AXIAL, EDGE_ENDS, EDGES_AT, HEX_EDGES, HEX_MASK, HEX_NEIGHBOURS, HEXES_AT, bits
from rules.catan.pieces import Dev, Terrain
from rules.catan.state import Catan, Found, PreRoll
from rules.chance import Recorded, Seeded
from rules.contract import Setup
from rules.facts import Announced

GAMES = {BASE: (("game", "base"),), MARKET: ()}


def begun(seed: int, land: Board = MARKET, seats: int = 4) -> Catan:
    return RULES.setup(Setup(seats, GAMES[land]), Seeded(seed)).state


def reds(state: Catan) -> list[int]:
    return [hexagon for hexagon, number in enumerate(state.numbers) if number in (6, 8) and state.terrain[hexagon] < 5]


# ── the material ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_cm_1_the_bank_the_pieces_and_the_development_cards() -> None:
    state = begun(1, BASE)
    assert counts.unpack(state.bank, 10) == (19,) * 5 + (0,) * 5
    assert (pieces.ROADS, pieces.SETTLEMENTS, pieces.CITIES) == (15, 5, 4)
    deck = dict(zip(Dev, counts.unpack(state.deck.packed, 5), strict=True))
    assert deck == {Dev.KNIGHT: 14, Dev.VICTORY_POINT: 5, Dev.ROAD_BUILDING: 2, Dev.PLENTY: 2, Dev.MONOPOLY: 2}


@pytest.mark.parametrize("seats", [2, 5])
def test_cm_1_three_or_four_players(seats: int) -> None:
    with pytest.raises(ValueError, match="3 or 4 players"):
        RULES.setup(Setup(seats), Seeded(1))


@pytest.mark.parametrize("option", [("game", "seafarers"), ("map", "round")])
def test_an_option_has_its_values(option: tuple[str, str]) -> None:
    with pytest.raises(ValueError, match="has no value"):
        RULES.setup(Setup(3, (option,)), Seeded(1))


def test_cm_11_ingredients_sites_and_chips() -> None:
    state = begun(1)
    assert counts.unpack(state.bank, 10) == (19,) * 5 + (18, 14, 10, 10, 8)
    assert counts.unpack(state.site_stock, 10) == (0,) * 5 + (9, 7, 5, 5, 3)
    assert RULES.public(state).chips_left == 28
    land = zip(pieces.INGREDIENT_AT, pieces.TERRAIN_NAMES, strict=True)
    fits = {pieces.CARD_NAMES[card]: terrain for card, terrain in land if card >= 0}
    assert fits == {"cocoa": "jungle", "sugar": "fields", "milk": "pasture", "hazelnut": "forest", "grapes": "hills"}


def test_cm_12_the_market_has_24_hexes_66_corners_89_edges_34_of_them_coast() -> None:
    rows = {r: sorted(q for q, other in AXIAL if other == r) for r in range(-2, 3)}
    wanted = {-2: range(4), -1: range(-1, 4), 0: range(-2, 4), 1: range(-2, 3), 2: range(-2, 2)}
    assert rows == {r: list(qs) for r, qs in wanted.items()}
    assert (hexes.HEXES, hexes.CORNERS, hexes.EDGES) == (24, 66, 89)
    assert sum(_coast(edge, MARKET) for edge in range(hexes.EDGES)) == 34


def _coast(edge: int, land: Board) -> bool:
    return sum(edge in HEX_EDGES[hexagon] for hexagon in range(land.hexes)) == 1


def test_cm_2_the_base_game_is_its_first_19_hexes_54_corners_72_edges() -> None:
    assert {corner for hexagon in range(19) for corner in bits(HEX_MASK[hexagon])} == set(bits(BASE.corners))
    assert {edge for hexagon in range(19) for edge in HEX_EDGES[hexagon]} == set(bits(BASE.edges))
    assert (BASE.corners.bit_count(), BASE.edges.bit_count()) == (54, 72)


# ── the map ──────────────────────────────────────────────────────────────────────────────────────────────────────────

TERRAINS = {
    Terrain.FOREST: 4,
    Terrain.PASTURE: 4,
    Terrain.FIELDS: 4,
    Terrain.HILLS: 3,
    Terrain.MOUNTAINS: 3,
    Terrain.DESERT: 1,
}
CHIPS = Counter([2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12])


@pytest.mark.parametrize("seed", range(5))
def test_cm_2_terrain_chips_and_the_robber_on_the_desert(seed: int) -> None:
    state = begun(seed, BASE)
    assert Counter(state.terrain) == TERRAINS
    assert Counter(number for number in state.numbers if number) == CHIPS
    assert state.terrain[state.robber] == Terrain.DESERT
    assert state.numbers[state.robber] == 0


@pytest.mark.parametrize("seed", range(5))
def test_cm_13_the_market_has_five_jungles_with_their_own_numbers_and_no_chips(seed: int) -> None:
    state = begun(seed)
    assert Counter(state.terrain) == {**TERRAINS, Terrain.JUNGLE: 5}
    land = list(zip(state.terrain, state.numbers, strict=True))
    assert sorted(number for terrain, number in land if terrain == Terrain.JUNGLE) == [4, 5, 9, 10, 11]
    assert Counter(number for terrain, number in land if terrain < Terrain.DESERT) == CHIPS
    assert state.terrain[state.robber] == Terrain.DESERT


@pytest.mark.parametrize("land", [BASE, MARKET])
def test_cm_13_red_chips_are_not_adjacent_and_in_the_market_on_different_terrains(land: Board) -> None:
    terrains = Counter[int]()
    for seed in range(100):
        state = begun(seed, land)
        spots = reds(state)
        assert Counter(state.numbers[spot] for spot in spots) == {6: 2, 8: 2}
        terrains[len({state.terrain[spot] for spot in spots})] += 1
        assert not any(other in HEX_NEIGHBOURS[one] for one, other in combinations(spots, 2))
    assert set(terrains) == ({4} if land is MARKET else {2, 3, 4})


def literal_red_spots(terrain: tuple[int, ...], *, different: bool) -> set[frozenset[int]]:
    """CM-13 read literally."""
    fours = combinations([hexagon for hexagon, kind in enumerate(terrain) if kind < Terrain.DESERT], 4)
    apart = [four for four in fours if not any(b in HEX_NEIGHBOURS[a] for a, b in combinations(four, 2))]
    four_kinds = [four for four in apart if different and len({terrain[hexagon] for hexagon in four}) == 4]
    return {frozenset(four) for four in four_kinds or apart}


def drawn(terrain: tuple[int, ...], *, different: bool) -> list[frozenset[int]]:
    """What each outcome of the one draw gives."""
    first = Sizes()
    setup.red_spots(terrain, first, apart=different)
    assert len(first.sizes) == 1
    every = range(first.sizes[0])
    return [frozenset(bits(setup.red_spots(terrain, Recorded((index,)), apart=different))) for index in every]


class Sizes:
    """Always the first; notes among how many was drawn."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def below(self, n: int, /) -> int:
        self.sizes.append(n)
        return 0


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("land", [BASE, MARKET])
def test_cm_13_red_chips_are_drawn_evenly_from_all_places_that_keep_the_conditions(land: Board, seed: int) -> None:
    terrain, different = begun(seed, land).terrain, land is MARKET
    found = drawn(terrain, different=different)
    assert len(found) == len(set(found))
    assert set(found) == literal_red_spots(terrain, different=different)


def test_cm_13_where_no_place_keeps_both_conditions_they_are_just_not_adjacent() -> None:
    terrain = (0, 0, 0, 0, 1, 1, 0, 0, 2, 5, 1, 0, 0, 0, 0, 0, 0, 2, 0)
    found = drawn(terrain, different=True)
    assert len(found) == len(set(found)) > 100
    assert set(found) == literal_red_spots(terrain, different=True)
    assert all(len({terrain[hexagon] for hexagon in four}) < 4 for four in found)


def test_cm_13_the_beginners_map() -> None:
    state = RULES.setup(Setup(3, (("game", "base"), ("map", "beginners"))), Seeded(4)).state
    rows = (
        "mountains 10, pasture 2, forest 9",
        "fields 12, hills 6, pasture 4, hills 10",
        "fields 9, forest 11, desert, forest 3, mountains 8",
        "forest 8, mountains 3, fields 4, pasture 5",
        "hills 5, fields 6, pasture 11",
    )
    written = ", ".join(rows).split(", ")
    names = [pieces.TERRAIN_NAMES[kind] for kind in state.terrain]
    laid = [f"{name} {number}" if number else name for name, number in zip(names, state.numbers, strict=True)]
    assert laid == written


def test_cm_13_the_beginners_harbours_and_founding_stand_as_published() -> None:
    """Clockwise; and what lies around each settlement, the one that brings the first cards first."""
    kinds = ("3:1", "grain", "ore", "3:1", "wool", "3:1", "3:1", "brick", "lumber")
    names = (*pieces.CARD_NAMES[:5], "3:1")
    around = {
        "red": ("fields 9, forest 11, forest 8", "mountains 10, pasture 2, hills 6"),
        "orange": ("mountains 3, fields 4, fields 6", "forest 9, pasture 4, hills 10"),
        "white": ("forest 3, mountains 8, pasture 5", "fields 12, hills 6, forest 11"),
        "blue": ("forest 8, mountains 3, hills 5", "fields 4, pasture 5, pasture 11"),
    }
    for seats, colours in ((4, list(around)), (3, list(around)[1:])):
        step = RULES.setup(Setup(seats, (("game", "base"), ("map", "beginners"))), Recorded((2,)))
        state = step.state
        assert tuple(names[kind] for kind in state.harbours) == kinds
        assert (state.phase, state.active, state.starts) == (PreRoll(), 2, 2)
        founded = [item.fact for item in step.facts if isinstance(item.fact, Founded)]
        assert [fact.seat for fact in founded] == [seat for seat in range(seats) for _ in "12"]
        assert [_around(state, fact.corner) for fact in founded] == [
            *(set(one.split(", ")) for colour in colours for one in around[colour])
        ]
        assert all(EDGES_AT[fact.corner] >> fact.edge & 1 for fact in founded)
        assert [fact.gained for fact in founded[1::2]] == [0] * seats
        assert [hand.packed for hand in state.hands] == [fact.gained for fact in founded[::2]]
        assert all(counts.total(hand.packed) == 3 for hand in state.hands)
        facts = [item.fact for item in step.facts]
        assert (facts[0], facts[-1]) == (BegunAsPublished(2, state.robber), TurnBegan(2))


def _around(state: Catan, corner: int) -> set[str]:
    hexes_ = [hexagon for hexagon in HEXES_AT[corner] if hexagon < len(state.terrain)]
    return {f"{pieces.TERRAIN_NAMES[state.terrain[place]]} {state.numbers[place]}" for place in hexes_}


def test_cm_13_the_beginners_roads_point_as_published() -> None:
    state = RULES.setup(Setup(4, (("game", "base"), ("map", "beginners"))), Recorded((0,))).state
    roads = [{hexes.EDGE_NAMES[edge] for edge in bits(own)} for own in state.roads]
    wanted = ("d1ne b2ne", "e2ne b3ne", "c4e c2nw", "e1ne d3e")
    assert roads == [{hexes.EDGE_NAMES[hexes.EDGE_OF[name]] for name in line.upper().split()} for line in wanted]


def test_cm_13_the_markets_map_is_always_shuffled() -> None:
    state = RULES.setup(Setup(3, (("map", "beginners"),)), Seeded(4)).state
    assert len(state.terrain) == 24


HARBOURS = {
    BASE: "A1nw A2ne B4ne C5e D4se E2se E1sw D1w B1w",
    MARKET: "A1nw A3ne B5ne C6e D5se E3se E1sw D1w B1w",
}


@pytest.mark.parametrize("land", [BASE, MARKET])
def test_cm_13_nine_harbours_lie_on_the_coast_and_their_kinds_are_shuffled(land: Board) -> None:
    assert [hexes.EDGE_OF[name.upper()] for name in HARBOURS[land].split()] == list(land.harbours)
    assert all(_coast(edge, land) for edge in land.harbours)
    orders = [begun(seed, land).harbours for seed in range(20)]
    assert all(Counter(kinds) == {ANY: 4, 0: 1, 1: 1, 2: 1, 3: 1, 4: 1} for kinds in orders)
    assert len(set(orders)) > 15


@pytest.mark.parametrize("land", [BASE, MARKET])
def test_cm_13_a_harbour_serves_both_ends_of_its_edge(land: Board) -> None:
    served = {corner: harbour for harbour, edge in enumerate(land.harbours) for corner in EDGE_ENDS[edge]}
    assert len(served) == 18
    assert board.BOARDS[land.third].harbour_at == tuple(served.get(corner, -1) for corner in range(hexes.CORNERS))


def test_cm_14_the_start_player_is_drawn_and_founds_first() -> None:
    for seed in range(10):
        step = RULES.setup(Setup(3), Seeded(seed))
        state = step.state
        assert state.active == state.starts
        assert state.phase == Found(0)
        assert step.facts == (Announced(Began(True, state.starts, state.robber)),)
    assert {RULES.setup(Setup(3), Seeded(seed)).state.starts for seed in range(20)} == {0, 1, 2}
