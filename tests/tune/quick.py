"""Games of Catan by the quick policy alone, without trade: some ten in a second, so that hundreds can be played."""

from collections.abc import Sequence

from players.catan import asked
from players.catan.ahead import GAME, Ahead
from players.catan.outlook import Outlook
from players.catan.planning import Node, Planner
from players.catan.weights import Taste
from players.outcomes import Effort, after
from rules import engine
from rules.catan.game import RULES
from rules.catan.scoring import points
from rules.catan.state import Catan, Found, FoundSites, Over
from rules.chance import Chance, Seeded
from rules.contract import Setup

LONGEST = 80
"""Rounds; a game that takes longer has no winner."""


def winner(tastes: Sequence[Taste], founding: Sequence[Taste], setup: Setup, board: int) -> int:
    """Whose game it becomes, or -1. `tastes` and `founding`: what each seat holds things to be worth, and at first."""
    state: Catan = engine.begin(GAME, setup, Seeded(board)).position.state
    luck, effort = Seeded(board * 7 + 1), Effort(0)
    state = _founded(state, founding, luck, effort)
    leads, minds = -1, list[_Mind]()
    for _ in range(LONGEST * setup.seats):
        top = max(points(state, seat) for seat in range(setup.seats))
        if top != leads:  # what land is worth depends on how far the leader is
            leads, minds = top, [_Mind(Outlook(state, seat, taste=taste)) for seat, taste in enumerate(tastes)]
        state = minds[state.active].turn(state, luck, effort)
        if isinstance(state.phase, Over):
            return state.phase.winner
    return -1


class _Mind(Ahead):
    def turn(self, state: Catan, luck: Chance, effort: Effort) -> Catan:
        """The state after a whole turn of whose it is."""
        return self._finished(state, state.active, luck, effort)


def _founded(state: Catan, tastes: Sequence[Taste], luck: Chance, effort: Effort) -> Catan:
    while isinstance(state.phase, Found | FoundSites):
        seat = state.active
        planner = Planner(Outlook(state, seat, taste=tastes[seat]), seat, effort)
        start, land = Node(0.0, state, (), 0.0), planner.outlook.land
        moves = asked.places(land, state, seat) if isinstance(state.phase, Found) else RULES.moves(state, seat)
        best = max([planner.after(start, move) for move in moves], key=lambda node: node.worth)
        state = after(GAME, state, seat, best.turn, luck, effort).state
    return state
