"""The sandbox: a Discord on this machine, put together and opened on the loopback address.

    async with Sandbox() as sandbox:
        guild = sandbox.guild("Stammtisch")
        ada, bea = sandbox.person("Ada", guild), sandbox.person("Bea", guild)
        with sandbox.attached():                  # discord.py's addresses, and nothing else
            ...
        reply = await bea.slash("/table new", game="guatemala")
        await ada.press(reply.message, "Join")

A page stands on the same seam as tests do: `people` do things, `seen.watch(person)` brings what each is shown,
`rest.log` and `rest.watchers` what the bot says and `counted` how often, `faults.plan` and `clock.advance` what a
developer may do to it.
"""

import asyncio
import random
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from sandbox.actor import Person
from sandbox.api.cdn import Cdn
from sandbox.api.check import Checker
from sandbox.api.gateway import Gateway
from sandbox.api.rates import Limiter, Rates
from sandbox.api.rest import LARGEST, Rest
from sandbox.attach import pointed_at
from sandbox.clock import Clock
from sandbox.counted import Counted
from sandbox.faults import Faults
from sandbox.house import TOKEN, House
from sandbox.routes import mount
from sandbox.world import store
from sandbox.world.seen import Seen, Sight
from sandbox.world.world import Event, Guild

LOOPBACK = "127.0.0.1"


class Waiting(NamedTuple):
    """Somebody who waits until something is true; `at`: the channel on which it hangs, None for any."""

    asked: Callable[[], bool]
    woken: asyncio.Future[None]
    at: int | None


class Sandbox:
    """`check=False` is for benchmarks; `keep` is the file that remembers the world; `mount` adds routes."""

    def __init__(
        self,
        *,
        clock: Clock | None = None,
        seed: int = 0,
        rates: Rates | None = None,
        check: bool = True,
        schema: Path | None = None,
        keep: Path | None = None,
        token: str = TOKEN,
        mount: Callable[["Sandbox", web.Application], None] | None = None,
    ) -> None:
        self.clock = clock or Clock()
        self.house = House(self.clock, seed, token)
        self.world = self.house.world
        self.faults = Faults()
        self.checker = Checker(schema, on=check)
        self.limiter = Limiter(self.clock, rates or Rates())
        self.rest = Rest(self.clock, self.checker, self.limiter, self.faults)
        self.gateway = Gateway(self.house, self.faults, random.Random(seed + 1))
        self.seen = Seen(self.house)
        self.counted = Counted(self.world)
        self.rest.watchers.append(self.counted.requested)
        self.people: dict[int, Person] = {}
        self.address = ""
        self._keeper: store.Keeper | None = None
        self._mount = mount
        self._runner: web.AppRunner | None = None
        self._hosts: frozenset[str] = frozenset()
        self._waiting: list[Waiting] = []
        self.rest.token = token
        self.world.listen(self._told)
        if keep is not None:
            self._remember(keep)

    def _remember(self, keep: Path) -> None:
        """Takes the world out of its file, and has it kept there from now on."""
        if store.load(keep, self.world):
            self.seen.catch_up()
            self.house.post.catch_up()
            self.people = {u.id: Person(self, u) for u in self.world.users.values() if not u.bot}
        self._keeper = store.Keeper(keep, self.world)
        self.rest.stored = self._keeper.stored
        self.world.listen(self._keeper.changed)

    # opening and closing

    async def start(self, port: int = 0) -> Self:
        app = web.Application(middlewares=[self._guarded()], client_max_size=LARGEST)
        app.router.add_get("/gateway", self.gateway.serve)
        app.router.add_get("/gateway/", self.gateway.serve)
        app.router.add_route("*", "/api/{tail:.*}", self.rest.serve)
        Cdn(self.house).mount(app)
        if self._mount is not None:
            self._mount(self, app)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, LOOPBACK, port, backlog=1024)  # hundreds may connect in one moment
        await site.start()
        bound = self._runner.addresses[0][1]
        self._hosts = frozenset({f"{LOOPBACK}:{bound}", f"localhost:{bound}"})
        self.address = f"http://{LOOPBACK}:{bound}"
        self.gateway.address = f"ws://{LOOPBACK}:{bound}/gateway/"
        self.house.shapes.address = self.address
        mount(self.rest, self.house, self.gateway.address)
        if self._keeper is not None:
            self._keeper.open()
        return self

    async def stop(self) -> None:
        self.gateway.close()
        if self.gateway.sockets:
            await asyncio.sleep(0.02)  # so that the close frames get out
        self.gateway.cut()
        self.clock.close()
        if self._runner is not None:
            await self._runner.cleanup()
        if self._keeper is not None:
            await self._keeper.close()

    async def __aenter__(self) -> Self:
        return await self.start()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    def _guarded(self) -> Middleware:
        @web.middleware
        async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
            self._refuse_strangers(request)
            return await handler(request)

        return guard

    def _refuse_strangers(self, request: web.Request) -> None:
        """Refuses web pages of strangers, whether by another name for this server or from another origin."""
        origin = request.headers.get("Origin")
        if request.headers.get("Host") not in self._hosts:
            raise web.HTTPForbidden(text="this Host is not served")
        if origin is not None and origin.removeprefix("http://") not in self._hosts:
            raise web.HTTPForbidden(text="this Origin is not served")

    @contextmanager
    def attached(self) -> Generator[None]:
        """Points discord.py in this process at the sandbox, and afterwards back to where it pointed before."""
        with pointed_at(self.address):
            yield

    # waiting

    async def stored(self) -> None:
        """Returns once all that has happened is in the file, if there is one."""
        if self._keeper is not None:
            await self._keeper.stored()

    def _told(self, event: Event) -> None:
        """Looks now, and once more when whatever changed the world has done all that belongs to it."""
        if any(entry.at in (None, event.channel_id) for entry in self._waiting):
            self._look(event.channel_id)
            asyncio.get_running_loop().call_soon(self._look, event.channel_id)

    def _look(self, at: int | None) -> None:
        for entry in list(self._waiting):
            if entry.at in (None, at) and not entry.woken.done() and entry.asked():
                entry.woken.set_result(None)

    async def until(self, asked: Callable[[], bool], seconds: float = 10.0, *, at: int | None = None) -> None:
        """Waits until something is true; it is checked again after every change of the world.

        `at`: the channel on which alone it hangs: where many wait, they need not look at what happens elsewhere.
        """
        if asked():
            return
        entry = Waiting(asked, asyncio.get_running_loop().create_future(), at)
        self._waiting.append(entry)
        try:
            deadline = asyncio.get_running_loop().time() + seconds
            while not entry.woken.done():
                left = deadline - asyncio.get_running_loop().time()
                if left <= 0:
                    raise TimeoutError(f"still not so after {seconds} s")
                await asyncio.wait({entry.woken}, timeout=min(left, 0.05 if at is None else 0.5))
                if asked():
                    return
        finally:
            self._waiting.remove(entry)

    def seen_by(self, person: Person) -> tuple[Sight, ...]:
        """Returns everything that a person could ever have seen."""
        return self.seen.by(person.id)

    # making a world

    def guild(self, name: str = "Stammtisch", *, locale: str = "en-US", with_bot: bool = True) -> Guild:
        """Returns the guild of that name; makes it if there is none."""
        known = next((g for g in self.world.guilds.values() if g.name == name), None)
        return known or self.house.places.new_guild(name, locale=locale, with_bot=with_bot)

    def person(self, name: str, guild: Guild | None = None, *, locale: str = "en-US") -> Person:
        """Returns the person of that name, as a member of the guild; makes them if there is none."""
        found = next((p for p in self.people.values() if p.name == name), None)
        if found is None:
            found = Person(self, self.house.places.new_user(name, locale=locale))
            self.people[found.id] = found
        if guild is not None and found.id not in guild.members:
            found.join(guild)
        return found
