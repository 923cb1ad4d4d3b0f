"""Which version this is: of the installed package, or of the checkout that runs."""

import tomllib
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Final

NAME: Final = "stammtisch"
PROJECT: Final = Path(__file__).parents[2] / "pyproject.toml"


@cache
def version() -> str:
    """What is installed beside a checkout may be older; what lies beside an installed package may be another's."""
    project = _project()
    return str(project["version"]) if project else metadata.version(NAME)


def lies_in_project() -> bool:
    """Whether this runs from the project's own folder, a checkout or a copy of it, and not from an installed wheel."""
    return bool(_project())


def _project() -> dict[str, object]:
    """The project's table of pyproject.toml; empty where there is none or it is another's."""
    if not PROJECT.is_file():
        return {}
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8")).get("project", {})
    return project if project.get("name") == NAME else {}


def versions() -> dict[str, str]:
    """Returns the versions of the bot and of the libraries that speak with Discord."""
    return {"version": version(), "discord.py": metadata.version("discord.py")}
