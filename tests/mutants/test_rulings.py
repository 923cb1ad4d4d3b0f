"""The documents of rulings are whole, and what they name exists."""

import ast

import pytest

from tests.mutants.rulings import ROOT, BrokenDocumentError, Ruling, games, mutated, parse, read, wanted

HEAD = "| clause | ruling | test | file | old | new |\n|---|---|---|---|---|---|\n"
EVERY = [ruling for game in games() for ruling in read(game)]


def test_the_games_have_their_rulings() -> None:
    assert {"cafe", "catan", "guatemala"} <= set(games())
    assert wanted("cafe") == [f"CI-{number}" for number in range(1, 23)]
    assert wanted("catan") == [f"CM-{number}" for number in range(1, 30)]
    assert wanted("guatemala") == [f"GC-{number}" for number in range(1, 32)]


@pytest.mark.parametrize("game", games())
def test_every_clause_has_a_ruling_in_order(game: str) -> None:
    clauses = [ruling.clause for ruling in read(game)]
    assert list(dict.fromkeys(clauses)) == wanted(game)
    assert clauses == sorted(clauses, key=wanted(game).index)


@pytest.mark.parametrize("ruling", EVERY, ids=lambda ruling: ruling.clause)
def test_every_mutation_changes_one_line_that_is_there_once(ruling: Ruling) -> None:
    source = (ROOT / ruling.file).read_text("utf-8")
    after = mutated(ruling, source)
    changed = [(old, new) for old, new in zip(source.splitlines(), after.splitlines(), strict=True) if old != new]
    assert len(changed) == 1
    ast.parse(after)
    assert ruling.file.startswith("rules/")


@pytest.mark.parametrize("ruling", EVERY, ids=lambda ruling: ruling.clause)
def test_every_test_that_is_named_exists_and_carries_the_number(ruling: Ruling) -> None:
    path, _, name = ruling.test.partition("::")
    functions = {
        node.name: ast.get_docstring(node) or ""
        for node in ast.parse((ROOT / path).read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert name in functions
    number = ruling.clause.lower().replace("-", "_") + "_"
    assert number in name or ruling.clause in functions[name]


def test_every_ruling_says_something() -> None:
    assert all(len(ruling.text.split()) > 5 for ruling in EVERY)


def test_a_bar_inside_a_cell_is_escaped() -> None:
    (ruling,) = parse("x", HEAD + r"| A-1 | one \| two | `t::f` | `f.py` | `a \| b` | `a & b` |")
    assert (ruling.text, ruling.old, ruling.new) == ("one | two", "a | b", "a & b")
    assert mutated(ruling, "x = a | b") == "x = a & b"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "| clause | ruling |\n|---|---|\n",
        HEAD + "| A-1 | text | `t` | `f` | `o` |",
        HEAD + "| A-1 | text | t | `f` | `o` | `n` |",
        HEAD + "| A-1 | text | `t` | `f` | `o` | `` |",
    ],
)
def test_a_broken_document_is_refused(text: str) -> None:
    with pytest.raises(BrokenDocumentError):
        parse("x", text)


@pytest.mark.parametrize("source", ["", "a a"])
def test_a_mutation_that_fits_nowhere_or_twice_is_refused(source: str) -> None:
    with pytest.raises(BrokenDocumentError):
        mutated(Ruling("x", "A-1", "", "t", "f", "a", "b"), source)
