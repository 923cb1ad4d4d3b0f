"""The set-up of a game (GC-2 to GC-7)."""

from rules import chance as luck
from rules import counts
from rules.contract import Chance, Option, Setup, Step
from rules.counts import Hidden
from rules.facts import Announced, Whispered
from rules.guatemala import production
from rules.guatemala.board import BOARDS
from rules.guatemala.facts import Began, Dealt
from rules.guatemala.pieces import (
    COFFEE_OF,
    COFFEES,
    EMPTY,
    MONEY,
    ROADS,
    SACK,
    SACKS_EACH,
    SHED,
    SHEDS_EACH,
    SHIP,
    SHIPS_EACH,
    WORKER,
    WORKERS_EACH,
)
from rules.guatemala.state import KINDS, Guatemala, PutsBuyer

SIDE = Option(key="side", values=("varied", "fixed"), default="varied", seats=(2, 3, 4))
SHIPS = Option(key="ships", values=("connected", "anywhere"), default="connected", seats=(2, 3, 4))
BAG = 5
DEALT = 24

_PIECES = tuple(
    first + coffee
    for first, each in ((WORKER, WORKERS_EACH), (SHED, SHEDS_EACH), (SHIP, SHIPS_EACH))
    for coffee in COFFEES
    for _ in range(each)
)


def begin(setup: Setup, chance: Chance) -> Step[Guatemala]:
    seats = setup.seats
    if seats not in BOARDS:
        raise ValueError(f"Guatemala Café is for 2 to 4 players, not {seats}")
    for option in (SIDE, SHIPS):
        if setup.chosen(option) not in option.values:
            raise ValueError(f"{setup.chosen(option)!r} is no value of the option {option.key!r}")
    fields = production.FIXED if setup.chosen(SIDE) == "fixed" else _varied(chance)
    rest = counts.pack([SACKS_EACH] * KINDS)
    for field in production.MARKED:
        if fields[field] != EMPTY:
            rest = counts.without(rest, COFFEE_OF[fields[field]])
    last = production.MARKED[-1]
    if fields[last] == EMPTY:  # GC-5: the sixth sack comes from the shuffled thirty
        drawn, rest = luck.draw(chance, rest)
        fields = (*fields[:last], SACK + drawn, *fields[last + 1 :])
    bag, rest = _deal(chance, rest, BAG)
    stocks: list[Hidden] = []
    for _ in range(seats):
        stock, rest = _deal(chance, rest, DEALT // seats)
        stocks.append(Hidden(stock))
    starts = chance.below(seats)  # GC-7
    return _step(setup, fields, tuple(stocks), Hidden(bag), starts)


def _varied(chance: Chance) -> tuple[int, ...]:
    """GC-5: one sack of each coffee on M1 to M5, every other piece anywhere."""
    fields = [EMPTY] * production.FIELDS
    for field, coffee in zip(production.MARKED, luck.shuffle(chance, COFFEES), strict=False):
        fields[field] = SACK + coffee
    for field, piece in zip(production.FREE_FIELDS, luck.shuffle(chance, _PIECES), strict=True):
        fields[field] = piece
    return tuple(fields)


def _deal(chance: Chance, rest: int, number: int) -> tuple[int, int]:
    hand = 0
    for _ in range(number):
        coffee, rest = luck.draw(chance, rest)
        hand = counts.plus(hand, coffee)
    return hand, rest


def _step(
    setup: Setup, fields: tuple[int, ...], stocks: tuple[Hidden, ...], bag: Hidden, starts: int
) -> Step[Guatemala]:
    seats = setup.seats
    board = BOARDS[seats]
    right = (starts - 1) % seats
    state = Guatemala(
        seats=seats,
        phase=PutsBuyer(right),
        buyer=-1,
        walked=0,
        board=fields,
        sacks=len(production.MARKED),
        money=(MONEY,) * seats,
        points=(0,) * seats,
        stocks=stocks,
        bag=bag,
        track=(),
        workers=(0,) * (seats * KINDS),
        sheds=(0,) * (seats * KINDS),
        tiles=(-1,) * (seats * KINDS),
        free=board.worker_fields,
        sites=sum(1 << site.field for site in board.sites),
        roads=0,
        road_stock=ROADS,
        harbours=((),) * len(board.docks),
        sailed=(0,) * KINDS,
        resigned=0,
        anywhere=setup.chosen(SHIPS) == "anywhere",
    )
    dealt = tuple(Whispered(seat, Dealt(counts.unpack(stock.packed, KINDS))) for seat, stock in enumerate(stocks))
    return Step(state, (Announced(Began(starts, right)), *dealt))
