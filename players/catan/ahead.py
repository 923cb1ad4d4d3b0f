"""Playing on in thought: a way to go on is worth what a round of quick play makes of it.

The rest of the turn, the turns of the others and the next one of one's own are played by a narrow search without trade,
with dice, thefts and cards drawn as they would be; then the chances are compared, together with those right away.
"""

from typing import Final

from players import search
from players.catan import asked
from players.catan.outlook import Outlook
from players.catan.planning import Breadth, Planner, Turn, played
from players.outcomes import Effort, after
from rules.catan.game import RULES
from rules.catan.moves import End, Roll
from rules.catan.state import Catan, Discard, Main, Over, PreRoll
from rules.chance import Chance
from rules.contract import AnyRules

GAME: Final[AnyRules] = RULES
WORLDS: Final = 100
"""In so many at the most."""
QUICK: Final = Breadth(2, 3, 1)
NOW: Final = 0.4
"""How much the position right after the turn counts, against that a round later."""
_AGAIN: Final = 6
"""So often a turn is planned anew after something was learnt."""


class Ahead:
    """What says how good a way is."""

    def __init__(self, outlook: Outlook, breadth: Breadth = QUICK) -> None:
        self.outlook, self.breadth = outlook, breadth
        self._planners: dict[int, Planner] = {}

    def value(self, state: Catan, seat: int, turn: search.Turn, chance: Chance, effort: Effort, /) -> float:
        state = after(GAME, state, seat, turn, chance, effort).state
        state = self._finished(state, seat, chance, effort)
        now = self.outlook.chance(state, seat)
        for _ in range(state.seats):
            if isinstance(state.phase, Over):
                break
            state = self._finished(state, state.active, chance, effort)
        return NOW * now + (1 - NOW) * self.outlook.chance(state, seat)

    def _planner(self, state: Catan, seat: int, effort: Effort) -> Planner:
        if seat not in self._planners:
            outlook = Outlook(state, seat, self.outlook.land)
            self._planners[seat] = Planner(outlook, seat, effort)
        return self._planners[seat]

    def _finished(self, state: Catan, seat: int, chance: Chance, effort: Effort) -> Catan:
        """The state after what is left of the turn of this seat."""
        planner, left = self._planner(state, seat, effort), _AGAIN
        while state.active == seat and not isinstance(state.phase, Over):
            moves: Turn = ()
            if isinstance(state.phase, Discard):
                state = self._discarded(state, state.phase, chance, effort)
                continue
            if isinstance(state.phase, PreRoll):
                moves = (Roll(),)
            elif not isinstance(state.phase, Main) or left:
                left -= 1
                moves = played(planner.plans(state, self.breadth)[0].turn)
            if not moves:
                moves = (End(),) if isinstance(state.phase, Main) else (RULES.idle(state, seat),)
            state = after(GAME, state, seat, moves, chance, effort).state
        return state

    def _discarded(self, state: Catan, phase: Discard, chance: Chance, effort: Effort) -> Catan:
        seat = next(prompt.seat for prompt in RULES.prompts(state) if prompt.required)
        move = asked.discard(self._planner(state, seat, effort).outlook, state, seat, phase, effort)
        return after(GAME, state, seat, (move,), chance, effort).state
