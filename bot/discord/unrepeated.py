"""What must not be asked twice by itself: discord.py repeats a request that Discord answered by 500, 502, 504 or 524.

Discord takes some of those all the same. A message bears that, for its nonce is asked with it; a thread has none, and
each try would open another. So such an answer is raised at once, and whether there is a thread is looked up.
"""

from types import SimpleNamespace

import aiohttp
import discord


def once() -> aiohttp.TraceConfig:
    """Returns what discord.py calls after each request."""
    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(_raise_if_unknown)
    return trace


async def _raise_if_unknown(
    _session: aiohttp.ClientSession, _context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
) -> None:
    if ended.response.status >= 500 and ended.method == "POST" and ended.url.path.endswith("/threads"):
        raise discord.DiscordServerError(ended.response, None)
