"""Channels of any kind: reading, changing, closing, typing, and permissions in them."""

from typing import Any

from sandbox.api import refusal
from sandbox.api.refusal import Refusal
from sandbox.api.rest import Call, Rest
from sandbox.house import House
from sandbox.world import permissions
from sandbox.world.permissions import MANAGE_CHANNELS, MANAGE_ROLES, MANAGE_THREADS, in_channel
from sandbox.world.world import DM, Channel, Event, Json


class Channels:
    def __init__(self, house: House) -> None:
        self.house = house

    def mount(self, rest: Rest) -> None:
        rest.add("GET", "/channels/{channel_id}", lambda call: self.house.shapes.channel(self._channel(call)))
        rest.add("PATCH", "/channels/{channel_id}", self.change)
        rest.add("DELETE", "/channels/{channel_id}", self.remove)
        rest.add("POST", "/channels/{channel_id}/typing", self.typing)
        rest.add("PUT", "/channels/{channel_id}/permissions/{overwrite_id}", self.overwrite)
        rest.add("DELETE", "/channels/{channel_id}/permissions/{overwrite_id}", self.clear)

    def _channel(self, call: Call) -> Channel:
        return self.house.channel(call.id("channel_id"))

    def change(self, call: Call) -> Json:
        channel, body = self._channel(call), call.json
        if channel.is_thread:
            self._may_change_thread(channel, body)
            self.house.places.change_thread(channel, body)
        elif channel.kind == DM:
            raise Refusal(*refusal.NOT_IN_DM)
        else:
            self.house.may(channel, MANAGE_CHANNELS)
            channel.name = body.get("name") or channel.name
            channel.topic = body.get("topic", channel.topic)
            channel.slowmode = body.get("rate_limit_per_user", channel.slowmode) or 0
            self.house.places.changed(channel)
        return self.house.shapes.channel(channel)

    def _may_change_thread(self, thread: Channel, body: Json) -> None:
        """Lets a thread's owner rename it, and bring back what is not locked; the rest needs MANAGE_THREADS."""
        bot = self.house.world.bot.id
        if in_channel(self.house.world, bot, thread) & MANAGE_THREADS:
            return
        returns = body == {"archived": False} and not thread.locked
        if not returns and (thread.owner_id != bot or "locked" in body):
            raise Refusal(*refusal.NO_PERMISSION)

    def remove(self, call: Call) -> Json:
        channel = self._channel(call)
        shape: Any = self.house.shapes.channel(channel)
        if channel.kind != DM:  # a DM is closed on this side only
            self.house.may(channel, MANAGE_THREADS if channel.is_thread else MANAGE_CHANNELS)
            self.house.places.remove_channel(channel)
        return shape

    def typing(self, call: Call) -> None:
        channel = self._channel(call)
        if channel.kind != DM:
            self.house.may(channel, permissions.SEND_MESSAGES)
        told: Json = {
            "channel_id": str(channel.id),
            "user_id": str(self.house.world.bot.id),
            "timestamp": int(self.house.clock.now()),
        }
        if channel.guild_id is not None:
            told["guild_id"] = str(channel.guild_id)
        self.house.world.publish(Event("TYPING_START", told, channel.guild_id, channel.id))

    def overwrite(self, call: Call) -> None:
        channel = self._channel(call)
        self.house.may(channel, MANAGE_ROLES)
        allow, deny = int(call.json.get("allow") or 0), int(call.json.get("deny") or 0)
        self.house.places.overwrite(channel, call.id("overwrite_id"), call.json["type"], allow=allow, deny=deny)

    def clear(self, call: Call) -> None:
        channel = self._channel(call)
        self.house.may(channel, MANAGE_ROLES)
        self.house.places.overwrite(channel, call.id("overwrite_id"), 0, clear=True)
