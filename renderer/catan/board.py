"""Paints the island: land, harbours, pieces, the robber, and what is pointed at."""

from __future__ import annotations

from math import hypot
from typing import Final

from renderer import signs
from renderer.catan import pieces, symbols, theme
from renderer.catan.geometry import BESIDE, PAGE, Layout, layout
from renderer.catan.ghosts import with_sites
from renderer.catan.labels import board_sizes, labels
from renderer.catan.marks import Marks, Spot
from renderer.catan.sea import sea
from renderer.catan.terrain import VARIANTS, tile
from renderer.players import tile as badge
from renderer.scene import Drawing, Items, Point, Scene, centred
from rules.catan.hexes import AXIAL, HEX_CORNERS, HEX_NAMES
from rules.catan.pieces import INGREDIENT_AT
from rules.catan.views import CatanPublic

LEANS: Final = ((0, -14), (8, -12), (8, 2), (0, 16), (-8, 2), (-8, -12))
"""The robber is taller than a site, and keeps clear of the chip."""
NAME, ROBBER = "name", "robber"
NAME_AT: Final = (0, 3, 4, 2, 5, 1)
ROBBER_AT: Final = (4, 2, 5, 1, 3)
"""Where the name of a hex and the robber stand: at the first free corner."""
PUSHED: Final = 9
"""So far a chip makes room for the sites of its hex."""
BADGE: Final = 84


def paint_board(view: CatanPublic, marks: Marks, *, named: bool = True) -> Scene:
    """Without the names of legal places where a close-up writes its own."""
    where, view = layout(market=view.market), with_sites(view, marks)
    items = _land(view, where, marks)
    items += [centred(symbols.lane(where.lean(e), where), where.edge(e)) for e in _places(marks.legal_edges)]
    items += _roads(view, where, marks)
    items += _frames(view, where, marks)
    items += _rings(view, where, marks)
    items += _buildings(view, where)
    items += _inside(view, where, marks)
    if named:
        spots = marks.legal_corners, marks.legal_edges
        items += labels(where, spots, items, board_sizes(where), where.page.grown(-2))
    items += _corner_signs(view, marks)
    return Scene(theme.NAME, sea(where), tuple(items), where.page)


def _places(spots: tuple[Spot, ...]) -> list[int]:
    return [spot.place for spot in spots]


# ── land ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _land(view: CatanPublic, where: Layout, marks: Marks) -> Items:
    items: Items = []
    for number, kind in enumerate(view.harbours):
        items.append(centred(symbols.harbour(kind), where.harbour(number), f"harbour:{number}:{kind}", alone=True))
    legal = _places(marks.legal_hexes)
    for number, terrain in enumerate(view.terrain):
        centre = where.hexagon(number)
        items.append(centred(tile(terrain, AXIAL[number][1] % VARIANTS, where), centre, f"hex:{number}:{terrain}"))
        if number in legal:
            items.append(centred(symbols.legal_hex(where), centre))
    return items


def _inside(view: CatanPublic, where: Layout, marks: Marks) -> Items:
    """Sites and the robber, then chips, then names: over the buildings, which leave them room."""
    items: Items = []
    chips: Items = []
    names: Items = []
    rolled = sum(marks.dice) if marks.dice else 0
    for number, terrain in enumerate(view.terrain):
        stood = stand(view, number)
        for direction, means in stood.items():
            x, y = where.beside(number, direction)
            if means == NAME:
                names.append(centred(symbols.name(HEX_NAMES[number], terrain), (x, y + (8 if direction else -8))))
            elif means != ROBBER:
                site = pieces.site(int(means.split(":")[1]), INGREDIENT_AT[terrain])
                items.append(centred(site, (x, y), means))
        if view.numbers[number]:
            lit = view.numbers[number] == rolled and number != view.robber
            chip = pieces.chip(view.numbers[number], lit=lit)
            chips.append(centred(chip, chip_at(where, number, stood), f"chip:{number}:{view.numbers[number]}"))
    return items + _robber(view, where, marks) + chips + names


def _rings(view: CatanPublic, where: Layout, marks: Marks) -> Items:
    """Under sites that are new, or planned."""
    items: Items = []
    for sites, ghost in ((marks.sites, False), ((*marks.ghost_sites, *marks.said_sites), True)):
        for seat, number in sites:
            own = [d for d, means in stand(view, number).items() if means == f"site:{seat}:{number}"]
            items += [centred(pieces.site_mark(seat, ghost=ghost), where.beside(number, d)) for d in own]
    return items


def stand(view: CatanPublic, number: int) -> dict[int, str]:
    """What stands at which corner within a hex: sites beside their owners' buildings, then name and robber."""
    used: dict[int, str] = {}
    corners = HEX_CORNERS[number]
    for seat in range(view.seats):
        count = dict(view.sites[seat]).get(number, 0)
        own = {*view.settlements[seat], *view.cities[seat]}
        built = [direction for direction, corner in enumerate(corners) if corner in own]
        for direction in built[:count]:
            used[direction] = f"site:{seat}:{number}"
    built = _built(view, number)
    used[next(d for d in NAME_AT if d not in used and (d == 0 or d not in built))] = NAME
    if view.robber == number:
        used[next(d for d in ROBBER_AT if d not in used and d not in built)] = ROBBER
    return used


def _built(view: CatanPublic, number: int) -> set[int]:
    built = {corner for seat in range(view.seats) for corner in (*view.settlements[seat], *view.cities[seat])}
    return {direction for direction, corner in enumerate(HEX_CORNERS[number]) if corner in built}


def chip_at(where: Layout, number: int, stood: dict[int, str]) -> Point:
    """In the middle of its hex, a little away from the sites there."""
    sites = [direction for direction, means in stood.items() if means.startswith("site")]
    x, y = (sum(BESIDE[direction][axis] for direction in sites) for axis in (0, 1))
    cx, cy = where.hexagon(number)
    far = hypot(x, y)
    return (cx - x / far * PUSHED, cy - y / far * PUSHED) if far > PUSHED else (cx, cy)


def _robber(view: CatanPublic, where: Layout, marks: Marks) -> Items:
    point = robber_at(view, where)
    items: Items = []
    if marks.robbed == view.robber:
        items.append(centred(pieces.robber_mark(ghost=False), point))
    if marks.ghost_robber:
        items.append(centred(pieces.robber_mark(ghost=True), point))
    return [*items, centred(pieces.robber(), point, f"robber:{view.robber}")]


def robber_at(view: CatanPublic, where: Layout) -> Point:
    """In the middle where there is no chip."""
    x, y = where.hexagon(view.robber)
    if not view.numbers[view.robber]:
        return x, y + 4
    direction = next(d for d, what in stand(view, view.robber).items() if what == ROBBER)
    px, py = where.beside(view.robber, direction)
    dx, dy = LEANS[direction]
    return px + dx, py + dy


# ── pieces ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _roads(view: CatanPublic, where: Layout, marks: Marks) -> Items:
    halos: Items = [centred(symbols.halo(where.lean(edge), where), where.edge(edge)) for edge in marks.edges]
    roads: Items = [
        centred(pieces.road(seat, where.lean(edge), where), where.edge(edge), f"road:{seat}:{edge}")
        for seat in range(view.seats)
        for edge in view.roads[seat]
    ]
    roads += [centred(pieces.road(view.active, where.lean(e), where), where.edge(e)) for e in marks.said_edges]
    planned = (*marks.ghost_edges, *marks.said_edges)
    ghosts: Items = [centred(symbols.dashed_road(where.lean(e), where), where.edge(e)) for e in planned]
    return halos + roads + ghosts


def _buildings(view: CatanPublic, where: Layout) -> Items:
    """From the top down, so that the nearer one covers the farther."""
    found: list[tuple[Point, Drawing, str]] = []
    for seat in range(view.seats):
        found += [(house(where, c), pieces.settlement(seat), f"settlement:{seat}:{c}") for c in view.settlements[seat]]
        found += [(house(where, c), pieces.city(seat), f"city:{seat}:{c}") for c in view.cities[seat]]
    found.sort(key=lambda one: (one[0][1], one[0][0]))
    return [centred(drawing, point, means) for point, drawing, means in found]


def house(where: Layout, corner: int) -> Point:
    x, y = where.corner(corner)
    return x, y - 10


# ── marks ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _frames(view: CatanPublic, where: Layout, marks: Marks) -> Items:
    """Under buildings that are new, that are planned, and that may become cities; free corners have a spot."""
    items: Items = []
    built = {corner: (seat, False) for seat in range(view.seats) for corner in view.settlements[seat]}
    built |= {corner: (seat, True) for seat in range(view.seats) for corner in view.cities[seat]}
    wanted = [(corner, theme.WHITE, False) for corner in marks.corners]
    wanted += [(corner, theme.WHITE, True) for corner in marks.ghost_corners]
    wanted += [(corner, theme.LEGAL, False) for corner in _places(marks.legal_corners)]
    for corner, ink, ghost in wanted:
        if corner in built:
            seat, city = built[corner]
            ring = pieces.building_mark(seat, city=city, ink=ink, ghost=ghost)
            items.append(centred(ring, house(where, corner)))
        elif ghost:  # a founding that is only said
            ring = pieces.building_mark(view.active, city=False, ink=ink, ghost=True)
            items += [centred(drawing, house(where, corner)) for drawing in (ring, pieces.settlement(view.active))]
        else:
            items.append(centred(symbols.spot(), where.corner(corner)))
    return items


# ── the corners of the page ──────────────────────────────────────────────────────────────────────────────────────────


def _corner_signs(view: CatanPublic, marks: Marks) -> Items:
    """The dice on the left; on the right whose turn it is, or who has won."""
    items: Items = []
    if view.winner >= 0:
        items.append(centred(signs.laurel(84), (PAGE - 152, 60)))
    if marks.dice:
        for i, value in enumerate(marks.dice):
            items.append(centred(symbols.die(value), (60 + i * 84, 58 + i * 14)))
    seat = view.winner if view.winner >= 0 else view.active
    return [*items, centred(badge(seat, BADGE), (PAGE - 62, 62), f"turn:{seat}")]
