"""Whole games of house players, kept as their records: what chances are fitted on, and what they are checked against.

One game in six is played by *even* players, the others by *gentle* ones. A board (a seed) is one game of its title,
options and number of seats, for ever the same; where figures are kept (tests/ledger.py) none is played twice.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec

from bot.games import GAMES
from players import Level
from rules.contract import IllegalMove, Record, Setup
from tests.ledger import Ledger
from tests.strength.match import Match

EVEN: Final = 6
"""Every sixth game is played by *even*."""
BASE: Final = (("game", "base"),)
LEARNT, CHECKED = 0, 1_000_000
"""From which board on chances are learnt, and checked."""


class Shape(NamedTuple):
    """What is played, by how many."""

    game: str
    seats: int
    options: tuple[tuple[str, str], ...] = ()

    @property
    def name(self) -> str:
        return "-".join([self.game, *(value for _, value in self.options), str(self.seats)])


SHAPES: Final = (
    *(Shape("guatemala", seats) for seats in (2, 3, 4)),
    *(Shape("cafe", seats) for seats in (2, 3, 4)),
    *(Shape("catan", seats) for seats in (3, 4)),
    *(Shape("catan", seats, BASE) for seats in (3, 4)),
)


class Kept(NamedTuple):
    """A game that was played."""

    shape: Shape
    board: int
    records: tuple[Record, ...]


def played(shape: Shape, board: int) -> tuple[Record, ...]:
    """Returns the records of a game; none of one in which a player did not know what to do."""
    level = Level.EVEN if board % EVEN == 0 else Level.GENTLE
    setup, kinds = Setup(shape.seats, shape.options), (level.value,) * shape.seats
    game = Match(GAMES[shape.game].rules, setup, kinds, frozenset(), board)
    try:
        game.run()
    except IllegalMove:
        return ()
    return tuple(game.records)


def games(shape: Shape, first: int, number: int) -> Iterator[Kept]:
    """So many games, those that are kept already from the figures."""
    ledger = Ledger(f"chances-{shape.name}")
    kept = {line["seed"]: line["records"] for line in ledger.lines()}
    for board in range(first, first + number):
        if board not in kept:
            records = played(shape, board)
            kept[board] = msgspec.json.encode(records).decode()
            ledger.note(board, records=kept[board])
        records = msgspec.json.decode(kept[board], type=tuple[Record, ...])
        if records:
            yield Kept(shape, board, records)
