"""Reads docs/rulings/<game>.md: clause, ruling, test, and a one-line mutation that the test must catch."""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "rulings"

HEADER = ("clause", "ruling", "test", "file", "old", "new")
_CELL = re.compile(r"(?<!\\)\|")
_RANGE = re.compile(r"^Clauses: ([A-Z]+)-1 to \1-(\d+)\.$", re.MULTILINE)


@dataclass(frozen=True)
class Ruling:
    game: str
    clause: str
    text: str
    test: str
    """A node id of pytest."""
    file: str
    old: str
    new: str


class BrokenDocumentError(Exception):
    """The document is not of the form that docs/rulings/README.md describes."""


def games() -> list[str]:
    """Those that have a document with rulings."""
    return sorted(path.stem for path in FOLDER.glob("*.md") if path.stem != "README")


def wanted(game: str) -> list[str]:
    """The clauses that the document promises."""
    found = _RANGE.search((FOLDER / f"{game}.md").read_text("utf-8"))
    if found is None:
        raise BrokenDocumentError(f"{game}: no line 'Clauses: XY-1 to XY-n.'")
    return [f"{found[1]}-{number}" for number in range(1, int(found[2]) + 1)]


def read(game: str) -> list[Ruling]:
    return parse(game, (FOLDER / f"{game}.md").read_text("utf-8"))


def parse(game: str, text: str) -> list[Ruling]:
    rows = [_cells(line) for line in text.partition("\n## ")[0].splitlines() if line.startswith("|")]
    if not rows or tuple(rows[0]) != HEADER:
        raise BrokenDocumentError(f"{game}: the table does not begin with {', '.join(HEADER)}")
    return [_ruling(game, row) for row in rows[2:]]


def _cells(line: str) -> list[str]:
    return [cell.strip().replace("\\|", "|") for cell in _CELL.split(line)[1:-1]]


def _ruling(game: str, row: list[str]) -> Ruling:
    if len(row) != len(HEADER):
        raise BrokenDocumentError(f"{game}: {row[:1]} has {len(row)} cells")
    clause, text, *code = row
    for cell in code:
        if len(cell) < 3 or cell[0] != "`" or cell[-1] != "`":
            raise BrokenDocumentError(f"{game}: {clause}: {cell!r} is not code")
    test, file, old, new = (cell[1:-1] for cell in code)
    return Ruling(game, clause, text, test, file, old, new)


def mutated(ruling: Ruling, source: str) -> str:
    if source.count(ruling.old) != 1:
        raise BrokenDocumentError(
            f"{ruling.clause}: {ruling.old!r} is {source.count(ruling.old)} times in {ruling.file}"
        )
    return source.replace(ruling.old, ruling.new)
