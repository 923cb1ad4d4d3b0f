"""Fitting sentences and lines into what Discord takes."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.wording.words import ELLIPSIS, clip, fits, size

MESSAGE: Final = 2000
PAGE: Final = 1900
ALT: Final = 1024
OPTION: Final = 100
BUTTON: Final = 80
TITLE: Final = 45


def fit(sentences: Iterable[str], most: int = ALT) -> str:
    """Returns as many whole sentences as fit, in order."""
    text = ""
    for sentence in sentences:
        longer = f"{text} {sentence}" if text else sentence
        if not fits(longer, most):
            return text or clip(sentence, most)
        text = longer
    return text


def newest(lines: Sequence[str], most: int = PAGE) -> str:
    """Returns as many of the last lines as fit; an ellipsis stands for those before."""
    kept: list[str] = []
    room = most - 2
    for line in reversed(lines):
        room -= size(line) + 1
        if room < 0 and kept:
            return "\n".join([ELLIPSIS, *reversed(kept)])
        kept.append(clip(line, most))
    return "\n".join(reversed(kept))


def pages(sections: Sequence[Sequence[str]], most: int = PAGE) -> list[str]:
    """Puts lines on pages; a section that fits stays on one page, and its first line is its heading."""
    found: list[str] = []
    page = ""
    for section in sections:
        whole = "\n".join(section)
        if page and size(page) + 2 + size(whole) > most:
            found.append(page)
            page = ""
        for number, line in enumerate(section):
            gap = "" if not page else "\n" if number else "\n\n"
            if page and size(page) + len(gap) + size(line) > most:
                found.append(page)
                page, gap = "", ""
            page += gap + clip(line, most)
    return [*found, page] if page else found
