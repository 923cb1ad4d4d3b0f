"""Standing orders of Catan (rules/catan/orders.py): what to keep on a 7, wishes, a founding; said, and pressed."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from bot.games.catan import labels, terms
from bot.games.catan.labels import card_named
from bot.play.timed.orders import Orders
from bot.wording import Text, Words
from bot.wording.order_lines import Line, Ordering, Step
from rules.catan import offers, orders
from rules.catan.board import BOARDS
from rules.catan.founding_orders import ALSO, FOUND, SITES
from rules.catan.hexes import (
    CORNER_NAMES,
    CORNER_OF,
    EDGE_NAMES,
    EDGES_AT,
    NEAR,
    bits,
    mask_of,
    stroked,
)
from rules.catan.orders import KEEP, SHOWN, WISH
from rules.catan.pieces import CARD_NAMES, RESOURCES, RESOURCES_EACH
from rules.catan.views import CatanPublic
from rules.contract import AnyRules, Fact, PublicView

FOUNDING: Final = frozenset({FOUND, "found-sites"})
"""The phases in which a founding can still be given beforehand."""


def _amended(rule: str, line: str) -> str:
    return orders.write(orders.amended(orders.read(rule) if rule else orders.Orders(), line))


def _answer(rules: AnyRules, state: Any, seat: int, rule: str) -> str:
    move = orders.answer(orders.read(rule), state, seat)
    return rules.write(move) if move is not None else ""


def _after(rule: str, state: Any, seat: int, facts: Sequence[Fact]) -> str:
    left = orders.read(rule)
    for fact in facts:
        left = orders.after(left, state.active, seat, fact)
    return orders.write(left)


def _ahead(rule: str, view: PublicView, seat: int) -> bool:
    return isinstance(view, CatanPublic) and view.active == seat and orders.ahead(orders.read(rule), view.phase)


def _listed(rule: str) -> str:
    shown = tuple(wish for wish in orders.read(rule).wishes if wish.shown)
    return orders.write(orders.Orders(wishes=shown))


ORDERS: Final = Orders(
    lambda text: orders.write(orders.read(text)), _answer, _amended, frozenset({offers.TOPIC}), _ahead, _after, _listed
)


# ── in words ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def order(words: Words, rule: str) -> str:
    """Puts a standing order in its canonical words (rules/catan/orders.py) into sentences."""
    left = orders.read(rule)
    lines: list[str] = []
    if left.keep:
        cards = ", ".join(terms.card(words, kind) for kind in left.keep)
        lines.append(words.say("On a 7 you keep, from the dearest on: {cards}.", cards=cards))
    for wish in left.wishes:
        listed = words.say("everybody sees it") if wish.shown else words.say("nobody sees it")
        lines.append(words.say("Your wish: {wish}; {seen}.", wish=_wish(words, wish), seen=listed))
    if left.founds:
        places = ", ".join(map(_place, left.founds))
        lines.append(words.say("You found, at the first that is still free: {places}.", places=places))
    if left.sites:
        cards = ", ".join(terms.card(words, kind) for kind in left.sites)
        lines.append(words.say("Your first sites make, the best first: {cards}.", cards=cards))
    return " ".join(lines)


def _place(place: tuple[int, int]) -> str:
    """B3n with B3/ne"""
    corner, edge = place
    return f"{CORNER_NAMES[corner]} – {stroked(EDGE_NAMES[edge])}"


def listed(words: Words, name: str, rule: str) -> list[str]:
    """Returns a line for each wish that its owner lets others see: it says how to take it, never whether it is paid."""
    return [
        words.many(
            "{name} would give {gives} for {gets}, {n} card. Offer that: as long as the card is there, it is accepted "
            "at once.",
            "{name} would give {gives} for {gets}, card for card, up to {n}. Offer that: as long as the card is there, "
            "it is accepted at once.",
            wish.left,
            name=name,
            gives=terms.card(words, wish.gives),
            gets=terms.card(words, wish.gets),
        )
        for wish in orders.read(rule).wishes
    ]


def _wish(words: Words, wish: orders.Wish) -> str:
    gives, gets = terms.card(words, wish.gives), terms.card(words, wish.gets)
    return words.many("{gives} for {gets}, {n} card", "{gives} for {gets}, card for card, up to {n}", wish.left,
                      gives=gives, gets=gets)  # fmt: skip


# ── by presses ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _times(words: Words, number: str) -> str:
    n = int(number)
    return words.many("{n} card", "{n} cards", n) if n == 1 else words.say("up to {n} cards, one for one", n=n)


def _seen(words: Words, word: str) -> str:
    return words.say("Everybody sees it") if word else words.say("Nobody sees it")


TIMES: Final = tuple(map(str, range(1, RESOURCES_EACH + 1)))


def _lines(view: CatanPublic) -> tuple[Line, ...]:
    if view.phase in FOUNDING:
        return (*_founding(view), *_always(view))
    return _always(view)


def _founding(view: CatanPublic) -> tuple[Line, ...]:
    """A place for the list; and in the Market what the first sites are to make."""
    free = _free(view)
    corners = sorted(bits(free), key=lambda corner: (-labels.pips(view, corner), corner))
    names = tuple(CORNER_NAMES[corner] for corner in corners)
    place = (
        Step(Text("Where you would found; the menus begin with what is rolled most"), names, _corner_of(view)),
        Step(Text("The road beside it"), (), labels.edge, follows=_edges(view), joined=_edge_from(view)),
    )
    kinds = Step(Text("What your first sites make, the best first; the rest follows by itself"),
                 CARD_NAMES[RESOURCES:], card_named, several=True)  # fmt: skip
    sites = (Line(SITES, Text("Your first sites"), (kinds,)),) if view.market else ()
    return Line(ALSO, Text("A place for your founding"), place), *sites


def _free(view: CatanPublic) -> int:
    """A mask of the corners where a settlement may stand now."""
    built = [corner for places in (*view.settlements, *view.cities) for corner in places]
    near = mask_of(other for corner in built for other in bits(NEAR[corner]))
    return BOARDS[view.market].corners & ~near & ~mask_of(built)


def _edges(view: CatanPublic) -> Callable[[str], tuple[str, ...]]:
    lanes = BOARDS[view.market].edges

    def beside(corner: str) -> tuple[str, ...]:
        found = CORNER_OF.get(corner.upper())
        return () if found is None else tuple(EDGE_NAMES[edge] for edge in bits(EDGES_AT[found] & lanes))

    return beside


def _corner_of(view: CatanPublic) -> Callable[[Words, str], str]:
    return lambda words, token: labels.corner(words, token, view)


def _edge_from(view: CatanPublic) -> Callable[[Words, str, str], str]:
    return lambda words, token, corner: labels.edge(words, token, view, corner)


def _always(view: CatanPublic) -> tuple[Line, ...]:
    cards = CARD_NAMES if view.market else CARD_NAMES[:RESOURCES]
    keep = Step(
        Text("What is most important to keep, then the next; the rest follows by itself"), cards, card_named, True
    )
    wish = (
        Step(Text("The card that you would give"), cards, card_named),
        Step(Text("The card that you want for it"), cards, card_named),
        Step(Text("How often it may be taken"), TIMES, _times),
        Step(Text("Who sees it before it is taken?"), ("", SHOWN), _seen),
    )
    return Line(WISH, Text("Leave a wish"), wish), Line(KEEP, Text("What to keep on a 7"), (keep,))


def _parts(words: Words, rule: str) -> list[tuple[str, str]]:
    left = orders.read(rule) if rule else orders.Orders()
    kept = [(words.say("What to keep on a 7"), KEEP)] if left.keep else []
    sites = [(words.say("Your first sites"), f"{SITES} 0")] if left.sites else []
    founds = [(_place(place), f"{ALSO} {CORNER_NAMES[place[0]]} 0") for place in left.founds]
    wishes = [
        (_wish(words, wish), f"{WISH} {CARD_NAMES[wish.gives]} {CARD_NAMES[wish.gets]} 0") for wish in left.wishes
    ]
    return kept + wishes + founds + sites


ORDERING: Final = Ordering(
    _lines, _parts, "keep ore grain; wish wool ore 2",
    Text("This one: on a 7 keep ore, then grain; give a wool for an ore, up to twice"),
)  # fmt: skip
