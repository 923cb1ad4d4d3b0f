"""A game before tabs that is played in parts, each by a process of its own: what is kept from one to the next.

The sandbox keeps its world, the bot its tables; what only one person saw is gone, as when Discord's client starts anew.
"""

import random
from pathlib import Path

import msgspec
from msgspec import Struct

from tests.page.figures import Figures

KEPT, WORLD, TABLES = "figures", "world", "tables"


class Part(Struct):
    """What was played until now. `luck`: of the players; `seat`: whose turn it was; `mistypes`: by person."""

    figures: Figures
    luck: tuple[int, tuple[int, ...], float | None]
    seat: int
    mistypes: dict[str, int]
    over: bool
    number: int = 1
    """How many parts there have been."""

    def drawn_from(self) -> random.Random:
        luck = random.Random()
        luck.setstate(self.luck)
        return luck

    def keep(self, folder: Path) -> None:
        beside = folder / f"{KEPT}.new"
        beside.write_bytes(msgspec.msgpack.encode(self))
        beside.replace(folder / KEPT)


def last(folder: Path) -> Part | None:
    """Returns what the last part has kept; None if none was played to its end."""
    path = folder / KEPT
    return msgspec.msgpack.decode(path.read_bytes(), type=Part) if path.exists() else None
