"""A wire between a store and its database that a test can cut: before the database hears something, or after it has."""

import asyncio
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager, suppress
from enum import Enum, auto

MOST = 1 << 20


class Cut(Enum):
    UNHEARD = auto()
    """What is sent next never arrives."""
    UNANSWERED = auto()
    """It arrives and is carried out, and the answer is lost."""


class Wire:
    def __init__(self, port: int) -> None:
        self._port = port
        self.port = 0
        self.next: Cut | None = None
        self.cuts = 0
        self.trips = 0
        """How often something was sent and answered."""
        self._asked = False
        self._ends: set[asyncio.StreamWriter] = set()
        self.marker = b""
        """Only what holds this is cut."""

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, here = await asyncio.open_connection("127.0.0.1", self._port)
        except OSError:  # the database is away
            writer.close()
            return
        ends = (writer, here)
        self._ends.update(ends)
        doomed = asyncio.Event()

        async def onwards() -> None:
            while data := await reader.read(MOST):
                self._asked = True
                if self.next is not None and self.marker in data:
                    cut, self.next = self.next, None
                    self.cuts += 1
                    if cut is Cut.UNHEARD:
                        return
                    doomed.set()
                here.write(data)
                await here.drain()

        async def back() -> None:
            while data := await there.read(MOST):
                self.trips += self._asked
                self._asked = False
                if doomed.is_set():
                    return
                writer.write(data)
                await writer.drain()

        tasks = [asyncio.create_task(onwards()), asyncio.create_task(back())]
        with suppress(OSError):
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for end in ends:
            end.close()
            self._ends.discard(end)

    def end(self) -> None:
        for end in self._ends:
            end.transport.abort()

    @contextmanager
    def parted(self) -> Generator[None]:
        """Within it nobody reaches the database by this wire."""
        there, self._port = self._port, 1
        self.end()
        try:
            yield
        finally:
            self._port = there


@asynccontextmanager
async def wire_to(port: int) -> AsyncGenerator[Wire]:
    wire = Wire(port)
    server = await asyncio.start_server(wire.carry, "127.0.0.1", 0)
    wire.port = server.sockets[0].getsockname()[1]
    try:
        yield wire
    finally:
        wire.end()
        server.close()
        await asyncio.sleep(0.05)
