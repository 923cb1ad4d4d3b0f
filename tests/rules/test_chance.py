"""Luck goes through one door, is written down, and fed back exactly."""

from collections import Counter

import pytest

from rules import counts
from rules.chance import Foreseen, LuckMismatchError, LuckWanted, Recorded, Recorder, Seeded, d6, draw, pick, shuffle


def test_seeded_luck_is_the_same_on_every_machine() -> None:
    luck = Seeded(7)
    assert [luck.below(100) for _ in range(8)] == [38, 1, 90, 58, 45, 24, 46, 32]


def test_seeded_luck_is_even() -> None:
    luck = Seeded(1)
    found = Counter(luck.below(6) for _ in range(6000))
    assert set(found) == set(range(6))
    assert all(880 < times < 1120 for times in found.values())


def test_a_recorder_notes_what_it_passes_on_and_a_record_feeds_it_back() -> None:
    recorder = Recorder(Seeded(3))
    drawn = [recorder.below(n) for n in (6, 30, 2)]
    assert recorder.drawn == tuple(drawn)
    recorded = Recorded(tuple(drawn))
    assert [recorded.below(n) for n in (6, 30, 2)] == drawn
    recorded.close()


def test_too_little_too_much_and_impossible_luck_is_refused() -> None:
    with pytest.raises(LuckMismatchError, match="less"):
        Recorded(()).below(6)
    with pytest.raises(LuckMismatchError, match="more"):
        Recorded((1,)).close()
    for value in (-1, 6):
        with pytest.raises(LuckMismatchError, match="range"):
            Recorded((value,)).below(6)


def test_what_holds_luck_does_not_show_it() -> None:
    recorder = Recorder(Seeded(3))
    recorder.below(50)
    assert repr(recorder) == "Recorder(1 drawn)"
    assert repr(Recorded((41, 42))) == "Recorded(0 of 2)"


def test_a_draft_foresees_nothing() -> None:
    with pytest.raises(LuckWanted):
        Foreseen().below(6)


def test_dice_picks_draws_and_shuffles_are_luck_over_sequences() -> None:
    luck = Seeded(11)
    assert {d6(luck) for _ in range(200)} == {1, 2, 3, 4, 5, 6}
    assert {pick(luck, "abc") for _ in range(100)} == set("abc")
    bag, drawn = counts.pack((2, 0, 1)), []
    while bag:
        kind, bag = draw(luck, bag)
        drawn.append(kind)
    assert sorted(drawn) == [0, 0, 2]
    orders = {shuffle(luck, (1, 2, 3)) for _ in range(200)}
    assert len(orders) == 6
    assert shuffle(luck, ()) == ()
