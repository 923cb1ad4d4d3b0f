"""What the laws must know of a game besides its rules: a `Case`. registry.py lists one for each game."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, NamedTuple, Protocol

from msgspec import Struct

from rules.chance import Chance
from rules.contract import AnyRules, Choice, Fact, GameIsOver, Memory, Move, NotAsked, Reason, Setup


class World(Protocol):
    """What a game must be able to do with its secrets, for the laws L5, L6, L12. The observer None is a spectator."""

    def secrets(self, state: Any, observer: int | None, /) -> Mapping[str, object]:
        """What this observer cannot see, by kind."""
        ...

    def uncertain(self, state: Any, observer: int | None, memory: Memory | None = None, /) -> frozenset[str]:
        """The kinds of secrets that could be otherwise without his noticing.

        With a memory: those that could be imagined otherwise, so neither what it knows nor what others have answered.
        """
        ...

    def reshuffle(self, state: Any, observer: int | None, chance: Chance, memory: Memory | None = None, /) -> Any:
        """Another world that he cannot tell from this one; with a memory one that agrees with that as well."""
        ...


class Policy(NamedTuple):
    """How a random player leans: the weights of first tokens, 1 where nothing is said."""

    name: str
    weights: Mapping[str, int] = {}
    stops: int = 50
    """Per cent: stops at a whole move that could go on."""
    butts: int = 15
    """Per cent: acts on a question that need not be answered, if there is one."""
    resigns: int = 0
    """Per thousand moves."""
    steer: Callable[[Any, int, tuple[str, ...], Choice], int] | None = None
    """The weight of a choice, for a player who has something in mind that chance alone hardly reaches."""


@dataclass(frozen=True, eq=False)
class Case:
    rules: AnyRules
    modules: tuple[ModuleType, ...]
    """Where its phases, moves and reasons are written; its facts too, if random play must tell them all."""
    phases: Any
    endings: tuple[str, ...]
    setups: tuple[Setup, ...]
    world: World
    census: Callable[[Any], Mapping[str, int]]
    pieces: Callable[[Setup], Mapping[str, int]]
    """What the census must always be."""
    policies: tuple[Policy, ...]
    vocabulary: tuple[tuple[str, ...], ...]
    """Words for near-miss notations, by what they stand for."""
    lure: Callable[[Any, int, Chance], str]
    """A notation that looks likely in this state and mostly is not legal: for the rarer refusals."""
    games: int = 90
    positions: int = 900
    texts: int = 6_000
    """How much of it the ordinary run plays, looks at, and tries to read."""
    campaign: int = 10_000
    """Games of the campaign."""
    unreachable: Mapping[str, str] = field(default_factory=dict[str, str])
    """What random play need not reach, and why; `2 bag` is an ending that it need not reach with two seats."""
    longest: int = 3000
    """More commits than a random game ever takes; law L8 is broken beyond."""
    tries: int = 1
    """Near misses at once where a question is out of the ordinary and so perhaps rare."""
    unasked: bool = False
    """Do seats that nobody asks have something to do (a choice)? Then random players butt in with it too."""
    free: Callable[[Any], bool] = lambda _: False
    """Is a move one of those that anybody could make up without end, which `Rules.moves` leaves out?"""
    counted: str = ""
    """Why a seat that has counted knows all that no view shows: what it imagines is the truth then."""
    idles: str = ""
    """Why a game in which everybody idles need not end; it must end then when all but one have left."""
    key: str = ""

    @property
    def name(self) -> str:
        return self.key or self.rules.key

    def kinds(self, base: type[Struct]) -> tuple[str, ...]:
        """All moves, or reasons: what the game's modules derive from the base and derive no further."""
        inside = {module.__name__ for module in self.modules}
        found = [leaf for leaf in _leaves(base) if leaf.__module__ in inside]
        return tuple(sorted({leaf.__name__ for leaf in found}))

    def wanted(self) -> dict[str, tuple[str, ...]]:
        """What random play must reach."""
        reasons = (*self.kinds(Reason), NotAsked.__name__, GameIsOver.__name__)
        lists = {
            "move": self.kinds(Move),
            "phase": tuple(sorted(phase.__name__ for phase in self.phases.__args__)),
            "ending": self.endings,
            "reason": tuple(sorted(set(reasons))),
            "fact": self.kinds(Fact),
        }
        return {about: tuple(name for name in names if name not in self.unreachable) for about, names in lists.items()}


def _leaves(base: type[Struct]) -> Iterable[type[Struct]]:
    children = base.__subclasses__()
    if not children:
        yield base
    for child in children:
        yield from _leaves(child)
