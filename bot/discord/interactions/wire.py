"""The wire: every answer to an interaction goes through it, and is tried again if it does not get through.

After a 5xx discord.py waits for one second, then for three, which is all the time there is; a lost connection it raises
at once, for one that hangs it waits minutes, and a 429 that does not say how long it cannot read. Here all of that is
retried soon, a few times. A first answer that Discord took without saying so is not given twice: Discord then says so
(40060), and it counts as given, or can be edited (bot/discord/interactions/replies.py).

What Discord would say of the message in a first answer nobody reads, so it is not asked for.
"""

import asyncio
from collections import OrderedDict
from contextlib import AbstractAsyncContextManager
from types import TracebackType
from typing import Any, Final

import aiohttp
import discord
import structlog
from discord.http import Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.discord.transient import is_away, why

ANSWERED: Final = 40060
WORDLESS: Final = (5, 6, 8, 9)
"""Deferrals, suggestions and modals. A 40060 means they stand there; in place of a message there may be a deferral."""
FIRST: Final = (0.1, 0.2, 0.3, 0.4)
"""Seconds between the tries of a first answer: together less than what is left of Discord's three."""
TRY: Final = 1.0
"""Seconds that one try of a first answer may take: a connection that hangs must not cost all of Discord's three."""
LATER: Final = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0)
"""Seconds between the tries of an edit, which has a quarter of an hour; people do not wait longer than a minute."""
KEPT: Final = 4_000
"""Interactions that are remembered, so that a second delivery is noticed."""

log = structlog.get_logger()


class Wire(AsyncWebhookAdapter):
    def __init__(self) -> None:
        super().__init__()
        self._known: OrderedDict[int, None] = OrderedDict()

    def take(self, interaction: discord.Interaction) -> bool:
        """Is this the first delivery? All that this task says to the interaction goes through this wire."""
        async_context.set(self)
        if interaction.id in self._known:
            log.info("delivered again", interaction=interaction.id)
            return False
        self._known[interaction.id] = None
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        return True

    async def request(self, route: Route, session: aiohttp.ClientSession, **given: Any) -> Any:
        """Retries only first answers and edits: a message sent anew would stand there twice."""
        first = route.path.endswith("/callback")
        if not first and route.method != "PATCH":
            return await super().request(route, session, **given)
        plain: Any = _Plain(session)
        pauses = FIRST if first else LATER
        for number in range(len(pauses) + 1):
            try:
                return await (self._first(route, plain, given) if first else super().request(route, plain, **given))
            except (discord.HTTPException, aiohttp.ClientError, TimeoutError, KeyError) as error:
                if number and _is_given(error, given):
                    return _taken(route)
                if number == len(pauses) or not (is_away(error) or isinstance(error, KeyError)):
                    raise
                log.info("tried again", answer="first" if first else "edit", why=why(error))
            for file in given.get("files") or ():
                file.reset(seek=True)
            await asyncio.sleep(pauses[number])
        raise AssertionError  # the last one has returned or raised

    async def _first(self, route: Route, plain: Any, given: dict[str, Any]) -> dict[str, Any]:
        """Tries a first answer, without `with_response`, by which Discord would tell all of the message."""
        async with asyncio.timeout(TRY):
            await super().request(route, plain, **{**given, "params": None})
        return _taken(route)


def _taken(route: Route) -> dict[str, Any]:
    """Returns what discord.py is told of a first answer that Discord took."""
    return {"interaction": {"id": route.webhook_id, "type": 0}}


def _is_given(error: Exception, given: dict[str, Any]) -> bool:
    """Had an earlier try got through, though it seemed not to?"""
    payload: dict[str, Any] = given.get("payload") or {}
    return isinstance(error, discord.HTTPException) and error.code == ANSWERED and payload.get("type") in WORDLESS


class _Plain:
    """A session that raises errors that discord.py would sleep over."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session

    def request(self, method: str, url: str, **given: Any) -> "_Asking":
        return _Asking(self._session.request(method, url, **given))


class _Asking:
    """One request, as long as its answer is read."""

    __slots__ = ("_asked",)

    def __init__(self, asked: AbstractAsyncContextManager[aiohttp.ClientResponse]) -> None:
        self._asked = asked

    async def __aenter__(self) -> aiohttp.ClientResponse:
        try:
            response = await self._asked.__aenter__()
        except OSError as lost:  # discord.py retries some errnos by itself
            raise aiohttp.ClientConnectionError(str(lost)) from lost
        if response.status >= 500:
            await self._asked.__aexit__(None, None, None)
            raise discord.DiscordServerError(response, None)
        return response

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._asked.__aexit__(kind, error, trace)
        if isinstance(error, OSError):
            raise aiohttp.ClientConnectionError(str(error)) from error
