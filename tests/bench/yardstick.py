"""The yardstick of design: how fast this machine steps through a plain loop, and how figures are printed."""

import time
from collections.abc import Callable


def yardstick() -> float:
    """Nanoseconds a step of the yardstick loop, best of five."""
    best = float("inf")
    for _ in range(5):
        cells = [0] * 64
        x = 1
        start = time.perf_counter()
        for i in range(2_000_000):
            x = (x * 31 + i) & 0xFFFF
            cells[x & 63] = x
        best = min(best, time.perf_counter() - start)
    return best / 2_000_000 * 1e9


def timed(work: Callable[[], object], *, rounds: int = 5, number: int = 1) -> float:
    """Seconds a call, best of some rounds."""
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        for _ in range(number):
            work()
        best = min(best, time.perf_counter() - start)
    return best / number


_missed: list[str] = []


def missed() -> int:
    """How many of the figures so far miss their gate."""
    return len(_missed)


def figure(key: str, what: str, value: float, unit: str, *, gate: float, goal: float, higher: bool = True) -> None:
    """One line: the value, its gate and goal, and which it reaches."""
    met = (lambda bound: value >= bound) if higher else (lambda bound: value <= bound)
    verdict = "goal" if met(goal) else "gate" if met(gate) else "MISSED"
    if verdict == "MISSED":
        _missed.append(key)
    print(f"{key:4} {what:58} {value:12,.2f} {unit:10} gate {gate:g}  goal {goal:g}  {verdict}")


def plain(what: str, value: float, unit: str) -> None:
    """A line without a gate."""
    print(f"     {what:58} {value:12,.2f} {unit}")
