"""The documents: what they name is there, and the page of commands says what Discord is sent."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import commands_page

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
SIDES = ("rules", "players", "renderer", "storage", "bot", "sandbox", "tests", "docs", "deploy", ".ci", ".github")
GAMES = [path.parent.name for path in sorted((ROOT / "rules").glob("*/game.py"))]
NAMED = re.compile(r"(?<![\w/<.-])((?:" + "|".join(map(re.escape, SIDES)) + r")/[\w./-]*[\w])(?![\w/*<-])")
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)|<img[^>]*\ssrc=\"([^\"]+)\"")


def page(path: Path) -> str:
    return str(path.relative_to(ROOT))


def missing(text: str) -> set[str]:
    """The files and folders of the project that a text names and that are not there."""
    return {name for name in NAMED.findall(text) if not (ROOT / name).exists()}


def test_every_file_that_the_architecture_names_exists() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = set(NAMED.findall(text))
    assert {"bot/play/transactions.py", "storage/sqlite/writer.py", "tests/test_architecture.py"} <= named
    assert missing(text) == set()


def test_a_file_that_is_gone_is_seen() -> None:
    assert missing("see `bot/play/gone.py`, `bot/play/table.py` and rules/<game>/gone.py") == {"bot/play/gone.py"}


def misplaced(row: str) -> Iterator[str]:
    """Files that a row names alone and that are not in the folder of the path before them."""
    folders = [ROOT]
    for name in re.findall(r"`([^`\s]+)`", row):
        if name.startswith(SIDES) and "/" in name:
            folder = name.rpartition("/")[0] if Path(name).suffix else name
            folders = [ROOT / folder.replace("<game>", game) for game in GAMES]
        elif re.fullmatch(r"\w+\.(?:py|sql)", name) and not any((folder / name).exists() for folder in folders):
            yield name


def test_a_file_named_alone_lies_in_the_folder_of_the_path_before_it() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = text.partition("## Where is …")[2].splitlines()
    assert [name for row in rows for name in misplaced(row)] == []


def test_a_file_named_alone_that_lies_elsewhere_is_seen() -> None:
    row = "| a press | `bot/play/table.py`; `rules/<game>/game.py`, `views.py`, `table.py` |"
    assert list(misplaced(row)) == ["table.py"]


def test_every_fault_is_brought_about_by_a_test_that_exists() -> None:
    text = (ROOT / "docs" / "faults.md").read_text(encoding="utf-8")
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", text)
    rows = [line for line in text.splitlines() if line.startswith("| ") and not line.startswith("| What is")]
    assert len(named) == len(rows) > 40
    lost = [name for path, name in named if f"def {name}(" not in (ROOT / path).read_text(encoding="utf-8")]
    assert lost == []


@pytest.mark.parametrize("path", PAGES, ids=page)
def test_links_between_documents_lead_somewhere(path: Path) -> None:
    targets = [one or other for one, other in LINK.findall(path.read_text(encoding="utf-8"))]
    lost = {target for target in targets if "://" not in target and not (path.parent / target).exists()}
    assert lost == set()


def test_every_decision_stands_in_the_index() -> None:
    folder = ROOT / "docs" / "adr"
    listed = re.findall(r"\]\((\d{4}-[\w-]+\.md)\)", (folder / "README.md").read_text(encoding="utf-8"))
    assert listed == sorted(path.name for path in folder.glob("0*.md"))


def test_the_page_of_commands_is_up_to_date() -> None:
    """`make docs` writes it."""
    assert commands_page.PAGE.read_text(encoding="utf-8") == commands_page.page()
