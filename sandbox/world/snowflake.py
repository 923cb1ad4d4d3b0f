"""Ids as Discord makes them: 42 bits of milliseconds, so that an id tells its time, and 22 bits that keep ids apart."""

EPOCH = 1420070400.0


class Snowflakes:
    """Ids that only grow; `seed` sets the bits that Discord fills with the number of the machine."""

    def __init__(self, seed: int = 0) -> None:
        self._machine = (seed & 0x3FF) << 12
        self._last = 0

    def make(self, now: float) -> int:
        made = (int((now - EPOCH) * 1000) << 22) | self._machine
        self._last = made if made > self._last else self._last + 1
        return self._last

    def seen(self, other: int) -> None:
        """Notes an id that came out of a file: later ones must be greater."""
        self._last = max(self._last, other)


def time_of(snowflake: int) -> float:
    return (snowflake >> 22) / 1000 + EPOCH
