"""Catan as the contract wants it: which move answers which phase."""

from collections.abc import Callable
from typing import Any, Final

from rules.catan import (
    build,
    choices,
    devcards,
    discard,
    ending,
    founding,
    market,
    moves,
    notation,
    offers,
    production,
    reasons,
    robber,
    scoring,
    setup,
    state,
    trade,
    turns,
    views,
)
from rules.catan.facts import CatanFact
from rules.catan.moves import CatanMove
from rules.catan.pieces import PLAYERS
from rules.catan.state import Catan
from rules.catan.views import CatanPublic, CatanSeat
from rules.contract import (
    ORDINARY,
    Chance,
    Choice,
    GameIsOver,
    IllegalMove,
    NotAsked,
    Option,
    Outcome,
    Prompt,
    Reason,
    Seat,
    Setup,
    Step,
    no_older_version,
)

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
}
"""By phase and whose turn it is. A discard asks several; an offer asks others, besides."""

Handler = Callable[[Catan, int, Any, Chance], Step[Catan]]

_CARDS: Final[dict[type[Any], Handler]] = {
    moves.Knight: devcards.knight,
    moves.Roads: devcards.roads,
    moves.Plenty: devcards.plenty,
    moves.Monopoly: devcards.monopoly,
}
TABLE: Final[dict[type[Any], dict[type[Any], Handler]]] = {
    state.Found: {moves.Found: founding.found},
    state.FoundSites: {moves.PutSites: founding.put_sites},
    state.PreRoll: {moves.Roll: production.roll, **_CARDS},
    state.Discard: {moves.Discard: discard.discard},
    state.MoveRobber: {moves.Robber: robber.move_robber},
    state.Steal: {moves.Steal: robber.steal},
    state.Main: {
        moves.Road: build.road,
        moves.Settlement: build.settlement,
        moves.City: build.city,
        moves.Site: build.site,
        moves.Buy: devcards.buy,
        **_CARDS,
        moves.Chocolate: market.chocolate,
        moves.Bank: trade.bank,
        moves.MakeOffer: offers.offer,
        moves.Accept: offers.accept,
        moves.Decline: offers.decline,
        moves.Counter: offers.counter,
        moves.Deal: offers.deal,
        moves.Withdraw: offers.withdraw,
        moves.End: turns.end,
    },
    state.FreeRoads: {moves.Road: devcards.free_road, moves.Stop: devcards.stop},
    state.MarketRise: {moves.Raise: market.rise},
    state.Over: {},
}
"""By phase and move: who makes it true, or refuses it."""
ANYBODY: Final = frozenset({moves.Discard, moves.Accept, moves.Decline, moves.Counter, moves.Withdraw})
"""Moves that are not of the turn: those who handle them look who is asked."""


class CatanGame:
    """The rules; no state of its own."""

    key = "catan"
    version = 1
    seats = setup.SEATS
    options: tuple[Option, ...] = setup.OPTIONS
    state_type = Catan
    fact_type: Any = CatanFact

    def setup(self, setup_: Setup, chance: Chance, /) -> Step[Catan]:
        return setup.begin(setup_, chance)

    def prompts(self, state_: Catan, /) -> tuple[Prompt, ...]:
        phase = state_.phase
        if type(phase) is state.Discard:
            return _asked(state_, phase)
        asked = _ASKED[type(phase)][state_.active]
        return asked + offers.prompts(state_) if state_.offer and type(phase) is state.Main else asked

    def choices(self, state_: Catan, seat: Seat, tokens: tuple[str, ...], /) -> tuple[Choice, ...]:
        return choices.choices(state_, seat, tokens)

    def best(self, _state: Catan, _seat: Seat, _n: int, /) -> tuple[tuple[CatanMove, int], ...]:
        """Nothing here can be ranked by a number that everybody would agree on."""
        return ()

    def apply(self, state_: Catan, seat: Seat, move: CatanMove, chance: Chance, /) -> Step[Catan]:
        kind = type(move)
        handler = TABLE[type(state_.phase)].get(kind)
        if handler is None or (seat != state_.active and kind not in ANYBODY):
            raise IllegalMove(refusal(state_, seat, kind))
        return handler(state_, seat, move, chance)

    def idle(self, state_: Catan, seat: Seat, /) -> CatanMove:
        return ending.idle(state_, seat)

    def resign(self, state_: Catan, seat: Seat, /) -> Step[Catan]:
        return ending.resign(state_, seat)

    def resigned(self, state_: Catan, /) -> tuple[int, ...]:
        return ending.resigned(state_) if state_.resigned else ()

    def public(self, state_: Catan, /) -> CatanPublic:
        return views.public(state_)

    def private(self, state_: Catan, seat: Seat, /) -> CatanSeat:
        return views.private(state_, seat)

    def outcome(self, state_: Catan, /) -> Outcome | None:
        return scoring.outcome(state_)

    upgrade = staticmethod(no_older_version)

    def parse(self, text: str, /) -> CatanMove:
        return notation.parse(text)

    def write(self, move: CatanMove, /) -> str:
        return notation.write(move)


def _asked(state_: Catan, phase: state.Discard) -> tuple[Prompt, ...]:
    """CM-26; an answered question stays open."""
    return tuple(
        [
            Prompt(seat, DISCARD, required=not given.packed, sealed=True)
            for seat, given in enumerate(phase.given)
            if discard.is_asked(state_, phase, seat)
        ]
    )


_IN_THE_TURN: Final = frozenset(TABLE[state.Main]) - ANYBODY


def refusal(state_: Catan, seat: int, kind: type[Any]) -> Reason:
    """Why a phase does not take a move, or not of this seat."""
    phase = state_.phase
    match phase:
        case state.Over():
            return GameIsOver()
        case state.PreRoll() if seat == state_.active and kind in _IN_THE_TURN:
            return reasons.RollFirst()
        case state.Main() if seat == state_.active and kind is moves.Roll:
            return reasons.HasRolled()
        case state.MoveRobber() | state.Steal() | state.FreeRoads() | state.MarketRise() if (
            seat == state_.active and kind in _IN_THE_TURN
        ):
            return reasons.FinishFirst(views.tag(state_))
        case _:
            return NotAsked()


RULES = CatanGame()
