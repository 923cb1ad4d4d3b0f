"""Counts what a table's thread and its people get: posts, calls, edits, pings, buttons that are still alive."""

import re
from collections import Counter
from itertools import pairwise
from typing import Any

from rules.contract import ORDINARY, Position
from rules.engine.replay import walk
from sandbox.api.rest import Exchange
from sandbox.world.world import Channel
from tests.e2e.conftest import Stage
from tests.e2e.players import PING

MESSAGES = re.compile(r"/channels/(\d+)/messages(?:/(\d+))?$")


class Tally:
    """One table of a stage, from its first board on."""

    def __init__(self, stage: Stage, thread: Channel) -> None:
        self.stage, self.thread = stage, thread
        self.requests: Counter[str] = Counter()
        """By what they do: post, call, edit, dm, dm edit, fetch."""
        self.routes: Counter[str] = Counter()
        """By Discord's routes, with the bot's token."""
        self.pings: Counter[int] = Counter()
        self.refused: Counter[int] = Counter()
        """Answers that refuse, by their code."""
        self._from = max(stage.sandbox.world.messages(thread.id), default=0)
        stage.sandbox.rest.watchers.append(self._heard)

    def _heard(self, line: Exchange) -> None:
        if line.by_bot:
            self.routes[f"{line.method} {line.route}"] += 1
        found = MESSAGES.match(line.path)
        if found is None:
            return
        if line.status >= 300:
            self.refused[int((line.answer or {}).get("code", line.status))] += 1
            return
        public, pictures = int(found[1]) == self.thread.id, any(name.endswith(".png") for name in line.files)
        if line.method == "POST":
            kind = ("board" if pictures else "call") if public else "dm"
            if public:
                self.pings.update(int(user) for user in set(PING.findall(str(line.request))))
        elif line.method == "PATCH":
            kind = "edit" if public else "dm edit"
        else:
            kind = "fetch"
        self.requests[kind] += 1

    async def turns(self) -> int:
        """How often the ordinary turn passed to another seat, and the turn before the first pass."""
        table = await self.stage.store.at_channel(self.thread.id)
        assert table is not None
        found = await self.stage.table(table)
        records = await self.stage.store.records(table)
        holders = [_holder(moment.after) for moment in walk(found.rules, records)]
        seats = [seat for seat in holders if seat >= 0]
        return sum(one != other for one, other in pairwise(seats)) + 1

    def live(self) -> list[str]:
        """What still has buttons in the thread, but for the newest board post and the newest call."""
        shown = [s for s in self.stage.people[0].messages(self.thread) if not s.ephemeral and s.id > self._from]
        boards, calls = [s for s in shown if s.files], [s for s in shown if not s.files]
        spared = {s.id for s in (*boards[-1:], *calls[-1:])}
        return [s.text for s in shown if s.buttons and s.id not in spared]

    def live_dms(self) -> list[str]:
        """Questions by direct message that can still be pressed."""
        return [s.text for person in self.stage.people for s in person.dms if s.buttons]

    async def told(self) -> dict[str, Any]:
        turns, done = await self.turns(), self.requests
        boards = done["board"]
        return {
            "turns": turns,
            "board posts a turn": round(boards / turns, 3),
            "calls a turn": round(done["call"] / turns, 3),
            "edits a turn": round(done["edit"] / turns, 3),
            "requests a board post": round((boards + done["call"] + done["edit"] + done["fetch"]) / boards, 2),
            "by route": dict(self.routes),
            "of which calls": round(done["call"] / boards, 2),
            "dms": done["dm"],
            "dm edits": done["dm edit"],
            "pings a person": round(sum(self.pings.values()) / max(1, len(self.pings)), 1),
            "live elsewhere": len(self.live()),
            "live dms": len(self.live_dms()),
            "refused": dict(self.refused),
        }


def _holder(position: Position[Any]) -> int:
    return next((q.seat for q in position.open if q.topic == ORDINARY), -1)
