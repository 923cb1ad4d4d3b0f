"""What planned guests would score, table by table: the rules' own counting, on the café as the view tells it."""

from __future__ import annotations

from collections.abc import Sequence

from rules.cafe import scoring
from rules.cafe.board import BETWEEN
from rules.cafe.guests import NATIONS, is_joker
from rules.cafe.moves import UNNAMED, Sits
from rules.cafe.state import Cafe, Turn
from rules.cafe.views import CafePublic
from rules.counts import Hidden


def tally(view: CafePublic, guests: Sequence[Sits]) -> tuple[tuple[int, int], ...]:
    """Tables and their points; a table without any is left out. Before a joker is named nothing is certain."""
    unnamed = any(is_joker(sits.kind) and sits.nation == UNNAMED and BETWEEN >> sits.chair & 1 for sits in guests)
    if not guests or unnamed:
        return ()
    found = scoring.gains(_seen(view), guests)
    return tuple((gain.table, gain.points) for gain in found if gain.points)


def _seen(view: CafePublic) -> Cafe:
    """Chairs and birthday are all that counts; nothing that the view does not tell is in it."""
    nations, women, men, jokers = [0] * len(NATIONS), 0, 0, 0
    for sits in view.guests:
        there = 1 << sits.chair
        nations[scoring.counts_for(sits)] |= there
        women |= 0 if sits.kind & 1 else there
        men |= there if sits.kind & 1 else 0
        jokers |= there if is_joker(sits.kind) else 0
    nobody = (0,) * view.seats
    return Cafe(
        seats=view.seats,
        phase=Turn(max(view.active, 0)),
        opening=view.opening,
        nations=tuple(nations),
        women=women,
        men=men,
        jokers=jokers,
        bar=view.bar,
        hands=nobody,
        bag=Hidden(0),
        left=0,
        scores=view.scores,
        completed=view.completed,
        threshold=view.threshold,
        birthday=view.birthday,
        regulars=view.regulars,
        dropped=view.dropped,
        resigned=0,
    )
