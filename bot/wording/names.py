"""Names of people, made safe for a message: no markup, no mention, no tricks with letters."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from bot.wording.words import Words
from storage.rows import SeatRow

LONGEST: Final = 24
NAMELESS: Final = "?"

HOUSE_SIGN: Final = "🏠"
"""After the name of a house player on a picture."""
_BEFORE_HOUSE: Final = "\N{NO-BREAK SPACE}"
"""Between the name of a house player and the word for the house; no person's name holds it."""

_MARKUP = re.compile(r"[\\*_`~|>#\[\]()<:@-]")
_MARKS_IN_A_ROW: Final = 2
_BLANK: Final = frozenset(
    "\N{COMBINING GRAPHEME JOINER}\N{HANGUL CHOSEONG FILLER}\N{HANGUL JUNGSEONG FILLER}\N{KHMER VOWEL INHERENT AQ}"
    "\N{KHMER VOWEL INHERENT AA}\N{BRAILLE PATTERN BLANK}\N{HANGUL FILLER}\N{HALFWIDTH HANGUL FILLER}"
    "\N{MUSICAL SYMBOL NULL NOTEHEAD}"
)
"""What Unicode counts as a letter, a mark or a sign although nothing of it is seen."""
_ESCAPED = re.compile(rf"\\({_MARKUP.pattern}|(?=…))")
"""An escaped sign, or a backslash whose sign was cut off."""


def plain(text: str) -> str:
    """Undoes the escaping where Discord renders no markup: buttons, menus, alt texts, suggestions, titles."""
    return _ESCAPED.sub(lambda found: found[1], text)


def of_house(name: str, house: str) -> str:
    """Names a house player, with the word for the house in the reader's language."""
    return f"{name}{_BEFORE_HOUSE}({house})"


def painted(name: str) -> str:
    """Returns a name as it stands on a picture: without escapes, and with a sign for the word for the house."""
    given, house, _ = plain(name).partition(_BEFORE_HOUSE)
    return f"{given} {HOUSE_SIGN}" if house else given


def clean_name(text: str) -> str:
    """Returns at most 24 letters in NFC, not all blank: no controls, directions, stacked accents; markup escaped."""
    kept: list[str] = []
    marks, seen = 0, False
    for sign in unicodedata.normalize("NFC", text):
        kind = "Zs" if sign in _BLANK else unicodedata.category(sign)
        if kind.startswith("M"):
            marks += 1
            if marks > _MARKS_IN_A_ROW:
                continue
        elif kind in ("Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"):
            continue
        else:
            marks = 0
        seen |= kind[0] not in "MZ"
        kept.append(" " if kind == "Zs" else sign)
    whole = " ".join("".join(kept).split())[:LONGEST].strip()
    return _MARKUP.sub(r"\\\g<0>", whole) if seen else NAMELESS


def called(words: Words, seats: Sequence[SeatRow]) -> tuple[str, ...]:
    """Names who sits at a table, by seat, in the reader's language: for whom the house plays is said."""
    house = words.say("house")
    rows = sorted(seats, key=lambda row: row.seat)
    return tuple(of_house(row.name, house) if row.house else row.name for row in rows)
