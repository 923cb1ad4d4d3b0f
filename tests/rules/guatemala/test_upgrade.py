"""What version 1 kept goes on under version 2: the position stays, ships go to any harbour as before (GC-12)."""

import msgspec
import pytest
from msgspec.structs import replace

from rules import engine
from rules.chance import Seeded
from rules.contract import CannotUpgrade, Setup
from rules.guatemala.game import RULES
from rules.guatemala.state import Guatemala, Refill, Turn
from tests.contract.registry import GUATEMALA
from tests.golden.released import Released
from tests.rules.guatemala.asking import asked
from tests.rules.guatemala.position import Position as Made
from tests.rules.guatemala.position import after, offered

FIRST = 1


def kept(state: Guatemala) -> str:
    """As version 1 would have kept it: without its last field."""
    return msgspec.json.encode(msgspec.json.decode(msgspec.json.encode(state))[:-1]).decode()


def test_every_released_position_stays_as_it_is_and_its_ships_go_anywhere() -> None:
    states = [bytes(one.state).decode() for one in Released(GUATEMALA).kept(FIRST)]
    assert len(states) > 40
    for text in states:
        state = RULES.upgrade(FIRST, text)
        assert state.anywhere
        assert kept(state) == text
        assert msgspec.json.decode(msgspec.json.encode(state), type=Guatemala) == state


def test_gc_12_a_table_of_version_1_keeps_its_agreement() -> None:
    old = RULES.upgrade(FIRST, kept(Made().line("sK").state))
    assert set(offered(old, "take", "P1")) == {f"harbour{n}" for n in (1, 2, 3, 4)}
    assert RULES.public(old).anywhere
    assert offered(Made().line("sK"), "take", "P1") == {}


def test_gc_26_a_question_that_was_open_stays_open() -> None:
    """Although all seven lie open: the new clause holds from the first move after the checkpoint."""
    begun = engine.begin(RULES, Setup(3), Seeded(1)).position
    at_line = replace(begun, state=asked(3).track("KKKKKK").state, open=())
    position = engine.play(RULES, at_line, 0, [RULES.parse("score P1")], Seeded(0)).position
    old = RULES.upgrade(FIRST, kept(replace(position.state, track=(1,) * 7)))
    commit = engine.checkpoint(RULES, replace(position, state=old), ())
    assert commit.position.open == position.open
    assert [question.seat for question in position.open] == [1, 2]
    settled = after(after(old, "pass", seat=1), "pass", seat=2)
    assert isinstance(settled.phase, Refill)


def test_gc_24_who_was_asked_which_sack_to_lay_is_still_asked_about_the_only_one() -> None:
    old = RULES.upgrade(FIRST, kept(Made().refill("W", "P1", lays=True).stock(0, "B").state))
    assert set(offered(old, "lay")) == {"B"}
    assert after(old, "lay B").phase == Turn(1)


@pytest.mark.parametrize("version", [0, 3])
def test_a_version_that_there_never_was_is_refused(version: int) -> None:
    with pytest.raises(CannotUpgrade, match=f"version {version}"):
        RULES.upgrade(version, kept(Made().state))
