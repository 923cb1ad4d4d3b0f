"""The house player of Café International."""

from typing import Final

from players.cafe.mind import CafeMind
from players.cafe.patient import PatientMind
from players.player import Level, Trained
from players.search import Habits, Searcher

_GENTLE: Final = Habits(width=10, worlds=1, slips=250, warmth=0.05)
_EVEN: Final = Habits(width=12, worlds=1000)
_STRONG: Final = Habits(width=100, worlds=10_000)

LEVELS: Final = {
    Level.GENTLE: Trained(Searcher(CafeMind(rounds=0, naming=0), _GENTLE), 40),
    Level.EVEN: Trained(Searcher(CafeMind(rounds=2, naming=5), _EVEN), 1_200),
    Level.STRONG: Trained(Searcher(PatientMind(CafeMind(rounds=2, naming=5)), _STRONG), 10_000),
}
"""Gentle sees what a turn brings; even what it leaves to the next; strong tells more ways apart, and closer ones."""

__all__ = ["LEVELS"]
