"""Short chapters of the rules and of how a table is played, for /table help: one file a language in a game's folder,
and one for all games, on the house that plays too and on leaving a table.
"""

from functools import cache
from importlib import resources
from typing import Final

from bot.wording.words import ENGLISH, Text, words_in

FOLDER: Final = "chapters"
SHARED: Final = "bot.wording"
"""The package of what is about all games: how the house plays, how a table is left, what is kept about people."""
LEAVING, PRIVACY = "leaving", "privacy"
START: Final = "## "


@cache
def chapters(lang: str, package: str) -> tuple[tuple[str, str], ...]:
    """Returns heading and text of each chapter in a game's folder `package`, in this language or else in English."""
    own = _read(lang, package, FOLDER)
    return own + _read(lang, SHARED, LEAVING) if own else ()


def privacy(lang: str) -> str:
    """Returns what is kept about people, why, how long, and what they can do about it."""
    return _text(lang, SHARED, PRIVACY).strip()


def _text(lang: str, package: str, folder: str) -> str:
    files = (resources.files(package) / folder / f"{tried}.md" for tried in (lang, ENGLISH))
    return next((file.read_text(encoding="utf-8") for file in files if file.is_file()), "")


def _read(lang: str, package: str, folder: str) -> tuple[tuple[str, str], ...]:
    text = _text(lang, package, folder)
    parts = [part.partition("\n") for part in f"\n{text}".split(f"\n{START}")[1:]]
    return tuple((heading.strip(), body.strip()) for heading, _, body in parts)


ON_THE_BOARD: Final = (Text("My turn"), Text("My hand"), Text("Answer"), Text("Board"))
"""Buttons that everybody sees: they are in the table's language."""
_JOIN: Final = Text("Join")
_QUOTES: Final = (("**", "**"), ("“", "”"), ("„", "“"), ("«", "»"))


def as_on_board(text: str, lang: str, table: str) -> str:
    """Names buttons, where a text in one language quotes them, as they are called on a table in another."""
    if lang != table:
        for label in (*ON_THE_BOARD, _JOIN):
            own, theirs = words_in(lang).put(label), words_in(table).put(label)
            for begins, ends in _QUOTES:
                text = text.replace(f"{begins}{own}{ends}", f"{begins}{theirs}{ends}")
    return text


def chapter(lang: str, package: str, number: int = 0, table: str = "") -> str:
    """Returns one chapter as a message; the first says how a table is played. `table`: the language of its buttons."""
    found = chapters(lang, package)
    if not found:
        return "?"
    heading, body = found[min(number, len(found) - 1)]
    return f"**{heading}**\n{as_on_board(body, lang, table or lang)}"
