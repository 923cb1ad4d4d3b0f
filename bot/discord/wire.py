"""The wire: by it every interaction is answered, whoever answers, and what does not get through is tried again.

Where Discord answers with a 5xx discord.py waits for a second, then for three, which is all the time there is; a closed
connection it raises at once. Here both are tried again soon and a few times. A first answer that had been taken all the
same is not taken twice: Discord says so (40060), and then it has been given, or can be edited (bot/discord/replies.py).
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, Final

import aiohttp
import discord
import structlog
from discord.http import Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.discord.transient import is_away, why

ANSWERED: Final = 40060
WORDLESS: Final = (5, 6, 8, 9)
"""Deferrals, suggestions and modals: what stands there is them, while a message may have been announced only."""
FIRST: Final = (0.1, 0.2, 0.3, 0.4)
"""Seconds between the tries of a first answer: together less than what is left of Discord's three."""
LATER: Final = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0)
"""Between those of an edit, which has a quarter of an hour; after a minute its person has gone on elsewhere."""
KEPT: Final = 4_000
"""Interactions that are known again when they are delivered again."""

log = structlog.get_logger()


class Wire(AsyncWebhookAdapter):
    def __init__(self) -> None:
        super().__init__()
        self._known: OrderedDict[int, None] = OrderedDict()

    def take(self, interaction: discord.Interaction) -> bool:
        """Whether it is delivered for the first time; whatever this task says to it goes by this wire."""
        async_context.set(self)
        if interaction.id in self._known:
            log.info("delivered again", interaction=interaction.id)
            return False
        self._known[interaction.id] = None
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        return True

    async def request(self, route: Route, session: aiohttp.ClientSession, **given: Any) -> Any:
        """First answers and edits alone: a message of its own would stand twice."""
        first = route.path.endswith("/callback")
        if not first and route.method != "PATCH":
            return await super().request(route, session, **given)
        plain: Any = _Plain(session)
        pauses = FIRST if first else LATER
        for number in range(len(pauses) + 1):
            try:
                return await super().request(route, plain, **given)
            except (discord.HTTPException, aiohttp.ClientError) as error:
                if number and _is_given(error, given):
                    return {"interaction": {"id": route.webhook_id, "type": 0}}
                if number == len(pauses) or not is_away(error):
                    raise
                log.info("tried again", answer="first" if first else "edit", why=why(error))
            for file in given.get("files") or ():
                file.reset(seek=True)
            await asyncio.sleep(pauses[number])
        raise AssertionError  # the last one has returned or raised


def _is_given(error: Exception, given: dict[str, Any]) -> bool:
    """Whether an earlier try had got through, though it seemed not to."""
    payload: dict[str, Any] = given.get("payload") or {}
    return isinstance(error, discord.HTTPException) and error.code == ANSWERED and payload.get("type") in WORDLESS


class _Plain:
    """A session that raises what discord.py would sleep over."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session

    @asynccontextmanager
    async def request(self, method: str, url: str, **given: Any) -> AsyncGenerator[aiohttp.ClientResponse]:
        try:
            async with self._session.request(method, url, **given) as response:
                if response.status >= 500:
                    raise discord.DiscordServerError(response, None)
                yield response
        except OSError as lost:  # of some errnos discord.py thinks that they pass
            raise aiohttp.ClientConnectionError(str(lost)) from lost
