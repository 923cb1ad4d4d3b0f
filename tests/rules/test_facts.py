"""What is told has an audience."""

import msgspec

from rules import engine
from rules.contract import Memory
from rules.counts import Hidden
from rules.facts import Announced, Told, Whispered, heard
from tests.contract.toy import Toy
from tests.contract.toy_pieces import Dealt, Passed


def test_everybody_hears_what_is_announced_and_one_what_is_whispered() -> None:
    passed, dealt = Passed(1), Dealt(Hidden(3))
    told: tuple[Told, ...] = (Announced(passed), Whispered(0, dealt))
    assert heard(told, 0) == (passed, dealt)
    assert heard(told, 1) == (passed,)
    assert heard(told, None) == (passed,)


def test_a_whisper_does_not_show_what_it_says() -> None:
    assert repr(Whispered(2, Passed(1))) == "Whispered(to=2, …)"


def test_facts_without_an_audience_are_read_as_they_were_kept() -> None:
    facts = (Passed(1), Passed(0))
    assert engine.facts_of(Toy(), msgspec.json.encode(facts).decode()) == facts


def test_a_memory_does_not_show_what_it_holds() -> None:
    assert repr(Memory()) == "Memory(…)"
