"""What somebody gets who installs the wheel: its files, what it needs, and what errors name there."""

import ast
import re
import sys
import tomllib
from email.parser import HeaderParser
from pathlib import Path, PurePosixPath
from zipfile import ZipFile

import click.testing
import pytest
from hatchling.builders.wheel import WheelBuilder

from bot.__main__ import main
from bot.games import GAMES
from bot.operation import at_hand, settings, version
from bot.operation.settings import Settings
from bot.wording.words import DOMAIN, LANGUAGES, TRANSLATED
from renderer.drawing.names import coverage
from storage.problem import EX_CONFIG

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PACKAGES = {"rules", "players", "renderer", "storage", "bot", "sandbox"}
MOST = 15_000_000
"""Bytes, of which the fonts for names are seven millions; a wheel that grows past it has swallowed something."""
OPTIONAL = {"jsonschema_rs"}
"""Imported only where a developer has it."""
NAMES = {"PIL": "pillow", "discord": "discord.py", "pydantic_settings": "pydantic-settings"}
"""Of a distribution that is not called as what it is imported by."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    (made,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path_factory.mktemp("dist")), versions=["standard"])
    return Path(made)


@pytest.fixture(scope="module")
def files(wheel: Path) -> set[str]:
    with ZipFile(wheel) as archive:
        return set(archive.namelist())


def described(files: set[str]) -> str:
    """The folder of the wheel's own description."""
    (name,) = {name.partition("/")[0] for name in files if ".dist-info/" in name}
    return name


def distribution(requirement: str) -> str:
    return re.split(r"[=>\[;\\ ]", requirement)[0].lower().replace("_", "-").replace(".", "-")


# ── files ──


def test_every_file_of_the_code_is_in_it_and_nothing_beside_the_packages(files: set[str]):
    code = {path.relative_to(ROOT).as_posix() for package in PACKAGES for path in (ROOT / package).rglob("*.py")}
    assert {name for name in files if name.endswith(".py")} == code
    assert {name.partition("/")[0] for name in files} == PACKAGES | {described(files)}


def test_what_is_not_code_is_what_it_needs_at_run_time(files: set[str]):
    about = described(files)
    web = {path.relative_to(ROOT).as_posix() for path in (ROOT / "sandbox" / "web").rglob("*") if path.is_file()}
    drawn = {path.parent.name for path in (ROOT / "renderer").glob("*/palette.txt")}
    assert web
    assert drawn == set(GAMES)
    assert {name for name in files if not name.endswith(".py")} == {
        *(f"{package}/py.typed" for package in PACKAGES),
        *(f"bot/wording/locale/{lang}/LC_MESSAGES/{DOMAIN}.mo" for lang in TRANSLATED),
        *(f"bot/games/{game}/chapters/{lang}.md" for game in GAMES for lang in LANGUAGES),
        "bot/games/page/page.html",
        *(f"bot/wording/{folder}/{lang}.md" for folder in ("leaving", "privacy") for lang in LANGUAGES),
        *(f"renderer/{game}/{name}" for game in drawn for name in ("palette.txt", "parts.bin")),
        *(f"renderer/fonts/{one.font}" for one in coverage()),
        *(f"renderer/fonts/{name}.txt" for name in ("OFL", "OFL-Noto", "coverage")),
        *(path.relative_to(ROOT).as_posix() for path in (ROOT / "storage").rglob("*.sql")),
        *web,
        *(f"{about}/{name}" for name in ("METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE")),
    }


def test_it_is_small(wheel: Path):
    assert wheel.stat().st_size < MOST


# ── what it says of itself, and what it needs ──


def test_it_brings_one_command_and_says_what_it_is(wheel: Path, files: set[str]):
    with ZipFile(wheel) as archive:
        told = HeaderParser().parsestr(archive.read(f"{described(files)}/METADATA").decode())
        commands = archive.read(f"{described(files)}/entry_points.txt").decode()
    assert commands == "[console_scripts]\nstammtisch = bot.__main__:main\n"
    assert (told["Name"], told["Version"], told["License-Expression"]) == ("stammtisch", PROJECT["version"], "MIT")
    assert "Typing :: Typed" in told.get_all("Classifier", [])
    assert told["Keywords"]


def test_what_is_imported_is_declared():
    imported = {
        name.partition(".")[0]
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    foreign = imported - PACKAGES - OPTIONAL - sys.stdlib_module_names
    assert {distribution(NAMES.get(name, name)) for name in foreign} - declared() == extra()


def declared() -> set[str]:
    return {distribution(requirement) for requirement in PROJECT["dependencies"]}


def extra() -> set[str]:
    """What only those need who keep their tables in PostgreSQL."""
    extras = PROJECT["optional-dependencies"]
    return {distribution(requirement).partition("[")[0] for requirement in extras["postgres"]}


def test_what_is_declared_is_locked_with_hashes_and_without_an_address():
    lines = (ROOT / "requirements" / "run.in").read_text().splitlines()
    assert {distribution(line) for line in lines} == declared()
    for name in ("run.txt", "dev.txt"):
        text = (ROOT / "requirements" / name).read_text()
        assert "://" not in text
        entries = re.split(r"\n(?=[a-z])", text)
        by_us = {distribution(entry) for entry in entries if re.search(r"(via|#  ) -r run\.in$", entry, re.MULTILINE)}
        assert by_us == declared()
        assert [entry.splitlines()[0] for entry in entries if "--hash=sha256:" not in entry] == []


# ── what errors name ──

CHECKOUT = ("pyproject.toml", "Makefile", ".env.example", "sandbox/play.py")
CONTAINER = ("pyproject.toml",)
WHEEL = ("sandbox/play.py",)
OURS = re.compile(r"make\b|\.env\.example|sandbox")
"""What not everybody has."""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder without settings, and beside it a folder of packages."""
    for name in ("DISCORD_TOKEN", "DISCORD_TOKEN_FILE", "STAMMTISCH_TOKEN", "STAMMTISCH_TOKEN_FILE"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setattr(version, "PROJECT", tmp_path / "there" / "pyproject.toml")
    return tmp_path / "there"


def installed(place: Path, names: tuple[str, ...]) -> None:
    for path in (place / PurePosixPath(name) for name in names):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text('[project]\nname = "stammtisch"\nversion = "1"\n' if path.name == "pyproject.toml" else "")


def told(*arguments: str) -> tuple[str, str]:
    result = click.testing.CliRunner().invoke(main, arguments)
    assert result.exit_code == EX_CONFIG, result.output
    problem, solution = result.output.splitlines()
    return problem, solution


@pytest.mark.parametrize(
    ("names", "named", "ours"),
    [
        (CHECKOUT, ["Copy .env.example to .env", "`make run`"], {".env.example", "make", "sandbox"}),
        (WHEEL, ["Write DISCORD_TOKEN=", "(your application, Bot, Reset Token)", "`stammtisch sandbox`"], {"sandbox"}),
        (CONTAINER, ["Write DISCORD_TOKEN=", "(your application, Bot, Reset Token)"], set[str]()),
    ],
    ids=["a checkout", "a wheel", "a container"],
)
def test_without_a_token_one_is_told_what_there_is(
    place: Path, names: tuple[str, ...], named: list[str], ours: set[str]
):
    installed(place, names)
    problem, solution = told("run")
    assert problem == f"There is no DISCORD_TOKEN, neither in the environment nor in {settings.env_file()}."
    assert [word for word in named if word in solution] == named
    assert {found[0] for found in OURS.finditer(solution)} == ours


def test_the_doctor_names_the_sandbox_as_it_is_started_there(place: Path):
    assert at_hand.without_token() == "no token"
    installed(place, WHEEL)
    assert at_hand.without_token() == "no token: `stammtisch sandbox` starts the sandbox"
    installed(place, CHECKOUT)
    assert at_hand.without_token() == "no token: `make run` starts the sandbox"


def test_a_folder_in_the_place_of_the_settings_is_told_for_each(place: Path):
    Path(".env").mkdir()
    installed(place, WHEEL)
    assert told("run")[1].startswith("Remove it and write DISCORD_TOKEN= with your bot's token into a file there;")
    installed(place, CHECKOUT)
    assert told("run")[1].startswith("Remove it and copy .env.example there;")


def test_somebody_elses_project_around_the_packages_is_no_checkout(place: Path):
    installed(place, CHECKOUT)
    assert at_hand.is_checkout()
    (place / "pyproject.toml").write_text('[project]\nname = "other"\n')
    assert not at_hand.is_checkout()


def test_a_container_says_that_it_has_no_sandbox(place: Path):
    installed(place, CONTAINER)
    problem, solution = told("sandbox")
    assert problem == "The sandbox is no part of this installation."
    assert solution.startswith("A container plays on Discord only;")


@pytest.mark.parametrize(
    ("name", "value", "must"),
    [
        ("STAMMTISCH_LANG", "xx", "en, de or it"),
        ("STAMMTISCH_PORT", "70000", "a number up to 65535"),
        ("STAMMTISCH_ORDER_DELAY_MINUTES", "4-5", "two numbers like [5, 45]"),
    ],
)
def test_a_setting_that_cannot_be_is_told_with_what_it_may_be(
    place: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str, must: str
):
    installed(place, WHEEL)
    monkeypatch.setenv(name, value)
    problem, solution = told("run")
    assert name in problem
    assert solution == f"{name} must be {must}. Without a line of its own a setting has its default."


def test_every_setting_that_can_be_wrong_says_what_it_may_be():
    """Texts and paths are read as they are; shards have a sentence of their own."""
    free = {"token", "token_file", "data", "database", "shards", "api", "metrics", "backups", "proxy", "contact"}
    assert {name for name, field in Settings.model_fields.items() if not field.description} == free


def test_only_the_command_of_the_sandbox_loads_it():
    top_level = ast.parse((ROOT / "bot" / "__main__.py").read_text(encoding="utf-8")).body
    early = [node.module for node in top_level if isinstance(node, ast.ImportFrom)]
    assert [name for name in early if (name or "").startswith("sandbox")] == []
    late = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "bot").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "sandbox"
    }
    assert late == {"bot/__main__.py"}
