"""How a house player thinks about Guatemala Café: its whole turn, and the best answer of whoever is next."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from players.guatemala.turns import GAME, Scope, favourites, least_missed, turns
from players.guatemala.worth import TASTE, Taste, chance_of
from players.outcomes import Effort, after
from players.search import Turn
from rules import counts
from rules.chance import Chance
from rules.contract import AnyRules, Prompt
from rules.guatemala import scoring
from rules.guatemala.game import RULES
from rules.guatemala.moves import Block, Done, GuatemalaMove, Lay, Pass, PutBuyer, Sail, StepOn
from rules.guatemala.pieces import KIND_OF, Kind
from rules.guatemala.production import LINES, SPACES
from rules.guatemala.state import Blockade, Build, Guatemala, Over, PutsBuyer, Refill
from rules.guatemala.state import Turn as TurnPhase

WANTED: Final = (Kind.SHED, Kind.SHIP, Kind.WORKER)
BLOCKS_FROM: Final = 3
"""So many points of a lead that a scoring would bring are worth a sack of the others."""


class GuatemalaMind(Struct, frozen=True):
    """What a level sees of it."""

    beam: int
    """How many half-built turns are built on."""
    looks: tuple[float, ...]
    """How much the position counts right after the turn, and after each further turn that is played on quickly."""
    taste: Taste = TASTE
    play_beam: int = 1

    @property
    def rules(self) -> AnyRules:
        return GAME

    def turns(self, state: Guatemala, prompt: Prompt, effort: Effort, /) -> Sequence[Turn]:
        seat, phase = prompt.seat, state.phase
        match phase:
            case PutsBuyer():
                return [(PutBuyer(space),) for space in sorted(range(SPACES), key=lambda at: _offered(state, at))]
            case Blockade() | Refill():
                return [(move,) for move in RULES.moves(state, seat)]
            case _:
                return [found.moves for found in turns(state, seat, Scope(self.beam, self.taste, effort))]

    def value(self, state: Guatemala, seat: int, turn: Turn, chance: Chance, effort: Effort, /) -> float:
        state = settled(after(GAME, state, seat, turn, chance, effort).state, self.taste, chance, effort)
        worth, left = 0.0, 1.0
        for look in self.looks[:-1]:
            phase = state.phase
            if not isinstance(phase, TurnPhase):
                break
            if look:
                worth += look * chance_of(state, seat, self.taste)
                left -= look
            moves = self.best(state, phase.seat, effort)
            state = settled(after(GAME, state, phase.seat, moves, chance, effort).state, self.taste, chance, effort)
        return worth + left * chance_of(state, seat, self.taste)

    def best(self, state: Guatemala, mover: int, effort: Effort) -> Turn:
        """What the next seat is likely to do; one that has resigned does the least."""
        if state.resigned >> mover & 1:
            return (StepOn(1), Done())
        return turns(state, mover, Scope(self.play_beam, self.taste, effort))[0].moves


def _offered(state: Guatemala, space: int) -> int:
    """How much the next player would find on the lines before the Buyer."""
    lines = [LINES[(space + step) % SPACES] for step in range(1, 5)]
    return sum([WANTED.index(KIND_OF[state.board[field]]) + 1 for line in lines for field in line
                if KIND_OF[state.board[field]] in WANTED])  # fmt: skip


def settled(state: Guatemala, taste: Taste, chance: Chance, effort: Effort) -> Guatemala:
    """What is asked in between is answered, until somebody is to move the Buyer or it is over."""
    while not isinstance(state.phase, TurnPhase | Over):
        prompt = next(one for one in RULES.prompts(state) if one.required)
        moves = answer(state, prompt.seat, taste, effort)
        state = after(GAME, state, prompt.seat, moves, chance, effort).state
    return state


def answer(state: Guatemala, seat: int, taste: Taste, effort: Effort) -> Turn:
    """A quick answer to whatever is asked besides the turn."""
    phase = state.phase
    match phase:
        case Blockade():
            return (block_or_pass(state, phase, seat),)
        case Refill() if phase.tied:
            return (Sail(least_missed(state, seat, phase.coffee, phase.tied)[0]),)
        case Refill():
            return (Lay(favourites(state, seat)[0]),)
        case Build():
            return turns(state, seat, Scope(1, taste, effort))[0].moves
        case _:
            return (RULES.idle(state, seat),)


def block_or_pass(state: Guatemala, phase: Blockade, seat: int) -> GuatemalaMove:
    """Blocks what brings the scorer clearly more than oneself, or what would end the game lost."""
    if not counts.amount(state.stocks[seat].packed, phase.coffee):
        return Pass()
    gained = scoring.points(state, phase.coffee)
    return Block() if gained[phase.seat] - gained[seat] >= BLOCKS_FROM else Pass()
