"""Which version this is: of what is installed, or of the checkout that it runs from."""

import tomllib
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Final

NAME: Final = "stammtisch"
PROJECT: Final = Path(__file__).parent.parent / "pyproject.toml"


@cache
def version() -> str:
    if PROJECT.is_file():  # what is installed beside a checkout may be older
        return str(tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["version"])
    return metadata.version(NAME)
