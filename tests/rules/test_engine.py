"""The engine over the toy: questions, records, replay, resigned seats, log, drafts, undo (Guatemala's: guatemala/)."""

from typing import Any

import pytest
from msgspec.structs import replace

from rules import counts, engine
from rules.chance import LuckMismatchError, Seeded
from rules.contract import GameIsOver, IllegalMove, NotAsked, Open, Option, Position, Record, SeatView, Setup
from rules.counts import Hidden
from rules.engine import commits
from rules.engine.log import lines
from tests.contract.toy import Toy
from tests.contract.toy_pieces import Ending, Evening, Lacks, Morning, NoOffer, Toss, ToyState

TOY = Toy()


def state(*hands: tuple[int, int, int], **changes: Any) -> ToyState:
    """A state in the evening of seat 0, with these hands."""
    packed = tuple(Hidden(counts.pack(hand)) for hand in hands)
    bag = Hidden(counts.pack((9, 9, 9)))
    start = ToyState(packed, bag, 0, 0, (0,) * len(hands), 0, 0, 0, Evening())
    return replace(start, **changes)


def position(now: ToyState) -> Position[ToyState]:
    questions = tuple(Open(p.seat, p.topic, p.subject, 5, p.required, p.rest, p.sealed) for p in TOY.prompts(now))
    return Position(now, 5, 3, questions)


def play(here: Position[ToyState], seat: int, *texts: str) -> Position[ToyState]:
    return engine.play(TOY, here, seat, [TOY.parse(text) for text in texts], Seeded(1)).position


class Log:
    """A table with its records."""

    def __init__(self, seats: int = 3, seed: int = 6) -> None:
        beginning = engine.begin(TOY, Setup(seats), Seeded(seed))
        self.records, self.here = list(beginning.records), beginning.position
        self.first = self.here.state.turn
        self.luck = Seeded(seed)

    def add(self, commit: engine.Commit[ToyState]) -> engine.Commit[ToyState]:
        self.records += commit.records
        self.here = commit.position
        return commit

    def play(self, seat: int, *texts: str) -> engine.Commit[ToyState]:
        return self.add(engine.play(TOY, self.here, seat, [TOY.parse(text) for text in texts], self.luck))

    def why_not(self, seat: int, *, noticed: bool = False) -> str:
        seen = {(question.seat, question.since) for question in self.here.open if question.seat != seat}
        with pytest.raises(engine.CannotTakeBack) as refused:
            engine.undo(TOY, self.records, seat, noticed=seen if noticed else ())
        return refused.value.why


# ── questions ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_question_keeps_its_identity_while_others_answer() -> None:
    asked = play(position(state((1, 0, 0), (1, 0, 0), (1, 0, 0))), 0, "SCORE A")
    since = asked.open[0].since
    assert [(q.seat, q.since, q.required) for q in asked.open] == [(1, since, True), (2, since, True)]
    answered = play(asked, 2, "PASS")
    assert [(q.seat, q.since, q.required) for q in answered.open] == [(1, since, True), (2, since, False)]
    assert engine.is_open(answered, 1, since)
    assert engine.is_open(answered, 2, since), "a sealed answer can be changed by the same button"
    settled = play(answered, 1, "PASS")
    assert not any(engine.is_open(settled, seat, since) for seat in range(3))
    assert engine.waiting(answered) == (1, 2)
    assert answered.number == asked.number


def test_no_identity_tells_how_often_others_have_answered() -> None:
    asked = play(position(state((1, 0, 0), (1, 0, 0), (1, 0, 0))), 0, "SCORE A")
    once = play(play(asked, 2, "PASS"), 1, "PASS")
    often = play(play(play(play(asked, 2, "PASS"), 2, "PASS"), 2, "PASS"), 1, "PASS")
    assert once.open == often.open
    assert once.number == often.number
    assert once.version != often.version


def test_a_seat_that_is_asked_anew_by_what_nobody_saw_has_a_new_question() -> None:
    offered = play(position(state((1, 0, 0), (0, 1, 0), (0, 1, 0))), 0, "OFFER A B")
    accepted = play(offered, 1, "ACCEPT 1")
    assert accepted.number == offered.number
    old = {(q.seat, q.topic, q.subject): q.since for q in offered.open}
    for question in accepted.open:
        key = (question.seat, question.topic, question.subject)
        if question.seat == 1:
            assert question.since != old.get(key)
        elif key in old:
            assert question.since == old[key]


def test_nobody_waits_for_who_need_not_answer() -> None:
    offered = play(position(state((1, 0, 0), (0, 1, 0), (0, 1, 0))), 0, "OFFER A B")
    asked = {(question.seat, question.topic, question.required) for question in offered.open}
    assert asked == {(0, "turn", True), (1, "offer", False), (2, "offer", False)}
    assert engine.waiting(offered) == (0,)


def test_a_counter_offer_goes_to_the_offerer_and_stops_nothing() -> None:
    offered = play(position(state((1, 0, 0), (0, 1, 1), (0, 1, 0))), 0, "OFFER A B")
    countered = play(offered, 1, "COUNTER 1 C A")
    assert {(q.topic, q.subject) for q in countered.open if q.seat == 0} == {("turn", 0), ("offer", 11)}
    dealt = play(countered, 0, "DEAL 11 1").state
    assert [counts.unpack(hand.packed, 3) for hand in dealt.hands] == [(0, 0, 1), (1, 1, 0), (0, 1, 0)]


def test_an_acceptance_that_cannot_be_paid_any_more_is_void() -> None:
    here = play(position(state((2, 0, 0), (0, 1, 0), (0, 1, 0))), 0, "OFFER A B")
    here = play(play(here, 1, "ACCEPT 1"), 0, "CALL B")
    commit = engine.play(TOY, here, 0, [TOY.parse("DEAL 1 1")], Seeded(1))
    assert commit.final
    assert [type(told).__name__ for told in commit.told] == ["Whispered"]
    with pytest.raises(IllegalMove) as refused:
        play(commit.position, 0, "DEAL 1 1")
    assert isinstance(refused.value.reason, NoOffer)


# ── commits ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_commit_is_all_or_nothing() -> None:
    here = position(state((1, 0, 0), (1, 0, 0)))
    with pytest.raises(IllegalMove) as refused:
        play(here, 0, "LAY 4", "LAY 5")
    assert refused.value.reason == Lacks(0)
    assert str(refused.value) == "Lacks"
    assert here.state.edges == 0


def test_resigned_seats_answer_at_once_and_nobody_waits_for_them() -> None:
    here = position(state((1, 0, 0), (1, 0, 0), (1, 0, 0), resigned=0b110))
    commit = engine.play(TOY, here, 0, [TOY.parse("SCORE B A")], Seeded(1))
    assert [(record.part, record.text) for record in commit.records] == [(0, "SCORE B A"), (1, "PASS"), (2, "PASS")]
    assert commit.position.state.points == (2, 0, 0)


def test_a_resigned_seat_s_turns_pass_by() -> None:
    log = Log()
    commit = log.add(engine.resign(TOY, log.here, log.first, log.luck))
    assert [record.kind for record in commit.records][:3] == ["resign", "move", "move"]
    assert log.here.state.turn != log.first
    assert engine.replay(TOY, log.records) == log.here
    assert engine.history(TOY, log.records, None)[-1].kind == "resign"


def test_the_game_ends_with_one_seat_left() -> None:
    log = Log(seats=2)
    log.add(engine.resign(TOY, log.here, 0, log.luck))
    outcome = TOY.outcome(log.here.state)
    assert outcome is not None
    assert (outcome.ranking, outcome.reason) == (((1,), (0,)), Ending.RESIGNED)
    assert log.here.open == ()
    with pytest.raises(IllegalMove) as refused:
        log.play(1, "DRAW")
    assert refused.value.reason == GameIsOver()


def test_a_game_whose_idle_does_not_end_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless(Toy):
        def apply(self, s: ToyState, *rest: Any) -> Any:
            step = super().apply(s, *rest)
            return replace(step, state=replace(step.state, bag=s.bag, phase=Morning()))

    monkeypatch.setattr(commits, "IDLE_LIMIT", 20)
    here = position(state((1, 0, 0), (1, 0, 0), (1, 0, 0), phase=Morning()))
    with pytest.raises(engine.BrokenRecordError, match="idle does not end"):
        engine.resign(Endless(), here, 0, Seeded(1))


# ── records ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_no_records_no_game() -> None:
    with pytest.raises(engine.BrokenRecordError, match="no records"):
        engine.replay(TOY, [])
    assert engine.history(TOY, [], None) == ()
    assert engine.at_number(TOY, [], 0) is None
    with pytest.raises(engine.CannotTakeBack):
        engine.undo(TOY, [], 0)


def test_records_that_cannot_be_are_refused() -> None:
    log = Log()
    log.play(log.first, "DRAW")
    begin, move = log.records
    for records, why in (
        ([move], "beginning"),
        ([begin, replace(move, version=2)], "version 2 after 0"),
        ([begin, replace(move, kind="dance")], "dance"),
        ([begin, Record(1, 0, "undo", 0, "")], "cannot be taken back"),
    ):
        with pytest.raises(engine.BrokenRecordError, match=why):
            engine.replay(TOY, records)
    with pytest.raises(LuckMismatchError):
        engine.replay(TOY, [begin, replace(move, luck=(*move.luck, 0))])


def test_a_record_shows_neither_its_text_nor_its_luck() -> None:
    shown = repr(Record(3, 0, "move", 1, "SCORE A B", (41,)))
    assert "SCORE" not in shown
    assert "41" not in shown


def test_options_are_written_with_the_beginning() -> None:
    commit = engine.begin(TOY, Setup(4, (("bag", "short"),)), Seeded(1))
    assert commit.records[0].text == "4 bag=short"
    assert engine.replay(TOY, commit.records) == commit.position


def test_the_state_after_a_public_move_can_be_had_again() -> None:
    log = Log()
    log.play(log.first, "DRAW")
    after = log.here.state
    log.play(log.first, "END")
    assert engine.at_number(TOY, log.records, 1) == after
    assert engine.at_number(TOY, log.records, 2) == log.here.state
    assert engine.at_number(TOY, log.records, 99) is None


# ── checkpoints and the log ──────────────────────────────────────────────────────────────────────────────────────────


def test_a_checkpoint_keeps_the_position_and_the_log() -> None:
    log = Log()
    log.play(log.first, "DRAW")
    before = {reader: engine.history(TOY, log.records, reader) for reader in (None, 0, 1, 2)}
    questions, number = log.here.open, log.here.number
    for _ in range(2):
        log.add(engine.checkpoint(TOY, log.here, lines(TOY, log.records)))
        assert (log.here.open, log.here.number) == (questions, number)
        assert engine.replay(TOY, log.records) == log.here
        for reader, entries in before.items():
            assert engine.history(TOY, log.records, reader) == entries
        assert log.why_not(log.first) == "nothing"
    log.play(log.first, "END")
    assert len(engine.history(TOY, log.records, None)) == len(before[None]) + 1


def test_the_log_tells_each_reader_what_he_may_know() -> None:
    log = Log()
    log.play(log.first, "DRAW")
    for reader in (None, 0, 1, 2):
        beginning, drew = engine.history(TOY, log.records, reader)
        assert [type(fact).__name__ for fact in beginning.facts] == ([] if reader is None else ["Dealt"])
        assert [type(fact).__name__ for fact in drew.facts] == ["Drew", *(["Card"] if reader == log.first else [])]
        assert (drew.number, drew.kind, drew.seat) == (1, "move", log.first)
        assert "Drew" not in repr(drew)


def test_who_settled_a_sealed_question_is_told_to_him_alone() -> None:
    log = Log()
    log.play(log.first, "DRAW")
    log.play(log.first, "SCORE A")
    one, two = sorted(question.seat for question in log.here.open)
    log.play(two, "PASS")
    assert len(engine.history(TOY, log.records, None)) == 3
    log.play(one, "PASS")
    for reader, seat in ((None, -1), (log.first, -1), (one, one), (two, -1)):
        assert engine.history(TOY, log.records, reader)[-1].seat == seat


# ── drafts and undo ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_draft_of_a_sealed_answer_is_the_same_whether_it_would_settle_the_question_or_not() -> None:
    asked = play(position(state((1, 0, 0), (1, 0, 0), (1, 0, 0))), 0, "SCORE A")
    for here in (asked, play(asked, 2, "PASS")):
        draft = engine.draft(TOY, here, 1, [TOY.parse("PASS")])
        assert (draft.done, draft.then, draft.told, draft.ready) == ((), TOY.parse("PASS"), (), True)


@pytest.mark.parametrize("text", ["CALL B", "SCORE A", "OFFER B C", "END"])
def test_a_draft_stops_before_revelations_and_questions(text: str) -> None:
    here = position(state((2, 1, 0), (0, 1, 0), (0, 1, 0)))
    draft = engine.draft(TOY, here, 0, [TOY.parse(line) for line in ("LAY 4", text, "LAY 5")])
    assert [TOY.write(move) for move in draft.done] == ["LAY 4"]
    assert draft.then == TOY.parse(text)
    assert [TOY.write(move) for move in draft.dropped] == ["LAY 5"]
    assert draft.reason is None
    assert draft.ready
    assert "LAY" not in repr(draft)


def test_a_draft_stops_before_luck() -> None:
    morning = position(state((2, 1, 0), (0, 1, 0), phase=Morning()))
    assert engine.draft(TOY, morning, 0, [TOY.parse("DRAW")]).then == TOY.parse("DRAW")


def test_a_draft_drops_what_does_not_fit_and_is_not_ready_in_the_middle() -> None:
    here = position(state((1, 0, 0), (0, 1, 0), edges=1 << 30))
    draft = engine.draft(TOY, here, 0, [TOY.parse(text) for text in ("LAY 4", "LAY 5", "END")])
    assert (len(draft.done), draft.then, len(draft.dropped), draft.reason) == (1, None, 2, Lacks(0))
    assert draft.ready
    assert not engine.draft(TOY, here, 0, [TOY.parse("SEND")]).ready
    assert not engine.draft(TOY, here, 0, []).ready


def test_a_move_is_taken_back_and_its_number_is_not_given_again() -> None:
    log = Log()
    log.play(log.first, "DRAW")
    drawn = log.here
    log.play(log.first, "END")
    log.add(engine.undo(TOY, log.records, log.first))
    assert log.here.state == drawn.state
    assert (log.here.version, log.here.number) == (drawn.version + 2, drawn.number + 2)
    assert engine.replay(TOY, log.records) == log.here
    assert [entry.undone for entry in engine.history(TOY, log.records, None)] == [False, False, True, False]
    log.play(log.first, "END")
    assert engine.replay(TOY, log.records) == log.here


def test_what_was_drawn_revealed_told_or_asked_is_not_taken_back() -> None:
    log = Log()
    assert log.why_not(0) == "nothing"
    log.play(log.first, "DRAW")
    other = (log.first + 1) % 3
    assert log.why_not(log.first) == "luck"
    assert log.why_not(other) == "not-yours"
    log.play(log.first, "CALL A")
    assert log.why_not(log.first) == "revealed"
    held = counts.pieces(log.here.state.hands[log.first].packed)[0]
    log.play(log.first, f"OFFER {'ABC'[held]} {'ABC'[held - 1]}")
    assert log.why_not(log.first) == "asked"
    log.play(other, "DECLINE 1")
    assert log.why_not(other) == "told"
    log.play(log.first, "SCORE A")
    assert {log.why_not(seat) for seat in range(3)} == {"asked"}


def test_nothing_is_taken_back_after_the_next_seat_has_opened_its_panel() -> None:
    log = Log()
    log.play(log.first, "DRAW")
    log.play(log.first, "END")
    assert log.why_not(log.first, noticed=True) == "noticed"


def test_whether_a_move_could_be_taken_back_is_known_as_soon_as_it_is_made() -> None:
    log = Log()
    held = counts.pieces(log.here.state.hands[log.first].packed)[0]
    offer = f"OFFER {'ABC'[held]} {'ABC'[held - 1]}"
    for seat, text in ((log.first, "DRAW"), (log.first, "END"), (log.first + 1, "DRAW"), (log.first + 1, "SCORE A")):
        before, who = log.here, seat % 3
        commit = log.play(who, text)
        assert engine.can_take_back(TOY, before, commit, who) == (text == "END"), text
    again = Log()
    again.play(again.first, "DRAW")
    before = again.here
    assert not engine.can_take_back(TOY, before, again.play(again.first, offer), again.first)


def test_an_option_may_need_another() -> None:
    plain = Option("map", ("a", "b"), "a", (2,))
    bound = Option("map", ("a", "b"), "a", (2,), needs=("game", "base"))
    assert Setup(2).counts(plain)
    assert not Setup(2).counts(bound)
    assert Setup(2, (("game", "base"),)).counts(bound)


def test_why_a_move_stands_tells_nobody_what_another_has_answered() -> None:
    reasons = set[str]()
    for another_answers in (False, True):
        log = Log(seats=4)
        log.play(log.first, "DRAW")
        held = counts.pieces(log.here.state.hands[log.first].packed)[0]
        log.play(log.first, f"OFFER {'ABC'[held]} {'ABC'[held - 1]}")
        one, other = (log.first + 1) % 4, (log.first + 2) % 4
        log.play(one, "DECLINE 1")
        if another_answers:
            log.play(other, "DECLINE 1")
        reasons.add(log.why_not(one))
    assert reasons == {"told"}


# ── the toy itself ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_tosses_are_told_when_all_have_tossed() -> None:
    owed = position(state((2, 2, 0), (4, 0, 0), (1, 0, 0), phase=Toss((2, 2, 0), (Hidden(0),) * 3)))
    one = engine.play(TOY, owed, 1, [TOY.parse("GIVE A A")], Seeded(1))
    assert one.told == ()
    both = engine.play(TOY, one.position, 0, [TOY.parse("GIVE B A")], Seeded(1))
    assert [type(told.fact).__name__ for told in both.told] == ["Tossed", "Tossed"]
    assert both.final
    assert counts.unpack(both.position.state.table, 3) == (3, 1, 0)


def test_a_guard_returns_to_where_it_was_sent_from() -> None:
    for phase in (Morning(), Evening()):
        sent = play(position(state((1, 0, 0), (1, 0, 0), edges=1 << 88, phase=phase)), 0, "SEND")
        assert play(sent, 0, "CLEAR 88").state.phase == phase


def test_a_seat_without_cards_passes_inside_the_end_before_it() -> None:
    commit = engine.play(TOY, position(state((1, 0, 0), (0, 0, 0), (1, 0, 0))), 0, [TOY.parse("END")], Seeded(1))
    assert [type(told.fact).__name__ for told in commit.told] == ["Did", "Passed", "Card"]
    assert commit.position.state.turn == 2
    with pytest.raises(IllegalMove) as refused:
        play(commit.position, 1, "DRAW")
    assert refused.value.reason == NotAsked()


def test_the_plan_of_a_blocked_scoring_is_never_told() -> None:
    asked = play(position(state((1, 1, 0), (1, 0, 0), (1, 0, 0))), 0, "SCORE A B")
    commit = engine.play(TOY, asked, 1, [TOY.parse("BLOCK")], Seeded(1))
    assert "paid" not in repr([told.fact for told in commit.told])
    assert "plan" not in repr(asked.state.phase)


def test_nothing_that_holds_a_secret_shows_it() -> None:
    log = Log()
    log.play(log.first, "DRAW")
    line = lines(TOY, log.records)[-1]
    assert repr(line) == "Line(number=1, kind='move', …)"
    assert repr(SeatView()) == "SeatView(…)"


def test_an_option_that_was_not_chosen_has_its_default() -> None:
    bag = TOY.options[0]
    assert Setup(4, (("other", "x"), ("bag", "short"))).chosen(bag) == "short"
    assert Setup(4, (("other", "x"),)).chosen(bag) == "full"


def test_a_number_that_stood_for_two_states_gives_the_first() -> None:
    log = Log()
    log.play(log.first, "DRAW")
    log.play(log.first, "SCORE A")
    asked = log.here.state
    log.play(log.here.open[0].seat, "PASS")
    assert log.here.number == 2
    assert engine.at_number(TOY, log.records, 2) == asked
