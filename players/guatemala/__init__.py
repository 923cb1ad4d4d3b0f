"""The house players of Guatemala Café."""

from players.guatemala.mind import GuatemalaMind
from players.player import Level, Trained
from players.search import Habits, Searcher

LEVELS = {
    Level.GENTLE: Trained(Searcher(GuatemalaMind(beam=1, reply=0.0), Habits(12, 1, slips=400, warmth=0.1)), 400),
    Level.EVEN: Trained(Searcher(GuatemalaMind(beam=3, reply=0.3), Habits(8, 2)), 3_000),
}
