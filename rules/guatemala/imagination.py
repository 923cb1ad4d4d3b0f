"""A state that a seat cannot tell from the true one, built of its views alone.

Hidden are the stocks of the others, the bag, what they have answered to a blockade and the scorer's plan. The sacks
that nobody shows are dealt at random to where as many lie unseen: every deal is as likely as the other, given what lies
open. Nothing has to be remembered for it: a sack that was laid, or blocked with, lies open from then on, and a pass is
free to whoever holds the colour. Secret answers and the plan are left open, as if none were given yet: whoever thinks
ahead decides how the others will answer.
"""

from rules import counts
from rules.chance import Chance, draw
from rules.contract import Memory
from rules.counts import Hidden
from rules.guatemala.board import BOARDS, HARBOUR, bit, mask_of
from rules.guatemala.moves import Plan
from rules.guatemala.pieces import COFFEE_OF, EMPTY, KIND_OF, SACKS_EACH, Kind
from rules.guatemala.state import (
    KINDS,
    Answers,
    Blockade,
    Build,
    Guatemala,
    Line,
    Over,
    Phase,
    PutsBuyer,
    Refill,
    Turn,
)
from rules.guatemala.views import GuatemalaPublic, GuatemalaSeat

NOTHING = Memory()
"""The views show all that can be known."""


def imagine(public: GuatemalaPublic, private: GuatemalaSeat, chance: Chance) -> Guatemala:
    stocks, bag = _deal(public, private, chance)
    board = BOARDS[public.seats]
    workers, sheds, tiles = [[start] * (public.seats * KINDS) for start in (0, 0, -1)]
    for one in public.plantations:
        index = one.seat * KINDS + one.coffee
        workers[index] = mask_of(one.workers)
        sheds[index] = bit(one.shed) if one.shed >= 0 else 0
        tiles[index] = one.tile if one.shed < 0 else -1
    return Guatemala(
        seats=public.seats,
        phase=_phase(public, private),
        buyer=public.buyer,
        walked=public.walked,
        board=public.board,
        sacks=sum([KIND_OF[code] == Kind.SACK for code in public.board]),
        money=public.money,
        points=public.points,
        stocks=stocks,
        bag=bag,
        track=public.track,
        workers=tuple(workers),
        sheds=tuple(sheds),
        tiles=tuple(tiles),
        free=board.worker_fields & ~sum(workers),
        sites=mask_of(site.field for site in board.sites) & ~sum(sheds),
        roads=mask_of(public.roads),
        road_stock=public.road_stock,
        harbours=public.harbours,
        sailed=public.sailed,
        resigned=mask_of(public.resigned),
        anywhere=public.anywhere,
    )


# ── what lies hidden ─────────────────────────────────────────────────────────────────────────────────────────────────


def unseen(public: GuatemalaPublic, private: GuatemalaSeat) -> int:
    """The sacks that lie neither open nor in the own stock."""
    amounts = [SACKS_EACH] * KINDS
    for code in public.board:
        if KIND_OF[code] == Kind.SACK:
            amounts[COFFEE_OF[code]] -= 1
    for coffee in public.track:
        amounts[coffee] -= 1
    for coffee, own in enumerate(private.stock):
        amounts[coffee] -= own
    return counts.pack(amounts)


def _deal(public: GuatemalaPublic, private: GuatemalaSeat, chance: Chance) -> tuple[tuple[Hidden, ...], Hidden]:
    pool = unseen(public, private)
    if public.hands:  # at the end all stocks lie open
        for seat, hand in enumerate(public.hands):
            pool -= counts.pack(hand) if seat != private.seat else 0
        return tuple(Hidden(counts.pack(hand)) for hand in public.hands), Hidden(pool)
    stocks: list[Hidden] = []
    for seat, size in enumerate(public.stocks):
        if seat == private.seat:
            stocks.append(Hidden(counts.pack(private.stock)))
            continue
        stock = 0
        for _ in range(size):
            coffee, pool = draw(chance, pool)
            stock = counts.plus(stock, coffee)
        stocks.append(Hidden(stock))
    return tuple(stocks), Hidden(pool)


# ── what is going on ─────────────────────────────────────────────────────────────────────────────────────────────────


def _phase(public: GuatemalaPublic, private: GuatemalaSeat) -> Phase:
    seat = public.active
    match public.phase:
        case "buyer":
            return PutsBuyer(seat)
        case "turn":
            return Turn(seat)
        case "line":
            return Line(seat)
        case "build":
            return Build(seat, public.emptied, public.blocked)
        case "blockade":
            return _blockade(public, private)
        case "refill":
            return _refill(public)
        case _:
            return Over(public.ending)


def _blockade(public: GuatemalaPublic, private: GuatemalaSeat) -> Blockade:
    """Nobody else has answered yet; a seat that has resigned has passed."""
    turn = [(public.active + step) % public.seats for step in range(1, public.seats)]
    asked = tuple([seat for seat in turn if public.stocks[seat]])
    passed = mask_of(seat for seat in asked if seat in public.resigned)
    mine = bit(private.seat)
    given = Answers(mine if private.answer == "block" else 0, passed | (mine if private.answer == "pass" else 0))
    plan = Plan(private.plan_lay, private.plan_sail)
    return Blockade(public.active, public.scored, public.open_field, asked, plan, given)


def _refill(public: GuatemalaPublic) -> Refill:
    """The field that was emptied matters as long as it is empty; after that any that is not will do."""
    filled = next(field for field, code in enumerate(public.board) if code != EMPTY)
    field = public.open_field if public.open_field >= 0 else filled
    lays = public.open_field >= 0 and public.stocks[public.active] > 0
    return Refill(public.active, public.scored, field, tuple(harbour - HARBOUR for harbour in public.tied), lays)
