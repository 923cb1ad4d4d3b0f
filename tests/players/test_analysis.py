"""An analysis adds up, tells luck from choice by the mean over what could have come, and finds a planted blunder."""

from collections.abc import Sequence
from typing import Any

import pytest

from players import ESTIMATORS
from players.analysis import choices, closed, whole
from players.analysis.closed import Shown
from players.analysis.form import Analysis, shares
from players.chances import chances
from players.outcomes import Scripted
from rules import engine
from rules.cafe.moves import Bar
from rules.chance import Seeded
from rules.contract import Record, Setup
from rules.engine.commits import MOVE
from rules.engine.replay import Moment, walk
from rules.facts import heard
from tests.bot.played import PLAYED, game_of
from tests.contract.cases import Case

ALL = pytest.mark.parametrize("case", PLAYED, ids=[case.name for case in PLAYED])
CAFE, CATAN = (next(case for case in PLAYED if case.name == name) for name in ("cafe", "catan"))
SOME = 70


def records_of(case: Case, seats: int, seed: int, most: int | None = None) -> list[Record]:
    game = game_of(case, seats, seed)
    commits = [game.beginning, *(ply.commit for ply in game.plies[:most])]
    return [record for commit in commits for record in commit.records]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Little thinking is enough."""
    for name, value in {"FIRST_LOOKS": 4_000, "FIRST_LOOK": (40, 60), "SECOND_LOOKS": 2, "SECOND_STEPS": 400}.items():
        monkeypatch.setattr(whole, name, value)


def standing(case: Case, records: Sequence[Record]) -> list[Moment[Any]]:
    return whole._standing(list(walk(case.rules, records)))


# ── luck and choice ──


@ALL
def test_luck_and_choice_lead_from_the_beginning_to_the_end(case: Case) -> None:
    """With resignations, answers in secret and what was taken back among the moves."""
    of = ESTIMATORS[case.rules.key]
    moments = standing(case, records_of(case, max(case.rules.seats), 8, 2 * SOME))
    ledger = whole.Ledger(of, max(case.rules.seats))
    for moment in moments:
        ledger.enter(moment)
    start, end = chances(of, moments[0].after.state), chances(of, moments[-1].after.state)
    for seat, (first, last) in enumerate(zip(start, end, strict=True)):
        assert first + ledger.luck[seat] + ledger.choice[seat] == pytest.approx(last, abs=1e-9)
    assert sum(ledger.luck) == pytest.approx(0, abs=1e-9)
    numbers = [point.number for point in ledger.curve]
    assert numbers == sorted(set(numbers))
    assert all(sum(point.chances) == 1000 for point in ledger.curve)


def test_the_luck_of_dice_is_what_came_less_the_mean_over_all_thirty_six() -> None:
    of, rules = ESTIMATORS["catan"], CATAN.rules
    seen = 0
    for moment in standing(CATAN, records_of(CATAN, 3, 2, 200)):
        (first, *more) = moment.records
        if moment.before is None or more or first.text != "roll" or len(first.luck) != 1:
            continue
        ledger = whole.Ledger(of, 3)
        ledger.now = chances(of, moment.before.state)
        ledger.enter(moment)
        means = [0.0] * 3
        for dice in range(36):
            after = rules.apply(moment.before.state, first.seat, rules.parse("roll"), Scripted([dice])).state
            means = [mean + chance / 36 for mean, chance in zip(means, chances(of, after), strict=True)]
        came = chances(of, moment.after.state)
        wanted = [now - mean for now, mean in zip(came, means, strict=True)]
        assert ledger.luck == pytest.approx(wanted, abs=1e-9)
        seen += 1
        if seen == 4:
            return
    pytest.fail("no dice were rolled")


def test_shares_add_up_to_a_whole_however_they_are_rounded() -> None:
    assert shares((1 / 3, 1 / 3, 1 / 3)) == (334, 333, 333)
    assert shares((0.0005, 0.0005, 0.999)) == (1, 0, 999)
    assert shares((0.5, 0.5, 0.0)) == (500, 500, 0)


# ── choices ──


@ALL
def test_a_choice_is_what_a_seat_knew_and_did_in_one_go(case: Case) -> None:
    rules = case.rules
    moments = standing(case, records_of(case, max(rules.seats), 8, 2 * SOME))
    found = choices.choices(rules, moments)
    assert found
    made = [record for moment in moments for record in moment.records if record.kind == MOVE]
    texts = [(choice.sight.seat, rules.write(move)) for choice in found for move in choice.played]
    every = iter([(record.seat, record.text) for record in made])
    assert all(one in every for one in texts), "in the order in which they were played, each once"
    for choice in found:
        assert choice.first <= choice.number
        assert choice.prompt.seat == choice.sight.seat
        before = next(m.before for m in moments if m.before and m.after.number >= choice.first and m.before.open)
        assert before is not None


# ── what was better ──


def blundered(board: int, number: int) -> list[Record]:
    """A café in which everybody takes what brings most, but for one who goes to the bar with move `number`."""
    rules, luck = CAFE.rules, Seeded(7)
    begun = engine.begin(rules, Setup(2), Seeded(board))
    records, position = list(begun.records), begun.position
    while rules.outcome(position.state) is None and position.number < number + 2:
        seat = position.open[0].seat
        ranked = rules.best(position.state, seat, 1000)
        move = ranked[0][0] if ranked else rules.moves(position.state, seat)[0]
        if position.number + 1 == number:
            move = next(one for one in rules.moves(position.state, seat) if isinstance(one, Bar))
        commit = engine.play(rules, position, seat, (move,), luck)
        records, position = [*records, *commit.records], commit.position
    return records


def test_a_planted_blunder_is_the_greatest_turning_point(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole, "FIRST_LOOK", (200, 400))
    monkeypatch.setattr(whole, "SECOND_STEPS", 4_000)
    number = 46
    records = blundered(7, number)
    said: list[int] = []
    found = whole.analysed(ESTIMATORS["cafe"], records, said.append)
    worst = max(found.turning, key=lambda one: one.amount)
    assert worst.last == number
    assert worst.played[0].startswith("bar ")
    assert worst.better[0].startswith("seat ")
    assert worst.amount >= 50
    assert said == sorted(said)
    assert said[0] >= 10
    assert found.turning == tuple(sorted(found.turning, key=lambda one: one.first))
    assert all(one.amount >= whole.LEAST for one in found.turning)
    assert len(found.turning) <= whole.MOST


def test_it_says_the_same_twice() -> None:
    records = records_of(CAFE, 3, 1, 14)
    one, other = (whole.analysed(ESTIMATORS["cafe"], records, lambda _: None) for _ in range(2))
    assert one == other
    assert isinstance(one, Analysis)


# ── where hands stay closed ──


def shown_of(case: Case, seats: int, seed: int, most: int) -> list[Shown]:
    moments = [
        moment
        for moment in standing(case, records_of(case, seats, seed, most))
        if moment.before is None or moment.after.number != moment.before.number
    ]
    return [Shown(m.after.number, case.rules.public(m.after.state), heard(m.told, None)) for m in moments]


@ALL
def test_closed_hands_give_a_curve_and_the_moves_by_which_most_changed(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(closed, "WORLDS", 2)
    shown = shown_of(case, max(case.rules.seats), 8, SOME)
    found = closed.analysed(ESTIMATORS[case.rules.key], shown, lambda _: None)
    assert [point.number for point in found.curve] == [one.number for one in shown]
    assert not found.whole
    assert found.luck == found.choice == found.drawn == ()
    assert all(not one.played and not one.better for one in found.turning)
    by_number = {point.number: place for place, point in enumerate(found.curve)}
    for one in found.turning:
        place = by_number[one.last]
        change = found.curve[place].chances[one.seat] - found.curve[place - 1].chances[one.seat]
        assert change == pytest.approx(one.amount, abs=2)
