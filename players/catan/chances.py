"""The chances in a position of Catan, by the points that each seat has and can expect."""

from typing import Final

from msgspec import Struct

from players import chances
from players.catan import onlooker
from players.catan.ahead import GAME, Ahead
from players.catan.fitted import FAVOURITES, WEIGHTS
from players.catan.land import Land, Rates
from players.catan.outlook import Outlook
from players.chances import Signs, Tested
from players.outcomes import Effort, after
from players.search import Judge, Turn
from rules.catan.game import RULES
from rules.catan.moves import CatanMove
from rules.catan.moves import Found as Founding
from rules.catan.scoring import goal, public_points
from rules.catan.state import Catan, Found, FoundSites
from rules.catan.views import CatanPublic
from rules.chance import Chance, Seeded
from rules.contract import AnyRules, Memory

LANDS: Final = 8
"""So many maps are kept."""
STRONG: Final = (54, 33)
"""Of a hundred games against *even* so many are won, and as many would be fair (docs/adr/0045)."""


class CatanChances(Struct, frozen=True):
    hides: bool = True

    @property
    def rules(self) -> AnyRules:
        return GAME

    def settled(self, state: Catan, /) -> Catan:
        """Whoever has founded less than another is no weaker: all found to the end, where land is best."""
        while isinstance(state.phase, Found | FoundSites):
            seat, land = state.active, _land(state)
            rates = land.rates(state.settlements[seat], 0, 0, state.robber)
            moves = RULES.moves(state, seat)
            move = max(moves, key=lambda each: _added(land, each, rates, state.ports[seat]))
            state = after(GAME, state, seat, (move,), Seeded(0), Effort(0)).state
        return state

    def signs(self, state: Catan, /) -> tuple[Signs | None, ...]:
        """In widths of what chance may still do: the points that a seat has and can expect, and the turn; and the
        points once more, the less the nearer the leader is to the goal: early they say little.
        """
        land = _land(state)
        far = 1 - max([public_points(state, seat) for seat in range(state.seats)]) / goal(state)
        found: list[Signs | None] = []
        for seat in range(state.seats):
            if state.resigned >> seat & 1:
                found.append(None)
                continue
            outlook = Outlook(state, seat, land)
            worth, moves = outlook.value(state, seat) / outlook.spread, (seat == state.active) / outlook.spread
            found.append((worth, moves, worth * far))
        return tuple(found)

    def weights(self, state: Catan, /) -> Signs:
        return WEIGHTS[state.market, state.seats]

    def tested(self, state: Catan, /) -> Tested:
        return Tested(*STRONG, *FAVOURITES[state.market, state.seats])

    def imagined(self, public: CatanPublic, memory: Memory, chance: Chance, /) -> Catan:
        return onlooker.imagined(public, memory, chance)

    def judge(self, state: Catan, seat: int, /) -> Judge:
        return PlayedOn(self, state, seat)


def _added(land: Land, move: CatanMove, rates: Rates, ports: int) -> float:
    return land.added(move.corner, rates, ports) if isinstance(move, Founding) else 0.0


_lands: Final[dict[object, Land]] = {}


def _land(state: Catan) -> Land:
    """What its worth depends on is the same for all positions of a game between two points of its leader."""
    leads = max([public_points(state, seat) for seat in range(state.seats)])
    key = state.seats, state.terrain, state.numbers, state.harbours, state.bars, leads
    if key not in _lands:
        if len(_lands) >= LANDS:
            _lands.clear()
        _lands[key] = Land(state)
    return _lands[key]


class PlayedOn:
    """Plays on as strong house players do; while there is founding, until all have founded."""

    def __init__(self, of: CatanChances, state: Catan, seat: int) -> None:
        self.of, self.ahead = of, Ahead(Estimated(of, state, seat))

    def value(self, state: Catan, seat: int, turn: Turn, chance: Chance, effort: Effort, /) -> float:
        if isinstance(state.phase, Found | FoundSites):
            return chances.chances(self.of, after(GAME, state, seat, turn, chance, effort).state)[seat]
        return self.ahead.value(state, seat, turn, chance, effort)


class Estimated(Outlook):
    """An outlook that says chances as they were found to be."""

    def __init__(self, of: CatanChances, state: Catan, seat: int) -> None:
        super().__init__(state, seat)
        self.of = of

    def chance(self, state: Catan, seat: int) -> float:
        return chances.chances(self.of, state)[seat]
