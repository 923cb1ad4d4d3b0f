"""One tab: one person's connection, told everything at first and every change from then on."""

import asyncio
import contextlib
import json
import logging
from typing import TYPE_CHECKING

from aiohttp import WSMsgType, web

from sandbox.actor import Unanswered
from sandbox.api.refusal import Refusal
from sandbox.api.rest import Exchange
from sandbox.page import acts as page_acts
from sandbox.page import dev as page_dev
from sandbox.page import shapes as page_shapes
from sandbox.page.shown import CannotError
from sandbox.world.seen import Sight
from sandbox.world.world import Json

if TYPE_CHECKING:
    from sandbox.actor import Person
    from sandbox.server import Sandbox

ACTS = page_acts.ACTS | page_dev.ACTS
log = logging.getLogger(__name__)


class Tab:
    """Changes are queued, so that telling a tab never waits; requests run beside that."""

    def __init__(self, sandbox: "Sandbox", person: "Person", socket: web.WebSocketResponse, others: set["Tab"]) -> None:
        self.sandbox = sandbox
        self.person = person
        self.others = others
        self.socket = socket
        self._queue: asyncio.Queue[Json] = asyncio.Queue()
        self._asked: set[asyncio.Task[None]] = set()
        self._places_due = False
        self._watching = False

    async def run(self) -> None:
        stop = self.sandbox.seen.subscribe(self.person.id, self._sighted)
        writer = asyncio.create_task(self._write())
        self.tell(page_shapes.hello(self.sandbox, self.person))
        try:
            async for frame in self.socket:
                if frame.type is WSMsgType.TEXT:
                    task = asyncio.create_task(self._ask(json.loads(frame.data)))
                    self._asked.add(task)
                    task.add_done_callback(self._asked.discard)
        finally:
            stop()
            self.watch(on=False)
            for task in (writer, *self._asked):
                task.cancel()

    async def close(self) -> None:
        await self.socket.close(code=1012, message=b"again soon")

    async def _write(self) -> None:
        with contextlib.suppress(ConnectionError, RuntimeError):
            while True:
                await self.socket.send_str(json.dumps(await self._queue.get(), separators=(",", ":")))

    def tell(self, told: Json) -> None:
        self._queue.put_nowait(told)

    def tell_all(self, told: Json) -> None:
        for tab in self.others:
            tab.tell(told)

    def tell_myself(self) -> None:
        """Tells all tabs of this person that something about them changed."""
        for tab in self.others:
            if tab.person is self.person:
                tab.tell_places()

    # what the person is shown

    def _sighted(self, sight: Sight) -> None:
        channel = str(sight.channel_id)
        if sight.what in ("message", "edit", "history", "reaction"):
            shape = page_shapes.message(self.sandbox, self.person, sight.channel_id or 0, sight.message_id or 0)
            if shape is not None:
                told = "edit" if sight.what == "reaction" else sight.what
                self.tell({"t": told, "channel": channel, "message": shape})
        elif sight.what == "delete":
            self.tell({"t": "delete", "channel": channel, "id": str(sight.message_id)})
        elif sight.what == "typing":
            self.tell({"t": "typing", "channel": channel, "user": sight.body.get("user_id")})
        if sight.what in ("place", "lost") and not self._places_due:
            self._places_due = True
            asyncio.get_running_loop().call_soon(self.tell_places)

    def tell_places(self) -> None:
        """Tells the places once, however many changes came in one moment."""
        self._places_due = False
        self.tell({"t": "places"} | page_shapes.places(self.sandbox, self.person))

    # what a developer watches

    def watch(self, *, on: bool) -> None:
        if on and not self._watching:
            self.sandbox.rest.watchers.append(self._exchanged)
        elif not on and self._watching:
            self.sandbox.rest.watchers.remove(self._exchanged)
        self._watching = on

    def _exchanged(self, line: Exchange) -> None:
        self.tell({"t": "exchange", "line": page_shapes.exchange(line)})
        self.tell({"t": "faults", **page_dev.plan(self)})

    # what is asked

    async def _ask(self, asked: Json) -> None:
        number = asked.get("n")
        try:
            done = await ACTS[asked["do"]](self, asked)
            await self.sandbox.stored()
            self.tell({"t": "answer", "n": number, "ok": done})
        except Unanswered:
            self.tell({"t": "answer", "n": number, "failed": True})
        except (CannotError, Refusal) as refused:
            self.tell({"t": "answer", "n": number, "error": str(refused)})
        except Exception as error:
            log.exception("the page asked for %s", asked.get("do"))
            self.tell({"t": "answer", "n": number, "error": repr(error)})
