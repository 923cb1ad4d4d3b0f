"""GC-28 to GC-31: how it ends, who wins, the track, and seats whose players have left."""

import pytest
from msgspec.structs import replace

from rules import engine
from rules.chance import Seeded
from rules.contract import GameIsOver, IllegalMove, NotAsked, Outcome, Seat, Setup
from rules.contract import Position as Standing
from rules.facts import Announced
from rules.guatemala.board import TRACK_SPACES, sack_space
from rules.guatemala.facts import Blocked, BuildEnded, Ended, FieldStaysEmpty, NotBlocked, Resigned, Scored, Stopped
from rules.guatemala.game import RULES
from rules.guatemala.moves import Block, Done, Lay, Pass, PutBuyer, Sail, StepOn
from rules.guatemala.pieces import CODE_OF
from rules.guatemala.state import LAPS, RESIGNED, SACKS, TRACK, Guatemala, Over, PutsBuyer, Refill, Turn
from tests.rules.guatemala.position import Position, after, coffee, do, hand, offered, refused, source, told


def scoring(points: int, track: str = "") -> Position:
    """Seat 0 scores white for 3 points and one ship's worth: 6."""
    made = Position(3).line("cW", "wK").shed(0, "W", "G6").worker(0, "W", "G7 F6 H6").path("G6").ships(2, "W")
    return made.points(points).track(track)


def ranked(*points: int, money: tuple[int, ...] = (), resigned: tuple[int, ...] = ()) -> tuple[tuple[int, ...], ...]:
    made = Position(len(points)).points(*points).money(*money).resigned(*resigned).phase(Over(TRACK))
    outcome = RULES.outcome(made.state)
    assert outcome is not None
    return outcome.ranking


# ── GC-28 ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("points", "ends"), [(72, False), (73, True), (74, True), (90, True)])
def test_gc_28_it_ends_when_a_marker_reaches_or_passes_the_last_laid_sack(points: int, ends: bool) -> None:
    """One sack on 79: 6 points from 73 reach it."""
    step = do(scoring(points), "score P1")
    assert isinstance(step.state.phase, Over) == ends
    assert (told(step)[-1] == Ended(TRACK)) == ends


@pytest.mark.parametrize(("track", "ends"), [("", False), ("K", False), ("KK", True)])
def test_gc_28_the_last_laid_sack_counts(track: str, ends: bool) -> None:
    """71 + 6 = 77: the third sack lies there."""
    assert isinstance(after(scoring(71, track), "score P1").phase, Over) == ends


def test_gc_28_it_is_checked_after_all_markers_have_moved() -> None:
    made = scoring(73).shed(2, "W", "J6").worker(2, "W", "J7 J5")
    step = do(made, "score P1")
    assert step.state.points == (79, 0, 2)
    assert step.state.phase == Over(TRACK)


def test_gc_28_any_player_s_marker() -> None:
    assert after(scoring(0).points(0, 0, 79), "score P1").phase == Over(TRACK)
    assert after(scoring(0).points(0, 0, 78), "score P1").phase == Turn(1)


def test_gc_28_the_new_sack_may_lie_on_a_marker() -> None:
    """Nobody grows black; the sack comes down to the marker."""
    assert after(Position(2).line("cK").track("W").points(0, 78), "score P1").phase == Over(TRACK)


def test_gc_28_what_is_left_of_the_turn_falls_away() -> None:
    made = scoring(73).stock(0, "K").bag("W")
    step = do(made, "score P1")
    assert [type(fact) for fact in told(step)][-2:] == [Scored, Ended]
    assert step.state.harbours[1] == (coffee("W"),)
    assert step.state.stocks == made.state.stocks
    assert step.state.money[0] == 15 + 8


def test_gc_28_while_no_sack_is_on_the_track_nothing_ends() -> None:
    assert after(Position(2).points(200).line("wK"), "take P1 C4", "done").phase == Turn(1)
    assert sack_space(0) == 80


def no_sack(made: Position) -> Guatemala:
    return made.piece("X3", "").state


def test_gc_28_it_ends_at_the_end_of_a_turn_in_which_no_sack_is_left_on_the_production_board() -> None:
    step = do(no_sack(Position(3).line("cW")), "score P1")
    assert told(step)[-2:] == (FieldStaysEmpty(0), Ended(SACKS))
    assert step.state.phase == Over(SACKS)
    step = do(no_sack(Position(3)), "done")
    assert told(step) == (Stopped(0, 0), Ended(SACKS))
    step = do(no_sack(Position(3).line("wK")), "take P1 C4", "done")
    assert isinstance(told(step)[-2], BuildEnded)
    assert step.state.phase == Over(SACKS)


def test_gc_28_not_before_the_end_of_the_turn() -> None:
    """Between taking the last sack and laying another one none lies there."""
    state = after(no_sack(Position(3).line("cW").stock(0, "KK")), "score P1")
    assert isinstance(state.phase, Refill)
    assert state.sacks == 0
    assert after(state, "lay K").phase == Turn(1)


@pytest.mark.parametrize(("walked", "ends"), [(69, False), (70, True), (71, True)])
def test_gc_28_it_ends_when_the_buyer_has_gone_72_spaces_without_a_build_or_scoring(walked: int, ends: bool) -> None:
    state = after(Position(2).turn().walked(walked), "step 2", "done")
    assert isinstance(state.phase, Over) == ends
    assert state.phase == (Over(LAPS) if ends else Turn(1))


def test_gc_28_a_build_or_a_scoring_begins_the_laps_anew() -> None:
    assert after(Position().walked(80).line("wK"), "take P1 C4").walked == 0
    assert after(Position().walked(80).line("cK"), "score P1").walked == 0
    assert after(Position().walked(80).line("wK"), "take P1 C4", "done").phase == Turn(1)


@pytest.mark.parametrize("text", ["step 1", "done", "block", "lay K"])
def test_gc_28_when_it_is_over_nothing_can_be_done(text: str) -> None:
    made = Position().phase(Over(TRACK))
    assert refused(made, text, seat=0) == GameIsOver()
    assert offered(made, seat=0) == {}
    assert RULES.prompts(made.state) == ()
    with pytest.raises(IllegalMove) as caught:
        RULES.resign(made.state, Seat(0))
    assert caught.value.reason == GameIsOver()


def test_gc_28_before_the_end_there_is_no_outcome() -> None:
    assert RULES.outcome(Position().state) is None


# ── GC-29 ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_gc_29_most_points_win() -> None:
    assert ranked(10, 30, 20) == ((1,), (2,), (0,))


def test_gc_29_then_most_money() -> None:
    assert ranked(20, 20, 30, money=(9, 5, 0)) == ((2,), (0,), (1,))


def test_gc_29_still_tied_is_shared() -> None:
    assert ranked(20, 20, 20, 7, money=(5, 5, 4, 4)) == ((0, 1), (2,), (3,))


@pytest.mark.parametrize("reason", [TRACK, SACKS, LAPS])
def test_gc_29_the_outcome_names_the_ending(reason: str) -> None:
    assert RULES.outcome(Position(2).phase(Over(reason)).state) == Outcome(((0, 1),), reason, (0, 0))


# ── GC-30 ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_gc_30_80_spaces_and_35_sacks_from_79_down_to_45() -> None:
    assert TRACK_SPACES == 80
    assert [sack_space(n) for n in (1, 2, 35)] == [79, 78, 45]


def test_gc_30_points_go_on_being_counted_beyond_79() -> None:
    assert after(scoring(78), "score P1").points[0] == 84


def test_gc_30_markers_may_share_a_space() -> None:
    state = after(scoring(4).points(4, 10, 10), "score P1")
    assert state.points == (10, 10, 10)
    assert state.phase == Turn(1)


# ── GC-31 ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_gc_31_a_resigned_seat_does_the_least_it_can() -> None:
    assert RULES.idle(Position().turn().state, Seat(0)) == StepOn(1)
    assert RULES.idle(Position().state, Seat(0)) == Done()
    assert RULES.idle(Position().build("P1").state, Seat(0)) == Done()
    assert RULES.idle(Position().blockade("W", "P1", 1, 2).state, Seat(2)) == Pass()
    assert RULES.idle(Position().puts_buyer().state, Seat(0)) == PutBuyer(0)
    assert RULES.idle(Position().refill("W", "P1", tied=(1, 2), lays=True).state, Seat(0)) == Sail(1)
    assert RULES.idle(Position().refill("W", "P1", lays=True).stock(0, "RB").state, Seat(0)) == Lay(coffee("B"))


def test_gc_31_its_plantations_stay() -> None:
    made = scoring(0).points(0, 0, 0)
    state = RULES.resign(made.state, Seat(0)).state
    assert (state.workers, state.sheds, state.money) == (made.state.workers, made.state.sheds, made.state.money)
    assert RULES.resigned(state) == (0,)
    assert after(state, "score P1").points == (6, 0, 0)


def test_gc_31_it_ranks_after_all_who_did_not_resign() -> None:
    assert ranked(50, 10, 20, resigned=(0,)) == ((2,), (1,), (0,))
    assert ranked(50, 10, 60, resigned=(0, 2)) == ((1,), (2,), (0,))


def test_gc_31_with_one_seat_left_the_game_ends() -> None:
    three = Position(3).points(9, 5, 1).turn().state
    two_left = RULES.resign(three, Seat(1))
    assert isinstance(two_left.state.phase, Turn)
    assert told(two_left) == (Resigned(1),)
    one_left = RULES.resign(two_left.state, Seat(0))
    assert told(one_left) == (Resigned(0), Ended(RESIGNED))
    assert RULES.outcome(one_left.state) == Outcome(((2,), (0,), (1,)), RESIGNED, (9, 5, 1))


def test_gc_31_nobody_resigns_twice() -> None:
    with pytest.raises(IllegalMove) as caught:
        RULES.resign(Position(3).resigned(1).state, Seat(1))
    assert caught.value.reason == NotAsked()


def test_gc_31_a_resigned_seat_answers_for_itself_and_nobody_waits() -> None:
    """In the engine: the Buyer goes one space and the turn passes, in the commit that asked the seat."""
    begun = engine.begin(RULES, Setup(3, (("side", "fixed"),)), Seeded(4))
    state = begun.position.state
    assert isinstance(state.phase, PutsBuyer)
    puts = state.phase.seat
    starts = (puts + 1) % 3
    gone = engine.resign(RULES, begun.position, starts, Seeded(0))
    assert isinstance(gone.position.state.phase, PutsBuyer)
    commit = engine.play(RULES, gone.position, puts, [PutBuyer(7)], Seeded(0))
    assert commit.position.state.buyer == 8
    assert commit.position.state.phase == Turn((starts + 1) % 3)


def test_gc_31_a_resigned_seat_passes_a_blockade() -> None:
    """It is asked like every other, and its answer is there at once."""
    made = Position(3).line("cW").stock(0, "K").stock(1, "W").stock(2, "W").resigned(1)
    begun = engine.begin(RULES, Setup(3), Seeded(4)).position
    position = replace(begun, state=made.state, open=())
    commit = engine.play(RULES, position, 0, [RULES.parse("score P1 lay K")], Seeded(0))
    assert {(question.seat, question.required) for question in commit.position.open} == {(2, True)}
    assert RULES.public(commit.position.state).waiting == (2,)
    settled = engine.play(RULES, commit.position, 2, [Pass()], Seeded(0))
    assert settled.position.state.phase == Turn(2), "seat 1 has gone one space and stopped"


def test_gc_31_the_plan_of_a_scoring_stands_when_the_scorer_resigns() -> None:
    """Said with the scoring, so that nobody waits for it: the sack is laid and the ship sails as planned."""
    made = Position(4).line("cW").stock(0, "KB").stock(1, "K").shed(0, "W", "D6").worker(0, "W", "E6").path("D6")
    made.shed(1, "W", "G6").worker(1, "W", "H6").path("G6").ships(1, "W").ships(2, "W")
    begun = engine.begin(RULES, Setup(4), Seeded(4)).position
    position = replace(begun, state=made.state, open=())
    position = engine.play(RULES, position, 0, [RULES.parse("score P1 lay B sail harbour2")], Seeded(0)).position
    position = engine.resign(RULES, position, 0, Seeded(0)).position
    state = engine.play(RULES, position, 1, [Pass()], Seeded(0)).position.state
    assert state.board[source("P1")] == CODE_OF["cB"]
    assert state.harbours[:2] == ((coffee("W"),), ())


def test_gc_31_a_block_that_was_answered_before_its_seat_resigned_is_void() -> None:
    """A later opponent has answered, the first passes: nobody has blocked."""
    made = Position(3).line("cW").stock(0, "K").stock(1, "W").stock(2, "W")
    begun = engine.begin(RULES, Setup(3), Seeded(4)).position
    asked = engine.play(RULES, replace(begun, state=made.state, open=()), 0, [RULES.parse("score P1 lay K")], Seeded(0))
    blocks = engine.play(RULES, asked.position, 2, [Block()], Seeded(0))
    gone = engine.resign(RULES, blocks.position, 2, Seeded(0))
    for position, fact in ((gone.position, NotBlocked((1, 2))), (blocks.position, Blocked(2, 0, 1, source("P1")))):
        settled = engine.play(RULES, position, 1, [Pass()], Seeded(0))
        assert Announced(fact) in settled.told
        assert settled.position.state.stocks[2] == hand("W" if position is gone.position else "")


@pytest.mark.parametrize("answer", [Block(), Pass()])
def test_gc_31_who_resigns_passes_whatever_he_has_answered(answer: Block | Pass) -> None:
    made = Position(4).line("cW").stock(0, "K").stock(1, "W").stock(2, "W").stock(3, "W")
    begun = engine.begin(RULES, Setup(4), Seeded(4)).position
    position = replace(begun, state=made.state, open=())
    asked = engine.play(RULES, position, 0, [RULES.parse("score P1 lay K")], Seeded(0)).position
    position = engine.play(RULES, asked, 3, [answer], Seeded(0)).position
    position = engine.resign(RULES, position, 3, Seeded(0)).position
    assert {(question.seat, question.required) for question in position.open} == {(1, True), (2, True)}
    assert RULES.public(position.state).waiting == (1, 2)
    for seat in (1, 2):
        settled = engine.play(RULES, position, seat, [Pass()], Seeded(0))
        position = settled.position
    assert Announced(NotBlocked((1, 2, 3))) in settled.told


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_gc_31_idle_seats_end_every_game(seats: int) -> None:
    position = engine.begin(RULES, Setup(seats), Seeded(seats)).position
    for _ in range(200):
        waiting = [question.seat for question in position.open if question.required]
        if not waiting:
            break
        move = RULES.idle(position.state, Seat(waiting[0]))
        position = engine.play(RULES, position, waiting[0], [move], Seeded(1)).position
    outcome = RULES.outcome(position.state)
    assert outcome is not None
    assert outcome.reason == LAPS
    assert RULES.idle(position.state, Seat(0)) == Done()


# ── foreseen ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("walked", "ends"), [(71, False), (72, True)])
def test_a_draft_says_that_its_last_move_ends_the_game(walked: int, ends: bool) -> None:
    state = Position(3).walked(walked).state
    draft = engine.draft(RULES, Standing(state, 0, 0, ()), 0, [Done()])
    assert (draft.then, draft.over) == (Done(), True) if ends else (draft.over,) == (False,)


def test_gc_26_a_draft_of_the_last_answer_does_not_say_that_it_settles_what_ends_the_game() -> None:
    asked = after(scoring(73).stock(1, "W").stock(2, "W").state, "score P1")
    last = after(asked, "pass", seat=1)
    for state in (asked, last):
        draft = engine.draft(RULES, Standing(state, 0, 0, ()), 2, [Pass()])
        assert (draft.then, draft.over) == (Pass(), False)
    assert isinstance(do(last, "pass", seat=2).state.phase, Over)
