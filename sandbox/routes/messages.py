"""Messages by the channel's routes, with pins and reactions."""

from datetime import datetime
from urllib.parse import unquote

from sandbox.api import refusal
from sandbox.api.refusal import Refusal
from sandbox.api.rest import Call, Rest
from sandbox.clock import stamp
from sandbox.house import House
from sandbox.routes.answers import page
from sandbox.world import limits, permissions
from sandbox.world.world import DM, Channel, Event, Json, Message

FORTNIGHT = 14 * 24 * 3600
MESSAGE = "/channels/{channel_id}/messages/{message_id}"
REACTION = MESSAGE + "/reactions/{emoji_name}/@me"


class Messages:
    def __init__(self, house: House) -> None:
        self.house = house

    def mount(self, rest: Rest) -> None:
        rest.add("GET", "/channels/{channel_id}/messages", self.history)
        rest.add("POST", "/channels/{channel_id}/messages", self.create)
        rest.add("POST", "/channels/{channel_id}/messages/bulk-delete", self.sweep)
        rest.add("GET", MESSAGE, lambda call: self.house.shapes.message(self._message(call)))
        rest.add("PATCH", MESSAGE, self.edit)
        rest.add("DELETE", MESSAGE, self.delete)
        rest.add("GET", "/channels/{channel_id}/messages/pins", self.pins)
        rest.add("PUT", "/channels/{channel_id}/messages/pins/{message_id}", self.pin)
        rest.add("DELETE", "/channels/{channel_id}/messages/pins/{message_id}", self.unpin)
        rest.add("PUT", REACTION, self.react)
        rest.add("DELETE", REACTION, self.unreact)

    def _channel(self, call: Call) -> Channel:
        return self.house.channel(call.id("channel_id"))

    def _message(self, call: Call) -> Message:
        return self.house.message(call.id("channel_id"), call.id("message_id"))

    def history(self, call: Call) -> list[Json]:
        channel = self._channel(call)
        granted = permissions.in_channel(self.house.world, self.house.world.bot.id, channel)
        if not granted & permissions.READ_MESSAGE_HISTORY:
            return []
        known = {m.id: m for m in self.house.world.messages(channel.id).values() if m.only is None}
        if not {"after", "around", "before"} & set(call.query):
            call.query["before"] = str(1 << 63)
        call.query.setdefault("limit", "50")
        return [self.house.shapes.message(known[n]) for n in reversed(page(known, call, 100))]

    def create(self, call: Call) -> Json:
        channel = self._channel(call)
        call.hold(limits.in_message(limits.draft(call.json, call.uploads)))
        return self.house.post.sent(self.house.post.send(channel, call.json, call.uploads))

    def edit(self, call: Call) -> Json:
        message = self._message(call)
        call.hold(limits.in_message(limits.draft(call.json, call.uploads, message)))
        return self.house.shapes.message(self.house.post.change(message, call.json, call.uploads))

    def delete(self, call: Call) -> None:
        message = self._message(call)
        if self._channel(call).archived:
            raise Refusal(*refusal.ARCHIVED)
        if message.author_id != self.house.world.bot.id:
            self._own_place(message.channel_id)
        self.house.post.delete(message)

    def _own_place(self, channel_id: int) -> None:
        channel = self.house.world.channels[channel_id]
        if channel.kind == DM:
            raise Refusal(403, 50003, "Cannot execute action on a DM channel")
        self.house.may(channel, permissions.MANAGE_MESSAGES)

    def sweep(self, call: Call) -> None:
        channel = self._channel(call)
        self._own_place(channel.id)
        wanted = [int(n) for n in call.json["messages"]]
        found = [m for n in wanted if (m := self.house.world.messages(channel.id).get(n)) is not None]
        if any(self.house.clock.now() - m.at > FORTNIGHT for m in found):
            raise Refusal(400, 50034, "You can only bulk delete messages that are under 14 days old.")
        if len(found) == 1:
            self.house.post.delete(found[0])
        elif found:
            self.house.post.delete(*found)

    def pins(self, call: Call) -> Json:
        channel = self._channel(call)
        before = call.query.get("before")
        until = datetime.fromisoformat(before).timestamp() if before else float("inf")
        pinned = sorted(((at, n) for n, at in channel.pins.items() if at < until), reverse=True)
        limit = call.limit(50)
        messages = self.house.world.messages(channel.id)
        items = [
            {"pinned_at": stamp(at), "message": self.house.shapes.message(messages[n])} for at, n in pinned[:limit]
        ]
        return {"items": items, "has_more": len(pinned) > limit}

    def _may_pin(self, channel: Channel) -> None:
        if channel.kind != DM:
            granted = permissions.in_channel(self.house.world, self.house.world.bot.id, channel)
            if not granted & (permissions.PIN_MESSAGES | permissions.MANAGE_MESSAGES):
                raise Refusal(*refusal.NO_PERMISSION)
        if channel.archived:
            raise Refusal(*refusal.ARCHIVED)

    def pin(self, call: Call) -> None:
        message = self._message(call)
        self._may_pin(self._channel(call))
        self.house.places.pin(message)

    def unpin(self, call: Call) -> None:
        message = self._message(call)
        self._may_pin(self._channel(call))
        self.house.places.unpin(message)

    def react(self, call: Call) -> None:
        message, channel = self._message(call), self._channel(call)
        if channel.archived:
            raise Refusal(*refusal.ARCHIVED)
        emoji = unquote(call.ids["emoji_name"])
        if channel.kind != DM and emoji not in message.reactions:
            self.house.may(channel, permissions.ADD_REACTIONS)
        who = message.reactions.setdefault(emoji, [])
        if self.house.world.bot.id not in who:
            who.append(self.house.world.bot.id)
            self._reacted("MESSAGE_REACTION_ADD", message, emoji)

    def unreact(self, call: Call) -> None:
        message, emoji = self._message(call), unquote(call.ids["emoji_name"])
        who = message.reactions.get(emoji)
        if who is None or self.house.world.bot.id not in who:
            raise Refusal(*refusal.UNKNOWN_EMOJI)
        who.remove(self.house.world.bot.id)
        if not who:
            del message.reactions[emoji]
        self._reacted("MESSAGE_REACTION_REMOVE", message, emoji)

    def _reacted(self, name: str, message: Message, emoji: str) -> None:
        channel = self.house.world.channels[message.channel_id]
        told: Json = {
            "user_id": str(self.house.world.bot.id), "channel_id": str(channel.id), "message_id": str(message.id),
            "emoji": {"id": None, "name": emoji}, "type": 0, "burst": False,
        }  # fmt: skip
        if channel.guild_id is not None:
            told["guild_id"] = str(channel.guild_id)
        self.house.world.publish(Event(name, told, channel.guild_id, channel.id, None, message))
