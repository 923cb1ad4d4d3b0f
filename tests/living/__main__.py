"""`python -m tests.living 40 1 20`: forty table-months by the seed 1, with twenty outages."""

import asyncio
import sys
import tempfile
import time
from pathlib import Path

import structlog

from tests.living.world import lived


def main(tables: int = 20, seed: int = 1, outages: int = 20) -> None:
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    begun = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(lived(Path(folder) / "data", seed, tables, outages=outages))
    for what, number in sorted(found.told.items()):
        print(f"{number:8} {what}")
    print(f"{time.process_time() - begun:8.2f} s of this process")
    print(f"{len(found.wrong):8} wrong", *found.wrong[:20], sep="\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
