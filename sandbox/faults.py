"""Faults as data: what goes wrong, where, how often, and whether before or after the request took effect."""

from collections.abc import Callable
from fnmatch import fnmatchcase
from typing import Literal

from msgspec import Struct

from sandbox.api.shapes import keyed
from sandbox.world.world import Json


class Fault(Struct, frozen=True):
    """A fault of REST. `route` is "POST /channels/*/messages" or the like, matched against method and template.

    `types` are the types of interaction answers that it strikes (5 and 6 defer, 4 and 7 say, 8 suggests, 9 opens a
    modal). `after`: the effect takes place, only its answer is late or spoilt. `lost`: the connection is reset instead.
    `retry_after`, `via`, `whole` (global) and `shared` (not counted as invalid) belong to 429. `html` answers like a
    proxy that cannot reach Discord.
    """

    route: str
    types: tuple[int, ...] = ()
    status: int = 0
    code: int = 0
    message: str = "fault"
    times: int = 1
    skip: int = 0
    after: bool = False
    lost: bool = False
    delay: float = 0.0
    retry_after: float | None = None
    whole: bool = False
    shared: bool = False
    via: bool = True
    html: bool = False

    def strikes(self, where: str, body: object) -> bool:
        kind = keyed(body).get("type") if self.types and isinstance(body, dict) else None
        return fnmatchcase(where, self.route) and (not self.types or kind in self.types)

    def body(self) -> Json:
        body: Json = {"message": self.message, "code": self.code}
        if self.status == 429:
            body["global"] = self.whole
            if self.retry_after is not None:
                body["retry_after"] = self.retry_after
        return body

    def headers(self) -> dict[str, str]:
        if self.status != 429:
            return {}
        headers = {"X-RateLimit-Scope": "global" if self.whole else "shared" if self.shared else "user"}
        if self.via:
            headers["Via"] = "1.1 google"
        if self.retry_after is not None:
            headers["Retry-After"] = f"{self.retry_after:.0f}"
        return headers


class Glitch(Struct, frozen=True):
    """A fault of the gateway, triggered by an event: the n-th `event` is doubled, lost, or takes the socket with it.

    `cut` resets the socket before the event is sent, so that only RESUME brings it; `reconnect` is op 7 and
    `invalidate` op 9 right after it.
    """

    event: str
    do: Literal["double", "drop", "cut", "reconnect", "invalidate"]
    times: int = 1
    skip: int = 0


class Faults:
    """The plan: faults that are still to come, and those that have struck."""

    def __init__(self) -> None:
        self._planned: list[list[int]] = []
        self._what: list[Fault | Glitch] = []
        self.struck: list[Fault | Glitch] = []

    def plan(self, *faults: Fault | Glitch) -> None:
        for fault in faults:
            self._what.append(fault)
            self._planned.append([fault.skip, fault.times])

    def clear(self) -> None:
        self._planned.clear()
        self._what.clear()

    @property
    def waiting(self) -> list[Fault | Glitch]:
        return [fault for fault, (_, left) in zip(self._what, self._planned, strict=True) if left != 0]

    def at_route(self, method: str, template: str, body: object = None) -> Fault | None:
        found = self._next(lambda f: isinstance(f, Fault) and f.strikes(f"{method} {template}", body))
        return found if isinstance(found, Fault) else None

    def at_event(self, name: str) -> Glitch | None:
        found = self._next(lambda g: isinstance(g, Glitch) and fnmatchcase(name, g.event))
        return found if isinstance(found, Glitch) else None

    def _next(self, fits: Callable[[Fault | Glitch], bool]) -> Fault | Glitch | None:
        """Returns the first fault that fits and is due. One that still skips is counted down, and the next is tried."""
        for fault, count in zip(self._what, self._planned, strict=True):
            if count[1] == 0 or not fits(fault):
                continue
            if count[0] > 0:
                count[0] -= 1
                continue
            count[1] -= 1  # times=-1 never reaches 0: it strikes for ever
            self.struck.append(fault)
            return fault
        return None
