"""The set-up of a game (CI-1 to CI-4)."""

from rules import chance as luck
from rules import counts
from rules.cafe.facts import Began, Dealt
from rules.cafe.guests import ALL, HAND, NATIONS
from rules.cafe.state import Cafe, Turn
from rules.cafe.variants import BIRTHDAY, OFF, ON, REGULARS, SEATS
from rules.contract import Chance, Option, Setup, Step
from rules.counts import Hidden
from rules.facts import Announced


def begin(setup: Setup, chance: Chance) -> Step[Cafe]:
    seats = setup.seats
    if seats not in SEATS:
        raise ValueError(f"Café International is for 2 to 4 players, not {seats}")
    birthday, regulars = _chosen(setup, BIRTHDAY), _chosen(setup, REGULARS)
    bag = ALL
    hands: list[int] = []
    for _ in range(seats):
        hand = 0
        for _ in range(HAND):
            kind, bag = luck.draw(chance, bag)
            hand = counts.plus(hand, kind)
        hands.append(hand)
    starts = chance.below(seats)  # CI-4
    state = Cafe(
        seats=seats,
        phase=Turn(starts),
        opening=True,
        nations=(0,) * len(NATIONS),
        women=0,
        men=0,
        jokers=0,
        bar=(),
        hands=tuple(hands),
        bag=Hidden(bag),
        left=0,
        scores=(0,) * seats,
        completed=(0,) * seats,
        threshold=0 if birthday == OFF else int(birthday),
        birthday=-1,
        regulars=regulars == ON,
        dropped=(),
        resigned=0,
    )
    dealt = (Announced(Dealt(seat, counts.pieces(hand))) for seat, hand in enumerate(hands))
    return Step(state, (Announced(Began(starts)), *dealt))


def _chosen(setup: Setup, option: Option) -> str:
    value = setup.chosen(option)
    if value not in option.values:
        raise ValueError(f"{option.key} cannot be {value!r}")
    return value
