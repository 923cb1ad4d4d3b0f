"""The whole own turn, looked through: a beam of the best positions, move by move, until nothing more is worth doing.

What is drawn on the way is folded: a theft over what the victim may lose, a development card to what such a card is
worth. A plan goes on beyond it, to be judged; what is played of it ends there, and then is thought anew.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from players import outcomes
from players.catan.outlook import ALMOST, Outlook
from players.catan.purchases import by_exchange, taken
from players.outcomes import Effort, Scripted
from rules.catan import legal
from rules.catan.game import RULES
from rules.catan.hexes import HEX_MASK
from rules.catan.moves import (
    Accept,
    Bank,
    Buy,
    CatanMove,
    Chocolate,
    Deal,
    Decline,
    End,
    Knight,
    Monopoly,
    Plenty,
    Robber,
    Roll,
    Steal,
    Withdraw,
)
from rules.catan.pieces import KINDS, RESOURCE_MASK
from rules.catan.state import Catan, Main, MoveRobber, Over, PreRoll
from rules.catan.state import Steal as Stealing
from rules.counts import BITS, FULL

_SKIPPED: Final = frozenset({Accept, Decline, Deal, Withdraw, End, Roll})
"""Answers to others are no part of a plan, and ends it has anyway."""
_REVEALS: Final = frozenset({Roll, Buy, Robber, Steal, Chocolate, Monopoly, Deal, Accept})
"""What is known only afterwards; a plan is played up to the first of these."""
_BEFORE_THE_ROLL: Final = (Knight,)
_HALFWAY: Final = (MoveRobber, Stealing)
"""A knight is judged by where the robber goes and whom it robs, never before."""
_HEXES: Final = 5
_PILES: Final = (RESOURCE_MASK, ~RESOURCE_MASK)
_UNKNOWN_DEV: Final = 0.012
"""A card that is bought is judged as a knight; on the average it is worth a little more."""

Turn = tuple[CatanMove, ...]


class Node(Struct, frozen=True):
    """A position that a plan reaches."""

    worth: float
    state: Catan
    turn: Turn
    more: float
    """What was drawn on the way is worth so much more on the average than what the plan goes on with."""


class Breadth(Struct, frozen=True):
    width: int
    depth: int
    exchanges: int
    """So many exchanges with the bank are thought of as one step with what they are for."""


def played(turn: Turn) -> Turn:
    """What of a plan is played before its outcome must be known."""
    for at, move in enumerate(turn):
        if type(move) in _REVEALS:
            return turn[: at + 1]
    return turn


def reveals(turn: Turn) -> bool:
    """Must what comes of it be known first?"""
    return bool(turn) and type(turn[-1]) in _REVEALS


class Planner:
    """Plans a seat's turn in one imagined world."""

    def __init__(self, outlook: Outlook, seat: int, effort: Effort) -> None:
        self.outlook, self.seat, self.effort = outlook, seat, effort

    def plans(self, state: Catan, breadth: Breadth) -> list[Node]:
        """Positions where the turn can end or the dice be rolled, best first, with the way there."""
        start = Node(self.outlook.chance(state, self.seat), state, (), 0.0)
        beam, ends = [start], [start] if _can_end(state) else list[Node]()
        seen: set[tuple[object, ...]] = set()
        for depth in range(breadth.depth):
            if not beam or (not self.effort.left and depth and ends):
                break
            following = [after for node in beam for after in self._onward(node, seen, breadth.exchanges)]
            following.sort(key=lambda node: -node.worth)
            ends += [node for node in following if _can_end(node.state)]
            beam = [node for node in following if not isinstance(node.state.phase, Over)][: breadth.width]
        return sorted(ends or self._hurried(beam, seen), key=lambda node: -node.worth)

    def _hurried(self, beam: list[Node], seen: set[tuple[object, ...]]) -> list[Node]:
        """To an end, where the depth ended in the midst of something."""
        while beam and not _can_end(beam[0].state):
            beam = self._onward(beam[0], seen)[:1]
        return beam

    def _onward(self, node: Node, seen: set[tuple[object, ...]], most: int = 0) -> list[Node]:
        """`most`: so many exchanges in one step."""
        found: list[Node] = []
        paid = self._paid(node, most) if isinstance(node.state.phase, Main) else ()
        for after in (*[self.after(node, move) for move in self.sensible(node.state)], *paid):
            key = _key(after.state, self.seat)
            if key not in seen:
                seen.add(key)
                found += self._onward(after, seen) if isinstance(after.state.phase, _HALFWAY) else [after]
        return found

    def _paid(self, node: Node, most: int) -> Iterator[Node]:
        """What can be had with the help of the bank: exchanged and built at once, whatever it looks like half way."""
        for ware, trades in by_exchange(node.state, self.seat):
            if len(trades) > most:
                continue
            paid = node
            for trade in trades:
                paid = self.after(paid, trade)
            yield from [self.after(paid, move) for move in taken(self.outlook.land, paid.state, self.seat, ware)]

    def robberies(self, state: Catan) -> list[Node]:
        """What a knight leads to, the best first."""
        after = self.after(Node(0.0, state, (), 0.0), Knight())
        if not isinstance(after.state.phase, _HALFWAY):
            return [after]
        return sorted(self._onward(after, set()), key=lambda node: -node.worth)

    def sensible(self, state: Catan) -> list[CatanMove]:
        moves = [move for move in legal.moves(state, self.seat) if type(move) not in _SKIPPED]
        phase = state.phase
        if isinstance(phase, PreRoll):
            return [move for move in moves if isinstance(move, _BEFORE_THE_ROLL)]
        if isinstance(phase, MoveRobber):
            moves.sort(key=lambda move: self._hurts(state, move), reverse=True)
            return moves[:_HEXES]
        return [move for move in moves if not isinstance(move, Bank | Plenty) or self._useful(state, move)]

    def _hurts(self, state: Catan, move: CatanMove) -> float:
        """How much production of the others, the stronger the more, stands at this hex against one's own."""
        if not isinstance(move, Robber):
            return 0.0
        corners, odds = HEX_MASK[move.hexagon], self.outlook.land.odds[move.hexagon]
        whole = 0.0
        for seat in range(state.seats):
            here = (state.settlements[seat] & corners).bit_count() + 2 * (state.cities[seat] & corners).bit_count()
            if here:
                weight = -2.5 if seat == self.seat else 1 + 0.1 * self.outlook.value(state, seat)
                cards = bool(state.hands[seat].packed) and seat != self.seat
                whole += weight * here * odds + 0.05 * cards
        return whole

    @staticmethod
    def _useful(state: Catan, move: Bank | Plenty) -> bool:
        """Nobody takes what they have plenty of."""
        hand = state.hands[state.active].packed
        kind = move.gets if isinstance(move, Bank) else move.card
        return (hand >> BITS * kind & FULL) < 3

    def after(self, node: Node, move: CatanMove) -> Node:
        """The position after a move, with what it draws folded."""
        state, more = node.state, node.more
        if isinstance(move, Robber | Steal):
            after, worth = self._robbed(state, move)
            return Node(worth + more, after, (*node.turn, move), more + worth - self.outlook.chance(after, self.seat))
        if isinstance(move, Buy):
            more += _UNKNOWN_DEV
        after = self.applied(state, move)
        worth = self.outlook.chance(after, self.seat)
        if not isinstance(after.phase, Over):
            worth = min(ALMOST, worth + more)
        return Node(worth, after, (*node.turn, move), more)

    def applied(self, state: Catan, move: CatanMove) -> Catan:
        """The state after a move that draws nothing, or nothing that matters."""
        return self._step(state, move, Scripted(()))

    def _step(self, state: Catan, move: CatanMove, luck: Scripted) -> Catan:
        return outcomes.after(RULES, state, self.seat, (move,), luck, self.effort).state

    def _robbed(self, state: Catan, move: Robber | Steal) -> tuple[Catan, float]:
        """The likeliest theft, and what all of them are worth on the average."""
        luck = Scripted(())
        first = self._step(state, move, luck)
        if not luck.sizes:
            return first, self.outlook.chance(first, self.seat)
        cards, likeliest, whole, at = luck.sizes[0], first, 0.0, 0
        most = 0
        for number in _amounts(state, first, self.seat, cards):
            after = self._step(state, move, Scripted((at,)))
            whole += number / cards * self.outlook.chance(after, self.seat)
            if number > most:
                most, likeliest = number, after
            at += number
        return likeliest, whole


def _amounts(state: Catan, after: Catan, seat: int, cards: int) -> list[int]:
    """How many cards of each kind were in the pile from which one was stolen, in the order of drawing."""
    for victim in range(state.seats):
        lost = state.hands[victim].packed - after.hands[victim].packed
        if victim != seat and lost:
            pile = state.hands[victim].packed & _PILES[lost > RESOURCE_MASK]
            held = [pile >> BITS * kind & FULL for kind in range(KINDS)]
            return [number for number in held if number]
    return [cards]


def _can_end(state: Catan) -> bool:
    return isinstance(state.phase, Main | PreRoll | Over)


def _key(state: Catan, seat: int) -> tuple[object, ...]:
    return (
        type(state.phase), state.robber, state.roads[seat], state.settlements[seat], state.cities[seat],
        state.sites[seat], state.hands[seat].packed, state.devs[seat].packed, state.bars, state.chips[seat],
        sum([hand.packed << 80 * other for other, hand in enumerate(state.hands)]),
    )  # fmt: skip
