"""The house player of Café International."""

from typing import Final

from players.cafe.chances import CafeChances
from players.cafe.mind import CafeMind
from players.cafe.patient import Patient, PatientMind
from players.player import Level, Trained
from players.search import Habits, Searcher

_GENTLE: Final = Habits(width=10, worlds=1, slips=250, warmth=0.05)
_EVEN: Final = Habits(width=12, worlds=1000)
_STRONG: Final = Habits(width=100, worlds=10_000)
_LATE: Final = Habits(width=40, worlds=10_000)
_AHEAD: Final = CafeMind(rounds=2, naming=5)

CHANCES: Final = CafeChances()
LEVELS: Final = {
    Level.GENTLE: Trained(Searcher(CafeMind(rounds=0, naming=0), _GENTLE), 40),
    Level.EVEN: Trained(Searcher(_AHEAD, _EVEN), 1_200),
    Level.STRONG: Trained(Patient(Searcher(_AHEAD, _STRONG), Searcher(PatientMind(_AHEAD), _LATE)), 36_000),
}
"""Gentle sees what a turn brings; even what it leaves to the next; strong tells more ways apart, and plays to the
end of the game once it is in sight."""

__all__ = ["LEVELS"]
