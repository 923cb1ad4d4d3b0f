"""The process in which a game is analysed: `python -m bot.operation.analyser`, started by analysers.py for one game.

It knows rules and players and nothing else: no store, no Discord, no secret of the bot. It reads what the analysis is
made of, a length and a pickle, and writes how far it is, at last the analysis or why there is none. When whoever has
started it is gone it ends, whatever it is doing.
"""

import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from bot.operation.worker import read, written
from bot.play.history.analyst import Wanted
from players import ESTIMATORS
from players.analysis import closed, whole
from players.analysis.form import Analysis

NICE: Final = 19


def analysed(wanted: Wanted, says: Callable[[int], None]) -> Analysis:
    of = ESTIMATORS[wanted.game]
    return whole.analysed(of, wanted.records, says) if wanted.records else closed.analysed(of, wanted.shown, says)


def main() -> None:
    with suppress(AttributeError, OSError):
        os.nice(NICE)
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    wanted: Wanted | None = read(source)
    if wanted is None:
        return

    def listen() -> None:
        source.read()
        os._exit(0)

    def tell(what: Any) -> None:
        sink.write(written(what))
        sink.flush()

    threading.Thread(target=listen, daemon=True).start()
    try:
        tell(analysed(wanted, tell))
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 (whoever asked is told of it)
        tell(f"{type(error).__name__}: {error}")


if __name__ == "__main__":
    main()
