"""Memory that lies free is given back: after a crowd nothing else would do that."""

import asyncio
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.operation import chores, memory
from storage.shards import Shards

ROOT = Path(__file__).parents[2]
SCATTERED = """
import os, re
from bot.operation.heap import give_back, keep_large_blocks_apart

def held():
    with open("/proc/self/status", encoding="ascii") as status:
        return int(re.search(r"VmRSS:\\s+(\\d+)", status.read())[1])

keep_large_blocks_apart()
pictures = [os.urandom(50_000) for _ in range(2_000)]
kept = pictures[::50]
del pictures
before = held()
given = give_back()
print(given, before, held())
"""


def test_what_lies_free_between_kept_blocks_is_given_back():
    """A crowd leaves such memory behind, and nothing else would give it back."""
    done = subprocess.run([sys.executable, "-c", SCATTERED], capture_output=True, text=True, check=True, cwd=ROOT)
    given, before, after = done.stdout.split()
    assert given == "True" or sys.platform != "linux"
    assert int(after) < int(before) / 2 or given == "False"


async def test_the_bot_gives_it_back_again_and_again(monkeypatch: pytest.MonkeyPatch):
    given, enough = list[int](), asyncio.Event()
    loop = asyncio.get_running_loop()

    def give_back() -> bool:
        given.append(1)
        if len(given) == 3:
            loop.call_soon_threadsafe(enough.set)
        return True

    monkeypatch.setattr(memory, "GIVES_BACK", 0.001)
    monkeypatch.setattr(memory, "give_back", give_back)
    client: Any = SimpleNamespace(clockwork=SimpleNamespace(jumps=None))
    store: Any = SimpleNamespace(holding=SimpleNamespace(shards=Shards()))  # one that no other process shares
    tasks = chores.Chores(store, client).begun()
    try:
        async with asyncio.timeout(10):
            await enough.wait()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
