"""Roads, settlements, cities and production sites (CM-3, CM-4, CM-16)."""

from typing import Final

from msgspec.structs import replace

from rules.catan import hands, reasons, roads, scoring
from rules.catan.board import BOARDS
from rules.catan.facts import CityBuilt, LongestRoad, RoadBuilt, SettlementBuilt, SiteBuilt
from rules.catan.hexes import (
    CORNER_NAMES,
    EDGE_ENDS,
    EDGE_NAMES,
    EDGES,
    EDGES_AT,
    ENDS_MASK,
    HEX_MASK,
    HEXES_AT,
    NEAR,
    bits,
)
from rules.catan.moves import City, Road, Settlement, Site
from rules.catan.pieces import (
    CITIES,
    CITY_COST,
    INGREDIENT_AT,
    PLAYERS,
    RESOURCES,
    ROAD_COST,
    ROADS,
    SETTLEMENT_COST,
    SETTLEMENTS,
    SITE_COST,
)
from rules.catan.state import Catan, swap
from rules.contract import Chance, IllegalMove, Step, Told
from rules.counts import BITS, FULL
from rules.facts import Announced

SITE_BITS: Final = 2
FIRST_ROLL: Final = 2
_BUILT: Final[tuple[tuple[tuple[tuple[Told, ...], ...], ...], ...]] = tuple(
    [
        tuple([tuple([(Announced(RoadBuilt(seat, edge, free)),) for edge in range(EDGES)]) for seat in range(PLAYERS)])
        for free in (False, True)
    ]
)
"""What is told of a road, by whether it is free, seat and edge."""
_BESIDE: Final = tuple([EDGES_AT[one] | EDGES_AT[other] for one, other in EDGE_ENDS])
"""The edges at both ends of an edge, and itself."""


# ── where something may stand ────────────────────────────────────────────────────────────────────────────────────────


def road_places(state: Catan, seat: int) -> int:
    """The edges on which a seat may lay a road, money aside."""
    return state.ways[seat] if state.roads[seat].bit_count() < ROADS else 0


def settlement_places(state: Catan, seat: int) -> int:
    """The corners on which a seat may put a settlement, money aside."""
    return state.free & state.touched[seat] if state.settlements[seat].bit_count() < SETTLEMENTS else 0


def city_places(state: Catan, seat: int) -> int:
    """The settlements of a seat that may become cities, money aside."""
    return state.settlements[seat] if state.cities[seat].bit_count() < CITIES else 0


def sites_on(state: Catan, seat: int, hexagon: int) -> int:
    """How many production sites a seat has on a hex."""
    return state.sites[seat] >> SITE_BITS * hexagon & 3


def site_places(state: Catan, seat: int) -> list[int]:
    """The hexes on which a seat may put a site of the fitting kind, money aside (CM-16)."""
    buildings = state.settlements[seat] | state.cities[seat]
    return [
        hexagon
        for hexagon, terrain in enumerate(state.terrain)
        if buildings & HEX_MASK[hexagon]
        and INGREDIENT_AT[terrain] >= 0
        and state.site_stock >> BITS * INGREDIENT_AT[terrain] & FULL
        and sites_on(state, seat, hexagon) < (buildings & HEX_MASK[hexagon]).bit_count()
    ]


# ── roads ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def road(state: Catan, seat: int, move: Road, _chance: Chance) -> Step[Catan]:
    if not road_places(state, seat) >> move.edge & 1:
        raise IllegalMove(why_no_road(state, seat, move.edge))
    cards, bank = hands.spend(state, seat, ROAD_COST)
    after, told = lay_road(state, seat, move.edge, cards, bank, free=False)
    return Step(after, told) if after.longest == state.longest else scoring.settled(after, told)


def free_road(state: Catan, seat: int, edge: int) -> tuple[Catan, tuple[Told, ...]]:
    """A road that costs nothing (CM-7, CM-20). Raises IllegalMove."""
    if not road_places(state, seat) >> edge & 1:
        raise IllegalMove(why_no_road(state, seat, edge))
    return lay_road(state, seat, edge, state.hands, state.bank, free=True)


def why_no_road(state: Catan, seat: int, edge: int) -> reasons.Reason:
    if not BOARDS[state.market].edges >> edge & 1:
        return reasons.OffTheMap(EDGE_NAMES[edge])
    if not state.lanes >> edge & 1:
        return reasons.EdgeTaken(edge)
    if not state.ways[seat] >> edge & 1:
        return reasons.NotConnected(edge)
    return reasons.NoPiecesLeft("roads")


def lay_road(
    state: Catan, seat: int, edge: int, cards: hands.Hands, bank: int, *, free: bool
) -> tuple[Catan, tuple[Told, ...]]:
    """The road lies where it may; with the hands and the bank as they are afterwards."""
    bit, ends = 1 << edge, ENDS_MASK[edge]
    laid, reached, ways = [*state.roads], [*state.touched], [*state.ways]
    own, touched = laid[seat] | bit, reached[seat] | ends
    laid[seat], reached[seat] = own, touched
    blocked = touched & state.taken & ~(state.settlements[seat] | state.cities[seat])
    lanes = state.lanes ^ bit
    for other, way in enumerate(state.ways):
        if way & bit:
            ways[other] = way ^ bit
    ways[seat] |= (_onward(edge, blocked) if blocked & ends else _BESIDE[edge]) & lanes
    run = roads.through(edge, own, blocked)
    lengths, longest = state.lengths, state.longest
    if run > lengths[seat]:
        lengths = swap(lengths, seat, run)
        longest = longest if run < roads.LEAST else roads.holder(lengths, longest)
    told = _BUILT[free][seat][edge]
    if longest != state.longest:
        told += (Announced(LongestRoad(longest, state.longest, run)),)
    after = replace(
        state,
        lanes=lanes,
        roads=tuple(laid),
        ways=tuple(ways),
        touched=tuple(reached),
        lengths=lengths,
        longest=longest,
        hands=cards,
        bank=bank,
    )
    return after, told


def _onward(edge: int, blocked: int) -> int:
    """The edges to which a road leads on past foreign buildings, which stand on the blocked corners."""
    return sum([EDGES_AT[corner] for corner in EDGE_ENDS[edge] if not blocked >> corner & 1])


# ── settlements and cities ───────────────────────────────────────────────────────────────────────────────────────────


def settlement(state: Catan, seat: int, move: Settlement, _chance: Chance) -> Step[Catan]:
    corner = move.corner
    if not settlement_places(state, seat) >> corner & 1:
        raise IllegalMove(_why_no_settlement(state, seat, corner))
    cards, bank = hands.spend(state, seat, SETTLEMENT_COST)
    after = replace(put_settlement(state, seat, corner), hands=cards, bank=bank)
    told: tuple[Told, ...] = (Announced(SettlementBuilt(seat, corner)),)
    if after.longest != state.longest:
        length = max(after.lengths) if after.longest < 0 else after.lengths[after.longest]
        told = (*told, Announced(LongestRoad(after.longest, state.longest, length)))
    return scoring.settled(after, told)


def why_no_corner(state: Catan, corner: int) -> reasons.Reason:
    """Of a corner that is not free."""
    if not BOARDS[state.market].corners >> corner & 1:
        return reasons.OffTheMap(CORNER_NAMES[corner])
    if state.taken >> corner & 1:
        return reasons.CornerTaken(corner)
    return reasons.TooClose(corner)


def _why_no_settlement(state: Catan, seat: int, corner: int) -> reasons.Reason:
    if not state.free >> corner & 1:
        return why_no_corner(state, corner)
    if not state.touched[seat] >> corner & 1:
        return reasons.NoRoadThere(corner)
    return reasons.NoPiecesLeft("settlements")


def put_settlement(state: Catan, seat: int, corner: int) -> Catan:
    """A settlement stands where it may: masks, income and harbour; it may cut the roads of another (CM-8)."""
    bit = 1 << corner
    board = BOARDS[state.market]
    harbour = board.harbour_at[corner]
    ports = state.ports
    if harbour >= 0:
        ports = swap(ports, seat, ports[seat] | 1 << state.harbours[harbour])
    ways = swap(state.ways, seat, state.ways[seat] | EDGES_AT[corner] & state.lanes)
    after = replace(
        state,
        free=state.free & ~NEAR[corner],
        taken=state.taken | bit,
        settlements=swap(state.settlements, seat, state.settlements[seat] | bit),
        ways=ways,
        ports=ports,
        income=earning(state, seat, corner),
    )
    passing = [other for other, own in enumerate(state.roads) if other != seat and own & EDGES_AT[corner]]
    return _cut(after, passing, corner) if passing else after


def earning(state: Catan, seat: int, corner: int) -> tuple[int, ...]:
    """The income with one more settlement, or one turned into a city, at a corner (CM-5)."""
    income = list(state.income)
    for hexagon in HEXES_AT[corner]:
        if hexagon < len(state.terrain) and state.terrain[hexagon] < RESOURCES:
            at = (state.numbers[hexagon] - FIRST_ROLL) * state.seats + seat
            income[at] += 1 << BITS * state.terrain[hexagon]
    return tuple(income)


def _cut(state: Catan, passing: list[int], corner: int) -> Catan:
    """Roads no longer run on through this corner, nor can they be laid on from it."""
    ways, lengths = list(state.ways), list(state.lengths)
    for seat in passing:
        foreign = state.taken & ~(state.settlements[seat] | state.cities[seat])
        joined = state.touched[seat] & ~foreign
        for edge in bits(ways[seat] & EDGES_AT[corner]):
            if not ENDS_MASK[edge] & joined:
                ways[seat] ^= 1 << edge
        if (state.roads[seat] & EDGES_AT[corner]).bit_count() > 1:
            lengths[seat] = roads.length(state.roads[seat], foreign)
    after = tuple(lengths)
    return replace(state, ways=tuple(ways), lengths=after, longest=roads.holder(after, state.longest))


def city(state: Catan, seat: int, move: City, _chance: Chance) -> Step[Catan]:
    corner = move.corner
    if not city_places(state, seat) >> corner & 1:
        raise IllegalMove(_why_no_city(state, seat, corner))
    cards, bank = hands.spend(state, seat, CITY_COST)
    bit = 1 << corner
    after = replace(
        state,
        settlements=swap(state.settlements, seat, state.settlements[seat] ^ bit),
        cities=swap(state.cities, seat, state.cities[seat] | bit),
        income=earning(state, seat, corner),
        hands=cards,
        bank=bank,
    )
    return scoring.settled(after, (Announced(CityBuilt(seat, corner)),))


def _why_no_city(state: Catan, seat: int, corner: int) -> reasons.Reason:
    if not BOARDS[state.market].corners >> corner & 1:
        return reasons.OffTheMap(CORNER_NAMES[corner])
    if not state.settlements[seat] >> corner & 1:
        return reasons.NoSettlementThere(corner)
    return reasons.NoPiecesLeft("cities")


# ── production sites ─────────────────────────────────────────────────────────────────────────────────────────────────


def site(state: Catan, seat: int, move: Site, _chance: Chance) -> Step[Catan]:
    """CM-16"""
    refused = why_no_site(state, seat, move.card, move.hexagon)
    if refused is not None:
        raise IllegalMove(refused)
    cards, bank = hands.spend(state, seat, SITE_COST)
    after = replace(put_site(state, seat, move.hexagon), hands=cards, bank=bank)
    return Step(after, (Announced(SiteBuilt(seat, move.card, move.hexagon)),))


def why_no_site(state: Catan, seat: int, card: int, hexagon: int) -> reasons.Reason | None:
    if not state.market:
        return reasons.NotInThisGame()
    if INGREDIENT_AT[state.terrain[hexagon]] != card or card < RESOURCES:
        return reasons.WrongTerrain(card, hexagon)
    if not state.site_stock >> BITS * card & FULL:
        return reasons.NoPiecesLeft("sites")
    buildings = (state.settlements[seat] | state.cities[seat]) & HEX_MASK[hexagon]
    if sites_on(state, seat, hexagon) >= buildings.bit_count():
        return reasons.NoBuildingForSite(hexagon)
    return None


def put_site(state: Catan, seat: int, hexagon: int) -> Catan:
    """A site stands where it may, and brings its ingredient from now on (CM-15)."""
    one = 1 << BITS * INGREDIENT_AT[state.terrain[hexagon]]
    at = (state.numbers[hexagon] - FIRST_ROLL) * state.seats + seat
    return replace(
        state,
        sites=swap(state.sites, seat, state.sites[seat] + (1 << SITE_BITS * hexagon)),
        site_stock=state.site_stock - one,
        income=swap(state.income, at, state.income[at] + one),
    )
