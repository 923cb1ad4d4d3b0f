"""`python -m tests.catalogues` (make words): finds the messages of the code, updates the catalogues and compiles them.

A message that the code no longer says is dropped; a new one is added empty, and tests/bot/test_words.py fails until
somebody has translated it. English has no catalogue: it is what the code says.
"""

import ast
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from bot.wording.words import DOMAIN, ENGLISH, LOCALE, TRANSLATED

ROOT = Path(__file__).parent.parent
TAKES: dict[str, tuple[int | None, Sequence[int]]] = {
    "say": (None, (0,)),
    "many": (None, (0, 1)),
    "say_in": (0, (1,)),
    "Text": (None, (0,)),
    "TextIn": (0, (1,)),
    "Many": (None, (0, 1)),
    "Noun": (0, (1, 2)),
    "Localized": (None, (0,)),
}
"""By the name of what takes a message: the argument that is its context, and those that are its forms. What is written
small is a method of something called `words`."""
INSIDE = (
    ROOT / "bot" / "wording" / "words.py",
    ROOT / "bot" / "discord" / "commands" / "command_text.py",
    ROOT / "bot" / "discord" / "commands" / "game_commands.py",
)
"""They pass messages on: only their literals are messages."""
WHEN = datetime(2026, 1, 1, tzinfo=UTC)
"""Instead of the time of the run, so that the same messages make the same files."""


class Found(NamedTuple):
    context: str | None
    forms: tuple[str, ...]
    taken_by: str


def po_path(lang: str) -> Path:
    return LOCALE / lang / "LC_MESSAGES" / f"{DOMAIN}.po"


def _name(node: ast.expr) -> str:
    """The last name of an expression: `say` of words.say, `words` of self.words, `words_for` of words_for(…)."""
    if isinstance(node, ast.Call):
        return _name(node.func)
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def messages(path: Path) -> Iterator[Found]:
    """Every message of a file. Raises ValueError where one is no literal."""
    return iter(_said(path, path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")))


@cache
def _said(path: Path, name: str, source: str) -> tuple[Found, ...]:
    return tuple(_read(path, name, source))


def _read(path: Path, name: str, source: str) -> Iterator[Found]:
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    for node in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        called = _name(node.func)
        of_words = isinstance(node.func, ast.Attribute) and ("words" in _name(node.func.value) or path in INSIDE)
        if called not in TAKES or (called.islower() and not of_words):
            continue
        at, forms = TAKES[called]
        values = [arg.value if isinstance(arg, ast.Constant) else None for arg in node.args]
        wanted = [values[index] for index in (*(() if at is None else (at,)), *forms) if index < len(values)]
        if not all(isinstance(value, str) and value for value in wanted) or len(values) <= forms[-1]:
            if path in INSIDE:
                continue
            raise ValueError(f"{name}:{node.lineno}: what is said must be a literal")
        context = str(values[at]) if at is not None else None
        yield Found(context, tuple(str(values[form]) for form in forms), called)


def sources() -> list[Path]:
    return sorted((ROOT / "bot").rglob("*.py"))


def template() -> Catalog:
    catalog = _empty(None)
    for path in sources():
        for found in messages(path):
            one, *more = found.forms
            catalog.add((one, *more) if more else one, context=found.context)
    return catalog


def _empty(lang: str | None) -> Catalog:
    return Catalog(locale=lang, project="Stammtisch", version="1", fuzzy=False, creation_date=WHEN, revision_date=WHEN)


def updated(lang: str) -> Catalog:
    """The catalogue of a language with exactly the messages of the code, in the order of the code."""
    known = catalogue(lang) if po_path(lang).exists() else _empty(lang)
    fresh = _empty(lang)
    for message in template():
        if not message.id:
            continue
        old = known.get(message.id, message.context)
        if old is not None and isinstance(old.string, tuple) == isinstance(message.id, tuple):
            string = old.string
        else:
            string = ("", "") if message.pluralizable else ""
        fresh.add(message.id, string, context=message.context)
    return fresh


def catalogue(lang: str) -> Catalog:
    with po_path(lang).open("rb") as file:
        return read_po(file, locale=lang)


def spoken(lang: str) -> list[Message]:
    """Every message with what is shown for it: in English what the code says."""
    if lang == ENGLISH:
        return [Message(message.id, message.id, context=message.context) for message in template() if message.id]
    return [message for message in catalogue(lang) if message.id]


def as_po(catalog: Catalog) -> bytes:
    """Each text on one line, in the order of the code; not where it stands there, which changes with every name."""
    into = BytesIO()
    write_po(into, catalog, width=0, no_location=True, omit_header=True)
    language = str(catalog.locale)
    header = (
        "# Changed by hand and by `make words`.\n"
        'msgid ""\nmsgstr ""\n'
        f'"Language: {language}\\n"\n'
        '"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Content-Transfer-Encoding: 8bit\\n"\n'
        f'"Plural-Forms: {catalog.plural_forms}\\n"\n\n'
    )
    return header.encode() + into.getvalue()


def as_mo(catalog: Catalog) -> bytes:
    into = BytesIO()
    write_mo(into, catalog)
    return into.getvalue()


def untranslated(catalog: Catalog) -> list[str]:
    return [
        str(message.id)
        for message in catalog
        if message.id and (not message.string or (isinstance(message.string, tuple) and not all(message.string)))
    ]


def main() -> int:
    missing = 0
    for lang in TRANSLATED:
        catalog = updated(lang)
        path = po_path(lang)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(as_po(catalog))
        path.with_suffix(".mo").write_bytes(as_mo(catalog))
        empty = untranslated(catalog)
        missing += len(empty)
        sys.stdout.write(f"{lang}: {len(catalog)} messages, {len(empty)} not translated\n")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
