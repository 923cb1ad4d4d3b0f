"""What people see. Every change is recorded for exactly those whom Discord would show it, at the time it happened.

`Seen.by` is the proof of what a person could ever have known; `Seen.watch` brings the same, live, to a browser.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from typing import Literal

from msgspec import Struct

from sandbox.api.shapes import some
from sandbox.house import House
from sandbox.world.permissions import READ_MESSAGE_HISTORY, in_channel, sees
from sandbox.world.world import DM, SILENT, Channel, Event, File, Json, Message, World

What = Literal[
    "message", "edit", "delete", "history", "modal", "choices", "failed", "place", "lost", "typing", "reaction"
]

SHOWN_AS: dict[str, What] = {
    "MESSAGE_CREATE": "message", "MESSAGE_UPDATE": "edit", "MESSAGE_DELETE": "delete", "MESSAGE_GONE": "delete",
    "TYPING_START": "typing", "MESSAGE_REACTION_ADD": "reaction", "MESSAGE_REACTION_REMOVE": "reaction",
}  # fmt: skip
SILENT_PLACES = frozenset({"INTERACTION_CREATE", "MESSAGE_DELETE_BULK", "COMMANDS_CHANGED"})


class Sight(Struct, frozen=True):
    """One thing shown. `body` is as it was then; `files` are the bytes of its pictures.

    `pings` names the people whom it notifies; `silent`: without a sound.
    """

    number: int
    at: float
    what: What
    channel_id: int | None
    guild_id: int | None
    message_id: int | None
    body: Json
    files: tuple[File, ...] = ()
    pings: frozenset[int] = frozenset()
    silent: bool = False

    def told(self, reader: int) -> Json:
        """Returns what the reader's browser is told: without the bytes, which it loads by the addresses in `body`."""
        return {
            "number": self.number, "at": self.at, "what": self.what, "channel": some(self.channel_id),
            "guild": some(self.guild_id), "message": some(self.message_id), "body": self.body,
            "ping": reader in self.pings, "silent": self.silent,
        }  # fmt: skip


class Seen:
    def __init__(self, house: House) -> None:
        self.world: World = house.world
        self.shapes = house.shapes
        self._sights: dict[int, list[Sight]] = {}
        self._visible: dict[int, set[int]] = {}
        self._audience: dict[int, tuple[int, ...]] = {}
        self._watchers: dict[int, list[Callable[[Sight], None]]] = {}
        self._count = 0
        self.world.listen(self.told)

    # asking

    def by(self, user_id: int) -> tuple[Sight, ...]:
        """Returns everything that this person could ever have seen, in order."""
        return tuple(self._sights.get(user_id, ()))

    def forget(self) -> None:
        """Forgets what everybody has seen, with its pictures: for a world in which very much happens."""
        self._sights.clear()

    def subscribe(self, user_id: int, callback: Callable[[Sight], None]) -> Callable[[], None]:
        """Calls back with every new sight; returns a function that ends that."""
        watchers = self._watchers.setdefault(user_id, [])
        watchers.append(callback)
        return lambda: watchers.remove(callback)

    async def watch(self, user_id: int) -> AsyncIterator[Sight]:
        queue: asyncio.Queue[Sight] = asyncio.Queue()
        stop = self.subscribe(user_id, queue.put_nowait)
        try:
            while True:
                yield await queue.get()
        finally:
            stop()

    # being told

    def told(self, event: Event) -> None:
        what = SHOWN_AS.get(event.name)
        if event.name == "SHOWN":
            self._show([event.only or 0], event.data["what"], event)
        elif what is not None:
            self._message(what, event)
        elif event.name not in SILENT_PLACES:
            self._place(event)

    def _message(self, what: What, event: Event) -> None:
        if event.only is not None:
            self._show([event.only], what, event)
        elif (channel := self.world.channels.get(event.channel_id or 0)) is not None:
            self._show(self.audience(channel), what, event)

    def audience(self, channel: Channel) -> tuple[int, ...]:
        """Returns the people, without the bot, who can see a channel now."""
        known = self._audience.get(channel.id)
        if known is None:
            people = [u.id for u in self.world.users.values() if not u.bot and sees(self.world, u.id, channel)]
            known = self._audience[channel.id] = tuple(people)
        return known

    def _show(self, people: Iterable[int], what: What, event: Event) -> None:
        message = event.message
        self._count += 1
        called = frozenset(self._called(message)) if message is not None and what == "message" else frozenset[int]()
        sight = Sight(
            self._count, self.world.clock.now(), what, event.channel_id, event.guild_id,
            None if message is None else message.id, self._body(event),
            () if message is None else tuple(message.files), called,
            message is not None and bool(message.flags & SILENT),
        )  # fmt: skip
        for user_id in people:
            self._sights.setdefault(user_id, []).append(sight)
            for watcher in self._watchers.get(user_id, ()):
                watcher(sight)

    @staticmethod
    def _body(event: Event) -> Json:
        return {key: value for key, value in event.data.items() if key != "nonce"}

    def _called(self, message: Message) -> Iterable[int]:
        channel = self.world.channels[message.channel_id]
        if message.only is not None:
            return
        yield from message.mentions
        if channel.kind == DM and channel.recipient is not None and message.author_id != channel.recipient:
            yield channel.recipient
        guild = self.world.guilds.get(channel.guild_id or 0)
        for member in guild.members.values() if guild else ():
            if message.mention_everyone or set(member.roles) & set(message.mention_roles):
                yield member.user_id

    def catch_up(self) -> None:
        """Records what people find in a world that was loaded from a file."""
        for user in self.world.users.values():
            if not user.bot:
                self._visible[user.id] = {c.id for c in self.world.channels.values() if sees(self.world, user.id, c)}
                for channel_id in sorted(self._visible[user.id]):
                    self._catch_up(user.id, self.world.channels[channel_id])

    # who may see what has changed

    def _place(self, event: Event) -> None:
        """Records what people come to see when a channel, a role or a membership changes."""
        self._audience.clear()
        user = event.data.get("user") if event.name.startswith("GUILD_MEMBER") else None
        people = [int(user["id"])] if user else [u.id for u in self.world.users.values() if not u.bot]
        for user_id in people:
            before = self._visible.setdefault(user_id, set())
            now = {c.id for c in self.world.channels.values() if sees(self.world, user_id, c)}
            self._visible[user_id] = now
            concerned = event.channel_id is None or event.channel_id in now | before
            if concerned and (now != before or event.channel_id in now):
                self._show([user_id], "place", event)
            for channel_id in before - now:
                self._show([user_id], "lost", Event("LOST", {}, event.guild_id, channel_id))
            for channel_id in sorted(now - before):
                self._catch_up(user_id, self.world.channels[channel_id])

    def _catch_up(self, user_id: int, channel: Channel) -> None:
        if not in_channel(self.world, user_id, channel) & READ_MESSAGE_HISTORY:
            return
        for message in self.world.messages(channel.id).values():
            if message.only is None:
                event = Event("HISTORY", self.shapes.message(message), channel.guild_id, channel.id, None, message)
                self._show([user_id], "history", event)
