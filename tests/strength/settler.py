"""A scripted expert of Catan, with and without the Market: rules of thumb, one move at a time, nothing played on.

Like the experts of the cafés it is no part of the house and shares no evaluation with it. It sees its own cards and
what lies open: of the others the number of their cards, never which.
"""

from typing import Final

from players.catan.paying import exchanges
from rules import counts
from rules.catan import build, legal, moves
from rules.catan.board import ANY, BOARDS
from rules.catan.discard import is_asked
from rules.catan.hexes import EDGE_ENDS, EDGES_AT, HEX_MASK, HEXES_AT, bits
from rules.catan.offers import answerable, elsewhere
from rules.catan.pieces import (
    BASE_BANK,
    CITY_COST,
    DEV_COST,
    HAND_LIMIT,
    INGREDIENT_AT,
    KINDS,
    RECIPES,
    RESOURCE_MASK,
    RESOURCES,
    REWARD_CHIPS,
    REWARD_DEV,
    ROAD_COST,
    SETTLEMENT_COST,
    SITE_COST,
)
from rules.catan.scoring import goal, public_points
from rules.catan.state import ACCEPTED, Catan, Discard, Found, FoundSites, FreeRoads, Main, MarketRise, PreRoll, Steal
from rules.contract import Move, Prompt

KIND: Final = (1.0, 1.0, 0.9, 1.1, 1.1)
"""Lumber, brick, wool, grain, ore."""
FRESH: Final = 2.0
"""A kind that one does not have yet counts as so many pips more."""
HARBOURS: Final = (1.5, 1.0)
"""One for three, and for two, in pips."""
ROOM: Final = 0.4
"""A pip where a site fits, against one that brings a resource."""
FARTHER: Final = 0.6
"""A place one road farther away."""
NEARLY: Final = 2
"""Nobody trades with whoever lacks so few points."""
BARGAIN: Final = 3
"""With so many to spare two are given for one."""
MUCH: Final = 4
"""A monopoly pays from so many cards on."""


def settles(state: Catan, prompt: Prompt) -> tuple[Move, ...]:
    """What the expert does."""
    return (Settler(state, prompt.seat).move(),)


class Settler:
    def __init__(self, state: Catan, seat: int) -> None:
        self.state, self.seat = state, seat
        self.hand = state.hands[seat].packed
        self.legal = legal.moves(state, seat)
        self.own = state.settlements[seat] | state.cities[seat]
        self.has = {state.terrain[h] for corner in bits(self.own) for h in self._around(corner)}

    def move(self) -> Move:
        match self.state.phase:
            case Found():
                return max(self.legal, key=self._founds)
            case FoundSites():
                return max(self.legal, key=self._puts)
            case PreRoll():
                return self._knight() or moves.Roll()
            case Discard() if is_asked(self.state, self.state.phase, self.seat):
                return self._discards(self.state.phase)
            case Steal():
                return max(self.legal, key=self._steals)
            case FreeRoads():
                return self._road() or self.legal[-1]
            case MarketRise():
                return max(
                    self.legal, key=lambda move: self.state.bars[move.sort] if isinstance(move, moves.Raise) else -1
                )
            case Main() if self.seat != self.state.active:
                return self._answers()
            case Main():
                return self._in_the_turn()
            case _:
                return max(self.legal, key=self._robs)

    # ── the land ──

    def _around(self, corner: int) -> list[int]:
        return [h for h in HEXES_AT[corner] if h < len(self.state.terrain)]

    def _pips(self, hexagon: int) -> int:
        number = self.state.numbers[hexagon]
        return 6 - abs(7 - number) if number else 0

    def _place(self, corner: int) -> float:
        worth = 0.0
        for h in self._around(corner):
            terrain, pips = self.state.terrain[h], self._pips(h)
            if terrain < RESOURCES:
                worth += KIND[terrain] * pips + FRESH * (terrain not in self.has)
            if self.state.market and INGREDIENT_AT[terrain] >= 0:
                worth += ROOM * pips
        harbour = BOARDS[self.state.market].harbour_at[corner]
        return worth + (HARBOURS[self.state.harbours[harbour] != ANY] if harbour >= 0 else 0.0)

    def _leads(self, edge: int, free: int) -> float:
        """To how good a place a road leads, at its end or one farther."""
        best = 0.0
        for corner in EDGE_ENDS[edge]:
            if free >> corner & 1:
                best = max(best, self._place(corner))
            elif not self.state.taken & ~self.own & 1 << corner:
                for onward in bits(EDGES_AT[corner] & self.state.lanes & ~(1 << edge)):
                    there = [end for end in EDGE_ENDS[onward] if end != corner and free >> end & 1]
                    best = max([best, *[FARTHER * self._place(end) for end in there]])
        return best

    def _road(self) -> moves.Road | None:
        free = self.state.free & ~self.state.touched[self.seat]
        roads = [(self._leads(move.edge, free), move) for move in self.legal if isinstance(move, moves.Road)]
        worth, move = max(roads, key=lambda pair: pair[0], default=(0.0, None))
        return move if worth else None

    def _founds(self, move: Move) -> float:
        assert isinstance(move, moves.Found)
        near = {end for edge in bits(EDGES_AT[move.corner]) for end in EDGE_ENDS[edge]}
        free = self.state.free & ~sum(1 << corner for corner in near)
        return self._place(move.corner) + 0.1 * self._leads(move.edge, free)

    def _puts(self, move: Move) -> float:
        assert isinstance(move, moves.PutSites)
        second = self._pips(move.hexagon2) if move.hexagon2 >= 0 else 0
        return self._pips(move.hexagon) + second + 2 * (move.card != move.card2)

    # ── the robber ──

    def _knight(self) -> moves.Knight | None:
        knight = next((move for move in self.legal if isinstance(move, moves.Knight)), None)
        return knight if self.own & HEX_MASK[self.state.robber] else None

    def _robs(self, move: Move) -> float:
        if not isinstance(move, moves.Robber):
            return 0.0
        if self.own & HEX_MASK[move.hexagon]:
            return -1.0
        worth = 0.0
        for other in range(self.state.seats):
            there = HEX_MASK[move.hexagon]
            much = (self.state.settlements[other] & there).bit_count() + 2 * (
                self.state.cities[other] & there
            ).bit_count()
            worth += self._pips(move.hexagon) * much * public_points(self.state, other)
        return worth

    def _steals(self, move: Move) -> float:
        if not isinstance(move, moves.Steal) or move.victim < 0:
            return -1.0
        cards = counts.total(self.state.hands[move.victim].packed)
        return 10 * public_points(self.state, move.victim) + min(cards, 9)

    def _discards(self, phase: Discard) -> moves.Discard:
        kept, given = self._aim(), 0
        for pile, owed in (
            (range(RESOURCES), phase.resources[self.seat]),
            (range(RESOURCES, KINDS), phase.ingredients[self.seat]),
        ):
            left = self.hand
            for _ in range(owed):
                spare = {kind: counts.amount(left - given, kind) - counts.amount(kept, kind) for kind in pile}
                held = [kind for kind in pile if counts.amount(left - given, kind)]
                given = counts.plus(given, max(held, key=lambda kind: spare[kind]))
        return moves.Discard(given)

    # ── the turn ──

    def _aims(self) -> list[int]:
        """The prices of what it builds towards, what it likes best first."""
        state, seat = self.state, self.seat
        found = [CITY_COST] if build.city_places(state, seat) else []
        if build.settlement_places(state, seat):
            found = [SETTLEMENT_COST, *found]
        elif state.settlements[seat].bit_count() < 5 and self._could_lead():
            found += [ROAD_COST]
        return found or [DEV_COST]

    def _could_lead(self) -> bool:
        free = self.state.free & ~self.state.touched[self.seat]
        return any(self._leads(edge, free) for edge in bits(build.road_places(self.state, self.seat)))

    def _aim(self) -> int:
        return min(self._aims(), key=lambda price: len(_lacking(self.hand, price)))

    def _in_the_turn(self) -> Move:
        steps = (
            self._trades,
            self._builds,
            self._knight,
            self._plays,
            self._exchanges,
            self._lays,
            self._buys,
            self._offers,
        )
        for step in steps:
            move = step()
            if move is not None:
                return move
        return moves.End()

    def _builds(self) -> Move | None:
        found = [(self._likes(move), move) for move in self.legal]
        worth, move = max(found, key=lambda pair: pair[0])
        return move if worth > 0 else None

    def _likes(self, move: Move) -> float:
        match move:
            case moves.Chocolate() if move.road in {moves.NONE, moves.DECLINED}:
                row = self.state.bars[move.sort]
                ingredients = counts.total(self.hand & ~RESOURCE_MASK)
                pays = REWARD_CHIPS[row] + REWARD_DEV[row]
                wanted = move.resource >= 0 and move.resource in _lacking(self.hand, self._aim())
                return 100.0 * pays + wanted if pays or ingredients > HAND_LIMIT - 1 else 0.0
            case moves.City():
                return 50.0 + sum([self._pips(h) for h in self._around(move.corner)])
            case moves.Settlement():
                return 20.0 + self._place(move.corner)
            case _:
                return 0.0

    def _plays(self) -> Move | None:
        lacking = _lacking(self.hand, self._aim())
        for move in self.legal:
            match move:
                case moves.Knight() if self.state.army != self.seat:
                    return move
                case moves.Plenty() if len(lacking) == 2 and sorted((move.card, move.card2)) == sorted(lacking):
                    return move
                case moves.Monopoly() if move.card in lacking and self._elsewhere(move.card) >= MUCH:
                    return move
                case moves.Roads() if self._could_lead():
                    return move
                case _:
                    pass
        return None

    def _elsewhere(self, kind: int) -> int:
        return sum(
            [
                counts.amount(cards, kind) * sign
                for cards, sign in ((BASE_BANK, 1), (self.state.bank, -1), (self.hand, -1))
            ]
        )

    def _exchanges(self) -> Move | None:
        recipes = [RECIPES[sort] for sort, row in enumerate(self.state.bars) if REWARD_CHIPS[row] or REWARD_DEV[row]]
        for price in (*self._aims(), *recipes):
            trades = exchanges(self.hand, price, self.state.ports[self.seat])
            if trades and trades[0] in self.legal:
                return trades[0]
        return None

    def _lays(self) -> Move | None:
        return self._road() if self._aim() == ROAD_COST else None

    def _buys(self) -> Move | None:
        """A site or a card from what is not needed, or where a 7 would take cards."""
        aim, many = self._aim(), counts.total(self.hand & RESOURCE_MASK) > HAND_LIMIT
        sites = [move for move in self.legal if isinstance(move, moves.Site)]
        if sites and (many or self._spares(aim, SITE_COST)):
            return max(sites, key=lambda move: self._pips(move.hexagon))
        buy = moves.Buy()
        return buy if buy in self.legal and (many or self._spares(aim, DEV_COST)) else None

    def _spares(self, aim: int, price: int) -> bool:
        return len(_lacking(self.hand - price, aim)) == len(_lacking(self.hand, aim))

    # ── trade ──

    def _trades(self) -> Move | None:
        """Closes what it was promised, and answers what it was offered."""
        for found in answerable(self.state, self.seat):
            if found.gives and self._takes(found.seat, found.gives, found.gets):
                accept = moves.Accept(found.number)
                if accept in self.legal:
                    return accept
        mine = self.state.offer
        if mine is not None and self._gains(mine.gets, mine.gives):
            who = [other for other, reply in enumerate(mine.replies) if reply.answer == ACCEPTED]
            if who:
                return moves.Deal(mine.number, min(who, key=lambda other: public_points(self.state, other)))
        return None

    def _answers(self) -> Move:
        found = answerable(self.state, self.seat)[0]
        accept = moves.Accept(found.number)
        takes = accept in self.legal and self._takes(found.seat, found.gives, found.gets)
        return accept if takes else moves.Decline(found.number)

    def _takes(self, other: int, gets: int, gives: int) -> bool:
        return not self._nearly(other) and self._gains(gets, gives)

    def _gains(self, gets: int, gives: int) -> bool:
        aim = self._aim()
        return len(_lacking(self.hand + gets - gives, aim)) < len(_lacking(self.hand, aim))

    def _nearly(self, other: int) -> bool:
        return public_points(self.state, other) >= goal(self.state) - NEARLY

    def _offers(self) -> Move | None:
        """One card to spare for one that is lacking, two of which there are many; one offer until it is taken."""
        to = [
            s
            for s in range(self.state.seats)
            if s != self.seat and not self.state.resigned >> s & 1 and not self._nearly(s)
        ]
        aim, there = self._aim(), elsewhere(self.state, self.seat)
        wanted = [kind for kind in _lacking(self.hand, aim) if counts.amount(there, kind)]
        spare = {kind: counts.amount(self.hand, kind) - counts.amount(aim, kind) for kind in range(RESOURCES)}
        most = max(spare, key=lambda kind: spare[kind])
        if self.state.offer is not None or not wanted or not to or spare[most] <= 0 or most == wanted[0]:
            return None
        gives = counts.pack([(1 + (spare[most] >= BARGAIN)) * (kind == most) for kind in range(KINDS)])
        return moves.MakeOffer(gives, counts.plus(0, wanted[0]), sum(1 << other for other in to))


def _lacking(hand: int, price: int) -> list[int]:
    """The kinds that lack, each as often as it does."""
    missing = [counts.amount(price, kind) - counts.amount(hand, kind) for kind in range(KINDS)]
    return [kind for kind, number in enumerate(missing) for _ in range(number)]
