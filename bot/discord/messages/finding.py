"""Finding again what may stand already: a message by its mark, from when it was first sent; a thread by its name.

Discord tells a nonce once and lists no file of a component. So each message carries its nonce as the number of its
text, which nobody sees, and which Discord keeps; what older versions sent is known by its pictures' names and buttons.

discord.py repeats by itself what Discord answers by 500, 502, 504 or 524, which it also says of what it has taken. A
message bears that, for its nonce is asked with it; a thread has none: each try would open another. So a thread is asked
for once, and then looked for.
"""

import re
from collections.abc import AsyncGenerator, Collection, Sequence
from hashlib import blake2b
from typing import Final

import aiohttp
import discord
from discord.http import Route

from bot.discord.interactions import custom_ids
from bot.wording.names import plain

FIRST_MARK: Final = 1 << 16
"""Discord numbers components from 1 on, as far as they have no number of their own."""
LAST_MARK: Final = (1 << 31) - 1
EARLIER: Final = 5 * 60 * 1000
"""How much earlier than this machine's clock says a message may have been sent, in milliseconds."""
MOST: Final = 3_000
"""Messages looked at since then; people may have written many meanwhile."""
NEWEST: Final = 100
"""Messages looked at besides, whenever they were sent: the clock may have been set."""
DISCORD_BEGAN: Final = 1_420_070_400_000
ARCHIVE_AFTER: Final = 10_080
"""Minutes after which Discord puts a thread away in which nothing is said: the most that it takes."""
THREAD_NAME: Final = 100
"""Letters of a thread's name; Discord takes no more."""


def mark(nonce: str) -> int:
    """Returns the number by which a message with this nonce is known."""
    digest = int.from_bytes(blake2b(nonce.encode(), digest_size=8).digest())
    return FIRST_MARK + digest % (LAST_MARK - FIRST_MARK)


async def message(place: discord.abc.Messageable, own: int, nonce: str, since: int) -> int | None:
    """Returns the message of this nonce; `since` is when it was first sent, in milliseconds, 1 if nobody noted that."""
    async for found in _sent(place, since):
        if found.author.id == own and is_of(found, nonce):
            return found.id
    return None


async def _sent(place: discord.abc.Messageable, since: int) -> AsyncGenerator[discord.Message]:
    """Yields all that was written there since, the oldest first, then the newest."""
    at = since - EARLIER
    if at > DISCORD_BEGAN:
        after = discord.Object((at - DISCORD_BEGAN) << 22)
        async for found in place.history(limit=MOST, after=after, oldest_first=True):
            yield found
    async for found in place.history(limit=NEWEST):
        yield found


def is_of(message: discord.Message, nonce: str) -> bool:
    """Is this the message of a nonce?"""
    marks = [part.id for part in parts(message.components) if isinstance(part, discord.TextDisplay) and _is_mark(part)]
    if marks:
        return mark(nonce) in marks
    table, number, code = nonce.split(":")
    shown = repr([component.to_dict() for component in message.components])
    lobby = f"'{custom_ids.LOBBY}:{table}:"
    old = {"l": lobby, "d": lobby, "r": f"<t:{number}:", "k": f":{number}'"}
    return old.get(code, f"/{table}-{number}-") in shown


def _is_mark(part: discord.TextDisplay) -> bool:
    return part.id is not None and part.id >= FIRST_MARK


def parts(components: Sequence[object]) -> list[object]:
    """Returns components and what they hold, in order."""
    return [part for one in components for part in (one, *parts(getattr(one, "children", ())))]


async def open_thread(client: discord.Client, channel: discord.TextChannel, title: str) -> int:
    """Opens a thread of this title in a channel; returns its id."""
    kind = discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread
    name = thread_name(title, [thread.name for thread in channel.threads])
    wanted = {"name": name, "type": kind.value, "auto_archive_duration": ARCHIVE_AFTER}
    route = Route("POST", "/channels/{channel_id}/threads", channel_id=channel.id)
    opened = await client.http.request(route, json=wanted, raise_for_status=_raise_if_unknown)
    return int(opened["id"])


async def _raise_if_unknown(response: aiohttp.ClientResponse) -> None:
    if response.status >= 500:
        response.close()
        raise discord.DiscordServerError(response, None)


async def empty_threads(channel: discord.TextChannel, own: int, title: str) -> tuple[int, ...]:
    """Returns the threads there that the bot has opened by this title, and in which nothing was ever said."""
    opened = [
        thread
        for thread in await channel.guild.active_threads()
        if (thread.parent_id, thread.owner_id) == (channel.id, own) and is_named(thread.name, title)
    ]
    return tuple([thread.id for thread in opened if not [said async for said in thread.history(limit=1)]])


def thread_name(title: str, taken: Collection[str]) -> str:
    """Returns the name of a thread of this title in a channel that has threads of these names."""
    return distinct(plain(title), taken)


def distinct(title: str, taken: Collection[str]) -> str:
    """Returns a thread's name: "Catan · Ada, Bea", or "Catan 2 · Ada, Bea" where the channel has one of that name."""
    game, dot, names = title.partition(" · ")
    numbered = (
        f"{game}{f' {number}' if number > 1 else ''}{dot}{names}"[:THREAD_NAME] for number in range(1, len(taken) + 2)
    )
    return next(name for name in numbered if name not in taken)


def numbered(title: str, name: str) -> str:
    """Returns this title with the number that the name of its thread has."""
    game, dot, names = title.partition(" · ")
    said = re.match(rf"{re.escape(plain(game))}( \d+)?(?= · |$)", name)
    return f"{game}{said[1] or ''}{dot}{names}" if said is not None else title


def is_named(name: str, title: str) -> bool:
    """May `distinct` have made this name of that title?"""
    game, dot, names = plain(title).partition(" · ")
    said = re.match(rf"{re.escape(game)}(?: \d+)?(?= · |$)", name)
    return said is not None and name[said.end() :] == f"{dot}{names}"[: THREAD_NAME - said.end()]
