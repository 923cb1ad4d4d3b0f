"""`make mutants`: applies each mutation of docs/rulings in a copy of the tree and demands that its clause's test fails.

`python -m tests.mutants [game …]`. The working tree is never touched: two workers have a copy each. Bytecode is not
written, so that no run sees that of another mutation.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue

from tests.mutants.rulings import ROOT, Ruling, games, mutated, read

WORKERS = 2
LONGEST = 100
"""Seconds for one test."""
PASSED, FAILED = 0, 1
"""Exit codes of pytest; others mean that it could not even run the test."""

_LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info")


@contextmanager
def copies(number: int) -> Generator[SimpleQueue[Path]]:
    """Copies of the tree, to be borrowed and given back."""
    free: SimpleQueue[Path] = SimpleQueue()
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        for index in range(number):
            free.put(shutil.copytree(ROOT, Path(folder) / str(index), ignore=_LEFT_OUT))
        yield free


def run(tree: Path, *tests: str) -> int:
    without = [word for plugin in ("randomly", "cacheprovider", "xdist") for word in ("-p", f"no:{plugin}")]
    command = [sys.executable, "-m", "pytest", *without, "-x", "-q"]
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    found = subprocess.run(
        [*command, f"--timeout={LONGEST}", *tests], cwd=tree, env=environment, capture_output=True, check=False
    )
    return found.returncode


def caught(free: SimpleQueue[Path], ruling: Ruling) -> tuple[str, bool]:
    """Whether the test fails with the mutation, and a line about it."""
    start, tree = time.monotonic(), free.get()
    path = tree / ruling.file
    source = path.read_text("utf-8")
    try:
        path.write_text(mutated(ruling, source), "utf-8")
        code = run(tree, ruling.test)
    finally:
        path.write_text(source, "utf-8")
        free.put(tree)
    word = {PASSED: "SURVIVED", FAILED: "caught"}.get(code, f"BROKEN (pytest exit {code})")
    took = time.monotonic() - start
    return f"{ruling.clause:<6} {word:<8} {took:4.1f} s  {ruling.file}: {ruling.old} → {ruling.new}", code == FAILED


def main(names: list[str]) -> int:
    rulings = [ruling for name in names or games() for ruling in read(name)]
    with copies(WORKERS) as free:
        tree = free.get()
        if run(tree, *sorted({ruling.test for ruling in rulings})) != PASSED:
            print("the named tests do not pass without any mutation")
            return 1
        free.put(tree)
        good = 0
        with ThreadPoolExecutor(WORKERS) as pool:
            for line, is_caught in pool.map(lambda ruling: caught(free, ruling), rulings):
                print(line, flush=True)
                good += is_caught
    print(f"{good}/{len(rulings)}")
    return good != len(rulings)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
