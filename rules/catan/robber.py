"""The robber: he moves to another hex, and steals one hidden card (CM-6, CM-23, CM-28)."""

from typing import Final, cast

from msgspec.structs import replace

from rules import counts
from rules.catan import moves
from rules.catan.facts import CardStolen, NobodyRobbed, Robbed, RobberMoved
from rules.catan.hands import hand_over, size
from rules.catan.hexes import HEX_MASK, HEX_NAMES, HEXES
from rules.catan.moves import INGREDIENT_PILE, NOBODY, NONE, PILES, RESOURCE_PILE
from rules.catan.pieces import KINDS, PLAYERS, RESOURCE_MASK, RESOURCES
from rules.catan.reasons import NotAtTheRobber, NotInThisGame, OffTheMap, PileIsEmpty, PileWanted, RobberMustMove
from rules.catan.state import Catan, Main, MoveRobber, PreRoll, Steal
from rules.catan.words import Choices, Word, Words, always
from rules.contract import Chance, Choice, IllegalMove, Step, Told
from rules.facts import Announced, Whispered

_PILES: Final = (RESOURCE_MASK, ~RESOURCE_MASK)
"""The masks of the piles, by their number in moves.py."""
_MOVED: Final[tuple[tuple[tuple[Told, ...], ...], ...]] = tuple(
    [tuple([(Announced(RobberMoved(seat, hexagon)),) for hexagon in range(HEXES)]) for seat in range(PLAYERS)]
)
_NOBODY: Final[tuple[tuple[Told, ...], ...]] = tuple([(Announced(NobodyRobbed(seat)),) for seat in range(PLAYERS)])
"""What is told, by seat."""


def _robbed_of(seat: int, victim: int, card: int) -> tuple[Told, ...]:
    """Only thief and victim learn which card (CM-28)."""
    stolen = CardStolen(seat, victim, card)
    pile = RESOURCE_PILE if card < RESOURCES else INGREDIENT_PILE
    return Announced(Robbed(seat, victim, pile)), Whispered(seat, stolen), Whispered(victim, stolen)


_ROBBED: Final = tuple(
    [
        tuple([tuple([_robbed_of(seat, victim, card) for card in range(KINDS)]) for victim in range(PLAYERS)])
        for seat in range(PLAYERS)
    ]
)
_MAIN: Final = Main()
_PREROLL: Final = PreRoll()
_ROBBING: Final = (MoveRobber, Steal)
"""The phases that know whether the turn goes on before the roll or after it."""


def move_robber(state: Catan, seat: int, move: moves.Robber, chance: Chance) -> Step[Catan]:
    """CM-6: to another hex, desert or jungle too; what is no choice is settled at once."""
    hexagon = move.hexagon
    if hexagon >= len(state.terrain):
        raise IllegalMove(OffTheMap(HEX_NAMES[hexagon]))
    if hexagon == state.robber:
        raise IllegalMove(RobberMustMove())
    told = _MOVED[seat][hexagon]
    found = neighbours(state, seat, hexagon)
    for other in found:
        if state.hands[other].packed:
            break
    else:
        return _nobody(state, seat, hexagon, told)
    if len(found) == 1 and len(piles := full(state, found[0])) == 1:
        return _rob(state, seat, hexagon, found[0], piles[0], chance=chance, told=told)
    rolled = cast(MoveRobber, state.phase).rolled
    return Step(replace(state, robber=hexagon, phase=Steal(rolled)), told)


def back(*, rolled: bool) -> Main | PreRoll:
    """Where the turn goes on after a knight, a 7, or road building."""
    return _MAIN if rolled else _PREROLL


def neighbours(state: Catan, seat: int, hexagon: int) -> list[int]:
    """The opponents with a building at a hex: any of them can be chosen, also one without cards (CM-6)."""
    taken = HEX_MASK[hexagon] & state.taken
    taken &= ~(state.settlements[seat] | state.cities[seat])
    if not taken:
        return []
    found: list[int] = []
    for other in range(state.seats):
        if (state.settlements[other] | state.cities[other]) & taken:
            found.append(other)  # noqa: PERF401 (a list of so few is slower as an expression)
    return found


def full(state: Catan, victim: int) -> list[int]:
    """CM-23: only a pile with cards can be chosen."""
    hand = state.hands[victim].packed
    if not state.market:
        return [RESOURCE_PILE] if hand else []
    return [pile for pile, mask in enumerate(_PILES) if hand & mask]


def steal(state: Catan, seat: int, move: moves.Steal, chance: Chance) -> Step[Catan]:
    """CM-6, CM-23: the thief chooses the victim, or nobody, and in the Market the pile."""
    if move.victim == NONE:
        return _nobody(state, seat, state.robber, ())
    if move.victim not in neighbours(state, seat, state.robber):
        raise IllegalMove(NotAtTheRobber(move.victim))
    if not state.market and move.pile != NONE:
        raise IllegalMove(NotInThisGame())
    piles = full(state, move.victim)
    if move.pile == NONE and len(piles) > 1:
        raise IllegalMove(PileWanted(move.victim))
    if move.pile != NONE and move.pile not in piles:
        raise IllegalMove(PileIsEmpty(move.pile))
    if not piles:
        return _nobody(state, seat, state.robber, ())
    pile = piles[0] if move.pile == NONE else move.pile
    return _rob(state, seat, state.robber, move.victim, pile, chance=chance, told=())


def _nobody(state: Catan, seat: int, hexagon: int, told: tuple[Told, ...]) -> Step[Catan]:
    """Nothing is taken."""
    after = replace(state, robber=hexagon, phase=_back(state))
    return Step(after, told + _NOBODY[seat])


def _back(state: Catan) -> Main | PreRoll:
    phase = state.phase
    return _MAIN if isinstance(phase, _ROBBING) and phase.rolled else _PREROLL


def _rob(
    state: Catan, seat: int, hexagon: int, victim: int, pile: int, *, chance: Chance, told: tuple[Told, ...]
) -> Step[Catan]:
    """One card at random; only thief and victim learn which (CM-28)."""
    cards = state.hands[victim].packed & _PILES[pile]
    card = counts.at(cards, chance.below(size(cards)))
    hands = hand_over(state.hands, victim, seat, 1 << counts.BITS * card)
    after = replace(state, robber=hexagon, hands=hands, phase=_back(state))
    return Step(after, told + _ROBBED[seat][victim][card], final=True)


def idle_robber(state: Catan, _seat: int) -> moves.Robber:
    """CM-29: to the first hex without a building, else to the first legal one."""
    legal = [hexagon for hexagon in range(len(state.terrain)) if hexagon != state.robber]
    return moves.Robber(next((hexagon for hexagon in legal if not HEX_MASK[hexagon] & state.taken), legal[0]))


def idle_steal() -> moves.Steal:
    """CM-29: from nobody, which is the least."""
    return moves.Steal(NONE)


# ── choices ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _hexes(state: Catan, seat: int, words: Words) -> Choices:
    """Every hex but his own, with the players there who have cards."""
    if words:
        return ()
    others = [
        (str(other + 1), state.settlements[other] | state.cities[other])
        for other in range(state.seats)
        if other != seat and state.hands[other].packed
    ]
    return tuple(
        [
            Choice(name, whole=True, offers=tuple([player for player, built in others if built & corners]))
            for hexagon, (name, corners) in enumerate(zip(HEX_NAMES[: len(state.terrain)], HEX_MASK, strict=False))
            if hexagon != state.robber
        ]
    )


def _players(seats: list[int]) -> Words:
    return tuple([str(seat + 1) for seat in seats])


def _robbed(state: Catan, seat: int, words: Words) -> Choices:
    """The player, or nobody; in the Market the pile, which need not be said where he has not two."""
    found = neighbours(state, seat, state.robber)
    match words:
        case ():
            players = [Choice(str(v + 1), whole=len(full(state, v)) < 2, group="player") for v in found]
            return (*players, Choice(NOBODY, whole=True, group="player"))
        case (player,) if state.market and player in _players(found):
            victim = int(player) - 1
            return tuple(
                Choice(PILES[pile], whole=True, group="pile", worth=_height(state, victim, pile))
                for pile in full(state, victim)
            )
        case _:
            return ()


def _height(state: Catan, victim: int, pile: int) -> int:
    return size(state.hands[victim].packed & _PILES[pile])


ROBBER = Word("robber", always, _hexes)
STEAL = Word("steal", always, _robbed)
