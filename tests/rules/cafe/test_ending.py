"""CI-18, CI-19, CI-22: the ends, the account, the ranking; resigned seats."""

import pytest

from rules import counts, engine
from rules.cafe.facts import BirthdayReached, Charged, Drew, Ended, Resigned
from rules.cafe.game import RULES
from rules.cafe.moves import Bar, Name, Seating
from rules.cafe.state import BAG, BAR, CHAIRS, HANDS, LAST, RESIGNED, Over, Turn
from rules.chance import Seeded
from rules.contract import GameIsOver, IllegalMove, NotAsked, Outcome
from rules.contract import Position as Held
from rules.engine.commits import reopen
from tests.rules.cafe.position import Position, after, do, drawn, gained, held, kind, refused, told


def ending(made: Position, text: str) -> str:
    phase = after(made, text).phase
    return phase.ending if isinstance(phase, Over) else ""


def outcome(made: Position, text: str) -> Outcome:
    found = RULES.outcome(after(made, text))
    assert found is not None
    return found


def test_ci_18_a_when_all_20_bar_fields_are_taken() -> None:
    assert ending(Position().holds("USf CFf").bar(18), "bar USf") == ""
    made = Position().holds("USf CFf").bar(19)
    step = do(made, "bar USf")
    assert ending(made, "bar USf") == BAR
    assert step.state.scores[0] == 50 - 14 - 5, "the points are paid first"
    assert not any(isinstance(fact, Drew) for fact in told(step)), "before anything is drawn"
    assert RULES.prompts(step.state) == ()


def test_ci_18_a_comes_after_dropping_out() -> None:
    step = do(Position(3).holds("USf CFf").bar(19).scores(3), "bar USf")
    assert step.state.dropped == (0,)
    assert ending(Position(3).holds("USf CFf").bar(19).scores(3), "bar USf") == BAR


def one_chair_left() -> Position:
    """C66, where a man is wanted."""
    return Position().all_chairs_but("C66", "C53", "C59").sit("USm C53, USf C59")


def test_ci_18_b_when_all_chairs_are_taken() -> None:
    made = one_chair_left().holds("Jm USf")
    assert ending(made, "seat Jm C66") == CHAIRS
    assert ending(made, "bar USf") == ""


@pytest.mark.parametrize(("bag", "ends"), [("CNf CNf CNf CNf CNf", True), ("CNf CNf CNf CNf CNm CNm", False)])
def test_ci_18_c_when_only_4_guests_are_left_in_the_bag(bag: str, *, ends: bool) -> None:
    made = Position().holds("USf INf INf INf INf").bag(bag)
    step = do(made, "bar USf", chance=drawn(0))
    assert (ending(made, "bar USf") == BAG) is ends
    assert counts.total(step.state.hands[0]) == 5, "checked after the whole draw"
    if ends:
        assert step.state.scores[0] == 50 + 1 - 25, "the drawn guests cost their player"
        assert step.final


def test_ci_18_c_the_bag_never_runs_short() -> None:
    """Before a draw it holds at least 5, and nobody draws more than 4."""
    made = Position().sit("USm C66").holds("USf USm").bag("CNf CNf CNf CNf CNf CNm")
    step = do(made.completed(1), "seat USf C53 USm C59", chance=drawn(0, 0, 0, 0))
    assert counts.total(step.state.bag.packed) == 2
    assert isinstance(step.state.phase, Over)


def test_ci_18_d_when_a_player_has_no_guests_and_need_not_draw_any() -> None:
    made = Position().holds("USf").completed(5)
    assert ending(made, "bar USf") == HANDS
    assert ending(Position().holds("USf").completed(4), "bar USf") == ""
    assert ending(Position().holds("USf CFf").completed(5), "bar USf") == ""


def test_ci_18_who_has_dropped_out_is_no_player_without_guests() -> None:
    made = Position().holds("USf").completed(5).bar(5).scores(0)
    assert after(made, "bar USf").phase == Turn(1)


def test_ci_18_of_several_ends_the_first_is_named() -> None:
    made = Position().holds("USf").completed(5).bar(19)
    assert ending(made, "bar USf") == BAR
    assert ending(Position(2).holds("USf").completed(5).bar(19).scores(0), "bar USf") == LAST
    assert ending(one_chair_left().holds("Jm").completed(5), "seat Jm C66") == CHAIRS
    assert ending(Position().holds("USf").completed(5).bag("CFf CFf CFf CFf"), "bar USf") == HANDS


def test_ci_18_a_birthday_right_reached_in_that_turn_lapses() -> None:
    made = Position().holds("USf").completed(5).threshold(30)
    step = do(made, "bar USf")
    assert not any(isinstance(fact, BirthdayReached) for fact in told(step))
    assert ending(made, "bar USf") == HANDS
    made = Position().holds("USf").bag("CNf CNf CNf CNf CNf").threshold(30)
    assert ending(made, "bar USf") == BAG


def test_ci_19_each_guest_costs_5_and_each_joker_10_and_the_total_may_be_negative() -> None:
    made = Position().holds("USf").completed(5).scores(0, 12, 20).hand(1, "Jf Jm CFf").hand(2, "CFf CFm")
    step = do(made, "bar USf")
    assert step.state.scores == (1, 12 - 25, 20 - 10)
    assert told(step)[-2:] == (Charged((0, 25, 10)), Ended(HANDS))


def test_ci_19_most_points_win_and_ties_share() -> None:
    made = Position(4).holds("USf").completed(5).scores(9, 30, 15, 30).hand(2, "CFf").hand(1, "CFf").hand(3, "CFm")
    assert outcome(made, "bar USf").ranking == ((1, 3), (0, 2))
    assert outcome(made, "bar USf").points == (10, 25, 10, 25)
    assert RULES.outcome(made.state) is None


# ── resigned seats ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_ci_22_a_resigned_seat_sends_its_first_ordinary_guest_to_the_bar() -> None:
    made = Position().sit("USm C66").holds("INm USf Jf")
    assert RULES.idle(made.state, 0) == Bar(kind("INm"))


def test_ci_22_else_its_first_legal_turn() -> None:
    made = Position().sit("USm C66").holds("Jf")
    move = RULES.idle(made.state, 0)
    assert isinstance(move, Seating)
    assert gained(made, RULES.write(move)) == 2
    assert RULES.idle(made.names().state, 0) == Name(0)


def test_ci_22_the_engine_plays_on_for_it() -> None:
    made = Position(3).holds("INm USf").hand(1, "CFf")
    asked = reopen((), RULES.prompts(made.state), -1)
    commit = engine.resign(RULES, Held(made.state, 1, 1, asked), 0, Seeded(1))
    state = commit.position.state
    assert state.phase == Turn(1)
    assert RULES.resigned(state) == (0,)
    assert RULES.public(state).resigned == (0,)
    assert len(state.bar) == 1
    assert commit.told[0].fact == Resigned(0)


def test_ci_22_it_drops_out_if_it_cannot_pay() -> None:
    made = Position(4).holds("INm USf").scores(0).bar(5).resigned(0)
    state = after(made, RULES.write(RULES.idle(made.state, 0)))
    assert state.dropped == (0,)
    assert held(state, 0) == ""


def test_ci_22_it_ranks_after_all_others_but_those_who_dropped_out() -> None:
    made = Position(4).holds("USf").completed(5).scores(40, 90, 10, 0).resigned(1).dropped(3)
    assert outcome(made, "bar USf").ranking == ((0,), (2,), (1,), (3,))


def test_ci_22_with_one_seat_left_the_game_ends() -> None:
    two = Position(2).state
    step = RULES.resign(two, 1)
    assert isinstance(step.state.phase, Over)
    assert step.state.phase.ending == RESIGNED
    assert RULES.outcome(step.state) == Outcome(((0,), (1,)), RESIGNED, step.state.scores)
    assert isinstance(RULES.resign(Position(3).state, 1).state.phase, Turn)
    assert isinstance(RULES.resign(Position(3).dropped(2).state, 1).state.phase, Over)
    assert ending(Position(3).resigned(2).holds("USf").bar(5).scores(0), "bar USf") == LAST


def test_nobody_resigns_twice_or_from_a_game_that_is_over() -> None:
    with pytest.raises(IllegalMove) as caught:
        RULES.resign(Position(3).resigned(1).state, 1)
    assert caught.value.reason == NotAsked()
    over = Position().phase(Over(BAG, (0, 0, 0)))
    with pytest.raises(IllegalMove) as caught:
        RULES.resign(over.state, 1)
    assert caught.value.reason == GameIsOver()
    assert refused(over, "bar USf") == GameIsOver()
