"""Scoring a sack: what a plantation brings, which ship sails, which sack is laid (GC-20 to GC-24)."""

from msgspec.structs import replace

from rules import chance as luck
from rules import counts
from rules.contract import Chance, IllegalMove, Step, Told
from rules.counts import Hidden
from rules.facts import Announced
from rules.guatemala import ending, reasons
from rules.guatemala.board import BOARDS, sack_space
from rules.guatemala.facts import (
    BlockadeAsked,
    FieldStaysEmpty,
    NobodyCanBlock,
    SackDrawn,
    SackLaid,
    SackTaken,
    Scored,
    ShipSailed,
)
from rules.guatemala.moves import Lay, Plan, Sail, Score
from rules.guatemala.pieces import COFFEE_OF, EMPTY, KIND_OF, SACK, SACK_PRICE, SACKS_EACH, Kind
from rules.guatemala.production import LINES
from rules.guatemala.roads import harbour_of_shed
from rules.guatemala.state import KINDS, TRACK, Answers, Blockade, Guatemala, Refill, swap

# ── what it would bring ──────────────────────────────────────────────────────────────────────────────────────────────


def shed_harbour(state: Guatemala, plantation: int) -> int:
    """The harbour of a plantation with a shed and a worker; -1 without one or without a connection."""
    shed = state.sheds[plantation]
    if not shed or not state.workers[plantation]:
        return -1
    return harbour_of_shed(state.seats, shed, state.roads)


def points(state: Guatemala, coffee: int) -> tuple[int, ...]:
    """The points of each seat, were this coffee scored (GC-22)."""
    return tuple([plantation_points(state, plantation) for plantation in range(coffee, state.seats * KINDS, KINDS)])


def plantation_points(state: Guatemala, plantation: int) -> int:
    if not state.sheds[plantation]:
        return 0
    harbour = shed_harbour(state, plantation)
    ships = state.harbours[harbour].count(plantation % KINDS) if harbour >= 0 else 0
    return state.workers[plantation].bit_count() * (1 + ships)


def sailing(state: Guatemala, coffee: int) -> tuple[int, ...]:
    """The harbours whose cheapest ship of the coffee leaves: more than one on a tie (GC-24)."""
    docks = BOARDS[state.seats].docks
    prices: dict[int, int] = {}
    for plantation in range(coffee, state.seats * KINDS, KINDS):
        harbour = shed_harbour(state, plantation)
        if harbour >= 0 and coffee in state.harbours[harbour]:
            prices[harbour] = docks[harbour][state.harbours[harbour].index(coffee)]
    cheapest = min(prices.values(), default=0)
    return tuple(sorted(harbour for harbour, dock in prices.items() if dock == cheapest))


# ── taking the sack ──────────────────────────────────────────────────────────────────────────────────────────────────


def score(state: Guatemala, seat: int, move: Score, chance: Chance) -> Step[Guatemala]:
    """GC-20, GC-21: the sack goes to the track, 8 centavos are paid, the opponents are asked."""
    if move.source not in LINES[state.buyer]:
        raise IllegalMove(reasons.NotOnTheLine(move.source))
    code = state.board[move.source]
    if KIND_OF[code] != Kind.SACK:
        raise IllegalMove(reasons.NoSackThere(move.source))
    coffee = COFFEE_OF[code]
    _check_plan(state, seat, coffee, move.plan)
    after = replace(
        state,
        walked=0,
        board=swap(state.board, move.source, EMPTY),
        sacks=state.sacks - 1,
        money=swap(state.money, seat, state.money[seat] + SACK_PRICE),
        track=(*state.track, coffee),
    )
    space = sack_space(len(after.track))
    told: tuple[Told, ...] = (Announced(SackTaken(seat, coffee, move.source, space, SACK_PRICE)),)
    turn = [(seat + step) % state.seats for step in range(1, state.seats)]
    asked = tuple([other for other in turn if state.stocks[other].packed])  # GC-26: whatever they hold
    if asked and all_lie_open(after, coffee):
        asked, told = (), (*told, Announced(NobodyCanBlock(coffee)))
    if not asked:
        return settle(after, seat, coffee, move.source, move.plan, chance, told)
    phase = Blockade(seat, coffee, move.source, asked, move.plan, Answers())
    return Step(replace(after, phase=phase), (*told, Announced(BlockadeAsked(seat, coffee, asked))))


def all_lie_open(state: Guatemala, coffee: int) -> bool:
    """GC-26: everybody sees all seven sacks of the coffee, so everybody knows that nobody holds one."""
    return state.board.count(SACK + coffee) + state.track.count(coffee) == SACKS_EACH


def _check_plan(state: Guatemala, seat: int, coffee: int, plan: Plan) -> None:
    if plan.lay >= 0:
        _check_lay(state, seat, plan.lay)
    if plan.sail >= 0:
        _check_sail(sailing(state, coffee), plan.sail)


def _check_lay(state: Guatemala, seat: int, coffee: int) -> None:
    stock = state.stocks[seat].packed
    if not stock:
        raise IllegalMove(reasons.NothingToLay())
    if not counts.amount(stock, coffee):
        raise IllegalMove(reasons.NotInYourStock(coffee))


def _check_sail(tied: tuple[int, ...], harbour: int) -> None:
    if len(tied) < 2 or harbour not in tied:
        raise IllegalMove(reasons.NoTie(harbour))


# ── after the answers ────────────────────────────────────────────────────────────────────────────────────────────────


def settle(  # noqa: PLR0917 (the whole of a scoring)
    state: Guatemala, seat: int, coffee: int, field: int, plan: Plan, chance: Chance, told: tuple[Told, ...]
) -> Step[Guatemala]:
    """Nobody blocks: points, end, ship, sack (GC-21 to GC-24, GC-28)."""
    gained = points(state, coffee)
    tied = sailing(state, coffee)
    after = replace(state, points=tuple([old + new for old, new in zip(state.points, gained, strict=True)]))
    told = (*told, Announced(Scored(coffee, gained)))
    if ending.track_reached(after):
        return ending.over(after, TRACK, told)
    if len(tied) == 1 or plan.sail >= 0:
        after, told = _sail(after, coffee, tied[0] if len(tied) == 1 else plan.sail, told)
        tied = ()
    left, lays = counts.total(state.stocks[seat].packed), False
    if plan.lay >= 0:
        after, told = _lay(after, seat, plan.lay, field, told)
    elif left == 1:  # which sack it was is news to the others
        after, told = _lay(after, seat, counts.pieces(state.stocks[seat].packed)[0], field, told)
        return replace(_refill(after, Refill(seat, coffee, field, tied, lays), told), final=True)
    elif left:
        lays = True  # GC-24: or that nobody asks would tell that the sacks, whose number all know, are of one colour
    else:
        after, told = _fill_from_bag(after, field, chance, told)
    return _refill(after, Refill(seat, coffee, field, tied, lays), told)


def _refill(state: Guatemala, phase: Refill, told: tuple[Told, ...]) -> Step[Guatemala]:
    if phase.tied or phase.lays:
        return Step(replace(state, phase=phase), told)
    return ending.next_turn(state, phase.seat, told)


def _sail(state: Guatemala, coffee: int, harbour: int, told: tuple[Told, ...]) -> tuple[Guatemala, tuple[Told, ...]]:
    ships = state.harbours[harbour]
    dock = ships.index(coffee)
    rest = (*ships[:dock], *ships[dock + 1 :])  # the others keep their order when they move up
    after = replace(
        state,
        harbours=(*state.harbours[:harbour], rest, *state.harbours[harbour + 1 :]),
        sailed=swap(state.sailed, coffee, state.sailed[coffee] + 1),
    )
    return after, (*told, Announced(ShipSailed(coffee, harbour, dock)))


def _lay(
    state: Guatemala, seat: int, coffee: int, field: int, told: tuple[Told, ...]
) -> tuple[Guatemala, tuple[Told, ...]]:
    return lay_from_stock(state, seat, coffee, field), (*told, Announced(SackLaid(seat, coffee, field)))


def lay_from_stock(state: Guatemala, seat: int, coffee: int, field: int) -> Guatemala:
    stock = Hidden(counts.without(state.stocks[seat].packed, coffee))
    return replace(
        state,
        stocks=(*state.stocks[:seat], stock, *state.stocks[seat + 1 :]),
        board=swap(state.board, field, SACK + coffee),
        sacks=state.sacks + 1,
    )


def _fill_from_bag(
    state: Guatemala, field: int, chance: Chance, told: tuple[Told, ...]
) -> tuple[Guatemala, tuple[Told, ...]]:
    if not state.bag.packed:
        return state, (*told, Announced(FieldStaysEmpty(field)))
    coffee, rest = luck.draw(chance, state.bag.packed)
    after = replace(state, bag=Hidden(rest), board=swap(state.board, field, SACK + coffee), sacks=state.sacks + 1)
    return after, (*told, Announced(SackDrawn(coffee, field)))


# ── what was not said in advance ─────────────────────────────────────────────────────────────────────────────────────


def lay(state: Guatemala, phase: Refill, move: Lay) -> Step[Guatemala]:
    if not phase.lays:
        raise IllegalMove(reasons.NothingToLay())
    _check_lay(state, phase.seat, move.coffee)
    after, told = _lay(state, phase.seat, move.coffee, phase.field, ())
    return _refill(after, replace(phase, lays=False), told)


def sail(state: Guatemala, phase: Refill, move: Sail) -> Step[Guatemala]:
    _check_sail(phase.tied, move.harbour)
    after, told = _sail(state, phase.coffee, move.harbour, ())
    return _refill(after, replace(phase, tied=()), told)
