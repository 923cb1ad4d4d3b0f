"""How the code is built: lines, files, how many modules each module imports, how complex each function is.

    python -m tests.bench.structure

Complexity is counted as radon 6.0.1 counts it, function by function; `offenders` holds all of it against bounds.
"""

import ast
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from msgspec import Struct

ROOT = Path(__file__).parents[2]
PACKAGES = ("rules", "players", "renderer", "storage", "bot", "sandbox")

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Measured(Struct, frozen=True):
    """A function; its lines are without those of functions inside it."""

    name: str
    line: int
    lines: int
    complexity: int


class Module(Struct, frozen=True):
    """A file of Python."""

    name: str
    path: str
    lines: int
    imports: frozenset[str]
    """The modules of the tree that it imports, wherever in it."""
    functions: tuple[Measured, ...]


class Tree(Struct, frozen=True):
    """The packages of a tree."""

    modules: tuple[Module, ...]
    top: tuple[str, ...]
    """The files that lie in bot/ itself."""

    def package(self, name: str) -> list[Module]:
        return [module for module in self.modules if module.name.partition(".")[0] == name]

    def lines(self, name: str) -> int:
        return sum(module.lines for module in self.package(name))

    @property
    def functions(self) -> list[tuple[str, Measured]]:
        """Each with its file."""
        return [(module.path, function) for module in self.modules for function in module.functions]


class Bounds(Struct, frozen=True):
    """At most so many files in bot/ itself, imports of a module, decisions of a function, lines of a file."""

    top: int = 3
    fan_out: int = 15
    complexity: int = 15
    lines: int = 400


# ── reading a tree ──


def read(root: Path = ROOT) -> Tree:
    """Catalogues are no code: what lies in a folder `locale` does not count."""
    paths = [
        path for package in PACKAGES for path in sorted((root / package).rglob("*.py")) if "locale" not in path.parts
    ]
    known = frozenset(name_of(path.relative_to(root)) for path in paths)
    top = tuple(sorted(path.name for path in (root / "bot").glob("*") if path.is_file()))
    return Tree(tuple(module(root, path, known) for path in paths), top)


def name_of(path: Path) -> str:
    """`bot/play/__init__.py` is bot.play."""
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def module(root: Path, path: Path, known: frozenset[str]) -> Module:
    text = path.read_text(encoding="utf-8")
    where = path.relative_to(root)
    name = name_of(where)
    tree = ast.parse(text)
    found = imported(tree, name if path.name == "__init__.py" else name.rpartition(".")[0])
    ours = frozenset(filter(None, (nearest(wanted, known) for wanted in found)))
    return Module(name, where.as_posix(), text.count("\n"), ours - {name}, tuple(measured(tree)))


def imported(tree: ast.Module, package: str) -> Iterator[str]:
    """What is imported, in full and with the name that is taken out of it, late imports included."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


def nearest(name: str, known: frozenset[str]) -> str:
    """The module that this names or that holds what it names; "" for what is not of the tree."""
    if name in known:
        return name
    holder = name.rpartition(".")[0]
    return holder if holder in known else ""


# ── counting ──


def measured(tree: ast.Module) -> Iterator[Measured]:
    """Every function, those inside of others too."""
    for node in ast.walk(tree):
        if isinstance(node, Function):
            yield Measured(node.name, node.lineno, own_lines(node), complexity(node))


def own_lines(function: Function) -> int:
    inside = [node for node in ast.iter_child_nodes(function) if isinstance(node, Function)]
    return _lines(function) - sum(map(_lines, inside))


def _lines(function: Function) -> int:
    first = min([function.lineno, *(decorator.lineno for decorator in function.decorator_list)])
    return (function.end_lineno or 0) - first + 1


def complexity(function: Function) -> int:
    """One, and one for each decision in its body; functions and classes inside it count for themselves."""
    return 1 + sum(map(_decisions, function.body))


def _decisions(node: ast.AST) -> int:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return 0
    if isinstance(node, ast.Assert):  # what it asks is not looked at
        return 1
    return _own(node) + sum(map(_decisions, ast.iter_child_nodes(node)))


def _own(node: ast.AST) -> int:
    match node:
        case ast.If() | ast.IfExp():
            return 1
        case ast.For() | ast.AsyncFor() | ast.While():
            return 1 + bool(node.orelse)
        case ast.Try():
            return len(node.handlers) + bool(node.orelse)
        case ast.BoolOp():
            return len(node.values) - 1
        case ast.comprehension():
            return 1 + len(node.ifs)
        case ast.Match():  # a case that takes everything is an `else`
            return len(node.cases) - any(_takes_everything(case.pattern) for case in node.cases)
        case _:
            return 0


def _takes_everything(pattern: ast.pattern) -> bool:
    return isinstance(pattern, ast.MatchAs) and pattern.pattern is None


# ── bounds ──


def offenders(tree: Tree, bounds: Bounds = Bounds()) -> list[str]:  # noqa: B008 (frozen)
    """Whatever is over a bound, each with its figure."""
    return [*crowded(tree, bounds.top), *far_reaching(tree, bounds.fan_out), *tangled(tree, bounds.complexity),
            *long_files(tree, bounds.lines)]  # fmt: skip


def crowded(tree: Tree, most: int) -> list[str]:
    return [f"bot/: {len(tree.top)} files"] if len(tree.top) > most else []


def far_reaching(tree: Tree, most: int) -> list[str]:
    """Modules that import more than so many others, the worst first."""
    found = sorted(tree.modules, key=lambda module: (-len(module.imports), module.path))
    return [f"{module.path}: imports {len(module.imports)}" for module in found if len(module.imports) > most]


def tangled(tree: Tree, most: int) -> list[str]:
    """Functions of more than so many decisions, the worst first."""
    found = sorted(tree.functions, key=lambda item: (-item[1].complexity, item[0], item[1].line))
    return [
        f"{path}:{one.line} {one.name}: complexity {one.complexity}" for path, one in found if one.complexity > most
    ]


def long_files(tree: Tree, most: int) -> list[str]:
    found = sorted(tree.modules, key=lambda module: (-module.lines, module.path))
    return [f"{module.path}: {module.lines} lines" for module in found if module.lines > most]


# ── the table ──


def table(tree: Tree) -> Iterator[str]:
    yield f"{'':10}  files   lines  longest  functions  longest  complexity  fan-out"
    for name in PACKAGES:
        modules = tree.package(name)
        functions = [function for module in modules for function in module.functions]
        yield (
            f"{name:10} {len(modules):6} {tree.lines(name):7} {_most(module.lines for module in modules):8}"
            f" {len(functions):10} {_most(function.lines for function in functions):8}"
            f" {_most(function.complexity for function in functions):11}"
            f" {_most(len(module.imports) for module in modules):8}"
        )
    yield f"bot without locale: {tree.lines('bot')} lines"
    yield f"files in bot/ itself: {len(tree.top)}"
    longest = max(tree.functions, key=lambda item: item[1].lines)
    yield f"longest function: {longest[0]}:{longest[1].line} {longest[1].name}, {longest[1].lines} lines"
    longest_files = long_files(tree, 0)[:1]
    yield f"longest file: {longest_files[0]}"
    bounds = Bounds()
    yield from _part(f"modules that import more than {bounds.fan_out}", far_reaching(tree, bounds.fan_out))
    yield from _part(f"functions over complexity {bounds.complexity}", tangled(tree, bounds.complexity))
    yield from _part(f"files over {bounds.lines} lines", long_files(tree, bounds.lines))


def _most(values: Iterator[int]) -> int:
    return max(values, default=0)


def _part(title: str, found: list[str]) -> Iterator[str]:
    return chain((f"{title}: {len(found)}",), (f"  {line}" for line in found))


def main() -> None:
    """Of this tree, or of the one whose folder is given."""
    root = Path(sys.argv[1]).resolve() if sys.argv[1:] else ROOT
    print("\n".join(table(read(root))))


if __name__ == "__main__":
    main()
