"""What goes to Discord and comes from it is written and read by msgspec, as discord.py does by orjson where that is.

Whatever msgspec does not take, such as half a letter, goes the way of the standard library.
"""

import json
from typing import Any

import discord
import msgspec

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


def use() -> None:
    """Has discord.py read and write so, if its version has these two functions."""
    for name, function in (("_from_json", read), ("_to_json", write)):
        if hasattr(discord.utils, name):
            setattr(discord.utils, name, function)
