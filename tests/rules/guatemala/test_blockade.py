"""GC-25 to GC-27: the blockade, its sealed answers, and what nobody learns from them."""

from itertools import permutations, product

import pytest
from msgspec.structs import replace

from rules.contract import NotAsked
from rules.counts import Hidden
from rules.facts import Whispered
from rules.guatemala import reasons
from rules.guatemala.facts import Answered, BlockadeAsked, Blocked, NobodyCanBlock, NotBlocked, Scored
from rules.guatemala.game import RULES
from rules.guatemala.moves import Plan
from rules.guatemala.pieces import CODE_OF
from rules.guatemala.state import Blockade, Build, Guatemala, Over, Turn
from tests.rules.guatemala.asking import asked, clockwise
from tests.rules.guatemala.position import Position as Made
from tests.rules.guatemala.position import after, coffee, do, hand, offered, refused, source, told

# ── GC-25 ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_gc_25_the_opponents_are_asked_clockwise_from_the_scorer_s_left() -> None:
    step = do(asked(4, 2), "score P1")
    assert isinstance(step.state.phase, Blockade)
    assert step.state.phase.asked == (3, 0, 1)
    assert told(step)[-1] == BlockadeAsked(2, coffee("W"), (3, 0, 1))
    assert [prompt.seat for prompt in RULES.prompts(step.state)] == [3, 0, 1]


def test_gc_25_a_blocker_lays_a_sack_of_the_same_colour_on_the_empty_field_at_once() -> None:
    step = do(after(asked(), "score P1"), "block", seat=1)
    assert step.state.board[source("P1")] == CODE_OF["cW"]
    assert step.state.stocks[1] == hand("K")
    assert step.state.sacks == 2
    assert Blocked(1, 0, coffee("W"), source("P1")) in told(step)


def test_gc_25_only_with_a_sack_of_that_colour() -> None:
    question = after(asked().stock(1, "KKBRN"), "score P1")
    assert refused(question, "block", seat=1) == reasons.NotInYourStock(coffee("W"))
    assert set(offered(question, seat=1)) == {"pass"}
    assert set(offered(question, seat=2)) == {"block", "pass"}


def test_gc_25_nobody_blocks_his_own_scoring() -> None:
    question = after(asked(), "score P1")
    assert refused(question, "block", seat=0) == NotAsked()
    assert refused(question, "pass", seat=0) == NotAsked()
    assert offered(question, seat=0) == {}


def test_gc_25_the_first_to_block_settles_it_and_the_others_keep_their_sacks() -> None:
    state = after(after(asked(), "score P1"), "block", seat=3)
    state = after(state, "block", seat=2)
    state = after(state, "pass", seat=1)
    assert isinstance(state.phase, Build)
    assert state.stocks == (hand("KW"), hand("KW"), hand("K"), hand("KW"))


# ── GC-26 ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_gc_26_every_opponent_with_a_sack_is_asked_also_one_who_can_only_pass() -> None:
    question = after(asked().stock(1, "K").stock(2, "W").stock(3, ""), "score P1")
    assert isinstance(question.phase, Blockade)
    assert question.phase.asked == (1, 2)


def test_gc_26_who_has_no_sack_is_not_asked_and_if_all_have_none_nobody_is() -> None:
    alone = asked().stock(1, "").stock(2, "").stock(3, "")
    step = do(alone, "score P1 lay K")
    assert step.state.phase == Turn(1)
    assert step.state.points == (1, 0, 0, 0)
    assert not any(isinstance(fact, BlockadeAsked | NotBlocked) for fact in told(step))


SEVEN = {"all on the track": "W" * 6, "most on the track": "WWKWB", "one more on the board": "WWWWW"}


@pytest.mark.parametrize("track", SEVEN.values(), ids=SEVEN)
def test_gc_26_where_all_seven_sacks_of_that_colour_lie_open_nobody_is_asked(track: str) -> None:
    """On the fields and on the track, whatever anybody holds in fact: it is what all see that counts."""
    seen = asked().track(track)
    for field in ("T1", "U1", "V1")[: 6 - track.count("W")]:
        seen.piece(field, "cW")
    for made in (seen, seen.stock(1, "KKB").stock(2, "R")):
        step = do(made, "score P1 lay K")
        assert step.state.phase == Turn(1)
        assert step.state.points == (1, 0, 0, 0)
        assert told(step)[1:3] == (NobodyCanBlock(coffee("W")), Scored(coffee("W"), (1, 0, 0, 0)))
        assert not any(isinstance(fact, BlockadeAsked | NotBlocked) for fact in told(step))


def test_gc_26_while_one_of_the_seven_is_out_of_sight_everybody_is_asked() -> None:
    """Also if the scorer holds it, for nobody else knows that; and sacks of other colours do not count."""
    for track in ("WWWWW", "WWWWWK", "KKKKKK"):
        question = after(asked().stock(1, "K").stock(2, "K").stock(3, "K").track(track), "score P1")
        assert isinstance(question.phase, Blockade)
        assert question.phase.asked == (1, 2, 3)


def test_gc_26_a_block_counts_once_all_before_it_have_passed() -> None:
    state = after(asked(), "score P1")
    state = after(state, "block", seat=3)
    assert isinstance(state.phase, Blockade)
    state = after(state, "pass", seat=1)
    assert isinstance(state.phase, Blockade)
    state = after(state, "pass", seat=2)
    assert isinstance(state.phase, Build)
    assert state.stocks[3] == hand("K")


def settle(start: Guatemala, answers: list[tuple[int, str]]) -> tuple[Guatemala, dict[int, str]]:
    """Plays the answers until the question is settled; those that were given are returned too."""
    state, given = start, dict[int, str]()
    for seat, answer in answers:
        if not isinstance(state.phase, Blockade):
            break
        state = after(state, answer, seat=seat)
        given[seat] = answer
    return state, given


@pytest.mark.parametrize("scorer", range(4))
def test_gc_26_the_order_of_the_answers_never_changes_the_result(scorer: int) -> None:
    """All answers of three opponents, in all orders, with all changes in all orders: one state a result."""
    start = after(asked(4, scorer), "score P1 lay K")
    order = tuple((scorer + n) % 4 for n in (1, 2, 3))
    results = dict[int, Guatemala]()
    played = 0
    for last in product(("block", "pass"), repeat=3):
        final = dict(zip(order, last, strict=True))
        for changed in product((False, True), repeat=3):
            turns = dict(zip(order, changed, strict=True))
            for first, second in product(permutations(order), repeat=2):
                other = {"block": "pass", "pass": "block"}
                answers = [(seat, other[final[seat]] if turns[seat] else final[seat]) for seat in first]
                answers += [(seat, final[seat]) for seat in second if turns[seat]]
                state, given = settle(start, answers)
                blocker = clockwise(given, order)
                if isinstance(state.phase, Blockade):
                    assert blocker is None
                    continue
                assert blocker is not None
                assert results.setdefault(blocker, state) == state
                played += 1
                if not any(changed):
                    assert blocker == clockwise(final, order)
    assert set(results) == {-1, *order}
    assert played == 8 * 8 * 6 * 6


def test_gc_26_an_answer_can_be_changed_until_the_question_is_settled() -> None:
    state = after(after(asked(), "score P1"), "block", seat=2)
    for answer in ("pass", "block", "block", "pass"):
        state = after(state, answer, seat=2)
        assert RULES.private(state, 2).answer == answer
        assert set(offered(state, seat=2)) == {"block", "pass"}
    state = after(after(state, "pass", seat=3), "pass", seat=1)
    assert state.points[0] == 1


def test_gc_26_after_it_is_settled_no_answer_is_asked_for() -> None:
    state = after(after(asked(), "score P1"), "block", seat=1)
    assert refused(state, "pass", seat=1) == NotAsked()
    assert refused(state, "block", seat=2) == NotAsked()


def test_gc_26_an_answer_keeps_its_question_open_but_the_game_waits_for_it_no_more() -> None:
    state = after(after(asked(), "score P1"), "pass", seat=2)
    assert {prompt.seat: prompt.required for prompt in RULES.prompts(state)} == {1: True, 2: False, 3: True}
    assert all(prompt.sealed for prompt in RULES.prompts(state))


def test_gc_26_only_the_answerer_hears_of_his_answer() -> None:
    step = do(after(asked(), "score P1"), "block", seat=3)
    assert step.facts == (Whispered(3, Answered(True)),)


# ── GC-27 ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def blocked(made: Made | None = None) -> Guatemala:
    return after(after(made or asked(), "score P1 lay K"), "block", seat=1)


def test_gc_27_the_scorer_keeps_the_8_centavos_and_gets_no_points() -> None:
    state = blocked()
    assert state.money == (23, 15, 15, 15)
    assert state.points == (0, 0, 0, 0)


def test_gc_27_no_ship_leaves_and_the_taken_sack_stays_on_the_track() -> None:
    state = blocked(asked().path("D6").ships(1, "W"))
    assert state.harbours[0] == (coffee("W"),)
    assert state.track == (coffee("W"),)


def test_gc_27_he_may_now_build_at_the_same_line_without_moving_the_buyer() -> None:
    state = blocked()
    assert state.phase == Build(0, (), blocked=True)
    assert [prompt.topic for prompt in RULES.prompts(state)] == ["build"]
    assert set(offered(state, "take")) == {"P2", "P3"}
    built = after(state, "take P2 A1", "take P3 C1", "done")
    assert built.phase == Turn(1)
    assert built.buyer == 0
    assert built.road_stock == 48


def test_gc_27_with_the_8_centavos() -> None:
    assert after(blocked(asked().money(0)), "take P2 A9").money[0] == 5


def test_gc_27_no_piece_is_allowed() -> None:
    state = after(blocked(), "done")
    assert state.phase == Turn(1)
    assert state.road_stock == 50


def test_gc_27_he_lays_no_sack() -> None:
    state = after(blocked(), "done")
    assert state.stocks[0] == hand("KW")


def test_gc_27_the_blocker_s_sack_may_be_taken_by_the_next_player_as_any_other() -> None:
    state = after(blocked(), "done", "step 4")
    state = replace(state, buyer=0)  # round the track to the same line
    assert after(state, "score P1").track == (coffee("W"), coffee("W"))


def test_gc_27_three_pieces_at_most() -> None:
    made = asked().line("cW", "wK", "wB", "wR", "wN")
    three = after(blocked(made), "take P2 A1", "take P3 C1", "take P4 A3")
    assert refused(three, "take P5 H5") == reasons.ThreePieces()


# ── GC-28: a settled blockade may end the game ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("answer", ["block", "pass"])
def test_gc_28_the_new_sack_may_lie_on_a_marker_and_then_it_ends_whatever_the_answers(answer: str) -> None:
    question = after(Made(2).line("cW").stock(1, "W").points(79), "score P1")
    assert isinstance(question.phase, Blockade), "the question is asked first"
    step = do(question, answer, seat=1)
    assert step.state.phase == Over("track")
    assert step.final
    assert step.state.money[0] == 23
    assert (Scored(coffee("W"), (0, 0)) in told(step)) == (answer == "pass")


def test_a_settling_answer_reveals_something_and_is_final() -> None:
    question = after(asked(), "score P1")
    assert do(question, "block", seat=1).final
    assert do(after(after(question, "pass", seat=3), "pass", seat=1), "pass", seat=2).final


def test_a_seat_s_plan_and_answers_are_masked() -> None:
    state = after(after(asked(), "score P1 lay K"), "block", seat=3)
    assert "Answers(…)" in repr(state)
    assert repr(Plan(1, 2)) == "Plan(…)"
    assert repr(RULES.parse("block")) == repr(RULES.parse("pass"))
    assert repr(Answered(True)) == repr(Answered(False)) == "Answered(…)"
    assert repr(Hidden(1)) == "Hidden(…)"
    assert repr(RULES.private(state, 3)) == "GuatemalaSeat(seat=3, …)"
