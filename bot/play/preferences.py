"""What a person wishes of the bot: pairs among their settings that are there or not."""

from typing import Final

from msgspec.structs import replace

from storage.rows import Person

PREVIEW: Final = ("preview", "on")
"""Typed whole turns are shown before they count."""


def wishing(person: Person, wish: tuple[str, str], *, on: bool | None) -> Person:
    """Returns the person with the wish or without it; None leaves it as it is."""
    if on is None:
        return person
    others = tuple(pair for pair in person.settings if pair[0] != wish[0])
    return replace(person, settings=(*others, wish) if on else others)
