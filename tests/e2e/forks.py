"""Starts of the shipped program by forks of one process that has imported it: `python -m tests.e2e.forks FD`.

Importing it takes more than half a second of processor each time, the parts of its first pictures nearly as much, and
both are the same each time. A fork runs what `python -m sandbox.attach` runs, with an environment and a log of its own;
it can be killed and ends as that would.
"""

import asyncio
import atexit
import json
import os
import select
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[2]
MOST = 1 << 16
IMPORTED = (
    *(f"bot.operation.{name}" for name in ("at_hand", "host", "log", "memory", "settings")),
    *("bot.discord.permissions", "storage.folder.control", "tests.newer_games"),
)
"""What the programs import that are run; they themselves are read anew for each start."""


class Fork:
    """One start; has what is wanted of `asyncio.subprocess.Process`."""

    def __init__(self, pid: int, end: int) -> None:
        self.pid = pid
        self._end = end
        self._code: int | None = None

    def __del__(self) -> None:
        os.close(self._end)

    @property
    def returncode(self) -> int | None:
        if self._code is None:
            with suppress(BlockingIOError):
                said = os.read(self._end, 16)
                assert said, "whoever forked it is gone"
                self._code = int(said)
        return self._code

    def send_signal(self, number: int) -> None:
        if self.returncode is None:
            with suppress(ProcessLookupError):  # it has just ended
                os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    async def wait(self) -> int:
        ended, loop = asyncio.Event(), asyncio.get_running_loop()
        if self.returncode is None:
            loop.add_reader(self._end, ended.set)
            try:
                await ended.wait()
            finally:
                loop.remove_reader(self._end)
        code = self.returncode
        assert code is not None
        return code


def fork(arguments: tuple[str, ...], env: dict[str, str], log: int) -> Fork:
    """Runs `python -m sandbox.attach` with these arguments; what it says goes to the file."""
    end, told = os.pipe()
    os.set_blocking(end, False)
    here = _forker()
    order = json.dumps([arguments, env]).encode()
    assert len(order) < MOST
    socket.send_fds(here, [order], [log, told])
    os.close(told)
    return Fork(int(here.recv(16)), end)


@cache
def _forker() -> socket.socket:
    """One a process; it ends with it."""
    here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    command = (sys.executable, "-m", "tests.e2e.forks", str(there.fileno()))
    process = subprocess.Popen(command, cwd=ROOT, pass_fds=[there.fileno()], stdin=subprocess.DEVNULL)
    there.close()

    def end() -> None:
        here.close()
        process.wait()

    atexit.register(end)
    return here


# ── in the process that forks ──


def serve(orders: socket.socket) -> list[str] | None:
    """Forks at each order and tells who has ended how. Returns what to run in a fork; None at the end."""
    running: dict[int, tuple[int, int]] = {}
    while True:
        ready: list[int] = select.select([orders.fileno(), *running], [], [])[0]
        for gone in [found for found in ready if found in running]:
            pid, told = running.pop(gone)
            code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
            with suppress(BrokenPipeError):  # nobody wants to know any more
                os.write(told, str(code).encode())
            os.close(told)
            os.close(gone)
        if orders.fileno() in ready:
            order, files, _, _ = socket.recv_fds(orders, MOST, 2)
            if not order:
                for pid, _ in running.values():
                    os.kill(pid, signal.SIGKILL)
                return None
            arguments, env = json.loads(order)
            log, told = files
            alive, held = os.pipe()  # whose other end closes with the fork, however that ends
            pid = os.fork()
            if pid == 0:
                for other in (alive, told, *running, *(told for _, told in running.values())):
                    os.close(other)
                orders.close()
                _become(env, log)
                return arguments
            os.close(held)
            os.close(log)
            running[alive] = pid, told
            orders.send(str(pid).encode())


def _warm() -> None:
    """What each start does before its first picture is wanted: the parts that are made stay in memory."""
    from bot.games import GAMES
    from bot.games.game import openings, painters

    made = painters(GAMES)
    for views in openings(GAMES):
        for view in views:
            made.warm(view)


def _become(env: dict[str, str], log: int) -> None:
    os.environ.clear()
    os.environ.update(env)
    for stream in (1, 2):
        os.dup2(log, stream)
    os.close(log)


if __name__ == "__main__":
    from sandbox.attach import main

    for name in IMPORTED:
        import_module(name)
    _warm()
    wanted = serve(socket.socket(fileno=int(sys.argv[1])))
    if wanted is not None:
        main(wanted)
