"""The people of a world: where they live, when they sleep, how often they look, what they wish."""

import random
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from msgspec import Struct

from bot.play.people.preferences import BY_DM, DAILY, DIGEST, HALF, OFF, REMIND

HOUR = 3_600_000
ZONES = ("Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Auckland", "UTC")
Settings = tuple[tuple[str, str], ...]


class Habit(Struct, frozen=True):
    """How somebody is."""

    user: int
    zone: str
    sleeps: tuple[int, int]
    every: int
    """Between two looks, on average."""
    acts: float
    """How likely they do something then."""
    remind: str
    by_dm: bool
    digest: str

    def is_asleep(self, now: int) -> bool:
        hour = datetime.fromtimestamp(now // 1000, UTC).astimezone(ZoneInfo(self.zone)).hour
        begin, end = self.sleeps
        return hour >= begin or hour < end if begin > end else begin <= hour < end

    @property
    def settings(self) -> Settings:
        own = [("hours", f"{self.sleeps[0]}-{self.sleeps[1]}"), ("zone", self.zone)]
        own += [(REMIND, self.remind)] if self.remind else []
        own += [BY_DM] if self.by_dm else []
        own += [(DIGEST, self.digest)] if self.digest else []
        return tuple(own)


def somebody(luck: random.Random, user: int) -> Habit:
    return Habit(
        user,
        luck.choice(ZONES),
        luck.choice(((22, 7), (23, 8), (0, 7))),
        luck.choice((9, 20, 50, 90)) * HOUR,
        luck.choice((0.02, 0.2, 0.6, 0.9)),
        luck.choice(("", "", HALF, DAILY, OFF)),
        luck.random() < 0.4,
        luck.choice(("", "", "", "9", "18")),
    )
