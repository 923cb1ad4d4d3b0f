"""The program of the process that makes the film or the page of a game (bot/discord/films.py), at the lowest priority.

It reads of what it is made, a length and a pickle; it writes how far it is, and at last what it has made: a length
each, and a letter before what follows.
"""

import os
import pickle
import signal
import sys
from contextlib import suppress
from typing import BinaryIO, Final

from bot.discord.films import FILM, FURTHER, Paged, Wanted
from bot.discord.pipe import LENGTH
from bot.games import GAMES
from bot.games.game import painters
from bot.games.page.made import HEAVIEST, page
from bot.operation.easel import asked
from bot.play.gamefile.form import read
from bot.play.gamefile.verified import verified
from bot.wording import words_for
from renderer import Painters, film
from renderer.pixels import raster

NICE: Final = 19


def made(by: Painters, wanted: Wanted, told: BinaryIO) -> bytes:
    """Returns the film; nothing where it is too large."""
    game, last = film.Game(), len(wanted.steps) - 1
    for number, (view, facts) in enumerate(wanted.steps):
        scene = by.paint(view, "", by.happened(view, facts), wanted.names)
        if not game.add(scene, wanted.ms if number < last else max(wanted.ms, film.ENDS)):
            return b""
        if number % 8 == 0:
            write(told, FURTHER + number.to_bytes(4, "big"))
    return game.finished()


def paged(wanted: Paged, told: BinaryIO) -> bytes:
    """Returns the page; nothing where it is too large."""
    found = read(wanted.file)
    game = GAMES[found.file.game]

    def further(percent: int) -> None:
        write(told, FURTHER + percent.to_bytes(4, "big"))

    data = page(found.file, game, words_for(wanted.lang), verified(found, game.rules), says=further)
    return data if len(data) <= HEAVIEST else b""


def write(told: BinaryIO, what: bytes) -> None:
    told.write(LENGTH.pack(len(what)) + what)
    told.flush()


def main() -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    with suppress(AttributeError, OSError):
        os.nice(NICE)
    raster.give_back_memory()
    body, told = asked(sys.stdin.buffer), sys.stdout.buffer
    if body is not None:
        wanted: Wanted | Paged = pickle.loads(body)  # noqa: S301 (of the process that has started this one)
        data = paged(wanted, told) if isinstance(wanted, Paged) else made(painters(GAMES), wanted, told)
        write(told, FILM + data)


if __name__ == "__main__":
    main()
