"""How a new table can be played: every combination of a game's options, in words and as it is typed."""

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from bot.wording.paging import OPTION
from bot.wording.words import clip, folded
from rules.contract import Option, Setup

Said = Callable[[str, str], str]
"""An option's key and value in words."""


def write(options: Sequence[Option], values: Sequence[str]) -> str:
    """birthday=30 regulars=on"""
    return " ".join(f"{option.key}={value}" for option, value in zip(options, values, strict=True))


def read(text: str) -> tuple[tuple[str, str], ...]:
    """Returns keys and values as typed; a word that is no pair has an empty value."""
    pairs = [word.partition("=") for word in text.replace(",", " ").replace(";", " ").split()]
    return tuple((key, value) for key, _, value in pairs)


def combinations(options: Sequence[Option]) -> Iterator[tuple[str, ...]]:
    """Yields every combination of values that matter: the usual one first, then those that differ from it least."""

    def changed(values: tuple[str, ...]) -> int:
        return sum(value != option.default for option, value in zip(options, values, strict=True))

    def is_said(values: tuple[str, ...]) -> bool:
        setup = Setup(0, tuple((option.key, value) for option, value in zip(options, values, strict=True)))
        return all(setup.counts(option) or setup.chosen(option) == option.default for option in options)

    yield from sorted(filter(is_said, product(*(option.values for option in options))), key=changed)


def offered(options: Sequence[Option], said: Said, typed: str) -> list[tuple[str, str]]:
    """Returns the combinations that hold every typed word: in words, and as they are typed."""
    found: list[tuple[str, str]] = []
    for values in combinations(options) if options else ():
        name = " · ".join(said(option.key, value) for option, value in zip(options, values, strict=True))
        text = write(options, values)
        if all(part in folded(f"{name} {text}") for part in folded(typed).split()):
            found.append((clip(name, OPTION), text))
    return found
