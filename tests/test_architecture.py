"""The laws of the architecture that can be read off the source (LAW 1, 2, 3, 7, and the lengths)."""

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from enum import Enum
from graphlib import TopologicalSorter
from pathlib import Path
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest

import rules
from rules.contract import Memory, Move, PublicView, Reason, SeatView, State
from rules.facts import Fact
from tests.bench import structure

ROOT = Path(__file__).resolve().parents[1]
STANDARD = {
    "__future__", "abc", "bisect", "collections", "dataclasses", "enum", "functools", "heapq", "itertools", "math",
    "operator", "re", "string", "types", "typing",
}  # fmt: skip
"""What of the standard library `rules` may use: nothing that knows clock, luck, the world outside, or logs (LAW 2)."""

ALLOWED = {
    "rules": STANDARD | {"msgspec", "rules"},
    "players": STANDARD | {"fractions", "msgspec", "players", "rules"},
    "renderer": {"discord", "aiosqlite", "sqlite3", "pydantic", "pydantic_settings", "click", "structlog", "socket"},
    "storage": {"discord", "PIL", "renderer", "bot", "sandbox", "pydantic", "pydantic_settings", "click"},
}
"""For `rules` and `players` what they may import; for the others what they may not (LAW 1)."""
FLOORS = {
    "play": {"rules", "players", "storage"},
    "wording": {"rules", "storage", "bot.play"},
    "games": {"rules", "storage", "renderer", "bot.play", "bot.wording"},
    "discord": {
        *("rules", "storage", "renderer", "bot.play", "bot.wording", "bot.games"),
        *("bot.operation.settings", "bot.operation.problem", "bot.operation.version"),
    },
}
"""The floors of `bot` with what each may import of ours; `bot.operation` is the uppermost and may import all."""
SIDES = ("rules", "players", "renderer", "storage", "bot", "sandbox")
UPSTAIRS = ("discord", "operation")
"""Only these floors, and the program itself, know Discord."""

LONGEST_FILE = 400
LONGEST_FUNCTION = 40
LONG_FUNCTIONS: dict[str, str] = {}
"""File and function to the reason why it may be longer."""


def sources(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports, in full, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield node.module or ""


def top(name: str) -> str:
    return name.partition(".")[0]


@pytest.mark.parametrize("folder", ["rules", "players"])
def test_what_is_pure_imports_the_standard_library_msgspec_and_itself(folder: str) -> None:
    """And house players the rules: no clock and no luck but `Chance` for them either."""
    strangers = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in sources(folder)
        for name in imported(path)
        if top(name) not in ALLOWED[folder]
    }
    assert strangers == set()


@pytest.mark.parametrize("folder", ["renderer", "storage"])
def test_a_side_imports_no_other_side(folder: str) -> None:
    sides = {"rules", "players", "renderer", "storage", "bot", "sandbox"} - {folder, "rules"}
    strangers = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in sources(folder)
        for name in imported(path)
        if top(name) in ALLOWED[folder] | sides
    }
    assert strangers == set()


ROOMS = {path.parent.name for path in (ROOT / "storage").glob("*/__init__.py")}
STORES = {"sqlite": "postgres", "postgres": "sqlite"}
BOTH = {"storage/postgres/moving.py"}
"""It moves tables from one store into the other."""


def of_the_other_store(name: str, path: Path) -> bool:
    """Does a file of one store import something of the other one?"""
    other = STORES.get(path.relative_to(ROOT).parts[1])
    return bool(other) and f"{name}.".startswith(f"storage.{other}.")


def test_neither_store_knows_the_other() -> None:
    strangers = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in sources("storage")
        if str(path.relative_to(ROOT)) not in BOTH
        for name in structure.imported(ast.parse(path.read_text()), "")
        if of_the_other_store(name, path)
    }
    assert strangers == set()


def test_what_both_stores_stand_on_knows_neither() -> None:
    """The port and its values, which stand at the top of storage, import no room of it; only its door does."""
    assert STORES.keys() <= ROOMS
    strangers = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in (ROOT / "storage").glob("*.py")
        if path.name != "__init__.py"
        for name in structure.imported(ast.parse(path.read_text()), "")
        if name.split(".")[0] == "storage" and name.split(".")[1] in ROOMS
    }
    assert strangers == set()


CORE = {"contract", "counts"}
SEEN = {"views", "facts"}
MATERIAL = {"board", "guests", "hexes", "pieces", "production"}
"""Names of places and pieces, and where they lie: what is printed in the box."""
SPOKEN = {"moves"}
"""The verbs of a plan's words, and who is seated where; no move is made."""


def known_to_painters(name: str) -> bool:
    """Is it of the core, or of a game what everybody may know?"""
    _, module, *inside = name.split(".")
    return module in CORE or (bool(inside) and inside[0] in SEEN | MATERIAL | SPOKEN)


def test_a_painter_knows_of_a_game_what_everybody_sees_and_what_is_in_the_box() -> None:
    """No state and no judge: what a picture needs of the rules' counting is told by the view."""
    strangers = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in sources("renderer")
        for name in structure.imported(ast.parse(path.read_text()), "")
        if top(name) == "rules" and not known_to_painters(name)
    }
    assert strangers == set()


def test_a_game_imports_no_other_game() -> None:
    """The renderer knows views, storage the contract; a game knows the core and itself."""
    games = {path.parent.name for path in (ROOT / "rules").glob("*/__init__.py")} - {"engine"}
    strangers = {
        f"{path.relative_to(ROOT)}: {name}"
        for game in games
        for path in sources(f"rules/{game}")
        for name in imported(path)
        if name.split(".")[:1] == ["rules"] and name.split(".")[1:2] and name.split(".")[1] in games - {game}
    }
    assert strangers == set()


@pytest.mark.parametrize("floor", FLOORS)
def test_a_floor_of_the_bot_imports_itself_and_those_below(floor: str) -> None:
    strangers = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in sources(f"bot/{floor}")
        for name in imported(path)
        if top(name) in SIDES
        and not any(name == below or name.startswith(f"{below}.") for below in {*FLOORS[floor], f"bot.{floor}"})
    }
    assert strangers == set()


def test_only_the_upper_floors_know_discord() -> None:
    strangers = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in sources("bot")
        if path.parent != ROOT / "bot" and path.relative_to(ROOT / "bot").parts[0] not in UPSTAIRS
        for name in imported(path)
        if top(name) in ("discord", "aiohttp")
    }
    assert strangers == set()


def loaded(path: Path) -> ast.Module:
    """A file with nothing but what it imports as it is loaded."""
    tree = ast.parse(path.read_text())
    return ast.Module([node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)], [])


def test_no_module_imports_itself_by_way_of_others() -> None:
    """A circle is named, from a module round to itself; the door of a package counts where it is what is asked for."""
    paths = {structure.name_of(path.relative_to(ROOT)): path for side in SIDES for path in sources(side)}
    known = frozenset(paths)
    imports = {
        name: {structure.nearest(wanted, known) for wanted in structure.imported(loaded(path), "")} - {"", name}
        for name, path in paths.items()
    }
    TopologicalSorter(imports).prepare()


DOORS = {"storage": ROOT / "storage", "bot.play": ROOT / "bot" / "play", "bot.wording": ROOT / "bot" / "wording"}
"""Packages whose `__init__` offers what the bot needs of them most."""


def past_the_door(path: Path, door: str, offered: set[str]) -> Iterator[str]:
    """What is taken out of a module of a package though the package itself offers it."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{door}."):
            yield from (f"{node.module}.{alias.name}" for alias in node.names if alias.name in offered)


@pytest.mark.parametrize("door", DOORS)
def test_the_bot_takes_from_the_door_what_it_offers(door: str) -> None:
    """Whole modules, and names that are not at the door, are taken from where they are."""
    offered = set(importlib.import_module(door).__all__)
    assert offered
    found = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in sources("bot")
        if DOORS[door] not in path.parents
        for name in past_the_door(path, door, offered)
    }
    assert found == set()


# ── one list of games ────────────────────────────────────────────────────────────────────────────────────────────────

REGISTRY = ROOT / "bot" / "games" / "__init__.py"
REGISTRIES = (REGISTRY, ROOT / "players" / "__init__.py")
"""The games of the bot, and who plays them for the house."""


def _documentation(tree: ast.Module) -> set[int]:
    """Texts that stand alone: docstrings of modules, classes, functions and attributes."""
    return {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def _said(tree: ast.Module) -> Iterator[str]:
    """Every name and every text of a module; documentation may speak of games."""
    documentation = _documentation(tree)
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in documentation:
                yield text
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.keyword(arg=str(name)) | ast.arg(arg=name):
                yield name
            case ast.ImportFrom(module=str(module)):
                yield module
            case ast.alias(name=name):
                yield name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case _:
                pass


def naming(path: Path, games: set[str]) -> set[str]:
    """The games that a module speaks of."""
    text = " ".join(_said(ast.parse(path.read_text()))).casefold().replace("é", "e")
    return {game for game in games if game in text}


def test_nothing_but_a_game_itself_and_the_registry_names_it() -> None:
    games = {path.parent.name for path in (ROOT / "rules").glob("*/game.py")}
    assert {path.parent.name for path in (ROOT / "renderer").glob("*/hand.py")} == games
    own = {ROOT / side / game for side in ("rules", "players", "renderer", "bot/games") for game in games}
    found = {
        f"{path.relative_to(ROOT)}: {game}"
        for side in SIDES
        for path in sources(side)
        if path not in REGISTRIES and not own & {*path.parents}
        for game in naming(path, games)
    }
    assert found == set()


def test_the_registry_has_one_line_for_each_game() -> None:
    lines = REGISTRY.read_text().splitlines()
    for game in (path.parent.name for path in (ROOT / "rules").glob("*/game.py")):
        assert [line.strip() for line in lines if f'"{game}"' in line] == [f'"{game}": {game}.GAME,']


# ── what is said ──

SPEAKING = {"response", "followup", "edit_original_response", "delete_original_response"}


def test_all_that_is_said_to_an_interaction_is_said_in_one_place() -> None:
    """What is said elsewhere would not be said again where Discord takes it badly."""
    places = {
        str(path.relative_to(ROOT))
        for path in sources("bot")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute) and node.attr in SPEAKING and "interaction" in ast.unparse(node.value)
    }
    assert places == {"bot/discord/interactions/replies.py"}


@pytest.mark.parametrize("name", ["hash", "id", "open", "print", "input", "eval", "exec", "globals", "__import__"])
def test_rules_call_nothing_that_differs_between_processes_or_reaches_outside(name: str) -> None:
    """LAW 2, for the builtins."""
    calls = {
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for folder in ("rules", "players")
        for path in sources(folder)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name
    }
    assert calls == set()


@pytest.mark.parametrize(
    ("method", "callers"), [("apply", {"rules/engine", "players/outcomes.py"}), ("resign", {"rules/engine"})]
)
def test_nothing_but_the_engine_calls_the_judge(method: str, callers: set[str]) -> None:
    """LAW 3: `x.apply(…)` stands in the engine alone, and once more for states that house players imagined.

    `engine.resign(…)` and the like are the engine's own.
    """
    calls = {
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for folder in SIDES
        for path in sources(folder)
        if not any(path.is_relative_to(ROOT / caller) for caller in callers)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == method
        if ast.unparse(node.func.value) == "rules" or (method == "apply" and "rules" in ast.unparse(node.func.value))
    }
    assert calls == set()


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def own_length(function: ast.AST) -> int:
    """Its lines without those of functions inside it, which are counted by themselves (a group of commands)."""
    inside = [
        node for node in ast.iter_child_nodes(function) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    return lines_of(function) - sum(lines_of(node) for node in inside)


def lines_of(node: ast.AST) -> int:
    assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    return (node.end_lineno or 0) - first + 1


@pytest.mark.parametrize("folder", SIDES)
def test_files_and_functions_are_short(folder: str) -> None:
    long: set[str] = set()
    for path in sources(folder):
        text = path.read_text()
        where = str(path.relative_to(ROOT))
        if text.count("\n") >= LONGEST_FILE:
            long.add(where)
        for function in functions(ast.parse(text)):
            length = own_length(function)
            if length >= LONGEST_FUNCTION and f"{where}:{function.name}" not in LONG_FUNCTIONS:
                long.add(f"{where}:{function.name} ({length})")
    assert long == set()


# ── LAW 7: what values are made of ───────────────────────────────────────────────────────────────────────────────────


def _modules() -> None:
    for module in pkgutil.walk_packages(rules.__path__, "rules."):
        importlib.import_module(module.name)


def _descendants(base: type[Any]) -> Iterator[type[Any]]:
    for child in base.__subclasses__():
        yield child
        yield from _descendants(child)


def _odd(hint: Any, where: str, seen: set[Any]) -> Iterator[str]:
    """What of a type is neither an int, a str, a bool, an enum, a tuple of such, nor a frozen Struct of such."""
    if hint in (int, str, bool, type(None)) or hint in seen:
        return
    origin = get_origin(hint)
    if origin is tuple:
        for part in get_args(hint):
            if part is not Ellipsis:
                yield from _odd(part, where, seen)
    elif origin in (Union, UnionType):
        for part in get_args(hint):
            yield from _odd(part, where, seen)
    elif isinstance(hint, TypeVar):
        yield from _odd(hint.__bound__, where, seen)
    elif isinstance(hint, type) and issubclass(hint, Enum):
        return
    elif isinstance(origin or hint, type) and issubclass(origin or hint, msgspec.Struct):
        seen.add(hint)
        struct: Any = origin or hint
        if not struct.__struct_config__.frozen:
            yield f"{where}: {struct.__name__} is not frozen"
        for name, field in get_type_hints(struct).items():
            if not name.startswith("__"):
                yield from _odd(field, f"{struct.__module__}.{struct.__name__}.{name}", seen)
    else:
        yield f"{where}: {hint}"


@pytest.mark.parametrize(
    "base", [State, Move, Fact, PublicView, SeatView, Reason, Memory], ids=lambda base: base.__name__
)
def test_values_are_frozen_and_made_of_numbers_words_and_tuples(base: type[Any]) -> None:
    _modules()
    ours = [kind for kind in _descendants(base) if kind.__module__.startswith("rules.")]
    assert ours or base is Memory  # views of all games may show all that can be known
    assert [odd for kind in ours for odd in _odd(kind, kind.__name__, set())] == []


def test_the_law_about_values_sees_a_list_inside() -> None:
    class Bad(msgspec.Struct, frozen=True):
        inside: tuple[list[int], ...]

    class Thawed(msgspec.Struct):
        number: int

    assert list(_odd(Bad, "Bad", set())) == [f"{Bad.__module__}.Bad.inside: list[int]"]
    assert list(_odd(Thawed, "Thawed", set())) == ["Thawed: Thawed is not frozen"]
