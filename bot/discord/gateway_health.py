"""Since when Discord is out of reach, as the client is told of each of its connections."""

import time
from collections.abc import Callable


class GatewayHealth:
    """At first nothing is within reach. A connection that falls silent is given up by discord.py within two minutes."""

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
        """Seconds since the first of the connections that are lost was; 0 where all are there."""
        if not self._ever:
            return self._clock() - self._began
        return self._clock() - min(self._lost.values()) if self._lost else 0.0
