"""Positions made by hand, so that a clause test is about five lines; nothing is conserved in them.

The acting seat stands before column P of the production board (space 0) with an empty line; one black sack lies far
away on X3, so that the game does not end for want of sacks.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.chance import Chance, Foreseen
from rules.contract import Choice, Fact, IllegalMove, Reason, Seat, Step
from rules.counts import Hidden, pack
from rules.facts import Announced
from rules.guatemala.board import BOARDS, PLACE_OF, mask_of
from rules.guatemala.game import RULES
from rules.guatemala.moves import Plan
from rules.guatemala.pieces import CODE_OF, EMPTY, LETTERS
from rules.guatemala.production import FIELD_OF, FIELDS
from rules.guatemala.state import (
    KINDS,
    Answers,
    Blockade,
    Build,
    Guatemala,
    Line,
    Phase,
    PutsBuyer,
    Refill,
    Turn,
    swap,
)

FAR = "X3"
"""Where the one sack lies."""


def coffee(letter: str) -> int:
    return LETTERS.index(letter)


def place(name: str) -> int:
    """A place of the plantation board; of an edge with its offset."""
    return PLACE_OF[name.upper()]


def places(names: str) -> tuple[int, ...]:
    return tuple(place(name) for name in names.split())


def source(name: str) -> int:
    """A field of the production board."""
    return FIELD_OF[name]


def hand(letters: str) -> Hidden:
    return Hidden(pack(letters.count(letter) for letter in LETTERS))


class Position:
    """A builder: every method sets something and returns the builder."""

    def __init__(self, seats: int = 4, seat: int = 0) -> None:
        board = BOARDS[seats]
        self.seat = seat
        self.now = Guatemala(
            seats=seats,
            phase=Line(seat),
            buyer=0,
            walked=0,
            board=(EMPTY,) * FIELDS,
            sacks=0,
            money=(15,) * seats,
            points=(0,) * seats,
            stocks=(Hidden(0),) * seats,
            bag=Hidden(0),
            track=(),
            workers=(0,) * (seats * KINDS),
            sheds=(0,) * (seats * KINDS),
            tiles=(-1,) * (seats * KINDS),
            free=board.worker_fields,
            sites=mask_of(site.field for site in board.sites),
            roads=0,
            road_stock=50,
            harbours=((),) * len(board.docks),
            sailed=(0,) * KINDS,
            resigned=0,
            anywhere=False,
        )
        self.piece(FAR, "cK")

    # ── the production board ──

    def piece(self, field: str, token: str) -> Position:
        """`piece("P1", "wK")`; an empty token empties the field."""
        board = swap(self.now.board, source(field), CODE_OF[token])
        sacks = sum(2 <= code < 7 for code in board)
        self.now = replace(self.now, board=board, sacks=sacks)
        return self

    def line(self, *tokens: str) -> Position:
        """The first fields of column P, from P1 down."""
        for row, token in enumerate(tokens, 1):
            self.piece(f"P{row}", token)
        return self

    def buyer(self, space: int) -> Position:
        self.now = replace(self.now, buyer=space)
        return self

    def walked(self, spaces: int) -> Position:
        self.now = replace(self.now, walked=spaces)
        return self

    # ── the players ──

    def money(self, *each: int) -> Position:
        self.now = replace(self.now, money=each + self.now.money[len(each) :])
        return self

    def points(self, *each: int) -> Position:
        self.now = replace(self.now, points=each + self.now.points[len(each) :])
        return self

    def stock(self, seat: int, letters: str) -> Position:
        stocks = (*self.now.stocks[:seat], hand(letters), *self.now.stocks[seat + 1 :])
        self.now = replace(self.now, stocks=stocks)
        return self

    def bag(self, letters: str) -> Position:
        self.now = replace(self.now, bag=hand(letters))
        return self

    def track(self, letters: str) -> Position:
        self.now = replace(self.now, track=tuple(coffee(letter) for letter in letters))
        return self

    def resigned(self, *seats: int) -> Position:
        self.now = replace(self.now, resigned=mask_of(seats))
        return self

    # ── the plantation board ──

    def worker(self, seat: int, letter: str, fields: str) -> Position:
        plantation, mask = seat * KINDS + coffee(letter), mask_of(places(fields))
        workers = swap(self.now.workers, plantation, self.now.workers[plantation] | mask)
        begins = not self.now.workers[plantation] | self.now.sheds[plantation]
        tiles = swap(self.now.tiles, plantation, places(fields)[0]) if begins else self.now.tiles
        self.now = replace(self.now, workers=workers, tiles=tiles, free=self.now.free & ~mask)
        return self

    def shed(self, seat: int, letter: str, field: str) -> Position:
        mask = mask_of(places(field))
        sheds = swap(self.now.sheds, seat * KINDS + coffee(letter), mask)
        self.now = replace(self.now, sheds=sheds, sites=self.now.sites & ~mask)
        return self

    def ships(self, harbour: int, letters: str) -> Position:
        """Harbours are numbered from 1 as in the notation; the cheapest dock first."""
        found = tuple(coffee(letter) for letter in letters)
        harbours = (*self.now.harbours[: harbour - 1], found, *self.now.harbours[harbour:])
        self.now = replace(self.now, harbours=harbours)
        return self

    def anywhere(self) -> Position:
        """With the option that lets ships go to any harbour."""
        self.now = replace(self.now, anywhere=True)
        return self

    def roads(self, borders: str) -> Position:
        mask = mask_of(edge - 1024 for edge in places(borders))
        self.now = replace(self.now, roads=self.now.roads | mask)
        return self

    def path(self, shed: str) -> Position:
        """All the roads that the shed field's printed path needs."""
        board = BOARDS[self.now.seats]
        self.now = replace(self.now, roads=self.now.roads | board.sites[board.site_at[place(shed)]].path)
        return self

    def road_stock(self, number: int) -> Position:
        self.now = replace(self.now, road_stock=number)
        return self

    # ── the phase ──

    def phase(self, phase: Phase) -> Position:
        self.now = replace(self.now, phase=phase)
        return self

    def puts_buyer(self) -> Position:
        self.now = replace(self.now, buyer=-1)
        return self.phase(PutsBuyer(self.seat))

    def turn(self) -> Position:
        return self.phase(Turn(self.seat))

    def build(self, emptied: str = "", *, blocked: bool = False) -> Position:
        return self.phase(Build(self.seat, tuple(source(name) for name in emptied.split()), blocked))

    def blockade(self, letter: str, field: str, *asked: int, plan: Plan | None = None) -> Position:
        """The sack is on the track already."""
        self.piece(field, "").track(letter)
        return self.phase(Blockade(self.seat, coffee(letter), source(field), asked, plan or Plan(), Answers()))

    def refill(self, letter: str, field: str, *, tied: tuple[int, ...] = (), lays: bool = False) -> Position:
        self.piece(field, "").track(letter)
        return self.phase(Refill(self.seat, coffee(letter), source(field), tied, lays))

    @property
    def state(self) -> Guatemala:
        return self.now


# ── acting on it ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _seat(state: Guatemala, seat: int | None) -> Seat:
    return Seat(getattr(state.phase, "seat", 0) if seat is None else seat)


def do(
    made: Position | Guatemala, *moves: str, seat: int | None = None, chance: Chance | None = None
) -> Step[Guatemala]:
    """Applies moves in their notation for the seat whose turn it is; the facts are those of all of them."""
    state = made.state if isinstance(made, Position) else made
    step = Step(state, ())
    for text in moves:
        after = RULES.apply(step.state, _seat(step.state, seat), RULES.parse(text), chance or Foreseen())
        step = replace(after, facts=step.facts + after.facts)
    return step


def after(made: Position | Guatemala, *moves: str, seat: int | None = None, chance: Chance | None = None) -> Guatemala:
    return do(made, *moves, seat=seat, chance=chance).state


def told(step: Step[Guatemala]) -> tuple[Fact, ...]:
    """What everybody hears."""
    return tuple(item.fact for item in step.facts if isinstance(item, Announced))


def refused(made: Position | Guatemala, text: str, *, seat: int | None = None) -> Reason:
    """Why the move is refused; the test fails if it is not."""
    state = made.state if isinstance(made, Position) else made
    with pytest.raises(IllegalMove) as caught:
        RULES.apply(state, _seat(state, seat), RULES.parse(text), Foreseen())
    return caught.value.reason


def offered(made: Position | Guatemala, *tokens: str, seat: int | None = None) -> dict[str, Choice]:
    state = made.state if isinstance(made, Position) else made
    return {choice.token: choice for choice in RULES.choices(state, _seat(state, seat), tokens)}


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
