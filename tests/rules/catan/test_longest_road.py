"""CM-8, CM-12: the longest road is what a slow search finds that tries every run (literal_road.py)."""

import ast
import random
from collections import Counter
from pathlib import Path

import pytest

from rules.catan import hexes, roads
from tests.report import say
from tests.rules.catan import literal_road as literal
from tests.rules.catan.literal_road import Corner, Edge, Hex

NETWORKS = 600
CAMPAIGN = 20_000
MOST = 15
"""Roads of a player (CM-1)."""

pytestmark = pytest.mark.no_cover

CORNER: dict[Corner, int] = {
    corner: number
    for place in literal.MARKET
    for corner, number in zip(literal.corners_of(place), hexes.HEX_CORNERS[hexes.HEX_AT[place]], strict=True)
}
EDGE: dict[Edge, int] = {
    edge: number
    for place in literal.MARKET
    for edge, number in zip(literal.edges_of(place), hexes.HEX_EDGES[hexes.HEX_AT[place]], strict=True)
}


class Networks:
    """Random networks of one player, and other players' buildings, mostly on them."""

    def __init__(self, land: list[Hex], rng: random.Random) -> None:
        self.rng = rng
        self.corners = sorted(literal.corners(land), key=sorted)
        self.edges = sorted(literal.edges(land), key=sorted)
        self.at = {corner: [edge for edge in self.edges if corner in literal.ends(edge)] for corner in self.corners}

    def roads(self) -> set[Edge]:
        """Grown road by road, mostly where it ended, now and then anywhere; some close rings."""
        last = self.rng.choice(self.edges)
        found = {last}
        straight, strays = self.rng.choice((0.3, 0.8, 1.0)), self.rng.choice((0.0, 0.0, 0.05, 0.2))
        for _ in range(self.rng.randint(0, MOST - 1)):
            from_road = last if self.rng.random() < straight else self.rng.choice(sorted(found, key=sorted))
            near = [edge for end in literal.ends(from_road) for edge in self.at[end] if edge not in found]
            anywhere = [edge for edge in self.edges if edge not in found]
            last = self.rng.choice(near if near and self.rng.random() >= strays else anywhere)
            found.add(last)
        return found

    def foreign(self, roads_laid: set[Edge]) -> set[Corner]:
        passed = sorted({end for road in roads_laid for end in literal.ends(road)}, key=sorted)
        some = self.rng.choice((0, 0, 1, 2, 4))
        return {self.rng.choice(passed if self.rng.random() < 0.8 else self.corners) for _ in range(some)}


def compared(count: int, seed: int) -> Counter[str]:
    rng = random.Random(seed)
    seen: Counter[str] = Counter()
    maps = [Networks(land, rng) for land in (literal.BASE, literal.MARKET)]
    for number in range(count):
        laid = (networks := maps[number % 2]).roads()
        foreign = networks.foreign(laid)
        wanted = literal.longest(laid, foreign)
        numbers, blocked = [EDGE[road] for road in laid], hexes.mask_of(CORNER[corner] for corner in foreign)
        where = sorted(map(sorted, laid)), sorted(map(sorted, foreign))
        assert roads.length(hexes.mask_of(numbers), blocked) == wanted, where
        assert grown(numbers, blocked) == wanted, where
        seen["forks"] += wanted < len(laid)
        seen["cut"] += wanted < literal.longest(laid, set())
        ring = any(laid.issuperset(literal.edges_of(place)) for place in literal.MARKET)
        seen["rings"] += ring
        seen["rings and more"] += ring and wanted > 6
        seen["five or more"] += wanted >= 5
        seen["ten or more"] += wanted >= 10
    return seen


def grown(numbers: list[int], blocked: int) -> int:
    """Road by road, as a game does it: only runs through the new road are looked at."""
    found = mask = 0
    for edge in numbers:
        mask |= 1 << edge
        found = max(found, roads.through(edge, mask, blocked))
    return found


def test_cm_8_the_longest_road_is_that_of_a_search_of_every_run() -> None:
    seen = compared(NETWORKS, 8)
    say(f"catan: longest road, {NETWORKS} random networks: " + ", ".join(f"{w} {n}" for w, n in sorted(seen.items())))
    assert min(seen.values()) >= 20


@pytest.mark.long
def test_cm_8_the_longest_road_of_20_000_random_networks() -> None:
    seen = compared(CAMPAIGN, 20_000)
    say(f"catan: longest road, {CAMPAIGN} random networks: " + ", ".join(f"{w} {n}" for w, n in sorted(seen.items())))
    assert min(seen.values()) >= 200


def test_cm_12_both_maps_have_the_same_hexes_corners_and_edges_as_the_law_book() -> None:
    assert sorted(hexes.AXIAL) == sorted(literal.MARKET)
    assert sorted(hexes.AXIAL[: hexes.BASE_HEXES]) == sorted(literal.BASE)
    for land, number_of_corners, number_of_edges in ((literal.BASE, 54, 72), (literal.MARKET, 66, 89)):
        assert {CORNER[corner] for corner in literal.corners(land)} == set(range(number_of_corners))
        assert {EDGE[edge] for edge in literal.edges(land)} == set(range(number_of_edges))
    for edge, number in EDGE.items():
        assert {CORNER[end] for end in literal.ends(edge)} == set(hexes.EDGE_ENDS[number])
    coast = [edge for edge in literal.edges(literal.MARKET) if len(edge & set(literal.MARKET)) == 1]
    assert len(coast) == 34


def test_a_corner_and_an_edge_have_one_number_from_whichever_hex_they_are_named() -> None:
    for place in literal.MARKET:
        name = hexes.HEX_NAMES[hexes.HEX_AT[place]]
        for direction, corner in zip(("n", "ne", "se", "s", "sw", "nw"), literal.corners_of(place), strict=True):
            assert hexes.CORNER_OF[(name + direction).upper()] == CORNER[corner]
        for direction, edge in zip(("ne", "e", "se", "sw", "w", "nw"), literal.edges_of(place), strict=True):
            assert hexes.EDGE_OF[(name + direction).upper()] == EDGE[edge]


def test_the_slow_search_shares_nothing_with_the_rules() -> None:
    tree = ast.parse(Path(literal.__file__).read_text("utf-8"))
    assert {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)} == {"itertools"}
    assert not any(isinstance(node, ast.Import) for node in ast.walk(tree))


def test_the_slow_search_counts_rings_and_eights_as_a_person_does() -> None:
    """A ring of six is six; two rings side by side share a road, and all eleven can be run."""
    ring = set(literal.edges_of((0, 0)))
    north, *_, north_west = literal.corners_of((0, 0))
    south = literal.corners_of((0, 0))[3]
    assert literal.longest(ring, set()) == 6
    assert literal.longest(ring | set(literal.edges_of((1, 0))), set()) == 11
    assert literal.longest(ring, {north}) == 6
    assert literal.longest(ring, {north, south}) == 3
    assert literal.longest(ring, {north, north_west}) == 5
