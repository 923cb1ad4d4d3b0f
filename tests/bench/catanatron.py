"""catanatron, the yardstick of Catan: in an environment of its own, in a process of its own, never a dependency.

It is under the GPL and no part of this project: the bench fetches it for itself, outside the tree, and talks to it by a
pipe. Where it cannot be fetched the bench says so and measures the rest.
"""

import json
import os
import subprocess
import venv
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

VERSION = "3.2.1"
PLAYER = Path(__file__).with_name("catanatron_games.py")
PATIENCE = 180
"""Seconds for fetching it."""


class Played(NamedTuple):
    """What it says of some games."""

    seconds: float
    actions: int


def environment() -> Path:
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "stammtisch" / f"catanatron-{VERSION}"


def fetched() -> Path | None:
    """Its Python, or None where it is neither there nor to be had."""
    folder = environment()
    python = folder / "bin" / "python"
    if not (folder / "whole").exists():
        try:
            venv.create(folder, with_pip=True, clear=True)
            command = [str(python), "-m", "pip", "install", "--quiet", f"catanatron=={VERSION}"]
            subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE)
        except (OSError, subprocess.SubprocessError):
            return None
        (folder / "whole").touch()
    return python


class Peer:
    """A process that plays random games of four when it is told to."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def play(self, first: int, games: int) -> Played:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(first, games, file=self.process.stdin, flush=True)
        return Played(*json.loads(self.process.stdout.readline()))


@contextmanager
def peer() -> Generator[Peer | None]:
    """It, waiting for orders; None where it cannot be had."""
    python = fetched()
    if python is None:
        print(f"     catanatron {VERSION} cannot be fetched: no comparison")
        yield None
        return
    with subprocess.Popen([python, "-I", PLAYER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Peer(process)
        finally:
            process.kill()
