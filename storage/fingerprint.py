"""A fingerprint of a state's type: another layout of the fields gives another one, in every process the same."""

import hashlib
from functools import cache
from typing import Any

import msgspec


@cache
def fingerprint(kind: type[Any]) -> str:
    """Of the names, the order and the types of all fields, however deep."""
    _, schemas = msgspec.json.schema_components([kind])
    text = msgspec.json.encode(_without_words(schemas), order="deterministic")
    return hashlib.sha256(text).hexdigest()[:16]


def _without_words(schema: Any) -> Any:
    """A docstring is no layout."""
    if isinstance(schema, dict):
        return {key: _without_words(value) for key, value in schema.items() if key not in ("description", "title")}
    if isinstance(schema, list | tuple):
        return [_without_words(item) for item in schema]
    return schema
