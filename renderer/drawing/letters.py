"""What a reader takes for one letter, and names cut by such letters. Plain text, no fonts."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Final

LONGEST: Final = 14
ELLIPSIS: Final = "…"
MARKS: Final = 2
"""No more accents are stacked on one letter."""
_JOINER, _EMOJI, _TEXT = "\u200d", "\ufe0f", "\ufe0e"
_DROPPED: Final = ("Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp")


def letters(text: str) -> tuple[str, ...]:
    """The letters of a text, each with its marks; flags, families and skin tones are one letter each."""
    found: list[str] = []
    for sign in _kept(unicodedata.normalize("NFC", text)):
        if found and _joins(found[-1], sign):
            if not _is_mark(sign) or sum(map(_is_mark, found[-1])) < MARKS:
                found[-1] += sign
        elif not _is_mark(sign):
            found.append(sign)
    return tuple(found)


def _kept(text: str) -> Iterator[str]:
    """Without controls, directions and what is no letter at all; any space is a plain one."""
    for sign in text:
        kind = unicodedata.category(sign)
        if sign == _JOINER or kind not in _DROPPED:
            yield " " if kind == "Zs" else sign


def _is_mark(sign: str) -> bool:
    return unicodedata.category(sign)[0] == "M" and sign not in (_EMOJI, _TEXT)


def _joins(before: str, sign: str) -> bool:
    if unicodedata.category(sign)[0] == "M" or sign == _JOINER or "\U0001f3fb" <= sign <= "\U0001f3ff":
        return True
    flag = len(before) == 1 and "\U0001f1e6" <= before <= "\U0001f1ff" and "\U0001f1e6" <= sign <= "\U0001f1ff"
    return flag or before[-1] == _JOINER


def cut(text: str, longest: int = LONGEST) -> str:
    """A text of at most so many letters, the last of which then is an ellipsis."""
    found = letters(" ".join(text.split()))
    if len(found) <= longest:
        return "".join(found)
    return "".join(found[: longest - 1]).rstrip() + ELLIPSIS


def shorter(text: str) -> str:
    """A name with one letter less before its ellipsis."""
    found = letters(text.removesuffix(ELLIPSIS))
    return "".join(found[:-1]).rstrip() + ELLIPSIS if len(found) > 1 else ELLIPSIS


def is_leftward(text: str) -> bool:
    """Is it read from right to left? Its first letter with a direction decides."""
    for sign in text:
        direction = unicodedata.bidirectional(sign)
        if direction in ("L", "R", "AL"):
            return direction != "L"
    return False
