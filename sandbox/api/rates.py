"""Rate limits: buckets per route and major parameter, the global one, and the ban of clients that do not obey them.

Discord publishes no figures but the global one; the others are observed. Bots must obey the headers.
"""

import hashlib
from collections import deque
from functools import lru_cache

from msgspec import Struct

from sandbox.api.refusal import Refusal
from sandbox.clock import Clock

MAJOR = ("guild_id", "channel_id", "webhook_id", "webhook_token", "interaction_token")
EXEMPT = ("/interactions/", "/webhooks/")
INVALID, INVALID_WINDOW = 10_000, 600.0
KEPT = 5000
"""Buckets before expired ones are first removed; afterwards that happens at twice as many as were left."""


class Rates(Struct, frozen=True):
    """How many requests in how many seconds. `wide()` is for tests that are not about limits."""

    whole: tuple[int, float] = (50, 1.0)
    messages: tuple[int, float] = (5, 5.0)
    edits: tuple[int, float] = (5, 5.0)
    webhooks: tuple[int, float] = (5, 2.0)
    threads: tuple[int, float] = (10, 10.0)
    dms: tuple[int, float] = (10, 10.0)
    rest: tuple[int, float] = (10, 1.0)
    names: tuple[int, float] = (2, 600.0)

    @classmethod
    def wide(cls) -> "Rates":
        many = (100_000, 1.0)
        return cls(many, many, many, many, many, many, many, many)

    def of(self, method: str, route: str) -> tuple[int, float]:
        if route.startswith("/interactions/"):
            return (100_000, 1.0)
        if route.startswith("/webhooks/"):
            return self.webhooks
        if route == "/channels/{channel_id}/messages" and method == "POST":
            return self.messages
        if route == "/channels/{channel_id}/messages/{message_id}" and method == "PATCH":
            return self.edits
        if route == "/channels/{channel_id}" and method == "PATCH":
            return self.names
        if method == "POST" and route.endswith("/threads"):
            return self.threads
        return self.dms if route == "/users/@me/channels" else self.rest


class Bucket:
    """A window of time that begins with its first request."""

    def __init__(self, limit: int, window: float) -> None:
        self.limit, self.window = limit, window
        self.used, self.until = 0, 0.0

    def take(self, now: float) -> float | None:
        """Counts a request; returns None, or the seconds to wait."""
        if now >= self.until:
            self.used, self.until = 0, now + self.window
        if self.used >= self.limit:
            return self.until - now
        self.used += 1
        return None


@lru_cache(maxsize=512)
def _named(method: str, route: str) -> str:
    return hashlib.sha256(f"{method} {route}".encode()).hexdigest()[:32]


class Limiter:
    def __init__(self, clock: Clock, rates: Rates) -> None:
        self.clock = clock
        self.rates = rates
        self._buckets: dict[tuple[str, ...], Bucket] = {}
        self._full = KEPT
        self._whole = Bucket(*rates.whole)
        self._invalid: deque[float] = deque()

    def take(self, method: str, route: str, ids: dict[str, str]) -> dict[str, str]:
        """Returns the headers of the answer; raises the 429."""
        now = self.clock.now()
        if not route.startswith(EXEMPT) and (wait := self._whole.take(now)) is not None:
            raise Refusal.limited(wait, whole=True)
        key = (method, route, *(ids[name] for name in MAJOR if name in ids))
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(*self.rates.of(method, route))
            self._forget(now)
        wait = bucket.take(now)
        headers = self._headers(method, route, bucket, now)
        if wait is not None:
            refused = Refusal.limited(wait)
            refused.headers = headers | refused.headers
            raise refused
        return headers

    def _forget(self, now: float) -> None:
        if len(self._buckets) > self._full:
            self._buckets = {key: b for key, b in self._buckets.items() if b.until > now}
            self._full = max(KEPT, 2 * len(self._buckets))

    def _headers(self, method: str, route: str, bucket: Bucket, now: float) -> dict[str, str]:
        return {
            "X-RateLimit-Limit": str(bucket.limit),
            "X-RateLimit-Remaining": str(bucket.limit - bucket.used),
            "X-RateLimit-Reset": f"{bucket.until:.3f}",
            "X-RateLimit-Reset-After": f"{max(0.0, bucket.until - now):.3f}",
            "X-RateLimit-Bucket": _named(method, route),
        }

    def answered(self, status: int, headers: dict[str, str]) -> None:
        """Counts invalid requests: 401, 403 and 429, but not a 429 that others caused (`shared`)."""
        if status in (401, 403) or (status == 429 and headers.get("X-RateLimit-Scope") != "shared"):
            self._invalid.append(self.clock.now())

    @property
    def invalid(self) -> int:
        """The number of invalid requests in the last ten minutes."""
        while self._invalid and self.clock.now() - self._invalid[0] > INVALID_WINDOW:
            self._invalid.popleft()
        return len(self._invalid)

    @property
    def banned(self) -> bool:
        return len(self._invalid) >= INVALID and self.invalid >= INVALID
