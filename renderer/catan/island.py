"""Lays out the island: land, harbours, pieces, the robber, and the places that are pointed at."""

from __future__ import annotations

from functools import lru_cache
from math import hypot
from typing import Final

from renderer.catan import pieces, symbols, theme
from renderer.catan.geometry import BESIDE, Layout
from renderer.catan.marks import EDGE, Marks, Spot
from renderer.catan.terrain import VARIANTS, tile
from renderer.scene import Drawing, Items, Point, centred
from rules.catan.hexes import AXIAL, HEX_CORNERS, HEX_NAMES
from rules.catan.pieces import INGREDIENT_AT
from rules.catan.views import CatanPublic

ROBBERS: Final = ((0, -54), (48, -16), (48, 32), (0, 52), (-48, 32), (-48, -16))
"""The robber stands at the rim, behind the chip."""
NAME, ROBBER = "name", "robber"
NAME_AT: Final = (0, 3, 2, 4, 5, 1)
ROBBER_AT: Final = (4, 2, 5, 1, 3)
"""Where the name of a hex and the robber stand: at the first free corner."""
PUSHED: Final = 8
"""So far a chip makes room for the sites of its hex, and for a name that stands at its side."""


def places(spots: tuple[Spot, ...]) -> list[int]:
    return [spot.place for spot in spots]


# ── land ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def land(view: CatanPublic, where: Layout, marks: Marks) -> Items:
    items: Items = []
    for number, kind in enumerate(view.harbours):
        items.append(centred(symbols.harbour(kind), where.harbour(number), f"harbour:{number}:{kind}", alone=True))
    legal = places(marks.legal_hexes)
    for number, terrain in enumerate(view.terrain):
        centre = where.hexagon(number)
        items.append(centred(tile(terrain, AXIAL[number][1] % VARIANTS, where), centre, f"hex:{number}:{terrain}"))
        if number in legal:
            items.append(centred(symbols.legal_hex(where), centre))
    return items


def inside(view: CatanPublic, where: Layout, marks: Marks) -> tuple[Items, Items]:
    """Sites, which lie under the buildings that they belong to; robber, then chips, then names, over them."""
    items = _planned_sites(view, where, marks)
    chips: Items = []
    names: Items = []
    rolled = sum(marks.dice) if marks.dice else 0
    for number, terrain in enumerate(view.terrain):
        stood = stand(view, number)
        for direction, means in stood.items():
            x, y = where.beside(number, direction)
            if means == NAME:
                names.append(centred(symbols.name(HEX_NAMES[number], terrain), where.named(number, direction)))
            elif means != ROBBER:
                site = pieces.site(int(means.split(":")[1]), INGREDIENT_AT[terrain])
                items.append(centred(site, (x, y), means))
        if view.numbers[number]:
            lit = view.numbers[number] == rolled and number != view.robber
            chip = pieces.chip(view.numbers[number], lit=lit)
            chips.append(centred(chip, chip_at(where, number, stood), f"chip:{number}:{view.numbers[number]}"))
    return items, _robber(view, where, marks) + chips + names


def _planned_sites(view: CatanPublic, where: Layout, marks: Marks) -> Items:
    """Under sites that are planned."""
    items: Items = []
    for seat, number in (*marks.ghost_sites, *marks.said_sites):
        own = [d for d, means in stand(view, number).items() if means == f"site:{seat}:{number}"]
        items += [centred(pieces.site_mark(seat), where.beside(number, d)) for d in own]
    return items


def stand(view: CatanPublic, number: int) -> dict[int, str]:
    """What stands at which corner within a hex: sites beside their owners' buildings, then name and robber."""
    used: dict[int, str] = {}
    built = _built(view, number)
    for seat in range(view.seats):
        for hexagon, count in view.sites[seat]:
            if hexagon == number:
                own = [direction for direction, owner in built.items() if owner == seat]
                used |= dict.fromkeys(own[:count], f"site:{seat}:{number}")
    used[next(d for d in NAME_AT if d not in used and (d == 0 or d not in built))] = NAME
    if view.robber == number:
        used[next(d for d in ROBBER_AT if d not in used and d not in built)] = ROBBER
    return used


def _built(view: CatanPublic, number: int) -> dict[int, int]:
    """At which corners of a hex somebody has built, and who."""
    owners = _owners(view.settlements, view.cities)
    return {direction: owners[corner] for direction, corner in enumerate(HEX_CORNERS[number]) if corner in owners}


@lru_cache(maxsize=64)
def _owners(*built: tuple[tuple[int, ...], ...]) -> dict[int, int]:
    """Of each corner on which somebody has built the seat: asked for at each hex of a picture."""
    return {corner: seat for of_all in built for seat, corners in enumerate(of_all) for corner in corners}


def chip_at(where: Layout, number: int, stood: dict[int, str]) -> Point:
    """In the middle of its hex, a little away from the sites there, and from a name that does not stand above it."""
    away = [d for d, means in stood.items() if means.startswith("site") or (d and means == NAME)]
    x, y = (sum(BESIDE[direction][axis] for direction in away) for axis in (0, 1))
    cx, cy = where.hexagon(number)
    far = hypot(x, y)
    return (cx - x / far * PUSHED, cy - y / far * PUSHED) if far > PUSHED else (cx, cy)


def _robber(view: CatanPublic, where: Layout, marks: Marks) -> Items:
    point = robber_at(view, where)
    ghost: Items = [centred(pieces.robber_mark(), point)] if marks.ghost_robber else []
    return [*ghost, centred(pieces.robber(), point, f"robber:{view.robber}")]


def robber_at(view: CatanPublic, where: Layout) -> Point:
    """In the middle where there is no chip."""
    x, y = where.hexagon(view.robber)
    if not view.numbers[view.robber]:
        return x, y + 4
    direction = next(d for d, what in stand(view, view.robber).items() if what == ROBBER)
    dx, dy = ROBBERS[direction]
    return x + dx, y + dy


# ── pieces ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def roads(view: CatanPublic, where: Layout, marks: Marks) -> Items:
    halos: Items = [
        centred(symbols.halo(where.lean(one.place), where, thin=one.older), where.edge(one.place))
        for one in marks.changes
        if one.kind == EDGE
    ]
    laid: Items = [
        centred(pieces.road(seat, where.lean(edge), where), where.edge(edge), f"road:{seat}:{edge}")
        for seat in range(view.seats)
        for edge in view.roads[seat]
        if edge not in marks.ghost_edges
    ]
    return halos + laid


def planned_roads(view: CatanPublic, where: Layout, marks: Marks) -> Items:
    """Over the sites, on yellow: they are what the plan is about."""
    owned = {edge: seat for seat, roads_ in enumerate(view.roads) for edge in roads_}
    items: Items = []
    for edge in (*marks.ghost_edges, *marks.said_edges):
        lean, point, seat = where.lean(edge), where.edge(edge), owned.get(edge, view.active)
        items.append(centred(symbols.halo(lean, where, theme.LEGAL), point))
        items.append(centred(pieces.road(seat, lean, where), point, f"road:{seat}:{edge}" if edge in owned else ""))
        items.append(centred(symbols.dashed_road(lean, where), point))
    return items


def buildings(view: CatanPublic, where: Layout) -> Items:
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


def frames(view: CatanPublic, where: Layout, marks: Marks) -> Items:
    """Under buildings that are new, that are planned, and that may become cities; free corners have a spot."""
    items: Items = []
    built = {corner: (seat, False) for seat in range(view.seats) for corner in view.settlements[seat]}
    built |= {corner: (seat, True) for seat in range(view.seats) for corner in view.cities[seat]}
    wanted = [(corner, theme.WHITE, True) for corner in marks.ghost_corners]
    wanted += [(corner, theme.LEGAL, False) for corner in places(marks.legal_corners)]
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
