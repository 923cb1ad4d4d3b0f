"""What of a turn can be foreseen: up to the first move that draws luck, tells something new or ends the game."""

from players.catan.planning import Turn
from rules.catan.game import RULES
from rules.catan.moves import CatanMove
from rules.catan.state import Catan
from rules.contract import Position
from rules.engine import Draft, draft


def foreseen(state: Catan, seat: int, turn: Turn) -> Turn:
    tried = _tried(state, seat, turn)
    return tried.done if tried.then is None else (*tried.done, tried.then)


def decides(state: Catan, seat: int, turn: Turn) -> bool:
    """Do the rules take all of it, up to a move that ends the game or of which nobody knows what comes of it?"""
    tried = _tried(state, seat, turn)
    return tried.reason is None and tried.then is not None


def _tried(state: Catan, seat: int, turn: Turn) -> Draft[Catan, CatanMove]:
    return draft(RULES, Position(state, 0, 0, ()), seat, turn)
