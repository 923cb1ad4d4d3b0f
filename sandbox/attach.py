"""Runs an unmodified bot against a sandbox: its addresses are set, and nothing else.

    python -m sandbox.attach http://127.0.0.1:4000 -m bot            a module
    python -m sandbox.attach http://127.0.0.1:4000 path/to/bot.py    a script

What follows the module or script are its own arguments.
"""

import runpy
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import yarl
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route

USAGE = "usage: python -m sandbox.attach ADDRESS (-m MODULE | SCRIPT) [ARGUMENT …]"


def point_at(address: str) -> None:
    """Sets the three places where discord.py 2.7.1 keeps an address."""
    _set(f"{address}/api/v10", yarl.URL(address.replace("http", "ws", 1) + "/gateway/"), f"{address}/cdn")


def _set(rest: str, gateway: yarl.URL, cdn: str) -> None:
    Route.BASE = rest
    DiscordWebSocket.DEFAULT_GATEWAY = gateway
    setattr(Asset, "BASE", cdn)  # noqa: B010 (its type says that it never changes)


@contextmanager
def pointed_at(address: str) -> Generator[None]:
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE
    point_at(address)
    try:
        yield
    finally:
        _set(*before)


def main(arguments: list[str]) -> None:
    match arguments:
        case [address, "-m", module, *rest]:
            point_at(address)
            sys.argv = [module, *rest]
            sys.path.insert(0, "")
            runpy.run_module(module, run_name="__main__", alter_sys=True)
        case [address, script, *rest] if not script.startswith("-"):
            point_at(address)
            sys.argv = [script, *rest]
            sys.path.insert(0, str(Path(script).resolve().parent))
            runpy.run_path(script, run_name="__main__")
        case _:
            sys.exit(USAGE)


if __name__ == "__main__":
    main(sys.argv[1:])
