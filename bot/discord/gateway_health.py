"""Since when Discord is out of reach, by what the client is told of each of its connections."""

import time
from collections.abc import Callable


class GatewayHealth:
    """Nothing is within reach at first. discord.py gives up a connection that falls silent within two minutes."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._began = clock()
        self._ever = False
        self._lost: dict[int, float] = {}

    def found(self, shard: int) -> None:
        self._ever = True
        self._lost.pop(shard, None)

    def lost(self, shard: int) -> None:
        self._lost.setdefault(shard, self._clock())

    def gone(self) -> float:
        """Returns the seconds since the first of the lost connections was lost; 0 if all are up."""
        if not self._ever:
            return self._clock() - self._began
        return self._clock() - min(self._lost.values()) if self._lost else 0.0
