"""The secrets of Guatemala Café: stocks, bag, sealed answers, the plan of a scoring; and the census of its pieces."""

from collections import Counter
from collections.abc import Mapping

from msgspec.structs import replace

from rules import counts
from rules.chance import Chance, draw, pick
from rules.contract import Memory, Setup
from rules.counts import Hidden
from rules.guatemala import production
from rules.guatemala.blockade import UNDECIDED, decided
from rules.guatemala.board import BOARDS, EDGE, HARBOUR, PLACE_NAMES, bits, touching
from rules.guatemala.moves import HARBOUR_NAMES, Plan
from rules.guatemala.pieces import CODES, KIND_OF, LETTERS, Kind
from rules.guatemala.scoring import sailing
from rules.guatemala.state import KINDS, Answers, Blockade, Guatemala, Over, PutsBuyer, Refill

FIELDS = {2: (69, 12), 3: (101, 12), 4: (101, 16)}
"""Fields for workers and sites for sheds: 9 × 9 - 12; 13 × 9 - 16; with three players four sites are closed."""


def pieces(setup: Setup) -> Mapping[str, int]:
    """GC-1, and what can stand on the plantation board."""
    workers, sheds = FIELDS[setup.seats]
    whole = {"sacks": 35, "workers": 45, "sheds": 15, "ships": 15, "roads": 50}
    return whole | {"worker fields": workers, "shed sites": sheds, "miscounted sacks": 0}


def census(state: Guatemala) -> Mapping[str, int]:
    lying = Counter(KIND_OF[code] for code in state.board)
    held = sum(counts.total(stock.packed) for stock in state.stocks) + counts.total(state.bag.packed)
    workers = sum(mask.bit_count() for mask in state.workers)
    sheds = sum(mask.bit_count() for mask in state.sheds)
    return {
        "sacks": lying[Kind.SACK] + held + len(state.track),
        "workers": lying[Kind.WORKER] + workers,
        "sheds": lying[Kind.SHED] + sheds,
        "ships": lying[Kind.SHIP] + sum(map(len, state.harbours)) + sum(state.sailed),
        "roads": lying[Kind.ROAD] + state.roads.bit_count() + state.road_stock,
        "worker fields": state.free.bit_count() + workers,
        "shed sites": state.sites.bit_count() + sheds,
        "miscounted sacks": lying[Kind.SACK] - state.sacks,
    }


def _others(state: Guatemala, observer: int | None) -> list[int]:
    return [seat for seat in range(state.seats) if seat != observer]


class GuatemalaWorld:
    """At the end all stocks lie open, so that what the bag holds is known as well."""

    def secrets(self, state: Guatemala, observer: int | None, /) -> Mapping[str, object]:
        if isinstance(state.phase, Over):
            return {}
        others = _others(state, observer)
        secrets: dict[str, object] = {"stocks": tuple(state.stocks[seat] for seat in others), "bag": state.bag}
        if isinstance(state.phase, Blockade):
            mine = 0 if observer is None else 1 << observer
            given = state.phase.answers
            secrets["answers"] = given.block & ~mine, given.passed & ~mine
            secrets["plan"] = Plan() if state.phase.seat == observer else state.phase.plan
        return secrets

    def uncertain(self, state: Guatemala, observer: int | None, _memory: Memory | None = None, /) -> frozenset[str]:
        if isinstance(state.phase, Over):
            return frozenset()
        held = [state.stocks[seat].packed for seat in _others(state, observer)]
        pool = sum(held) + state.bag.packed
        found: set[str] = set()
        if sum(map(bool, counts.unpack(pool, KINDS))) > 1:
            if sum(map(bool, (*held, state.bag.packed))) > 1:
                found.add("stocks")
            if state.bag.packed and any(held):
                found.add("bag")
        phase = state.phase
        if isinstance(phase, Blockade):
            given = phase.answers.block | phase.answers.passed
            waits = observer in phase.asked and not given >> (observer or 0) & 1
            if len(_free(state, phase, observer)) > (0 if waits else 1):
                found.add("answers")
            if phase.seat != observer and (state.stocks[phase.seat].packed or len(sailing(state, phase.coffee)) > 1):
                found.add("plan")
        return frozenset(found)

    def reshuffle(
        self, state: Guatemala, observer: int | None, chance: Chance, _memory: Memory | None = None, /
    ) -> Guatemala:
        if isinstance(state.phase, Over):
            return state
        others = _others(state, observer)
        pool = sum(state.stocks[seat].packed for seat in others) + state.bag.packed
        stocks = list(state.stocks)
        for seat in others:
            stock = 0
            for _ in range(counts.total(state.stocks[seat].packed)):
                coffee, pool = draw(chance, pool)
                stock = counts.plus(stock, coffee)
            stocks[seat] = Hidden(stock)
        state = replace(state, stocks=tuple(stocks), bag=Hidden(pool))
        if not isinstance(state.phase, Blockade):
            return state
        return replace(state, phase=_asked(state, state.phase, observer, chance))


def _free(state: Guatemala, phase: Blockade, observer: int | None) -> list[int]:
    """Who may have answered what he likes: a seat that resigned has passed, as all know."""
    return [seat for seat in phase.asked if seat != observer and not state.resigned >> seat & 1]


def _asked(state: Guatemala, phase: Blockade, observer: int | None, chance: Chance) -> Blockade:
    others = _free(state, phase, observer)
    mine = state.resigned | (0 if observer is None else 1 << observer)
    block, passed = phase.answers.block & mine, phase.answers.passed & mine
    for seat in others:
        holds = counts.amount(state.stocks[seat].packed, phase.coffee)
        match chance.below(3 if holds else 2):
            case 1:
                passed |= 1 << seat
            case 2:
                block |= 1 << seat
            case _:
                pass
    if decided(phase.asked, Answers(block, passed), state.resigned) != UNDECIDED:
        block, passed = block & ~(1 << others[0]), passed & ~(1 << others[0])
    return replace(phase, answers=Answers(block, passed), plan=_plan(state, phase, observer, chance))


def _plan(state: Guatemala, phase: Blockade, observer: int | None, chance: Chance) -> Plan:
    if phase.seat == observer:
        return phase.plan
    held = counts.unpack(state.stocks[phase.seat].packed, KINDS)
    tied = sailing(state, phase.coffee)
    lay = pick(chance, (-1, *(coffee for coffee in range(KINDS) if held[coffee])))
    return Plan(lay, pick(chance, (-1, *tied)) if len(tied) > 1 else -1)


def lure(state: Guatemala, seat: int, chance: Chance) -> str:
    """What somebody might type who has not understood the rules: the right words, mostly the wrong places."""
    if isinstance(state.phase, PutsBuyer):
        return f"buyer {chance.below(72)}"
    if isinstance(state.phase, Blockade):
        return pick(chance, ("block", "block", "pass", "done"))
    if chance.below(5) == 0:
        number = chance.below(7)
        return pick(
            chance, ("done", "block", "pass", f"step {number}", f"buyer {number * 9}", f"lay {LETTERS[number % 5]}")
        )
    field = pick(chance, production.LINES[max(state.buyer, 0)])
    source, code = production.FIELD_NAMES[field], state.board[field]
    harbour, letter = HARBOUR_NAMES[chance.below(4)], pick(chance, LETTERS)
    if isinstance(state.phase, Refill):
        return pick(chance, (f"lay {letter}", f"sail {harbour}"))
    sacks = [other for other in production.LINES[max(state.buyer, 0)] if KIND_OF[state.board[other]] == Kind.SACK]
    if sacks and not state.stocks[seat].packed and chance.below(2):
        return f"score {production.FIELD_NAMES[pick(chance, sacks)]} lay {letter}"
    if KIND_OF[code] == Kind.SACK or chance.below(8) == 0:
        ways = (f"score {source} sail {harbour}", f"score {source} lay {letter}", f"lay {letter}", f"sail {harbour}")
        return pick(chance, (*ways, f"score {source}", f"take {source} {harbour}"))
    wanted = code if chance.below(6) else pick(chance, range(1, CODES))
    return f"take {source} {_somewhere(state, seat, wanted, chance)}"


def _somewhere(state: Guatemala, seat: int, code: int, chance: Chance) -> str:
    """A harbour for a ship, an edge for a road; for the others a site or a field beside what stands."""
    board = BOARDS[state.seats]
    match KIND_OF[code]:
        case Kind.SHIP:
            return HARBOUR_NAMES[chance.below(4)]
        case Kind.ROAD:
            return PLACE_NAMES[pick(chance, EDGES)]
        case Kind.SHED:
            return PLACE_NAMES[pick(chance, (*(site.field for site in board.sites), *board.closed_sites))]
        case _:
            near = touching(sum(state.workers[KINDS * seat : KINDS * seat + KINDS]))
            spots = [place for place in bits(near) if place in PLACE_NAMES]
            return PLACE_NAMES[pick(chance, spots if spots and chance.below(2) else FIELD_PLACES)]


FIELD_PLACES = tuple(place for place in PLACE_NAMES if place < HARBOUR)
EDGES = tuple(place for place in PLACE_NAMES if place >= EDGE)
