"""A fingerprint of a state's type: any other layout of its fields gives another one; it is the same in every process.

States are written as arrays, so the order of the fields counts as much as their types; their names reveal two that were
swapped. The name of a class and its docstring are no part of the layout; its tag is.
"""

import hashlib
from functools import cache
from typing import Any

from msgspec import inspect


@cache
def fingerprint(kind: type[Any]) -> str:
    """Returns the hash of the names, order and types of all fields, however deep."""
    return hashlib.sha256(layout(kind).encode()).hexdigest()[:16]


def layout(kind: type[Any]) -> str:
    """Returns what the fingerprint is made of, in words: for a failing test and whoever reads it."""
    return _Walk().of(inspect.type_info(kind))


class _Walk:
    """Describes a type. A struct that was met before is given by its number, so that a type may contain itself."""

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
        """Describes a type by msgspec's name and its constraints: ints, texts, tuples of any length, lists, dicts."""
        parts = ((name, getattr(info, name)) for name in info.__struct_fields__)
        told = (
            f"{name}={self.of(part) if isinstance(part, inspect.Type) else part!r}"
            for name, part in parts
            if part is not None
        )
        return f"{type(info).__name__}({', '.join(told)})"


def _sorting(info: inspect.Type) -> str:
    """Returns a key that sorts the members of a union, which have no order of their own."""
    tag = info.tag if isinstance(info, inspect.StructType) else None
    return f"{type(info).__name__} {tag!r}"
