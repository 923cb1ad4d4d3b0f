"""Discord's REST: one door through which every request of the bot goes.

The handlers of the routes are in `sandbox.routes`. Here is what all share: faults, the token, rate limits, checks of
what comes in and goes out, and a log that a developer can watch.
"""

import asyncio
import contextlib
import json
import logging
import re
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import msgspec
from aiohttp import web
from msgspec import Struct, field

from sandbox.api.check import Checker
from sandbox.api.multipart import parts
from sandbox.api.rates import Limiter
from sandbox.api.refusal import Refusal
from sandbox.api.shapes import keyed
from sandbox.clock import Clock
from sandbox.faults import Fault, Faults
from sandbox.world.compose import Upload, Uploads
from sandbox.world.limits import EMPTY
from sandbox.world.world import Json

VERSION = re.compile(r"/api(?:/v(?:9|10))?(/.*)")
LARGEST = 30 << 20

log = logging.getLogger(__name__)


class Call(Struct):
    """One request, read and matched."""

    method: str
    route: str
    ids: dict[str, str]
    query: dict[str, str]
    token: str | None
    body: Any = None
    uploads: Uploads = field(default_factory=dict[int, Upload])
    form: bool = False
    refuse: Callable[[list[str]], None] | None = None
    unread: Refusal | None = None
    """Why the body of the request could not be read."""

    def id(self, name: str) -> int:
        text = self.ids[name]
        if not text.isdigit():
            raise Refusal.form(f"{name}: {text!r} is not a snowflake")
        return int(text)

    def readable(self) -> None:
        if self.unread is not None:
            raise self.unread

    def limit(self, default: int) -> int:
        return int(self.query.get("limit", default))

    def hold(self, problems: Iterable[str]) -> None:
        """Refuses the request if there are problems; if checks are off, they are not even looked for."""
        if self.refuse is not None:
            self.refuse(list(problems))

    @property
    def json(self) -> Json:
        return keyed(self.body or {})


class Answer(Struct):
    status: int = 200
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict[str, str])


class Exchange(Struct, frozen=True):
    """A line of the log: the request, its answer, and what was wrong with it."""

    at: float
    method: str
    path: str
    route: str
    request: Any
    files: list[str]
    status: int
    answer: Any
    problems: list[str]
    by_bot: bool
    """Made with the bot's token, not with that of an interaction."""


Handler = Callable[[Call], Any]
"""Returns a body (200), None (204) or an Answer."""


class Route(Struct, frozen=True):
    method: str
    template: str
    handler: Handler
    open: bool
    pattern: re.Pattern[str]


def compiled(template: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>[^/]+)", re.escape(template)))


class Rest:
    def __init__(self, clock: Clock, checker: Checker, limiter: Limiter, faults: Faults) -> None:
        self.clock = clock
        self.checker = checker
        self.limiter = limiter
        self.faults = faults
        self.token = ""
        self.log: deque[Exchange] = deque(maxlen=500)
        self.watchers: list[Callable[[Exchange], None]] = []
        self.stored: Callable[[], Awaitable[None]] | None = None
        """Waits until what a request has changed is on the disk; only then is it answered."""
        self._routes: list[Route] = []
        self._alike: dict[tuple[str, int], list[Route]] = {}
        """By method and number of slashes: so many fewer to try for each request."""

    def add(self, method: str, template: str, handler: Handler, *, open_: bool = False) -> None:
        """Adds a route; `open_` routes carry their own token and need no Authorization."""
        self._routes.append(Route(method, template, handler, open_, compiled(template)))
        self._routes.sort(key=lambda r: r.template.count("{"))  # `@me` and `@original` before `{id}`
        alike = method, template.count("/")
        self._alike[alike] = [r for r in self._routes if (r.method, r.template.count("/")) == alike]

    @property
    def routes(self) -> list[Route]:
        return self._routes

    def _match(self, method: str, path: str) -> tuple[Route, dict[str, str]] | None:
        for route in self._alike.get((method, path.count("/")), ()):
            if found := route.pattern.fullmatch(path):
                return route, found.groupdict()
        return None

    async def serve(self, request: web.Request) -> web.StreamResponse:
        versioned = VERSION.fullmatch(request.path)
        path = versioned[1] if versioned else request.path
        matched = self._match(request.method, path)
        if matched is None:
            self.checker.broken(request.method, path, "unknown route")
            return self._sent(
                Call(request.method, path, {}, {}, None),
                path,
                Answer(404, {"message": "404: Not Found", "code": 0}),
                [],
            )
        route, ids = matched
        token = request.headers.get("Authorization")
        call = Call(request.method, route.template, ids, dict(request.query), token)
        try:
            await self._read(request, call)
        except ConnectionError:  # the bot closed its connection in the middle of its request: nobody hears the answer
            return await _reset(request)
        fault = self.faults.at_route(request.method, route.template, call.body)
        problems: list[str] = []
        if fault is None:
            answer = self._answer(route, call, problems)
        else:
            answer = await self._faulty(fault, route, call, problems)
        if self.stored is not None and request.method != "GET":
            await self.stored()
        if answer is None:
            return await _reset(request)
        if fault is not None and fault.html:
            return web.Response(status=fault.status, text="<html>502 Bad Gateway</html>", content_type="text/html")
        return self._sent(call, path, answer, problems, fault)

    async def _faulty(self, fault: Fault, route: Route, call: Call, problems: list[str]) -> Answer | None:
        """The answer with the fault in it; None where it is lost. A fault `after` spoils it when all is done."""
        spoils = fault.lost or fault.status
        if fault.delay and not fault.after:
            await self.clock.sleep(fault.delay)
        answer = self._answer(route, call, problems) if fault.after or not spoils else None
        if fault.after:
            await self.clock.sleep(fault.delay)
        if not spoils:
            return answer
        return None if fault.lost else Answer(fault.status, fault.body(), fault.headers())

    def _answer(self, route: Route, call: Call, problems: list[str]) -> Answer:
        headers: dict[str, str] = {}
        try:
            self._admit(route, call)
            headers = self.limiter.take(call.method, call.route, call.ids)
            call.readable()
            if self.checker.on:
                call.refuse = lambda found: self._refuse(call, found, problems)
                call.hold(self.checker.request(call.method, call.route, call.query, call.body, form=call.form))
            answer = route.handler(call)
        except Refusal as refused:
            return Answer(refused.status, refused.body, headers | refused.headers)
        except Exception as error:
            log.exception("the sandbox failed at %s %s", call.method, call.route)
            self.checker.broken(call.method, call.route, f"the sandbox failed: {error!r}", ours=True)
            return Answer(500, {"message": "500: Internal Server Error", "code": 0})
        if not isinstance(answer, Answer):
            answer = Answer(204 if answer is None else 200, answer)
        answer.headers = headers | answer.headers
        return answer

    def _admit(self, route: Route, call: Call) -> None:
        if self.limiter.banned:
            raise Refusal(429, 0, "You are being blocked from accessing our API temporarily.")
        if not route.open and call.token != f"Bot {self.token}":
            raise Refusal(401, 0, "401: Unauthorized")

    def _refuse(self, call: Call, found: list[str], problems: list[str]) -> None:
        if not found:
            return
        problems += found
        for problem in found:
            self.checker.broken(call.method, call.route, problem)
        if EMPTY in found:
            raise Refusal(400, 50006, EMPTY)
        raise Refusal.form(*found)

    async def _read(self, request: web.Request, call: Call) -> None:
        if not request.can_read_body:
            return
        if request.content_length and request.content_length > LARGEST:
            call.unread = Refusal(413, 40005, "Request entity too large")
            return
        kind = request.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        try:
            if kind == "multipart/form-data":
                call.form = True
                await self._read_form(request, call)
            elif raw := await request.read():
                call.body = json.loads(raw)
        except ValueError:
            self.checker.broken(call.method, call.route, "a body that is no JSON")
            call.unread = Refusal(400, 50109, "The request body contains invalid JSON.")

    async def _read_form(self, request: web.Request, call: Call) -> None:
        for part in parts(request.headers["Content-Type"], await request.read()):
            if part.name == "payload_json":
                call.body = json.loads(part.data)
            elif numbered := re.fullmatch(r"files\[(\d+)\]", part.name):
                call.uploads[int(numbered[1])] = Upload(part.filename or "file", part.data, part.kind)

    def _sent(
        self, call: Call, path: str, answer: Answer, problems: list[str], fault: Fault | None = None
    ) -> web.Response:
        self._note(call, answer, faulty=fault is not None and bool(fault.status))
        self.limiter.answered(answer.status, answer.headers)
        files = [upload.name for _, upload in sorted(call.uploads.items())]
        line = Exchange(
            self.clock.now(), call.method, path, call.route, call.body, files, answer.status, answer.body, problems,
            by_bot=call.token == f"Bot {self.token}",
        )  # fmt: skip
        self.log.append(line)
        for watcher in self.watchers:
            watcher(line)
        if answer.body is None:
            return web.Response(status=answer.status, headers=answer.headers)
        body = msgspec.json.encode(answer.body)
        # exactly this type: given a charset, discord.py takes the body for text
        return web.Response(
            status=answer.status, headers=answer.headers | {"Content-Type": "application/json"}, body=body
        )

    def _note(self, call: Call, answer: Answer, *, faulty: bool) -> None:
        """Checks an answer. A planned fault may be as wrong as it likes: it is counted, not checked."""
        if not self.checker.on:
            return
        if faulty:
            self.checker.seen[call.method, call.route, answer.status] += 1
        elif call.ids or answer.status != 404:
            self.checker.answer(call.method, call.route, answer.status, answer.body)


async def _reset(request: web.Request) -> web.StreamResponse:
    """Breaks the connection instead of answering."""
    if request.transport is not None:
        request.transport.abort()
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.sleep(0)
    return web.Response(status=499)
