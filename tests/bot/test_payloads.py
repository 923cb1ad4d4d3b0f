"""discord.py's JSON, written and read by msgspec: the same values as by the standard library."""

import json
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.discord import payloads

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(VALUES)
def test_what_is_written_reads_the_same_by_the_standard_library_and_the_other_way_round(value: Any):
    assert json.loads(payloads.write(value)) == json.loads(json.dumps(value))
    assert payloads.read(json.dumps(value)) == json.loads(json.dumps(value))


@pytest.mark.parametrize("text", ['"\\ud800"', '{"content": "a\\udfffb"}', "12345678901234567890123456789", "NaN"])
def test_what_msgspec_does_not_take_is_read_too(text: str):
    assert repr(payloads.read(text)) == repr(json.loads(text))


@pytest.mark.parametrize("value", ["\ud800", {"content": "a\udfffb"}, 2**70])
def test_what_msgspec_does_not_take_is_written_too(value: Any):
    assert payloads.write(value) == json.dumps(value, separators=(",", ":"))


def test_discord_py_uses_it():
    payloads.use()
    assert discord.utils._to_json({"a": [1, "ä"]}) == '{"a":[1,"ä"]}'  # pyright: ignore[reportPrivateUsage]
    assert discord.utils._from_json is payloads.read  # pyright: ignore[reportPrivateUsage]


def test_of_the_message_that_was_pressed_on_only_its_marks_are_read():
    """A board with its buttons, and a panel that answers it, are not made objects of."""
    board = {"type": 17, "components": [{"type": 10, "content": "a board", "id": 2}]}
    message = {
        "id": "7", "type": 19, "channel_id": "5", "content": "", "flags": 64, "components": [board], "attachments": [],
        "embeds": [], "message_reference": {"message_id": "6"}, "referenced_message": {"components": [board]},
    }  # fmt: skip
    delivered = {"id": "1", "type": 3, "data": {"custom_id": "b:t:turn"}, "message": message}
    lean = payloads.lean(delivered)
    assert lean == delivered | {"message": {"id": "7", "type": 19, "channel_id": "5", "content": "", "flags": 64}}
    place: Any = SimpleNamespace(guild=None)
    read = discord.Message(state=place, channel=place, data=lean["message"])
    assert (read.id, read.flags.ephemeral, hasattr(read, "components")) == (7, True, False)
    assert message["components"] == [board], "what was delivered stays as it is"
    typed = {"id": "1", "type": 2, "data": {"name": "table"}}
    assert payloads.lean(typed) is typed
