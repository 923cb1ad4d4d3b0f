"""A turn planned in private, tried by the same rules on a state that nobody stores."""

from collections.abc import Sequence
from typing import Generic

from msgspec import Struct

from rules.chance import Foreseen, LuckWanted
from rules.contract import IllegalMove, M, Position, PublicView, Reason, Rules, S, SeatView, Told
from rules.engine.commits import key


class Draft(Struct, Generic[S, M], frozen=True):
    """A turn being planned: moves tried on a state that nobody stores."""

    state: S
    done: tuple[M, ...]
    """Tried, and to be seen in the preview."""
    then: M | None
    """The last move, executed only by the commit, because it draws luck, reveals, asks others or ends the game."""
    dropped: tuple[M, ...]
    """What no longer fits."""
    reason: Reason | None
    """Why the first dropped move does not fit; None where it merely stood behind `then`."""
    told: tuple[Told, ...]
    ready: bool
    """May it be committed?"""
    over: bool = False
    """Its mover can foresee that `then` ends the game."""

    def __repr__(self) -> str:
        return f"Draft({len(self.done)} done, …)"


def draft(
    rules: Rules[S, M, PublicView, SeatView], position: Position[S], seat: int, moves: Sequence[M]
) -> Draft[S, M]:
    """Tries the moves of a planned turn; what draws luck, reveals, asks others or ends the game is left unapplied."""
    state = position.state
    told: tuple[Told, ...] = ()
    then: M | None = None
    reason: Reason | None = None
    over = False
    count = 0
    for move in moves:
        try:
            step = rules.apply(state, seat, move, Foreseen())
        except LuckWanted:
            then = move
            break
        except IllegalMove as refused:
            reason = refused.reason
            break
        others, ended = _involves_others(rules, state, step.state, seat), rules.outcome(step.state) is not None
        if step.final or ended or others:
            then, over = move, ended and not step.final and not others
            break
        state, told, count = step.state, told + step.facts, count + 1
    used = count + (then is not None)
    done = tuple(moves[:count])
    return Draft(state, done, then, tuple(moves[used:]), reason, told, _ready(rules, state, seat, done, then), over)


def _involves_others(rules: Rules[S, M, PublicView, SeatView], before: S, after: S, seat: int) -> bool:
    """Does the move ask others, or answer a sealed question? Whether that settles it would tell who has answered."""
    asked = rules.prompts(before)
    if any(prompt.sealed and prompt.seat == seat for prompt in asked):
        return True
    known = {key(prompt) for prompt in asked}
    return any(prompt.seat != seat and key(prompt) not in known for prompt in rules.prompts(after))


def _ready(rules: Rules[S, M, PublicView, SeatView], state: S, seat: int, done: tuple[M, ...], then: M | None) -> bool:
    if then is not None:
        return True
    return bool(done) and all(prompt.rest for prompt in rules.prompts(state) if prompt.seat == seat)
