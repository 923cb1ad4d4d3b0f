"""The chances in a position of Café International: everything lies open but the bag, and scores say most of it."""

from math import sqrt
from typing import Final

from msgspec import Struct

from players import chances
from players.cafe import mind
from players.cafe.fitted import FAVOURITES, WEIGHTS
from players.cafe.quick import Quick
from players.chances import Chances, Signs, Tested
from players.outcomes import Effort, after
from players.search import Judge, Turn
from rules.cafe.ending import LAST_IN_BAG
from rules.cafe.game import RULES
from rules.cafe.imagination import imagine
from rules.cafe.state import Cafe
from rules.cafe.views import CafePublic
from rules.chance import Chance
from rules.contract import AnyRules, Memory

ROUNDS: Final = 2
"""So many turns of everybody are played on after a way."""
STRONG: Final = (66, 50)
"""Of a hundred games against *even* so many are won, and as many would be fair (docs/adr/0045)."""


class CafeChances(Struct, frozen=True):
    hides: bool = False

    @property
    def rules(self) -> AnyRules:
        return RULES

    def settled(self, state: Cafe, /) -> Cafe:
        return state

    def signs(self, state: Cafe, /) -> tuple[Signs | None, ...]:
        return signs(Quick(state))

    def weights(self, state: Cafe, /) -> Signs:
        return WEIGHTS[state.seats]

    def tested(self, state: Cafe, /) -> Tested:
        return Tested(*STRONG, *FAVOURITES[state.seats])

    def imagined(self, public: CafePublic, memory: Memory, chance: Chance, /) -> Cafe:
        del memory, chance
        return imagine(public)

    def judge(self, state: Cafe, seat: int, /) -> Judge:
        del state, seat
        return PlayedOn()


def signs(quick: Quick) -> tuple[Signs | None, ...]:
    """In widths of what chance may still do: the score, what the hand brings at the next turn, and the turn itself."""
    width = 1 + mind.SPREAD * sqrt(max(1, len(quick.bag) - LAST_IN_BAG + 1))
    found: list[Signs | None] = []
    for seat in range(quick.seats):
        if seat in quick.dropped or quick.resigned >> seat & 1:
            found.append(None)
            continue
        seating = quick.hall.best(quick.hands[seat], regulars=quick.regulars)
        brings = seating.points if seating else 0
        numbers = quick.scores[seat], brings, seat == quick.seat
        found.append(tuple([number / width for number in numbers]))
    return tuple(found)


class PlayedOn:
    """Plays a way, and some quick turns after it."""

    def value(self, state: Cafe, seat: int, turn: Turn, chance: Chance, effort: Effort, /) -> float:
        there = after(RULES, state, seat, turn, chance, effort).state
        quick = Quick(there)
        if quick.names:
            quick.name()
        for _ in range(state.seats * ROUNDS):
            if quick.over:
                break
            quick.turn(chance)
            effort.spend()
        return reached(quick)[seat]


def reached(quick: Quick) -> Chances:
    """The chances where quick play has led."""
    if quick.over:
        return tuple(mind.chances(quick, mind.SPREAD))
    return chances.odds(signs(quick), WEIGHTS[quick.seats])
