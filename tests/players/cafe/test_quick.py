"""The café played on quickly does what the rules would do: the turn that brings most, and what comes of it."""

import random
from collections import Counter

from msgspec.structs import replace

from players.cafe.hall import Hall
from players.cafe.quick import Quick
from rules import counts
from rules.cafe.game import RULES
from rules.cafe.guests import JOKERS
from rules.cafe.moves import Bar, CafeMove, Seating, Swap
from rules.cafe.state import Cafe, NameBirthday, Over, Turn
from rules.chance import Seeded
from tests.rules.cafe.random_positions import dealt, played

GAMES = 12


def positions(seed: int) -> list[tuple[Cafe, int]]:
    """With the seat whose turn it is; every other with hands dealt anew, a few with somebody gone."""
    rng = random.Random(seed)
    found: list[tuple[Cafe, int]] = []
    for _ in range(GAMES):
        for state in played(rng):
            for made in (state, dealt(rng, state)):
                assert isinstance(made.phase, Turn)
                gone = rng.random() < 0.02
                found.append((replace(made, resigned=1 << made.phase.seat) if gone else made, made.phase.seat))
    return found


def test_the_best_seating_is_the_one_that_the_rules_rank_first() -> None:
    seen = Counter[str]()
    for state, seat in positions(1):
        ranked = [(worth, move) for move, worth in RULES.best(state, seat, 100_000) if isinstance(move, Seating)]
        found = Hall(state).best(counts.pieces(state.hands[seat]), regulars=state.regulars)
        assert (found.points if found else None) == (ranked[0][0] if ranked else None)
        if found:
            move = Seating(tuple(sorted(found.guests, key=lambda sits: sits.chair)))
            assert (found.points, move) in ranked
            seen[f"{len(found.guests)} guests"] += 1
            seen["with a joker"] += any(sits.kind >= JOKERS for sits in found.guests)
        seen["birthday"] += state.birthday >= 0
        seen["nobody"] += found is None
    assert min(seen[what] for what in ("1 guests", "2 guests", "3 guests", "4 guests", "with a joker", "nobody")) > 0, (
        seen
    )


def after_turn(state: Cafe, move: CafeMove) -> tuple[object, ...]:
    """What does not depend on the guests that are drawn."""
    assert isinstance(state.phase, Turn)
    then = RULES.apply(state, state.phase.seat, move, Seeded(1)).state
    phase = then.phase
    costs = phase.costs if isinstance(phase, Over) else (0,) * state.seats
    scores = [score + cost for score, cost in zip(then.scores, costs, strict=True)]
    seats = (then.nations, then.women, then.men, then.jokers)
    return (*seats, len(then.bar), scores, then.completed, set(then.dropped), isinstance(phase, Over))


def test_a_quick_turn_leads_where_a_turn_of_the_rules_leads() -> None:
    """The same café, scores and end; and of the turns that lead there one brings most."""
    seen = Counter[str]()
    for state, seat in positions(2):
        quick = Quick(state)
        quick.turn(Seeded(1))
        hall = quick.hall
        here = (tuple(hall.nations), hall.women, hall.men, quick.jokers, quick.bar, quick.scores)
        here = (*here, tuple(quick.completed), quick.dropped, quick.over)
        ranked = RULES.best(state, seat, 100_000)
        turns = [(move, worth) for move, worth in ranked if after_turn(state, move) == here]
        assert turns, (state, here)
        kind = type(turns[0][0]).__name__
        if state.resigned:
            kind = "resigned"
            idle = RULES.idle(state, seat)
            assert not isinstance(idle, Bar) or idle in [move for move, _ in turns]
        elif not isinstance(turns[0][0], Bar) or not any(isinstance(move, Swap) for move, _ in ranked):
            assert max(worth for _, worth in turns) == ranked[0][1]
        seen[kind] += 1
        seen["over"] += quick.over
        then = RULES.apply(state, seat, turns[0][0], Seeded(1)).state.phase
        if isinstance(then, NameBirthday):
            seen["names"] += 1
            assert hall.birthday >= 0
        elif not quick.over:
            assert quick.seat == (then.seat if isinstance(then, Turn) else -1)
    assert min(seen[what] for what in ("Seating", "Bar", "Swap", "resigned", "over", "names")) > 0, seen


def test_hands_and_bag_add_up_when_it_is_played_to_the_end() -> None:
    rng = random.Random(3)
    for _ in range(GAMES):
        state = next(iter(played(rng)))
        quick, chance = Quick(state), Seeded(rng.getrandbits(30))
        for _ in range(400):
            if quick.over:
                break
            quick.turn(chance)
        assert quick.over
        seated = (quick.hall.women | quick.hall.men).bit_count()
        if not quick.dropped:
            assert seated + quick.bar + len(quick.bag) + sum(map(len, quick.hands)) == 100
