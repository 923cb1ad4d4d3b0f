"""What is told has an audience."""

from rules.counts import Hidden
from rules.facts import Announced, Told, Whispered, heard
from tests.contract.toy_pieces import Dealt, Passed


def test_everybody_hears_what_is_announced_and_one_what_is_whispered() -> None:
    passed, dealt = Passed(1), Dealt(Hidden(3))
    told: tuple[Told, ...] = (Announced(passed), Whispered(0, dealt))
    assert heard(told, 0) == (passed, dealt)
    assert heard(told, 1) == (passed,)
    assert heard(told, None) == (passed,)


def test_a_whisper_does_not_show_what_it_says() -> None:
    assert repr(Whispered(2, Passed(1))) == "Whispered(to=2, …)"
