"""A proxy of Discord's API as hosts of several processes have one: it passes on what it is asked, and counts it."""

from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import aiohttp
from aiohttp import web

from tests.postgres.server import free_port

SPARED = {"host", "content-length", "transfer-encoding", "content-encoding", "connection"}


class Proxy:
    def __init__(self, behind: str) -> None:
        self._behind = behind
        self.port = free_port()
        self.asked: Counter[str] = Counter()
        """Requests by their method."""

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @asynccontextmanager
    async def served(self) -> AsyncGenerator["Proxy"]:
        async with aiohttp.ClientSession(auto_decompress=False) as session:

            async def passed(request: web.Request) -> web.Response:
                self.asked[request.method] += 1
                headers = {name: value for name, value in request.headers.items() if name.lower() not in SPARED}
                async with session.request(
                    request.method, self._behind + request.path_qs, headers=headers, data=await request.read()
                ) as answer:
                    kept = {name: value for name, value in answer.headers.items() if name.lower() not in SPARED}
                    return web.Response(status=answer.status, headers=kept, body=await answer.read())

            app = web.Application(client_max_size=1 << 26)
            app.router.add_route("*", "/{path:.*}", passed)
            runner = web.AppRunner(app, access_log=None)
            await runner.setup()
            await web.TCPSite(runner, "127.0.0.1", self.port).start()
            try:
                yield self
            finally:
                await runner.cleanup()
