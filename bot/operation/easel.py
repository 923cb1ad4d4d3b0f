"""The program of the process that paints (bot/discord/studio.py): reads what is wanted, writes the picture.

Each is a length in four bytes and so many bytes more; an empty answer says that it could not be painted, `NONE` that
there is no such picture. At the end of what it reads it ends: it never outlives the bot. Signals are meant for the bot,
which still wants pictures as it ends.

While one picture is packed, which leaves the interpreter free, the next is composed: answers come in the order in which
they were asked for. Nothing of the bot is imported that painting does without: it would be there a second time.
"""

import gc
import pickle
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pkgutil import iter_modules
from queue import SimpleQueue
from threading import Semaphore, Thread
from typing import BinaryIO, Final

import renderer
from bot.discord.pipe import LENGTH, NONE
from bot.operation.heap import give_back, keep_large_blocks_apart
from renderer import Painters
from renderer.pixels import raster

CANVAS: Final = 1 << 23
"""Bytes: more than a picture takes as it is composed and packed, whose pages would else be zeroed anew for each."""
GIVES_BACK: Final = 64
"""After so many pictures what lies free between those that are kept goes back. More often it costs more than it brings:
after each eighth it took a tenth of the time, for the next canvas asks for the same pages again, and spared three MB.
"""
COLLECT: Final = 50_000, 20, 100
"""When garbage in circles is looked for: a scene has none, and what is imported and kept stays."""
SWITCH: Final = 0.0001
"""Seconds after which the thread that composes lets the one that packs have the next strip."""
AT_ONCE: Final = 2
"""Pictures that are composed, or packed: canvases of each take ten megabytes."""
Finish = Callable[[], bytes]
"""What is left to be done of a picture once it is composed."""


def asked(wanted: BinaryIO) -> bytes | None:
    """Returns the next thing that is wanted; None at the end."""
    head = wanted.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (size,) = LENGTH.unpack(head)
    body = wanted.read(size)
    return body if len(body) == size else None


def painters() -> Painters:
    """Returns those of all games that are shipped: each has a folder of the renderer, beside rooms without painters."""
    folders = [import_module(f"renderer.{one.name}") for one in iter_modules(renderer.__path__) if one.ispkg]
    games = [folder for folder in folders if hasattr(folder, "PUBLIC")]
    return Painters(painter for game in games for painter in (game.PUBLIC, game.SEAT))


def composed(by: Painters, body: bytes) -> Finish:
    with suppress(Exception):  # the bot then paints it itself, and logs why that fails
        what, *given = pickle.loads(body)  # noqa: S301 (of our own process)
        return by.begun(what, *given) or (lambda: NONE)
    return bytes


def finished(finish: Finish) -> bytes:
    with suppress(Exception):  # the same
        return finish()
    return b""


def answer(waiting: SimpleQueue[Finish | None], room: Semaphore, told: BinaryIO) -> None:
    """Finishes one picture after the other, to the last; those that nobody reads any more, too."""
    count = 0
    while (finish := waiting.get()) is not None:
        picture = finished(finish)
        del finish
        room.release()
        with suppress(OSError):
            told.write(LENGTH.pack(len(picture)) + picture)
            told.flush()
        count += 1
        if count % GIVES_BACK == 0:  # whoever waits has theirs by now
            give_back()


def paint(by: Painters, wanted: BinaryIO, told: BinaryIO) -> None:
    """Composes what is wanted in this thread and packs it in another, until nothing more comes."""
    waiting, room = SimpleQueue[Finish | None](), Semaphore(AT_ONCE)
    packing = Thread(target=answer, args=(waiting, room, told), name="packing")
    packing.start()
    try:
        while (body := asked(wanted)) is not None:
            room.acquire()
            waiting.put(composed(by, body))
    finally:
        waiting.put(None)
        packing.join()


def main() -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    keep_large_blocks_apart(CANVAS)
    raster.give_back_memory()
    by = painters()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)
    sys.setswitchinterval(SWITCH)
    paint(by, sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    main()
