"""What a player leaves to be answered without them: wishes, what to keep on a 7 (CM-27), and their founding (CM-14).

An order stands beside the game: it is no move, is in no record and changes no state. What it answers is a move that its
seat could make itself with what it knows, and is recorded as that move; so nothing but an acceptance tells of a wish.

    keep ore grain; wish wool ore 2 shown; wish brick ore 1; found B3n B3ne C1n C1ne; sites cocoa milk

`keep`: kinds of cards, the dearest first; those that are not named follow in their usual order, so that it is a total
order and always answers. `wish wool ore 2`: gives wool for ore, card for card, up to two times; `shown`: listed for
all. In one's own turn wishes rest. `found`, `sites`: rules/catan/founding_orders.py.
"""

import re
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from rules import counts
from rules import notation as plain
from rules.catan import founding_orders, moves
from rules.catan.discard import is_asked
from rules.catan.facts import OfferClosed, TurnBegan
from rules.catan.founding_orders import ALSO, FOUND, SITES, Places
from rules.catan.notation import read_card, read_corner
from rules.catan.pieces import CARD_NAMES, KINDS, RESOURCES, RESOURCES_EACH, enough
from rules.catan.state import ACCEPTED, Catan, Discard, Found, FoundSites, Main
from rules.catan.synonyms import unaccented
from rules.contract import Fact
from rules.notation import NotationError

KEEP, WISH, SHOWN, THEN = "keep", "wish", "shown", "; "
MOST: Final = 8
"""So many wishes a seat can have."""
_TIMES: Final = re.compile(r"[1-9][0-9]?")


class Wish(Struct, frozen=True):
    """Card for card."""

    gives: int
    gets: int
    left: int
    """How many times it can still be taken."""
    shown: bool = False


class Orders(Struct, frozen=True):
    """All that a seat has left."""

    keep: tuple[int, ...] = ()
    """The kinds that are named; without any a discard is not answered."""
    wishes: tuple[Wish, ...] = ()
    founds: Places = ()
    """Where to found, the best first."""
    sites: tuple[int, ...] = ()
    """The kinds of the first sites that are named, the best first; without any their player is asked."""

    def __repr__(self) -> str:
        return "Orders(…)"


# ── reading and writing ──────────────────────────────────────────────────────────────────────────────────────────────


def read(text: str) -> Orders:
    """Raises NotationError. Of two wishes of the same kinds the later one holds."""
    found = Orders()
    for part in text.split(THEN.strip()):
        verb, *rest = plain.words(unaccented(part)) or ("",)
        if verb == KEEP.upper() and rest:
            found = replace(found, keep=_kinds(rest))
        elif verb == WISH.upper():
            found = with_wish(found, _wish(rest))
            if len(found.wishes) > MOST:
                raise NotationError(part.strip()[:20], f"at most {MOST} wishes")
        elif verb == FOUND.upper():
            found = replace(found, founds=founding_orders.read(rest))
        elif verb == SITES.upper() and rest:
            found = replace(found, sites=_ingredients(rest))
        else:
            raise NotationError(verb[:20], "keep, wish, found or sites")
    return found


def amended(orders: Orders, text: str) -> Orders:
    """The orders with some lines changed: `keep` alone takes away what is kept, `wish wool ore 0` that wish, `found 0`
    and `sites 0` those; `also B3n B3ne` puts a place at the end of the list, `also B3n 0` takes it away.
    """
    for line in text.split(THEN.strip()):
        orders = _amended(orders, line) if line.strip() or line == text else orders
    return orders


def _amended(orders: Orders, line: str) -> Orders:
    words = plain.words(unaccented(line))
    if words == (KEEP.upper(),):
        return replace(orders, keep=())
    if words in {(FOUND.upper(), "0"), (SITES.upper(), "0")}:
        return replace(orders, founds=()) if words[0] == FOUND.upper() else replace(orders, sites=())
    if words[:1] == (ALSO.upper(),):
        return replace(orders, founds=_also(orders.founds, list(words[1:])))
    if words[:1] == (WISH.upper(),) and words[3:4] == ("0",):
        gives, gets = _kinds(list(words[1:3]))
        return with_wish(orders, Wish(gives, gets, 0))
    written = write(orders)
    return read(f"{written}{THEN}{line}" if written else line)


def _also(places: Places, words: list[str]) -> Places:
    if words[1:] == ["0"]:
        return founding_orders.without(places, read_corner(words[0]))
    return founding_orders.read([*founding_orders.write(places).upper().split(), *words])


def _ingredients(words: list[str]) -> tuple[int, ...]:
    kinds = _kinds(words)
    for word, kind in zip(words, kinds, strict=True):
        if kind < RESOURCES:
            raise NotationError(word[:20], "an ingredient")
    return kinds


def _kinds(words: list[str]) -> tuple[int, ...]:
    """Each kind once."""
    kinds = tuple([read_card(word) for word in words])
    for at, kind in enumerate(kinds):
        if kind in kinds[:at]:
            raise NotationError(words[at][:20], "each kind once")
    return kinds


def _wish(words: list[str]) -> Wish:
    shown = words[-1:] == [SHOWN.upper()]
    *cards, number = words[: len(words) - shown] if len(words) - shown > 2 else [*words[: len(words) - shown], "1"]
    if len(cards) != 2:
        raise NotationError(" ".join(words)[:40], "what you give and what you get: wool ore")
    gives, gets = _kinds(cards)
    if not _TIMES.fullmatch(number) or int(number) > RESOURCES_EACH:
        raise NotationError(number[:20], f"how many times, 1 to {RESOURCES_EACH}")
    return Wish(gives, gets, int(number), shown)


def with_wish(orders: Orders, wish: Wish) -> Orders:
    """The orders with a wish in the place of one of the same kinds; `left` 0 takes it away."""
    others = tuple([each for each in orders.wishes if (each.gives, each.gets) != (wish.gives, wish.gets)])
    return replace(orders, wishes=(*others, wish) if wish.left else others)


def write(orders: Orders) -> str:
    """The canonical words; empty where nothing is left."""
    keep = [" ".join([KEEP, *(CARD_NAMES[kind] for kind in orders.keep)])] if orders.keep else []
    found = [f"{FOUND} {founding_orders.write(orders.founds)}"] if orders.founds else []
    sites = [" ".join([SITES, *(CARD_NAMES[kind] for kind in orders.sites)])] if orders.sites else []
    return THEN.join([*keep, *map(_written, orders.wishes), *found, *sites])


def _written(wish: Wish) -> str:
    line = f"{WISH} {CARD_NAMES[wish.gives]} {CARD_NAMES[wish.gets]} {wish.left}"
    return f"{line} {SHOWN}" if wish.shown else line


# ── what is answered ─────────────────────────────────────────────────────────────────────────────────────────────────


def ahead(orders: Orders, phase: str) -> bool:
    """Do they speak of what whoever is on turn is asked in this phase?"""
    return bool(orders.founds if phase == FOUND else orders.sites if phase == "found-sites" else ())


def answer(orders: Orders, state: Catan, seat: int) -> moves.CatanMove | None:
    """The move with which these orders answer what the seat is asked now, if they do."""
    phase = state.phase
    if isinstance(phase, Found | FoundSites):
        return _founded(orders, state, seat)
    if isinstance(phase, Discard):
        asked = orders.keep and is_asked(state, phase, seat) and not phase.given[seat].packed
        return moves.Discard(_given(orders, phase, seat, state.hands[seat].packed)) if asked else None
    if not isinstance(phase, Main) or state.offer is None:
        return None
    offer, hand = state.offer, state.hands[seat].packed
    open_to = offer.to & ~state.resigned & 1 << seat and offer.replies[seat].answer != ACCEPTED
    if open_to and enough(hand, offer.gets) and any(times(wish, offer.gives, offer.gets) for wish in orders.wishes):
        return moves.Accept(offer.number)
    return None


def _founded(orders: Orders, state: Catan, seat: int) -> moves.CatanMove | None:
    if seat != state.active:
        return None
    if isinstance(state.phase, Found):
        return founding_orders.answer(orders.founds, state)
    return founding_orders.sites(orders.sites, state, seat) if orders.sites else None


def _given(orders: Orders, phase: Discard, seat: int, hand: int) -> int:
    """The cards that are owed, of each pile the cheapest."""
    order = (*orders.keep, *(kind for kind in range(KINDS) if kind not in orders.keep))
    owed = [phase.resources[seat], phase.ingredients[seat]]
    cards = 0
    for kind in reversed(order):
        pile = kind >= RESOURCES
        number = min(owed[pile], counts.amount(hand, kind))
        cards = counts.plus(cards, kind, number)
        owed[pile] -= number
    return cards


def times(wish: Wish, gives: int, gets: int) -> int:
    """How many times an offer takes a wish, if it gives at least as much as is wished for; 0 if it does not meet it."""
    number = counts.amount(gets, wish.gives)
    meets = gets == counts.plus(0, wish.gives, number) and counts.amount(gives, wish.gets) >= number
    return number if meets and number <= wish.left else 0


def after(orders: Orders, active: int, seat: int, fact: Fact) -> Orders:
    """The orders once all have heard this: a deal of their seat on the terms of a wish takes it, however it came about,
    and the founding is over place by place.
    """
    if isinstance(fact, OfferClosed):
        return _dealt(orders, active, seat, fact)
    left = replace(orders, founds=founding_orders.after(orders.founds, seat, fact))
    return replace(left, sites=()) if isinstance(fact, TurnBegan) else left


def _dealt(orders: Orders, active: int, seat: int, closed: OfferClosed) -> Orders:
    if seat == active or seat not in (closed.seat, closed.partner):
        return orders
    gives, gets = (closed.gives, closed.gets) if seat == closed.partner else (closed.gets, closed.gives)
    for wish in orders.wishes:
        number = times(wish, gives, gets)
        if number:
            return with_wish(orders, replace(wish, left=wish.left - number))
    return orders
