"""What a person wishes of the bot: pairs among their settings that are there or not."""

from typing import Final

from msgspec.structs import replace

from storage.rows import Person

PREVIEW: Final = ("preview", "on")
"""Typed whole turns are shown before they count."""
MOTION: Final = ("motion", "on")
"""Who opens their panel sees the last move as a short film."""
ASKED: Final = ("begin", "asked")
"""A turn that can begin in one way only waits until they begin it."""
PASSES: Final = ("pass", "itself")
"""A turn in which nothing is possible ends by itself: the one thing by itself that tells something of a hand."""
QUIET: Final = ("quiet", "on")
"""What others offer pings them no more."""


def wishing(person: Person, wish: tuple[str, str], *, on: bool | None) -> Person:
    """Returns the person with the wish or without it; None leaves it as it is."""
    if on is None:
        return person
    others = tuple(pair for pair in person.settings if pair[0] != wish[0])
    return replace(person, settings=(*others, wish) if on else others)
