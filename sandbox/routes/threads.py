"""Threads: begun, joined, left, listed. They are changed by a channel's route."""

from sandbox.api import refusal
from sandbox.api.refusal import Refusal
from sandbox.api.rest import Answer, Call, Rest
from sandbox.house import House
from sandbox.world import permissions
from sandbox.world.world import NEWS, TEXT, Channel, Json

MEMBER = "/channels/{channel_id}/thread-members/{user_id}"


class Threads:
    def __init__(self, house: House) -> None:
        self.house = house

    def mount(self, rest: Rest) -> None:
        rest.add("POST", "/channels/{channel_id}/threads", self.create)
        rest.add("POST", "/channels/{channel_id}/messages/{message_id}/threads", self.create_at)
        rest.add("PUT", "/channels/{channel_id}/thread-members/@me", self.enter)
        rest.add("DELETE", "/channels/{channel_id}/thread-members/@me", self.leave)
        rest.add("PUT", MEMBER, self.add)
        rest.add("DELETE", MEMBER, self.remove)
        rest.add("GET", MEMBER, self.member)
        rest.add("GET", "/channels/{channel_id}/thread-members", self.members)
        rest.add("GET", "/channels/{channel_id}/threads/archived/public", lambda call: self.archived(call, public=True))
        rest.add(
            "GET", "/channels/{channel_id}/threads/archived/private", lambda call: self.archived(call, public=False)
        )

        mine = "/channels/{channel_id}/users/@me/threads/archived/private"
        rest.add("GET", mine, lambda call: self.archived(call, public=False, joined=True))

    def _thread(self, call: Call) -> Channel:
        return self.house.thread(call.id("channel_id"))

    def _parent(self, call: Call) -> Channel:
        parent = self.house.channel(call.id("channel_id"))
        if parent.kind not in (TEXT, NEWS):
            raise Refusal(*refusal.NOT_IN_DM)
        return parent

    def create(self, call: Call) -> Answer:
        parent = self._parent(call)
        private = (call.json.get("type") or 12) == 12
        self.house.may(parent, permissions.CREATE_PRIVATE_THREADS if private else permissions.CREATE_PUBLIC_THREADS)
        return Answer(
            201, self.house.shapes.thread(self.house.places.new_thread(parent, self.house.world.bot.id, call.json))
        )

    def create_at(self, call: Call) -> Answer:
        parent = self._parent(call)
        message = self.house.message(parent.id, call.id("message_id"))
        self.house.may(parent, permissions.CREATE_PUBLIC_THREADS)
        made = self.house.places.new_thread(parent, self.house.world.bot.id, call.json, message)
        return Answer(201, self.house.shapes.thread(made))

    def enter(self, call: Call) -> None:
        self.house.places.enter_thread(self._thread(call), self.house.world.bot.id)

    def leave(self, call: Call) -> None:
        self.house.places.leave_thread(self._thread(call), self.house.world.bot.id)

    def add(self, call: Call) -> None:
        thread, user_id = self._thread(call), call.id("user_id")
        guild = self.house.guild(thread.guild_id or 0)
        if user_id not in guild.members:
            raise Refusal(*refusal.UNKNOWN_MEMBER)
        self.house.may(thread, permissions.SEND_MESSAGES)
        self.house.places.enter_thread(thread, user_id)

    def remove(self, call: Call) -> None:
        thread = self._thread(call)
        if thread.owner_id != self.house.world.bot.id:
            self.house.may(thread, permissions.MANAGE_THREADS)
        self.house.places.leave_thread(thread, call.id("user_id"))

    def member(self, call: Call) -> Json:
        thread, user_id = self._thread(call), call.id("user_id")
        if user_id not in thread.joined:
            raise Refusal(*refusal.UNKNOWN_MEMBER)
        return self.house.shapes.thread_member(thread, user_id)

    def members(self, call: Call) -> list[Json]:
        thread = self._thread(call)
        return [self.house.shapes.thread_member(thread, n) for n in thread.joined]

    def archived(self, call: Call, *, public: bool, joined: bool = False) -> Json:
        parent, bot = self.house.channel(call.id("channel_id")), self.house.world.bot.id
        everybodys = [] if public or joined else [permissions.MANAGE_THREADS]
        self.house.may(parent, permissions.READ_MESSAGE_HISTORY, *everybodys)
        world = self.house.world
        all_ = [self.house.places.settle(t) for t in world.threads_of(parent.guild_id or 0) if t.parent_id == parent.id]
        kinds = (10, 11) if public else (12,)
        fitting = [t for t in all_ if t.archived and t.kind in kinds and (not joined or bot in t.joined)]
        found = sorted(fitting, key=lambda t: t.archive_at, reverse=True)
        limit = call.limit(50)
        shown = [self.house.shapes.thread(t) for t in found[:limit]]
        members = [self.house.shapes.thread_member(t, bot) for t in found[:limit] if bot in t.joined]
        return {"threads": shown, "members": members, "has_more": len(found) > limit}
