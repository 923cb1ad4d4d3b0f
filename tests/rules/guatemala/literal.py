"""The law book read literally: which placements are legal and what they cost, what a scoring brings, which ships sail.

A second implementation, slow and plain, with its own copy of the law book's tables and nothing but the standard
library: coordinates, sets, loops and a plain search. It shares no line with the rules that it is compared with.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

Field = tuple[int, int]
Point = tuple[int, int]
Road = frozenset[Point]

WORKER, SHED, SHIP, ROAD = "worker", "shed", "ship", "road"

# "Boards", three and four players: from row, sideways, entrance (dx, y), shed field (dx, y)
PATH_COLUMNS = (2, 5, 8, 11)
BRANCHES = (
    (8, -1, (-1, 7), (-2, 7)),
    (6, +1, (+1, 5), (+1, 5)),
    (4, -1, (-1, 3), (-2, 3)),
    (1, +1, (+1, 0), (+1, 0)),
)
CLOSED_WITH_THREE = {(0, 7), (3, 5), (0, 3), (3, 0)}

# two players
SITE_COLUMNS = (1, 4, 7)
SITE_ROWS = (1, 3, 5, 7)
ACCESS_POINTS = {(1, 9), (2, 9), (4, 9), (5, 9), (7, 9), (8, 9)}

ZONE_OF_ROW = ("grey",) * 3 + ("green",) * 3 + ("yellow",) * 3
WORKER_PRICE = {"grey": 1, "green": 2, "yellow": 3}
SHED_PRICE = {"grey": 2, "green": 4, "yellow": 6}
DOCKS = (2, 3, 4)
DOCKS_WITH_TWO = (2, 2, 3, 3, 4, 4)


@dataclass
class Plantation:
    owner: int
    coffee: int
    shed: Field | None = None
    workers: set[Field] = field(default_factory=set[Field])


@dataclass
class Table:
    players: int
    money: list[int]
    plantations: list[Plantation]
    harbours: list[list[int]]
    """The coffees of the ships from the cheapest dock on; harbours are numbered from 0."""
    roads: set[Road]
    anywhere: bool = False
    """The option of GC-12: any harbour, any coffee."""

    def __post_init__(self) -> None:
        self.standing: dict[Field, Plantation] = {}
        for plantation in self.plantations:
            for place in plantation.workers:
                self.standing[place] = plantation
            if plantation.shed is not None:
                self.standing[plantation.shed] = plantation


# ── the boards ───────────────────────────────────────────────────────────────────────────────────────────────────────


def fields(players: int) -> Iterator[Field]:
    for row in range(9):
        for column in range(9 if players == 2 else 13):
            yield column, row


def paths(players: int) -> list[tuple[int, int]]:
    """Harbour and column of the paths in use: with three players the left one is closed."""
    return [(k, x) for k, x in enumerate(PATH_COLUMNS) if players == 4 or k > 0]


def printed_sites(players: int) -> dict[Field, Point]:
    """The shed sites that may be used, with their entrances."""
    found: dict[Field, Point] = {}
    for _, x in paths(players):
        for _, _, (entrance_dx, entrance_y), (shed_dx, shed_y) in BRANCHES:
            found[x + shed_dx, shed_y] = (x + entrance_dx, entrance_y)
    return found


def sites(players: int) -> set[Field]:
    if players == 2:
        return {(column, row) for column in SITE_COLUMNS for row in SITE_ROWS}
    return set(printed_sites(players))


def segments(players: int) -> set[Road]:
    """Where a road may lie (GC-18)."""
    found: set[Road] = set()
    if players == 2:
        for column, row in fields(2):
            a, b, c, d = (column, row), (column + 1, row), (column, row + 1), (column + 1, row + 1)
            found |= {frozenset((a, b)), frozenset((a, c)), frozenset((b, d)), frozenset((c, d))}
        return found
    for _, x in paths(players):
        for y in range(1, 9):
            found.add(frozenset(((x, y), (x, y + 1))))
        for row, sideways, (entrance_dx, entrance_y), _ in BRANCHES:
            found.add(frozenset(((x, row), (x + sideways, row))))
            found.add(frozenset(((x + sideways, row), (x + entrance_dx, entrance_y))))
    return found


FIELDS = {players: list(fields(players)) for players in (2, 3, 4)}
SITES = {players: sites(players) for players in (2, 3, 4)}
ENTRANCES = {players: printed_sites(players) for players in (3, 4)}
SEGMENTS = {players: segments(players) for players in (2, 3, 4)}


def beside(place: Field) -> list[Field]:
    column, row = place
    return [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]


# ── placements ───────────────────────────────────────────────────────────────────────────────────────────────────────


def own_plantation(table: Table, player: int, coffee: int) -> Plantation | None:
    """GC-14: one plantation a colour."""
    for plantation in table.plantations:
        if plantation.owner == player and plantation.coffee == coffee:
            return plantation
    return None


def touches_another(table: Table, player: int, coffee: int, place: Field) -> bool:
    """GC-17"""
    for neighbour in beside(place):
        there = table.standing.get(neighbour)
        if there is not None and there.coffee == coffee and there.owner != player:
            return True
    return False


def against_worker(table: Table, player: int, coffee: int, place: Field) -> str:
    """The first clause that forbids it; nothing if it is legal and can be paid."""
    site = place in SITES[table.players] or (table.players == 3 and place in CLOSED_WITH_THREE)
    if site or place in table.standing:
        return "GC-15"
    if touches_another(table, player, coffee, place):
        return "GC-17"
    own = own_plantation(table, player, coffee)
    if own is not None and not any(near in own.workers or near == own.shed for near in beside(place)):
        return "GC-16"
    return "" if worker_price(place) <= table.money[player] else "GC-11"


def against_shed(table: Table, player: int, coffee: int, place: Field) -> str:
    if place not in SITES[table.players] or place in table.standing:
        return "GC-15"
    own = own_plantation(table, player, coffee)
    if own is not None and own.shed is not None:
        return "GC-14"
    if touches_another(table, player, coffee, place):
        return "GC-17"
    if own is not None and own.workers and not any(near in own.workers for near in beside(place)):
        return "GC-16"
    return "" if shed_price(table, place) <= table.money[player] else "GC-11"


def against_ship(table: Table, player: int, coffee: int, harbour: int) -> str:
    if table.players == 2 and harbour != 0:
        return "GC-13"
    if table.players == 3 and harbour == 0:
        return "GC-12"
    if not table.anywhere and harbour not in ways_of(table, player, coffee):
        return "GC-12 way"
    if ship_price(table, harbour) is None:
        return "GC-12"
    return "" if (ship_price(table, harbour) or 0) <= table.money[player] else "GC-11"


def ways_of(table: Table, player: int, coffee: int) -> set[int]:
    """GC-12: the harbours that printed paths connect with the player's shed of the coffee, roads or not."""
    own = own_plantation(table, player, coffee)
    if own is None or own.shed is None:
        return set()
    if table.players == 2:
        return {0}
    reached = joined(SEGMENTS[table.players], ENTRANCES[table.players][own.shed])
    return {harbour for harbour, x in paths(table.players) if (x, 9) in reached}


def against_road(table: Table, segment: Road) -> str:
    return "" if segment in SEGMENTS[table.players] and segment not in table.roads else "GC-18"


def worker_price(place: Field) -> int:
    return WORKER_PRICE[ZONE_OF_ROW[place[1]]]


def shed_price(table: Table, place: Field) -> int:
    """GC-13: with two players the price printed at the site."""
    return place[1] if table.players == 2 else SHED_PRICE[ZONE_OF_ROW[place[1]]]


def ship_price(table: Table, harbour: int) -> int | None:
    """The cheapest free dock; None where none is free."""
    docks = DOCKS_WITH_TWO if table.players == 2 else DOCKS
    free = list(docks)[len(table.harbours[harbour]) :]
    return min(free) if free else None


# ── scoring ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def joined(roads: set[Road], start: Point) -> set[Point]:
    """Every point that an unbroken line of roads leads to: a plain search."""
    found, ahead = {start}, [start]
    while ahead:
        column, row = ahead.pop()
        for near in ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)):
            if near not in found and frozenset(((column, row), near)) in roads:
                found.add(near)
                ahead.append(near)
    return found


def harbours_of(table: Table, shed: Field) -> set[int]:
    """The harbours that the shed is connected to (GC-23)."""
    if table.players == 2:
        column, row = shed
        corners = [(column, row), (column + 1, row), (column, row + 1), (column + 1, row + 1)]
        return {0} if any(joined(table.roads, corner) & ACCESS_POINTS for corner in corners) else set()
    reached = joined(table.roads, ENTRANCES[table.players][shed])
    return {harbour for harbour, x in paths(table.players) if (x, 9) in reached}


def points(table: Table, coffee: int) -> list[int]:
    """GC-22: what each player gets, were this coffee scored."""
    gained = [0] * table.players
    for plantation in table.plantations:
        if plantation.coffee != coffee or plantation.shed is None or not plantation.workers:
            continue
        ships = 0
        for harbour in harbours_of(table, plantation.shed):
            ships += table.harbours[harbour].count(coffee)
        gained[plantation.owner] += len(plantation.workers) * (1 + ships)
    return gained


def sailing(table: Table, coffee: int) -> set[int]:
    """GC-24: the harbours whose ship lies in the cheapest dock among those that scored; more than one on a tie."""
    docks = DOCKS_WITH_TWO if table.players == 2 else DOCKS
    scored: set[tuple[int, int]] = set()  # the price of a dock, and its harbour
    for plantation in table.plantations:
        if plantation.coffee == coffee and plantation.shed is not None and plantation.workers:
            for harbour in harbours_of(table, plantation.shed):
                for price, ship in zip(docks, table.harbours[harbour], strict=False):
                    if ship == coffee:
                        scored.add((price, harbour))
    cheapest = min((price for price, _ in scored), default=0)
    return {harbour for price, harbour in scored if price == cheapest}
