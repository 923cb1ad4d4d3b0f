"""The wire: every answer to an interaction goes through it, and is tried again if it does not get through.

After a 5xx discord.py waits for one second, then for three, which is all the time there is; a lost connection it raises
at once, for one that hangs it waits minutes, and a 429 that does not say how long it cannot read. Here all of that is
retried soon, a few times, as long as Discord still waits for the answer. A first answer that Discord took without
saying so is not given twice: Discord then says so (40060), and it counts as given, or can be edited
(bot/discord/interactions/replies.py).

A first answer that hangs is given once more, over another connection. Where Discord itself is slow that helps nobody
and makes it slower, so all of them share an allowance for it; without it, and the second time, what was sent is waited
for.

What Discord would say of the message in a first answer nobody reads, so it is not asked for.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from math import inf
from types import TracebackType
from typing import Any, Final

import aiohttp
import discord
import structlog
from discord.http import Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.discord.transient import is_away, why
from storage.monitoring.histogram import Histogram

ANSWERED: Final = 40060
WORDLESS: Final = (5, 6, 8, 9)
"""Deferrals, suggestions and modals. A 40060 means they stand there; in place of a message there may be a deferral."""
FIRST: Final = (0.1, 0.2, 0.4, 0.8)
"""Seconds between the tries of a first answer: together less than what is left of Discord's three."""
DEAD: Final = 2.5
"""Seconds after which an interaction that nobody has acknowledged cannot be answered any more: Discord waits three."""
TRY: Final = 1.0
"""Seconds after which a first answer hangs: a connection that does must not cost all of Discord's three."""
LONGEST: Final = 10.0
"""Seconds that are waited for a first answer after which none follows: it may have arrived in time, and only what
Discord says tells."""
ALLOWED, ALLOWED_A_SECOND = 20.0, 1.0
"""First answers that hang and may be given over another connection: some that lie idle are dead at the same time."""
LATER: Final = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0)
"""Seconds between the tries of an edit, which has a quarter of an hour; people do not wait longer than a minute."""
KEPT: Final = 4_000
"""Interactions that are remembered, so that a second delivery is noticed."""

log = structlog.get_logger()
Now = Callable[[], float]


class TooLateError(Exception):
    """Discord does not wait for a first answer any more. Whether it took one that was tried nobody knows."""


class Known:
    """An interaction that was delivered at a time, and whether a first answer to it was tried."""

    __slots__ = ("came", "tried")

    def __init__(self, came: float) -> None:
        self.came = came
        self.tried = False


class Allowance:
    """How many first answers may be given over another connection, as of a time."""

    def __init__(self, clock: Now) -> None:
        self._clock = clock
        self._left, self._at = ALLOWED, clock()

    def spend(self) -> bool:
        now = self._clock()
        self._left, self._at = min(ALLOWED, self._left + (now - self._at) * ALLOWED_A_SECOND), now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Wire(AsyncWebhookAdapter):
    """`clock`: of seconds, never set back."""

    def __init__(self, clock: Now = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._known: OrderedDict[int, Known] = OrderedDict()
        self._allowance = Allowance(clock)
        self.took = Histogram()
        """From the delivery of an interaction to its first answer."""

    def take(self, interaction: discord.Interaction, age: float = 0.0) -> bool:
        """Is this the first delivery? All that this task says to the interaction goes through this wire.

        `age`: seconds since it was delivered.
        """
        async_context.set(self)
        if interaction.id in self._known:
            log.info("delivered again", interaction=interaction.id)
            return False
        self._known[interaction.id] = Known(self._clock() - age)
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        return True

    async def request(self, route: Route, session: aiohttp.ClientSession, **given: Any) -> Any:
        """Retries only first answers and edits: a message sent anew would stand there twice."""
        plain: Any = _Plain(session)
        if route.path.endswith("/callback"):
            return await self._answer(route, plain, given)
        if route.method == "PATCH":
            return await self._edit(route, plain, given)
        return await super().request(route, session, **given)

    async def _edit(self, route: Route, plain: Any, given: dict[str, Any]) -> Any:
        for pause in (*LATER, None):
            try:
                return await super().request(route, plain, **given)
            except (discord.HTTPException, aiohttp.ClientError, TimeoutError, KeyError) as error:
                if pause is None or not _passes(error):
                    raise
                log.info("tried again", answer="edit", why=why(error))
                await _again(given, pause)
        raise AssertionError  # the last one has returned or raised

    async def _answer(self, route: Route, plain: Any, given: dict[str, Any]) -> dict[str, Any]:
        """Tries a first answer, without `with_response`, by which Discord would tell all of the message."""
        known = self._known.get(int(route.webhook_id or 0)) or Known(self._clock())
        if known.tried and self._clock() - known.came > DEAD:
            raise TooLateError
        known.tried, hung = True, False
        for number, pause in enumerate((*FIRST, inf)):
            until = -inf if hung else known.came + DEAD - pause
            try:
                await self._try(route, plain, {**given, "params": None}, until)
                break
            except (discord.HTTPException, aiohttp.ClientError, TimeoutError, KeyError) as error:
                if number and _is_given(error, given):
                    break
                if not _passes(error) or self._clock() > until:
                    raise
                hung = isinstance(error, TimeoutError)
                log.info("tried again", answer="first", why=why(error))
                await _again(given, pause)
        self.took.note(self._clock() - known.came)
        return {"interaction": {"id": route.webhook_id, "type": 0}}  # discord.py wants something to read

    async def _try(self, route: Route, plain: Any, given: dict[str, Any], until: float) -> None:
        """Tries a first answer once; raises a TimeoutError if it hangs.

        `until`: when it is too late for another. Then, or without an allowance for one, it is waited for longer.
        """
        trying = asyncio.ensure_future(super().request(route, plain, **given))
        try:
            await asyncio.wait({trying}, timeout=TRY)
            if not trying.done() and not (self._clock() <= until and self._allowance.spend()):
                await asyncio.wait({trying}, timeout=LONGEST - TRY)
            if not trying.done():
                raise TimeoutError
            await trying
        finally:
            if not trying.done():
                trying.cancel()
                await asyncio.gather(trying, return_exceptions=True)


async def _again(given: dict[str, Any], pause: float) -> None:
    """Makes ready for another try, after a pause."""
    for file in given.get("files") or ():
        file.reset(seek=True)
    await asyncio.sleep(pause)


def _passes(error: Exception) -> bool:
    return is_away(error) or isinstance(error, KeyError)


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
