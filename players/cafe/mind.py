"""How the house player of Café International thinks: a way to go on is worth what greedy play makes of it.

After each candidate everybody takes what brings most for a few turns, with the guests drawn as they would be; then
scores are compared. Played to its end that would be noise: what counts is what the turn leaves to the next ones.
"""

from collections.abc import Sequence
from heapq import nlargest
from math import exp, sqrt
from operator import itemgetter
from typing import Final

from msgspec import Struct

from players.cafe.quick import Quick
from players.outcomes import Effort, after
from players.search import Turn
from rules import counts
from rules.cafe.game import RULES, CafeInternational
from rules.cafe.guests import NATIONS, is_joker
from rules.cafe.moves import Bar, CafeMove, Name, Seating, Swap
from rules.cafe.state import Cafe, NameBirthday
from rules.chance import Chance
from rules.contract import Prompt

SPREAD: Final = 1.6
"""How far a lead may turn for each guest in the bag, by the square root: measured over games of its own."""
OUT: Final = -1000
"""The score of who has dropped out or resigned, when chances are compared: they rank below all others."""


class CafeMind(Struct, frozen=True):
    """One way of thinking; levels differ in how far it looks ahead."""

    rounds: int
    """So many turns of everybody are played on after the own."""
    naming: int
    """The same, where a nation is named: that tells late."""
    rules: CafeInternational = RULES

    def turns(self, state: Cafe, prompt: Prompt, effort: Effort, /) -> Sequence[Turn]:
        """What brings most at once comes first; the bar is always among the first."""
        effort.spend()
        seat = prompt.seat
        if isinstance(state.phase, NameBirthday):
            held = in_hand(counts.pieces(state.hands[seat]))
            return [(Name(nation),) for nation in sorted(range(len(NATIONS)), key=lambda each: -held[each])]
        ranked = [move for move, _ in self.rules.best(state, seat, MANY)]
        at_bar = [move for move in ranked if isinstance(move, Bar)]
        swaps = [move for move in ranked if isinstance(move, Swap)]
        seatings = [move for move in ranked if isinstance(move, Seating)]
        return [(move,) for move in mixed(seatings, at_bar, swaps)]

    def value(self, state: Cafe, seat: int, turn: Turn, chance: Chance, effort: Effort, /) -> float:
        quick = Quick(after(self.rules, state, seat, turn, chance, effort).state)
        if quick.names:
            quick.names = False
            quick.name()
        ahead = state.seats * (self.naming if isinstance(turn[0], Name) else self.rounds)
        for _ in range(ahead):
            if quick.over:
                break
            quick.turn(chance)
            effort.spend()
        return chances(quick)[seat]
