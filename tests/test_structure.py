"""The counting of the code's structure, on small made-up sources."""

import ast
from pathlib import Path

import pytest

from tests.bench import structure
from tests.bench.structure import Bounds, Measured, Module, Tree, complexity, measured, offenders, read

DECISIONS = {
    "nothing to decide": ("return a", 1),
    "two ways": ("if a:\n  pass\nelse:\n  pass", 2),
    "three ways": ("if a:\n  pass\nelif b:\n  pass", 3),
    "a value of two": ("return a if b else c", 2),
    "both of three": ("return a and b and c", 3),
    "one of two, both of two": ("return a or b and c", 3),
    "a loop": ("for x in a:\n  pass", 2),
    "a loop that ends": ("for x in a:\n  pass\nelse:\n  pass", 3),
    "as long as": ("while a:\n  pass", 2),
    "as long as, and then": ("while a:\n  pass\nelse:\n  pass", 3),
    "a loop that waits": ("async for x in a:\n  pass", 2),
    "what goes wrong in two ways": ("try:\n  pass\nexcept A:\n  pass\nexcept B:\n  pass", 3),
    "what goes wrong or not": ("try:\n  pass\nexcept A:\n  pass\nelse:\n  pass\nfinally:\n  pass", 3),
    "what is given back": ("with a:\n  pass", 1),
    "a list": ("return [x for x in a]", 2),
    "a list of some": ("return [x for x in a if x if y]", 4),
    "a list of lists": ("return {x: y for x in a for y in x}", 3),
    "a sum": ("return sum(x for x in a)", 2),
    "what must be": ("assert a", 2),
    "what must be is not looked at": ("assert a and b, c if d else e", 2),
    "a small function": ("return lambda x: x", 1),
    "a small function that decides": ("return lambda x: x if a else b", 2),
    "cases": ("match a:\n  case 1:\n    pass\n  case 2:\n    pass", 3),
    "cases and all others": ("match a:\n  case 1:\n    pass\n  case _:\n    pass", 2),
    "cases and all others by a name": ("match a:\n  case 1:\n    pass\n  case x:\n    pass", 2),
    "a case with a name is no other": ("match a:\n  case 1 as x:\n    pass", 2),
    "a case with a condition": ("match a:\n  case 1 if b and c:\n    pass", 3),
    "a function inside": ("def g():\n  if a:\n    pass", 1),
    "a class inside": ("class A:\n  b = 1 if c else 2", 1),
}
"""What stands in a function, and the complexity that radon finds in it."""


@pytest.mark.parametrize(("body", "wanted"), DECISIONS.values(), ids=DECISIONS)
def test_complexity_is_counted_as_radon_does(body: str, wanted: int):
    lines = "\n".join(f"  {line}" for line in body.splitlines())
    (function,) = ast.parse(f"async def f():\n{lines}").body
    assert isinstance(function, ast.AsyncFunctionDef)
    assert complexity(function) == wanted


def test_decorators_and_defaults_decide_nothing():
    (function,) = ast.parse("@a(b or c)\ndef f(x=1 if d else 2): pass").body
    assert isinstance(function, ast.FunctionDef)
    assert complexity(function) == 1


def test_a_function_inside_is_counted_by_itself():
    source = "class A:\n  @kept\n  def f(self):\n    a = 1\n    def g():\n      return 1 if a else 2\n    return g\n"
    found = list(measured(ast.parse(source)))
    assert found == [Measured("f", 3, 4, 1), Measured("g", 5, 2, 2)]


def grown(root: Path, **files: str) -> Tree:
    """A tree of these files; `__` in a name stands for a folder."""
    for name, text in files.items():
        path = root / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return read(root)


def imports(tree: Tree, name: str) -> set[str]:
    (found,) = [module for module in tree.modules if module.name == name]
    return set(found.imports)


def test_a_module_imports_modules_and_not_names(tmp_path: Path):
    (tmp_path / "bot" / "play").mkdir(parents=True)
    (tmp_path / "bot" / "play" / "__init__.py").write_text("from bot.play.turns import a\nfrom . import turns\n")
    tree = grown(
        tmp_path,
        bot__one="import os\nimport rules.chance\nfrom rules.chance import pick, draw\nfrom bot import limits, play\n",
        bot__limits="import bot.limits\n\nMOST = 1\n",
        bot__play__turns="from bot.limits import MOST\n\ndef late():\n    from bot import one\n    return one\n",
        rules__chance="from collections import abc\n",
    )
    assert imports(tree, "bot.one") == {"rules.chance", "bot.limits", "bot.play"}
    assert imports(tree, "bot.play") == {"bot.play.turns"}
    assert imports(tree, "bot.play.turns") == {"bot.limits", "bot.one"}
    assert imports(tree, "bot.limits") == imports(tree, "rules.chance") == set()


def test_lines_are_counted_by_package_and_catalogues_are_none(tmp_path: Path):
    tree = grown(
        tmp_path, bot__one="a = 1\nb = 2\n", bot__play__two="a = 1\n", bot__locale__de="a = 1\n", rules__r="\n"
    )
    assert (tree.lines("bot"), tree.lines("rules"), tree.lines("sandbox")) == (3, 1, 0)


def test_the_top_of_the_bot_is_its_files_of_any_kind_and_no_folders(tmp_path: Path):
    grown(tmp_path, bot__main="", bot__play__turns="")
    (tmp_path / "bot" / "py.typed").touch()
    assert read(tmp_path).top == ("main.py", "py.typed")


ONE = Module("bot.one", "bot/one.py", 401, frozenset({"bot.two", "bot.three"}), (Measured("f", 7, 9, 16),))
TWO = Module("bot.two", "bot/two.py", 400, frozenset({"bot.three"}), (Measured("g", 1, 9, 15),))


def test_what_is_over_a_bound_is_named_with_its_figure_and_what_reaches_it_is_not():
    tree = Tree((TWO, ONE), ("__init__.py", "__main__.py"))
    assert offenders(tree, Bounds(top=2, fan_out=2, complexity=16, lines=401)) == []
    assert offenders(tree, Bounds(top=1, fan_out=1, complexity=15, lines=400)) == [
        "bot/: 2 files",
        "bot/one.py: imports 2",
        "bot/one.py:7 f: complexity 16",
        "bot/one.py: 401 lines",
    ]


def test_the_worst_stands_first():
    tree = Tree((TWO, ONE), ())
    assert structure.tangled(tree, 14) == ["bot/one.py:7 f: complexity 16", "bot/two.py:1 g: complexity 15"]
    assert structure.far_reaching(tree, 0) == ["bot/one.py: imports 2", "bot/two.py: imports 1"]
    assert structure.long_files(tree, 0) == ["bot/one.py: 401 lines", "bot/two.py: 400 lines"]


def test_this_tree_is_read_whole():
    tree = read()
    found = {module.path for module in tree.modules}
    assert found >= {"bot/__main__.py", "storage/sqlite/writer.py", "rules/chance.py"}
    assert "rules.contract" in imports(tree, "rules.guatemala.game")
    text = list(structure.table(tree))
    assert f"bot without locale: {tree.lines('bot')} lines" in text


def test_nothing_of_this_tree_is_over_a_bound():
    """Few files in bot/ itself, few imports a module, few decisions a function, short files."""
    assert offenders(read()) == []
