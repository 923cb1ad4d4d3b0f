"""A turn begins and ends (CM-5, CM-10)."""

from typing import Final

from msgspec.structs import replace

from rules.catan import offers, scoring
from rules.catan.facts import TurnBegan
from rules.catan.moves import End
from rules.catan.pieces import PLAYERS
from rules.catan.state import Catan, PreRoll
from rules.contract import Chance, Step, Told
from rules.counts import Hidden
from rules.facts import Announced

_NOTHING = Hidden(0)
_PREROLL = PreRoll()
_BEGAN: Final[tuple[tuple[Told, ...], ...]] = tuple([(Announced(TurnBegan(seat)),) for seat in range(PLAYERS)])
"""What is told of every turn, by seat."""


def begin(state: Catan, seat: int, told: tuple[Told, ...]) -> Step[Catan]:
    """The first turn: nobody can have the goal yet."""
    return Step(replace(state, active=seat, phase=_PREROLL), told + _BEGAN[seat])


def end(state: Catan, seat: int, _move: End, _chance: Chance) -> Step[Catan]:
    """The turn of the next begins, who may have the goal already."""
    following = (seat + 1) % state.seats
    after = replace(state, active=following, phase=_PREROLL, fresh=_NOTHING, played=False)
    told = _BEGAN[following]
    if state.offer or state.proposals:
        after, told = replace(after, offer=None, proposals=()), offers.lapse(state) + told
    if state.longest != following and not state.market:  # nothing else brings points in another's turn (CM-8)
        return Step(after, told)
    return scoring.settled(after, told)
