"""Planted faults of house players: each breaks exactly the laws it names. They are the tests of the laws L14 to L16."""

from dataclasses import replace as changed
from typing import Any, cast

from msgspec.structs import replace

from players import plain
from players.outcomes import Effort
from players.plain import PlainMind
from players.player import Level, Trained
from players.search import Searcher, Turn
from rules import counts
from rules.chance import Chance, Seeded
from rules.contract import AnyRules, Move
from rules.counts import Hidden
from rules.guatemala.moves import Take
from rules.guatemala.production import FREE_FIELDS, LINES
from rules.guatemala.state import Build, Guatemala
from tests.contract.cases import Case
from tests.contract.faults import Faulty
from tests.contract.registry import CASES
from tests.contract.toy_imagination import ToyMemory
from tests.contract.toy_pieces import Lay


class Peeks(Faulty):
    """Notes the true state whenever a view of it is made: what a player that peeks would have to get hold of."""

    truth: Any = None

    def private(self, state: Any, seat: int, /) -> Any:
        self.truth = state
        return self.game.private(state, seat)


class KeepsTheTruth(Peeks):
    """The imagined state is the true one."""

    def imagine(self, _public: Any, _private: Any, _memory: Any, _chance: Chance, /) -> Any:
        return self.truth


class DealsByTheTruth(Peeks):
    """What is imagined is possible, but which of the possible worlds it is depends on the true one."""

    def imagine(self, public: Any, private: Any, memory: Any, chance: Chance, /) -> Any:
        hidden = sum(hand.packed * (at + 1) for at, hand in enumerate(_hands(self.truth)))
        return self.game.imagine(public, private, memory, Seeded(hidden + chance.below(1 << 30)))


class LosesACard(Faulty):
    """Somebody is dealt one card less than they hold."""

    def imagine(self, public: Any, private: Any, memory: Any, chance: Chance, /) -> Any:
        state = self.game.imagine(public, private, memory, chance)
        other = (private.seat + 1) % len(_hands(state))
        hand = _hands(state)[other].packed
        if not hand:
            return state
        less = Hidden(counts.without(hand, counts.at(hand, 0)))
        hands = (*_hands(state)[:other], less, *_hands(state)[other + 1 :])
        return replace(state, stocks=hands) if isinstance(state, Guatemala) else replace(state, hands=hands)


class ForgetsWhatIsPublic(Faulty):
    """What everybody knows is not carried over: after a blockade, how often something was done."""

    def imagine(self, public: Any, private: Any, memory: Any, chance: Chance, /) -> Any:
        state = self.game.imagine(public, private, memory, chance)
        if not isinstance(state, Guatemala):
            return replace(state, spent=0)
        phase = state.phase
        return replace(state, phase=replace(phase, blocked=False)) if isinstance(phase, Build) else state


class ForgetsWhatItWasTold(Faulty):
    """Hands are imagined that the seat knows to be impossible."""

    def imagine(self, public: Any, private: Any, memory: Any, chance: Chance, /) -> Any:
        return self.game.imagine(public, private, ToyMemory((0,) * len(memory.lacks)), chance)


class MissesAMove(Faulty):
    """The last of many moves is not listed."""

    def moves(self, state: Any, seat: int, /) -> tuple[Move, ...]:
        moves = self.game.moves(state, seat)
        return moves[:-1] if len(moves) > 3 else moves


class ListsAnIllegalMove(Faulty):
    """One place more than there is."""

    def moves(self, state: Any, seat: int, /) -> tuple[Move, ...]:
        moves = self.game.moves(state, seat)
        for move in moves:
            if isinstance(move, Take):
                line = LINES[state.buyer]
                return (*moves, replace(move, source=next(field for field in FREE_FIELDS if field not in line)))
            if isinstance(move, Lay) and state.edges:
                return (*moves, replace(move, edge=state.edges.bit_length() - 1))
        return moves


def _hands(state: Any) -> tuple[Hidden, ...]:
    return state.stocks if isinstance(state, Guatemala) else state.hands


class ReadsHands(PlainMind):
    """A player to whom hands are all: whatever is imagined otherwise makes it think otherwise."""

    def value(self, state: Any, seat: int, turn: Turn, _chance: Chance, effort: Effort, /) -> float:
        effort.spend()
        return sum(hand.packed * (at + 3) for at, hand in enumerate(_hands(state))) * (1 + len(str(turn))) % 997 / 997


def reader(rules: AnyRules, level: Level) -> Trained:
    return Trained(Searcher(ReadsHands(rules), plain.LEVELS[level][0]), 100)


MADE: dict[str, type[Faulty]] = {
    "keeps-the-truth": KeepsTheTruth,
    "deals-by-the-truth": DealsByTheTruth,
    "loses-a-card": LosesACard,
    "forgets-what-is-public": ForgetsWhatIsPublic,
    "forgets-what-it-was-told": ForgetsWhatItWasTold,
    "misses-a-move": MissesAMove,
    "lists-an-illegal-move": ListsAnIllegalMove,
}
FAULTS = {
    name: frozenset(laws.split())
    for name, laws in {
        "toy+keeps-the-truth": "L14 L15",
        "toy+deals-by-the-truth": "L15",
        "toy+loses-a-card": "L14",
        "toy+forgets-what-is-public": "L14 L15",  # what was done in this turn is proposed once more
        "toy+forgets-what-it-was-told": "L14",
        "toy+misses-a-move": "L16",
        "toy+lists-an-illegal-move": "L16",
        "guatemala+keeps-the-truth": "L14 L15",
        "guatemala+deals-by-the-truth": "L15",
        "guatemala+loses-a-card": "L14",
        "guatemala+forgets-what-is-public": "L14",
        "guatemala+misses-a-move": "L16",
        "guatemala+lists-an-illegal-move": "L14 L16",  # who goes on from an imagined state meets it
    }.items()
}
"""By game and fault the laws that it breaks."""


def plant(name: str) -> Case:
    """The case with the fault in its game."""
    game, _, fault = name.partition("+")
    case = next(case for case in CASES if case.name == game)
    return changed(case, rules=cast("AnyRules", MADE[fault](case)), key=name)
