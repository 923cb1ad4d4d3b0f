"""What is to become of everything that the bot asks of Discord, for everything that Discord can answer: 11 × 29 cells.

A row is a thing that the bot does, by its route; a column is a fault. Three things that this bot never asks for (to
wake a thread, to pin, to unpin a message) are in the table as what it does in their place: it names a thread, looks
through what stands in a channel, changes an answer.
"""

from collections.abc import Mapping
from typing import Final

from sandbox.faults import Fault

NEVER: Final = 1e9
"""Seconds of the sandbox's clock, which no test waits for: the connection hangs."""
SOON: Final = 0.02


def fault(route: str, types: tuple[int, ...] = (), **what: object) -> Fault:
    return Fault(route, types, **what)  # pyright: ignore[reportArgumentType]


FAULTS: Final[Mapping[str, Mapping[str, object]]] = {
    "none": {},
    "taken, then reset": {"lost": True, "after": True},
    "reset": {"lost": True},
    "429 of the route": {"status": 429, "retry_after": SOON},
    "429 of all": {"status": 429, "retry_after": SOON, "whole": True},
    "429 without Via": {"status": 429, "retry_after": SOON, "via": False},
    "30046": {"status": 429, "code": 30046, "retry_after": SOON},
    "30046 that says not how long": {"status": 429, "code": 30046},
    "500": {"status": 500},
    "502": {"status": 502},
    "503, taken": {"status": 503, "after": True},
    "504, taken": {"status": 504, "after": True},
    "50001": {"status": 403, "code": 50001},
    "50013": {"status": 403, "code": 50013},
    "50007": {"status": 403, "code": 50007},
    "10003": {"status": 404, "code": 10003},
    "10008": {"status": 404, "code": 10008},
    "10062": {"status": 404, "code": 10062},
    "50035": {"status": 400, "code": 50035},
    "40060": {"status": 400, "code": 40060},
    "50083": {"status": 400, "code": 50083},
    "160005": {"status": 403, "code": 160005},
    "160006": {"status": 400, "code": 160006},
    "200000": {"status": 400, "code": 200000},
    "after 2.9 s": {"delay": 2.9},
    "after 3.1 s": {"delay": 3.1},
    "after 60 s": {"delay": 60.0},
    "never": {"delay": NEVER},
    "a proxy's page": {"status": 502, "html": True},
}

_A_TABLE = "............aaaaaaaaaaaa....."
_ASIDE = "............------------....."
_TO_ONE = "............--c---------....."
OUTCOMES: Final[Mapping[str, tuple[str, str]]] = {
    "a message": (_A_TABLE, _A_TABLE),
    "an edit": ("." * 29, "." * 29),
    "a first answer": (".................s.s.....ss..", ".........................ss.."),
    "an answer apart": (".................s...........", ".................s..........."),
    "a thread": (_A_TABLE, _A_TABLE),
    "a thread's name": (_ASIDE, _ASIDE),
    "what stands there": (_A_TABLE, _A_TABLE),
    "an answer's edit": ("." * 29, "." * 29),
    "a new DM": (_TO_ONE, _TO_ONE),
    "a DM": (_TO_ONE, _TO_ONE),
    "one message": (_ASIDE, _ASIDE),
}
"""By route, a letter for each fault (tests/e2e/fault_scenes.py): while the bot goes on, and while it is killed before
it tries again or, where it answers somebody, has announced its answer first.

What is refused comes with the next act (a), or nobody waits for it (-); that a message is unknown (10008) says of a new
one that it was said. A first answer that Discord takes for too late or for given (10062, 40060, more than 3 s) reaches
nobody (s). Everything else comes as if nothing had been.
"""
