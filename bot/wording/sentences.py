"""Facts and reasons that are one sentence each: a table of messages, and how their placeholders are filled.

    _SAID = Sentences(
        {f.SackLaid: Text("{name} lays {sack} at {field}.")},
        {"name": {"seat": name}, "sack": {"coffee": sack}, "field": {"field": field}},
    )

A placeholder is filled from the first of its fields that the value has; one that the table does not name is filled from
the field of its own name, unchanged. A placeholder that nothing fills is found when the table is made.
"""

from collections.abc import Callable, Mapping
from string import Formatter
from typing import Any

from msgspec import Struct

from bot.wording.phrases import Names
from bot.wording.words import Many, Text, Words

Filling = Callable[[Words, Names, Any], object]
"""A field's value in words."""


def plain(_words: Words, _names: Names, value: object) -> object:
    return value


def name(_words: Words, names: Names, seat: int) -> str:
    """Names the player of a seat; by the seat's number if the names are not known."""
    return names[seat] if seat < len(names) else str(seat + 1)


class Sentences:
    def __init__(self, texts: Mapping[type[Any], Text | Many], slots: Mapping[str, Mapping[str, Filling]]) -> None:
        self._texts = {kind: (text, _filled(kind, text, slots)) for kind, text in texts.items()}

    def __contains__(self, value: object) -> bool:
        return type(value) in self._texts

    def say(self, words: Words, value: Struct, names: Names) -> str:
        found = self._texts.get(type(value))
        if found is None:
            raise TypeError(value)
        text, fillings = found
        return words.put(text, **{slot: fill(words, names, getattr(value, field)) for slot, field, fill in fillings})


def _filled(
    kind: type[Any], text: Text | Many, slots: Mapping[str, Mapping[str, Filling]]
) -> tuple[tuple[str, str, Filling], ...]:
    """Returns each placeholder with the field that fills it."""
    found: list[tuple[str, str, Filling]] = []
    for _, slot, _, _ in Formatter().parse(text.text if isinstance(text, Text) else text.more):
        if slot is not None:
            fields = slots.get(slot, {slot: plain})
            field = next((field for field in fields if field in kind.__struct_fields__), None)
            if field is None:
                raise ValueError(f"{kind.__name__}: nothing fills {{{slot}}}")
            found.append((slot, field, fields[field]))
    return tuple(found)
