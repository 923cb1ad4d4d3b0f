"""The state as a seat must think it: all hands lie open, so whoever counts knows the bag as well.

Nothing is left to chance here. What is to come is drawn when a move draws it; until then the bag is a multiset
without an order, and it follows from what lies open. So a seat has nothing to remember either.
"""

from rules import counts
from rules.cafe import scoring
from rules.cafe.board import mask_of
from rules.cafe.guests import MAN, NATIONS, is_joker, sex
from rules.cafe.state import Cafe, NameBirthday, Over, Phase, Turn
from rules.cafe.views import BIRTHDAY, CafePublic, to_come
from rules.counts import Hidden


def imagine(public: CafePublic) -> Cafe:
    """The state that looks like this; there is one."""
    nations = [0] * len(NATIONS)
    sexes = [0, 0]
    for sits in public.guests:
        there = 1 << sits.chair
        nations[scoring.counts_for(sits)] |= there
        sexes[sex(sits.kind)] |= there
    return Cafe(
        seats=public.seats,
        phase=_phase(public),
        opening=public.opening,
        nations=tuple(nations),
        women=sexes[1 - MAN],
        men=sexes[MAN],
        jokers=mask_of(sits.chair for sits in public.guests if is_joker(sits.kind)),
        bar=public.bar,
        hands=tuple(map(_packed, public.hands)),
        bag=Hidden(counts.pack(to_come(public))),
        left=_packed(public.left),
        scores=public.scores,
        completed=public.completed,
        threshold=public.threshold,
        birthday=public.birthday,
        regulars=public.regulars,
        dropped=public.dropped,
        resigned=mask_of(public.resigned),
    )


def _phase(public: CafePublic) -> Phase:
    if public.ending:
        return Over(public.ending, public.costs)
    return NameBirthday(public.active) if public.phase == BIRTHDAY else Turn(public.active)


def _packed(kinds: tuple[int, ...]) -> int:
    packed = 0
    for kind in kinds:
        packed = counts.plus(packed, kind)
    return packed
