"""A fingerprint of a state's type: another layout of the fields gives another one, in every process the same.

States are written as arrays, so the order of the fields counts as much as their types, and their names tell of two that
were exchanged. What a class is called, and what is written about it, is no layout; its tag is.
"""

import hashlib
from functools import cache
from typing import Any

from msgspec import inspect


@cache
def fingerprint(kind: type[Any]) -> str:
    """Of the names, the order and the types of all fields, however deep."""
    return hashlib.sha256(layout(kind).encode()).hexdigest()[:16]


def layout(kind: type[Any]) -> str:
    """What the fingerprint is made of, in words: for a test that fails, and a person who looks."""
    return _Walk().of(inspect.type_info(kind))


class _Walk:
    """Describes a type; a struct that was met before is named by its number, so that a type may hold itself."""

    def __init__(self) -> None:
        self._met: dict[type[Any], int] = {}

    def of(self, info: inspect.Type) -> str:
        match info:
            case inspect.StructType():
                return self._struct(info)
            case inspect.EnumType(cls=cls):
                return f"enum({', '.join(f'{member.name}={member.value!r}' for member in cls)})"
            case inspect.LiteralType(values=values):
                return f"literal({', '.join(sorted(map(repr, values)))})"
            case inspect.UnionType(types=types):
                return " | ".join(self.of(one) for one in sorted(types, key=_sorting))
            case inspect.TupleType(item_types=items):
                return f"({', '.join(map(self.of, items))})"
            case _:
                return self._plain(info)

    def _struct(self, info: inspect.StructType) -> str:
        met = self._met.get(info.cls)
        if met is not None:
            return f"#{met}"
        self._met[info.cls] = len(self._met)
        fields = (
            f"{field.name}/{field.encode_name}{'' if field.required else '?'}: {self.of(field.type)}"
            for field in info.fields
        )
        form = "array" if info.array_like else "object"
        return f"{form}[{info.tag_field}={info.tag!r}]({', '.join(fields)})"

    def _plain(self, info: inspect.Type) -> str:
        """By msgspec's name for it and whatever limits it: ints, texts, tuples of any length, lists, dicts."""
        parts = ((name, getattr(info, name)) for name in info.__struct_fields__)
        told = (
            f"{name}={self.of(part) if isinstance(part, inspect.Type) else part!r}"
            for name, part in parts
            if part is not None
        )
        return f"{type(info).__name__}({', '.join(told)})"


def _sorting(info: inspect.Type) -> str:
    """The members of a union stand in no order."""
    tag = info.tag if isinstance(info, inspect.StructType) else None
    return f"{type(info).__name__} {tag!r}"
