"""Paints the plantation board: plantations, roads, ships, free sites and docks, and what is pointed at."""

from __future__ import annotations

from math import dist
from typing import Final

from renderer.drawing import signs
from renderer.guatemala import movers, symbols, theme
from renderer.guatemala.geometry import LEFT, PAGE, Layout, harbour_of, layout
from renderer.guatemala.land import land
from renderer.guatemala.marks import Marks, Spot
from renderer.guatemala.movers import CLEAR, OUT, RIM_KEPT
from renderer.guatemala.panel import panel
from renderer.guatemala.pieces import piece, road
from renderer.guatemala.places import legal_place
from renderer.guatemala.track import end_label, track
from renderer.scene import Box, Items, Point, Scene, Stamp, all_words, centred, lettering
from rules.guatemala.board import EDGE, HARBOUR, WIDTH, bits, ends
from rules.guatemala.pieces import LETTERS, SHED, SHIP, WORKER
from rules.guatemala.views import GuatemalaPublic, Plantation

NAMED: Final = 40
"""More names on borders than so many would hide the board; a menu names no more at once either."""
PRICE_IN, POINTS_IN, HIGH = 0, 4, 9
"""So far within the corner of a field they stand."""
ROUND: Final = 10
PRICE, PAID = 66, 42
"""The price of a free dock, and of one that a ship has taken."""
ASIDE: Final = 3
"""A piece makes room for the tile on its field."""


def page(seats: int) -> Box:
    return Box(0, 0, PAGE, layout(seats).height)


def paint_plantation(view: GuatemalaPublic, marks: Marks, names: tuple[str, ...] = ()) -> Scene:
    where = layout(view.seats)
    taken = {mark.place for mark in marks.places}
    items = panel(view, where, marks, names)
    items += _sites(view, where, taken)
    items += _plates(view, where)
    items += _shown(view, where, marks)
    items += _roads(view, where, marks)
    items += _bars(where, marks)
    items += _under(view, where, marks)
    items += _rings(view, where, marks, roads=False)
    items += _pieces(view, where)
    items += _harbours(view, where, taken, alone=not (marks.coffee >= 0 or marks.ghosts or marks.placed))
    items += _halos(view, where, marks, roads=False)
    items += _left(view, where, marks)
    items += _paid(view, where)
    items += movers.tiles(view, where, taken)
    signed = [movers.tile_at(where, plantation.tile, taken) for plantation in view.plantations]
    boxes = [(box, spot.place) for box, spot in _boxes(view, where, tuple(map(Spot, marks.placed)))]
    items += movers.numbered(where, boxes, marks, signed, items)
    items += _marked(view, where, marks, signed)
    items += points_of(view, where, marks.coffee, signed)
    items += _border_labels(where, marks, items)
    items += track(view, where, marks)
    return Scene(theme.NAME, land(view.seats), tuple(items), page(view.seats), lit=_lit(view, where, marks, items))


def _lit(view: GuatemalaPublic, where: Layout, marks: Marks, items: Items) -> tuple[Box, ...]:
    """What the last move changed keeps its light, and who comes next; in a plan everything does."""
    if marks.ghosts or marks.places or marks.coffee >= 0:
        return ()
    rings = tuple(item.box for item in items if isinstance(item, Stamp) and item.drawing.key.startswith("ring:"))
    plates = tuple(where.line(seat) for seat in sorted({*(gain.seat for gain in marks.gains), *view.waiting}))
    sack = (end_label(view, where),) if marks.sack else ()
    return (*rings, *sack, *plates) if rings or sack or marks.gains else ()


# ── what stands there ────────────────────────────────────────────────────────────────────────────────────────────────


def _sites(view: GuatemalaPublic, where: Layout, taken: set[int]) -> Items:
    built = {plantation.shed for plantation in view.plantations}
    return [
        centred(symbols.site(site.price, where.field), where.place(site.field).centre, alone=True)
        for site in where.board.sites
        if site.field not in built and site.field not in taken
    ]


def _fields(plantation: Plantation) -> tuple[int, ...]:
    return (*plantation.workers, plantation.shed) if plantation.shed >= 0 else plantation.workers


def _plates(view: GuatemalaPublic, where: Layout) -> Items:
    """The plots of each plantation in its owner's colour, joined over their borders."""
    links: Items = []
    plates: Items = []
    for plantation in view.plantations:
        fields = _fields(plantation)
        for place in fields:
            x, y = where.place(place).centre
            half = where.field / 2
            if place + 1 in fields:
                links.append(centred(symbols.link(plantation.seat, where.field, upright=False), (x + half, y)))
            if place + WIDTH in fields:
                links.append(centred(symbols.link(plantation.seat, where.field, upright=True), (x, y + half)))
            plates.append(centred(symbols.plate(plantation.seat, where.field), (x, y), alone=True))
    return plates + links


def _pieces(view: GuatemalaPublic, where: Layout) -> Items:
    items: Items = []
    size = where.field - 8
    for plantation in view.plantations:
        letter = LETTERS[plantation.coffee]
        pieces = [(place, WORKER, "worker") for place in plantation.workers]
        if plantation.shed >= 0:
            pieces.append((plantation.shed, SHED, "shed"))
        for place, kind, name in pieces:
            x, y = where.place(place).centre
            aside = ASIDE if place == plantation.tile else 0
            items.append(
                centred(piece(kind + plantation.coffee, size), (x + aside, y + aside), f"{name}:{place}:{letter}")
            )
    return items


def beside(where: Layout, box: Box, inset: int, taken: list[Point]) -> Point:
    """Where something small covers little of the piece on a field: at a free corner, else farthest from others."""
    middle = box.centre[1]
    places = [(box.right - inset, box.top + HIGH), (box.right, box.bottom + OUT), (box.left, box.bottom + OUT)]
    places += [(box.right, middle), (box.left, middle)]
    room = Box(LEFT, where.sky, LEFT + where.board.columns * where.field, where.sea).grown(-ROUND)
    places = [(min(max(x, room.left), room.right), max(y, room.top)) for x, y in places]
    spread = [min((dist(place, other) for other in taken), default=CLEAR) for place in places]
    free = (place for place, far in zip(places, spread, strict=True) if far >= CLEAR)
    taken.append(next(free, places[spread.index(max(spread))]))
    return taken[-1]


def _roads(view: GuatemalaPublic, where: Layout, marks: Marks) -> Items:
    """With what is around those that are new, or planned: all of it under the pieces."""
    lit = joined(view, where)
    items: Items = [
        centred(road(where.field, upright=bool(edge % 2), lit=edge in lit), _middle(where, edge), f"road:{edge}")
        for edge in view.roads
    ]
    return items + _rings(view, where, marks, roads=True) + _halos(view, where, marks, roads=True)


def joined(view: GuatemalaPublic, where: Layout) -> set[int]:
    """The roads that join any shed to its harbour."""
    found: set[int] = set()
    for plantation in view.plantations:
        if plantation.harbour >= 0:
            found |= _connection(view, where, plantation)
    return found


def _middle(where: Layout, edge: int) -> Point:
    (ax, ay), (bx, by) = where.edge(edge)
    return (ax + bx) / 2, (ay + by) / 2


def _harbours(view: GuatemalaPublic, where: Layout, taken: set[int], *, alone: bool) -> Items:
    items: Items = []
    for harbour, prices in enumerate(where.board.docks):
        ships = view.harbours[harbour]
        for dock, price in enumerate(prices):
            point = where.dock(harbour, dock)
            if dock < len(ships):
                letter = LETTERS[ships[dock]]
                drawing = piece(SHIP + ships[dock], where.field - 4)
                items.append(centred(drawing, point, f"ship:{harbour}:{dock}:{letter}", alone=alone))
            elif HARBOUR + harbour not in taken or dock > len(ships):
                items.append(centred(symbols.coin(price, PRICE), point, alone=alone))
    return items


def _paid(view: GuatemalaPublic, where: Layout) -> Items:
    """What the taken docks cost, over every frame."""
    return [
        centred(symbols.coin(price, PAID), (where.dock(harbour, dock)[0], where.docks - 10))
        for harbour, prices in enumerate(where.board.docks)
        for dock, price in enumerate(prices[: len(view.harbours[harbour])])
    ]


# ── marks ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _left(view: GuatemalaPublic, where: Layout, marks: Marks) -> Items:
    """Around a dock that a ship left."""
    items: Items = []
    for place in marks.sailed:
        harbour = harbour_of(place)
        dock = min(len(view.harbours[harbour]), len(where.board.docks[harbour]) - 1)
        items.append(_ring(where, _dock_box(where, harbour, dock), thin=place in marks.older))
    return items


def _rings(view: GuatemalaPublic, where: Layout, marks: Marks, *, roads: bool) -> Items:
    """Around what was placed, under the pieces: hats and roofs tell workers from sheds."""
    items: Items = []
    for box, spot in _boxes(view, where, tuple(map(Spot, marks.placed))):
        if (spot.place >= EDGE) == roads:
            thin = spot.place in marks.older
            items.append(_road_ring(where, spot.place - EDGE, thin=thin) if roads else _ring(where, box, thin=thin))
    return items


def _halos(view: GuatemalaPublic, where: Layout, marks: Marks, *, roads: bool) -> Items:
    """Around what a plan has placed."""
    items: Items = []
    for box, spot in _boxes(view, where, marks.ghosts):
        if (spot.place >= EDGE) == roads:
            halo = box.grown(4)
            items.append(centred(symbols.halo(int(halo.width), int(halo.height)), box.centre))
    return items


def _road_ring(where: Layout, edge: int, *, thin: bool) -> Stamp:
    """As long as its field, so that of two roads in a line each has its own; wider, as it would be hidden."""
    x, y = _middle(where, edge)
    long, wide = where.field / 2 - 13, 22
    half = (wide, long) if edge % 2 else (long, wide)
    box = Box(x - half[0], y - half[1], x + half[0], y + half[1])
    return signs.ringed(box, Box(LEFT - RIM_KEPT, where.sky - 12, PAGE, where.height), thin=thin)


def _ring(where: Layout, box: Box, *, thin: bool) -> Stamp:
    return signs.ringed(box.grown(-1), Box(LEFT - RIM_KEPT, where.sky - 12, PAGE, where.height), thin=thin)


def _under(view: GuatemalaPublic, where: Layout, marks: Marks) -> Items:
    """Yellow under what a plan has placed."""
    return [
        centred(symbols.ghost(int(box.width), int(box.height)), box.centre)
        for box, _ in _boxes(view, where, marks.ghosts)
    ]


def _marked(view: GuatemalaPublic, where: Layout, marks: Marks, taken: list[Point]) -> Items:
    """The prices of ghosts, and the legal places."""
    items: Items = []
    for box, ghost in _boxes(view, where, marks.ghosts):
        if ghost.worth and not HARBOUR <= ghost.place < EDGE:  # at a dock it stands anyway
            inside = box.right - 16, box.top + 14  # clear of legal places, which fill theirs
            if not marks.places:
                inside = beside(where, box, PRICE_IN, taken)
            elif any(dist(inside, other) < CLEAR for other in taken):
                continue
            items.append(centred(symbols.coin(ghost.worth), inside))
    for mark in marks.places:
        if mark.place < EDGE:
            items += legal_place(view, where, mark)
    return items


def _boxes(view: GuatemalaPublic, where: Layout, spots: tuple[Spot, ...]) -> list[tuple[Box, Spot]]:
    """Where pieces went: a field, a field border, or the docks of a harbour that were filled last."""
    ships = [spot.place for spot in spots if HARBOUR <= spot.place < EDGE]
    found: list[tuple[Box, Spot]] = []
    for spot in spots:
        place = spot.place
        if place >= EDGE:
            box = _road_box(where, place - EDGE)
        elif place >= HARBOUR:
            harbour = harbour_of(place)
            dock = len(view.harbours[harbour]) - ships.count(place)
            ships.remove(place)
            box = _dock_box(where, harbour, max(0, dock))
        else:
            box = where.place(place)
        found.append((box, spot))
    return found


def _dock_box(where: Layout, harbour: int, dock: int) -> Box:
    x, y = where.dock(harbour, dock)
    half = where.field / 2
    return Box(x - half, y - half, x + half, y + half)


def _road_box(where: Layout, edge: int) -> Box:
    x, y = _middle(where, edge)
    long, wide = where.field / 2 + 16, 20
    if not edge % 2:
        return Box(x - long, y - wide, x + long, y + wide)
    return Box(max(x - wide, LEFT - RIM_KEPT), y - long, x + wide, y + long)


def _bars(where: Layout, marks: Marks) -> Items:
    """Legal borders, under the pieces: there may be 180 of them."""
    edges = [mark.place - EDGE for mark in marks.places if mark.place >= EDGE]
    return [centred(symbols.bar(where.field - 20, upright=bool(edge % 2)), _middle(where, edge)) for edge in edges]


def _border_labels(where: Layout, marks: Marks, items: Items) -> Items:
    """The names of legal borders, where they hide no other letter; the rims tell the rest."""
    borders = [mark for mark in marks.places if mark.place >= EDGE]
    if not 0 < len(borders) <= NAMED:
        return []
    ground = lettering(land(where.seats))
    taken = [text.box for text in all_words(ground, items)]
    found: Items = []
    right = where.board.columns * where.field + LEFT
    for mark in borders:
        x, y = _middle(where, mark.place - EDGE)
        stamp = symbols.chip(mark.label)
        half = stamp.width / 2
        point = min(max(x, LEFT + half - 10), right - half + 6), max(y, where.sky + 16)
        chip = centred(stamp, point)
        if not any(chip.box.meets(box) for box in taken):
            taken.append(chip.box)
            found.append(chip)
    return found


# ── what a coffee would score ────────────────────────────────────────────────────────────────────────────────────────


def _shown(view: GuatemalaPublic, where: Layout, marks: Marks) -> Items:
    """Light behind the sheds of a coffee, along their roads, behind the ships that count; and the points."""
    items: Items = []
    if marks.coffee < 0:
        return items
    ships: set[tuple[int, int]] = set()
    roads: set[int] = set()
    for plantation in view.plantations:
        if plantation.coffee == marks.coffee and plantation.harbour >= 0:
            docked = view.harbours[plantation.harbour]
            ships |= {(plantation.harbour, dock) for dock, coffee in enumerate(docked) if coffee == marks.coffee}
            roads |= _connection(view, where, plantation)
    for edge in sorted(roads):
        box = _road_box(where, edge)
        items.append(centred(symbols.spot(int(box.width), int(box.height)), box.centre))
    for harbour, dock in sorted(ships):
        items.append(centred(symbols.glow(where.field - 2), where.dock(harbour, dock)))
    return items


def _connection(view: GuatemalaPublic, where: Layout, plantation: Plantation) -> set[int]:
    """The roads between a shed and its harbour; with two players the whole net that they belong to."""
    board = where.board
    if not board.branching:
        return set(bits(board.sites[board.site_at[plantation.shed]].path))
    shed = plantation.shed
    points = {shed, shed + 1, shed + WIDTH, shed + WIDTH + 1}
    ahead = {edge: ends(edge) for edge in view.roads}
    net: set[int] = set()
    while found := [edge for edge, tips in ahead.items() if not points.isdisjoint(tips)]:
        for edge in found:
            points.update(ahead.pop(edge))
        net.update(found)
    return net


def points_of(view: GuatemalaPublic, where: Layout, coffee: int, taken: list[Point]) -> Items:
    """The points of each plantation of a coffee, on its tile."""
    items: Items = []
    for plantation in view.plantations:
        if plantation.coffee == coffee:
            point = beside(where, where.place(plantation.tile), POINTS_IN, taken)
            items.append(centred(symbols.rosette(plantation.points), point))
    return items
