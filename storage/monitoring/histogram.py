"""How long something took, counted by bounds: what an operator's programs draw percentiles from."""

import time
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds."""


class Histogram:
    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0

    def note(self, seconds: float) -> None:
        self.total += seconds
        for index, bound in enumerate(BOUNDS):
            if seconds <= bound:
                self.counts[index] += 1
                return
        self.counts[-1] += 1

    @contextmanager
    def timed(self) -> Generator[None]:
        began = time.monotonic()
        try:
            yield
        finally:
            self.note(time.monotonic() - began)
