"""What the notations of all games share: words, numbers and the names of cells.

A move is written as words with spaces between. Reading is kind: capitals, commas, arrows and the little words between
do not matter. Writing is canonical.
"""

import re

FILLERS = frozenset({"to", "from", "at", "on", "and", "the", "with", "->", "→", ">", ",", ";"})
LONGEST = 200
"""Nobody types more; what is longer is no move."""

_SPLIT = re.compile(r"\s+|(->|→|>|,|;)")
_CELL = re.compile(r"([A-Z])([1-9][0-9]?)")
_NUMBER = re.compile(r"[0-9]{1,3}")


class NotationError(ValueError):
    """The text is no move. `token` is the word that could not be read, `wanted` what could have stood there."""

    def __init__(self, token: str, wanted: str) -> None:
        super().__init__(f"cannot read {token!r}: wanted {wanted}")
        self.token = token
        self.wanted = wanted


def words(text: str) -> tuple[str, ...]:
    """The words of a notation in capitals, without fillers."""
    if len(text) > LONGEST:
        raise NotationError(text[:20] + "…", "a move")
    # Only ASCII is folded: 'ı' or 'ſ' must not turn into a letter of ours.
    found = [part for part in _SPLIT.split(text) if part]
    return tuple(part.upper() for part in found if part.isascii() and part.lower() not in FILLERS) + _strangers(found)


def _strangers(found: list[str]) -> tuple[str, ...]:
    odd = [part for part in found if not part.isascii() and part not in FILLERS]
    if odd:
        raise NotationError(odd[0][:20], "a move")
    return ()


def number(word: str) -> int:
    """A small whole number."""
    if not _NUMBER.fullmatch(word):
        raise NotationError(word[:20], "a number")
    return int(word)


def cell(word: str) -> tuple[int, int]:
    """`C4` is column 2, row 3."""
    found = _CELL.fullmatch(word)
    if found is None:
        raise NotationError(word[:20], "a field such as C4")
    return ord(found[1]) - ord("A"), int(found[2]) - 1


def cell_name(column: int, row: int) -> str:
    """Column 2, row 3 is `C4`."""
    return f"{chr(ord('A') + column)}{row + 1}"
