"""What a stretch of the bot's work enters: trips to SQLite's thread, statements, tries of a plan, functions, files.

It holds on to what does not move: SQLite and msgspec themselves, the writer and the jobs of `storage`, the engine and
the rules of Guatemala Café. A seam that is gone is an error, never a zero.
"""

import asyncio
import re
import sqlite3
import sys
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from functools import wraps
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Self, cast

import aiosqlite
import msgspec

from rules import engine
from rules.guatemala.game import RULES
from storage.sqlite.outbox import sent
from storage.sqlite.tables import load
from storage.sqlite.writer import Writer

ROOT = Path(__file__).parents[2]
COUNTED = ("bot", "rules", "renderer", "storage")
"""The packages whose functions count."""
HOP, DECODED, SENT = "hops", "decoded", "sent"
BEGIN, STATEMENT, STATE = "transactions", "statements", "states"
SEAMS: dict[str, Callable[..., Any]] = {
    "asks": Writer._ask,
    "loads": load,
    "replays": engine.replay,
    "tries": engine.draft,
    "applied": type(RULES).apply,
    "parsed": type(RULES).parse,
    "written": type(RULES).write,
    SENT: sent,
}
MAY_GO: dict[str, Callable[..., Any] | None] = {"at_channel": getattr(sys.modules[load.__module__], "at_channel", None)}
"""What need not be there: a table that is loaded by its channel is looked up no more."""
WATCHED: dict[int, str] = {
    id(function.__code__): name for name, function in (SEAMS | MAY_GO).items() if function is not None
}
"""By identity: code that reads the same in two files is equal."""
FIGURES = (
    *(HOP, "after", "asks", BEGIN, STATEMENT, STATE, "loads", "at_channel", DECODED, "replays"),
    *("tries", "applied", "parsed", "written", "calls", "functions", "files"),
)
"""`after`: trips that follow once the last post is noted as sent, which is when the courier looks for more. `states`:
statements that fetch the kept state of a table, whichever function asks for it.
"""
PATIENCE = 60.0
"""Seconds for which a clock is held at most."""
_VERBS = ("SELECT", "INSERT", "UPDATE", "DELETE", "REPLACE", "WITH")
_STATE = re.compile(r"\s*SELECT\b.*\bstate\b.*\bFROM\b.*\bgames\b", re.DOTALL)
_INLINED = frozenset({"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>", "<module>"})
"""Frames in one Python and none in another, and what an import runs."""
_RESUMES = 0x20 | 0x80 | 0x200
"""Flags of generators, coroutines and asynchronous generators."""


def counts(code: CodeType) -> bool:
    """Is this a function of ours? What has no file in the tree is made by a library."""
    path = Path(code.co_filename)
    if code.co_name in _INLINED or not path.is_relative_to(ROOT):
        return False
    return path.relative_to(ROOT).parts[0] in COUNTED


def is_first(frame: FrameType) -> bool:
    """A coroutine is entered once, however often it is resumed."""
    code = frame.f_code
    return not code.co_flags & _RESUMES or code.co_code[frame.f_lasti + 1] & 3 == 0


class Meter:
    """Notes in one list, from all threads, what happens while it is on. It is entered before the bot is imported."""

    def __init__(self) -> None:
        self.on = False
        self.on_the_way = 0
        """Trips to SQLite's thread that have not come back."""
        self._noted: list[CodeType | str] = []
        self._ours: dict[tuple[str, CodeType], bool] = {}
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        self._watch_sqlite()
        for module, name in ((msgspec.json, "decode"), (msgspec, "convert")):
            self._watch_reading(module, name)
        threading.setprofile(self._entered)
        sys.setprofile(self._entered)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)
        threading.setprofile(cast("Any", None))
        self._stack.close()

    def _replace(self, owner: Any, name: str, value: Any) -> None:
        self._stack.callback(setattr, owner, name, getattr(owner, name))
        setattr(owner, name, value)

    def __len__(self) -> int:
        return len(self._noted)

    def begin(self) -> None:
        self._noted.clear()
        self.on = True

    def end(self) -> dict[str, int]:
        """The figures since it began."""
        self.on = False
        return figures(self._noted)

    def note(self, what: CodeType | str) -> None:
        if self.on:
            self._noted.append(what)

    def _entered(self, frame: FrameType, event: str, what: Any) -> None:
        if not self.on:
            return
        if event == "call":
            code = frame.f_code
            ours = self._ours.get(key := (code.co_filename, code))
            if ours is None:
                ours = self._ours[key] = counts(code)
            if ours and is_first(frame):
                self._noted.append(code)
        elif event == "c_call" and isinstance(getattr(what, "__self__", None), msgspec.json.Decoder):
            self._decoded(what.__self__.type)

    def _decoded(self, kind: Any) -> None:
        if kind is RULES.state_type:
            self.note(DECODED)

    def _watch_reading(self, module: Any, name: str) -> None:
        read = getattr(module, name)

        @wraps(read)
        def noted(*values: Any, **options: Any) -> Any:
            self._decoded(options.get("type") or values[-1])  # of `convert` it may be the second
            return read(*values, **options)

        self._replace(module, name, noted)

    def _watch_sqlite(self) -> None:
        connect, execute = sqlite3.connect, aiosqlite.Connection._execute

        @wraps(connect)
        def traced(*values: Any, **options: Any) -> sqlite3.Connection:
            connection = connect(*values, **options)
            connection.set_trace_callback(self._statement)
            return connection

        @wraps(execute)
        async def hopping(connection: aiosqlite.Connection, *values: Any, **options: Any) -> Any:
            self.note(HOP)
            self.on_the_way += 1
            try:
                return await execute(connection, *values, **options)
            finally:
                self.on_the_way -= 1

        self._replace(sqlite3, "connect", traced)
        self._replace(aiosqlite.Connection, "_execute", hopping)

    def _statement(self, text: str) -> None:
        verb = text.lstrip().partition(" ")[0].upper()
        if verb == "BEGIN":
            self.note(BEGIN)
        elif verb in _VERBS:
            self.note(STATEMENT)
            if _STATE.match(text):
                self.note(STATE)


def figures(noted: list[CodeType | str]) -> dict[str, int]:
    """Sums of what was noted; trips to SQLite's thread up to the last post that was noted as sent, and after it."""
    names = [what if isinstance(what, str) else WATCHED.get(id(what), "") for what in noted]
    entered = [what for what in noted if isinstance(what, CodeType)]
    found = Counter(names)
    last = max((place for place, name in enumerate(names) if name == SENT), default=len(names))
    found["after"] = names[last:].count(HOP)
    found[HOP] -= found["after"]
    found["calls"] = len(entered)
    found["functions"] = len({(code.co_filename, code) for code in entered})
    found["files"] = len({code.co_filename for code in entered})
    return {name: found[name] for name in (*FIGURES, SENT)}


class Loop(asyncio.SelectorEventLoop):
    """A loop whose clock can be held, so that nothing happens because time passes; it knows what its threads do."""

    def __init__(self) -> None:
        super().__init__()
        self._held: float | None = None
        self._patience: threading.Timer | None = None
        self.in_threads = 0

    def hold(self) -> None:
        """Lets go by itself where something waits for time to pass, which then must not be counted."""
        self._held = super().time()
        self._patience = threading.Timer(PATIENCE, self._let_go)
        self._patience.start()

    def release(self) -> None:
        """Raises TimeoutError where it had to let go."""
        assert self._patience is not None
        self._patience.cancel()
        if self._held is None:
            raise TimeoutError("something waits for time to pass, and the clock was held")
        self._let_go()

    def _let_go(self) -> None:
        self._held = None

    def time(self) -> float:
        return super().time() if self._held is None else self._held

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> Any:
        self.in_threads += 1
        future = super().run_in_executor(executor, func, *args)
        future.add_done_callback(self._came_back)
        return future

    def _came_back(self, _: Any) -> None:
        self.in_threads -= 1


async def quiet(meter: Meter, loop: Loop, looks: int) -> None:
    """Until for so many looks, 20 ms each, nothing of ours was entered and no thread works for the bot."""
    still, before = 0, -1
    while still < looks:
        passed = loop.create_future()
        threading.Timer(0.02, loop.call_soon_threadsafe, (passed.set_result, None)).start()
        await passed
        at_rest = len(meter) == before and not meter.on_the_way and not loop.in_threads
        still, before = (still + 1 if at_rest else 0), len(meter)
