"""What is written about the code: people are *they*, and whatever file or module is named is there."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.test_architecture import ROOT, sources

PACKAGES = ("bot", "storage", "sandbox")

_HE_OR_SHE = re.compile(r"\b(he|him|his|himself|she|her|hers|herself)\b", re.IGNORECASE)
FIGURE = "Buyer"
"""A piece of Guatemala Café: a line that names him may say *he*."""

_TOP = "bot|deploy|docs|players|renderer|requirements|rules|sandbox|storage|tests"
_PATH = re.compile(rf"(?<![\w./-])(?:{_TOP})/[\w/-]+(?:\.\w+)?")
_MODULE = re.compile(rf"(?<![\w./-])(?:{_TOP})(?:\.[a-z_]+)+(?![\w(/])")
_FILE = re.compile(r"(?<![\w./-])[a-z_]+\.py\b")
LIBRARIES = {"discord.py"}


def written(source: str) -> Iterator[tuple[int, str]]:
    """Lines of comments, and of strings that stand alone: docstrings of modules, classes, functions, attributes."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text), lineno=first)):
                yield from enumerate(text.splitlines(), first)
            case _:
                pass


def people(source: str) -> list[tuple[int, str]]:
    """Each *he* and *she* with its line; those of a line about the Buyer are his."""
    lines = [(number, line) for number, line in written(source) if FIGURE not in line]
    return [(number, found) for number, line in lines for found in _HE_OR_SHE.findall(line)]


def lost(source: str, path: Path, root: Path = ROOT) -> list[tuple[int, str]]:
    """Each path and module that is named in a file and is not in the repository, with its line."""
    found: list[tuple[int, str]] = []
    for number, line in written(source):
        found += [(number, name) for name in _PATH.findall(line) if not (root / name).exists()]
        found += [(number, name) for name in _MODULE.findall(line) if not _is_module(name, root)]
        names = set(_FILE.findall(line)) - LIBRARIES
        found += [(number, name) for name in sorted(names) if not (path.parent / name).exists()]
    return found


def _is_module(name: str, root: Path) -> bool:
    """Is it a module, a package, or a name in one?"""
    parts, place = name.split("."), root
    while parts and ((place / parts[0]).is_dir() or (place / f"{parts[0]}.py").exists()):
        place = place / parts.pop(0)
    inside = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    return not parts or (inside.exists() and re.search(rf"\b{parts[0]}\b", inside.read_text()) is not None)


@pytest.mark.parametrize("package", PACKAGES)
def test_people_are_they(package: str):
    found = [(str(path.relative_to(ROOT)), *one) for path in sources(package) for one in people(path.read_text())]
    assert found == []


@pytest.mark.parametrize("package", PACKAGES)
def test_the_files_and_modules_that_are_named_exist(package: str):
    found = [(str(path.relative_to(ROOT)), *one) for path in sources(package) for one in lost(path.read_text(), path)]
    assert found == []


PLANTED = '''"""A player and his hand (bot/play/table.py)."""

A = "he is shown to people"
"""What he holds.

See bot/inbox.py and storage.letters, kept by writer.py; the mouth was tests/mouth.
"""
B = 1  # her turn; the Buyer goes his way
# The Buyer stands on his track: nobody else is a he but the Buyer (storage.port, storage.port.Store, discord.py).


def f():
    """Told to HIM alone (sandbox.world.seen, bot.play.nothing)."""
'''


def test_a_person_who_is_a_he_or_a_she_is_found():
    assert sorted(people(PLANTED)) == [(1, "his"), (4, "he"), (13, "HIM")]
    assert people(PLANTED.replace("; the Buyer goes his way", "")) == [(8, "her"), (1, "his"), (4, "he"), (13, "HIM")]


def test_a_file_or_a_module_that_is_not_there_is_found():
    found = lost(PLANTED, ROOT / "bot" / "play" / "table.py")
    assert sorted(found) == [
        (6, "bot/inbox.py"),
        (6, "storage.letters"),
        (6, "tests/mouth"),
        (6, "writer.py"),
        (13, "bot.play.nothing"),
    ]
    assert (6, "writer.py") not in lost(PLANTED, ROOT / "storage" / "sqlite" / "store.py")
