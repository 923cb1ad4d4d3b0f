"""Who may sit where (CI-5 to CI-9), and seating them."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from rules import counts
from rules.cafe import ending, reasons, scoring, variants
from rules.cafe.board import ALLOWED, BETWEEN, MASKS, NATIONS_AT, NEAR, TABLES_AT
from rules.cafe.facts import OneNation, RegularsTable, Seated, TableScored
from rules.cafe.guests import MAN, is_joker, sex
from rules.cafe.moves import MOST_GUESTS, UNNAMED, Seating, Sits
from rules.cafe.state import Cafe, limit, swap
from rules.contract import Chance, IllegalMove, Step, Told
from rules.facts import Announced

MOST: Final = 2  # CI-9


def seat(state: Cafe, who: int, move: Seating, chance: Chance) -> Step[Cafe]:
    guests = move.guests
    judge(state, who, guests)
    found = scoring.gains(state, guests)
    brought = sum([gain.points for gain in found])
    completed = sum([gain.one_nation for gain in found])
    after = replace(
        _seated(state, who, guests),
        scores=swap(state.scores, who, state.scores[who] + brought),
        completed=swap(state.completed, who, state.completed[who] + completed) if completed else state.completed,
    )
    told: list[Told] = [Announced(Seated(who, guests, brought))]
    for gain in found:
        if gain.points:
            fact = RegularsTable if gain.regulars else TableScored
            told.append(Announced(fact(who, gain.table, gain.points, gain.one_nation)))
    if completed:
        told.append(Announced(OneNation(who, completed, limit(after, who))))
    return ending.finish(after, who, tuple(told), chance)


def _seated(state: Cafe, who: int, guests: Sequence[Sits]) -> Cafe:
    nations, hand = list(state.nations), state.hands[who]
    women, men, jokers = state.women, state.men, state.jokers
    for sits in guests:
        chair = 1 << sits.chair
        nations[scoring.counts_for(sits)] |= chair
        hand = counts.without(hand, sits.kind)
        if sex(sits.kind) == MAN:
            men |= chair
        else:
            women |= chair
        if is_joker(sits.kind):
            jokers |= chair
    hands = swap(state.hands, who, hand)
    return replace(state, nations=tuple(nations), women=women, men=men, jokers=jokers, hands=hands)


# ── the judge ────────────────────────────────────────────────────────────────────────────────────────────────────────


def judge(state: Cafe, who: int, guests: Sequence[Sits]) -> None:
    """Raises IllegalMove. It is the position after the turn that counts (CI-6)."""
    if not 1 <= len(guests) <= (MOST_GUESTS if state.regulars else MOST):
        raise IllegalMove(reasons.TwoGuestsAtMost())
    held = state.hands[who]
    for kind, number in Counter([sits.kind for sits in guests]).items():
        if counts.amount(held, kind) < number:
            raise IllegalMove(reasons.NotInYourHand(kind))
    new = 0
    for sits in guests:
        _may_take(state, new, sits)
        new |= 1 << sits.chair
    together = -1
    if len(guests) > MOST:
        together = variants.regulars_table(state, guests)
        if together < 0:
            raise IllegalMove(reasons.NoRegularsTable())
    _sexes(state, guests, together)
    _groups(state, guests, new)


def _may_take(state: Cafe, new: int, sits: Sits) -> None:
    """CI-5, and the naming of jokers (CI-10)."""
    kind, chair = sits.kind, sits.chair
    if (state.women | state.men | new) >> chair & 1:
        raise IllegalMove(reasons.ChairTaken(chair))
    if not ALLOWED[kind] >> chair & 1:
        raise IllegalMove(reasons.WrongNation(kind, chair))
    if is_joker(kind) and BETWEEN >> chair & 1:
        if sits.nation not in NATIONS_AT[chair]:
            raise IllegalMove(reasons.NameTheJoker(chair))
    elif sits.nation != UNNAMED:
        raise IllegalMove(reasons.NoNamingThere(chair))


def _sexes(state: Cafe, guests: Sequence[Sits], together: int) -> None:
    """CI-6, at all tables but the one of the regulars (CI-21)."""
    women = men = 0
    for sits in guests:
        if sex(sits.kind) == MAN:
            men |= 1 << sits.chair
        else:
            women |= 1 << sits.chair
    women, men = state.women | women, state.men | men
    for sits in guests:
        for table in TABLES_AT[sits.chair]:
            mask = MASKS[table]
            if table != together and abs((women & mask).bit_count() - (men & mask).bit_count()) > 1:
                raise IllegalMove(reasons.TooManyOfOneSex(table))


def _groups(state: Cafe, guests: Sequence[Sits], new: int) -> None:
    """CI-7, CI-9: each in a group at one table at least; but one guest may open the game alone."""
    if state.opening and len(guests) == 1:
        return
    taken = state.women | state.men | new
    for sits in guests:
        if not taken & NEAR[sits.chair] & ~(1 << sits.chair):
            raise IllegalMove(reasons.SitsAlone(sits.chair))
