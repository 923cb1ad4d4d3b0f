"""Games of Guatemala Café to learn from: what each position was expected to bring, and who won in the end."""

from typing import NamedTuple

from msgspec import Struct

from bot.games import GAMES
from players.guatemala.mind import GuatemalaMind
from players.guatemala.worth import Standing, standing
from players.player import Level, Sight, Trained
from players.search import Habits, Searcher
from rules.chance import Chance
from rules.contract import Move, Prompt, Setup
from rules.guatemala.state import Turn
from tests.strength.match import Match

TEACHER = Trained(
    Searcher(GuatemalaMind(beam=2, looks=(1.0,)), Habits(width=8, worlds=1, slips=100, warmth=0.1)), budget=600
)
"""Quick, and now and then it takes another way, so that there is something to be learnt about that one too."""
EVERY, SKIPPED = 3, 4
"""Every third position is kept, for those beside each other say the same; none of the very first turns."""


class Position(Struct, frozen=True):
    """How a game stood for the seat that had just moved, and what came of it."""

    game: int
    seat: int
    standing: Standing
    won: float


class _Seen(NamedTuple):
    seat: int
    standing: Standing


class _Lesson(Match):
    """A game of teachers, with its positions kept."""

    def __init__(self, seats: int, board: int) -> None:
        kinds = (Level.EVEN.value,) * seats
        super().__init__(GAMES["guatemala"].rules, Setup(seats), kinds, frozenset({0}), board)
        self.seen: list[_Seen] = []
        self.turns = 0

    def think(self, sight: Sight, question: Prompt, who: Trained, chance: Chance) -> tuple[Move, ...]:
        return super().think(sight, question, TEACHER, chance)

    def play(self, seat: int, moves: tuple[Move, ...]) -> None:
        super().play(seat, moves)
        state = self.position.state
        if isinstance(state.phase, Turn):
            self.turns += 1
            if self.turns > SKIPPED and self.turns % EVERY == 0:
                moved = (state.phase.seat - 1) % state.seats
                self.seen.append(_Seen(moved, standing(state, moved)))


def positions(seats: int, board: int) -> list[Position]:
    """Those of one game."""
    lesson = _Lesson(seats, board)
    lesson.run()
    outcome = lesson.rules.outcome(lesson.position.state)
    assert outcome is not None
    first = outcome.ranking[0]
    return [
        Position(board, seen.seat, seen.standing, 1 / len(first) if seen.seat in first else 0.0) for seen in lesson.seen
    ]
