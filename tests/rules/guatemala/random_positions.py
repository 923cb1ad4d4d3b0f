"""Random positions: of random play, and made by hand so that plantations, roads and ships meet often."""

import random
from collections.abc import Iterator

from msgspec.structs import replace

from rules import engine
from rules.chance import Seeded
from rules.contract import Choice, Setup
from rules.counts import Hidden
from rules.guatemala.board import BOARDS, across, bits, down, touching
from rules.guatemala.game import RULES
from rules.guatemala.moves import GuatemalaMove
from rules.guatemala.pieces import EMPTY, ROAD, SACK, SHED, SHIP, WORKER
from rules.guatemala.production import FIELDS, LINES
from rules.guatemala.state import KINDS, Build, Guatemala, Line

# ── random play ──────────────────────────────────────────────────────────────────────────────────────────────────────

_RARELY = {"done": 0.15, "sail": 0.5, "block": 0.3, "score": 0.25}


def _chosen(rng: random.Random, choices: tuple[Choice, ...]) -> Choice:
    return rng.choices(choices, [_RARELY.get(choice.token, 1.0) for choice in choices])[0]


def random_move(rng: random.Random, state: Guatemala, seat: int) -> GuatemalaMove:
    """A walk of `choices`; it ends at a whole move, now and then at the first that could go on."""
    tokens: tuple[str, ...] = ()
    while choices := RULES.choices(state, seat, tokens):
        choice = _chosen(rng, choices)
        tokens = (*tokens, choice.token)
        if choice.whole and rng.random() < 0.7:
            break
    return RULES.parse(" ".join(tokens))


def played(rng: random.Random, setup: Setup) -> Iterator[Guatemala]:
    """The positions of a random game in which a piece may be taken."""
    luck = Seeded(rng.getrandbits(60))
    position = engine.begin(RULES, setup, luck).position
    while waiting := [question.seat for question in position.open if question.required]:
        seat = rng.choice(waiting)
        position = engine.play(RULES, position, seat, [random_move(rng, position.state, seat)], luck).position
        phase = position.state.phase
        if isinstance(phase, Line) or (isinstance(phase, Build) and len(phase.emptied) < 3):
            yield position.state


# ── made by hand ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _spot(rng: random.Random, mask: int) -> int:
    return rng.choice(tuple(bits(mask)))


def _plantations(rng: random.Random, seats: int, loved: list[int]) -> tuple[list[int], list[int], int, int]:
    board = BOARDS[seats]
    workers, sheds = [0] * (seats * KINDS), [0] * (seats * KINDS)
    free, sites = board.worker_fields, sum(1 << site.field for site in board.sites)
    for _ in range(rng.randrange(2, 14)):
        coffee = _coffee(rng, loved)
        own = rng.randrange(seats) * KINDS + coffee
        foreign = 0
        for other in range(coffee, seats * KINDS, KINDS):
            if other != own:
                foreign |= workers[other] | sheds[other]
        allowed = ~touching(foreign)
        near = touching(workers[own]) if workers[own] else -1
        if not sheds[own] and rng.random() < 0.7 and sites & allowed & near:
            sheds[own] = 1 << _spot(rng, sites & allowed & near)
            sites &= ~sheds[own]
        for _ in range(rng.randrange(6)):
            around = workers[own] | sheds[own]
            legal = free & allowed & (touching(around) if around else -1)
            if legal:
                spot = 1 << _spot(rng, legal)
                workers[own] |= spot
                free &= ~spot
    return workers, sheds, free, sites


def _roads_with_two(rng: random.Random, sheds: list[int]) -> int:
    """Ways that wander from corners of sheds down to the harbour, some with a gap, and single roads."""
    roads = 0
    for shed in sheds:
        if not shed or rng.random() < 0.3:
            continue
        row, column = divmod(shed.bit_length() - 1, 16)
        x, y = column + rng.randrange(2), row + rng.randrange(2)
        while y < 9 or x not in (1, 2, 4, 5, 7, 8):
            if y < 9 and rng.random() < 0.6:
                roads |= 1 << down(x, y)
                y += 1
            elif x < 9 and (x == 0 or rng.random() < 0.5):
                roads |= 1 << across(x, y)
                x += 1
            else:
                x -= 1
                roads |= 1 << across(x, y)
        if rng.random() < 0.3:
            roads &= ~(1 << _spot(rng, roads))
    for _ in range(rng.randrange(20)):
        roads |= 1 << _spot(rng, BOARDS[2].edges)
    return roads


def _roads_on_paths(rng: random.Random, seats: int, sheds: list[int]) -> int:
    board, roads = BOARDS[seats], 0
    for shed in sheds:
        if shed and rng.random() < 0.8:
            roads |= board.sites[board.site_at[shed.bit_length() - 1]].path
            if rng.random() < 0.2:
                roads &= ~(1 << _spot(rng, roads))
    for _ in range(rng.randrange(12)):
        roads |= 1 << _spot(rng, board.edges)
    return roads


def _coffee(rng: random.Random, loved: list[int]) -> int:
    return rng.choice(loved) if rng.random() < 0.8 else rng.randrange(KINDS)


def _ships(rng: random.Random, loved: list[int], number: int) -> tuple[int, ...]:
    return tuple(_coffee(rng, loved) for _ in range(number))


def _line(rng: random.Random, loved: list[int]) -> list[int]:
    kinds = (WORKER, WORKER, SHED, SHIP, SACK)
    codes = [first + _coffee(rng, loved) for first in kinds] + [ROAD] + [EMPTY] * 3
    rng.shuffle(codes)
    return codes


def made(rng: random.Random) -> Guatemala:
    """Some coffees are loved, so that several players grow them side by side and their ships lie together."""
    seats = rng.choice((2, 3, 4))
    board, seat = BOARDS[seats], rng.randrange(seats)
    loved = rng.sample(range(KINDS), rng.choice((1, 2, 2, 3)))
    workers, sheds, free, sites = _plantations(rng, seats, loved)
    roads = _roads_with_two(rng, sheds) if seats == 2 else _roads_on_paths(rng, seats, sheds)
    harbours = tuple(_ships(rng, loved, rng.randrange(len(docks) + 1)) for docks in board.docks)
    buyer = rng.randrange(len(LINES))
    production = [EMPTY] * FIELDS
    for place, code in zip(LINES[buyer], _line(rng, loved), strict=True):
        production[place] = code
    return Guatemala(
        seats=seats,
        phase=Line(seat) if rng.random() < 0.5 else Build(seat, tuple(range(rng.randrange(1, 3))), rng.random() < 0.2),
        buyer=buyer,
        walked=0,
        board=tuple(production),
        sacks=1,
        money=tuple(rng.choice((0, 1, 2, 3, 4, 5, 6, 9, 15, 15)) for _ in range(seats)),
        points=(0,) * seats,
        stocks=(Hidden(0),) * seats,
        bag=Hidden(0),
        track=(),
        workers=tuple(workers),
        sheds=tuple(sheds),
        tiles=tuple(mask.bit_length() - 1 for mask in workers),
        free=free,
        sites=sites,
        roads=roads,
        road_stock=0,
        harbours=harbours,
        sailed=(0,) * KINDS,
        resigned=0,
        anywhere=rng.random() < 0.3,
    )


def ready_to_score(state: Guatemala, seat: int, source: int, coffee: int) -> Guatemala:
    """The same plantation board, and a sack of the coffee that nobody can block and that nothing replaces."""
    board = (*state.board[:source], SACK + coffee, *state.board[source + 1 :])
    nothing = (Hidden(0),) * state.seats
    low = (0,) * state.seats
    return replace(state, phase=Line(seat), board=board, stocks=nothing, bag=Hidden(0), track=(), points=low)
