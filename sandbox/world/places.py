"""The places and the people in them: guilds, channels, threads, DMs, pins. Each change is published."""

from sandbox.api import refusal
from sandbox.api.refusal import Refusal
from sandbox.world import permissions
from sandbox.world.post import HAS_THREAD, Post
from sandbox.world.world import (
    DM,
    TEXT,
    Channel,
    Event,
    Guild,
    Json,
    Member,
    Message,
    Overwrite,
    Role,
    User,
)

NEW_DMS, DM_WINDOW = 10, 600.0
ACTIVE_THREADS, PARTICIPANTS, PINS = 1000, 1000, 250


class Places:
    def __init__(self, post: Post) -> None:
        self.post = post
        self.world = post.world
        self.shapes = post.shapes
        self._opened: list[float] = []

    def _tell(
        self, name: str, data: Json, guild_id: int | None, channel_id: int | None = None, only: int | None = None
    ) -> None:
        self.world.publish(Event(name, data, guild_id, channel_id, only))

    # people and guilds

    def new_user(self, name: str, *, locale: str = "en-US") -> User:
        user = User(self.world.new_id(), name.lower().replace(" ", "_"), name, locale=locale)
        self.world.users[user.id] = user
        return user

    def new_guild(self, name: str, *, locale: str = "en-US", with_bot: bool = True) -> Guild:
        now = self.world.clock.now()
        guild = Guild(self.world.new_id(), name, self.world.application.owner_id, locale)
        guild.roles[guild.id] = Role(guild.id, "@everyone", permissions.EVERYONE, 0)
        guild.members[guild.owner_id] = Member(guild.owner_id, now)
        self.world.guilds[guild.id] = guild
        self.new_channel(guild, "general")
        if with_bot:
            self.invite_bot(guild)
        return guild

    def invite_bot(self, guild: Guild) -> None:
        role = Role(self.world.new_id(), self.world.bot.name, permissions.BOT, 1, managed=True)
        guild.roles[role.id] = role
        guild.members[self.world.bot.id] = Member(self.world.bot.id, self.world.clock.now(), [role.id])
        told = self.shapes.guild_create(guild)
        del told["unavailable"]  # that is how a new guild differs from one that was away
        self._tell("GUILD_CREATE", told, guild.id)

    def remove_bot(self, guild: Guild) -> None:
        self._tell("GUILD_DELETE", {"id": str(guild.id)}, guild.id)
        del guild.members[self.world.bot.id]

    def join(self, guild: Guild, user_id: int) -> Member:
        member = Member(user_id, self.world.clock.now())
        guild.members[user_id] = member
        self._tell("GUILD_MEMBER_ADD", self.shapes.member(member) | {"guild_id": str(guild.id)}, guild.id)
        return member

    def leave(self, guild: Guild, user_id: int) -> None:
        """Takes a person out of a guild and its threads; a bot with the intent for members is told."""
        if guild.members.pop(user_id, None) is None:
            return
        user = self.shapes.user(self.world.users[user_id])
        self._tell("GUILD_MEMBER_REMOVE", {"guild_id": str(guild.id), "user": user}, guild.id)
        for thread in self.world.threads_of(guild.id):
            self.leave_thread(thread, user_id)

    def new_role(self, guild: Guild, name: str, granted: int = 0) -> Role:
        role = Role(self.world.new_id(), name, granted, len(guild.roles))
        guild.roles[role.id] = role
        self._tell("GUILD_ROLE_CREATE", {"guild_id": str(guild.id), "role": self.shapes.role(role)}, guild.id)
        return role

    def change_role(self, guild: Guild, role: Role, granted: int) -> None:
        role.permissions = granted
        self._tell("GUILD_ROLE_UPDATE", {"guild_id": str(guild.id), "role": self.shapes.role(role)}, guild.id)

    def give_role(self, guild: Guild, user_id: int, role_id: int, *, take: bool = False) -> None:
        member = guild.members[user_id]
        member.roles = [r for r in member.roles if r != role_id] + ([] if take else [role_id])
        self._tell("GUILD_MEMBER_UPDATE", self.shapes.member(member) | {"guild_id": str(guild.id)}, guild.id)

    # channels

    def new_channel(self, guild: Guild, name: str, *, kind: int = TEXT, parent_id: int | None = None) -> Channel:
        position = len(self.world.channels_of(guild.id))
        channel = Channel(self.world.new_id(), kind, name, guild.id, parent_id, position)
        channel.created_at = self.world.clock.now()
        self.world.channels[channel.id] = channel
        self._tell("CHANNEL_CREATE", self.shapes.channel(channel), guild.id, channel.id)
        return channel

    def changed(self, channel: Channel) -> None:
        name = "THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE"
        self._tell(name, self.shapes.channel(channel), channel.guild_id, channel.id)

    def remove_channel(self, channel: Channel) -> None:
        for thread in [c for c in self.world.channels.values() if c.is_thread and c.parent_id == channel.id]:
            self.remove_channel(thread)
        known = permissions.sees(self.world, self.world.bot.id, channel)
        shape = self.shapes.channel(channel)
        self.world.channels.pop(channel.id, None)
        self.world.memory.messages.pop(channel.id, None)
        name = "THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE"
        self._tell(name if known else "HIDDEN_DELETE", shape, channel.guild_id, channel.id)

    def overwrite(
        self, channel: Channel, target: int, kind: int, *, allow: int = 0, deny: int = 0, clear: bool = False
    ) -> None:
        channel.overwrites = [o for o in channel.overwrites if o.id != target]
        if not clear:
            channel.overwrites.append(Overwrite(target, kind, allow, deny))
        self.changed(channel)

    def open_dm(self, user_id: int) -> Channel:
        """Opens a DM for the bot; more than ten new ones in ten minutes are refused."""
        if (known := self.world.dm_with(user_id)) is not None:
            return known
        now = self.world.clock.now()
        self._opened = [t for t in self._opened if now - t < DM_WINDOW]
        if len(self._opened) >= NEW_DMS:
            raise Refusal(*refusal.DM_TOO_FAST)
        self._opened.append(now)
        return self.dm(user_id)

    def dm(self, user_id: int) -> Channel:
        if (known := self.world.dm_with(user_id)) is not None:
            return known
        channel = Channel(self.world.new_id(), DM, recipient=user_id, created_at=self.world.clock.now())
        self.world.channels[channel.id] = channel
        self._tell("DM_OPENED", self.shapes.channel(channel), None, channel.id)  # bots are not told of it
        return channel

    # threads

    def settle(self, thread: Channel) -> Channel:
        """Archives a thread that has slept past its time; called before anything is done with the thread."""
        now = self.world.clock.now()
        if thread.is_thread and not thread.archived and now > thread.active_at + thread.auto_archive * 60:
            thread.archived, thread.archive_at = True, thread.active_at + thread.auto_archive * 60
            self.changed(thread)
        return thread

    def new_thread(self, parent: Channel, owner_id: int, body: Json, start: Message | None = None) -> Channel:
        if start is not None and start.id in self.world.channels:
            raise Refusal(*refusal.HAS_THREAD)
        guild_id = parent.guild_id or 0
        if sum(not self.settle(t).archived for t in self.world.threads_of(guild_id)) >= ACTIVE_THREADS:
            raise Refusal(*refusal.TOO_MANY_THREADS)
        now = self.world.clock.now()
        kind = 11 if start is not None else body.get("type") or 12
        thread = Channel(
            self.world.new_id() if start is None else start.id, kind, body["name"], guild_id, parent.id,
            owner_id=owner_id, created_at=now, active_at=now, archive_at=now, joined={owner_id: now},
            auto_archive=body.get("auto_archive_duration") or 4320, invitable=body.get("invitable") is not False,
            slowmode=body.get("rate_limit_per_user") or 0,
        )  # fmt: skip
        self.world.channels[thread.id] = thread
        self._tell("THREAD_CREATE", self.shapes.thread(thread) | {"newly_created": True}, guild_id, thread.id)
        if start is not None:
            start.flags |= HAS_THREAD
            self.post.tell("MESSAGE_UPDATE", start)
        elif kind != 12:
            self.post.create(parent, owner_id, {"content": thread.name}, kind=18)
        return thread

    def change_thread(self, thread: Channel, body: Json) -> None:
        """Changes name, archive and lock; an archived thread takes no change but its return."""
        returns = body.get("archived") is False
        if thread.archived and not returns and set(body) - {"archived"}:
            raise Refusal(*refusal.ARCHIVED)
        thread.name = body.get("name") or thread.name
        thread.auto_archive = body.get("auto_archive_duration") or thread.auto_archive
        thread.slowmode = body.get("rate_limit_per_user", thread.slowmode) or 0
        thread.locked = bool(body.get("locked", thread.locked))
        thread.invitable = bool(body.get("invitable", thread.invitable))
        if (archived := body.get("archived")) is not None and bool(archived) != thread.archived:
            thread.archived = bool(archived)
            thread.archive_at = thread.active_at = self.world.clock.now()
        self.changed(thread)

    def enter_thread(self, thread: Channel, user_id: int) -> None:
        if user_id in thread.joined:
            return
        if thread.archived:
            raise Refusal(*refusal.ARCHIVED)
        if len(thread.joined) >= PARTICIPANTS:
            raise Refusal(*refusal.TOO_MANY_MEMBERS)
        thread.joined[user_id] = self.world.clock.now()
        member = self.shapes.thread_member(thread, user_id)
        guild = self.world.guilds[thread.guild_id or 0]
        member |= {"member": self.shapes.member(guild.members[user_id]), "presence": None}
        self._members_changed(thread, {"added_members": [member]})

    def leave_thread(self, thread: Channel, user_id: int) -> None:
        if thread.joined.pop(user_id, None) is not None:
            self._members_changed(thread, {"removed_member_ids": [str(user_id)]})

    def _members_changed(self, thread: Channel, change: Json) -> None:
        base = {"id": str(thread.id), "guild_id": str(thread.guild_id), "member_count": len(thread.joined)}
        self._tell("THREAD_MEMBERS_UPDATE", base | change, thread.guild_id, thread.id)

    # pins

    def pin(self, message: Message) -> None:
        channel = self.world.channels[message.channel_id]
        if message.id in channel.pins:
            return
        if len(channel.pins) >= PINS:
            raise Refusal(*refusal.TOO_MANY_PINS)
        channel.pins[message.id] = self.world.clock.now()
        self._pins_changed(channel)
        self.post.tell("MESSAGE_UPDATE", message)
        self.post.create(channel, self.world.bot.id, {}, kind=6, answers=message.id)

    def unpin(self, message: Message) -> None:
        channel = self.world.channels[message.channel_id]
        if channel.pins.pop(message.id, None) is not None:
            self._pins_changed(channel)
            self.post.tell("MESSAGE_UPDATE", message)

    def _pins_changed(self, channel: Channel) -> None:
        data: Json = {"channel_id": str(channel.id)}
        if channel.guild_id is not None:
            data["guild_id"] = str(channel.guild_id)
        if channel.pins:
            data["last_pin_timestamp"] = self.shapes.channel(channel)["last_pin_timestamp"]
        self._tell("CHANNEL_PINS_UPDATE", data, channel.guild_id, channel.id)
