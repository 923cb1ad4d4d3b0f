"""The house players of Guatemala Café."""

from typing import Final

from players.guatemala.chances import GuatemalaChances
from players.guatemala.mind import GuatemalaMind
from players.guatemala.tuned import TUNED
from players.player import Level, Trained
from players.search import Habits, Searcher

_GENTLE: Final = Searcher(GuatemalaMind(beam=1, looks=(1.0,)), Habits(12, 1, slips=400, warmth=0.1))
_EVEN: Final = Searcher(GuatemalaMind(beam=3, looks=(0.7, 0.3)), Habits(8, 2))
_STRONG: Final = Searcher(GuatemalaMind(beam=4, looks=(0.5, 0.25, 0.25), taste=TUNED), Habits(10, 16))

CHANCES: Final = GuatemalaChances()
LEVELS: Final = {
    Level.GENTLE: Trained(_GENTLE, 400),
    Level.EVEN: Trained(_EVEN, 3_000),
    Level.STRONG: Trained(_STRONG, 20_000),
}
"""Gentle sees what a turn leaves; even the next seat's best answer too; strong, by fitted numbers, its own turn after
that, in many worlds."""
