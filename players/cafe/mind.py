"""How the house player of Café International thinks: a way to go on is worth what greedy play makes of it.

After each candidate everybody takes what brings most for a few turns, with the guests drawn as they would be; then
scores are compared. Played to its end that would be noise: what counts is what the turn leaves to the next ones.
"""

from collections.abc import Sequence
from math import exp, sqrt
from typing import Final

from msgspec import Struct

from players.cafe.quick import Quick
from players.outcomes import Effort, after
from players.search import Turn
from rules import counts
from rules.cafe.ending import LAST_IN_BAG
from rules.cafe.game import RULES, CafeInternational
from rules.cafe.guests import JOKERS, NATIONS
from rules.cafe.moves import Bar, CafeMove, Name, Seating, Swap
from rules.cafe.state import Cafe, NameBirthday
from rules.chance import Chance
from rules.contract import Prompt

EVERY: Final = 100_000
SWAPS: Final = 2
SPREAD: Final = 1.6
"""How far a lead still turns with each guest in the bag, by the square root."""


class CafeMind(Struct, frozen=True):
    """Levels differ in how far it looks ahead."""

    rounds: int
    """So many turns of everybody are played on after the own."""
    naming: int
    """The same, where a nation is named: that tells late."""
    rules: CafeInternational = RULES

    def turns(self, state: Cafe, prompt: Prompt, effort: Effort, /) -> Sequence[Turn]:
        """What brings most at once comes first; the bar and the swaps come in behind the first few seatings."""
        effort.spend()
        seat = prompt.seat
        if isinstance(state.phase, NameBirthday):
            held = in_hand(counts.pieces(state.hands[seat]))
            return [(Name(nation),) for nation in sorted(range(len(NATIONS)), key=lambda each: -held[each])]
        ranked = [move for move, _ in self.rules.best(state, seat, EVERY)]
        return [(move,) for move in mixed(ranked)]

    def value(self, state: Cafe, seat: int, turn: Turn, chance: Chance, effort: Effort, /) -> float:
        quick = Quick(after(self.rules, state, seat, turn, chance, effort).state)
        if quick.names:
            quick.name()
        ahead = self.naming if isinstance(turn[0], Name) else self.rounds
        for _ in range(state.seats * ahead):
            if quick.over:
                break
            quick.turn(chance)
            effort.spend()
        return chances(quick, SPREAD)[seat]


def in_hand(hand: Sequence[int]) -> list[int]:
    """How many guests of each nation."""
    held = [0] * len(NATIONS)
    for kind in hand:
        if kind < JOKERS:
            held[kind // 2] += 1
    return held


def mixed(ranked: Sequence[CafeMove]) -> list[CafeMove]:
    """Every fourth is one of those that are no seating, as long as there are any: the bar before a swap."""
    seatings = [move for move in ranked if isinstance(move, Seating)]
    others = [
        *(move for move in ranked if isinstance(move, Bar)),
        *[move for move in ranked if isinstance(move, Swap)][:SWAPS],
    ]
    found: list[CafeMove] = []
    while seatings or others:
        found += seatings[:3]
        found += others[:1]
        del seatings[:3], others[:1]
    return found


def chances(quick: Quick, spread: float) -> list[float]:
    """Every seat's chance of winning, by its score and by what may still come."""
    here = [seat for seat in range(quick.seats) if seat not in quick.dropped and not quick.resigned >> seat & 1]
    found = [0.0] * quick.seats
    best = max((quick.scores[seat] - quick.owed(seat) * quick.over for seat in here), default=0)
    if quick.over:
        first = [seat for seat in here if quick.scores[seat] - quick.owed(seat) == best]
        for seat in first:
            found[seat] = 1 / len(first)
        return found
    width = spread * sqrt(len(quick.bag) - LAST_IN_BAG + 1)
    for seat in here:
        found[seat] = exp((quick.scores[seat] - best) / width)
    whole = sum(found)
    return [chance / whole for chance in found]
