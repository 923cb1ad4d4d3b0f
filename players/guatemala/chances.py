"""The chances in a position of Guatemala Café, by the points that each seat is likely to end with."""

from math import sqrt
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from players import chances
from players.chances import Signs, Tested
from players.guatemala.fitted import FAVOURITES, WEIGHTS
from players.guatemala.mind import GuatemalaMind, settled
from players.guatemala.tuned import TUNED
from players.guatemala.turns import GAME
from players.guatemala.worth import expected, standing
from players.outcomes import Effort, after
from players.search import Judge, Turn
from rules import counts
from rules.chance import Chance, Seeded, draw
from rules.contract import AnyRules, Memory
from rules.guatemala.imagination import imagine, unseen
from rules.guatemala.state import KINDS, Guatemala
from rules.guatemala.state import Turn as TurnPhase
from rules.guatemala.views import GuatemalaPublic, GuatemalaSeat

UNBOUNDED: Final = 1 << 40
LOOKS: Final = (0.4, 0.3, 0.3)
"""How much the position counts right after a way, after the next seat's answer to it, and after one more."""
BEGUN: Final = 3
"""With so many pieces of each seat half of the beginning is over."""
NOBODY: Final = GuatemalaSeat(0, (), asked=False, may_block=False, answer="", plan_lay=-1, plan_sail=-1)
"""What the first seat sees, for somebody who knows nothing of it."""
STRONG: Final = (79, 50)
"""Of a hundred games against *even* so many are won, and as many would be fair (docs/adr/0045)."""


class GuatemalaChances(Struct, frozen=True):
    hides: bool = True

    @property
    def rules(self) -> AnyRules:
        return GAME

    def settled(self, state: Guatemala, /) -> Guatemala:
        """A scoring shows only once it has gone through, so those who are asked whether they block are answered for."""
        return settled(state, TUNED, Seeded(0), Effort(UNBOUNDED))

    def signs(self, state: Guatemala, /) -> tuple[Signs | None, ...]:
        return tuple([None if state.resigned >> seat & 1 else _sign(state, seat) for seat in range(state.seats)])

    def weights(self, state: Guatemala, /) -> Signs:
        return WEIGHTS[state.seats]

    def tested(self, state: Guatemala, /) -> Tested:
        return Tested(*STRONG, *FAVOURITES[state.seats])

    def imagined(self, public: GuatemalaPublic, memory: Memory, chance: Chance, /) -> Guatemala:
        """The first seat's sacks are dealt too, of all that nobody shows."""
        del memory
        if public.hands:
            return imagine(public, replace(NOBODY, stock=public.hands[0]), chance)
        pool, stock = unseen(public, NOBODY), 0
        for _ in range(public.stocks[0]):
            coffee, pool = draw(chance, pool)
            stock = counts.plus(stock, coffee)
        return imagine(public, replace(NOBODY, stock=tuple(counts.unpack(stock, KINDS))), chance)

    def judge(self, state: Guatemala, seat: int, /) -> Judge:
        del state, seat
        return PlayedOn(self)


def _sign(state: Guatemala, seat: int) -> Signs:
    """The points that it is likely to end with, in widths of what chance may still do; the turn; and the points once
    more, the less the more is built: while there is little, they say little.
    """
    worths, left = expected(standing(state, seat), TUNED)
    worth = worths[seat] / (TUNED.luck + TUNED.more_luck * sqrt(left))
    built = sum([mask.bit_count() for mask in (*state.workers, *state.sheds)])
    phase = state.phase
    moves = isinstance(phase, TurnPhase) and phase.seat == seat
    return worth, float(moves), worth / (1 + built / (BEGUN * state.seats))


class PlayedOn:
    """Plays a way, and two quick turns after it."""

    __slots__ = ("mind", "of")

    def __init__(self, of: GuatemalaChances) -> None:
        self.of, self.mind = of, GuatemalaMind(beam=1, looks=LOOKS, taste=TUNED)

    def value(self, state: Guatemala, seat: int, turn: Turn, chance: Chance, effort: Effort, /) -> float:
        state = settled(after(GAME, state, seat, turn, chance, effort).state, TUNED, chance, effort)
        worth, left = 0.0, 1.0
        for look in LOOKS[:-1]:
            phase = state.phase
            if not isinstance(phase, TurnPhase):
                break
            worth += look * chances.chances(self.of, state)[seat]
            left -= look
            moves = self.mind.best(state, phase.seat, effort)
            state = settled(after(GAME, state, phase.seat, moves, chance, effort).state, TUNED, chance, effort)
        return worth + left * chances.chances(self.of, state)[seat]
