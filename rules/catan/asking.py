"""What each phase asks, and of whom."""

from typing import Final, cast

from rules.catan import discard, offers, state
from rules.catan.pieces import PLAYERS
from rules.catan.state import Catan, Discard, Main
from rules.contract import ORDINARY, Prompt

SITES, DISCARD, ROBBER, STEAL, ROADS, RAISE = "sites", "discard", "robber", "steal", "roads", "raise"
"""The topics of the questions, besides the ordinary turn and an offer."""


def _of_the_active(topic: str, *, rest: bool = False) -> tuple[tuple[Prompt, ...], ...]:
    """The one question to the seat whose turn it is, by seat."""
    return tuple([(Prompt(seat, topic, rest=rest),) for seat in range(PLAYERS)])


_TURN: Final = _of_the_active(ORDINARY, rest=True)
_ASKED: Final[dict[type[state.Phase], tuple[tuple[Prompt, ...], ...]]] = {
    state.Found: _of_the_active(ORDINARY),
    state.FoundSites: _of_the_active(SITES),
    state.PreRoll: _TURN,
    state.MoveRobber: _of_the_active(ROBBER),
    state.Steal: _of_the_active(STEAL),
    state.Main: _TURN,
    state.FreeRoads: _of_the_active(ROADS),
    state.MarketRise: _of_the_active(RAISE),
    state.Over: ((),) * PLAYERS,
    state.Discard: (),
}
"""By phase and whose turn it is. A discard asks several; an offer asks others, besides."""
_TO_DISCARD, _HAS_CHOSEN = [
    [Prompt(seat, DISCARD, required=required, sealed=True) for seat in range(PLAYERS)] for required in (True, False)
]
"""By seat."""


def prompts(state_: Catan) -> tuple[Prompt, ...]:
    if state_.offer and type(state_.phase) is Main:
        return _TURN[state_.active] + offers.prompts(state_)
    asked = _ASKED[type(state_.phase)]
    return asked[state_.active] if asked else _asked(state_, cast(Discard, state_.phase))


def _asked(state_: Catan, phase: Discard) -> tuple[Prompt, ...]:
    """CM-26; an answered question stays open."""
    return tuple(
        [
            (_HAS_CHOSEN if given.packed else _TO_DISCARD)[seat]
            for seat, given in enumerate(phase.given)
            if discard.is_asked(state_, phase, seat)
        ]
    )
