"""States that version 1 kept are brought over as they were."""

import msgspec
import pytest

from rules.catan.game import RULES
from rules.catan.state import Catan
from rules.contract import CannotUpgrade
from tests.rules.catan.position import after, drawn
from tests.rules.catan.test_offers import opened, table


def kept_by_the_first_version(state: Catan) -> str:
    """It knew no proposals, and an offer did not say whose it was."""
    fields = msgspec.json.decode(msgspec.json.encode(state))
    del fields[Catan.__struct_fields__.index("proposals")]
    offer = fields[Catan.__struct_fields__.index("offer")]
    if offer is not None:
        del offer[-1]
    return msgspec.json.encode(fields).decode()


def test_a_running_game_keeps_its_position_and_its_open_offer() -> None:
    for state in (table().state, opened(), after(opened(), "counter 1 ore1 for wool3", seat=1)):
        assert RULES.upgrade(1, kept_by_the_first_version(state)) == state
    theirs = after(table().before_the_roll(), "roll", "offer wool1 for ore1", chance=drawn(0))
    assert RULES.upgrade(1, kept_by_the_first_version(theirs)) == theirs


@pytest.mark.parametrize("version", [0, 3])
def test_a_version_that_is_not_known_is_refused(version: int) -> None:
    with pytest.raises(CannotUpgrade):
        RULES.upgrade(version, kept_by_the_first_version(table().state))
