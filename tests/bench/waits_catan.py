"""A scripted player of Catan for tests/bench/waits.py: builds what they can, trades for the card that is missing."""

from typing import Any, Final

from bot.play import Table
from rules import counts
from rules.catan import build, founding_orders, offers, orders
from rules.catan.founding_orders import MOST, Places
from rules.catan.hexes import EDGES_AT, HEX_OF, HEXES_AT, bits
from rules.catan.pieces import (
    CARD_NAMES,
    CITY_COST,
    DEV_COST,
    KINDS,
    RECIPES,
    RESOURCES,
    ROAD_COST,
    SETTLEMENT_COST,
    SITE_COST,
    enough,
)
from rules.catan.rates import rates
from rules.catan.state import ACCEPTED, OPEN, Catan, Discard, Found, FoundSites, Main, MoveRobber
from rules.chance import Seeded, pick
from rules.contract import Seat
from tests.contract.cases import Policy
from tests.contract.player import walk
from tests.contract.registry import CATAN

KEEPS: Final = "keep ore grain cocoa sugar wool"
SITES: Final = "sites cocoa sugar milk"
SOONER: Final = ("chocolate", "city", "settlement", "site")
CARDS: Final = ("knight", "roads", "plenty", "monopoly")
HOPES: Final = 8
"""One occasion in so many is taken for an offer with reliefs, where no listed wish is met."""
FREELY: Final = Policy("any", stops=100)


class Trader:
    """One seat."""

    def __init__(self, seat: int, luck: Seeded, haggles: int) -> None:
        """`haggles`: one occasion in so many is taken for an offer that meets no listed wish."""
        self.seat, self.luck, self.haggles = seat, luck, haggles
        self.turn = -1
        self.tried: set[tuple[int, int]] = set()
        """What was offered in this turn: the kinds given and wanted."""
        self.waits = self.awaited = False
        """Has made an offer at this look that they wait for; goes on after such a wait."""

    def looks(self, turn: int) -> None:
        """Comes to look, in this turn of the game."""
        if turn != self.turn:
            self.turn, self.tried = turn, set()
        self.waits = False

    # ── what is missing ──

    def lacks(self, state: Catan) -> tuple[list[int], list[int]]:
        """The kinds that are missing for what is nearest, and those that are left over."""
        hand = state.hands[self.seat].packed
        settlements, roads = state.settlements[self.seat].bit_count(), state.roads[self.seat].bit_count()
        wanted = [DEV_COST] if state.deck.packed else []
        if settlements and state.cities[self.seat].bit_count() < 4:
            wanted.append(CITY_COST)
        if settlements < 5 and build.settlement_places(state, self.seat):
            wanted.append(SETTLEMENT_COST)
        elif settlements < 5 and roads < 15 and state.ways[self.seat]:
            wanted.append(ROAD_COST + SETTLEMENT_COST)
        if state.market and build.site_places(state, self.seat):
            wanted.append(SITE_COST)
        wanted += [RECIPES[sort] for sort, row in enumerate(state.bars) if row]
        if not wanted:
            return [], []
        cost = min(wanted, key=lambda cost: (sum(_short(hand, cost)), -counts.total(cost)))
        short = _short(hand, cost)
        missing = [kind for kind in range(KINDS) if short[kind]]
        left = [kind for kind in range(KINDS) if counts.amount(hand, kind) > counts.amount(cost, kind)]
        return missing, left

    # ── what is left for others ──

    def leaves(self, table: Table) -> list[str]:
        state, rule = table.position.state, table.order(self.seat)
        left = orders.read(rule) if rule else orders.Orders()
        if isinstance(state.phase, Found | FoundSites):
            places = founding_orders.write(_best(state)[:MOST])
            return [] if left.founds else [f"{KEEPS}; found {places}", *([SITES] if state.market else [])]
        missing, over = self.lacks(state)
        wished = {(gives, gets) for gives in over for gets in missing}
        lines = [] if left.keep else [KEEPS]
        lines += [_wish(w.gives, w.gets, 0) for w in left.wishes if (w.gives, w.gets) not in wished]
        kept = {(w.gives, w.gets) for w in left.wishes} & wished
        more = sorted(wished - kept)[: orders.MOST - len(kept)]
        return [*lines, *(f"{_wish(gives, gets, 1)} shown" for gives, gets in more)]

    # ── what is said when it is waited for ──

    def says(self, table: Table) -> str:
        state: Any = table.position.state
        match state.phase:
            case Discard():
                move = orders.answer(orders.read(KEEPS), state, self.seat)
                return table.rules.write(move) if move is not None else ""
            case Found():
                move = founding_orders.answer(_best(state), state)
                return table.rules.write(move) if move is not None else ""
            case FoundSites():
                return table.rules.write(founding_orders.sites(orders.read(SITES).sites, state, self.seat))
            case MoveRobber():
                return self._robs(state)
            case Main():
                return self._plays(table, state)
            case _:
                return self._first(state)

    def _first(self, state: Catan) -> str:
        """The roll; of any other question whatever is legal."""
        verbs = [choice.token for choice in CATAN.rules.choices(state, Seat(self.seat), ())]
        return "roll" if "roll" in verbs else self._walked(state)

    def _walked(self, state: Catan, verb: str = "") -> str:
        """Any legal move; with this verb."""
        steer = Policy("one", steer=lambda _s, _p, tokens, choice: 1 if tokens or choice.token == verb else 0)
        tokens = walk(CATAN, state, self.seat, self.luck, steer if verb else FREELY)
        return " ".join(tokens)

    def _robs(self, state: Catan) -> str:
        """The hex where most others live."""
        places = CATAN.rules.choices(state, Seat(self.seat), ("robber",))
        own = str(self.seat + 1)
        best = max(places, key=lambda place: (own not in place.offers, len(place.offers), -HEX_OF[place.token]))
        return f"robber {best.token}"

    def _plays(self, table: Table, state: Catan) -> str:
        verbs = {choice.token for choice in CATAN.rules.choices(state, Seat(self.seat), ())}
        if state.offer is not None:
            return self._closes(state)
        for verb in (*SOONER, *CARDS):
            if verb in verbs:
                return self._walked(state, verb)
        missing, over = self.lacks(state)
        if "road" in verbs and not build.settlement_places(state, self.seat) and self.luck.below(4):
            return self._walked(state, "road")
        if not missing and "buy" in verbs:
            return "buy"
        return self._exchanges(state, missing, over) or self._offers(table, state, missing, over) or "end"

    def _exchanges(self, state: Catan, missing: list[int], over: list[int]) -> str:
        """With the bank, what is left over for what is missing."""
        rate, hand = rates(state, self.seat), state.hands[self.seat].packed
        for gives in over:
            if counts.amount(hand, gives) <= rate[gives]:
                continue
            for gets in missing:
                if (gives < RESOURCES) == (gets < RESOURCES) and counts.amount(state.bank, gets):
                    return f"bank {CARD_NAMES[gives]} {CARD_NAMES[gets]}"
        return ""

    # ── trade with others ──

    def _offers(self, table: Table, state: Catan, missing: list[int], over: list[int]) -> str:
        """An offer, where one card is missing: one that meets a listed wish, or one to wait for."""
        there = offers.elsewhere(state, self.seat)
        if len(missing) != 1 or not counts.amount(there, missing[0]) or not offers.may_offer(state, self.seat):
            return ""
        listed = {wish.gets for _, rule in table.listed(self.seat) for wish in orders.read(rule).wishes
                  if wish.gives == missing[0]}  # fmt: skip
        for gives in [kind for kind in over if kind in listed and (kind, missing[0]) not in self.tried]:
            return self._offered(gives, missing[0])
        first_try = over and not self.tried and not self.luck.below(self.haggles)
        if not first_try:
            return ""
        self.waits = self.awaited = True
        return self._offered(over[0], missing[0])

    def _offered(self, gives: int, gets: int) -> str:
        self.tried.add((gives, gets))
        return f"offer {CARD_NAMES[gives]}1 for {CARD_NAMES[gets]}1"

    def _closes(self, state: Catan) -> str:
        """The deal with whoever has accepted; else the offer is waited for until the next look, or withdrawn."""
        offer = state.offer
        if offer is None or self.waits:
            return ""
        yes = [seat for seat, reply in enumerate(offer.replies) if reply.answer == ACCEPTED]
        return f"deal {offer.number} {pick(self.luck, yes) + 1}" if yes else f"withdraw {offer.number}"

    def replies(self, table: Table) -> str:
        """What is said to another's offer: yes, where it brings what is missing for what is left over."""
        state: Any = table.position.state
        offer = state.offer
        if offer is None or offer.replies[self.seat].answer != OPEN:
            return ""
        missing, over = self.lacks(state)
        brings = any(counts.amount(offer.gives, kind) for kind in missing)
        spared = all(kind in over for kind in range(KINDS) if counts.amount(offer.gets, kind))
        can = enough(state.hands[self.seat].packed, offer.gets)
        return f"accept {offer.number}" if brings and spared and can else f"decline {offer.number}"


def _short(hand: int, cost: int) -> list[int]:
    """How many cards of each kind are missing."""
    return [max(0, counts.amount(cost, kind) - counts.amount(hand, kind)) for kind in range(KINDS)]


def _wish(gives: int, gets: int, times: int) -> str:
    return f"wish {CARD_NAMES[gives]} {CARD_NAMES[gets]} {times}"


def _best(state: Catan) -> Places:
    """The free corners where most is rolled, each with a road."""

    def pips(corner: int) -> int:
        numbers = [state.numbers[hexagon] for hexagon in HEXES_AT[corner] if hexagon < len(state.numbers)]
        return sum([6 - abs(7 - number) for number in numbers if number])

    corners = sorted(bits(state.free), key=lambda corner: (-pips(corner), corner))
    return tuple((corner, next(bits(EDGES_AT[corner] & state.lanes))) for corner in corners)
