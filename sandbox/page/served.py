"""The page: what a browser is served, who there is to be, and the tabs that are open.

    page = Page()
    sandbox = Sandbox(mount=page.mount)

It stands on the same seam as tests do and asks nothing of a server that they could not ask.
"""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aiohttp import web

from sandbox.page import shapes as page_shapes
from sandbox.page.tab import Tab

if TYPE_CHECKING:
    from sandbox.actor import Person
    from sandbox.server import Sandbox

WEB = Path(__file__).parent.parent / "web"
LARGEST_FRAME = 16 << 20
FAREWELL = 0.5
"""Seconds for which a sleeping tab may hold up a server that is closing."""
LANGUAGES = ("en-US", "de", "it")
NAME = range(1, 33)

KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Allows nothing from elsewhere, and nothing that a message could smuggle in."""


class Page:
    """Mounted before the sandbox starts; `tabs` are the connections of browsers."""

    def __init__(self) -> None:
        self.sandbox: Sandbox | None = None
        self.tabs: set[Tab] = set()

    def mount(self, sandbox: "Sandbox", app: web.Application) -> None:
        self.sandbox = sandbox
        app.router.add_get("/", self.index)
        app.router.add_get("/web/{path:.+}", self.asset)
        app.router.add_get("/page/people", self.people)
        app.router.add_post("/page/people", self.new_person)
        app.router.add_get("/page/ws", self.connect)
        app.on_shutdown.append(self._ended)

    @property
    def _box(self) -> "Sandbox":
        if self.sandbox is None:
            raise RuntimeError("the page is not mounted")
        return self.sandbox

    # files

    async def index(self, _: web.Request) -> web.StreamResponse:
        return _served(WEB / "index.html")

    async def asset(self, request: web.Request) -> web.StreamResponse:
        path = (WEB / request.match_info["path"]).resolve()
        if not path.is_relative_to(WEB.resolve()) or path.suffix not in KINDS or not path.is_file():
            raise web.HTTPNotFound
        return _served(path)

    # people

    async def people(self, _: web.Request) -> web.Response:
        owner = self._box.world.application.owner_id
        known = [p for p in self._box.people.values() if p.id != owner]
        here, colour = {tab.person.id for tab in self.tabs}, page_shapes.colours(self._box)
        told = (
            {
                "id": str(p.id),
                "name": p.name,
                "locale": p.user.locale,
                "here": p.id in here,
                "colour": colour.get(p.id, 0),
            }
            for p in known
        )
        return web.json_response(list(told))

    async def new_person(self, request: web.Request) -> web.Response:
        """Adds a person to every server that has the bot."""
        told: dict[str, Any] = await request.json()
        name, locale = " ".join(str(told.get("name", "")).split()), told.get("locale")
        if len(name) not in NAME:
            raise web.HTTPBadRequest(text="a name has 1 to 32 characters")
        if any(p.name.casefold() == name.casefold() for p in self._box.people.values()):
            raise web.HTTPConflict(text="there is somebody of that name")
        person = self._box.person(name, locale=locale if locale in LANGUAGES else LANGUAGES[0])
        for guild in self._box.world.guilds_of(self._box.world.bot.id):
            person.join(guild)
        for tab in self.tabs:
            tab.tell_places()  # the others know the new name from now on
        await self._box.stored()
        return web.json_response({"id": str(person.id), "name": person.name, "locale": person.user.locale})

    def _named(self, name: str) -> "Person":
        owner = self._box.world.application.owner_id
        found = next((p for p in self._box.people.values() if p.name == name and p.id != owner), None)
        if found is None:
            raise web.HTTPNotFound(text="there is nobody of that name")
        return found

    # tabs

    async def connect(self, request: web.Request) -> web.StreamResponse:
        person = self._named(request.query.get("as", ""))
        socket = web.WebSocketResponse(max_msg_size=LARGEST_FRAME, heartbeat=30, timeout=FAREWELL)
        await socket.prepare(request)
        tab = Tab(self._box, person, socket, self.tabs)
        self.tabs.add(tab)
        try:
            await tab.run()
        finally:
            self.tabs.discard(tab)
        return socket

    async def cut(self) -> None:
        """Drops the connection of every tab; each comes back by itself."""
        await asyncio.gather(*(tab.close() for tab in self.tabs), return_exceptions=True)

    async def _ended(self, _: web.Application) -> None:
        await self.cut()


def _served(path: Path) -> web.FileResponse:
    """Serves a file that browsers must not cache, so that nobody works with yesterday's page."""
    return web.FileResponse(
        path,
        headers={
            "Content-Type": KINDS[path.suffix],
            "Cache-Control": "no-cache",
            "Content-Security-Policy": POLICY,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
        },
    )
