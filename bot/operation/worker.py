"""The process in which house players think: `python -m bot.operation.worker BYTES`, started by workers.py.

It knows rules and players and nothing else: no store, no Discord, no secret of the bot. What it is asked comes by its
standard input, a length and a pickle each, from the process that has started it and from nobody else. When that is
gone it ends, whatever it is doing.
"""

import os
import pickle
import queue
import struct
import sys
import threading
from contextlib import suppress
from secrets import randbelow
from typing import Any, BinaryIO, Final

from players import think

HEAD: Final = struct.Struct(">I")
NICE: Final = 10


class Live:
    """The luck of slips: the operating system's."""

    def below(self, n: int, /) -> int:
        return randbelow(n)


def bound(memory: int) -> None:
    """Lowers its priority, and bounds its memory where the system does that."""
    with suppress(AttributeError, OSError):
        os.nice(NICE)
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def read(source: BinaryIO) -> Any:
    """Returns the next message; None at the end."""
    head = source.read(HEAD.size)
    if len(head) < HEAD.size:
        return None
    return pickle.loads(source.read(HEAD.unpack(head)[0]))  # noqa: S301 (from the process that has started this one)


def written(value: Any) -> bytes:
    text = pickle.dumps(value)
    return HEAD.pack(len(text)) + text


def answered(request: Any) -> Any:
    """Returns a thought, or why there is none."""
    rules, level, sight, prompt = request
    try:
        return think(rules, sight, prompt, level, None, Live())
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 (whoever asked is told of it, and plays on)
        return f"{type(error).__name__}: {error}"


def main() -> None:
    bound(int(sys.argv[1]))
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    asked: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def listen() -> None:
        while (request := read(source)) is not None:
            asked.put(request)
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    while True:
        sink.write(written(answered(asked.get())))
        sink.flush()


if __name__ == "__main__":
    main()
