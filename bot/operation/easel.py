"""The program of the process that paints (bot/discord/studio.py): reads what is wanted, writes the picture.

Each is a length in four bytes and so many bytes more; an empty answer says that it could not be painted, `NONE` that
there is no such picture. At the end of what it reads it ends: it never outlives the bot. Signals are meant for the bot,
which still wants pictures as it ends.
"""

import pickle
import signal
import sys
from contextlib import suppress
from typing import BinaryIO, Final

from bot.discord.studio import LENGTH, NONE
from bot.games import GAMES
from bot.games.game import painters
from bot.operation.memory import give_back, keep_large_blocks_apart
from renderer import Painters, raster

CANVAS: Final = 1 << 20
"""Bytes: more than it takes to pack a strip, whose pages would else be zeroed anew for every strip."""
GIVES_BACK: Final = 16
"""After so many pictures what lies free between those that are kept goes back: a fifth of the memory, for a hundredth
of the time.
"""


def asked(wanted: BinaryIO) -> bytes | None:
    """Returns the next thing that is wanted; None at the end."""
    head = wanted.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (size,) = LENGTH.unpack(head)
    body = wanted.read(size)
    return body if len(body) == size else None


def painted(by: Painters, body: bytes) -> bytes:
    with suppress(Exception):  # the bot then paints it itself, and logs why that fails
        what, *given = pickle.loads(body)  # noqa: S301 (of our own process)
        return by.png(what, *given) or NONE
    return b""


def main() -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    keep_large_blocks_apart(CANVAS)
    raster.give_back_memory()
    by, count = painters(GAMES), 0
    while (body := asked(sys.stdin.buffer)) is not None:
        picture = painted(by, body)
        sys.stdout.buffer.write(LENGTH.pack(len(picture)) + picture)
        sys.stdout.buffer.flush()
        count += 1
        if count % GIVES_BACK == 0:  # whoever waits has theirs by now
            give_back()


if __name__ == "__main__":
    main()
