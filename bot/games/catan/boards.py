"""The position in words, from the public view: as alt text of a picture, and in full for people who see no pictures."""

from collections.abc import Sequence
from typing import Final

from bot.games.catan import terms
from bot.games.catan.asking import offered, status
from bot.games.catan.telling import Teller
from bot.wording import Text, TextIn, Words, capital
from bot.wording.narrator import each, signed
from bot.wording.paging import fit, pages
from bot.wording.phrases import CORNERS
from bot.wording.words import NARROW
from rules.catan import facts as f
from rules.catan.board import BOARDS
from rules.catan.hexes import HEX_NAMES
from rules.catan.pieces import (
    CITIES,
    CITY_COST,
    DEV_COST,
    INGREDIENT_AT,
    RECIPES,
    RESOURCES,
    ROAD_COST,
    ROADS,
    SETTLEMENT_COST,
    SETTLEMENTS,
    SITE_COST,
)
from rules.catan.views import CatanPublic as View
from rules.catan.views import ranked, sources
from rules.contract import Fact

TITLE = "Catan"
REGIONS: Final = {**CORNERS, "n": Text("top"), "s": Text("bottom")}
"""The parts of its pictures that can be looked at closer."""


def alt(words: Words, view: View, names: Sequence[str], facts: Sequence[Fact] = ()) -> str:
    """Returns turn, points, cards, the last move, the robber, then as much of the rest as fits."""
    moves = [fact for fact in facts if not isinstance(fact, f.Ended | f.TurnBegan)]
    last = [words.say("Last move: {what}", what=line) for line in Teller.tell(words, moves, names)[-1:]]
    sentences = [
        f"{TITLE}. {status(words, view, names)}",
        _points(words, view, names),
        *_places(words, view, names),
        *_sources(words, view, names),
        _cards(words, view, names),
        *last,
        _robber(words, view),
        *_prizes(words, view, names),
        *_chips(words, view, names),
        *_market(words, view),
        *(f"{names[seat]}: {_seat(words, view, seat)[-1]}" for seat in range(view.seats)),
        *(_left(words, view, names, seat) for seat in range(view.seats)),
    ]
    return fit(sentences if view.market else [*sentences, f"{words.say('Bank')}.", *_bank(words, view)])


def market_alt(words: Words, view: View, names: Sequence[str]) -> str:
    """Describes the second picture: the market, the bank, the open offer."""
    rows = [f"{words.say('Chocolate Market')}.", *_rows(words, view)] if view.market else []
    offer = [offered(words, view.offer, names)] if view.offer is not None else []
    return fit([*rows, f"{words.say('Bank')}.", *_bank(words, view), *offer])


def standing(words: Words, view: View, names: Sequence[str]) -> str:
    """I Ada 4 · II Bo 3 (resigned): points without hidden cards."""
    gone = f" ({words.say('resigned')})"
    return signed(names, [f"{n}{gone if seat in view.resigned else ''}" for seat, n in enumerate(view.points)])


def _points(words: Words, view: View, names: Sequence[str]) -> str:
    shown = each(names, map(str, view.points))
    if view.ending:
        return words.say("Points: {list}.", list=shown)
    return words.say("Points without hidden cards: {list}; the goal is {goal}.", list=shown, goal=view.goal)


def _places(words: Words, view: View, names: Sequence[str]) -> list[str]:
    """Says at the end who won, and the places of the others."""
    found = sorted(zip(ranked(view), names, strict=False))
    return [words.say("Places: {list}.", list=", ".join(f"{place}. {name}" for place, name in found))] if found else []


def _cards(words: Words, view: View, names: Sequence[str]) -> str:
    held = [terms.piles(words, *both) or "0" for both in zip(view.resources, view.ingredients, strict=True)]
    return words.say("Cards: {list}.", list=each(names, held, "; "))


def held(words: Words, view: View, names: Sequence[str]) -> list[str]:
    """Says at the end which cards each still had."""
    lines: list[str] = []
    for name, hand, devs in zip(names, view.hands, view.held_devs, strict=False):
        cards = [terms.amount(words, kind, n) for kind, n in enumerate(hand) if n]
        cards += [f"{n}{NARROW}× {terms.dev(words, kind)}" for kind, n in enumerate(devs) if n]
        lines.append(words.say("{name} held: {list}.", name=name, list=", ".join(cards) or "0"))
    return lines


def _robber(words: Words, view: View) -> str:
    where = terms.tile(words, view.robber, view.terrain[view.robber], view.numbers[view.robber])
    return words.say("The robber stands at {place}.", place=where)


def _prizes(words: Words, view: View, names: Sequence[str]) -> list[str]:
    lines: list[str] = []
    if view.longest >= 0:
        lines.append(words.say("Longest Road: {name}.", name=names[view.longest]))
    if view.army >= 0:
        lines.append(words.say("Largest Army: {name}.", name=names[view.army]))
    return lines


def _chips(words: Words, view: View, names: Sequence[str]) -> list[str]:
    if not any(view.chips):
        return []
    return [f"{words.say('Victory point chips')}: {each(names, map(str, view.chips))}."]


def _market(words: Words, view: View) -> list[str]:
    if not view.market:
        return []
    rows = ", ".join(f"{terms.sort(words, sort)} {row}" for sort, row in enumerate(view.bars))
    return [words.say("Chocolate Market, by rows: {list}.", list=rows)]


def _left(words: Words, view: View, names: Sequence[str], seat: int) -> str:
    return words.say(
        "{name} can still build: roads {roads}, settlements {settlements}, cities {cities}.",
        name=names[seat],
        roads=ROADS - len(view.roads[seat]),
        settlements=SETTLEMENTS - len(view.settlements[seat]),
        cities=CITIES - len(view.cities[seat]),
    )


_SOURCES: Final = {
    "settlements": Text("settlements {n}"),
    "cities": Text("cities {n}"),
    "road": Text("Longest Road {n}"),
    "army": Text("Largest Army {n}"),
    "chips": Text("victory point chips {n}"),
    "hidden": Text("victory point cards {n}"),
}


def _sources(words: Words, view: View, names: Sequence[str]) -> list[str]:
    """Says at the end where the points of each seat came from."""
    if not view.ending:
        return []
    return [
        words.say(
            "Points of {name}: {list}.",
            name=names[seat],
            list=", ".join(words.put(_SOURCES[what], n=n) for what, n in sources(view, seat) if n) or "0",
        )
        for seat in range(view.seats)
    ]


# ── the whole position ───────────────────────────────────────────────────────────────────────────────────────────────


def text_board(words: Words, view: View, names: Sequence[str]) -> list[str]:
    """Returns the map, every piece once, the cards and the market, in pages."""
    sections = [
        [f"**{TITLE}**", status(words, view, names), *_table(words, view, names)],
        [f"**{words.say('Map')}**", *_map(words, view)],
        [f"**{words.say('Harbours')}**", _harbours(words, view)],
        *(
            [f"**{seat + 1} · {names[seat]}**", *_seat(words, view, seat), _left(words, view, names, seat)]
            for seat in range(view.seats)
        ),
        [f"**{words.say('Bank')}**", *_bank(words, view)],
    ]
    if view.market:
        sections.append([f"**{words.say('Chocolate Market')}**", *_rows(words, view)])
    sections.append([f"**{words.say('Cost of each')}**", *_costs(words, view)])
    if view.market:
        sections.append([f"**{words.say('Recipes')}**", *_recipes(words)])
    return pages(sections)


def _table(words: Words, view: View, names: Sequence[str]) -> list[str]:
    lines = [_points(words, view, names), *_places(words, view, names), *_sources(words, view, names)]
    lines += [_cards(words, view, names), _robber(words, view), *_prizes(words, view, names)]
    if view.resigned:
        lines.append(words.say("Resigned: {names}.", names=words.listed([names[seat] for seat in view.resigned])))
    return lines


def _map(words: Words, view: View) -> list[str]:
    rows: dict[str, list[str]] = {}
    for number in sorted(range(len(view.terrain)), key=lambda hexagon: HEX_NAMES[hexagon]):
        tile = terms.tile(words, number, view.terrain[number], view.numbers[number])
        rows.setdefault(HEX_NAMES[number][0], []).append(tile)
    return [f"{words.say('Row {name}', name=name)}: {', '.join(tiles)}." for name, tiles in rows.items()]


def _harbours(words: Words, view: View) -> str:
    where = BOARDS[view.market].harbours
    shown = [
        f"{terms.edge(edge)}{NARROW}{terms.harbour(words, kind)}"
        for edge, kind in zip(where, view.harbours, strict=True)
    ]
    return f"{capital(', '.join(shown))}."


def _seat(words: Words, view: View, seat: int) -> list[str]:
    """Lists what a seat has built, leaving out what it has none of. The last line says what lies in front of it."""
    lines = [
        *_built(words.say_in("catan", "Roads"), [terms.edge(edge) for edge in view.roads[seat]]),
        *_built(words.say("Settlements"), [terms.corner(corner) for corner in view.settlements[seat]]),
        *_built(words.say("Cities"), [terms.corner(corner) for corner in view.cities[seat]]),
        *_built(words.say("Production sites"), [_site(words, view, *site) for site in view.sites[seat]]),
    ]
    if view.market:
        lines.append(f"{words.say('Victory point chips')}: {view.chips[seat]}.")
    last = words.say(
        "Longest run of roads {length}; knights played {knights}; development cards {devs}.",
        length=view.lengths[seat],
        knights=view.knights[seat],
        devs=view.devs[seat],
    )
    return [*lines, last]


def _site(words: Words, view: View, hexagon: int, n: int) -> str:
    card = terms.card(words, INGREDIENT_AT[view.terrain[hexagon]])
    return words.say("{card} at {place}", card=card, place=terms.hexagon(hexagon)) + (f" ×{n}" if n > 1 else "")


def _built(heading: str, names: Sequence[str]) -> list[str]:
    return [f"{heading}: {', '.join(names)}."] if names else []


def _bank(words: Words, view: View) -> list[str]:
    kinds = len(view.bank) if view.market else RESOURCES
    amounts = ", ".join(f"{terms.card(words, kind)} {view.bank[kind]}" for kind in range(kinds))
    lines = [f"{capital(amounts)}.", words.many("{n} development card.", "{n} development cards.", view.deck)]
    if view.market:
        sites = ", ".join(f"{terms.card(words, RESOURCES + kind)} {n}" for kind, n in enumerate(view.site_stock))
        lines.append(words.say("Production sites left: {list}.", list=sites))
        lines.append(words.many("{n} victory point chip.", "{n} victory point chips.", view.chips_left))
    return lines


def _rows(words: Words, view: View) -> list[str]:
    return [
        words.say(
            "{sort}: row {row}, {reward}.", sort=terms.sort(words, sort), row=row, reward=terms.reward(words, row)
        )
        for sort, row in enumerate(view.bars)
    ]


_COSTS: Final = (
    (TextIn("catan", "Roads"), ROAD_COST),
    (Text("Settlements"), SETTLEMENT_COST),
    (Text("Cities"), CITY_COST),
    (Text("Development cards"), DEV_COST),
    (Text("Production sites"), SITE_COST),
)


def _costs(words: Words, view: View) -> list[str]:
    """Lists what is built and bought, the sites of the Market last, and of which cards."""
    things = _COSTS if view.market else _COSTS[:-1]
    return [f"{words.put(thing)} – {terms.packed(words, cost)}." for thing, cost in things]


def _recipes(words: Words) -> list[str]:
    return [f"{terms.sort(words, sort)} – {terms.packed(words, recipe)}." for sort, recipe in enumerate(RECIPES)]
