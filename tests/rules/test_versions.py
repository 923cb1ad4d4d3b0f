"""Rules that change under running games: lines that stay told, checkpoints, and what never reaches behind them."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rules import counts, engine
from rules.chance import Seeded
from rules.contract import AnyRules, CannotUpgrade, Chance, Open, Position, Prompt, Record, Setup
from rules.engine import Line
from rules.engine.replay import Checkpoint
from tests.contract.newer import Newer, NewerGuatemala, newer
from tests.contract.registry import CASES, GUATEMALA, TOY
from tests.contract.toy import Toy
from tests.contract.toy_pieces import Card, Did, Draw

READERS = (None, 0, 1, 2)


class Lowest:
    """Luck that never makes anybody toss cards."""

    def below(self, _n: int, /) -> int:
        return 0


class Table:
    """A table as a host keeps it: its records, its lines as text, and the position of which it stores the state."""

    def __init__(self, rules: Any, setup: Setup = Setup(3), seed: int = 6) -> None:  # noqa: B008 (frozen)
        self.rules = rules
        self.luck: Chance = Seeded(seed)
        self.records: list[Record] = []
        self.kept: list[str] = []
        self.here: Position[Any] | Any = None
        self.add(engine.begin(rules, setup, self.luck))

    def add(self, commit: engine.Commit[Any]) -> None:
        self.kept.append(msgspec.json.encode(engine.line(self.here, commit)).decode())
        self.records += commit.records
        self.here = commit.position

    def play(self, seat: int, *texts: str) -> None:
        self.add(engine.play(self.rules, self.here, seat, [self.rules.parse(text) for text in texts], self.luck))

    def undo(self, seat: int) -> None:
        self.add(engine.undo(self.rules, self.records, seat))

    def why_not(self, seat: int) -> str:
        with pytest.raises(engine.CannotTakeBack) as refused:
            engine.undo(self.rules, self.records, seat)
        return refused.value.why

    def lines(self) -> list[Line]:
        return [engine.decode_line(self.rules, text) for text in self.kept]

    def log(self, reader: int | None) -> tuple[engine.Entry, ...]:
        return engine.read_log(self.lines(), reader)

    def logs(self) -> list[tuple[engine.Entry, ...]]:
        return [self.log(reader) for reader in READERS]

    def upgrade(self, rules: AnyRules) -> None:
        """As a newer program does it when it first opens the table."""
        state = rules.upgrade(self.rules.version, msgspec.json.encode(self.here.state).decode())
        self.rules = rules
        self.checkpoint(replace(self.here, state=state))

    def checkpoint(self, position: Position[Any] | None = None) -> None:
        self.add(engine.checkpoint(self.rules, position or self.here, self.lines()))


def first_toy(seats: int = 3) -> tuple[Table, int]:
    table = Table(TOY.rules, Setup(seats))
    table.luck = Lowest()
    return table, table.here.state.turn


def scoring() -> tuple[Table, list[int]]:
    """Somebody scores, and the others are asked in secret."""
    table, first = first_toy()
    table.play(first, "DRAW")
    table.play(first, "SCORE A")
    return table, [question.seat for question in table.here.open]


def blockade(*, answered: bool = False) -> tuple[Table, list[int]]:
    """A black sack has just been scored in Guatemala, and two opponents are asked in secret."""
    table = Table(GUATEMALA.rules, Setup(3, (("side", "fixed"),)), seed=2)
    puts = table.here.state.phase.seat
    table.play(puts, "buyer 1")
    table.play((puts + 1) % 3, "step 2", "score S1")
    seats = [question.seat for question in table.here.open if question.sealed]
    if answered:
        table.play(seats[0], "pass")
    return table, seats


# ── lines ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_lines_kept_with_the_commits_are_the_log_of_a_replay() -> None:
    table, first = first_toy()
    table.play(first, "DRAW")
    table.play(first, "END")
    table.undo(first)
    table.play(first, "END")
    table.add(engine.resign(TOY.rules, table.here, first, table.luck))
    for reader in READERS:
        assert table.log(reader) == engine.history(TOY.rules, table.records, reader)
    assert [entry.undone for entry in table.log(None)] == [False, False, True, False, False, False]


def test_an_excerpt_of_the_log_may_begin_behind_what_was_taken_back() -> None:
    table, first = first_toy()
    table.play(first, "DRAW")
    table.play(first, "END")
    table.undo(first)
    table.play(first, "END")
    assert [entry.undone for entry in engine.read_log(table.lines()[3:], None)] == [False, False]


class Elsewhere(Toy):
    """Rules to come that no longer know the fact of a card."""

    fact_type: Any = Did


def test_a_fact_that_cannot_be_read_any_more_leaves_its_line_in_the_log() -> None:
    table, first = first_toy()
    table.play(first, "DRAW")
    table.play(first, "END")
    wanted = [(entry.number, entry.kind, entry.seat) for entry in table.log(None)]
    lines = [engine.decode_line(Elsewhere(), text) for text in table.kept]
    entries = engine.read_log(lines, None)
    assert [(entry.number, entry.kind, entry.seat) for entry in entries] == wanted
    assert [len(entry.facts) for entry in entries] == [0, 0, 1]
    assert engine.read_log(lines, first)[1].facts == (), "what was whispered is gone too, and told to nobody else"


def test_an_unreadable_fact_that_was_told_in_secret_leaves_nothing() -> None:
    secret = Line(3, False, "move", 1, False, ({"type": "whispered", "to": 1, "fact": {"type": "gone"}},))
    text = msgspec.json.encode(secret).decode()
    assert engine.read_log([engine.decode_line(TOY.rules, text)], 1) == ()


def test_a_checkpoint_keeps_its_past_also_where_a_fact_cannot_be_read_any_more() -> None:
    table, first = first_toy()
    table.play(first, "DRAW")
    table.checkpoint()
    assert any(isinstance(fact, Card) for entry in table.log(first) for fact in entry.facts)
    entries = engine.history(Elsewhere(), table.records, first)
    assert [(entry.number, entry.kind, entry.facts) for entry in entries] == [(0, "begin", ()), (1, "move", ())]


def test_a_line_is_never_shown_whole() -> None:
    table, first = first_toy()
    table.play(first, "DRAW")
    assert repr(table.lines()[-1]) == "Line(number=1, kind='move', …)"


def test_when_a_record_was_stored_changes_nothing() -> None:
    table, first = first_toy()
    table.play(first, "DRAW")
    table.play(first, "END")
    stored = [replace(record, at=1_700_000_000_000 + record.version) for record in table.records]
    assert all(record.at == 0 for record in table.records)
    assert engine.replay(TOY.rules, stored) == table.here
    assert engine.history(TOY.rules, stored, first) == table.log(first)
    assert engine.undo(TOY.rules, stored, first) == engine.undo(TOY.rules, table.records, first)
    assert repr(stored[1]) == repr(table.records[1])


# ── checkpoints ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_checkpoint_is_made_of_the_position_in_hand_and_tells_nobody_anything() -> None:
    table, first = first_toy()
    table.play(first, "DRAW")
    logs, before = table.logs(), table.here
    changed = replace(before, state=replace(before.state, points=(5, 0, 0)))
    table.checkpoint(changed)
    assert table.here == replace(changed, version=before.version + 1)
    assert engine.replay(TOY.rules, table.records) == table.here
    assert table.logs() == logs
    assert [engine.history(TOY.rules, table.records, reader) for reader in READERS] == logs
    kept = msgspec.json.decode(table.records[-1].text)
    assert (kept["rules_version"], len(kept["past"])) == (1, 2)


def test_a_sealed_question_goes_on_across_a_checkpoint_with_its_identity_and_its_answers() -> None:
    table, (one, two) = scoring()
    table.play(two, "PASS")
    asked = table.here.open
    table.checkpoint()
    assert table.here.open == asked
    assert engine.is_open(table.here, one, asked[0].since)
    assert [(question.seat, question.required) for question in table.here.open] == [(one, True), (two, False)]
    table.play(two, "PASS")  # an answer may still be changed
    assert table.here.open == asked
    table.play(one, "PASS")
    assert not any(question.sealed for question in table.here.open)
    assert engine.replay(TOY.rules, table.records) == table.here


def test_a_blockade_goes_on_across_a_checkpoint_with_its_identity_and_its_answers() -> None:
    table, (one, two) = blockade(answered=True)
    asked = table.here.open
    table.checkpoint()
    assert table.here.open == asked
    assert [(question.seat, question.required) for question in table.here.open] == [(one, False), (two, True)]
    table.play(two, "pass")
    assert not any(question.sealed for question in table.here.open)
    assert engine.replay(GUATEMALA.rules, table.records) == table.here


def test_nothing_before_a_checkpoint_is_taken_back_and_what_comes_after_it_is() -> None:
    table, first = first_toy()
    table.play(first, "DRAW")
    table.play(first, "END")
    table.checkpoint()
    assert {table.why_not(seat) for seat in range(3)} == {"nothing"}
    second = table.here.state.turn
    table.play(second, "DRAW")
    table.play(second, "END")
    table.undo(second)
    assert table.here.state.turn == second
    undone = [entry.number for entry in table.log(None) if entry.undone]
    assert undone == [4]
    with pytest.raises(engine.BrokenRecordError, match="cannot be taken back"):
        engine.replay(TOY.rules, [*table.records[:4], Record(table.records[3].version + 1, 0, "undo", first, "")])


def test_why_something_stands_at_a_checkpoint_tells_nobody_who_has_answered() -> None:
    for table, seats in (scoring(), blockade()):
        text = "PASS" if table.rules.key == "toy" else "pass"
        table.checkpoint()
        assert {table.why_not(seat) for seat in range(3)} == {"asked"}
        table.play(seats[1], text)
        assert {table.why_not(seat) for seat in range(3)} == {"asked"}
    for table, seats in (scoring(), blockade()):
        text = "PASS" if table.rules.key == "toy" else "pass"
        table.play(seats[1], text)
        table.checkpoint()
        assert {table.why_not(seat) for seat in range(3)} == {"asked"}


def test_why_something_stands_behind_a_checkpoint_tells_nobody_what_was_said_in_private_before_or_after_it() -> None:
    reasons: list[list[str]] = []
    for before, after in ((False, False), (True, False), (False, True)):
        table, first = first_toy(seats=4)
        table.play(first, "DRAW")
        held = counts.pieces(table.here.state.hands[first].packed)[0]
        table.play(first, f"OFFER {'ABC'[held]} {'ABC'[held - 1]}")
        other = (first + 2) % 4
        if before:
            table.play(other, "DECLINE 1")
        table.checkpoint()
        if after:
            table.play(other, "DECLINE 1")
        reasons.append([table.why_not(seat) for seat in range(4) if seat not in (first, other)])
    assert reasons == [["nothing", "nothing"]] * 3


def test_a_board_before_a_checkpoint_is_told_from_one_that_never_was() -> None:
    table, first = first_toy()
    table.play(first, "DRAW")
    table.play(first, "END")
    table.checkpoint()
    for number in (0, 1):
        with pytest.raises(engine.BeforeCheckpoint) as refused:
            engine.at_number(TOY.rules, table.records, number)
        assert (refused.value.number, refused.value.first) == (number, 2)
    assert engine.at_number(TOY.rules, table.records, 2) == table.here.state
    assert engine.at_number(TOY.rules, table.records, 3) is None
    assert engine.at_number(TOY.rules, table.records, -1) is None
    assert engine.at_number(TOY.rules, table.records[:-1], 0) is not None


def test_a_checkpoint_asks_nobody_in_a_game_that_was_given_up() -> None:
    table, _ = scoring()
    table.checkpoint(replace(table.here, open=()))
    assert table.here.open == ()


class AsksOtherwise(Newer):
    """Nobody is asked about a blockade any more, and whoever scores is asked something new."""

    def prompts(self, state: Any, /) -> tuple[Prompt, ...]:
        prompts: tuple[Prompt, ...] = self.game.prompts(state)
        if all(prompt.topic == "blockade" for prompt in prompts):
            return (Prompt(state.turn, "toll"), *(prompt for prompt in prompts if prompt.seat == 0))
        return prompts


def test_what_newer_rules_no_longer_ask_is_closed_and_what_they_ask_besides_is_asked_anew() -> None:
    table, seats = scoring()
    before = {question.seat: question for question in table.here.open}
    scorer = next(seat for seat in range(3) if seat not in seats)
    table.upgrade(newer(TOY, AsksOtherwise).rules)
    new, *same = table.here.open
    assert new == Open(scorer, "toll", 0, table.here.number * 1000, required=True, rest=False, sealed=False)
    assert same == [question for seat, question in before.items() if seat == 0]
    assert engine.replay(table.rules, table.records) == table.here


# ── versions ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("rules", [case.rules for case in CASES], ids=[case.name for case in CASES])
def test_a_game_upgrades_no_version_that_is_not_an_older_one_of_it_and_says_why(rules: AnyRules) -> None:
    for version in (0, rules.version + 1):
        with pytest.raises(CannotUpgrade) as refused:
            rules.upgrade(version, "[]")
        assert refused.value.why == f"version {version} of its rules is not one that this program knows"


def test_a_game_goes_on_where_it_stood_when_its_rules_get_another_layout() -> None:
    table, (_, two) = blockade(answered=True)
    logs, asked, money = table.logs(), table.here.open, table.here.state.money
    number = table.here.number
    table.upgrade(newer(GUATEMALA).rules)
    assert isinstance(table.here.state, NewerGuatemala)
    assert table.here.state.begun_in == GUATEMALA.rules.version
    assert (table.here.open, table.here.state.money, table.here.number) == (asked, money, number)
    assert table.logs() == logs
    assert {table.why_not(seat) for seat in range(3)} == {"asked"}
    with pytest.raises(engine.BeforeCheckpoint):
        engine.at_number(table.rules, table.records, number - 1)
    table.play(two, "pass")
    assert engine.replay(table.rules, table.records) == table.here
    assert [engine.history(table.rules, table.records, reader) for reader in READERS] == table.logs()
    assert table.log(None)[: len(logs[0])] == logs[0]
    assert len(table.log(None)) == len(logs[0]) + 1


class Dearer(Newer):
    """Whoever draws pays a point for it."""

    def apply(self, state: Any, *rest: Any) -> Any:
        step = self.game.apply(state, *rest)
        if not isinstance(rest[1], Draw):
            return step
        points = tuple(has - (seat == rest[0]) for seat, has in enumerate(step.state.points))
        return replace(step, state=replace(step.state, points=points))


def test_a_price_that_rises_does_not_change_what_was_paid_before() -> None:
    table, first = first_toy()
    for number in range(2):
        table.play((first + number) % 3, "DRAW")
        table.play((first + number) % 3, "END")
    assert table.here.state.points == (0, 0, 0)
    again = newer(TOY, Dearer).rules
    assert engine.replay(again, table.records).state.points != (0, 0, 0), "what a replay would have made of it"
    table.upgrade(again)
    assert table.here.state.points == (0, 0, 0)
    third = (first + 2) % 3
    table.play(third, "DRAW")
    assert table.here.state.points[third] == -1, "the new price holds from the first move on"
    assert engine.replay(again, table.records) == table.here
    table.play(third, "END")
    table.undo(third)
    assert engine.replay(again, table.records) == table.here


def test_a_checkpoint_of_another_version_is_not_read() -> None:
    table, _ = scoring()
    table.checkpoint()
    again = newer(TOY).rules
    before = list(table.records)
    table.upgrade(again)
    for rules, records in ((again, before), (TOY.rules, table.records)):
        with pytest.raises(engine.BrokenRecordError, match="kept by version"):
            engine.replay(rules, records)


def test_a_checkpoint_that_names_no_version_is_of_the_first() -> None:
    table, _ = scoring()
    text = msgspec.json.encode(Checkpoint(table.here, ())).decode()
    record = Record(table.here.version, 0, "checkpoint", -1, text)
    assert engine.replay(TOY.rules, [record]) == table.here


def test_a_game_that_cannot_go_on_is_refused_with_its_reason_and_nothing_has_changed() -> None:
    class Refuses(Newer):
        def upgrade(self, version: int, state: str, /) -> Any:
            raise CannotUpgrade("the bag is counted otherwise")

    table, _ = scoring()
    records = list(table.records)
    with pytest.raises(CannotUpgrade, match="the bag is counted otherwise"):
        table.upgrade(newer(TOY, Refuses).rules)
    assert table.records == records
