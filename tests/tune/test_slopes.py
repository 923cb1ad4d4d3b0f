"""What decides games has a slope, what does not has none; quick games are decided by what is worth something."""

from random import Random

from msgspec.structs import replace

from players.catan.weights import BY_HAND
from rules.contract import Setup
from tests.tune.quick import winner
from tests.tune.slopes import STEP, Number, Tried, moved, numbers, slopes

BASE = Setup(3, (("game", "base"),))


def test_a_number_that_decides_has_a_slope_and_another_has_none() -> None:
    luck, every = Random(1), list[Tried]()
    for _ in range(400):
        steps = [[luck.gauss(0, 1), luck.gauss(0, 1), luck.gauss(0, 1)] for _ in range(3)]
        every.append(
            Tried(steps, max(range(3), key=lambda seat: 0.5 * (steps[seat][0] - steps[seat][1]) + luck.gauss(0, 1)))
        )
    more, less, nothing = slopes(every)
    assert more[0] > 4 * more[1]
    assert less[0] < -4 * less[1]
    assert abs(nothing[0]) < 3 * nothing[1]


def test_a_step_changes_one_number() -> None:
    which = numbers(BY_HAND, founds=False)
    assert Number(founds=False, field="held", at=1) not in which  # nought stays nought
    steps = [float(number.field == "kind" and number.at == 2) for number in which]
    kind = moved(BY_HAND, which, steps).kind
    assert kind[2] > BY_HAND.kind[2] * (1 + STEP)
    assert replace(moved(BY_HAND, which, steps), kind=BY_HAND.kind) == BY_HAND
    assert (*kind[:2], *kind[3:]) == (*BY_HAND.kind[:2], *BY_HAND.kind[3:])


def test_whoever_shuns_good_land_loses() -> None:
    """Twelve games of one against two, four of which would be fair."""
    poor, won = replace(BY_HAND, card=-0.2), 0
    for board in range(12):
        tastes = [poor if seat == board % 3 else BY_HAND for seat in range(3)]
        won += winner(tastes, tastes, BASE, board) == board % 3
    assert won <= 1
