"""Scripted experts: what somebody does who knows a café well and plays by rules of thumb, without looking ahead far.
That of Catan stands beside (settler.py).

They are no part of the house and share no evaluation with it. They see what lies open and their own seat, no more.
"""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from players.cafe.hall import Hall
from players.guatemala.mind import GuatemalaMind
from players.guatemala.turns import favourites, least_missed
from players.guatemala.ways import lacking
from players.outcomes import Effort, after
from rules import counts
from rules.cafe import game as cafe
from rules.cafe.board import BAR_FIELDS
from rules.cafe.guests import JOKERS
from rules.cafe.moves import Bar, CafeMove, Name, Seating, Swap
from rules.cafe.state import Cafe, NameBirthday
from rules.catan.state import Catan
from rules.chance import Seeded
from rules.contract import Move, Prompt
from rules.guatemala import game as guatemala
from rules.guatemala import scoring
from rules.guatemala.board import BOARDS, sack_space
from rules.guatemala.moves import Block, Lay, Pass, Sail, Score
from rules.guatemala.pieces import COFFEE_OF, SACK_PRICE
from rules.guatemala.state import KINDS, Blockade, Guatemala, Line, PutsBuyer, Refill
from rules.guatemala.state import Turn as TurnPhase
from tests.strength.settler import settles

# ── Café International ───────────────────────────────────────────────────────────────────────────────────────────────

WAYS: Final = 40
"""So many turns are thought through, those that bring most at once."""
THREAT: Final = 0.3
"""How much it counts what the others could make of it, all of whose hands lie open."""
LATER: Final = 0.6
"""How much it counts what the own hand would bring after that."""
JOKER: Final = 3
"""A joker is kept for a turn in which it brings so much more."""


def at_a_table(state: Cafe, seat: int) -> tuple[Move, ...]:
    """What it brings, less what the others could bring next, and what is left for the own next turn."""
    if isinstance(state.phase, NameBirthday):
        held = [kind // 2 for kind in counts.pieces(state.hands[seat]) if kind < JOKERS]
        return (Name(max(held, key=held.count, default=0)),)
    ranked = cafe.RULES.best(state, seat, WAYS)
    others = [(move, worth) for move, worth in cafe.RULES.best(state, seat, 1000) if not isinstance(move, Seating)]
    ways = [*ranked, *[pair for pair in others if pair not in ranked]]
    move, _ = max(ways, key=lambda pair: pair[1] + _leaves(state, seat, pair[0]))
    return (move,)


def _leaves(state: Cafe, seat: int, move: CafeMove) -> float:
    hall, hand = Hall(state), list(counts.pieces(state.hands[seat]))
    bar, jokers = len(state.bar), 0
    match move:
        case Seating():
            hall.sit(move.guests)
            for sits in move.guests:
                hand.remove(sits.kind)
                jokers += sits.kind >= JOKERS
        case Swap():
            hall.replace_joker(move.kind, move.chair)
            hand.remove(move.kind)
            jokers -= 1
        case Bar():
            hand.remove(move.kind)
            bar += 1
        case Name():
            pass
    hall.opening = False
    theirs = 0
    turn = [(seat + step) % state.seats for step in range(1, state.seats)]
    for other in turn:
        if other not in state.dropped and not state.resigned >> other & 1:
            theirs += _sits_down(hall, counts.pieces(state.hands[other]), bar)
    return LATER * _sits_down(hall, hand, bar) - THREAT * theirs / len(turn) - JOKER * jokers


def _sits_down(hall: Hall, hand: Sequence[int], bar: int) -> int:
    """The points of the seating that brings most, which is made; else those of the bar."""
    found = hall.best(hand)
    price = BAR_FIELDS[min(bar, len(BAR_FIELDS) - 1)]
    if found is None or found.points < price:
        return price
    hall.sit(found.guests)
    return found.points


# ── Guatemala Café ───────────────────────────────────────────────────────────────────────────────────────────────────

BEAM: Final = 4
EFFORT: Final = 4_000
GROWS: Final = 2.5
"""A scoring that leads by a point more counts so much: sacks come again and again."""
SECOND: Final = 0.4
"""The other coffees of a seat, against its best."""
ROAD: Final = 0.75
"""What is left of a ship's worth for each road that is lacking."""
CENTAVO: Final = 0.35
ENOUGH: Final = 14
"""Centavos beyond that are worth nothing."""
BLOCKED: Final = 0.25
"""How often somebody blocks."""
BLOCKS_FROM: Final = 4
NO_LUCK: Final = Seeded(0)


def on_a_plantation(state: Guatemala, prompt: Prompt) -> tuple[Move, ...]:
    """Builds one coffee up until its scorings lead by much; blocks what brings another clearly more."""
    seat, phase = prompt.seat, state.phase
    match phase:
        case Blockade():
            return (_answer(state, phase, seat),)
        case Refill() if phase.tied:
            return (Sail(least_missed(state, seat, phase.coffee, phase.tied)[0]),)
        case Refill():
            return (Lay(favourites(state, seat)[0]),)
        case _:
            ways = GuatemalaMind(beam=BEAM, looks=(1.0,)).turns(state, prompt, Effort(EFFORT))
            if isinstance(phase, PutsBuyer):
                return tuple(ways[0])
            return tuple(max(ways, key=lambda way: _promises(state, seat, way)))


def _answer(state: Guatemala, phase: Blockade, seat: int) -> Move:
    if not counts.amount(state.stocks[seat].packed, phase.coffee):
        return Pass()
    gained = scoring.points(state, phase.coffee)
    ends = state.points[phase.seat] + gained[phase.seat] >= sack_space(max(1, len(state.track)))
    lead = gained[phase.seat] - gained[seat]
    behind = state.points[phase.seat] + lead > state.points[seat]
    return Block() if lead >= BLOCKS_FROM or (ends and behind) else Pass()


def _promises(state: Guatemala, seat: int, way: Sequence[Move]) -> float:
    """How good a whole turn looks; nobody's hidden sacks are asked for."""
    last = way[-1]
    if not isinstance(last, Score):
        return _stands(after(guatemala.RULES, state, seat, way, NO_LUCK, Effort(0)).state, seat)
    there = after(guatemala.RULES, state, seat, way[:-1], NO_LUCK, Effort(0)).state
    coffee = COFFEE_OF[there.board[last.source]]
    gained = scoring.points(there, coffee)
    money = tuple([has + SACK_PRICE * (at == seat) for at, has in enumerate(there.money)])
    paid = replace(there, money=money, track=(*there.track, coffee))
    scored = replace(paid, points=tuple([old + new for old, new in zip(there.points, gained, strict=True)]))
    if max(scored.points) >= sack_space(len(scored.track)):
        most = max([points for at, points in enumerate(scored.points) if at != seat])
        return 1000.0 if scored.points[seat] > most else -1000.0
    asked = any(counts.total(stock.packed) for at, stock in enumerate(state.stocks) if at != seat)
    blocked = BLOCKED if asked else 0.0
    return blocked * _stands(paid, seat) + (1 - blocked) * (_stands(scored, seat) - _sails(scored, seat, coffee))


def _stands(state: Guatemala, seat: int) -> float:
    """The lead in points, what scorings will lead by, and money to build with."""
    others = [other for other in range(state.seats) if other != seat]
    ahead = state.points[seat] - max([state.points[other] for other in others])
    grown = _grown(state, seat) - max([_grown(state, other) for other in others])
    idle = 1.0 if isinstance(state.phase, TurnPhase | Line) and state.walked else 0.0
    return ahead + GROWS * grown + CENTAVO * min(ENOUGH, state.money[seat]) - idle


def _grown(state: Guatemala, seat: int) -> float:
    worths = sorted([_plantation(state, seat * KINDS + coffee) for coffee in range(KINDS)], reverse=True)
    return worths[0] + SECOND * sum(worths[1:])


def _plantation(state: Guatemala, index: int) -> float:
    workers, shed = state.workers[index].bit_count(), state.sheds[index]
    if not shed:
        return 0.5 * workers
    field = shed.bit_length() - 1
    board = BOARDS[state.seats]
    ships = state.harbours[board.sites[board.site_at[field]].harbour].count(index % KINDS)
    joined = ROAD ** len(lacking(state.seats, field, state.roads))
    return 0.7 + workers * (1 + ships * joined) + 0.3 * (ships + joined)


def _sails(state: Guatemala, seat: int, coffee: int) -> float:
    """What the own plantation loses by the ship that sails after a scoring."""
    if not scoring.sailing(state, coffee):
        return 0.0
    return GROWS * state.workers[seat * KINDS + coffee].bit_count() * (scoring.points(state, coffee)[seat] > 0) / 2


def expert(state: object, prompt: Prompt) -> tuple[Move, ...]:
    """The expert of whichever game it is."""
    if isinstance(state, Catan):
        return settles(state, prompt)
    if isinstance(state, Cafe):
        return at_a_table(state, prompt.seat)
    if isinstance(state, Guatemala):
        return on_a_plantation(state, prompt)
    raise TypeError(state)
