"""Refusals remembered for a while, so that a second delivery gets the same answer: no more than a number of bytes."""

from collections import OrderedDict
from typing import Final

import msgspec

from bot.play.answers import Refusal

ROOM: Final = 1_000_000
"""Bytes of all of them: some thousands, for a second delivery follows within seconds."""
EACH: Final = 300
"""Bytes that one takes besides what it says."""


class Remembered:
    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._kept: OrderedDict[int, tuple[Refusal, int]] = OrderedDict()
        self.size = 0
        """In bytes, of all that is kept."""

    def get(self, interaction: int) -> Refusal | None:
        found = self._kept.get(interaction)
        return None if found is None else found[0]

    def keep(self, interaction: int, answer: Refusal) -> None:
        """The oldest give way."""
        size = EACH + len(msgspec.msgpack.encode(answer))
        self._kept[interaction] = answer, size
        self.size += size
        while self.size > self._room:
            _, (_, gone) = self._kept.popitem(last=False)
            self.size -= gone
