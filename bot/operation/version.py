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
    if PROJECT.is_file():
        project = tomllib.loads(PROJECT.read_text(encoding="utf-8")).get("project", {})
        if project.get("name") == NAME:
            return str(project["version"])
    return metadata.version(NAME)


def versions() -> dict[str, str]:
    """Returns the versions of the bot and of the libraries that speak with Discord."""
    return {"version": version(), "discord.py": metadata.version("discord.py")}
