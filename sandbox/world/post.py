"""The post: messages enter the world, change and go, and everybody concerned is told."""

from collections import deque
from typing import Any

from sandbox.api import refusal
from sandbox.api.refusal import Refusal
from sandbox.api.shapes import Shapes
from sandbox.world import permissions
from sandbox.world.compose import Uploads, write
from sandbox.world.world import DM, EPHEMERAL, LOADING, Channel, Event, File, Json, Message, World

NONCE_LIFE = 300.0
LINGERING = 50
OLD = 3600.0
OLD_EDITS, OLD_WINDOW = 3, 6.0
HAS_THREAD = 1 << 5
TOO_OLD = "Maximum number of edits to messages older than 1 hour reached. Try again later."


class Post:
    def __init__(self, world: World, shapes: Shapes) -> None:
        self.world = world
        self.shapes = shapes
        self._old_edits: dict[int, list[float]] = {}
        self._nonces: dict[Any, Message] = {}
        """The bot's own messages of the last minutes."""
        self.lingering: deque[File] = deque(maxlen=LINGERING)
        """Files that were replaced: whoever is about to load one still gets it, as from Discord's CDN."""

    # telling

    def sent(self, message: Message) -> Json:
        """Returns a message as its sender gets it back: with the nonce, which nobody finds on it later."""
        return self.shapes.message(message) | ({} if message.nonce is None else {"nonce": message.nonce})

    def told(self, message: Message) -> Json:
        """Returns a message as the gateway tells it: with its guild and its author's membership."""
        shape = self.sent(message)
        channel = self.world.channels[message.channel_id]
        shape["channel_type"] = channel.kind
        if (guild := self.world.guilds.get(channel.guild_id or 0)) is not None:
            shape["guild_id"] = str(guild.id)
            if (member := guild.members.get(message.author_id)) is not None:
                shape["member"] = self.shapes.member(member, user=False)
        return shape

    def tell(self, name: str, message: Message, data: Json | None = None) -> None:
        guild_id = self.world.channels[message.channel_id].guild_id
        told = self.told(message) if data is None else data
        if name != "MESSAGE_CREATE":
            told.pop("nonce", None)
        self.world.publish(Event(name, told, guild_id, message.channel_id, message.only, message))

    # writing

    def create(
        self, channel: Channel, author_id: int, body: Json, uploads: Uploads | None = None, **marks: Any
    ) -> Message:
        """Creates a message; `marks` are fields that no body can set (kind, only, interaction, answers)."""
        now = self.world.clock.now()
        message = Message(self.world.new_id(), channel.id, author_id, now, **marks)
        message.nonce = body.get("nonce")
        message.tts = bool(body.get("tts"))
        write(self.world, message, body, uploads or {})
        self._enter(channel, message)
        return message

    def _enter(self, channel: Channel, message: Message) -> None:
        if message.only is None:
            channel.last_message_id = message.id
            if channel.is_thread:
                channel.sent += 1
                channel.active_at = message.at
        if channel.kind == DM:
            channel.opened = True
        self.world.messages(channel.id)[message.id] = message
        self.tell("MESSAGE_CREATE", message)

    def thinking(self, channel: Channel, *, only: int | None, interaction: Json, **marks: Any) -> Message:
        """Creates the message of a deferral, to be filled later; whether it is ephemeral is settled now."""
        flags = LOADING | (EPHEMERAL if only is not None else 0)
        now = self.world.clock.now()
        message = Message(
            self.world.new_id(),
            channel.id,
            self.world.bot.id,
            now,
            flags=flags,
            only=only,
            interaction=interaction,
            **marks,
        )
        self._enter(channel, message)
        return message

    def edit(self, message: Message, body: Json, uploads: Uploads | None = None) -> Message:
        """Edits in place. A "thinking" message is said for the first time by this, and does not count as edited."""
        channel = self.world.channels[message.channel_id]
        if channel.is_thread and channel.archived:
            raise Refusal(*refusal.ARCHIVED)
        first = bool(message.flags & LOADING)
        message.flags &= ~LOADING
        before = message.files
        write(self.world, message, body, uploads or {})
        self.lingering += [file for file in before if file not in message.files]
        if not first:
            message.edited_at = self.world.clock.now()
        self.tell("MESSAGE_UPDATE", message)
        return message

    def delete(self, *messages: Message) -> None:
        channel = self.world.channels[messages[0].channel_id]
        for message in messages:
            self.world.messages(channel.id).pop(message.id, None)
            channel.pins.pop(message.id, None)
            self.lingering += message.files
        base: Json = {"channel_id": str(channel.id)}
        if channel.guild_id is not None:
            base["guild_id"] = str(channel.guild_id)
        if len(messages) == 1:
            self.tell("MESSAGE_DELETE", messages[0], base | {"id": str(messages[0].id)})
            return
        for message in messages:  # people see each go; the bot is told once
            gone = Event("MESSAGE_GONE", {}, channel.guild_id, channel.id, message.only, message)
            self.world.publish(gone)
        ids = [str(m.id) for m in messages]
        self.world.publish(Event("MESSAGE_DELETE_BULK", base | {"ids": ids}, channel.guild_id, channel.id))

    # what a bot may do

    def may(self, channel: Channel, *wanted: int) -> None:
        granted = permissions.in_channel(self.world, self.world.bot.id, channel)
        if not granted & permissions.VIEW_CHANNEL:
            raise Refusal(*refusal.NO_ACCESS)
        if any(not granted & want for want in wanted):
            raise Refusal(*refusal.NO_PERMISSION)

    def send(self, channel: Channel, body: Json, uploads: Uploads) -> Message:
        """Sends a message of the bot by the channel's route."""
        if channel.kind == DM:
            self._reachable(channel)
        else:
            self.may(channel, permissions.SEND_MESSAGES, *([permissions.ATTACH_FILES] if uploads else []))
        if (twin := self._twin(body)) is not None:
            if twin.id not in self.world.messages(twin.channel_id):  # it was deleted since
                raise Refusal(*refusal.UNKNOWN_MESSAGE)
            return twin
        target = body.get("message_reference")
        answers = int(target["message_id"]) if target else None
        if answers is not None and answers not in self.world.messages(channel.id):
            if target and target.get("fail_if_not_exists") is not False:
                raise Refusal.form("message_reference: Unknown message")
            answers = None
        self.wake(channel)
        kind = 0 if answers is None else 19
        sent = self.create(channel, self.world.bot.id, body, uploads, answers=answers, kind=kind)
        if sent.nonce is not None:
            self._nonces.pop(sent.nonce, None)
            self._nonces[sent.nonce] = sent
        return sent

    def _twin(self, body: Json) -> Message | None:
        """Finds a message of the last minutes with the same nonce (`enforce_nonce`), in whichever channel it stands."""
        nonce, now = body.get("nonce"), self.world.clock.now()
        while self._nonces and now - next(iter(self._nonces.values())).at > NONCE_LIFE:
            del self._nonces[next(iter(self._nonces))]
        return self._nonces.get(nonce) if body.get("enforce_nonce") and nonce is not None else None

    def catch_up(self) -> None:
        """Knows the nonces of the last minutes again in a world that was loaded from a file."""
        bot, since = self.world.bot.id, self.world.clock.now() - NONCE_LIFE
        known = (m for channel in self.world.memory.messages.values() for m in channel.values())
        mine = [m for m in known if m.author_id == bot and m.nonce is not None and m.at >= since]
        self._nonces = {m.nonce: m for m in sorted(mine, key=lambda m: m.at)}

    def _reachable(self, channel: Channel) -> None:
        person = self.world.users[channel.recipient or 0]
        if not any(self.world.bot.id in g.members for g in self.world.guilds_of(person.id)):
            raise Refusal(*refusal.NO_MUTUAL_GUILD)
        if not person.dms_open:
            raise Refusal(*refusal.CLOSED_DM)

    def wake(self, channel: Channel, refusal: tuple[int, int, str] = (403, 160005, "Thread is locked")) -> None:
        """Brings an archived thread back before somebody writes into it, unless it is locked."""
        if not channel.is_thread or not channel.archived:
            return
        if channel.locked:
            raise Refusal(*refusal)
        channel.archived = False
        channel.archive_at = channel.active_at = self.world.clock.now()
        self.world.publish(Event("THREAD_UPDATE", self.shapes.thread(channel), channel.guild_id, channel.id))

    def change(self, message: Message, body: Json, uploads: Uploads) -> Message:
        """Edits a message of the bot by the channel's route: only its own, and old ones only slowly."""
        self.may(self.world.channels[message.channel_id])
        if message.author_id != self.world.bot.id:
            raise Refusal(*refusal.NOT_YOURS)
        now = self.world.clock.now()
        if now - message.at > OLD:
            recent = [t for t in self._old_edits.get(message.channel_id, []) if now - t < OLD_WINDOW]
            self._old_edits[message.channel_id] = recent
            if len(recent) >= OLD_EDITS:
                raise Refusal.limited(recent[0] + OLD_WINDOW - now, code=30046, message=TOO_OLD)
            recent.append(now)
        return self.edit(message, body, uploads)
