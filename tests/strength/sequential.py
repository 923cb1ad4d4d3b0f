"""Wald's sequential test of a share: it stops as soon as it is certain enough whether a gate is met.

Between "five points above the gate" and "five points below it" it decides, with 5 % of errors either way. A shared
first place counts as the part of a win that it is.
"""

from math import log
from typing import Final

MARGIN: Final = 0.05
"""How far above or below the gate what is to be told apart lies."""
ERROR: Final = 0.05
CERTAIN: Final = log((1 - ERROR) / ERROR)
NEVER: Final = 0.005
"""A share is never believed to be nearer to none or all than this."""


class Sequential:
    """The games of one line so far."""

    def __init__(self, gate: float) -> None:
        below, above = max(NEVER, gate - MARGIN), min(1 - NEVER, gate + MARGIN)
        self._won = log(above / below)
        self._lost = log((1 - above) / (1 - below))
        self.evidence = 0.0

    def add(self, won: float) -> None:
        self.evidence += won * self._won + (1 - won) * self._lost

    @property
    def verdict(self) -> bool | None:
        """True: the gate is met; False: it is missed; None: go on."""
        if abs(self.evidence) < CERTAIN:
            return None
        return self.evidence > 0
