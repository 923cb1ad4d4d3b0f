"""What goes to Discord and comes from it is written and read by msgspec, as discord.py does by orjson where that is.

Whatever msgspec does not take, such as half a letter, goes the way of the standard library.
"""

import json
from typing import Any, Final

import discord
import msgspec

KEPT: Final = ("id", "type", "channel_id", "author", "content", "flags")
"""Of the message that was pressed on."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode


def read(text: str | bytes) -> Any:
    try:
        return _decode(text)
    except (msgspec.DecodeError, UnicodeError):
        return json.loads(text)


def write(value: Any) -> str:
    try:
        return _encode(value).decode()
    except (TypeError, ValueError):
        return json.dumps(value, separators=(",", ":"))


def lean(delivered: dict[str, Any]) -> dict[str, Any]:
    """Returns an interaction without what its message shows: discord.py would make objects of all that.

    It may be a whole board with its buttons, or a panel with its menus and the board that it answers; the bot knows
    both by the message's number.
    """
    message: dict[str, Any] | None = delivered.get("message")
    if message is None:
        return delivered
    return delivered | {"message": {key: message[key] for key in KEPT if key in message}}


def use() -> None:
    """Has discord.py read and write so, if its version has these two functions."""
    for name, function in (("_from_json", read), ("_to_json", write)):
        if hasattr(discord.utils, name):
            setattr(discord.utils, name, function)
