"""Which move answers which phase, and who makes it true."""

from collections.abc import Callable
from typing import Any, Final

from rules.catan import (
    build,
    devcards,
    discard,
    founding,
    market,
    moves,
    offers,
    production,
    reasons,
    robber,
    state,
    trade,
    turns,
    views,
)
from rules.contract import Chance, GameIsOver, IllegalMove, NotAsked, Reason, Step

Handler = Callable[[state.Catan, int, Any, Chance], Step[state.Catan]]

_CARDS: Final[dict[type[Any], Handler]] = {
    moves.Knight: devcards.knight,
    moves.Roads: devcards.roads,
    moves.Plenty: devcards.plenty,
    moves.Monopoly: devcards.monopoly,
}
_TABLE: Final[dict[type[Any], dict[type[Any], Handler]]] = {
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
        moves.Need: offers.need,
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
_ANSWERS: Final = frozenset({moves.Discard, moves.Accept, moves.Decline, moves.Counter, moves.Withdraw})
_ANYBODY: Final = _ANSWERS | {moves.MakeOffer, moves.Need, moves.Deal}
"""Moves that are not of the turn alone: those who handle them look whose they are."""
_OF_OTHERS: Final[dict[type[Any], dict[type[Any], Handler]]] = {
    phase: {kind: handler for kind, handler in taken.items() if kind in _ANYBODY} for phase, taken in _TABLE.items()
}


def handle(now: state.Catan, seat: int, move: moves.CatanMove, chance: Chance) -> Step[state.Catan]:
    try:
        handler = (_TABLE if seat == now.active else _OF_OTHERS)[type(now.phase)][type(move)]
    except KeyError:
        raise IllegalMove(_refusal(now, seat, type(move))) from None
    return handler(now, seat, move, chance)


_IN_THE_TURN: Final = frozenset(_TABLE[state.Main]) - _ANSWERS


def _refusal(now: state.Catan, seat: int, kind: type[Any]) -> Reason:
    """Why a phase does not take a move, or not of this seat."""
    phase = now.phase
    match phase:
        case state.Over():
            return GameIsOver()
        case state.PreRoll() if seat == now.active and kind in _IN_THE_TURN:
            return reasons.RollFirst()
        case state.Main() if seat == now.active and kind is moves.Roll:
            return reasons.HasRolled()
        case state.MoveRobber() | state.Steal() | state.FreeRoads() | state.MarketRise() if (
            seat == now.active and kind in _IN_THE_TURN
        ):
            return reasons.FinishFirst(views.tag(now))
        case _:
            return NotAsked()
