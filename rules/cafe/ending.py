"""The end of a turn and of the game, and its ranking (CI-11, CI-14, CI-17 to CI-20, CI-22)."""

from typing import Final

from msgspec.structs import replace

from rules import chance as luck
from rules import counts
from rules.cafe import state as endings
from rules.cafe.board import ALL_CHAIRS, BAR_FIELDS
from rules.cafe.facts import BirthdayReached, Charged, Drew, Ended, Passed
from rules.cafe.guests import joker_count, ordinary
from rules.cafe.places import may_act
from rules.cafe.state import Cafe, NameBirthday, Over, Turn, limit, swap
from rules.contract import Chance, Outcome, Step, Told
from rules.counts import Hidden
from rules.facts import Announced

LAST_IN_BAG: Final = 4  # CI-18
GUEST_COSTS: Final = 5  # CI-19
JOKER_COSTS: Final = 10


def playing(state: Cafe) -> int:
    """How many have neither dropped out nor resigned."""
    away = state.resigned
    for seat in state.dropped:
        away |= 1 << seat
    return state.seats - away.bit_count()


def finish(state: Cafe, seat: int, told: tuple[Told, ...], chance: Chance, most: int = 5) -> Step[Cafe]:
    """A turn is over, its points are scored or paid: the ends, the draw, the birthday, the next turn."""
    state = replace(state, opening=False)
    ending = _ended(state, seat)
    if ending:
        return over(state, ending, told)
    drawn: tuple[int, ...] = ()
    if seat not in state.dropped:
        state, drawn = _draw(state, seat, most, chance)
    if drawn:
        told = (*told, Announced(Drew(seat, drawn)))
    if counts.total(state.bag.packed) <= LAST_IN_BAG:
        step = over(state, endings.BAG, told)
    elif _reaches_birthday(state, seat):
        step = Step(replace(state, phase=NameBirthday(seat)), (*told, Announced(BirthdayReached(seat))))
    else:
        step = next_turn(state, seat, told)
    return replace(step, final=True) if drawn else step


def _ended(state: Cafe, seat: int) -> str:
    """CI-14, CI-18: the first of the ends that come before anything is drawn; empty where none has."""
    if playing(state) < 2:
        return endings.LAST
    if len(state.bar) == len(BAR_FIELDS):
        return endings.BAR
    if state.women | state.men == ALL_CHAIRS:
        return endings.CHAIRS
    if not state.hands[seat] and not limit(state, seat) and seat not in state.dropped:
        return endings.HANDS
    return ""


def _draw(state: Cafe, seat: int, most: int, chance: Chance) -> tuple[Cafe, tuple[int, ...]]:
    """CI-11: up to the limit of his hand; who holds more gives none back."""
    hand, bag = state.hands[seat], state.bag.packed
    drawn: list[int] = []
    for _ in range(min(most, limit(state, seat) - counts.total(hand))):
        kind, bag = luck.draw(chance, bag)
        hand = counts.plus(hand, kind)
        drawn.append(kind)
    if not drawn:
        return state, ()
    return replace(state, hands=swap(state.hands, seat, hand), bag=Hidden(bag)), tuple(drawn)


def _reaches_birthday(state: Cafe, seat: int) -> bool:
    """CI-20: only the first, once."""
    return 0 < state.threshold <= state.scores[seat] and state.birthday < 0


def next_turn(state: Cafe, seat: int, told: tuple[Told, ...]) -> Step[Cafe]:
    """CI-17: who can do nothing passes; when all have, one after another, the game ends."""
    for distance in range(1, state.seats + 1):
        other = (seat + distance) % state.seats
        if other in state.dropped:
            continue
        if may_act(state, other):
            return Step(replace(state, phase=Turn(other)), told)
        told = (*told, Announced(Passed(other)))
    return over(state, endings.PASSED, told)


def over(state: Cafe, ending: str, told: tuple[Told, ...]) -> Step[Cafe]:
    """CI-19: each guest still held costs 5 points, each joker 10."""
    costs = tuple([_costs(hand) for hand in state.hands])
    scores = tuple([score - cost for score, cost in zip(state.scores, costs, strict=True)])
    after = replace(state, phase=Over(ending, costs), scores=scores)
    return Step(after, (*told, Announced(Charged(costs)), Announced(Ended(ending))))


def _costs(hand: int) -> int:
    return GUEST_COSTS * counts.total(ordinary(hand)) + JOKER_COSTS * joker_count(hand)


def outcome(state: Cafe) -> Outcome | None:
    """CI-19: most points win, ties share; then who has resigned (CI-22), then who dropped out, the earliest last."""
    phase = state.phase
    if not isinstance(phase, Over):
        return None

    def rank(seat: int) -> tuple[int, int]:
        if seat in state.dropped:
            return 0, state.dropped.index(seat)
        return 1 if state.resigned >> seat & 1 else 2, state.scores[seat]

    ranks = sorted({rank(seat) for seat in range(state.seats)}, reverse=True)
    ranking = tuple(tuple(seat for seat in range(state.seats) if rank(seat) == value) for value in ranks)
    return Outcome(ranking, phase.ending, state.scores)
