"""The founding: settlements with their roads, forward, backward, and in the Market forward again (CM-14)."""

from itertools import combinations
from typing import cast

from msgspec.structs import replace

from rules.catan import build, hands, reasons, turns
from rules.catan.board import BOARDS
from rules.catan.facts import Founded, SitesPut
from rules.catan.hexes import EDGE_NAMES, EDGES_AT, HEX_MASK, HEXES_AT, bits
from rules.catan.moves import Found, PutSites
from rules.catan.pieces import INGREDIENT_AT, RESOURCES
from rules.catan.state import Catan, FoundSites
from rules.catan.state import Found as Founding
from rules.contract import Chance, IllegalMove, Step, Told
from rules.counts import BITS, FULL
from rules.facts import Announced


def rounds(state: Catan) -> int:
    return 3 if state.market else 2


def founder(state: Catan, step: int) -> int:
    """Whose settlement it is: in turn order, then backward, then forward."""
    done, place = divmod(step, state.seats)
    if done == 1:
        place = state.seats - 1 - place
    return (state.starts + place) % state.seats


def found(state: Catan, seat: int, move: Found, _chance: Chance) -> Step[Catan]:
    corner, edge = move.corner, move.edge
    phase = cast(Founding, state.phase)
    if not state.free >> corner & 1:
        raise IllegalMove(build.why_no_corner(state, corner))
    if not BOARDS[state.market].edges >> edge & 1:
        raise IllegalMove(reasons.OffTheMap(EDGE_NAMES[edge]))
    if not EDGES_AT[corner] >> edge & 1:
        raise IllegalMove(reasons.RoadApart(edge))
    gained = first_cards(state, corner) if phase.step // state.seats == 1 else 0
    after, told = put(state, seat, corner, edge, gained)
    if phase.step < 2 * state.seats:
        return _next(after, phase.step, told)
    return _first_sites(after, seat, phase.step, told)


def put(state: Catan, seat: int, corner: int, edge: int, gained: int) -> tuple[Catan, tuple[Told, ...]]:
    """A settlement with its road, and what it brings."""
    cards, bank = hands.gain(state, seat, gained)
    settled = build.put_settlement(state, seat, corner)
    after, _ = build.lay_road(settled, seat, edge, cards, bank, free=True)
    return after, (Announced(Founded(seat, corner, edge, gained)),)


def first_cards(state: Catan, corner: int) -> int:
    """One resource for each resource hex at the second settlement."""
    cards = 0
    for hexagon in HEXES_AT[corner]:
        if hexagon < len(state.terrain) and state.terrain[hexagon] < RESOURCES:
            cards += 1 << BITS * state.terrain[hexagon]
    return cards


def _next(state: Catan, step: int, told: tuple[Told, ...]) -> Step[Catan]:
    step += 1
    if step == rounds(state) * state.seats:
        return turns.begin(state, state.starts, told)
    return Step(replace(state, active=founder(state, step), phase=Founding(step)), told)


# ── the first production sites ───────────────────────────────────────────────────────────────────────────────────────


def fitting(state: Catan, seat: int) -> tuple[tuple[int, ...], ...]:
    """Where a seat may put its first sites: pairs of hexes; single ones where no pair fits; none where nothing does."""
    hexes = [
        hexagon
        for hexagon, terrain in enumerate(state.terrain)
        if state.settlements[seat] & HEX_MASK[hexagon] and INGREDIENT_AT[terrain] >= 0 and _left(state, hexagon)
    ]
    pairs = [
        (one, other)
        for one, other in combinations(hexes, 2)
        if state.terrain[one] != state.terrain[other] or _left(state, one) > 1
    ]
    return tuple(pairs) or tuple([(hexagon,) for hexagon in hexes])


def _left(state: Catan, hexagon: int) -> int:
    """The sites left of the kind that fits on a hex."""
    return state.site_stock >> BITS * INGREDIENT_AT[state.terrain[hexagon]] & FULL


def _first_sites(state: Catan, seat: int, step: int, told: tuple[Told, ...]) -> Step[Catan]:
    """What is no choice is done at once."""
    fits = fitting(state, seat)
    if len(fits) > 1:
        return Step(replace(state, phase=FoundSites(step)), told)
    return _put(state, seat, step, fits[0] if fits else (), told)


def _put(state: Catan, seat: int, step: int, hexes: tuple[int, ...], told: tuple[Told, ...]) -> Step[Catan]:
    for hexagon in hexes:
        state = build.put_site(state, seat, hexagon)
    cards = tuple([INGREDIENT_AT[state.terrain[hexagon]] for hexagon in hexes])
    return _next(state, step, (*told, Announced(SitesPut(seat, cards, hexes))))


def put_sites(state: Catan, seat: int, move: PutSites, _chance: Chance) -> Step[Catan]:
    phase = cast(FoundSites, state.phase)
    chosen = [(move.card, move.hexagon), (move.card2, move.hexagon2)][: 1 if move.card2 < 0 else 2]
    for card, hexagon in chosen:
        refused = build.why_no_site(state, seat, card, hexagon)
        if refused is not None:
            raise IllegalMove(refused)
    hexes = tuple(sorted([hexagon for _, hexagon in chosen]))
    if len(set(hexes)) < len(hexes):
        raise IllegalMove(reasons.SameHex())
    fits = fitting(state, seat)
    if hexes not in fits:
        raise IllegalMove(reasons.NoPiecesLeft("sites") if len(hexes) > 1 else reasons.TwoSites())
    return _put(state, seat, phase.step, hexes, ())


def first_place(state: Catan) -> Found:
    """The first legal place, for who has resigned (CM-29)."""
    corner = next(bits(state.free))
    return Found(corner, next(bits(EDGES_AT[corner] & state.lanes)))


def first_sites(state: Catan, seat: int) -> PutSites:
    """The first fitting hexes, for who has resigned (CM-29)."""
    sites = [(INGREDIENT_AT[state.terrain[hexagon]], hexagon) for hexagon in fitting(state, seat)[0]]
    return PutSites(*sites[0], *(sites[1] if len(sites) > 1 else ()))
