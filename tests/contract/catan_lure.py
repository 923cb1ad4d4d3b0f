"""What somebody might type at a table of Catan who has not understood the rules: for the rarer refusals."""

from collections.abc import Callable

from rules import counts
from rules.catan.build import road_places
from rules.catan.hexes import CORNER_NAMES, EDGE_NAMES, EDGES_AT, HEX_MASK, HEX_NAMES, NEAR, bits
from rules.catan.moves import PILES
from rules.catan.pieces import (
    CARD_NAMES,
    INGREDIENT_AT,
    KINDS,
    RECIPES,
    RESOURCE_MASK,
    RESOURCES,
    SORT_NAMES,
    TOP_ROW,
    Dev,
    Terrain,
    enough,
)
from rules.catan.state import (
    ACCEPTED,
    DECLINED,
    Catan,
    Discard,
    Found,
    FoundSites,
    FreeRoads,
    Main,
    MarketRise,
    MoveRobber,
    Over,
    PreRoll,
    Steal,
)
from rules.chance import Chance, pick

Lure = Callable[[Catan, int, Chance], str]


def lure(state: Catan, seat: int, chance: Chance) -> str:
    """Mostly what fits the phase and what he holds, now and then anything."""
    if (state.offer is not None and seat != state.active and chance.below(3)) or (
        state.proposals and chance.below(6) == 0
    ):
        return answer(state, seat, chance)
    if chance.below(5) == 0 or isinstance(state.phase, Over):
        return pick(chance, EVERYTHING)(state, seat, chance)
    if seat == state.active and isinstance(state.phase, Main | PreRoll) and chance.below(2):
        if Dev.ROAD_BUILDING in _playable(state, seat) and not road_places(state, seat):
            return "roads"
        if _playable(state, seat):
            return devcard(state, seat, chance)
        if _made(state, seat):
            return chocolate(state, seat, chance)
    return pick(chance, FITTING.get(type(state.phase), IN_THE_TURN))(state, seat, chance)


def _playable(state: Catan, seat: int) -> tuple[int, ...]:
    """The development cards that he might play."""
    return () if state.played else counts.pieces(state.devs[seat].packed - state.fresh.packed)


def _made(state: Catan, seat: int) -> list[str]:
    """The chocolates for which he has what it takes."""
    return [name for name, recipe in zip(SORT_NAMES, RECIPES, strict=True) if enough(state.hands[seat].packed, recipe)]


def _card(chance: Chance, *, resource: bool = False) -> str:
    return CARD_NAMES[chance.below(RESOURCES if resource else KINDS)]


def _held(state: Catan, seat: int, chance: Chance) -> str:
    kinds = counts.pieces(state.hands[seat].packed)
    return CARD_NAMES[pick(chance, kinds)] if kinds else _card(chance)


def _corner(state: Catan, chance: Chance) -> int:
    """Any, one where somebody lives, or one beside it."""
    living = tuple(bits(sum(state.settlements) | sum(state.cities)))
    if not living or chance.below(3) == 0:
        return chance.below(len(CORNER_NAMES))
    near = tuple(bits(NEAR[pick(chance, living)]))
    return pick(chance, near)


def _edge(state: Catan, chance: Chance) -> int:
    if chance.below(3) == 0:
        return chance.below(len(EDGE_NAMES))
    return pick(chance, tuple(bits(EDGES_AT[_corner(state, chance)])))


def _hex(state: Catan, chance: Chance) -> str:
    return HEX_NAMES[state.robber if chance.below(4) == 0 else chance.below(len(HEX_NAMES))]


def found(state: Catan, _seat: int, chance: Chance) -> str:
    corner = _corner(state, chance)
    edges = tuple(bits(EDGES_AT[corner]))
    edge = pick(chance, edges) if chance.below(3) else _edge(state, chance)
    return f"found {CORNER_NAMES[corner]} {EDGE_NAMES[edge]}"


def _fitting(state: Catan, seat: int, chance: Chance) -> str:
    """A site with its hex, more or less at home."""
    homes = [place for place in range(len(state.terrain)) if state.terrain[place] != Terrain.DESERT]
    place = pick(chance, homes)
    if chance.below(3):
        near = [other for other in homes if _touches(_living(state, seat), other)]
        place = pick(chance, near) if near else place
    card = INGREDIENT_AT[state.terrain[place]]
    if card < 0 or chance.below(4) == 0:
        card = RESOURCES + chance.below(KINDS - RESOURCES)
    return f"{CARD_NAMES[card]} {HEX_NAMES[place]}"


def _living(state: Catan, seat: int) -> int:
    return state.settlements[seat] | state.cities[seat]


def _touches(living: int, place: int) -> bool:
    return bool(HEX_MASK[place] & living)


def sites(state: Catan, seat: int, chance: Chance) -> str:
    one = _fitting(state, seat, chance)
    other = one if chance.below(2) else _fitting(state, seat, chance)
    return f"sites {one} {other}" if chance.below(3) else f"sites {one}"


def road(state: Catan, _seat: int, chance: Chance) -> str:
    return f"road {EDGE_NAMES[_edge(state, chance)]}"


def building(state: Catan, _seat: int, chance: Chance) -> str:
    return f"{pick(chance, ('settlement', 'city'))} {CORNER_NAMES[_corner(state, chance)]}"


def site(state: Catan, seat: int, chance: Chance) -> str:
    return f"site {_fitting(state, seat, chance)}"


def robber(state: Catan, _seat: int, chance: Chance) -> str:
    return f"robber {_hex(state, chance)}"


def steal(state: Catan, seat: int, chance: Chance) -> str:
    """From anybody; at the robber's hex mostly from a pile that is empty."""
    near = [other for other in range(state.seats) if other != seat and _touches(_living(state, other), state.robber)]
    rich = [other for other in near if state.hands[other].packed]
    empty = [(other, pile) for other in rich for pile, mask in enumerate(MASKS) if not state.hands[other].packed & mask]
    victim, pile = pick(chance, empty) if empty and chance.below(4) else (chance.below(state.seats), chance.below(2))
    return f"steal {victim + 1} {PILES[pile]}" if chance.below(4) else f"steal {victim + 1}"


MASKS = (RESOURCE_MASK, ~RESOURCE_MASK)


def discard(state: Catan, seat: int, chance: Chance) -> str:
    held = counts.unpack(state.hands[seat].packed, KINDS)
    some = [kind for kind in range(KINDS) if held[kind]][: 1 + chance.below(4)]
    return " ".join(["discard", *(f"{CARD_NAMES[kind]}{held[kind] + chance.below(3) // 2}" for kind in some)])


def devcard(state: Catan, seat: int, chance: Chance) -> str:
    """One of his, or any; with too few cards, or cards of the wrong kind."""
    held = counts.pieces(state.devs[seat].packed) if seat == state.active else ()
    one, other = _card(chance), _card(chance, resource=True)
    gone = _gone(state.bank, range(RESOURCES))
    plenty = pick(
        chance, (f"plenty {one} {other}", f"plenty {other}", f"plenty {pick(chance, gone) if gone else other}")
    )
    ways = ("knight", "buy", "roads", plenty, f"monopoly {one}")
    return ways[pick(chance, held)] if held and chance.below(4) else pick(chance, ways)


def _gone(packed: int, kinds: range) -> tuple[str, ...]:
    """The cards of which there are none."""
    return tuple(CARD_NAMES[kind] for kind in kinds if not counts.amount(packed, kind))


def chocolate(state: Catan, seat: int, chance: Chance) -> str:
    """Mostly one that he could make, with some reward or other."""
    sort = pick(chance, _made(state, seat) or SORT_NAMES) if chance.below(4) else pick(chance, SORT_NAMES)
    reward = pick(chance, ("", f" {_card(chance)}", " road none", f" road {EDGE_NAMES[_edge(state, chance)]}"))
    return f"chocolate {sort}{reward}"


def rise(state: Catan, _seat: int, chance: Chance) -> str:
    top = [name for name, row in zip(SORT_NAMES, state.bars, strict=False) if row == TOP_ROW]
    return f"raise {pick(chance, top or SORT_NAMES)}"


def bank(state: Catan, seat: int, chance: Chance) -> str:
    """Mostly what he has most of, now and then for what is gone."""
    amounts = counts.unpack(state.hands[seat].packed, KINDS)
    most = amounts.index(max(amounts))
    gives = CARD_NAMES[most] if chance.below(3) else _held(state, seat, chance)
    gone = _gone(state.bank, range(RESOURCES) if most < RESOURCES else range(RESOURCES, KINDS))
    return f"bank {gives} {pick(chance, gone) if gone and chance.below(4) else _card(chance)}"


def offer(state: Catan, seat: int, chance: Chance) -> str:
    gives, gets = _held(state, seat, chance), _card(chance)
    to = pick(chance, ("", "", f" to {1 + chance.below(state.seats)}", " first"))
    return f"offer {gives}{1 + chance.below(2)} for {gets}1{to}"


def need(state: Catan, seat: int, chance: Chance) -> str:
    to = pick(chance, ("", "", f" to {1 + chance.below(state.seats)}"))
    return f"need {_card(chance)}{1 + chance.below(3)}{to}"


def answer(state: Catan, seat: int, chance: Chance) -> str:
    number = max(1, state.offers - chance.below(5) // 4)
    if state.offer is not None and state.offer.replies[seat].answer in STANDS and chance.below(2):
        return f"{STANDS[state.offer.replies[seat].answer]} {number}"
    other = 1 + chance.below(state.seats)
    counter = f"counter {number} {_held(state, seat, chance)}1 for {_card(chance)}1"
    deals = (f"deal {number} {other}", f"deal {number} {other} counter{1 + chance.below(2)}")
    return pick(chance, (f"accept {number}", f"decline {number}", f"withdraw {number}", counter, *deals))


STANDS = {ACCEPTED: "accept", DECLINED: "decline"}
"""What somebody says twice."""


def plain(_state: Catan, _seat: int, chance: Chance) -> str:
    return pick(chance, ("roll", "end", "stop", "buy"))


def stop(_state: Catan, _seat: int, _chance: Chance) -> str:
    return "stop"


EVERYTHING: tuple[Lure, ...] = (
    found, sites, road, building, site, robber, steal, discard, devcard, chocolate, rise, bank, offer, need, answer,
    plain,
)  # fmt: skip
IN_THE_TURN: tuple[Lure, ...] = (
    road, building, building, site, devcard, devcard, devcard, chocolate, bank, bank, bank, offer, plain,
)  # fmt: skip
FITTING: dict[type, tuple[Lure, ...]] = {
    Found: (found,),
    FoundSites: (sites,),
    PreRoll: (devcard, devcard, plain, road, bank),
    Discard: (discard,),
    MoveRobber: (robber,),
    Steal: (steal,),
    FreeRoads: (road, stop),
    MarketRise: (rise,),
}
