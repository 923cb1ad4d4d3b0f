"""What a seat imagines of the hidden stocks, and the list of moves, in every phase."""

import pytest
from msgspec.structs import replace

from rules import counts, engine
from rules.chance import Chance, Seeded, pick
from rules.contract import Setup
from rules.guatemala.game import RULES
from rules.guatemala.imagination import unseen
from rules.guatemala.state import KINDS, Blockade, Guatemala, Over, Phase, Refill
from tests.contract.deals import Hands, deals, odd
from tests.rules.guatemala.asking import asked
from tests.rules.guatemala.position import Position, after, hand

NOTHING = RULES.remember(None, RULES.public(asked().now), 0, ())


def imagined(state: Guatemala, seat: int, chance: Chance) -> Guatemala:
    return RULES.imagine(RULES.public(state), RULES.private(state, seat), NOTHING, chance)


def phases() -> tuple[type[Phase], ...]:
    return Phase.__args__


def test_in_every_phase_the_views_of_an_imagined_state_are_those_of_the_true_one() -> None:
    luck, seen = Seeded(3), set[type]()
    for game in range(12):
        position = engine.begin(RULES, Setup(2 + game % 3), luck).position
        for _ in range(400):
            state = position.state
            seen.add(type(state.phase))
            public, prompts = RULES.public(state), RULES.prompts(state)
            for seat in range(state.seats):
                other = imagined(state, seat, luck)
                assert RULES.public(other) == public
                assert RULES.private(other, seat) == RULES.private(state, seat)
                assert [p for p in RULES.prompts(other) if p.seat == seat] == [p for p in prompts if p.seat == seat]
            if RULES.outcome(state) is not None:
                break
            question = next(one for one in position.open if one.required)
            moves = RULES.moves(state, question.seat)
            position = engine.play(RULES, position, question.seat, (pick(luck, moves),), luck).position
    assert seen >= set(phases()) - {Over}


def test_at_the_end_all_stocks_lie_open_and_nothing_is_imagined() -> None:
    over = replace(asked().now, phase=Over("track"))
    assert imagined(over, 0, Seeded(1)).stocks == over.stocks
    assert imagined(over, 0, Seeded(1)).bag.packed == unseen(RULES.public(over), RULES.private(over, 0)) - sum(
        stock.packed for stock in over.stocks[1:]
    )


def test_a_seat_that_has_resigned_is_imagined_to_have_passed_and_the_own_answer_stands() -> None:
    state = after(after(asked().resigned(2), "score P1"), "block", seat=3)
    state = replace(state, phase=replace(_blockade(state), answers=replace(_blockade(state).answers, passed=1 << 2)))
    answers = _blockade(imagined(state, 3, Seeded(1))).answers
    assert (answers.block, answers.passed) == (1 << 3, 1 << 2)
    assert _blockade(imagined(state, 1, Seeded(1))).answers.block == 0


def _blockade(state: Guatemala) -> Blockade:
    assert isinstance(state.phase, Blockade)
    return state.phase


def test_once_a_sack_is_laid_only_the_ship_is_still_asked_for() -> None:
    laid = asked().now
    laid = replace(laid, phase=Refill(0, 1, 0, (0, 1), lays=False))
    phase = imagined(laid, 0, Seeded(1)).phase
    assert isinstance(phase, Refill)
    assert not phase.lays
    assert set(RULES.moves(laid, 0)) == set(map(RULES.parse, ("sail harbour1", "sail harbour2")))
    assert RULES.moves(laid, 1) == ()


ENDING = Position(3).track("KKKKKWWWWWBBBBBRRRRRRRNNNNNNN").stock(0, "K").stock(1, "WB").stock(2, "W").bag("B").now
"""All but four sacks are seen by seat 0: two white, two beige ones lie with the others and in the bag."""


def test_every_deal_of_what_is_unseen_is_as_likely_as_the_other() -> None:
    assert unseen(RULES.public(ENDING), RULES.private(ENDING, 0)) == hand("WWBB").packed
    luck = Seeded(11)

    def draw() -> Hands:
        state = imagined(ENDING, 0, luck)
        return (state.stocks[1].packed, state.stocks[2].packed, state.bag.packed)

    wanted = deals(counts.unpack(hand("WWBB").packed, KINDS), (2, 1, 1))
    assert len(wanted) == 4
    assert odd(draw, wanted, 6_000) == ""


def test_a_deal_that_leans_is_noticed() -> None:
    """The bag first and the stocks from what is left, kind by kind: what a hasty dealer does."""
    luck, pool = Seeded(11), (0, 2, 2, 0, 0)

    def draw() -> Hands:
        kind = 1 + luck.below(2)
        left = counts.without(counts.pack(pool), kind)
        other = next(one for one in (1, 2) if luck.below(2) or one == 2)
        return (counts.without(left, other), counts.plus(0, other), counts.plus(0, kind))

    assert "chi-square" in odd(draw, deals(pool, (2, 1, 1)), 6_000)
    assert "impossible" in odd(lambda: (0, 0, 0), deals(pool, (2, 1, 1)), 10)


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_who_is_not_asked_has_no_move_and_at_the_end_nobody_has(seat: int) -> None:
    question = after(asked(), "score P1")
    assert bool(RULES.moves(question, seat)) == (seat != 0)
    assert RULES.moves(replace(question, phase=Over("track")), seat) == ()
