"""Positions made by hand, so that a clause test is about five lines.

The map is the beginners' of the base game; in the Market the five jungles lie on the right: 4, 5, 9, 10 and 11 from
the top. The desert is C3, where the robber stands. The bank has what nobody holds, unless a test says otherwise.
"""

from __future__ import annotations

from typing import TypeVar

import pytest
from msgspec.structs import replace

from rules import counts
from rules.catan import build, notation, setup
from rules.catan.board import BEGINNERS_CHIPS, BEGINNERS_TERRAIN, HARBOUR_KINDS
from rules.catan.game import RULES
from rules.catan.hexes import CORNER_OF, EDGE_OF, HEX_OF
from rules.catan.moves import Discard as Cards
from rules.catan.pieces import BASE_BANK, DECK, MARKET_BANK, Dev, Terrain
from rules.catan.state import Catan, FreeRoads, Main, MoveRobber, Phase, PreRoll, Steal, swap, with_hand
from rules.chance import Chance, Foreseen
from rules.contract import Choice, Fact, IllegalMove, Reason, Seat, Step
from rules.counts import Hidden
from rules.facts import Announced, Whispered

MARKET_TERRAIN = BEGINNERS_TERRAIN + (int(Terrain.JUNGLE),) * 5
MARKET_NUMBERS = (*BEGINNERS_CHIPS, 4, 5, 9, 10, 11)


def cards(text: str) -> int:
    """`cards("wool2 ore")`, packed."""
    if not text:
        return 0
    move = notation.parse(f"discard {text}")
    assert isinstance(move, Cards)
    return move.cards


def hexagon(name: str) -> int:
    return HEX_OF[name.upper()]


def corner(name: str) -> int:
    return CORNER_OF[name.upper()]


def edge(name: str) -> int:
    return EDGE_OF[name.upper()]


def packed(devs: dict[Dev, int]) -> int:
    return counts.pack([devs.get(dev, 0) for dev in Dev])


class Position:
    """A builder: every method sets something and returns the builder. Seat 0 is at trade and building."""

    def __init__(self, *, market: bool = True, seats: int = 4, active: int = 0) -> None:
        terrain = MARKET_TERRAIN if market else BEGINNERS_TERRAIN
        numbers = MARKET_NUMBERS if market else BEGINNERS_CHIPS
        begun = setup.laid_out(seats, terrain, numbers, HARBOUR_KINDS, 0)
        self.now = replace(begun, active=active, phase=Main())

    # ── the map ──

    def settle(self, seat: int, names: str) -> Position:
        """`settle(0, "B3n D2s")`"""
        for name in names.split():
            self.now = build.put_settlement(self.now, seat, corner(name))
        return self

    def city(self, seat: int, names: str) -> Position:
        self.settle(seat, names)
        for name in names.split():
            bit = 1 << corner(name)
            self.now = replace(
                self.now,
                settlements=swap(self.now.settlements, seat, self.now.settlements[seat] ^ bit),
                cities=swap(self.now.cities, seat, self.now.cities[seat] | bit),
                income=build.earning(self.now, seat, corner(name)),
            )
        return self

    def road(self, seat: int, names: str) -> Position:
        """Each joins what is there already."""
        for name in names.split():
            assert self.now.ways[seat] >> edge(name) & 1, name
            after, _ = build.lay_road(self.now, seat, edge(name), self.now.hands, self.now.bank, free=True)
            self.now = after
        return self

    def site(self, seat: int, names: str) -> Position:
        for name in names.split():
            self.now = build.put_site(self.now, seat, hexagon(name))
        return self

    def robber(self, name: str) -> Position:
        self.now = replace(self.now, robber=hexagon(name))
        return self

    # ── the cards ──

    def hand(self, seat: int, text: str) -> Position:
        """`hand(0, "wool2 ore")`; the bank has the rest."""
        hands = with_hand(self.now.hands, seat, cards(text))
        full = MARKET_BANK if self.now.market else BASE_BANK
        self.now = replace(self.now, hands=hands, bank=full - sum(hand.packed for hand in hands))
        return self

    def bank(self, text: str) -> Position:
        """After the hands: what the bank has of the kinds that are named, nothing of the others."""
        self.now = replace(self.now, bank=cards(text))
        return self

    def devs(self, seat: int, held: dict[Dev, int], *, fresh: dict[Dev, int] | None = None) -> Position:
        """`fresh` are those of the held ones that were got this turn; the deck has the rest."""
        devs = with_hand(self.now.devs, seat, packed(held))
        deck = Hidden(DECK - sum(each.packed for each in devs) - self.now.used - sum(self.now.knights))
        self.now = replace(self.now, devs=devs, deck=deck, fresh=Hidden(packed(fresh or {})))
        return self

    def deck(self, left: dict[Dev, int]) -> Position:
        self.now = replace(self.now, deck=Hidden(packed(left)))
        return self

    def knights(self, *each: int, army: int = -1) -> Position:
        self.now = replace(self.now, knights=each, army=army)
        return self

    def played(self) -> Position:
        self.now = replace(self.now, played=True)
        return self

    # ── the Market, and the phase ──

    def bars(self, *rows: int) -> Position:
        self.now = replace(self.now, bars=rows)
        return self

    def chips(self, *each: int) -> Position:
        self.now = replace(self.now, chips=each)
        return self

    def resigned(self, *seats: int) -> Position:
        self.now = replace(self.now, resigned=sum(1 << seat for seat in seats))
        return self

    def phase(self, phase: Phase) -> Position:
        self.now = replace(self.now, phase=phase)
        return self

    def before_the_roll(self) -> Position:
        return self.phase(PreRoll())

    def moves_robber(self, *, rolled: bool = True) -> Position:
        return self.phase(MoveRobber(rolled))

    def steals(self, *, rolled: bool = True) -> Position:
        return self.phase(Steal(rolled))

    def free_roads(self, left: int = 2, *, rolled: bool = True) -> Position:
        return self.phase(FreeRoads(rolled, left))

    @property
    def state(self) -> Catan:
        return self.now


F = TypeVar("F", bound=Fact)

# ── acting on it ─────────────────────────────────────────────────────────────────────────────────────────────────────

Made = Position | Catan


def _state(made: Made) -> Catan:
    return made.state if isinstance(made, Position) else made


def do(made: Made, *moves: str, seat: int | None = None, chance: Chance | None = None) -> Step[Catan]:
    """Applies moves in their notation, for the seat whose turn it is if none is named; the facts are those of all."""
    step = Step(_state(made), ())
    for text in moves:
        actor = Seat(step.state.active if seat is None else seat)
        after = RULES.apply(step.state, actor, RULES.parse(text), chance or Foreseen())
        step = replace(after, facts=step.facts + after.facts)
    return step


def after(made: Made, *moves: str, seat: int | None = None, chance: Chance | None = None) -> Catan:
    return do(made, *moves, seat=seat, chance=chance).state


def told(step: Step[Catan]) -> tuple[Fact, ...]:
    """What everybody hears."""
    return tuple(item.fact for item in step.facts if isinstance(item, Announced))


def announced(step: Step[Catan], kind: type[F]) -> list[F]:
    """What everybody hears of this kind."""
    return [fact for fact in told(step) if isinstance(fact, kind)]


def whispered(step: Step[Catan]) -> dict[int, tuple[Fact, ...]]:
    """What single seats hear."""
    found: dict[int, tuple[Fact, ...]] = {}
    for item in step.facts:
        if isinstance(item, Whispered):
            found[item.to] = (*found.get(item.to, ()), item.fact)
    return found


def refused(made: Made, text: str, *, seat: int | None = None) -> Reason:
    """Why the move is refused; the test fails if it is not, or if it draws luck before."""
    state = _state(made)
    with pytest.raises(IllegalMove) as caught:
        RULES.apply(state, Seat(state.active if seat is None else seat), RULES.parse(text), Foreseen())
    return caught.value.reason


def offered(made: Made, *tokens: str, seat: int | None = None) -> dict[str, Choice]:
    """The legal next words, by word."""
    state = _state(made)
    choices = RULES.choices(state, Seat(state.active if seat is None else seat), tokens)
    return {choice.token: choice for choice in choices}


def whole(made: Made, *tokens: str, seat: int | None = None) -> set[str]:
    """Those of them with which the move is whole."""
    return {token for token, choice in offered(made, *tokens, seat=seat).items() if choice.whole}


def rolled(made: Made, number: int) -> Step[Catan]:
    """A roll of this sum."""
    first = max(1, number - 6)
    return do(made, "roll", chance=drawn(6 * (first - 1) + number - first - 1))


def drawn(*luck: int) -> Chance:
    return _Fixed(list(luck))


class _Fixed:
    """Luck that is told beforehand."""

    def __init__(self, luck: list[int]) -> None:
        self.luck = luck

    def below(self, n: int, /) -> int:
        value = self.luck.pop(0)
        assert 0 <= value < n
        return value
