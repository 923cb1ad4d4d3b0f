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
    """The turn of a seat, which may have the goal already."""
    after = replace(state, active=seat, phase=_PREROLL, fresh=_NOTHING, played=False)
    if state.offer or state.proposals:
        after = replace(after, offer=None, proposals=())
    told = told + _BEGAN[seat] if told else _BEGAN[seat]
    if state.longest != seat and not state.market:  # nothing else brings points in another's turn (CM-8)
        return Step(after, told)
    return scoring.settled(after, told)


def end(state: Catan, seat: int, _move: End, _chance: Chance) -> Step[Catan]:
    return begin(state, (seat + 1) % state.seats, offers.lapse(state) if state.offer or state.proposals else ())
