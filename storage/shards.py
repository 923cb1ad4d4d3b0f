"""Which part of the servers a process answers for: some shards of a number of them, by Discord's own formula."""

import re

from msgspec import Struct

_WRITTEN = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})")


class Shards(Struct, frozen=True):
    """The shards of one process."""

    numbers: tuple[int, ...] = (0,)
    total: int = 1

    @property
    def are_all(self) -> bool:
        return len(self.numbers) == self.total

    def hold(self, guild: int) -> bool:
        """Is this server one of theirs? What comes from none, direct messages among it, is shard 0's."""
        return (guild >> 22) % self.total in self.numbers

    def __str__(self) -> str:
        first, last = self.numbers[0], self.numbers[-1]
        return f"{first}/{self.total}" if first == last else f"{first}-{last}/{self.total}"


def shards_of(text: str) -> Shards:
    """Reads `0-3/16` or `5/16`. Raises ValueError."""
    found = _WRITTEN.fullmatch(text.strip())
    if found is None:
        raise ValueError(text)
    first, total = int(found[1]), int(found[3])
    last = int(found[2] or first)
    if not first <= last < total:
        raise ValueError(text)
    return Shards(tuple(range(first, last + 1)), total)
