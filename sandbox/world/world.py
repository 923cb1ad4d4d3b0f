"""Everything that this Discord remembers: people, guilds, channels, messages. It knows nothing of HTTP or sockets.

Changes are published as `Event`s; the gateway tells the bot, `sandbox.world.seen` tells the people.
"""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct, field

from sandbox.clock import Clock
from sandbox.world.snowflake import Snowflakes

Json = dict[str, Any]

TEXT, DM, CATEGORY, NEWS = 0, 1, 4, 5
THREADS = frozenset({10, 11, 12})
PRIVATE_THREAD = 12

EPHEMERAL, LOADING, SILENT, V2 = 1 << 6, 1 << 7, 1 << 12, 1 << 15


class User(Struct):
    id: int
    name: str
    display: str | None = None
    bot: bool = False
    locale: str = "en-US"
    dms_open: bool = True


class Role(Struct):
    id: int
    name: str
    permissions: int = 0
    position: int = 1
    colour: int = 0
    mentionable: bool = False
    managed: bool = False


class Member(Struct):
    user_id: int
    joined_at: float
    roles: list[int] = field(default_factory=list[int])
    nick: str | None = None


class Overwrite(Struct):
    """`kind` 0 is for a role, 1 for a member."""

    id: int
    kind: int
    allow: int = 0
    deny: int = 0


class Guild(Struct):
    id: int
    name: str
    owner_id: int
    locale: str = "en-US"
    roles: dict[int, Role] = field(default_factory=dict[int, Role])
    members: dict[int, Member] = field(default_factory=dict[int, Member])


class Channel(Struct):
    """A channel, a DM (with `recipient`) or a thread (with `parent_id`, `owner_id` and the fields after them)."""

    id: int
    kind: int
    name: str = ""
    guild_id: int | None = None
    parent_id: int | None = None
    position: int = 0
    topic: str | None = None
    slowmode: int = 0
    overwrites: list[Overwrite] = field(default_factory=list[Overwrite])
    recipient: int | None = None
    opened: bool = False
    last_message_id: int | None = None
    pins: dict[int, float] = field(default_factory=dict[int, float])
    owner_id: int = 0
    created_at: float = 0.0
    active_at: float = 0.0
    archive_at: float = 0.0
    archived: bool = False
    locked: bool = False
    invitable: bool = True
    auto_archive: int = 1440
    joined: dict[int, float] = field(default_factory=dict[int, float])
    sent: int = 0

    @property
    def is_thread(self) -> bool:
        return self.kind in THREADS


class File(Struct):
    id: int
    name: str
    data: bytes
    content_type: str
    alt: str | None = None
    width: int | None = None
    height: int | None = None


class Message(Struct):
    """`only` is the one person who sees it. Addresses of files expire; they are made when asked for and never kept."""

    id: int
    channel_id: int
    author_id: int
    at: float
    kind: int = 0
    content: str = ""
    embeds: list[Json] = field(default_factory=list[Json])
    components: list[Json] = field(default_factory=list[Json])
    files: list[File] = field(default_factory=list[File])
    flags: int = 0
    edited_at: float | None = None
    nonce: str | int | None = None
    only: int | None = None
    tts: bool = False
    mentions: list[int] = field(default_factory=list[int])
    mention_roles: list[int] = field(default_factory=list[int])
    mention_everyone: bool = False
    answers: int | None = None
    interaction: Json | None = None
    reactions: dict[str, list[int]] = field(default_factory=dict[str, list[int]])


class Command(Struct):
    id: int
    version: int
    body: Json
    guild_id: int | None = None
    permissions: list[Json] = field(default_factory=list[Json])

    @property
    def kind(self) -> int:
        return self.body.get("type") or 1

    @property
    def name(self) -> str:
        return self.body["name"]


class Application(Struct):
    id: int
    name: str
    user_id: int
    owner_id: int
    token: str
    privileged: int = 0
    emojis: dict[int, Json] = field(default_factory=dict[int, Json])


class Event(Struct, frozen=True):
    """Something changed. `only`: nobody but this person and the bot may learn of it."""

    name: str
    data: Json
    guild_id: int | None = None
    channel_id: int | None = None
    only: int | None = None
    message: Message | None = None


class Memory(Struct):
    """What a file keeps of the world."""

    application: Application
    users: dict[int, User] = field(default_factory=dict[int, User])
    guilds: dict[int, Guild] = field(default_factory=dict[int, Guild])
    channels: dict[int, Channel] = field(default_factory=dict[int, Channel])
    messages: dict[int, dict[int, Message]] = field(default_factory=dict[int, dict[int, Message]])
    commands: dict[int, Command] = field(default_factory=dict[int, Command])


class World:
    """The memory, with the questions that everybody asks of it."""

    def __init__(self, clock: Clock, ids: Snowflakes, token: str) -> None:
        self.clock = clock
        self.ids = ids
        owner = User(self.new_id(), "owner", "Owner", dms_open=False)
        bot = User(self.new_id(), "stammtisch", None, bot=True)
        application = Application(bot.id, "Stammtisch", bot.id, owner.id, token)
        self.memory = Memory(application, {owner.id: owner, bot.id: bot})
        self._listeners: list[Callable[[Event], None]] = []

    def new_id(self) -> int:
        return self.ids.make(self.clock.now())

    def listen(self, listener: Callable[[Event], None]) -> None:
        self._listeners.append(listener)

    def publish(self, event: Event) -> None:
        for listener in self._listeners:
            listener(event)

    def recall(self, memory: Memory) -> None:
        """Takes over what a file kept; the token stays the one that this process was given."""
        memory.application.token = self.memory.application.token
        for channel in memory.messages.values():  # what only one person saw does not outlive Discord's client
            for message in [m for m in channel.values() if m.only is not None]:
                del channel[message.id]
        self.memory = memory
        for store in (memory.users, memory.guilds, memory.channels, memory.commands, *memory.messages.values()):
            for known in store:
                self.ids.seen(known)

    @property
    def application(self) -> Application:
        return self.memory.application

    @property
    def users(self) -> dict[int, User]:
        return self.memory.users

    @property
    def guilds(self) -> dict[int, Guild]:
        return self.memory.guilds

    @property
    def channels(self) -> dict[int, Channel]:
        return self.memory.channels

    @property
    def commands(self) -> dict[int, Command]:
        return self.memory.commands

    @property
    def bot(self) -> User:
        return self.users[self.application.user_id]

    def messages(self, channel_id: int) -> dict[int, Message]:
        return self.memory.messages.setdefault(channel_id, {})

    def channels_of(self, guild_id: int) -> list[Channel]:
        return [c for c in self.channels.values() if c.guild_id == guild_id and not c.is_thread]

    def threads_of(self, guild_id: int) -> list[Channel]:
        return [c for c in self.channels.values() if c.guild_id == guild_id and c.is_thread]

    def dm_with(self, user_id: int) -> Channel | None:
        return next((c for c in self.channels.values() if c.kind == DM and c.recipient == user_id), None)

    def guilds_of(self, user_id: int) -> Iterator[Guild]:
        return (g for g in self.guilds.values() if user_id in g.members)
