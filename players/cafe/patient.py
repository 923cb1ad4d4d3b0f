"""How the strong player of Café International thinks: once half the chairs are taken, a way is worth what comes of it
in the end.

More than half of what divides the players at the end is made when few chairs are left and the bar is dear, and a look
at the next turns misses it. So each way is then played to the end, by everybody taking what brings most, again and
again with luck settled beforehand. While there is room for everybody the next turns tell more.
"""

from collections.abc import Sequence
from math import exp
from typing import Final

from msgspec import Struct

from players.cafe.mind import CafeMind
from players.cafe.quick import Quick
from players.cafe.stacked import Stacked
from players.outcomes import Effort
from players.player import Sight, Thought
from players.search import Searcher, Turn
from rules.cafe.board import CHAIRS
from rules.cafe.game import RULES, CafeInternational
from rules.cafe.state import Cafe
from rules.cafe.views import CafePublic
from rules.chance import Chance
from rules.contract import Prompt

LATE: Final = CHAIRS // 2
"""From so many free chairs on it plays to the end."""
LEADS: Final = 12.0
"""A lead of so many points at the end counts as odds of e : 1. Of few games by how much they are won tells more than
how many are, and who plays better than is thought here makes good some of it."""
OUT: Final = -60.0
"""Who has dropped out counts as if they had so many points."""


EARLIER: Final = 8
"""Before that so much of the budget is enough: an eighth."""


class Patient(Struct, frozen=True):
    """Thinks in one way as long as there is room, and in another after that."""

    early: Searcher
    late: Searcher

    def think(self, sight: Sight, prompt: Prompt, budget: int, chance: Chance, /) -> Thought:
        public = sight.public
        if isinstance(public, CafePublic) and CHAIRS - len(public.guests) > LATE:
            return self.early.think(sight, prompt, budget // EARLIER, chance)
        return self.late.think(sight, prompt, budget, chance)


class PatientMind(Struct, frozen=True):
    """Plays to the end."""

    ways: CafeMind
    """What finds the ways to go on."""
    rules: CafeInternational = RULES

    def turns(self, state: Cafe, prompt: Prompt, effort: Effort, /) -> Sequence[Turn]:
        return self.ways.turns(state, prompt, effort)

    def value(self, state: Cafe, seat: int, turn: Turn, chance: Chance, effort: Effort, /) -> float:
        quick = Stacked(state, chance)
        quick.play(turn[0], chance)
        effort.spend()
        while not quick.over:
            quick.turn(chance)
            effort.spend()
        return share(quick, seat)


def share(quick: Quick, seat: int) -> float:
    """What the end of a game is worth to a seat, 0 … 1."""
    ends = [
        OUT if at in quick.dropped or quick.resigned >> at & 1 else score - quick.owed(at)
        for at, score in enumerate(quick.scores)
    ]
    best = max(ends)
    odds = [exp((end - best) / LEADS) for end in ends]
    return odds[seat] / sum(odds)
