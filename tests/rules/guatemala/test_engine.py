"""Guatemala Café through the engine: what can be taken back, and how a turn is planned."""

import msgspec
import pytest

from rules import engine
from rules.chance import Chance, Seeded
from rules.contract import Position, Record, Setup
from rules.engine.replay import Checkpoint
from rules.guatemala import reasons
from rules.guatemala.game import RULES
from rules.guatemala.moves import Done, GuatemalaMove, StepOn
from rules.guatemala.state import Blockade, Build, Guatemala, Line, PutsBuyer, Refill
from tests.rules.guatemala.position import Position as Made
from tests.rules.guatemala.position import place, source


class Table:
    """A game of three with the fixed side, the Buyer put on a space, and its records."""

    def __init__(self, space: int, seats: int = 3, seed: int = 2) -> None:
        begun = engine.begin(RULES, Setup(seats, (("side", "fixed"),)), Seeded(seed))
        self.position: Position[Guatemala] = begun.position
        self.records: tuple[Record, ...] = begun.records
        assert isinstance(self.state.phase, PutsBuyer)
        puts = self.state.phase.seat
        self.seat = (puts + 1) % seats
        self.play(f"buyer {space}", seat=puts)

    @property
    def state(self) -> Guatemala:
        return self.position.state

    def play(self, *texts: str, seat: int | None = None, chance: Chance | None = None) -> None:
        who = self.seat if seat is None else seat
        commit = engine.play(RULES, self.position, who, moves(*texts), chance or Seeded(5))
        self.position, self.records = commit.position, self.records + commit.records

    def take_back(self, seat: int | None = None, *, noticed: bool = False) -> None:
        who = self.seat if seat is None else seat
        seen = {(question.seat, question.since) for question in self.position.open if question.seat != who}
        commit = engine.undo(RULES, self.records, who, noticed=seen if noticed else ())
        self.position, self.records = commit.position, self.records + commit.records

    def why_not(self, seat: int | None = None, *, noticed: bool = False) -> str:
        with pytest.raises(engine.CannotTakeBack) as caught:
            self.take_back(seat, noticed=noticed)
        return caught.value.why


def moves(*texts: str) -> list[GuatemalaMove]:
    return [RULES.parse(text) for text in texts]


def plan(made: Made, *texts: str) -> engine.Draft[Guatemala, GuatemalaMove]:
    position = Position(made.state, 7, 4, ())
    return engine.draft(RULES, position, made.seat, moves(*texts))


# ── taking back ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_finished_build_can_be_taken_back_until_the_next_seat_acts() -> None:
    table = Table(35)
    before = table.state
    table.play("step 1", "take P2 A1", "done")
    assert table.state.workers != before.workers
    table.take_back()
    assert table.state == before
    assert engine.replay(RULES, table.records) == table.position


def test_not_after_the_next_seat_has_acted() -> None:
    table = Table(35)
    table.play("step 1", "take P2 A1", "done")
    table.play("step 1", seat=(table.seat + 1) % 3)
    assert table.why_not() == "not-yours"


def test_not_after_the_next_seat_has_opened_its_panel() -> None:
    table = Table(35)
    table.play("step 1", "take P2 A1", "done")
    assert table.why_not(noticed=True) == "noticed"


def test_nobody_takes_back_another_s_turn() -> None:
    table = Table(35)
    table.play("step 1", "done")
    assert table.why_not((table.seat + 1) % 3) == "not-yours"


def test_part_of_a_turn_can_be_taken_back() -> None:
    table = Table(35)
    table.play("step 1")
    table.play("take P2 A1")
    table.take_back()
    assert table.state.workers == (0,) * 15
    assert isinstance(table.state.phase, Line)
    assert table.why_not() == "nothing", "one commit, not two"


def test_a_scoring_that_asked_others_cannot_be_taken_back() -> None:
    table = Table(1)
    table.play("step 2", "score S1")
    assert isinstance(table.state.phase, Blockade)
    for seat in range(3):
        assert table.why_not(seat) == "asked"


def test_an_answer_cannot_be_taken_back_but_changed() -> None:
    table = Table(1)
    table.play("step 2", "score S1")
    assert isinstance(table.state.phase, Blockade)
    table.play("pass", seat=table.state.phase.asked[1])
    assert table.why_not(table.state.phase.asked[1]) == "asked"


def test_a_settled_blockade_cannot_be_taken_back() -> None:
    table = Table(1)
    table.play("step 2", "score S1")
    assert isinstance(table.state.phase, Blockade)
    first, last = table.state.phase.asked
    table.play("pass", seat=first)
    table.play("pass", seat=last)
    assert isinstance(table.state.phase, Refill)
    assert table.why_not(last) == "revealed"


def test_luck_cannot_be_taken_back() -> None:
    """Nobody has a stock, so the field is filled from the bag."""
    made = Made(2).line("cW").bag("KKB")
    standing = Position(made.state, 9, 9, ())
    stored = msgspec.json.encode(Checkpoint(standing, (), RULES.version)).decode()
    commit = engine.play(RULES, standing, 0, moves("score P1"), Seeded(3))
    with pytest.raises(engine.CannotTakeBack, match="luck"):
        engine.undo(RULES, (Record(9, 0, "checkpoint", -1, stored), *commit.records), 0)


def test_the_beginning_cannot_be_taken_back() -> None:
    begun = engine.begin(RULES, Setup(2), Seeded(1))
    for seat in (0, 1):
        with pytest.raises(engine.CannotTakeBack, match="nothing"):
            engine.undo(RULES, begun.records, seat)


# ── planning ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_planned_build_keeps_its_end_for_the_commit() -> None:
    made = Made().turn().buyer(35).line("wK", "wW")
    draft = plan(made, "step 1", "take P1 C4", "take P2 A1", "done")
    assert draft.done == tuple(moves("step 1", "take P1 C4", "take P2 A1"))
    assert draft.then == Done()
    assert draft.ready
    assert draft.state.money[0] == 15 - 2 - 1
    assert isinstance(draft.state.phase, Build)
    assert (draft.dropped, draft.reason) == ((), None)


def test_a_turn_is_not_ready_before_its_end() -> None:
    made = Made().turn().buyer(35).line("wK")
    assert not plan(made).ready
    assert not plan(made, "step 1").ready
    assert not plan(made, "step 1", "take P1 C4").ready
    assert plan(made, "step 1", "done").ready


def test_a_planned_scoring_that_asks_others_is_kept_for_the_commit() -> None:
    made = Made().turn().buyer(35).line("cW").stock(1, "K").stock(0, "K")
    draft = plan(made, "step 1", "score P1 lay K")
    assert draft.done == (StepOn(1),)
    assert draft.then == RULES.parse("score P1 lay K")
    assert draft.ready
    assert draft.state.track == ()


def test_a_scoring_that_draws_from_the_bag_is_kept_for_the_commit() -> None:
    draft = plan(Made().line("cW").bag("KB"), "score P1")
    assert (draft.done, draft.then, draft.ready) == ((), RULES.parse("score P1"), True)
    assert draft.state.bag == Made().bag("KB").state.bag


def test_a_scoring_that_ends_the_game_is_kept_for_the_commit() -> None:
    draft = plan(Made().line("cW").points(79), "score P1")
    assert (draft.done, draft.then, draft.ready) == ((), RULES.parse("score P1"), True)


def test_a_scoring_that_asks_nobody_and_leaves_the_scorer_a_choice_can_be_seen_but_not_committed() -> None:
    made = Made().line("cW").stock(0, "KB")
    seen = plan(made, "score P1")
    assert isinstance(seen.state.phase, Refill)
    assert (seen.then, seen.ready) == (None, False)
    whole = plan(made, "score P1", "lay B")
    assert (whole.then, whole.ready) == (RULES.parse("lay B"), True)


@pytest.mark.parametrize("text", ["block", "pass"])
def test_a_planned_answer_is_kept_whoever_has_answered(text: str) -> None:
    """Whether it would settle the question is nothing that its giver may foresee."""
    made = Made(4).blockade("W", "P1", 1, 2, 3)
    for seat in (1, 2, 3):
        made.stock(seat, "W")
    made.seat = 3
    for answered in ((), (1,), (2,), (1, 2)):
        position = Position(made.state, 7, 4, ())
        for seat in answered:
            position = engine.play(RULES, position, seat, moves("pass"), Seeded(0)).position
        draft = engine.draft(RULES, position, 3, moves(text))
        assert (draft.done, draft.then, draft.ready) == ((), RULES.parse(text), True)


def test_what_no_longer_fits_is_dropped_with_its_reason() -> None:
    made = Made().turn().buyer(35).line("wK", "wW").worker(1, "W", "A1")
    draft = plan(made, "step 1", "take P1 C4", "take P2 A1", "done")
    assert draft.done == tuple(moves("step 1", "take P1 C4"))
    assert draft.dropped == tuple(moves("take P2 A1", "done"))
    assert draft.reason == reasons.Taken(place("A1"))
    assert (draft.then, draft.ready) == (None, False)


def test_what_stands_behind_the_last_move_is_dropped_without_a_reason() -> None:
    draft = plan(Made().line("wK"), "take P1 C4", "done", "step 1")
    assert draft.then == Done()
    assert draft.dropped == (StepOn(1),)
    assert draft.reason is None


def test_an_illegal_first_move_drops_all() -> None:
    draft = plan(Made().turn().line("wK"), "take P1 C4")
    assert draft.reason == reasons.MoveTheBuyerFirst()
    assert (draft.done, draft.ready) == ((), False)
    assert draft.state.board[source("P1")]


def test_a_whole_turn_is_one_public_move() -> None:
    table = Table(35)
    number = table.position.number
    table.play("step 1", "take P2 A1", "done")
    assert table.position.number == number + 1
    assert [record.part for record in table.records[-3:]] == [0, 1, 2]
