"""The roll and what it brings (CM-5, CM-15)."""

from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from rules.catan import discard
from rules.catan.build import FIRST_ROLL, sites_on
from rules.catan.facts import Produced, Rolled, Shortage
from rules.catan.hexes import HEX_MASK
from rules.catan.moves import Roll
from rules.catan.pieces import GUARD, INGREDIENT_AT, KINDS, PLAYERS, RESOURCES
from rules.catan.state import Catan, Main
from rules.contract import Chance, Step, Told
from rules.counts import BITS, FULL, Hidden
from rules.facts import Announced

SEVEN: Final = 7
PAIRS: Final = tuple([(first, second) for first in range(1, 7) for second in range(1, 7)])
"""Both dice in one draw."""
_BOTH: Final = len(PAIRS)
_ROLLED: Final[tuple[tuple[tuple[int, Told], ...], ...]] = tuple(
    [tuple([(sum(dice), Announced(Rolled(seat, *dice))) for dice in PAIRS]) for seat in range(PLAYERS)]
)
"""By seat and draw: the number, and what is told of it."""
_OF_ALL: Final = tuple(
    [
        tuple([slice((n - FIRST_ROLL) * seats, (n - FIRST_ROLL + 1) * seats) for n in range(13)])
        for seats in range(PLAYERS + 1)
    ]
)
"""By the number of seats and the one that is rolled: where in `Catan.income` stands what it brings them."""
_MAIN: Final = Main()


def roll(state: Catan, seat: int, _move: Roll, chance: Chance) -> Step[Catan]:
    """Everyone gets his income of the number; nobody draws more than the bank has."""
    number, rolled = _ROLLED[seat][chance.below(_BOTH)]
    if number == SEVEN:
        return discard.seven(state, rolled)
    gains = state.income[_OF_ALL[state.seats][number]]
    if state.numbers[state.robber] == number:
        gains = _left_by_the_robber(state, gains)
    brings = _brings(gains)
    if not brings.whole:
        return Step(replace(state, phase=_MAIN), (rolled,))
    bank, told = state.bank - brings.whole, (rolled, brings.told)
    if bank & GUARD:
        gains, short = _rationed(state.bank, gains)
        brings = _brings(gains)
        bank, told = state.bank - brings.whole, (rolled, *short, brings.told) if brings.whole else (rolled, *short)
    hands = [*state.hands]
    for other, gain in brings.each:
        hands[other] = Hidden(hands[other].packed + gain)
    return Step(replace(state, phase=_MAIN, hands=tuple(hands), bank=bank), told)


class _Income(Struct, frozen=True, gc=False):
    """What a roll brings."""

    whole: int
    each: tuple[tuple[int, int], ...]
    """To whom, and what."""
    told: Told


@lru_cache(1 << 10)
def _brings(gains: tuple[int, ...]) -> _Income:
    """The gains of all seats; in a game the same ones come again and again."""
    each = tuple([(seat, gain) for seat, gain in enumerate(gains) if gain])
    return _Income(sum(gains), each, Announced(Produced(gains)))


def _left_by_the_robber(state: Catan, gains: tuple[int, ...]) -> tuple[int, ...]:
    if not HEX_MASK[state.robber] & state.taken:
        return gains
    left = [*gains]
    for seat, gain in enumerate(gains):
        if gain:
            left[seat] -= _robbed(state, seat)
    return tuple(left)


def _robbed(state: Catan, seat: int) -> int:
    """What the robber's hex would have brought a seat."""
    hexagon = state.robber
    terrain = state.terrain[hexagon]
    lost = 0
    if terrain < RESOURCES:
        settlements = (state.settlements[seat] & HEX_MASK[hexagon]).bit_count()
        lost = settlements + 2 * (state.cities[seat] & HEX_MASK[hexagon]).bit_count() << BITS * terrain
    sites = sites_on(state, seat, hexagon)
    if sites:
        lost += sites << BITS * INGREDIENT_AT[terrain]
    return lost


def _rationed(bank: int, gains: tuple[int, ...]) -> tuple[tuple[int, ...], list[Told]]:
    """CM-5, CM-15: what the bank cannot serve nobody gets, or the only one concerned gets what is left."""
    told: list[Told] = []
    for kind in range(KINDS):
        shift = BITS * kind
        wanted = [gain >> shift & FULL for gain in gains]
        left = bank >> shift & FULL
        if sum(wanted) <= left:
            continue
        concerned = [seat for seat, amount in enumerate(wanted) if amount]
        only = concerned[0] if len(concerned) == 1 else -1
        given = [left if seat == only else 0 for seat in range(len(gains))]
        gains = tuple([gain + (now - was << shift) for gain, was, now in zip(gains, wanted, given, strict=True)])
        told.append(Announced(Shortage(kind, only, left if only >= 0 else 0)))
    return gains, told
